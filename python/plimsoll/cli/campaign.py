"""`plimsoll campaign`: many Points from one file: planned, run, watched, stopped, resumed, and
everything put back; and what is said of any campaign of a store."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from plimsoll.base import preferences, units
from plimsoll.base.errors import InputError, UsageError
from plimsoll.cli import _added_flags, _options
from plimsoll.cli._options import argument, flag, shared_flag
from plimsoll.cli.messages import message
from plimsoll.cli.terminal import screen
from plimsoll.cli.terminal.answer import Details
from plimsoll.native import together

if TYPE_CHECKING:
    from plimsoll.campaign.labels_document import CampaignLabels
    from plimsoll.campaign.spec import Spec
    from plimsoll.campaign.trust import Refusals
    from plimsoll.store import CampaignRow, Store

EXAMPLES = (
    "plimsoll campaign plan examples/campaigns/first-look.toml",
    "plimsoll campaign run examples/campaigns/s4.toml --store s4.db --set campaign.measure_for=5s",
    *_added_flags.examples(_added_flags.of_designs()),
    "plimsoll campaign run scaling.toml --hosts hosts.toml",
    "plimsoll campaign status s4.db",
    "plimsoll campaign stop s4.db",
    "plimsoll campaign resume s4.db",
    "plimsoll campaign restore s4.db",
    "plimsoll campaign label s4.db --campaign 3 --name 'before firmware 7.2' --tag array-7",
    "plimsoll campaign label s4.db --campaign 3 --baseline --note 'cache battery replaced'",
    "plimsoll campaign delete s4.db --campaign 2 --confirm 'first try'",
)

MOST_JOBS = 1024
POINTS_THAT_TAKE_A_WHILE = 5_000
"""So many Points take a second and more to plan, which is then shown."""

APP = typer.Typer(help=message("help-campaign"))

CampaignFile = Annotated[Path, argument("FILE", message("help-campaign-file"), ...)]
FileOrStore = Annotated[
    Path,
    argument("FILE", message("help-campaign-store"), ...),
]
StoreOption = Annotated[
    Path,
    shared_flag(
        "--store FILE", message("help-campaign-kept-in"), callback=_options.preferred_store
    ),
]
Number = Annotated[int | None, shared_flag("--campaign N", message("help-campaign-number"))]
Overrides = Annotated[
    list[str] | None, shared_flag("--set KEY=VALUE", message("help-campaign-set"))
]
Sha256 = Annotated[str | None, shared_flag("--sha256 DIGEST", message("help-campaign-sha256"))]
NoCommands = Annotated[bool, shared_flag("--no-commands", message("help-campaign-no-commands"))]
NoDataLoss = Annotated[bool, shared_flag("--no-data-loss", message("help-campaign-no-data-loss"))]
Jobs = Annotated[
    int | None, shared_flag("--jobs N", message("help-campaign-jobs"), min=1, max=MOST_JOBS)
]
ConfirmDigest = Annotated[
    str | None, shared_flag("--confirm DIGEST", message("help-campaign-confirm"))
]


@APP.command("plan")
@_added_flags.with_flags(_added_flags.of_designs())
def plan(
    file: CampaignFile,
    override: Overrides = None,
    added: _added_flags.Added = _added_flags.NOTHING,
    lose_data_on: _options.LoseDataOn = None,
    hosts: _options.Hosts = None,
    sha256: Sha256 = None,
    as_json: _options.Json = False,
) -> int:
    """Show what a campaign would do and cost, and measure nothing.

    Also says, in the words of run, which Points would fail as their files and devices are now.
    """
    from plimsoll.campaign import loader, plan_document
    from plimsoll.campaign import plan as planning

    overrides = _overrides(override, added)
    spec = loader.read_with_checks(file, overrides, lose_data_on or (), hosts=hosts, sha256=sha256)
    with _planning(spec, as_json=as_json):
        points = list(planning.points(spec))
        document = plan_document.document(spec, points)
    if as_json:
        screen.document(document.model_dump(by_alias=True))
    else:
        from plimsoll.cli.terminal.campaign import print_plan

        print_plan(document, str(file))
    return 0


@APP.command("run")
@_added_flags.with_flags(_added_flags.of_designs())
def run(
    file: CampaignFile,
    store: _options.RunsStore = preferences.STORE,
    override: Overrides = None,
    added: _added_flags.Added = _added_flags.NOTHING,
    lose_data_on: _options.LoseDataOn = None,
    hosts: _options.Hosts = None,
    no_commands: NoCommands = False,
    no_data_loss: NoDataLoss = False,
    sha256: Sha256 = None,
    jobs: Jobs = None,
    metrics: _options.Metrics = None,
    why: _options.Why = False,
    runs: _options.Runs = False,
    as_json: _options.Json = False,
) -> int:
    """Run a campaign and keep every Run in the store.

    The exit code is 0 when every Point is valid and every search found a rate to plan with, 2 when
    some did not, 130 when it was interrupted; then, or after a kill, 'resume' continues where it
    stopped.
    """
    refusals = _refusals(lose_data_on, no_commands=no_commands, no_data_loss=no_data_loss)
    from plimsoll.campaign import loader, resolution
    from plimsoll.cli._campaign_run import conduct_new

    overrides = _overrides(override, added)
    spec = loader.read_with_checks(
        file, overrides, lose_data_on or (), hosts=hosts, sha256=sha256, refusals=refusals
    )
    with _planning(spec, as_json=as_json):
        points = resolution.resolve(spec)
    return conduct_new(
        spec,
        points,
        file.absolute(),
        store,
        refusals,
        metrics=metrics,
        jobs=jobs,
        details=Details(why=why, runs=runs),
        as_json=as_json,
    )


@APP.command("status")
def status(
    file: FileOrStore,
    store: StoreOption = preferences.STORE,
    number: Number = None,
    why: _options.Why = False,
    runs: _options.Runs = False,
    as_json: _options.Json = False,
) -> int:
    """Show how far a campaign has come, also while it runs."""
    from plimsoll.cli._campaign_run import show_status

    place = _place(file, store)
    with place.open_store(read_only=True) as opened:
        row = place.campaign_row(opened, number)
        show_status(opened, row.id, details=Details(why=why, runs=runs), as_json=as_json)
    return 0


@APP.command("stop")
def stop(
    file: FileOrStore,
    store: StoreOption = preferences.STORE,
    number: Number = None,
    as_json: _options.Json = False,
) -> int:
    """End a running campaign cleanly, from another terminal.

    It ends after the Run in progress, with its settings restored; 'resume' continues it.
    """
    from plimsoll.cli._campaign_run import show_status
    from plimsoll.library import control

    place = _place(file, store)
    with place.open_store() as opened:
        row = place.campaign_row(opened, number)
        control.stop(opened, row)
        show_status(opened, row.id, as_json=as_json)
    return 0


@APP.command("resume")
def resume(
    file: FileOrStore,
    store: StoreOption = preferences.STORE,
    number: Number = None,
    lose_data_on: _options.LoseDataOn = None,
    hosts: _options.Hosts = None,
    confirm: ConfirmDigest = None,
    no_commands: NoCommands = False,
    no_data_loss: NoDataLoss = False,
    jobs: Jobs = None,
    metrics: _options.Metrics = None,
    why: _options.Why = False,
    runs: _options.Runs = False,
    as_json: _options.Json = False,
) -> int:
    """Continue a campaign after a stop, a kill or a reboot.

    Commands kept in a store (settings, clear_caches, collectors) run only if you signed them by
    running the campaign, or if FILE contains them. Otherwise nothing is run: they are listed, with
    how to confirm them, and the exit code is 73. Other exit codes are those of run.
    """
    refusals = _refusals(lose_data_on, no_commands=no_commands, no_data_loss=no_data_loss)
    place = _place(file, store)
    from plimsoll.campaign import loader
    from plimsoll.campaign.side_by_side import points_at_a_time
    from plimsoll.campaign.trust import Consent
    from plimsoll.cli._campaign_run import begin_meter, print_outcome
    from plimsoll.cli._measure import measuring
    from plimsoll.cli.run import RunMeter
    from plimsoll.library import control

    with contextlib.ExitStack() as stack:
        work = stack.enter_context(measuring("campaign", quiet=as_json, metrics=metrics))
        meter = stack.enter_context(contextlib.closing(work.meter()))
        opened = stack.enter_context(place.open_store())
        row = place.campaign_row(opened, number)
        at_a_time = points_at_a_time(jobs, loader.spec_of(row))
        with _listing_acts("resume"):
            campaign = control.resume(
                opened,
                row,
                Consent("resume", place.spec, confirm, refusals),
                hosts_file=hosts,
                confirmations=lose_data_on or [],
                join=lambda path: stack.enter_context(together.feature().join_hosts(path)),
            )
        bench = work.bench(RunMeter(meter, quiet=as_json))
        progress = partial(begin_meter, work, meter)
        outcome = control.conduct(bench, campaign, progress, jobs=at_a_time)
        meter.close()
        return print_outcome(outcome, details=Details(why=why, runs=runs), as_json=as_json)


@APP.command("restore")
def restore(
    file: FileOrStore,
    store: StoreOption = preferences.STORE,
    number: Number = None,
    confirm: ConfirmDigest = None,
    as_json: _options.Json = False,
) -> int:
    """Restore settings that a campaign changed and could not restore itself.

    Commands kept in a store run only if you signed them by running the campaign, or if FILE
    contains them. Otherwise nothing is run: they are listed, with how to confirm them, and the exit
    code is 73.
    """
    from plimsoll.campaign import settings
    from plimsoll.campaign.trust import Consent
    from plimsoll.cli._campaign_run import show_status
    from plimsoll.library import control

    place = _place(file, store)
    with place.open_store() as opened:
        row = place.campaign_row(opened, number)
        of = None if number is None and place.name is None else row.id
        with _listing_acts("restore"):
            entries, came = control.restore(opened, of, Consent("restore", place.spec, confirm))
        if as_json:
            show_status(opened, row.id, as_json=True)
        else:
            screen.lines(
                [
                    message(
                        "restored",
                        setting=entry.setting,
                        configuration=entry.configuration,
                        original=entry.original,
                    )
                    for entry in came.done
                ]
            )
            if not entries:
                screen.lines([message("nothing-to-restore")])
        settings.raise_trouble(came, opened)
    return 0


@APP.command("label")
def label(
    file: FileOrStore,
    store: StoreOption = preferences.STORE,
    number: Number = None,
    name: str | None = flag("--name NAME", message("help-campaign-label-name")),
    tag: list[str] | None = flag("--tag TAG", message("help-campaign-label-tag")),
    untag: list[str] | None = flag("--untag TAG", message("help-campaign-label-untag")),
    note: str | None = flag("--note TEXT", message("help-campaign-label-note")),
    archive: Annotated[
        bool | None, shared_flag("--archive/--unarchive", message("help-campaign-label-archive"))
    ] = None,
    baseline: Annotated[
        bool | None,
        shared_flag("--baseline/--no-baseline", message("help-campaign-label-baseline")),
    ] = None,
    as_json: _options.Json = False,
) -> int:
    """Name, tag, note or archive a campaign of any kind, or pin it as the baseline.

    None of it changes a figure. Without an option, prints what is said of the campaign.
    """
    place = _place(file, store)
    with place.open_store() as opened:
        row = _labelled_campaign(opened, number, place.name, or_only=True)
        labels = opened.labels
        if name is not None:
            labels.rename(row.id, name)
        if tag or untag:
            labels.tag(row.id, {*row.labels.tags, *(tag or ())} - set(untag or ()))
        if note is not None:
            labels.add_note(row.id, note)
        if archive is not None:
            labels.archive(row.id, archived=archive)
        if baseline:
            from plimsoll.report.evidence import campaign_identity as called

            labels.pin(row.id, instead_of=called.pinned_for(opened, row.id))
        elif baseline is not None:
            labels.unpin(row.id)
        said = _labels_document(opened, row.id)
    screen.answer(said.model_dump(by_alias=True), _label_lines(said), as_json=as_json)
    return 0


@APP.command("delete")
def delete(
    file: FileOrStore,
    store: StoreOption = preferences.STORE,
    number: int | None = flag("--campaign N", message("help-campaign-delete-number")),
    confirm: str | None = flag("--confirm NAME", message("help-campaign-delete-confirm")),
    as_json: _options.Json = False,
) -> int:
    """Move a campaign out of the store, once its name was given.

    It is moved to a separate store in the folder plimsoll-trash beside FILE, and stays there until
    you remove it.
    """
    from plimsoll.campaign import deleting

    place = _place(file, store)
    with place.open_store() as opened:
        row = _labelled_campaign(opened, number, place.name, or_only=False)
        said = _labels_document(opened, row.id)
        into = deleting.delete(opened, row.id, said.name, confirm)
    moved = said.model_copy(update={"store": str(into), "action": "delete"})
    lines = [
        message("deleted", number=row.id, name=said.name, store=place.store),
        message("deleted-to", store=into),
    ]
    screen.answer(moved.model_dump(by_alias=True), lines, as_json=as_json)
    return 0


class _Place(NamedTuple):
    """Where a campaign is: its store, and its file where that was named."""

    store: Path
    spec: Spec | None

    @property
    def name(self) -> str | None:
        """The name of the campaign, where its file says it."""
        return None if self.spec is None else self.spec.campaign.name

    def open_store(self, *, read_only: bool = False) -> Store:
        """The store, which the caller closes before anything is printed: a slow reader of the
        output must not hold it."""
        from plimsoll.store import Store

        return Store.open(self.store, create=False, read_only=read_only)

    def campaign_row(self, opened: Store, number: int | None) -> CampaignRow:
        """The campaign that is meant."""
        from plimsoll.campaign import loader

        return loader.find_campaign(opened, number, self.name)


def _place(file: Path, store: Path) -> _Place:
    """The store that was named, as FILE or beside it."""
    from plimsoll.campaign import loader

    if loader.is_database(file):
        return _Place(file, None)
    if file.is_file() and file.stat().st_size == 0:
        # It would be TOML without a single key; here it was meant as a store.
        raise InputError(*message.refusal("empty-file", file=file))
    return _Place(store, loader.read(file))


def _overrides(override: list[str] | None, added: _added_flags.Added) -> list[str]:
    """The keys that --set and the flags of designs change."""
    return [*(override or []), *(key for keys in added.values() for key in keys)]


def _refusals(lose_data_on: list[str] | None, *, no_commands: bool, no_data_loss: bool) -> Refusals:
    if no_data_loss and lose_data_on:
        raise UsageError(*message.refusal("no-data-loss-and-loss", flag=_options.LOSE))
    from plimsoll.campaign.trust import Refusals

    return Refusals(no_commands, no_data_loss)


@contextlib.contextmanager
def _planning(spec: Spec, *, as_json: bool) -> Iterator[None]:
    """While Points are planned; that takes a while where there are many."""
    from plimsoll.campaign import plan as planning

    number = planning.number(spec)
    with screen.Meter(quiet=as_json or number < POINTS_THAT_TAKE_A_WHILE) as meter:
        meter.show(message("planning", count=units.count(number)), None)
        yield


@contextlib.contextmanager
def _listing_acts(action: str) -> Iterator[None]:
    """Lists what a store would do here where nobody stands for it."""
    from plimsoll.campaign.trust import NotConfirmedError

    try:
        yield
    except NotConfirmedError as refused:
        screen.note(message("would-do", action=action))
        for act in refused.acts:
            screen.note(f"  {act}")
        raise


def _labelled_campaign(
    store: Store, number: int | None, name: str | None, *, or_only: bool
) -> CampaignRow:
    """The campaign that is meant, never by a guess; `or_only`: the only one of a store is meant
    without its number."""
    from plimsoll.campaign import loader

    if number is not None:
        return store.known_campaign(number)
    if name is not None:
        return loader.find_campaign(store, None, name)
    rows = store.campaigns()
    if len(rows) == 1 and or_only:
        return rows[0]
    known = ", ".join(f"{row.id} ({row.display_name or row.kind})" for row in rows)
    known = known or message("none")
    raise UsageError(*message.refusal("which-campaign", store=store.path, campaigns=known))


def _labels_document(store: Store, number: int) -> CampaignLabels:
    from plimsoll.campaign import labels_document
    from plimsoll.report.evidence import campaign_identity as called
    from plimsoll.report.evidence.evidence import gather

    row = store.known_campaign(number)
    return labels_document.CampaignLabels(
        store=str(store.path),
        campaign=number,
        name=row.display_name or called.display_name(gather(store, number)),
        tags=list(row.labels.tags),
        notes=[labels_document.Note.of(one) for one in store.labels.notes(number)],
        archived=row.labels.archived,
        baseline=row.labels.baseline,
    )


def _label_lines(said: CampaignLabels) -> list[str]:
    marks = [message("is-baseline")] if said.baseline else []
    marks += [message("is-archived")] if said.archived else []
    figures = {"number": said.campaign, "store": said.store, "name": said.name}
    lines = [
        message("labels-marked", **figures, marks=", ".join(marks))
        if marks
        else message("labels", **figures)
    ]
    if said.tags:
        lines.append(message("tags", tags=", ".join(said.tags)))
    return lines + [f"{one.at}  {one.text}" for one in said.notes]
