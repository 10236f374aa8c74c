"""Campaigns from a file, as their verbs and `suite run` have them: begin, conduct, resume, stop,
and restore settings.

`begin` and `resume` return a `StoredCampaign`, which `conduct` runs on a bench. Nothing here
prints.
"""

from __future__ import annotations

import contextlib
import json
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from plimsoll.base.errors import Interruption, IoError, PlimsollError, RefusedError, UsageError
from plimsoll.base.version import __version__
from plimsoll.campaign import conduct as conducting
from plimsoll.campaign import confirmation, disks, loader, settings
from plimsoll.campaign.conductor import StoredCampaign
from plimsoll.campaign.run_recorder import counter_keeper
from plimsoll.campaign.trust import NOTHING_REFUSED, Trust, of_spec
from plimsoll.library.bench import host_sources, warning_of_place
from plimsoll.library.messages import message
from plimsoll.native import together
from plimsoll.native.session import parse_objective, require_clock
from plimsoll.store import Store
from plimsoll.store.rows import DISKS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from plimsoll.campaign.confirmation import Identities
    from plimsoll.campaign.settings import RestoreResult
    from plimsoll.campaign.spec import Spec
    from plimsoll.campaign.status import Status
    from plimsoll.campaign.trust import Consent, Refusals
    from plimsoll.library.bench import Bench
    from plimsoll.native.listener import Listener
    from plimsoll.native.session import Stop
    from plimsoll.native.together import Hosts
    from plimsoll.store import CampaignRow, JournalRow
    from plimsoll.store.plans import PlannedPoint

    Join = Callable[[Path], Hosts]
    """Joins the hosts of a hosts file."""
    Progress = Callable[[StoredCampaign], Listener]
    """Makes the listener that shows how a campaign goes, when its Points are about to run."""

STOPS_WITHIN_S = 120.0
"""`stop` waits this long for the drain of a Run and for settings to be restored."""
STOP_POLL_S = 0.2


@dataclass(frozen=True)
class CampaignOutcome:
    """A campaign that was conducted. Its store is still open."""

    campaign: StoredCampaign
    error: PlimsollError | None = None
    """The interruption or the error that ended it early. The caller raises it after it has shown
    what was measured."""

    def exit_code(self, status: Status) -> int:
        """0 where every Point is valid and the result of the strategy is known, 2 where not."""
        from plimsoll.campaign import designs as designed
        from plimsoll.campaign.rounds import RoundTracker
        from plimsoll.search.strategies import leaves

        store, number, spec = self.campaign.store, self.campaign.number, self.campaign.spec
        if spec.rounds is not None:
            return 0 if RoundTracker(store, number, spec.rounds).ended_well() else 2
        if status.points.standing != status.points.total:
            return 2
        if designed.of(status.strategy) is not None:
            return 0 if status.factors is not None or not status.rows else 2
        if leaves(status.strategy) != "line":
            return 0
        from plimsoll.report import first_screen
        from plimsoll.report.request import ReportRequest

        return 0 if first_screen.summary(ReportRequest(store, (number,))).is_answer else 2


@contextlib.contextmanager
def run_new(
    bench: Bench,
    spec: Spec,
    points: Sequence[PlannedPoint],
    file: Path,
    path: Path,
    *,
    refusals: Refusals,
    progress: Progress,
    jobs: int,
) -> Iterator[CampaignOutcome]:
    """Begins a campaign in the store at `path` and conducts it. The store is open until the context
    ends. Listeners of the bench are told where the store lies on a target, and where a kill would
    cost a confirmation."""
    require_clock(virtual=spec.campaign.virtual)
    with Store.open(path) as store:
        targets = [name for target in spec.all_targets for name in target.paths]
        if bench.hosts is None and (warning := warning_of_place(path, targets)):
            bench.note(warning)
        campaign = begin(
            store, spec, points, file, refusals=refusals, stop=bench.stop, hosts=bench.hosts
        )
        if campaign.trust.trouble and of_spec(spec):
            bench.note(
                message(
                    "commands-not-signed",
                    why=campaign.trust.trouble.rstrip("."),
                    file=file,
                    path=path,
                )
            )
        yield conduct(bench, campaign, progress, jobs=jobs)


def begin(
    store: Store,
    spec: Spec,
    points: Sequence[PlannedPoint],
    file: Path,
    *,
    refusals: Refusals = NOTHING_REFUSED,
    stop: Stop | None = None,
    hosts: Hosts | None = None,
) -> StoredCampaign:
    """Stores a new campaign with its plan and the current identities of its targets, on each of
    the `hosts` that generate the load. The document is signed where it has commands
    (`campaign/trust.py`).

    Raises RefusedError while settings of an earlier campaign are not restored, since they would be
    taken for the original ones; Interruption, with nothing stored, after a stop request.
    """
    changed = store.plans.journal_entries()
    if changed and spec.configuration:
        first = changed[0]
        raise RefusedError(
            *message.refusal(
                "setting-not-restored",
                campaign=first.campaign_id,
                setting=first.setting,
                original=first.original,
                store=store.path,
            )
        )
    trust, campaign = refusals.trust(), spec.campaign
    if hosts is None:
        known, record = confirmation.of(spec), None
    else:
        confirmed = campaign.i_will_lose_the_data_on
        (hosts, record), known = together.feature().record_hosts(hosts, confirmed), {}
    text = json.dumps(_document(spec, file, known, record))
    number = store.begin_campaign(
        loader.KIND,
        None if campaign.whole_objective is None else parse_objective(campaign.whole_objective),
        campaign.strategy,
        campaign.seed,
        text,
        version=__version__,
        planned=points if stop is None else _stoppable(points, stop),
        # Signed as it will be read back.
        sign=trust.signs_document(json.loads(text)) if of_spec(spec) else None,
    )
    return StoredCampaign(store, number, spec, trust, known, hosts)


