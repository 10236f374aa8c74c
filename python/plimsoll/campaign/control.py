"""The actions of a user on a campaign: begin, resume, stop, restore settings.

`begin` and `resume` return a `StoredCampaign`, which `conduct.py` runs. Nothing here prints.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from plimsoll.base.errors import IoError, RefusedError, UsageError
from plimsoll.campaign import confirmation, cost, loader, plan, resolution, settings
from plimsoll.campaign.messages import message
from plimsoll.campaign.trust import NOTHING_REFUSED, Refusals, Trust
from plimsoll.collect import sources
from plimsoll.native import together
from plimsoll.native.session import parse_span

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from plimsoll.campaign.confirmation import Identities
    from plimsoll.campaign.settings import RestoreResult
    from plimsoll.campaign.spec import Spec
    from plimsoll.campaign.trust import Consent
    from plimsoll.native.session import Stop
    from plimsoll.native.together import Hosts
    from plimsoll.store import CampaignRow, JournalRow, Store
    from plimsoll.store.plans import PlannedPoint

    Join = Callable[[Path], Hosts]
    """Joins the hosts of a hosts file."""

STOPS_WITHIN_S = 120.0
"""`stop` waits this long for the drain of a Run and for settings to be restored."""
STOP_POLL_S = 0.2


@dataclass(frozen=True)
class StoredCampaign:
    """A campaign in its store, with the rights of this process."""

    store: Store
    number: int
    spec: Spec
    trust: Trust = field(default_factory=Trust.of_this_user)
    """Which commands of the store may run. The document was checked before; entries of the journal
    are checked as they come."""
    identities: Identities | None = None
    """Identities of the confirmed targets at that time; None: their current ones. They are not read
    from the store again, since others may write it meanwhile."""
    hosts: Hosts | None = None
    """The hosts that generate the load; None: this machine."""
    restored: set[int] = field(default_factory=set)
    """Ids of journal entries that were restored, also where the store could not be updated."""


@dataclass(frozen=True)
class CampaignRequest:
    """A campaign's file with the additions of the command line."""

    file: Path
    overrides: Sequence[str] = ()
    """KEY=VALUE; they override the file."""
    confirmations: Sequence[str] = ()
    """Targets whose data may be lost, in addition to those in the file."""
    hosts_file: Path | None = None
    sha256: str | None = None
    """Required digest of the file."""
    refusals: Refusals = NOTHING_REFUSED


def read(request: CampaignRequest) -> Spec:
    """The campaign of a request. Raises RefusedError and UsageError, also for invalid hosts."""
    spec = plan.read(
        request.file,
        request.overrides,
        request.confirmations,
        sha256=request.sha256,
        hosts=request.hosts_file,
    )
    request.refusals.check(spec, request.file)
    _check_hosts(spec)
    return spec


def _check_hosts(spec: Spec) -> None:
    """Raises UsageError for hosts that are missing, and for collectors that are not valid."""
    path, campaign = hosts_file_of(spec), spec.campaign
    collectors = sources(
        campaign.collect, campaign.scrape, campaign.collect_every, parse_span=parse_span
    )
    if path is not None or any(source.on is not None for source in collectors):
        together.feature().check(spec, path)


def hosts_file_of(spec: Spec) -> Path | None:
    """The hosts file of a campaign; None where this machine generates the load."""
    return None if spec.campaign.hosts is None else Path(spec.campaign.hosts)


def points(spec: Spec) -> list[PlannedPoint]:
    """The Points of a campaign with their expected times. Raises for invalid ones before anything
    runs."""
    planned = cost.with_expected_times(spec, list(plan.points(spec)))
    resolution.check(spec, planned)
    return planned


def begin(
    store: Store,
    spec: Spec,
    points: Sequence[PlannedPoint],
    file: Path,
    *,
    refusals: Refusals,
    stop: Stop,
    hosts: Hosts | None,
) -> StoredCampaign:
    """Stores a new campaign with the current identities of its targets."""
    trust = refusals.trust()
    if hosts is None:
        known, record = confirmation.of(spec), None
    else:
        confirmed = spec.campaign.i_will_lose_the_data_on
        (hosts, record), known = together.feature().record_hosts(hosts, confirmed), {}
    number = loader.begin(store, spec, points, file, trust, stop, known, record)
    return StoredCampaign(store, number, spec, trust, known, hosts)


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
    targets = [plan.absolute(Path.cwd(), name) for name in confirmations]
    known = confirmation.confirm_again(loader.identities_of(row), spec, targets)
    mine = Trust.of_this_user().is_signed(store, row)
    trust = consent.trust(store, (row, spec), store.plans.journal_entries(row.id))
    # Joining a cluster means trusting it, so the check above comes first.
    path = hosts_file_of(spec)
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
        loader.confirm(store, row, known, trust)
    return StoredCampaign(store, row.id, spec, trust, known, hosts)


def _with_hosts_file(spec: Spec, hosts_file: Path | None) -> Spec:
    if hosts_file is None:
        return spec
    if spec.campaign.hosts is None:
        raise UsageError(message("hosts-not-used"), message("hosts-not-used-now"))
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
                message("stop-late", campaign=row.id, limit=f"{STOPS_WITHIN_S:.0f}"),
                message("stop-late-now"),
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
                message("settings-in-use", campaign=row.id),
                message("settings-in-use-now", store=store.path),
            )
    entries = store.plans.journal_entries(number)
    return entries, settings.restore(store, entries, consent.trust(store, None, entries))
