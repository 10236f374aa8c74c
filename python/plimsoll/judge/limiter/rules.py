"""Who limited a Run: the one rule for several Runs (decision 0014-who-limited; for a single Run:
`run/outcome.rs`).

`judge` takes the record of the Run and those of scaling Runs, and returns a finding. While another
short Run would decide more, the finding names it (`Finding.ask`): the caller runs it, adds its
record under the name, and calls again. So the recommended Run and the Run that is made are one, and
a replay of stored records gives the same finding.

The order of the questions: was the schedule kept · does more outstanding I/O raise the rate · do
more workers · and only when neither does, is the flat rate that of full servers or that of a
throttle. The target is never named before the client is ruled out.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from plimsoll.base.rules import FILLED_SHARE, WORKER_IDLE_SHARE
from plimsoll.judge.flatness import LARGEST_ERROR, Flatness, flatness
from plimsoll.judge.limiter import run_names, throttle
from plimsoll.judge.limiter.observations import RunFacts, workers_each
from plimsoll.judge.limiter.signs import Sign, decided_by, decides, sign, words

if TYPE_CHECKING:
    from plimsoll.judge.limiter.document import Basis, LimiterDocument, Who
    from plimsoll.native.record import RunRecord

RISE = 0.05
"""A larger rise of the rate at twice the outstanding I/O or workers shows that the client was the
limit."""
BUSY = 0.85
"""Beside what several Runs show, a worker whose processor works for this share of the time may be
what holds a rate. From one Run alone it takes more to name it (`BUSY_ALONE` of
`run/outcome.rs`)."""
FULL_MACHINE = 0.95
"""Share of busy processors above which a machine has no time for more workers."""
MIN_NEED = 0.1
"""Share of a processor that a worker needs before a full machine can keep it waiting: the kernel
serves small needs at once."""
STEADY_OUTSTANDING = 0.8
"""Mean over largest outstanding I/O, of a client or an engine that lets no more out."""
MAX_HELD = 0.05
"""A queue below us that holds a worker for this share of its time is full: that it carries no more
is the target's doing."""
LITTLE = 0.10
"""In a stationary window rate x latency is the outstanding I/O, to this."""
SHORT_S = 4.0
"""Length of a scaling Run: its second half has twenty intervals."""
OPERATIONS = 2000
"""Operations of a scaling Run, when the rate is so low that `SHORT_S` has fewer."""
LONG_S = 40.0
"""The longest scaling Run."""
MOST_OUTSTANDING = 4096
"""Outstanding I/O of a scaling Run at most, over all workers."""
DEPTH_FOR_OPEN = 64
"""Queue depth per worker at which the climb for an open load's target starts."""


@dataclass(frozen=True)
class Ask:
    """A further Run. None keeps the value of the Run that is judged; rates in operations/s, times
    in s."""

    name: str
    why: str
    """Its question, a code of `signs.question`."""
    queue_depth: int | None = None
    workers: int | None = None
    """On each target or volume."""
    rate: float | None = None
    """An open load at a constant rate; a closed one when None, unless `same_load`."""
    same_load: bool = False
    """The load of the judged Run itself, with the changes above."""
    max_outstanding: int | None = None
    block_size_bytes: int | None = None
    measure_s: float = SHORT_S


@dataclass(frozen=True)
class Finding:
    """Who limited a Run. `confidence` is 0 to 1; `signs` have the figures."""

    value: Who
    basis: Basis
    confidence: float
    signs: tuple[Sign, ...]
    would_decide: Sign | None = None
    """What would decide it further, as `signs.decides` makes it."""
    ask: Ask | None = None
    """The Run that would, if a Run does."""

    @property
    def because(self) -> str:
        """The signs in words."""
        return words(self.signs)

    def to_json(self) -> LimiterDocument:
        """As `limited_by` stands in a record."""
        return {
            "value": self.value,
            "basis": self.basis,
            "confidence": round(self.confidence, 3),
            "because": self.because,
            "signs": [each.to_json() for each in self.signs],
            "would_decide": decided_by(self.would_decide),
            "decides": None if self.would_decide is None else self.would_decide.to_json(),
        }


def judge(record: RunRecord, runs: Mapping[str, RunRecord | None]) -> Finding:
    """Who limited the Run of `record`, from scaling Runs by the names that `Ask` gave them; None
    for one that was refused."""
    own = single(record)
    if record["outcome"] in ("failed", "stopped", "not_steady", "cached"):
        return own
    load = record["spec"]["load"]
    if load["kind"] == "open" or any(
        c["load"]["kind"] == "open" for c in record["spec"]["clients"]
    ):
        return _open_finding(record, own, runs)
    if own.value == "schedule":
        return own
    seen = RunFacts.of(record)
    if seen is None:
        return own
    if load["bursts"] or load["think"]:
        return replace(own, would_decide=decides("without_rests"))
    return _Climb(runs, seen).finding()


