"""A target of closed form for searches: M/M/1 and relatives, with the noise and the mistakes of
sampling made on purpose.

`probe` answers in no time with a record of the shape that the native side gives. The share beyond
the bound, the mean and the capacity are formulas; the estimate is drawn around them as a correlated
sample of that many operations would fall out, and the decision follows from it by the rule of the
real one (an interval, a limit on operations). On top of that a probe decides wrongly at stated
rates, whatever it saw.
"""

import math
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from plimsoll.native import record_reading
from plimsoll.search.budget import Budget
from plimsoll.search.grades import GradedLine
from plimsoll.search.load_line import LoadLineResult, find

OBJECTIVE = "p99(response_time, all) <= 2.302ms"
"""Its line lies at 8,000/s on the usual queue."""
VIRTUAL = Budget.virtual()


def search_target(
    target: Any,
    seed: int = 1,
    budget: Budget = VIRTUAL,
    objective: str | None = OBJECTIVE,
    **more: Any,
) -> LoadLineResult:
    """A whole search of a target."""
    return find(
        target,
        objective=objective,
        arrivals="poisson",
        seed=seed,
        budget=budget,
        on_step=lambda _: None,
        **more,
    )


def holds(graded: GradedLine, line: float) -> bool:
    """Whether there is an interval, and it holds the line."""
    low, high = graded.low, graded.high
    return low is not None and high is not None and low <= line <= high


