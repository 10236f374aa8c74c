"""The process that conducts a campaign: what it works with, who hears of it, how its sessions are
opened, and whether somebody wishes that it ends.

Nothing is decided here: which Points run and when is in `queue.py`, what happens around one in
`point.py` and `preparation.py`.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, cast

from plimsoll.campaign import confirmation, plan
from plimsoll.native.listener import Listener
from plimsoll.native.session import Session, parse_span

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from plimsoll.campaign.confirmation import Identities
    from plimsoll.campaign.control import StoredCampaign
    from plimsoll.campaign.run_recorder import CampaignKeeper, CounterKeeper
    from plimsoll.campaign.spec import Spec
    from plimsoll.native.model import ProbeRequest, Progress, SessionRequest, WorkloadAsked
    from plimsoll.native.record import TargetIdentity
    from plimsoll.native.session import Stop
    from plimsoll.store import PlannedPointRow, Store
    from plimsoll.store.plans import Plans

STOP_POLL_S = 1.0
"""How often a Run under way asks the store whether another process wishes that this one ends."""


@dataclass
class Conductor(Listener):
    """A campaign under way in this process."""

    campaign: StoredCampaign
    stop: Stop
    told: Listener
    counters: CounterKeeper | None = None
    listeners: Sequence[Listener] = ()
    """Who hears its Runs beside `told`, which also hears of Points, steps and notes."""
    jobs: int = 1
    """Points on the virtual clock at a time."""
    clock: Callable[[], float] = time.monotonic
    _asked_store_s: float = 0.0

    @property
    def store(self) -> Store:
        """The store that keeps the campaign."""
        return self.campaign.store

    @property
    def plans(self) -> Plans:
        """The planned Points of the store."""
        return self.campaign.store.plans

    @property
    def spec(self) -> Spec:
        """What was asked."""
        return self.campaign.spec

    @cached_property
    def command_limit_s(self) -> float:
        """How long a command may take."""
        return parse_span(self.spec.campaign.command_limit)

    @cached_property
    def identities(self) -> Identities:
        """What the targets on which data may be lost were when they were confirmed."""
        known = self.campaign.identities
        return confirmation.of(self.spec) if known is None else known

    def point(self, planned_point_id: int) -> PlannedPointRow:
        """A Point as the store has it now."""
        point = self.plans.point(planned_point_id)
        assert point is not None, "it is planned"
        return point

    def points(self) -> list[PlannedPointRow]:
        """Every Point as the store has it now."""
        return self.plans.points(self.campaign.number)

    def request(self, point: PlannedPointRow, workload: WorkloadAsked) -> SessionRequest:
        """What a session is asked for a Point, with what its targets were when they were
        confirmed."""
        request = plan.session_request(self.spec, point.target, workload)
        known = self.identities
        confirmed = {path: known[path] for path in plan.paths(point.target) if known.get(path)}
        request["identities"] = cast("dict[str, TargetIdentity]", confirmed)
        request["confirmations"] = confirmation.leave(known, self.spec)
        return request

    def open(
        self,
        request: SessionRequest,
        keeper: CampaignKeeper,
        defaults: ProbeRequest,
        hosts: int | None,
    ) -> Session:
        """Opens a session on this machine, or over the first so many hosts of the campaign."""
        several = self.campaign.hosts
        opener = Session.open if several is None else several.first(hosts).open
        return opener(
            request,
            defaults=defaults,
            keeper=keeper,
            stop=self.stop,
            listeners=[self, *self.listeners, self.told],
        )

    def run_progress(self, now: Progress) -> None:
        """Asks the store now and then, while a Run is under way, whether to end."""
        del now
        now_s = self.clock()
        if now_s - self._asked_store_s >= STOP_POLL_S:
            self._asked_store_s = now_s
            if self.plans.stop_wished(self.campaign.number):
                self.stop.ask()

    def check_stop(self) -> None:
        """Raises Interrupted when somebody, here or in another process, wishes that it ends."""
        if self.plans.stop_wished(self.campaign.number):
            self.stop.ask()
        self.stop.check()

    def event(self, words: str) -> None:
        """Keeps and tells something that a reader of the answer should know."""
        number = self.store.add_event(self.campaign.number, None, "note", words)
        self.told.note(words, number)

    def note_once(self, notes: list[str]) -> None:
        """Keeps and tells what was seen of a target when it was opened (it is sparse, say), once in
        a campaign."""
        if not notes:
            return
        known = {event.text for event in self.store.events(self.campaign.number)}
        for words in dict.fromkeys(notes):
            if words not in known:
                self.event(words)