def single(record: RunRecord) -> Finding:
    """The finding of the Run's own record (`run/outcome.rs`)."""
    limiter = record["limited_by"]
    return Finding(
        limiter["value"],
        limiter["basis"],
        limiter["confidence"],
        (sign("of_the_run", words=limiter.get("because") or record["because"]),),
        decides("of_the_run", words=would) if (would := limiter.get("would_decide")) else None,
    )


def no_limiter(kind: str) -> Finding:
    """No limiter, for a reason that is a kind of sign."""
    return Finding("unknown", "single", 0.0, (sign(kind),))


def of_climb(
    *, still_rises: bool, more_workers_help: bool, most: int, worker_busy: float | None = None
) -> Finding:
    """The limiter of a maximum, from the last steps of its climb by outstanding I/O and workers.
    `worker_busy`: share of its time that a worker's processor worked; None when not known."""
    if more_workers_help:
        more = sign("one_more_worker")
        if worker_busy is None:
            return Finding("client_cpu", "scaling", 0.6, (more,))
        if worker_busy >= BUSY:
            full = sign("workers_busy", busy=worker_busy)
            return Finding("client_cpu", "scaling", 0.9, (more, full))
        # A worker that waits and yet carries no more is limited by its connection.
        waits = sign("workers_not_full")
        return Finding("client_outstanding", "scaling", 0.7, (more, waits))
    if still_rises:
        rose = sign("still_rose", outstanding=most)
        return Finding("client_outstanding", "scaling", 0.9, (rose,))
    flat = (sign("neither_raised"), sign("target_or_cap"))
    return Finding("target", "scaling", 0.7, flat, throttle.OTHER_SIZES)


def full_machine(busy: float | None, worker_busy: float | None) -> bool:
    """Whether the client's machine may limit a rate: it is full, and the workers need a share of
    it.

    Shares of all processors, and of one for each worker; None where unknown. Work of others does
    not affect a client that needs little time itself.
    """
    return (
        busy is not None
        and busy >= FULL_MACHINE
        and (worker_busy is None or worker_busy >= MIN_NEED)
    )


def of_line(
    places: float | None, loops: Sequence[tuple[float | None, float | None]] = ()
) -> Finding:
    """The limiter of a load line that passed at one rate and failed just above it: a higher rate,
    not a slower client, made it fail. `places` is how many operations the target works on at once
    at its maximum (rate x latency at a light load), None where the maximum is a lower bound or
    unknown. `loops`: figures of its closed loops at the maximum (`throttle.of_flat_loops`).
    """
    below = sign("met_then_missed")
    if places is not None and places < throttle.LESS_THAN_ONE:
        idle = sign("idle_servers", places=places)
        return Finding("policy_cap", "scaling", 0.6, (below, idle), throttle.OTHER_SIZES)
    if (found := throttle.of_flat_loops(loops)) is not None:
        signs = (below, *found.signs)
        return Finding(found.value, "scaling", found.confidence, signs, found.would_decide)
    signs = (below, sign("target_or_cap"))
    return Finding("target", "scaling", 0.8, signs, throttle.OTHER_SIZES)


def of_flat_ladder(shallow: float, deep: float, rate_per_s: float) -> Finding:
    """The limiter of a line at the rate of a throttle, which closed loops of very different depth
    showed."""
    return Finding(
        "policy_cap",
        "scaling",
        0.9,
        (sign("flat_ladder", rate=rate_per_s, shallow=shallow, deep=deep),),
        throttle.OTHER_SIZES,
    )


def behind_own_cap(most: int) -> Finding:
    """The limiter of a load line whose hold failed at the in-flight cap, where more outstanding I/O
    still raised the rate: the target or our cap, which is not known."""
    return Finding(
        "unknown",
        "single",
        0.0,
        (sign("cap_was_full", cap=most),),
        decides("higher_cap", cap=most),
    )


def of_no_line() -> Finding:
    """The limiter where even a light load missed the objective without our lateness: the target's
    own latency, or what lies between."""
    return Finding("target", "scaling", 0.6, (sign("missed_when_light"),))


