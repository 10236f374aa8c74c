"""Several hosts as one driver of `execute.Session`, so that searches, checks and campaigns need not
know the number of hosts.

The first host resolves the spec of a Run; each host gets its share of the workers. After a
comparison of clocks every host starts its part at one instant, on its own clock. The parts are
fetched every `POLL_S` (of many hosts less often), merged and judged here (`execute.Coordinator`);
when the stop rule decides, all hosts get the same end of Measure. A second comparison of clocks
completes the record.

A host that does not answer is lost. Its lease ends its load, and the Run fails with its name or
goes on with the others, as configured; no other host takes over its share.
"""

from __future__ import annotations

import json
import math
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal, TypeVar

from plimsoll.base.errors import IoError, LateStartError
from plimsoll.features.hosts import clocks, generator
from plimsoll.features.hosts.clocks import Offset
from plimsoll.features.hosts.fleet import DIRECT_HOSTS, Fleet, HostLoss, NoAnswer, named_error
from plimsoll.features.hosts.generator import Generator, Handover
from plimsoll.features.hosts.messages import message
from plimsoll.features.hosts.telemetry import Telemetry
from plimsoll.native.listener import SealedInterval
from plimsoll.native.session import POLL_S, Coordinator, ProbeResult
from plimsoll.native.values import ProbeValues

if TYPE_CHECKING:
    from plimsoll.native.model import SessionInfo
    from plimsoll.native.record import ProbeRequest, RunSpec, SessionRequest

LEAD_S = 0.3
"""Lead of the common start; doubled when a host receives it too late, up to 19 s."""
TRIES = 7
SEAL_S = 0.15
"""Time after an interval by which every host has sealed and merged it, on a busy machine."""
MANY_POLL_S = 1.0
"""Polling period for more than FEW hosts: a multiple of the interval, of at least this, right after
the seal. A call through Ray costs the coordinator some 0.3 ms, more than the merge of its
result."""
NOTICE_S = 0.4
"""Notice of the end of Measure: longer than a poll and a call."""

MOST_OUTSTANDING = 1 << 16
"""Largest in-flight cap over all hosts."""

OnLoss = Literal["end", "go_on"]
T = TypeVar("T")


@dataclass(frozen=True)
class Member:
    """A host of the ensemble."""

    name: str
    request: SessionRequest
    """The session of the host."""
    weight: int = 1
    """Workers there per requested worker: its share of the load."""


@dataclass
class _Run:
    """A running Run."""

    coordinator: Coordinator
    start: int
    """Start on our clock, ns."""
    there: list[int]
    """Participating hosts."""
    before: Mapping[int, Offset]
    planned_ns: int
    """From the start to the planned end of Measure."""
    warmup_ns: int
    interval_ns: int
    left: dict[int, tuple[bytes, str]] = field(default_factory=dict)
    """Results of hosts that have ended."""
    ended: bool = False
    """The stop rule has decided, and all hosts know the end."""
    stopped: bool = False
    heard_s: float = field(default_factory=time.monotonic)
    """Time of the last answer of all running hosts."""
    under_way: list[int] = field(init=False)

    def __post_init__(self) -> None:
        self.under_way = list(self.there)


