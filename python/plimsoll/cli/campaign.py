"""`plimsoll campaign`: many Points from one file: planned, run, watched, stopped, resumed, and
everything put back; and what is said of any campaign of a store."""

from __future__ import annotations

import contextlib
import os
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from plimsoll import preferences
from plimsoll.cli import _collectors, _labels, _options, _store_place
from plimsoll.cli.terminal import screen
from plimsoll.errors import (
    InputError,
    Interrupted,
    IoError,
    PlimsollError,
    RefusedError,
    UsageError,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from plimsoll.campaign.confirmation import Identities
    from plimsoll.campaign.spec import Spec
    from plimsoll.campaign.status import Status
    from plimsoll.campaign.trust import Trust
    from plimsoll.cli._measure import Measuring
    from plimsoll.cluster.opening import Hosts
    from plimsoll.store import CampaignRow, JournalRow, Store
    from plimsoll.store.plans import Planned

    Answer = Callable[[Store, int], int]
    """Prints what came of a campaign; the exit code."""

EXAMPLES = (
    "plimsoll campaign plan examples/campaigns/first-look.toml",
    "plimsoll campaign run examples/campaigns/s4.toml --store s4.db --set campaign.measure_for=5s",
    "plimsoll campaign run factors.toml --time 2h",
    "plimsoll campaign run scaling.toml --hosts hosts.toml",
    "plimsoll campaign status s4.db",
    "plimsoll campaign stop s4.db",
    "plimsoll campaign resume s4.db",
    "plimsoll campaign restore s4.db",
    "plimsoll campaign label s4.db --campaign 3 --name 'before firmware 7.2' --tag array-7",
    "plimsoll campaign label s4.db --campaign 3 --baseline --note 'cache battery replaced'",
    "plimsoll campaign delete s4.db --campaign 2 --confirm 'first try'",
)

Action = Literal["plan", "run", "status", "stop", "resume", "restore", "label", "delete"]

STOPS_WITHIN_S = 120.0
"""How long `stop` waits for the campaign to end: for the drain of a Run and for settings to be put
back."""
MOST_JOBS = 1024
TAKES_A_WHILE = 5_000
"""Points whose planning is told: a second and more."""
MAGIC = b"SQLite format 3\0"


def campaign(
    action: Annotated[
        Action,
        typer.Argument(
            metavar="plan|run|status|stop|resume|restore|label|delete",
            help=(
                "plan: show what it would do and cost. run: run it. status: show progress, also"
                " while it runs. stop: end it cleanly from another terminal. resume: continue after"
                " a stop, a kill or a reboot. restore: restore settings. label: name, tag, note,"
                " archive a campaign of any kind, or pin it as the baseline. delete: move it out of"
                " the store."
            ),
        ),
    ],
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE",
            help=(
                "The campaign file (TOML); for actions other than plan and run, a store works too."
            ),
        ),
    ],
    store: Annotated[
        Path,
        typer.Option(
            "--store",
            metavar="FILE",
            help="The store, when FILE is not one itself.",
            callback=_options.kept_in,
        ),
    ] = preferences.STORE,
    number: Annotated[
        int | None,
        typer.Option(
            "--campaign",
            metavar="N",
            help="Campaign number in the store. Default: the newest with the file's name.",
        ),
    ] = None,
    override: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="KEY=VALUE",
            help=(
                "Override a key of the file: campaign.measure_for=5s, workload.read=[70]."
                " Repeatable."
            ),
        ),
    ] = None,
    span: Annotated[
        str | None,
        typer.Option(
            "--time",
            metavar="SPAN",
            help=(
                "For plan and run of strategy factors: time budget of the study, 2h. It screens"
                " first, then adds Runs where they change the answer."
            ),
        ),
    ] = None,
    lose_data_on: _options.LoseDataOn = None,
    hosts: _options.Hosts = None,
    confirm: Annotated[
        str | None,
        typer.Option(
            "--confirm",
            metavar="DIGEST",
            help=(
                "For resume and restore: run the commands listed under this digest, from a store"
                " that you did not sign. For delete: the campaign's name."
            ),
        ),
    ] = None,
    called: Annotated[
        str | None,
        typer.Option(
            "--name", metavar="NAME", help="For label: rename it; '' restores the first name."
        ),
    ] = None,
    tag: Annotated[
        list[str] | None,
        typer.Option("--tag", metavar="TAG", help="For label: add a tag. Repeatable."),
    ] = None,
    untag: Annotated[
        list[str] | None,
        typer.Option("--untag", metavar="TAG", help="For label: remove a tag. Repeatable."),
    ] = None,
    note: Annotated[
        str | None, typer.Option("--note", metavar="TEXT", help="For label: add a note.")
    ] = None,
    archive: Annotated[
        bool | None,
        typer.Option(
            "--archive/--unarchive", help="For label: leave it out of lists, or bring it back."
        ),
    ] = None,
    baseline: Annotated[
        bool | None,
        typer.Option(
            "--baseline/--no-baseline",
            help=(
                "For label: compare others that ask the same of the same target with it, or no"
                " longer."
            ),
        ),
    ] = None,
    no_commands: Annotated[
        bool,
        typer.Option(
            "--no-commands",
            help="For run and resume: refuse a campaign that would run commands.",
        ),
    ] = False,
    no_data_loss: Annotated[
        bool,
        typer.Option(
            "--no-data-loss",
            help="For run and resume: refuse a campaign that overwrites data on its targets.",
        ),
    ] = False,
    sha256: Annotated[
        str | None,
        typer.Option(
            "--sha256",
            metavar="DIGEST",
            help="For plan and run: refuse FILE unless it has this digest.",
        ),
    ] = None,
    jobs: Annotated[
        int | None,
        typer.Option(
            "--jobs",
            metavar="N",
            min=1,
            max=MOST_JOBS,
            help=(
                "For run and resume: Points on the virtual clock at a time; the answers are the"
                " same. Default: as many as there are processors. On the real clock always one."
            ),
        ),
    ] = None,
    metrics: _options.Metrics = None,
    as_json: _options.Json = False,
) -> int:
    """Run a grid or an adaptive plan over workloads, loads, targets and settings; one that was
    killed can be resumed.

    plan also says, in the words of run, which Points would fail as their files and devices are now.

    The exit code of run and resume is 0 when every Point is valid and every search found a rate to
    plan with, 2 when some did not, 130 when it was interrupted; then, or after a kill, 'resume'
    continues where it stopped.

    Commands kept in a store (settings, clear_caches, collectors) run only if you signed them by
    running the campaign, or if FILE contains them. Otherwise resume and restore run nothing, list
    them, say how to confirm them, and exit with 73.

    A deleted campaign is moved to a separate store in the folder plimsoll-trash beside FILE, and
    stays there until you remove it.
    """
    if override and action not in ("plan", "run"):
        raise UsageError(
            f"--set has no meaning with {action}",
            "What was planned stays; run a new campaign to change it.",
        )
    if lose_data_on and action not in ("plan", "run", "resume"):
        raise UsageError(
            f"{_options.LOSE} has no meaning with {action}", "Only run and resume write."
        )
    _refuse_meaningless(action, hosts, jobs, span)
    if metrics is not None and action not in ("run", "resume"):
        raise UsageError(f"--metrics has no meaning with {action}", "Only run and resume measure.")
    saying = _labels.Saying(
        called, tuple(tag or ()), tuple(untag or ()), note, archived=archive, baseline=baseline
    )
    _refuse_said(action, confirm, saying)
    if no_commands and action not in ("run", "resume"):
        raise UsageError(f"--no-commands has no meaning with {action}", "Leave it out.")
    if no_data_loss and action not in ("run", "resume"):
        raise UsageError(f"--no-data-loss has no meaning with {action}", "Leave it out.")
    if no_data_loss and lose_data_on:
        raise UsageError(
            f"--no-data-loss cannot be combined with {_options.LOSE}", "Leave one of them out."
        )
    if sha256 is not None and action not in ("plan", "run"):
        raise UsageError(
            f"--sha256 has no meaning with {action}",
            "Leave it out: only plan and run take everything from the campaign's file.",
        )
    refusing = _Refusing(no_commands, no_data_loss)
    is_store = _is_store(file)
    if action in ("plan", "run"):
        if is_store:
            raise UsageError(
                f"{file} is a store",
                f"Give the campaign's file to {action}; 'resume' takes a store.",
            )
        return _plan_or_run(
            action,
            file,
            [*(override or []), *([f"study.time={span}"] if span is not None else [])],
            lose_data_on or [],
            store,
            metrics,
            refusing,
            hosts=hosts,
            sha256=sha256,
            jobs=jobs,
            as_json=as_json,
        )
    said: Spec | None = None
    if not is_store:
        _refuse_empty(file, action)
        from plimsoll.campaign import plan

        said = plan.read(file)
    name = None if said is None else said.campaign.name
    path = file if is_store else store
    if action == "resume":
        stands = _Stands("resume", said, confirm, refusing)
        lost = lose_data_on or []
        return _resume(path, number, name, metrics, stands, lost, hosts, jobs=jobs, as_json=as_json)
    if action in _labels.ACTIONS:
        return _labels.act(action, path, number, name, saying, confirm, as_json=as_json)
    if action == "stop":
        return _stop(path, number, name, as_json=as_json)
    if action == "restore":
        return _restore(path, number, name, _Stands("restore", said, confirm), as_json=as_json)
    return _status(path, number, name, as_json=as_json)


