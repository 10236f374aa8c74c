"""The context of a campaign under way in this process: store, listeners, sessions, stop requests.

Nothing is decided here: `queue.py` chooses the Points, `point.py` and `preparation.py` run them.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, cast

from plimsoll.base.sentence import Sentence, store_text
from plimsoll.campaign import confirmation, plan
from plimsoll.campaign.confirmation import Identities
from plimsoll.campaign.run_recorder import CampaignKeeper, CounterKeeper
from plimsoll.campaign.spec import Spec
from plimsoll.campaign.trust import Trust
from plimsoll.native.listener import Listener
from plimsoll.native.session import Session, Stop, parse_span
from plimsoll.native.values import Progress, TargetValues
from plimsoll.store import PlannedPointRow, Store
from plimsoll.store.plans import Plans

if TYPE_CHECKING:
    from plimsoll.native.model import PointWorkload
    from plimsoll.native.record import ProbeRequest, SessionRequest, TargetIdentity
    from plimsoll.native.together import Hosts

STOP_POLL_S = 1.0
"""During a Run the store is polled this often for a stop request of another process."""


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


@dataclass
class Conductor(Listener):
    """A campaign under way in this process."""

    campaign: StoredCampaign
    stop: Stop
    listener: Listener
    counters: CounterKeeper | None = None
    listeners: Sequence[Listener] = ()
    """They get the Runs; `listener` also gets Points, steps and notes."""
    jobs: int = 1
    """Points on the virtual clock at a time."""
    clock: Callable[[], float] = time.monotonic
    _polled_s: float = 0.0

    @property
    def store(self) -> Store:
        """The store of the campaign."""
        return self.campaign.store

    @property
    def plans(self) -> Plans:
        """The planned Points of the store."""
        return self.campaign.store.plans

    @property
    def spec(self) -> Spec:
        """The campaign's document."""
        return self.campaign.spec

    @cached_property
    def command_limit_s(self) -> float:
        """Time limit of a command."""
        return parse_span(self.spec.campaign.command_limit)

    @cached_property
    def identities(self) -> Identities:
        """The identities of the targets on which data may be lost, from when they were
        confirmed."""
        confirmed = self.campaign.identities
        return confirmation.of(self.spec) if confirmed is None else confirmed

    def point(self, planned_point_id: int) -> PlannedPointRow:
        """The current row of a Point."""
        point = self.plans.point(planned_point_id)
        assert point is not None, "it is planned"
        return point

    def points(self) -> list[PlannedPointRow]:
        """The current rows of all Points."""
        return self.plans.points(self.campaign.number)

    def request(self, point: PlannedPointRow, workload: PointWorkload) -> SessionRequest:
        """The session request of a Point, with the confirmed identities of its targets."""
        request = plan.session_request(self.spec, point.target, workload)
        identities, paths = self.identities, TargetValues.of(point.target).paths
        mine = {path: identities[path] for path in paths if identities.get(path)}
        request["identities"] = cast("dict[str, TargetIdentity]", mine)
        request["confirmations"] = confirmation.existing_names(identities, self.spec)
        return request

    def open(self, keeper: CampaignKeeper, defaults: ProbeRequest, hosts: int | None) -> Session:
        """Opens the session whose Runs a recorder stores, on this machine or on the first `hosts`
        hosts of the campaign."""
        ensemble = self.campaign.hosts
        opener = Session.open if ensemble is None else ensemble.first(hosts).open
        return opener(
            keeper.session,
            defaults=defaults,
            keeper=keeper,
            stop=self.stop,
            listeners=[self, *self.listeners, self.listener],
        )

    def run_progress(self, now: Progress) -> None:
        """Polls the store for a stop request."""
        del now
        now_s = self.clock()
        if now_s - self._polled_s >= STOP_POLL_S:
            self._polled_s = now_s
            if self.plans.has_stop_request(self.campaign.number):
                self.stop.request()

    def check_stop(self) -> None:
        """Raises Interruption after a stop request, of this process or of another one."""
        if self.plans.has_stop_request(self.campaign.number):
            self.stop.request()
        self.stop.check()

    def event(self, words: str | Sentence) -> None:
        """Stores an event that a reader of the answer should know, and passes it to the
        listener."""
        number = self.store.add_event(self.campaign.number, None, "note", words)
        self.listener.note(words, number)

    def note_once(self, notes: Sequence[str | Sentence]) -> None:
        """Stores findings of opening a target (a sparse file, say), each once a campaign."""
        if not notes:
            return
        known = {event.stored for event in self.store.events(self.campaign.number)}
        for kept, words in {store_text(words): words for words in notes}.items():
            if kept not in known:
                self.event(words)