def _open_finding(record: RunRecord, own: Finding, runs: Mapping[str, RunRecord | None]) -> Finding:
    """The limiter of an open load. A carried rate is limited by the schedule; for another the next
    Run is chosen."""
    load, outcome = record["spec"]["load"], record["outcome"]
    if own.value in ("schedule", "client_outstanding") or (
        load["kind"] == "open" and load["profile"]["kind"] != "flat"
    ):
        return own
    if outcome == "generator_limited":
        workers = 2 * workers_each(record["spec"])
        ask = Ask(run_names.MORE_WORKERS, "workers_processor", workers=workers, same_load=True)
        if (more := runs.get(ask.name)) is None:
            return replace(own, ask=None if ask.name in runs else ask)
        return _late_generator_finding(record, more)
    if outcome == "ok":
        ask = Ask(run_names.LONGER, "carried", same_load=True, measure_s=_longer(record))
        if (again := runs.get(ask.name)) is None:
            return replace(own, ask=None if ask.name in runs else ask)
        longer = (sign("for_longer", words=again["because"]),)
        if again["outcome"] not in ("ok", "cannot_carry"):
            return Finding("unknown", "scaling", 0.0, longer, decides("quieter"))
        if again["outcome"] == "ok":
            sure = single(again).value == "schedule"
            return Finding("schedule", "scaling", 0.9 if sure else 0.6, longer)
        # The longer Run did not carry what the short one seemed to carry: judge the longer one.
        found = _overload_finding(again, runs)
        return replace(found, signs=(*longer, *found.signs))
    return _overload_finding(record, runs)


def _late_generator_finding(record: RunRecord, more: RunRecord) -> Finding:
    """The limiter of a late generator, from a Run with twice the workers."""
    late = sign("generator_late")
    if more["outcome"] not in ("ok", "cannot_carry", "generator_limited"):
        signs = (late, sign("run_failed", run=run_names.MORE_WORKERS))
        return Finding("unknown", "scaling", 0.0, signs, decides("quieter"))
    kept = more["outcome"] != "generator_limited"
    signs = (late, sign("kept_by_more_workers" if kept else "late_with_more_workers"))
    seen = RunFacts.of(record)
    known = seen is not None and seen.busy is not None
    if (
        seen is not None
        and known
        and (seen.busy or 0.0) < BUSY
        and (seen.machine_full or 0) < FULL_MACHINE
    ):
        # Late with idle processors: something stopped it, and more workers are stopped less often.
        idle = sign("workers_not_full")
        return Finding("unknown", "scaling", 0.0, (*signs, idle), decides("quieter"))
    return Finding("client_cpu", "scaling", 0.95 if kept else 0.8, signs)


def _overload_finding(record: RunRecord, runs: Mapping[str, RunRecord | None]) -> Finding:
    """The limiter of an open load that was not carried."""
    load = record["spec"]["load"]
    most = load["max_outstanding"] if load["kind"] == "open" else 0
    if record["outstanding_max"] >= most > 0:
        ask = Ask(run_names.HIGHER_CAP, "own_cap", same_load=True, max_outstanding=8 * most)
        if ask.name not in runs:
            return replace(single(record), ask=ask)
        # Where the Run was refused (too many buffers) the closed climb shows as well whether more
        # outstanding I/O helps.
        if (freer := runs[ask.name]) is not None:
            gain = freer["achieved_rate_per_s"] / max(record["achieved_rate_per_s"], 1e-9) - 1
            if freer["outcome"] == "ok" or gain > RISE:
                higher = sign("higher_cap", higher=8 * most, cap=most, gain=gain)
                return Finding("client_outstanding", "scaling", 0.95, (higher,))
    return _Climb(runs, None, workers_each(record["spec"]), record["achieved_rate_per_s"]).finding()


def _longer(record: RunRecord) -> float:
    return min(LONG_S, 4 * float(record["measure_s"]) + SHORT_S)