def _document(
    spec: Spec, file: Path, known: Identities, hosts: Mapping[str, object] | None
) -> dict[str, object]:
    """The stored document of a campaign: its file, and the identities of targets and hosts."""
    document: dict[str, object] = spec.model_dump(mode="json", exclude_defaults=True)
    document["file"] = str(file)
    if known:
        document[loader.IDENTITIES] = known
    if beneath := disks.of(spec):
        document[DISKS] = beneath
    if spec.design is not None:
        document[spec.design.KEY] = spec.design.design_document(spec)
    if hosts is not None:
        document[together.KEPT] = hosts
    return document


def _stoppable(points: Sequence[PlannedPoint], stop: Stop) -> Iterator[PlannedPoint]:
    for place, point in enumerate(points):
        if place % 1000 == 0:
            stop.check()
        yield point


def conduct(
    bench: Bench, campaign: StoredCampaign, progress: Progress, *, jobs: int
) -> CampaignOutcome:
    """Runs the pending Points, `jobs` at a time, while the counters are collected. The outcome has
    the interruption or error that ended it early."""
    store, spec = campaign.store, campaign.spec
    sources = host_sources(spec.sources, spec.hosts_file)
    listener = progress(campaign)
    error: PlimsollError | None = None
    with replace(bench, hosts=campaign.hosts).collectors(sources) as collectors:
        try:
            conducting.conduct(
                campaign,
                bench.stop,
                listener,
                counters=counter_keeper(store, campaign.number, collectors),
                listeners=bench.observers,
                jobs=jobs,
            )
        except Interruption:
            again = message("resume-advice", store=store.path)
            error = Interruption("interrupted", again)
        except PlimsollError as trouble:
            error = trouble
    return CampaignOutcome(campaign, error)


def resume(
    store: Store,
    row: CampaignRow,
    consent: Consent,
    *,
    hosts_file: Path | None,
    confirmations: Sequence[str],
    join: Join,
) -> StoredCampaign:
    """Continues a campaign of a store, once its commands are trusted.

    `hosts_file` replaces the hosts file of the campaign; `confirmations` are targets that are
    confirmed again.
    """
    # Read once, so that the checked document is the one that runs.
    spec = _with_hosts_file(loader.spec_of(row), hosts_file)
    require_clock(virtual=spec.campaign.virtual)
    targets = [loader.absolute(Path.cwd(), name) for name in confirmations]
    known = confirmation.confirm_again(loader.identities_of(row), spec, targets)
    mine = Trust.of_this_user().is_signed(store, row)
    trust = consent.trust(store, (row, spec), store.plans.journal_entries(row.id))
    # Joining a cluster means trusting it, so the check above comes first.
    path = spec.hosts_file
    hosts = None if path is None else join(path)
    if hosts is not None:
        then = row.spec.get(together.KEPT)
        hosts, known = together.feature().resume_hosts(hosts, then, spec, targets, mine=mine), {}
    elif not mine:
        # The user has just confirmed the targets as they are now, not as an unsigned store has
        # them.
        known = confirmation.of(spec)
    store.plans.take(row.id)
    if hosts is None and known != loader.identities_of(row):
        document = {**row.spec, loader.IDENTITIES: known}
        store.change_document(row.id, json.dumps(document), trust.signs_document(document))
    return StoredCampaign(store, row.id, spec, trust, known, hosts)


def _with_hosts_file(spec: Spec, hosts_file: Path | None) -> Spec:
    if hosts_file is None:
        return spec
    if spec.campaign.hosts is None:
        raise UsageError(*message.refusal("hosts-not-used"))
    campaign = spec.campaign.model_copy(update={"hosts": str(hosts_file.absolute())})
    return spec.model_copy(update={"campaign": campaign})


def stop(store: Store, row: CampaignRow) -> None:
    """Requests a stop from the process that runs a campaign, and waits for its end."""
    if row.state != "running":
        return
    store.plans.request_stop(row.id)
    until = time.monotonic() + STOPS_WITHIN_S
    while (now := store.campaign(row.id)) is not None and now.state == "running":
        if time.monotonic() > until:
            raise IoError(
                *message.refusal("stop-late", campaign=row.id, limit=f"{STOPS_WITHIN_S:.0f}")
            )
        time.sleep(STOP_POLL_S)


def restore(
    store: Store, number: int | None, consent: Consent
) -> tuple[list[JournalRow], RestoreResult]:
    """Restores the settings that a campaign, or without a number every campaign of the store, left
    changed. Returns the journal's entries and the result."""
    for row in store.campaigns():
        if (
            row.state == "running"
            and store.plans.journal_entries(row.id)
            and number in (None, row.id)
        ):
            raise RefusedError(
                *message.refusal("settings-in-use", campaign=row.id, store=store.path)
            )
    entries = store.plans.journal_entries(number)
    return entries, settings.restore(store, entries, consent.trust(store, None, entries))