@dataclass
class Ensemble:
    """The driver of a session over several hosts."""

    fleet: Fleet
    members: tuple[Member, ...]
    infos: tuple[SessionInfo, ...]
    on_loss: OnLoss = "end"
    lost: dict[int, str] = field(default_factory=dict)
    """Reasons of lost hosts, by number."""
    whole: tuple[int, int] | None = None
    """First byte and size of the common working set, if each host has a part of one."""
    lease_s: float = generator.LEASE_S
    """Silence after which a host stops its load."""
    telemetry: Telemetry = field(default_factory=Telemetry)
    """Receiver of the hosts' telemetry."""
    _coordinator: Coordinator | None = None
    _measure_started_ns: int = 0
    """Start of Measure of the latest Run on our clock."""
    _over: bool = False
    """Whether all of its intervals are complete."""
    _stopping: threading.Event = field(default_factory=threading.Event)

    @staticmethod
    def open_all(
        fleet: Fleet,
        members: Sequence[Member],
        *,
        on_loss: OnLoss = "end",
        lease_s: float = generator.LEASE_S,
        telemetry: Telemetry | None = None,
    ) -> Ensemble:
        """Opens the target of every host. Raises the first host's error with its name, and closes
        the others."""
        requests = {host: (member.request,) for host, member in enumerate(members)}
        infos = []
        for host, answer in fleet.ask_all(Generator.open, requests).items():
            if isinstance(answer, NoAnswer):
                fleet.ask_all(Generator.close, dict.fromkeys(requests, ()))
                raise named_error(members[host].name, answer, opening=True)
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
        """The first host's target, whose workload plans the Runs."""
        takes = [most for info in self.infos if (most := info["most_workers"]) is not None]
        return {**self.infos[0], "most_workers": min(takes) if takes else None}

    # The interface of `execute.Driver`.

    def probe(self, request: str, /) -> ProbeResult:
        """Makes one Run on all hosts."""
        self._stopping.clear()
        if self.lost:
            named = ", ".join(self.members[host].name for host in sorted(self.lost))
            raise IoError(*message.refusal("lost-earlier", hosts=named))
        hosts = list(range(len(self.members)))
        probe, workers = self._for_all(request, hosts)
        self._sum_queues(probe, workers)
        return self._run(probe, self._resolve_spec(probe), hosts, workers)

    def memory_bytes(self, request: str, /) -> int:
        """Memory of a Run on the host that needs most."""
        hosts = self._there()
        probe, _ = self._for_all(request, hosts)
        given = dict.fromkeys(hosts, (json.dumps(probe),))
        return max(self._answers(Generator.memory_bytes, given))

    def poll(self) -> Sequence[SealedInterval]:
        """New intervals, merged over all hosts."""
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
        """Progress of the Run."""
        coordinator = self._coordinator
        if coordinator is None:
            return json.dumps(
                {"phase": "idle", "elapsed_s": 0, "limit_s": 0, "achieved_rate_per_s": 0}
            )
        return coordinator.progress()

    def stop(self) -> None:
        """Stops the Run on all hosts."""
        self._stopping.set()

    def close(self) -> None:
        """Closes all targets."""
        self.fleet.ask_all(Generator.close, dict.fromkeys(self._there(), ()))

    def _pause_s(self, run: _Run, elapsed_ns: int) -> float:
        """Time to the next fetch of parts."""
        if len(self.members) <= DIRECT_HOSTS:
            return POLL_S
        period_ns = run.interval_ns * math.ceil(MANY_POLL_S * 1e9 / run.interval_ns)
        # Intervals lie on a grid from the start of Measure.
        first_ns = run.warmup_ns % run.interval_ns + round(SEAL_S * 1e9)
        passed = (elapsed_ns - first_ns) // period_ns
        return (first_ns + (passed + 1) * period_ns - elapsed_ns) / 1e9

    def _there(self) -> list[int]:
        return [host for host in range(len(self.members)) if host not in self.lost]

    def _require(self, host: int, answer: T | NoAnswer) -> T:
        """The answer of a call. Raises an error with the host's name without one."""
        if isinstance(answer, NoAnswer):
            if isinstance(answer, HostLoss):
                self.lost[host] = answer.why
            raise named_error(self.members[host].name, answer)
        return answer

    def _answers(
        self, method: Callable[..., T], arguments: Mapping[int, tuple[object, ...]]
    ) -> list[T]:
        """The answers of these hosts. Raises for a missing one."""
        answers = self.fleet.ask_all(method, arguments)
        return [self._require(host, answer) for host, answer in answers.items()]

    def _for_all(self, request: str, hosts: Sequence[int]) -> tuple[ProbeRequest, list[int]]:
        """The request with the workers of all hosts, and the workers of each."""
        probe: ProbeRequest = json.loads(request)
        each = ProbeValues.of(probe).workers or 1
        workers = [each * self.members[host].weight for host in hosts]
        probe["workers"] = sum(workers)
        if ProbeValues.of(probe).seed is None:
            probe["seed"] = time.time_ns() & ((1 << 53) - 1)
        return probe, workers

    def _sum_queues(self, probe: ProbeRequest, workers: Sequence[int]) -> None:
        """Sets the in-flight cap of an open load to the sum of the hosts' own: a host's disks bound
        that host alone."""
        values = ProbeValues.of(probe)
        open_loop = values.rate is not None or values.rate_profile is not None
        if not open_loop or values.max_outstanding is not None:
            return
        of_each = {
            host: (json.dumps({**probe, "workers": count}),) for host, count in enumerate(workers)
        }
        cap = 0
        for text in self._answers(Generator.resolve_spec, of_each):
            spec: RunSpec = json.loads(text)
            assert spec["load"]["kind"] == "open", "it has a rate"
            cap += spec["load"]["max_outstanding"]
        probe["max_outstanding"] = min(cap, MOST_OUTSTANDING)

    def _resolve_spec(self, probe: ProbeRequest) -> RunSpec:
        """The spec of a Run on all hosts, from the first."""
        answer = self.fleet.ask_one(0, Generator.resolve_spec, json.dumps(probe))
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
        # The clock of a lost host cannot be read.
        after = clocks.offsets(self.fleet) if not self.lost else [None] * len(self.members)
        clock = [_clock(before[host], after[host]) for host in hosts]
        # Kept afterwards: the last intervals are fetched later.
        result = coordinator.finish(list(zip(left, clock, strict=True)), self._measure_started_ns)
        self._over = True
        return result

    def _renew(self, run: _Run) -> threading.Event:
        """Renews the leases of running hosts until the event is set, so that a slow host does not
        cost the others theirs."""
        over = threading.Event()
        # A fetch of parts renews it, too.
        quarter_s = self.lease_s / 4

        def renew() -> None:
            while not over.wait(quarter_s):
                if time.monotonic() - run.heard_s >= quarter_s:
                    self.fleet.tell_all(Generator.renew, tuple(run.under_way))

        threading.Thread(target=renew, name="plimsoll-renew", daemon=True).start()
        return over

    def _offsets(self, hosts: Sequence[int]) -> dict[int, Offset]:
        found = clocks.offsets(self.fleet)
        silent = HostLoss(message("no-clock"))
        return {host: self._require(host, found[host] or silent) for host in hosts}

    def _start(
        self,
        probe: ProbeRequest,
        hosts: list[int],
        workers: list[int],
        before: Mapping[int, Offset],
    ) -> int:
        """Starts every host's part at one instant and returns it, on our clock."""
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
            # A late host reports before the others begin.
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
                    *message.refusal(
                        "late-start",
                        "overloaded",
                        name=self.members[late[0]].name,
                        seconds=f"{lead:.1f}",
                    )
                )
            lead *= 2
        raise AssertionError

    def _abandon(self, hosts: list[int]) -> None:
        """Stops and discards started parts. A finished part is not stopped: the stop would hit the
        next Run."""
        self.fleet.ask_all(Generator.stop, dict.fromkeys(hosts, ()))
        open_ = list(hosts)
        while open_:
            answers = self.fleet.hand_over(open_).items()
            open_ = [
                host for host, handed in answers if isinstance(handed, Handover) and not handed.over
            ]
            if open_:
                time.sleep(POLL_S / 4)

    def _coordinate(self, run: _Run) -> list[tuple[bytes, str] | None]:
        """Fetches parts until every host has ended. Returns their results, None for a lost host."""
        while run.under_way:
            time.sleep(self._pause_s(run, time.monotonic_ns() - run.start))
            self._carry(run, self.fleet.hand_over(run.under_way))
            run.heard_s = time.monotonic()
            elapsed = time.monotonic_ns() - run.start
            wants = run.coordinator.merge(elapsed)
            # An early end of a part (an error) ends the Run.
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

    def _carry(self, run: _Run, answers: Mapping[int, Handover | NoAnswer]) -> None:
        """Passes the handovers to telemetry and coordinator."""
        for number, host in enumerate(run.there):
            answer = answers.get(host)
            if answer is None:
                continue
            if isinstance(answer, Handover):
                self.telemetry.take_handover(
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
            run.coordinator.drop_host(number, self.lost[host], ends=self.on_loss == "end")

    def _end_measure(self, run: _Run, at: int) -> None:
        """Sets the end of Measure on all hosts."""
        run.coordinator.end_measure(at)
        ends = {host: (run.start + at + run.before[host].ns,) for host in run.under_way}
        self.fleet.ask_all(Generator.end_measure, ends)

    def _lose(self, host: int, answer: Handover | NoAnswer) -> None:
        why = answer.failed if isinstance(answer, Handover) else answer
        self.lost[host] = why.why if isinstance(why, HostLoss) else str(why)
        self.telemetry.end_host(self.members[host].name, self.lost[host])


def _clock(before: Offset, after: Offset | None) -> dict[str, int]:
    """The record's `HostClock`."""
    drift = 0 if after is None else after.ns - before.ns
    bound = before.bound_ns if after is None else max(before.bound_ns, after.bound_ns)
    return {
        "offset_ns": before.ns,
        "offset_bound_ns": bound,
        "drift_ns": drift,
        # Without drift the offsets differ by both errors.
        "start_skew_bound_ns": before.bound_ns,
    }