@dataclass
class _Climb:
    """The steps that find the limiter of a closed load: `base` is the judged Run, or None where an
    open load was not carried."""

    runs: Mapping[str, RunRecord | None]
    base: RunFacts | None
    workers: int = 1
    rate_per_s: float = math.inf
    """What the open load achieved."""

    def finding(self) -> Finding:
        """The finding, or the next Run that is needed for one."""
        if self.base is not None:
            depth, each = self.base.queue_depth or 1, self.base.workers_each
            length = length_s(self.base.rate_per_s)
        else:
            depth, each, length = DEPTH_FOR_OPEN, self.workers, length_s(self.rate_per_s)
        # The same Run again first, so that all compared Runs have one length and one day.
        ask = Ask(run_names.AGAIN, "as_long", depth, each, measure_s=length)
        low = self._run_facts(ask.name)
        if low is None:
            return self._request(ask)
        while True:
            ask = Ask(
                run_names.of_depth(2 * depth), "outstanding", 2 * depth, each, measure_s=length
            )
            if low.outstanding > MOST_OUTSTANDING:
                most_tried = sign("most_outstanding", outstanding=low.outstanding)
                return Finding("unknown", "scaling", 0.0, (most_tried,))
            high = self._run_facts(ask.name)
            if high is None:
                return self._request(ask)
            step = flatness([low.step, high.step])
            if (unfilled := _unfilled_load_finding(low, high)) is not None:
                return unfilled
            if step is None or not _rises(step, low, high):
                break
            if self.base is not None:
                # More than half of the possible rise: the latency hardly grew.
                most = step.rate_factor >= step.outstanding_factor**0.5
                rose = (_step(step, low, high),)
                return Finding("client_outstanding", "scaling", 0.95 if most else 0.75, rose)
            low, depth = high, 2 * depth
        return self._more_workers(low, high, step, depth, each, length)

    def _more_workers(
        self,
        low: RunFacts,
        high: RunFacts,
        step: Flatness | None,
        depth: int,
        each: int,
        length: float,
    ) -> Finding:
        """The rate is flat over the depth: tries more workers."""
        ask = Ask(run_names.of_workers(2 * each), "workers", depth, 2 * each, measure_s=length)
        wide = self._run_facts(ask.name)
        if wide is None:
            return self._request(ask)
        best = max(low.rate_per_s, high.rate_per_s)
        gain = wide.rate_per_s / best - 1
        seen = (
            _step(step, low, high) if step else sign("depth_not_used", outstanding=high.outstanding)
        )
        if gain > RISE + 2 * math.hypot(wide.rate_error, max(low.rate_error, high.rate_error)):
            raised = (seen, sign("more_workers_raised", gain=gain))
            busy = max(x for x in (low.busy or 0.0, high.busy or 0.0))
            if busy >= BUSY:
                full = sign("workers_busy", busy=busy)
                return Finding("client_cpu", "scaling", 0.95, (*raised, full))
            # A worker that waits and yet carries no more is limited by its engine or connection.
            waits = sign("workers_not_full")
            return Finding("client_outstanding", "scaling", 0.7, (*raised, waits))
        return self._flat((low, high, wide), (seen, sign("more_workers_did_not")))

    def _flat(
        self,
        all_of_them: tuple[RunFacts, RunFacts, RunFacts],
        flat: tuple[Sign, ...],
    ) -> Finding:
        """Neither depth nor workers raise the rate: separates the client's machine from the
        target."""
        low, high, _ = all_of_them
        if (full := _full_client(all_of_them, flat)) is not None:
            return full
        if math.hypot(low.rate_error, high.rate_error) > LARGEST_ERROR:
            would = decides("longer_and_quieter")
            return Finding("unknown", "scaling", 0.0, flat[:1], would)
        if abs(high.littles - 1) > LITTLE:
            signs = (flat[0], sign("not_stationary", share=high.littles))
            return Finding("unknown", "scaling", 0.0, signs, decides("runs_for_longer"))
        return self._target_or_throttle(high, flat)

    def _target_or_throttle(self, top: RunFacts, so_far: tuple[Sign, ...]) -> Finding:
        evidence = throttle.ThrottleEvidence(
            top=top,
            depth=top.queue_depth or 1,
            each=top.workers_each,
            so_far=so_far,
            seen=self._run_facts,
            tried=self.runs.__contains__,
            kind=self._kind(),
        )
        found = throttle.judge(evidence)
        if isinstance(found, throttle.RunRequest):
            ask = Ask(
                found.name,
                found.why,
                found.queue_depth,
                top.workers_each,
                rate=found.rate,
                block_size_bytes=found.block_size_bytes,
                measure_s=length_s(found.rate or top.rate_per_s),
            )
            return self._request(ask, so_far)
        return Finding(found.value, "scaling", found.confidence, found.signs, found.would_decide)

    def _kind(self) -> str:
        return next(
            str(run["spec"]["target"]["kind"]) for run in self.runs.values() if run is not None
        )

    def _run_facts(self, name: str) -> RunFacts | None:
        """None where it was not run, was refused or failed."""
        record = self.runs.get(name)
        return (
            None
            if record is None or record["outcome"] in ("failed", "stopped")
            else RunFacts.of(record)
        )

    def _request(self, ask: Ask, so_far: tuple[Sign, ...] = ()) -> Finding:
        would = decides("run", run=ask.name, question=ask.why)
        if ask.name in self.runs:
            return Finding("unknown", "scaling", 0.0, (sign("run_failed", run=ask.name),), would)
        return Finding("unknown", "scaling", 0.0, so_far or (sign("too_few_runs"),), would, ask)


