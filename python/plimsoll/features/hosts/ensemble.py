"""Several hosts as one: what `execute.Session` drives in the place of the native side, so that a
search, a check or a campaign does not know how many hosts it loads.

A Run: the spec is resolved once, by the first host; each host has as many of its workers as the
hosts file gives it. Clocks are compared, one instant is chosen for all, and every host is asked
for its part with that instant on its own clock. Until the parts are over they are handed over every
`POLL_S` (of many hosts less often) and merged and judged here (`execute.Coordinator`); when the
stop rule has decided, all hosts are told the same end of Measure. Clocks are compared once more,
and the record is made.

A host that fails to answer is lost. Its load ends by itself (its lease), and as was asked the Run
ends (`failed`, by its name) or goes on with the others; its share is offered to nobody else.
"""

from __future__ import annotations

import json
import math
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal, TypeVar

from plimsoll.base.errors import IoError, LateStartError
from plimsoll.features.hosts import clocks, generator
from plimsoll.features.hosts.fleet import FEW, Gone, NoAnswer, named_error
from plimsoll.features.hosts.generator import Generator, Handed
from plimsoll.features.hosts.telemetry import Telemetry
from plimsoll.native.model import ProbeValues
from plimsoll.native.session import POLL_S, Coordinator

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from plimsoll.features.hosts.clocks import Offset
    from plimsoll.features.hosts.fleet import Fleet
    from plimsoll.native.listener import SealedInterval
    from plimsoll.native.model import ProbeRequest, SessionInfo, SessionRequest
    from plimsoll.native.record import RunSpec
    from plimsoll.native.session import ProbeResult

LEAD_S = 0.3
"""From the choice of the common start to that start; doubled when a host hears of it too late."""
TRIES = 4
SEALED_S = 0.15
"""After the end of an interval every host has sealed and merged its own, on a machine that is
busy."""
MANY_POLL_S = 1.0
"""Of few hosts (FEW) parts are fetched every POLL_S. Of more once an interval, or once in this time
where those are shorter, right after they were sealed: a call through Ray costs the coordinator some
0.3 ms, more than to merge what it brings."""
NOTICE_S = 0.4
"""An end of Measure is told so long before it comes: longer than a poll and a call take."""

MOST_OUTSTANDING = 1 << 16
"""Over all hosts."""

OnLoss = Literal["end", "go_on"]
T = TypeVar("T")


@dataclass(frozen=True)
class Member:
    """A host of the ensemble."""

    name: str
    request: SessionRequest
    """What is opened there."""
    weight: int = 1
    """Workers there for each worker that is asked for: its share of the load."""


@dataclass
class _Run:
    """A Run under way."""

    coordinator: Coordinator
    start: int
    """On our clock, ns."""
    there: list[int]
    """The hosts that take part."""
    before: Mapping[int, Offset]
    planned_ns: int
    """From the start to the planned end of Measure."""
    warmup_ns: int
    interval_ns: int
    left: dict[int, tuple[bytes, str]] = field(default_factory=dict)
    """What hosts left that have ended."""
    ended: bool = False
    """The stop rule has decided, and all were told."""
    stopped: bool = False
    heard_s: float = field(default_factory=time.monotonic)
    """When all hosts that are under way had answered for the last time."""
    under_way: list[int] = field(init=False)

    def __post_init__(self) -> None:
        self.under_way = list(self.there)