def _refuse_meaningless(
    action: Action, hosts: Path | None, jobs: int | None, span: str | None
) -> None:
    """Raises UsageError for who generates a load where none is generated, and for a time that was
    given before."""
    if span is not None and action not in ("plan", "run"):
        raise UsageError(
            f"--time has no meaning with {action}", "What was given to run stays; leave it out."
        )
    if hosts is not None and action not in ("plan", "run", "resume"):
        raise UsageError(f"--hosts has no meaning with {action}", "Leave it out.")
    if jobs is not None and action not in ("run", "resume"):
        raise UsageError(f"--jobs has no meaning with {action}", "Only run and resume measure.")


def _refuse_said(action: Action, confirm: str | None, saying: _labels.Saying) -> None:
    """Raises UsageError for a confirmation that nothing asks for, and for what is said of a
    campaign where nothing can be."""
    if confirm is not None and action not in ("resume", "restore", *_labels.ACTIONS):
        raise UsageError(
            f"--confirm has no meaning with {action}",
            "Only resume and restore run what a store holds.",
        )
    if saying.flags and action not in _labels.ACTIONS:
        raise UsageError(f"{saying.flags[0]} has no meaning with {action}", "It is for label.")


@dataclass(frozen=True)
class _Refusing:
    """What was told to refuse, whoever stands for it: commands of a campaign's own, and giving data
    up."""

    commands: bool = False
    data_loss: bool = False

    def check(self, spec: Spec, file: Path) -> None:
        """Raises RefusedError when the campaign in this file does what is to be refused."""
        from plimsoll.campaign.trust import JOINS, LOSES, of_spec

        acts = [act.does for act in of_spec(spec)]
        does = dict.fromkeys(does for does in acts if does not in (LOSES, JOINS))
        if self.commands and does:
            raise RefusedError(
                f"{file} contains commands ({', '.join(does)}), and --no-commands was given",
                "Leave that flag out to run them.",
            )
        if self.data_loss and LOSES in acts:
            raise RefusedError(
                f"{file} overwrites data on its target, and --no-data-loss was given",
                "Leave that flag out to let it.",
            )