def record(rate: float, seconds: float, spans: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Of a Run that did this, as far as a search reads it."""
    made: dict[str, Any] = {
        "outcome": "ok",
        "because": "",
        "judgement": None,
        "achieved_rate_per_s": rate,
        "generator_cpu_ns_per_io": None,
        "outstanding_mean": 1.0,
        "outstanding_max": 1,
        "backlog_at_end": 0,
        "warmup_s": 0.0,
        "measure_s": seconds,
        "drain_s": 0.0,
        "bytes_written": 0,
        "all": {
            "count": int(rate * seconds),
            "errors": 0,
            "unfinished": 0,
            "response_time_ns": spans,
            "completion_latency_ns": spans,
            "own_lag_ns": {"p99": 1_000},
        },
        "limited_by": {"value": "schedule", "basis": "single", "confidence": 0.9},
        "issued_rate_per_s": rate,
        **more,
    }
    return record_reading.run_record(made)


LOOK, ONE_LOOK = 2.94, 1.645
"""Half-widths in standard errors: 5 % over all looks of a probe, and 5 % at once (decision
0010-deciding-a-probe)."""


@dataclass
class Queue:
    """M/M/1 of `capacity` operations/s, with an objective `p99 <= bound_s` and a client that
    reaches `client`/s a worker."""

    capacity: float = 10_000.0
    bound_s: float = math.log(100) / 2_000.0
    client: float = math.inf
    wrong_pass: float = 0.0
    """Chance that a probe or hold above the line passes."""
    wrong_fail: float = 0.0
    """Chance that one below the line fails."""
    hiccups: float = 0.0
    """Chance that the client is late for no reason."""
    clumps: float = 1.0
    """Correlation beyond that of M/M/1: a sample is worth this many times less (slow spells)."""
    independent: bool = False
    """Broken on purpose: the decision takes every operation for an independent one."""
    overload_share: float = 1.0
    """Capacity after an overload, until a Run at less than half of it lets the target recover:
    below 1 two regimes."""
    overload_takes_long: bool = False
    """Only a Run of fixed length overloads it so."""
    slow_below: float = 0.0
    """Below this rate the objective is missed: processors sleep."""
    light_p99_s: float | None = None
    fails_after: int | None = None
    stops_after: int | None = None
    calls: list[dict[str, Any]] = field(default_factory=list)
    overloaded: bool = False
    share_at: Callable[[float], float] | None = None
    """Another curve: the share beyond the bound at a rate below capacity."""

    @property
    def line(self) -> float:
        """P(R > d) = exp(−(µ − λ)·d) = 1 % at λ = µ − ln 100 / d."""
        return self.capacity - math.log(100) / self.bound_s

    def probe(self, **asked: Any) -> Any:
        self.calls.append(asked)
        rng = random.Random(asked["seed"])
        n = len(self.calls)
        if self.stops_after is not None and n > self.stops_after:
            raise KeyboardInterrupt
        record = self._closed_record(asked) if asked["rate"] is None else self._open(asked, rng)
        if self.fails_after is not None and n > self.fails_after:
            record |= {"outcome": "failed", "because": "every operation failed"}
        return record

    def _closed_record(self, asked: dict[str, Any]) -> dict[str, Any]:
        outstanding, workers = asked["queue_depth"] * asked["workers"], asked["workers"]
        rate = min(self.capacity, self.client * workers)
        return self._record(
            asked, rate, asked["measure_for_s"], outstanding / rate, None, outstanding=outstanding
        )

    def _open(self, asked: dict[str, Any], rng: random.Random) -> dict[str, Any]:
        rate, capacity = (
            asked["rate"],
            self.capacity * (self.overload_share if self.overloaded else 1.0),
        )
        if rate > self.client * asked["workers"] or rng.random() < self.hiccups:
            late = self._record(asked, min(rate, self.client), 1.0, 1e-3, None)
            return late | {
                "outcome": "generator_limited",
                "limited_by": {"value": "client_cpu", "basis": "single", "confidence": 0.9},
            }
        limit = min(asked["measure_for_s"], (asked.get("max_operations") or math.inf) / rate)
        truth = 1.0 if rate >= capacity else self._share(rate, capacity)
        fails = truth > 0.01
        # An overload leaves its mark until the target has had rest.
        if self.overload_share < 1:
            hit = fails and not (self.overload_takes_long and asked["stop_when_decided"])
            self.overloaded = hit or (self.overloaded and rate > 0.5 * self.capacity)
        if rate >= capacity:
            seconds = min(limit, 1.0) if asked["stop_when_decided"] else limit
            judged = self._judgement("fail", "cannot_carry", 0.5, None, None)
            return self._record(asked, capacity, seconds, 1.0, judged) | {"outcome": "cannot_carry"}
        clump = 1.0 if self.independent else self.clumps * (1.0 + 2.0 / (1.0 - rate / capacity))
        seconds, verdict, (value, low, high) = self._decide(
            rate, truth, clump, limit, asked["stop_when_decided"], rng
        )
        if rng.random() < (self.wrong_pass if fails else self.wrong_fail):
            verdict = "pass" if fails else "fail"
        reason = {"pass": "objective_met", "fail": "objective_missed", "undecided": "too_close"}[
            verdict
        ]
        judged = self._judgement(verdict, reason, value, low, high)
        if asked["objective"] is None:
            # Asked for nothing but to carry the rate, which it did.
            judged |= {"estimate": None, "objectives": []}
            judged |= {"verdict": "pass", "reason": "objective_met"}
        return self._record(asked, rate, seconds, 1 / (capacity - rate), judged)

    def _share(self, rate: float, capacity: float) -> float:
        if rate < self.slow_below:
            return 0.05
        return self.share_at(rate) if self.share_at else math.exp(-(capacity - rate) * self.bound_s)

    def _decide(
        self, rate: float, truth: float, clump: float, limit: float, stops: bool, rng: random.Random
    ) -> tuple[float, str, tuple[float, float, float]]:
        """Looks at ever more of the sample (a random walk of its error), or once at all of it."""
        seconds, z, walk, last = (
            min(0.64, limit) if stops else limit,
            LOOK if stops else ONE_LOOK,
            0.0,
            0.0,
        )
        # The independent rule takes correlated operations for independent: its interval is too
        # narrow by this much.
        actual = self.clumps * (1.0 + 2.0 / (1.0 - rate / self.capacity))
        while True:
            n = rate * seconds
            walk += rng.gauss(0, 1) * math.sqrt(max(n - last, 0.0))
            last = n
            deviation = math.sqrt(truth * (1 - truth) * actual)
            value = min(max(truth + deviation * walk / n, 0.01 * truth), 1.0)
            error = math.sqrt(value * (1 - value) * clump / n)
            low, high = max(value - z * error, 0.0), min(value + z * error, 1.0)
            verdict = "pass" if high <= 0.01 else "fail" if low > 0.01 else "undecided"
            if verdict != "undecided" or seconds >= limit:
                return seconds, verdict, (value, low, high)
            seconds = min(seconds * 1.3, limit)

    def _judgement(
        self, verdict: str, reason: str, value: float, low: float | None, high: float | None
    ) -> dict[str, Any]:
        estimate = {"value": value, "low": low, "high": high, "allowed": 0.01}
        found = {"verdict": verdict, "reason": reason, "estimate": estimate}
        named = {**found, "objective": f"p99(response_time, all) <= {self.bound_s:g}s"}
        return {**found, "objectives": [{**named, "alone": None}]}

    def _record(
        self,
        asked: dict[str, Any],
        rate: float,
        seconds: float,
        mean_s: float,
        judgement: Any,
        outstanding: int = 1,
    ) -> dict[str, Any]:
        p99_s = self.light_p99_s or mean_s * math.log(100)
        spans = {
            "mean": mean_s * 1e9,
            "p50": int(mean_s * 0.69e9),
            "p99": int(p99_s * 1e9) if rate * seconds >= 1000 else None,
        }
        return record(
            rate,
            seconds,
            spans,
            judgement=judgement,
            outstanding_mean=float(outstanding),
            outstanding_max=outstanding,
            warmup_s=asked["warmup_for_s"],
            bytes_written=int(rate * seconds) * 4096,
            offered_rate_per_s=asked["rate"],
            spec={
                "load": {
                    "kind": "closed" if asked["rate"] is None else "open",
                    "max_outstanding": None,
                }
            },
        )


class MovingLine(Queue):
    """p99 rises slowly with the rate, and the line wanders from Run to Run, with now and then a bad
    moment: a shared disk.

    The share beyond the bound at a rate r is 1 % · (r / L)⁴, where ln L is a first-order
    autoregressive process.
    """

    def __init__(
        self, seed: int, *, line: float = 65_000.0, moves: float = 0.1, bad: float = 0.15
    ) -> None:
        super().__init__(capacity=1.5 * line, clumps=20.0)
        self.middle, self.moves, self.bad = line, moves, bad
        self.walk = random.Random(seed)
        self.away = self.walk.gauss(0, moves)
        self.share_at = self._beyond

    def _beyond(self, rate: float) -> float:
        return min(0.5, 0.01 * (rate / self.now) ** 4)

    def probe(self, **asked: Any) -> Any:
        keeps = 0.6
        self.away = keeps * self.away + math.sqrt(1 - keeps**2) * self.walk.gauss(0, self.moves)
        self.now = (
            self.middle * math.exp(self.away) * (0.75 if self.walk.random() < self.bad else 1.0)
        )
        return super().probe(**asked)


class ShiftingLine(Queue):
    """A line that moves in time, whatever is asked of it: long Runs average over what short ones
    meet or miss.

    Second by second the share beyond the bound at a rate r is 1 % · (r / L)⁶, where ln L is the sum
    of two Ornstein-Uhlenbeck processes, one of a quarter of a minute (6 %) and one of some minutes
    (5 %). In 3 % of the seconds up to 4 % more of the operations lie beyond it: a stall of the
    host, a neighbour. `seconds` is what went by, each with its L and that share.
    """

    MOVES = ((15.0, 0.06), (200.0, 0.05))
    """How long each process remembers, in seconds, and how far it goes (a logarithm)."""
    STALLS, WORST = 0.03, 0.04
    POWER = 6
    BETWEEN_S = 0.8
    """Between two Runs, warm-up included."""

    def __init__(self, seed: int, *, line: float = 75_000.0) -> None:
        super().__init__(capacity=1.3 * line, clumps=60.0)
        self.middle, self.walk = line, random.Random(seed)
        self.away = [self.walk.gauss(0, far) for _, far in self.MOVES]
        self.seconds: list[tuple[float, float]] = []
        self.now: list[tuple[float, float]] = []
        self.share_at = lambda rate: min(0.5, self._beyond(self.now, rate))

    def _beyond(self, seconds: list[tuple[float, float]], rate: float) -> float:
        return sum(0.01 * (rate / line) ** self.POWER + stall for line, stall in seconds) / len(
            seconds
        )

    def _pass(self, dt: float) -> None:
        for index, (memory_s, far) in enumerate(self.MOVES):
            keeps = math.exp(-dt / memory_s)
            self.away[index] = keeps * self.away[index] + math.sqrt(1 - keeps**2) * self.walk.gauss(
                0, far
            )

    def probe(self, **asked: Any) -> Any:
        self.now = []
        for _ in range(max(1, round(asked["measure_for_s"]))):
            self._pass(1.0)
            stall = self.WORST * self.walk.random() if self.walk.random() < self.STALLS else 0.0
            self.now.append((self.middle * math.exp(sum(self.away)), stall))
        self.seconds += self.now
        self._pass(self.BETWEEN_S)
        return super().probe(**asked)

    def missed_share(self, rate: float, length: int) -> float:
        """Share of the stretches of so many seconds, one after another, in which this rate
        misses."""
        cut = [
            self.seconds[at : at + length]
            for at in range(0, len(self.seconds) - length + 1, length)
        ]
        return sum(self._beyond(one, rate) > 0.01 for one in cut) / len(cut)