def _full_client(seen: Sequence[RunFacts], flat: tuple[Sign, ...]) -> Finding | None:
    """The finding that the client's machine is full, where neither depth nor workers raised the
    rate; the last of the Runs had the most workers. None where it is not."""
    used = max(each.machine_busy or 0.0 for each in seen)
    if used >= BUSY:
        signs = (*flat, sign("generator_used", used=used))
        return Finding("client_cpu", "scaling", 0.85, signs)
    full = min(each.machine_full or 0.0 for each in seen)
    if full >= FULL_MACHINE and (seen[-1].busy or 0.0) >= FULL_MACHINE / 2:
        signs = (*flat, sign("machine_full", busy=full))
        return Finding("client_cpu", "scaling", 0.6, signs, decides("quieter"))
    return None


def of_ladder(
    chosen: Sequence[RunFacts],
    top: Sequence[RunFacts],
    wide: Sequence[RunFacts],
    gain: float | None,
) -> Finding | None:
    """The finding that the client limited a ladder of queue depths; None where nothing shows that.
    `chosen` and `top`: the Runs at the reported depth and at the highest rate; `wide`: those with
    twice the workers, `gain`: their certain gain (None: not run)."""
    busy = max((each.busy or 0.0 for each in (*chosen, *top)), default=0.0)
    if gain is not None and gain > RISE:
        raised = sign("more_workers_raised", gain=gain)
        if busy >= BUSY:
            full = sign("workers_busy", busy=busy)
            return Finding("client_cpu", "scaling", 0.95, (raised, full))
        waits = sign("workers_not_full")
        return Finding("client_outstanding", "scaling", 0.7, (raised, waits))
    if chosen and top:
        low, high = chosen[0], top[0]
        if (unfilled := _unfilled_load_finding(low, high)) is not None:
            return unfilled
    if gain is None and busy >= BUSY:
        signs = (sign("workers_busy", busy=busy), sign("more_workers_not_run"))
        return Finding("client_cpu", "single", 0.6, signs)
    seen = (*chosen, *wide)
    return _full_client(seen, ()) if seen else None


def _unfilled_load_finding(low: RunFacts, high: RunFacts) -> Finding | None:
    """The limiter of a closed load that has far less outstanding than it requests: the target
    completes faster than the client submits. None for a load that is filled, or held by a full
    queue."""
    filled = max(low.filled_share, high.filled_share) >= FILLED_SHARE
    if filled or max(low.held, high.held) > MAX_HELD:
        return None
    seen = sign(
        "not_filled",
        low_asked=low.asked,
        low=low.outstanding,
        high_asked=high.asked,
        high=high.outstanding,
    )
    busy = max(low.busy or 0.0, high.busy or 0.0)
    if busy >= BUSY:
        return Finding("client_cpu", "scaling", 0.95, (seen, sign("workers_busy", busy=busy)))
    if high.outstanding >= STEADY_OUTSTANDING * high.outstanding_max:
        signs = (seen, sign("never_more", most=high.outstanding_max))
        would = decides("engine_or_cap")
        return Finding("client_outstanding", "scaling", 0.8, signs, would)
    if low.busy is not None and high.busy is not None and busy < WORKER_IDLE_SHARE:
        # Idle processors and little outstanding: neither the processor nor the load explains it.
        signs = (seen, sign("workers_idle", busy=busy))
        would = decides("quieter_other_engine")
        return Finding("unknown", "scaling", 0.0, signs, would)
    return Finding("client_cpu", "scaling", 0.8, (seen, sign("not_submitted")))


def _step(step: Flatness, low: RunFacts, high: RunFacts) -> Sign:
    """The sign of two steps, with the error of their rates."""
    return sign(
        "step",
        outstanding_factor=step.outstanding_factor,
        low=low.outstanding,
        high=high.outstanding,
        rate_factor=step.rate_factor,
        error=2 * math.hypot(low.rate_error, high.rate_error),
        latency_factor=step.latency_factor,
    )


def _rises(step: Flatness, low: RunFacts, high: RunFacts) -> bool:
    """Whether the rate rises by more than `RISE` and twice its error."""
    return step.rate_factor - 1 > RISE + 2 * math.hypot(low.rate_error, high.rate_error)


def length_s(rate_per_s: float) -> float:
    """The length of a scaling Run at this rate."""
    return min(LONG_S, max(SHORT_S, OPERATIONS / max(rate_per_s, 1e-9)))