@dataclass(frozen=True)
class _Stands:
    """Who stands for what a store would do: the file that was named, the digest that was
    repeated."""

    action: str
    file: Spec | None
    confirmed: str | None
    refusing: _Refusing = _Refusing()

    def trust(
        self, store: Store, campaign: tuple[CampaignRow, Spec] | None, entries: list[JournalRow]
    ) -> Trust:
        """What may be run. Lists it and raises RefusedError when nobody stands for it."""
        from plimsoll.campaign.trust import NotConfirmedError, Trust

        trust = Trust.of_this_user(
            no_commands=self.refusing.commands, no_data_loss=self.refusing.data_loss
        )
        again = f"plimsoll campaign {self.action}"
        try:
            trust.stand_for(
                store, campaign, entries, file=self.file, confirmed=self.confirmed, again=again
            )
        except NotConfirmedError as refused:
            screen.note(f"{self.action} would do this, and did nothing:")
            for act in refused.acts:
                screen.note(f"  {act}")
            raise
        return trust


def _plan_or_run(
    action: str,
    file: Path,
    overrides: list[str],
    confirmed: list[str],
    store: Path,
    metrics: str | None,
    refusing: _Refusing,
    *,
    hosts: Path | None,
    sha256: str | None,
    jobs: int | None,
    as_json: bool,
) -> int:
    from plimsoll.campaign import cost, over_hosts, plan, plan_document, resolution

    spec = plan.read(file, overrides, confirmed, sha256=sha256, hosts=hosts)
    refusing.check(spec, file)
    over_hosts.check(spec, None if spec.campaign.hosts is None else Path(spec.campaign.hosts))
    if spec.factor:
        from plimsoll.policy import level

        level.check(spec)
    number = plan.number(spec)
    with screen.Meter(quiet=as_json or number < TAKES_A_WHILE) as meter:
        meter.show(f"planning {number:,} Points", None)
        points = cost.with_expected(spec, list(plan.points(spec)))
        if action == "plan":
            document = plan_document.document(spec, points)
        else:
            resolution.check(spec, points)
    if action == "plan":
        if as_json:
            screen.document(document.model_dump(by_alias=True))
        else:
            from plimsoll.cli.terminal.campaign import print_plan

            print_plan(document, str(file))
        return 0
    return conduct_new(
        spec,
        points,
        file.absolute(),
        store,
        metrics=metrics,
        refusing=refusing,
        jobs=jobs,
        as_json=as_json,
    )