@dataclass
class Ensemble:
    """See the module. Made by `opened`; `session` gives what a search drives."""

    fleet: Fleet
    members: tuple[Member, ...]
    infos: tuple[SessionInfo, ...]
    on_loss: OnLoss = "end"
    lost: dict[int, str] = field(default_factory=dict)
    """The hosts that are lost, by number, and why."""
    whole: tuple[int, int] | None = None
    """Where each host has a part of one working set: first byte and bytes of all of it."""
    lease_s: float = generator.LEASE_S
    """Without a word for so long a host stops its load."""
    telemetry: Telemetry = field(default_factory=Telemetry)
    """Where what hosts tell beside their load goes."""
    _coordinator: Coordinator | None = None
    _measure_started_ns: int = 0
    """Of the Run under way, or of the newest, on our clock."""
    _over: bool = False
    """Whether all of its intervals can be fetched."""
    _stopping: threading.Event = field(default_factory=threading.Event)

    @staticmethod
    def opened(
        fleet: Fleet,
        members: Sequence[Member],
        *,
        on_loss: OnLoss = "end",
        lease_s: float = generator.LEASE_S,
        telemetry: Telemetry | None = None,
    ) -> Ensemble:
        """Opens the target of every host. Raises what the first host that cannot open its own says,
        by its name; those that could are closed again."""
        requests = {host: (member.request,) for host, member in enumerate(members)}
        infos = []
        for host, answer in fleet.ask_all(Generator.open, requests).items():
            if isinstance(answer, NoAnswer):
                fleet.ask_all(Generator.close, dict.fromkeys(requests, ()))
                raise named_error(members[host].name, answer, "the target was not opened: ")
            infos.append(answer)
        return Ensemble(
            fleet,
            tuple(members),
            tuple(infos),
            on_loss,
            lease_s=lease_s,
            telemetry=telemetry or Telemetry(),
        )

    @property
    def info(self) -> SessionInfo:
        """What is under test: the first host's target, by whose workload the Runs are planned."""
        takes = [most for info in self.infos if (most := info["most_workers"]) is not None]
        return {**self.infos[0], "most_workers": min(takes) if takes else None}

    # What `execute.Driver` asks for.

    def probe(self, request: str, /) -> ProbeResult:
        """One Run on all hosts."""
        self._stopping.clear()
        if self.lost:
            named = ", ".join(self.members[host].name for host in sorted(self.lost))
            raise IoError(
                f"{named}: lost in an earlier Run",
                "Bring the host back, or take it out of the hosts file.",
            )
        hosts = list(range(len(self.members)))
        probe, workers = self._for_all(request, hosts)
        self._sum_queues(probe, workers)
        return self._run(probe, self._resolve_spec(probe), hosts, workers)

    def memory_bytes(self, request: str, /) -> int:
        """Memory that a Run will take on the host that it takes most of."""
        hosts = self._there()
        probe, _ = self._for_all(request, hosts)
        given = dict.fromkeys(hosts, (json.dumps(probe),))
        return max(self._answers(Generator.memory_bytes, given))

    def poll(self) -> Sequence[SealedInterval]:
        """Intervals of all hosts."""
        coordinator = self._coordinator
        if coordinator is None:
            return ()
        over = self._over
        intervals = [
            replace(sealed, workers=self.telemetry.interval(sealed, self._measure_started_ns))
            for sealed in coordinator.poll()
        ]
        if over:
            self.telemetry.finish()
        return intervals

    def progress(self) -> str:
        """How far the Run is."""
        coordinator = self._coordinator
        if coordinator is None:
            return json.dumps(
                {"phase": "idle", "elapsed_s": 0, "limit_s": 0, "achieved_rate_per_s": 0}
            )
        return coordinator.progress()

    def stop(self) -> None:
        """Ends the Run under way, on all hosts."""
        self._stopping.set()

    def close(self) -> None:
        """Gives all targets back."""
        self.fleet.ask_all(Generator.close, dict.fromkeys(self._there(), ()))

    # A Run.

    def _pause_s(self, run: _Run, elapsed_ns: int) -> float:
        """Until parts are fetched the next time."""
        if len(self.members) <= FEW:
            return POLL_S
        period_ns = run.interval_ns * math.ceil(MANY_POLL_S * 1e9 / run.interval_ns)
        # Intervals lie on a grid from the start of Measure.
        first_ns = run.warmup_ns % run.interval_ns + round(SEALED_S * 1e9)
        passed = (elapsed_ns - first_ns) // period_ns
        return (first_ns + (passed + 1) * period_ns - elapsed_ns) / 1e9

    def _there(self) -> list[int]:
        return [host for host in range(len(self.members)) if host not in self.lost]

    def _require(self, host: int, answer: T | NoAnswer) -> T:
        """An answer that has to be one. Raises by the host's name."""
        if isinstance(answer, NoAnswer):
            if isinstance(answer, Gone):
                self.lost[host] = answer.why
            raise named_error(self.members[host].name, answer)
        return answer

    def _answers(
        self, method: Callable[..., T], arguments: Mapping[int, tuple[object, ...]]
    ) -> list[T]:
        """The answers of these hosts. Raises when one has none."""
        answers = self.fleet.ask_all(method, arguments)
        return [self._require(host, answer) for host, answer in answers.items()]

    def _for_all(self, request: str, hosts: Sequence[int]) -> tuple[ProbeRequest, list[int]]:
        """The request with the workers of all hosts, and how many each has."""
        probe: ProbeRequest = json.loads(request)
        each = ProbeValues.of(probe).workers or 1
        workers = [each * self.members[host].weight for host in hosts]
        probe["workers"] = sum(workers)
        if ProbeValues.of(probe).seed is None:
            probe["seed"] = time.time_ns() & ((1 << 53) - 1)
        return probe, workers

    def _sum_queues(self, probe: ProbeRequest, workers: Sequence[int]) -> None:
        """Gives an open load the in-flight cap that is the sum of what each host would choose by
        itself: what the disks of one host queue bounds that host alone."""
        values = ProbeValues.of(probe)
        open_loop = values.rate is not None or values.rate_profile is not None
        if not open_loop or values.max_outstanding is not None:
            return
        of_each = {
            host: (json.dumps({**probe, "workers": count}),) for host, count in enumerate(workers)
        }
        cap = 0
        for text in self._answers(Generator.resolved, of_each):
            spec: RunSpec = json.loads(text)
            assert spec["load"]["kind"] == "open", "it has a rate"
            cap += spec["load"]["max_outstanding"]
        probe["max_outstanding"] = min(cap, MOST_OUTSTANDING)

    def _resolve_spec(self, probe: ProbeRequest) -> RunSpec:
        """The spec of a Run of all hosts, by the first of them."""
        answer = self.fleet.ask_one(0, Generator.resolved, json.dumps(probe))
        spec: RunSpec = json.loads(self._require(0, answer))
        if self.whole is not None:
            workload = spec["workload"]
            workload["working_set_offset_bytes"], workload["working_set_bytes"] = self.whole
        return spec

    def _run(
        self, probe: ProbeRequest, spec: RunSpec, hosts: list[int], workers: list[int]
    ) -> ProbeResult:
        phases = spec["phases"]
        planned_ns = phases["warmup_ns"] + phases["measure_ns"]
        self._over = False
        self.telemetry.begin(
            self.fleet,
            [member.name for member in self.members],
            planned_ns // max(1, phases["interval_ns"]),
        )
        before = self._offsets(hosts)
        coordinator = self._coordinator = Coordinator(
            json.dumps(spec),
            [
                {
                    "name": self.members[host].name,
                    "workers": count,
                    "target": self.infos[host]["target"]["name"],
                }
                for host, count in zip(hosts, workers, strict=True)
            ],
        )
        start = self._start(probe, hosts, workers, before)
        self._measure_started_ns = start + phases["warmup_ns"]
        run = _Run(
            coordinator,
            start,
            hosts,
            before,
            planned_ns,
            phases["warmup_ns"],
            phases["interval_ns"],
        )
        renewing = self._renew(run)
        try:
            left = self._coordinate(run)
        finally:
            renewing.set()
        # Those that are left; who was lost has a clock that nobody reads any more.
        after = clocks.offsets(self.fleet) if not self.lost else [None] * len(self.members)
        clock = [_clock(before[host], after[host]) for host in hosts]
        # Not let go afterwards: its last intervals are fetched when this has returned.
        result = coordinator.finish(list(zip(left, clock, strict=True)), self._measure_started_ns)
        self._over = True
        return result

    def _renew(self, run: _Run) -> threading.Event:
        """Renews the leases of all hosts that are under way, until the event is set: one that is
        slow to answer must not let the others' run out."""
        over = threading.Event()
        # Being asked for parts renews it, too.
        quarter_s = self.lease_s / 4

        def renew() -> None:
            while not over.wait(quarter_s):
                if time.monotonic() - run.heard_s >= quarter_s:
                    self.fleet.tell_all(Generator.renew, tuple(run.under_way))

        threading.Thread(target=renew, name="plimsoll-renew", daemon=True).start()
        return over

    def _offsets(self, hosts: Sequence[int]) -> dict[int, Offset]:
        found = clocks.offsets(self.fleet)
        silent = Gone("its clock was asked for, and it did not answer")
        return {host: self._require(host, found[host] or silent) for host in hosts}

    def _start(
        self,
        probe: ProbeRequest,
        hosts: list[int],
        workers: list[int],
        before: Mapping[int, Offset],
    ) -> int:
        """Asks every host for its part, all from one instant: that instant on our clock."""
        lead = LEAD_S
        for attempt in range(TRIES):
            start = time.monotonic_ns() + round(lead * 1e9)
            parts: dict[int, tuple[str]] = {}
            first = 0
            for host, count in zip(hosts, workers, strict=True):
                part: ProbeRequest = {
                    **probe,
                    "segment": {
                        "first_worker": first,
                        "workers": count,
                        "start_ns": start + before[host].ns,
                    },
                }
                parts[host] = (json.dumps(part),)
                first += count
            answers = self.fleet.ask_all(Generator.start, parts)
            # One that heard of it too late says so before the others begin.
            late = [host for host in hosts if isinstance(answers[host], LateStartError)]
            for host in hosts:
                if host not in late and answers[host] is not None:
                    self._abandon(hosts)
                    self._require(host, answers[host])
            if not late:
                return start
            self._abandon(hosts)
            if attempt + 1 == TRIES:
                raise IoError(
                    f"{self.members[late[0]].name}: told to start {lead:.1f} s ahead, but heard of"
                    " it too late",
                    "The host or the network to it is overloaded: plimsoll hosts doctor.",
                )
            lead *= 2
        raise AssertionError

    def _abandon(self, hosts: list[int]) -> None:
        """Ends what was begun, and throws it away. What is over already is not stopped: the wish
        would be the next Run's."""
        self.fleet.ask_all(Generator.stop, dict.fromkeys(hosts, ()))
        open_ = list(hosts)
        while open_:
            answers = self.fleet.hand_over(open_).items()
            open_ = [
                host for host, handed in answers if isinstance(handed, Handed) and not handed.over
            ]
            if open_:
                time.sleep(POLL_S / 4)

    def _coordinate(self, run: _Run) -> list[tuple[bytes, str] | None]:
        """Carries parts until every host has ended: what each left; None of one that was lost."""
        while run.under_way:
            time.sleep(self._pause_s(run, time.monotonic_ns() - run.start))
            self._carry(run, self.fleet.hand_over(run.under_way))
            run.heard_s = time.monotonic()
            elapsed = time.monotonic_ns() - run.start
            wants = run.coordinator.merge(elapsed)
            # A host whose part ended before it was to (an error) ends those of all.
            early = len(run.left) > 0 and elapsed < run.planned_ns
            lost = bool(self.lost) and self.on_loss == "end"
            if run.stopped:
                continue
            if self._stopping.is_set() or lost or (early and not run.ended):
                run.stopped = True
                run.coordinator.end_measure(elapsed)
                self.fleet.ask_all(Generator.stop, dict.fromkeys(run.under_way, ()))
            elif wants and not run.ended:
                run.ended = True
                self._end_measure(run, elapsed + round(NOTICE_S * 1e9))
        return [run.left.get(host) for host in run.there]

    def _carry(self, run: _Run, answers: Mapping[int, Handed | NoAnswer]) -> None:
        """Hands on what each host that is under way has handed over."""
        for number, host in enumerate(run.there):
            answer = answers.get(host)
            if answer is None:
                continue
            if isinstance(answer, Handed):
                self.telemetry.brought(
                    self.members[host].name, answer.loads, answer.collected, run.before[host].ns
                )
                run.coordinator.parts(number, answer.parts)
                if answer.left is not None and answer.failed is None:
                    run.under_way.remove(host)
                    run.left[host] = answer.left
                if answer.failed is None:
                    continue
            run.under_way.remove(host)
            self._lose(host, answer)
            run.coordinator.lost(number, self.lost[host], ends=self.on_loss == "end")

    def _end_measure(self, run: _Run, at: int) -> None:
        """Measure ends so long after the start, on all hosts."""
        run.coordinator.end_measure(at)
        ends = {host: (run.start + at + run.before[host].ns,) for host in run.under_way}
        self.fleet.ask_all(Generator.end_measure, ends)

    def _lose(self, host: int, answer: Handed | NoAnswer) -> None:
        why = answer.failed if isinstance(answer, Handed) else answer
        self.lost[host] = why.why if isinstance(why, Gone) else str(why)
        self.telemetry.end_host(self.members[host].name, self.lost[host])


def _clock(before: Offset, after: Offset | None) -> dict[str, int]:
    """As `HostClock` of the record has it."""
    drift = 0 if after is None else after.ns - before.ns
    bound = before.bound_ns if after is None else max(before.bound_ns, after.bound_ns)
    return {
        "offset_ns": before.ns,
        "offset_bound_ns": bound,
        "drift_ns": drift,
        # Offsets differ by the errors of both even if no clock drifts.
        "start_skew_bound_ns": before.bound_ns,
    }
