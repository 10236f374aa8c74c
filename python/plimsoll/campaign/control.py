"""What a user does with a campaign: begin it, resume it, stop it, restore its settings.

`begin` and `resume` give a `StoredCampaign`, which `conduct.py` runs.
Nothing here prints: what has to be said is in what is returned or raised.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from plimsoll.base.errors import IoError, RefusedError, UsageError
from plimsoll.campaign import confirmation, cost, loader, plan, resolution, settings
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
    from plimsoll.store.plans import Planned

    Join = Callable[[Path], Hosts]
    """Joins the hosts of a hosts file."""

STOPS_WITHIN_S = 120.0
"""How long `stop` waits for the campaign to end: for the drain of a Run and for settings to be put
back."""
STOP_POLL_S = 0.2


@dataclass(frozen=True)
class StoredCampaign:
    """A campaign in its store, and what this process may do for it."""

    store: Store
    number: int
    spec: Spec
    trust: Trust = field(default_factory=Trust.of_this_user)
    """What of the store may be run. The document was looked at before; entries of the journal are
    judged as they come."""
    identities: Identities | None = None
    """What the confirmed targets were when they were confirmed; None: what they are now. The store
    is not asked for it again, since others may write it meanwhile."""
    hosts: Hosts | None = None
    """The hosts that generate the load; None: this machine."""
    restored: set[int] = field(default_factory=set)
    """Entries of the journal that were put back, also where the store could not be told any
    more."""


@dataclass(frozen=True)
class CampaignRequest:
    """A campaign's file, and what the command line adds to it."""

    file: Path
    overrides: Sequence[str] = ()
    """KEY=VALUE, which win over the file."""
    confirmations: Sequence[str] = ()
    """Targets whose data may be lost, beside those that the file names."""
    hosts_file: Path | None = None
    sha256: str | None = None
    """Of the file, when it must have that digest."""
    refusals: Refusals = NOTHING_REFUSED


def read(request: CampaignRequest) -> Spec:
    """The campaign that was asked for. Raises what is refused, and what cannot be meant of its
    hosts."""
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
    """Raises UsageError when it asks for hosts that are not there, and for what cannot be
    collected."""
    path, asked = hosts_file_of(spec), spec.campaign
    collected = sources(asked.collect, asked.scrape, asked.collect_every, parse_span=parse_span)
    if path is not None or any(one.on is not None for one in collected):
        together.feature().check(spec, path)


def hosts_file_of(spec: Spec) -> Path | None:
    """The hosts file of a campaign; None where this machine generates the load."""
    return None if spec.campaign.hosts is None else Path(spec.campaign.hosts)


def points(spec: Spec) -> list[Planned]:
    """The Points of a campaign, each with the time that it is expected to take. Raises what cannot
    be meant, before anything runs."""
    made = cost.with_expected(spec, list(plan.points(spec)))
    resolution.check(spec, made)
    return made


def begin(
    store: Store,
    spec: Spec,
    points: Sequence[Planned],
    file: Path,
    *,
    refusals: Refusals,
    stop: Stop,
    hosts: Hosts | None,
) -> StoredCampaign:
    """Keeps a new campaign in a store, with what its targets are now."""
    trust = refusals.trust()
    if hosts is None:
        known, kept = confirmation.of(spec), None
    else:
        confirmed = spec.campaign.i_will_lose_the_data_on
        (hosts, kept), known = together.feature().begun(hosts, confirmed), {}
    number = loader.begin(store, spec, points, file, trust, stop, known, kept)
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
    """Continues a campaign of a store, once somebody stands for what it would do.

    `hosts_file` stands in the place of the one that it was begun with, `confirmations` are targets
    that are confirmed anew.
    """
    # Read once: what is judged is what is run.
    spec = _with_hosts_file(loader.spec_of(row), hosts_file)
    anew = [plan.absolute(Path.cwd(), name) for name in confirmations]
    known = confirmation.anew(loader.identities_of(row), spec, anew)
    mine = Trust.of_this_user().signed(store, row)
    trust = consent.trust(store, (row, spec), store.plans.journalled(row.id))
    # Joining a cluster is trusting it: not before somebody stands for it.
    path = hosts_file_of(spec)
    hosts = None if path is None else join(path)
    if hosts is not None:
        then = row.spec.get(together.KEPT)
        hosts, known = together.feature().resumed(hosts, then, spec, anew, mine=mine), {}
    elif not mine:
        # Somebody stood for it just now: for what the targets are, not for what the store says that
        # they were.
        known = confirmation.of(spec)
    store.plans.take(row.id)
    if hosts is None and known != loader.identities_of(row):
        loader.confirm(store, row, known, trust)
    return StoredCampaign(store, row.id, spec, trust, known, hosts)


def _with_hosts_file(spec: Spec, hosts_file: Path | None) -> Spec:
    if hosts_file is None:
        return spec
    if spec.campaign.hosts is None:
        raise UsageError(
            "this campaign loads from this machine, not from hosts", "Leave --hosts out."
        )
    named = spec.campaign.model_copy(update={"hosts": str(hosts_file.absolute())})
    return spec.model_copy(update={"campaign": named})


def stop(store: Store, row: CampaignRow) -> None:
    """Asks the process that runs a campaign to end it, and waits until it has."""
    if row.state != "running":
        return
    store.plans.wish_stop(row.id)
    until = time.monotonic() + STOPS_WITHIN_S
    while (now := store.campaign(row.id)) is not None and now.state == "running":
        if time.monotonic() > until:
            raise IoError(
                f"campaign {row.id} was asked to stop and has not ended within"
                f" {STOPS_WITHIN_S:.0f} s",
                "It ends after the Run in progress; check with 'plimsoll campaign status'.",
            )
        time.sleep(STOP_POLL_S)


def restore(store: Store, number: int | None, consent: Consent) -> tuple[list[JournalRow], RestoreResult]:
    """Restores the settings that a campaign left changed; without a number, those of every campaign
    of the store. Returns the entries of the journal and their outcome."""
    for row in store.campaigns():
        if row.state == "running" and store.plans.journalled(row.id) and number in (None, row.id):
            raise RefusedError(
                f"campaign {row.id} is running with its settings changed",
                f"It puts them back when it ends; end it with: plimsoll campaign stop {store.path}",
            )
    entries = store.plans.journalled(number)
    return entries, settings.restore(store, entries, consent.trust(store, None, entries))