def conduct_new(
    spec: Spec,
    points: Sequence[Planned],
    file: Path,
    store: Path,
    *,
    as_json: bool,
    metrics: str | None = None,
    refusing: _Refusing | None = None,
    jobs: int | None = None,
    answer: Answer | None = None,
) -> int:
    """Keeps a new campaign in a store and asks its Points; the exit code. `answer` prints what came
    of it in the place of its status, and gives the code."""
    from plimsoll.campaign import confirmation, loader, over_hosts
    from plimsoll.campaign.trust import Trust, of_spec
    from plimsoll.cli._measure import measuring
    from plimsoll.store import Store

    refusing = refusing or _Refusing()
    with contextlib.ExitStack() as stack:
        # Before the store: a port that is in use must not leave an empty one behind.
        work = stack.enter_context(measuring("campaign", quiet=as_json, metrics=metrics))
        together = _joined(stack, spec)
        opened = stack.enter_context(Store.open(store))
        trust = Trust.of_this_user(no_commands=refusing.commands, no_data_loss=refusing.data_loss)
        kept = None
        known: Identities = {}
        if together is None:
            _store_place.note(store, {str(point.target["path"]) for point in points})
            known = confirmation.of(spec)
        else:
            there = over_hosts.identities(together, spec.campaign.i_will_lose_the_data_on)
            together = replace(together, identities=there)
            kept = over_hosts.document(together, there)
        begun = loader.begin(opened, spec, points, file, trust, work.stop, known, kept)
        if trust.trouble and of_spec(spec):
            screen.note(
                "the commands and permissions of this campaign are not signed: "
                f"{trust.trouble.rstrip('.')}. To resume it after a kill, name its file: plimsoll "
                f"campaign resume {file} --store {store}"
            )
        return _conduct(
            opened,
            begun,
            spec,
            work,
            trust,
            known,
            together,
            jobs=jobs,
            as_json=as_json,
            answer=answer,
        )


def _joined(stack: contextlib.ExitStack, spec: Spec) -> Hosts | None:
    """The hosts that generate the load of this campaign, joined; none where this machine does."""
    if spec.campaign.hosts is None:
        return None
    from plimsoll.cluster.opening import joined

    return stack.enter_context(joined(Path(spec.campaign.hosts)))


def _resume(
    path: Path,
    number: int | None,
    name: str | None,
    metrics: str | None,
    stands: _Stands,
    confirmed_anew: list[str],
    hosts: Path | None,
    *,
    jobs: int | None,
    as_json: bool,
) -> int:
    from plimsoll.campaign import confirmation, loader, over_hosts
    from plimsoll.campaign.plan import absolute
    from plimsoll.campaign.trust import Trust
    from plimsoll.cli._measure import measuring
    from plimsoll.store import Store

    with contextlib.ExitStack() as stack:
        work = stack.enter_context(measuring("campaign", quiet=as_json, metrics=metrics))
        opened = stack.enter_context(Store.open(path, create=False))
        row = loader.chosen(opened, number, name)
        # Read once: what is judged is what is run.
        spec = loader.spec_of(row)
        if hosts is not None:
            if spec.campaign.hosts is None:
                raise UsageError(
                    "this campaign loads from this machine, not from hosts", "Leave --hosts out."
                )
            named = spec.campaign.model_copy(update={"hosts": str(hosts.absolute())})
            spec = spec.model_copy(update={"campaign": named})
        anew = [absolute(Path.cwd(), name) for name in confirmed_anew]
        known = confirmation.anew(loader.identities_of(row), spec, anew)
        mine = Trust.of_this_user().signed(opened, row)
        trust = stands.trust(opened, (row, spec), opened.plans.journalled(row.id))
        together = _joined(stack, spec)
        if together is not None:
            then = row.spec.get(over_hosts.KEY, {})
            together = over_hosts.resumed(together, then, spec, anew, mine=mine)
            known = {}
        elif not mine:
            # Somebody stood for it just now: for what the targets are, not for what the store says
            # that they were.
            known = confirmation.of(spec)
        opened.plans.take(row.id)
        if together is None and known != loader.identities_of(row):
            loader.confirm(opened, row, known, trust)
        return _conduct(
            opened, row.id, spec, work, trust, known, together, jobs=jobs, as_json=as_json
        )


def _conduct(
    store: Store,
    campaign_id: int,
    spec: Spec,
    work: Measuring,
    trust: Trust,
    known: Identities,
    hosts: Hosts | None,
    *,
    jobs: int | None,
    as_json: bool,
    answer: Answer | None = None,
) -> int:
    """Asks what is not finished, and prints what came of it all, whatever happened."""
    from plimsoll.campaign.run_recorder import counting
    from plimsoll.campaign.runner import Conductor
    from plimsoll.cli.terminal.campaign import Telling

    asked = spec.campaign
    if hosts is None and not asked.virtual:
        paths = (target.path for target in spec.all_targets)
        work.look_around(
            name for path in paths for name in ([path] if isinstance(path, str) else path)
        )
    sources = _collectors.sources(
        asked.collect or None,
        asked.scrape or None,
        asked.collect_every,
        stored=True,
        virtual=asked.virtual,
        hosts=None if asked.hosts is None else Path(asked.hosts),
    )
    with contextlib.ExitStack() as stack:
        with work.meter() as meter:
            collectors = stack.enter_context(
                _collectors.collectors(sources, meter, quiet=as_json, hosts=hosts)
            )
            conductor = Conductor(
                store,
                campaign_id,
                spec,
                work.stop,
                Telling(meter, store, campaign_id, virtual=asked.virtual, quiet=as_json),
                counters=counting(store, campaign_id, collectors),
                watcher=work.state,
                trust=trust,
                known=known,
                hosts=hosts,
                jobs=_jobs(jobs, spec),
            )
            try:
                conductor.run()
            except Interrupted:
                meter.close()
                if answer is None:
                    _tell_status(store, campaign_id, as_json=as_json, ended=True)
                else:
                    answer(store, campaign_id)
                raise Interrupted(
                    "interrupted", f"Go on with: plimsoll campaign resume {store.path}"
                ) from None
            except PlimsollError:
                # What was measured is told all the same, as far as the store can still be read.
                meter.close()
                with contextlib.suppress(PlimsollError):
                    _tell_status(
                        store, campaign_id, as_json=as_json, ended=True, put_back=conductor.put_back
                    )
                raise
        if answer is not None:
            return answer(store, campaign_id)
        found = _tell_status(store, campaign_id, as_json=as_json)
    if spec.rounds is not None:
        from plimsoll.campaign.rounds import Progress

        return 0 if Progress(store, campaign_id, spec.rounds).ended_well() else 2
    valid = found.points.standing == found.points.total
    return 0 if valid and _answered(store, found) else 2


def _answered(store: Store, status: Status) -> bool:
    """Whether a study knows its answer, and every search has a rate to plan with."""
    from plimsoll.search.strategies import FACTORS, leaves

    if status.strategy == FACTORS:
        return status.factors is not None or not status.rows
    if leaves(status.strategy) != "line":
        return True
    from plimsoll.reports import first_screen
    from plimsoll.reports.request import Asked

    return first_screen.summary(Asked(store, (status.campaign,))).is_answer


def _jobs(asked: int | None, spec: Spec) -> int:
    """Points at a time. Raises UsageError for several on the real clock."""
    if not spec.campaign.virtual:
        if asked is not None and asked > 1:
            raise UsageError(
                f"--jobs {asked}: on the real clock Points would measure each other",
                "Leave it out: several at a time are for virtual = true.",
            )
        return 1
    return asked or len(os.sched_getaffinity(0))


def _tell_status(
    store: Store,
    campaign_id: int,
    *,
    as_json: bool,
    ended: bool = False,
    put_back: Collection[int] = (),
) -> Status:
    from plimsoll.campaign import status
    from plimsoll.cli.terminal.campaign import MOST_ROWS, line_words, print_status

    with store.snapshot():
        row = store.campaign(campaign_id)
        assert row is not None, "it was begun in this store"
        # Who ends a long campaign does not wait for a table that no terminal holds.
        rows = as_json or store.plans.far(campaign_id).points <= MOST_ROWS
        found = status.of(store, row, ended=ended, put_back=put_back, rows=rows)
        evidence = None
        if rows and found.state == "finished" and row.spec["campaign"].get("virtual"):
            from plimsoll.reports.evidence import described
            from plimsoll.reports.evidence.evidence import gather

            evidence = gather(store, campaign_id)
            found.same_by_construction = [one.to_json() for one in described.alike_of(evidence)]
    if as_json:
        screen.document(found.model_dump(by_alias=True))
    else:
        print_status(found, answers=line_words(store, found) if rows else None)
        if evidence is not None:
            screen.lines([*described.same_by_construction(evidence), *described.fitted([evidence])])
    return found


def _status(path: Path, number: int | None, name: str | None, *, as_json: bool) -> int:
    from plimsoll.campaign import loader
    from plimsoll.store import Store

    # Held no longer than it is read: whoever reads what is printed may take his time.
    with contextlib.closing(Store.open(path, create=False, read_only=True)) as opened:
        _tell_status(opened, loader.chosen(opened, number, name).id, as_json=as_json)
    return 0


def _stop(path: Path, number: int | None, name: str | None, *, as_json: bool) -> int:
    """Asks the process that runs it, and waits until it has ended."""
    from plimsoll.campaign import loader
    from plimsoll.store import Store

    with Store.open(path, create=False) as opened:
        row = loader.chosen(opened, number, name)
        if row.state == "running":
            opened.plans.wish_stop(row.id)
            until = time.monotonic() + STOPS_WITHIN_S
            while _is_running(opened, row):
                if time.monotonic() > until:
                    raise IoError(
                        f"campaign {row.id} was asked to stop and has not ended within"
                        f" {STOPS_WITHIN_S:.0f} s",
                        "It ends after the Run in progress; check with 'plimsoll campaign status'.",
                    )
                time.sleep(0.2)
        _tell_status(opened, row.id, as_json=as_json)
    return 0


def _is_running(store: Store, row: CampaignRow) -> bool:
    now = store.campaign(row.id)
    return now is not None and now.state == "running"


def _restore(
    path: Path, number: int | None, name: str | None, stands: _Stands, *, as_json: bool
) -> int:
    from plimsoll.campaign import loader, settings
    from plimsoll.store import Store

    with Store.open(path, create=False) as opened:
        chosen = loader.chosen(opened, number, name)
        # Without a number: whatever any campaign of this store left.
        of = None if number is None and name is None else chosen.id
        for row in opened.campaigns():
            if row.state == "running" and opened.plans.journalled(row.id) and of in (None, row.id):
                raise RefusedError(
                    f"campaign {row.id} is running with its settings changed",
                    f"It puts them back when it ends; end it with: plimsoll campaign stop {path}",
                )
        entries = opened.plans.journalled(of)
        came = settings.restore(opened, entries, stands.trust(opened, None, entries))
        if not as_json:
            screen.lines(
                [
                    f"restored: {entry.setting} of {entry.configuration} to '{entry.original}'"
                    for entry in came.done
                ]
            )
            if not entries:
                screen.lines(["nothing to restore"])
        else:
            _tell_status(opened, chosen.id, as_json=True)
        settings.raise_trouble(came, opened)
    return 0


def _refuse_empty(file: Path, action: str) -> None:
    """An empty file would be one in TOML without a single key; here it was meant as a store."""
    if file.is_file() and file.stat().st_size == 0:
        raise InputError(
            f"{file} is empty: it is neither a store nor a campaign's file",
            f"Give {action} the store that the campaign was run into, or the file that was run.",
        )


def _is_store(file: Path) -> bool:
    """Whether this is a store and not a campaign's file. What cannot be read is told by who reads
    it."""
    try:
        # A pipe that nobody writes to would hold whoever opens it.
        if not file.is_file():
            return False
        with file.open("rb") as opened:
            return opened.read(len(MAGIC)) == MAGIC
    except OSError:
        return False
