"""The load line from finished Runs: a sweep of offered rates, judged as a search judges its own
Runs.

Nothing is run. Every open-loop Run votes where the line lies (`belief.py`), and the answer has a
grade like any other (`grades.py`). A Run of a sweep was planned before anything was known of the
line, has a seed of its own and a fixed length: where it is long enough, and was judged by the
objective, it is as good as a hold. So a sweep can confirm an end; `_ends` and decision
0013-line-from-a-sweep have the conditions. Closed loops alone give no more than an upper bound.
Pure.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, cast

from plimsoll.base import language, workload_text
from plimsoll.base.errors import outcome_text
from plimsoll.base.rates import round_rate
from plimsoll.base.units import amount, exact_seconds
from plimsoll.judge import run_text, run_verdict
from plimsoll.judge.limiter import rules as limiter_rules
from plimsoll.judge.limiter.document import LimiterDocument
from plimsoll.search import coarse, curve, document, grades, imported_sweep, rejudgement
from plimsoll.search.belief import LAPSE_RATE, Belief, prior_line, vote
from plimsoll.search.events import Event, Figure
from plimsoll.search.grades import CLEAR_VOTE, LEANING, GradedLine
from plimsoll.search.holds import Ends
from plimsoll.search.ledger import FAIL, PASS, Probe, summary
from plimsoll.search.load_line import LoadLineResult
from plimsoll.search.maximum import PLATEAU_RISE, Maximum, shared_machine
from plimsoll.search.messages import message
from plimsoll.search.objectives import bound_of, latency, parts
from plimsoll.search.placement import CONFIDENCE
from plimsoll.search.reasons import ObjectiveFrom, reason_text
from plimsoll.search.rejudgement import FROM_FILE, FROM_HISTOGRAM, SILENT

if TYPE_CHECKING:
    from plimsoll.native.record import RunRecord

LEAST_HOLD_S = 4.0
"""A Run shorter than the shortest hold of a search holds no end, however it was judged."""
STILL_LAPSE = 0.005
"""Share of the Runs whose verdicts are wrong by chance, where nobody disturbs them."""
CARRIED_ERROR = 0.05
"""Error of the rate of an overloaded target: it is one Run, not a climb."""
MAX_LIGHT_SHARE = 0.125
"""A knee is reported where a Run was no more than this share of the highest rate achieved: a light
load is a tenth of it."""
MIN_RISE = 0.5
"""Where the rate followed less of the last growth in outstanding I/O, most of that growth only
waited: the limit lies behind the generator."""


@dataclass(frozen=True)
class SweepRun:
    """A finished Run: its record, judged by the objective in question (`rejudgement.py`), and its
    number in the store."""

    record: RunRecord
    run_id: int
    role: str = "run"


def read(
    runs: Sequence[SweepRun],
    *,
    objective: str,
    objective_from: ObjectiveFrom,
    arrivals: str,
    seed: int,
    rejudged: int = 0,
    lacking: int = 0,
    total: bool = False,
) -> LoadLineResult:
    """The line of Runs of one workload, target and kind of arrivals; `objective` is canonical, as
    is how each was judged.

    `rejudged` of them were judged by another objective before; `lacking` more do not have its
    figure. `total`: imported Runs are compared by whatever latency their files have. `runs` are in
    the order in which they were made. Raises ValueError where there is no Run.
    """
    if not runs:
        raise ValueError("a line is read from Runs, and there is none")
    probes = [_probe(run, index) for index, run in enumerate(runs)]
    opened = [probe for probe in probes if probe.offered_rate_per_s is not None]
    top, beside = _maximum(probes), list[Event]()
    if not opened:
        ends, graded, reason, because = (
            Ends(None, None),
            *_grade_ladder(runs, objective, total=total),
        )
    elif _is_unjudged(runs):
        missed = _closed_loop_misses(runs, objective, total=total)
        most = max(probe.achieved_rate_per_s for probe in probes)
        in_steps = any(coarse.is_coarse(run.record) for run in runs) and _of_percentiles(objective)
        found = imported_sweep.read(opened, missed, most, in_steps=in_steps)
        ends = Ends(None, None)
        graded, reason, because = found.graded, found.reason, found.because
        beside = list(found.events)
        for probe in found.probes:
            probes[probe.index] = probe
        opened = list(found.probes)
    else:
        ends = _ends(opened, _behind_our_cap(runs))
        belief = _belief(probes, opened, top, objective, still=_virtual(runs))
        graded = _clear_bound(_narrow(grades.of(ends, belief, opened), belief), opened)
        reason, because = _reason(graded, opened)
    beside = [*_of_files(runs, objective, lacking, total=total), *beside]
    events = [*_events(opened, rejudged, because), *beside]
    return LoadLineResult(
        objective=objective,
        objective_from=objective_from,
        reason=reason,
        because=because,
        arrivals=arrivals,
        seed=seed,
        confidence=CONFIDENCE,
        ends=ends,
        rate_per_s=graded.rate,
        graded=graded,
        maximum=top,
        knee=_knee(opened, top),
        non_monotone=tuple(_regions(opened)),
        limited_by=_limiter(opened),
        probes=tuple(probes),
        events=tuple(events),
    )


def _probe(run: SweepRun, index: int) -> Probe:
    record = run.record
    load, stop = record["spec"]["load"], record["spec"]["stop"]
    found = summary(
        record,
        index=index,
        role=run.role if run.role in document.ROLES else "run",
        rate=record["offered_rate_per_s"],
        queue_depth=load["queue_depth"] if load["kind"] == "closed" else None,
        workers=load["workers"],
        stop=stop.get("kind") != "fixed",
        seed=record["seed"],
    )
    found = replace(found, run_id=run.run_id)
    judgement = record["judgement"]
    silent = judgement is not None and judgement.get(SILENT)
    return replace(found, verdict=None, estimates=(), reason="own_lag") if silent else found


def _belief(
    probes: Sequence[Probe],
    opened: Sequence[Probe],
    top: Maximum | None,
    objective: str,
    *,
    still: bool,
) -> Belief:
    """The belief from all open-loop Runs; its prior knows the maximum only.

    `still`: on the virtual clock, where there is no neighbour and the line does not move.
    """
    highest = max(probe.rate for probe in opened)
    highest_pass = max((probe.rate for probe in opened if probe.verdict == PASS), default=0.0)
    if top is not None and not top.lower_bound and highest_pass <= top.rate_per_s:
        statistic, bound_ns = latency(objective) or ("mean", None)
        made = Belief(
            top.rate_per_s, prior_line(probes, top.rate_per_s, bound_ns, statistic), moves=not still
        )
    else:
        lapse = STILL_LAPSE if still else LAPSE_RATE
        made = Belief.of_sweep(
            min(probe.rate for probe in opened), highest, lapse=lapse, moves=not still
        )
        if all(probe.outcome == "cannot_carry" for probe in opened if probe.rate == highest):
            # An overloaded target achieves about its maximum.
            made.cap(max(probe.achieved_rate_per_s for probe in opened), CARRIED_ERROR)
    for probe in opened:
        made.enter(probe)
    return made


def _is_unjudged(runs: Sequence[SweepRun]) -> bool:
    """Whether all Runs at offered rates were imported without a verdict: their figures are
    compared."""
    opened = [run.record for run in runs if run.record["offered_rate_per_s"] is not None]
    return all(
        "imported" in record and not record["spec"]["stop"]["objective"] for record in opened
    )


def _virtual(runs: Sequence[SweepRun]) -> bool:
    return all(run.record["spec"]["clock"] == "virtual" for run in runs)


def _behind_our_cap(runs: Sequence[SweepRun]) -> frozenset[int]:
    """Indices of Runs that the generator's own in-flight cap held up: whether they missed the
    objective is undecided, so that none of them holds an end."""
    return frozenset(
        index
        for index, run in enumerate(runs)
        if run.record["outcome"] == "cannot_carry" and run_verdict.of(run.record) != "missed"
    )


def _ends(opened: Sequence[Probe], capped: frozenset[int]) -> Ends:
    """The ends that the sweep itself confirms; None for an end that it does not.

    An end is held by a Run of fixed length, no shorter than a hold of a search, that was judged by
    the objective. The upper one failed. The lower one passed after a rate that failed, as a hold
    does: a rate that was only approached from below is no evidence for a load that has to survive
    bad moments. And nothing contradicts: no Run at or below the lower end leans to a miss, none at
    or above the upper one to a pass.
    """
    votes = [(probe, missed) for probe in opened if (missed := vote(probe)) is not None]
    passes = [probe for probe, _ in votes if probe.verdict == PASS and probe.estimates]
    fails = [probe for probe, _ in votes if probe.verdict == FAIL]
    low = max((probe.rate for probe in passes), default=None)
    high = min((probe.rate for probe in fails), default=None)
    if low is not None and any(missed >= LEANING for probe, missed in votes if probe.rate <= low):
        low = None
    if high is not None and any(
        missed <= 1 - LEANING for probe, missed in votes if probe.rate >= high
    ):
        high = None
    failed = next(
        (
            probe
            for probe in fails
            if probe.rate == high and _as_a_hold(probe) and probe.index not in capped
        ),
        None,
    )
    overload = min((probe.index for probe in fails), default=None)
    passed = next(
        (
            probe
            for probe in reversed(passes)
            if probe.rate == low
            and _as_a_hold(probe)
            and (overload is None or probe.index > overload)
        ),
        None,
    )
    return Ends(
        passed.rate if passed is not None else None,
        failed.rate if failed is not None else None,
        passed=passed,
        failed=failed,
    )


def _narrow(graded: GradedLine, belief: Belief) -> GradedLine:
    """Lowers the upper end of an estimate to the belief's: a miss far above it narrows nothing."""
    if graded.grade != "estimated" or graded.high is None:
        return graded
    return replace(graded, high=min(graded.high, round_rate(belief.quantile((1 + CONFIDENCE) / 2))))


def _clear_bound(graded: GradedLine, opened: Sequence[Probe]) -> GradedLine:
    """Restricts a bound to clear votes, since it rests on one Run alone. The lower bound needs a
    Run that met the objective, or one estimated from its histogram: a judged Run that stayed
    undecided, however it leans, is nothing to plan on."""
    if graded.grade != "bounded":
        return graded
    votes = [(probe, missed) for probe in opened if (missed := vote(probe)) is not None]
    met = [
        probe.rate
        for probe, missed in votes
        if missed <= CLEAR_VOTE
        and (probe.verdict == PASS or probe.reason in (FROM_HISTOGRAM, FROM_FILE))
    ]
    failed = [probe.rate for probe, missed in votes if missed >= 1 - CLEAR_VOTE]
    low = graded.low if graded.low is None else max(met, default=None)
    high = graded.high if graded.high is None else min(failed, default=None)
    return replace(graded, low=low, high=high, held=graded.held if low == graded.low else None)


def _as_a_hold(probe: Probe) -> bool:
    return (
        not probe.stopped_when_decided
        and probe.measure_s >= LEAST_HOLD_S
        and probe.outcome in ("ok", "cannot_carry")
    )


def _reason(graded: GradedLine, opened: Sequence[Probe]) -> tuple[str, str]:
    if graded.grade != "bounded":
        return "read_from_runs", reason_text("read_from_runs")
    full = [probe.rate for probe in opened if probe.client_bound and probe.reason != "own_lag"]
    if graded.low is not None and full and min(full) > graded.low:
        return "client_bound", message("not-offered", rate=amount(min(full), "rate"))
    if graded.low is not None:
        return "no_upper_end", message("none-missed")
    silent = sum(vote(probe) is None for probe in opened)
    if graded.high is not None:
        if not silent:
            return "objective_not_met", message("none-met")
        return "objective_not_met", message("none-met-silent", silent=silent, runs=len(opened))
    if silent == len(opened):
        return "undecided", message("no-evidence")
    if all(probe.reason == FROM_FILE for probe in opened):
        return "undecided", message("figure-without-distribution")
    return "undecided", message("none-clear")


def _maximum(probes: Sequence[Probe]) -> Maximum | None:
    """The maximum of the closed loops; a lower bound unless more outstanding I/O brought no more.
    None where all had equally much outstanding, or where an imported file does not have that: then
    neither the maximum nor the limiter is known."""
    closed = sorted(
        (
            p
            for p in probes
            if p.offered_rate_per_s is None and _outstanding(p) and p.outcome in ("ok", "cached")
        ),
        key=_outstanding,
    )
    if not closed or (best := max(probe.achieved_rate_per_s for probe in closed)) <= 0:
        return None
    if _outstanding(closed[0]) == _outstanding(closed[-1]):
        return None
    chosen = next(
        probe for probe in closed if probe.achieved_rate_per_s >= best * (1 - PLATEAU_RISE)
    )
    flat = _outstanding(closed[-1]) >= 2 * _outstanding(chosen)
    rises = not flat and _last_rise(closed) >= MIN_RISE
    found = limiter_rules.of_climb(
        more_workers_help=False, still_rises=rises, most=_outstanding(closed[-1])
    )
    return Maximum(
        rate_per_s=best,
        queue_depth=chosen.queue_depth or 1,
        workers=chosen.workers,
        completion_latency_mean_ns=chosen.completion_latency_mean_ns,
        lower_bound=not flat,
        limited_by=found.value,
        limit_reached=None,
        probes=tuple(probe.index for probe in closed),
    )


def _last_rise(closed: Sequence[Probe]) -> float:
    """How much of the last growth in outstanding I/O the rate followed: 1 where twice as much
    brought twice the rate, 0 where all of it only waited."""
    by_depth: dict[int, float] = {}
    for probe in closed:
        deep = _outstanding(probe)
        by_depth[deep] = max(by_depth.get(deep, 0.0), probe.achieved_rate_per_s)
    (before, slow), (after, fast) = sorted(by_depth.items())[-2:]
    if slow <= 0 or fast <= 0:
        return 0.0
    return math.log(fast / slow) / math.log(after / before)


def _outstanding(probe: Probe) -> int:
    # Of an imported Run either may be unknown.
    return (probe.queue_depth or 0) * (probe.workers or 0)


@dataclass(frozen=True)
class _Step:
    """A closed loop: its outstanding I/O at most (None where unknown), its rate in operations/s,
    the bounded latency, and whether that met the objective."""

    outstanding: int | None
    rate: float
    value: float
    met: bool | None
    """None where the latency lies somewhere in a step across the bound."""
    followed: bool = False
    """Whether the latency was computed from the depth and the rate."""
    within: tuple[float, float] | None = None
    """The step of a coarse distribution that the latency lies in, ns."""


def _closed_steps(runs: Sequence[SweepRun], objective: str, *, total: bool) -> list[_Step]:
    """The closed loops that have the figure of the objective, by outstanding I/O, or where that is
    unknown by rate."""
    bound = bound_of(objective)
    steps = []
    for run in runs:
        load, record = run.record["spec"]["load"], run.record
        if bound is None or load["kind"] != "closed" or record["outcome"] not in ("ok", "cached"):
            continue
        deep, rate = _loop_outstanding(record), float(record["achieved_rate_per_s"])
        value, followed = rejudgement.figure(record, bound, total=total), False
        if value is None and bound.statistic == "mean" and deep and rate > 0:
            # Little's law in a closed loop: N = X R.
            value, followed = deep / rate * 1e9, True
        if value is not None:
            edges = None if followed else coarse.edges(record, bound)
            met = value <= bound.bound_ns if edges is None else _met_within(edges, bound.bound_ns)
            steps.append(_Step(deep, rate, value, met, followed, edges))
    if any(step.outstanding is None for step in steps):
        return sorted(steps, key=lambda step: step.rate)
    return sorted(steps, key=lambda step: step.outstanding or 0)


def _met_within(edges: tuple[float, float], bound_ns: float) -> bool | None:
    """Whether a figure between these edges met the bound; None where the bound lies between them,
    too."""
    low, high = edges
    return True if high <= bound_ns else False if low >= bound_ns else None


def _loop_outstanding(record: RunRecord) -> int | None:
    """The outstanding I/O that a closed loop requests; None where a file does not have it."""
    workers, depth = (record["spec"]["load"].get(name) for name in ("workers", "queue_depth"))
    return workers * depth if isinstance(workers, int) and isinstance(depth, int) else None


def _of_percentiles(objective: str) -> bool:
    """Whether an objective bounds a percentile, which a distribution in wide steps has as a
    range."""
    bounds = [bound_of(part) for part in parts(objective)]
    return any(bound is not None and bound.statistic != "mean" for bound in bounds)


def _closed_loop_misses(
    runs: Sequence[SweepRun], objective: str, *, total: bool
) -> list[imported_sweep.ClosedLoopMiss]:
    """The closed loops that missed an objective, at the highest rate up to their depth: an open
    load misses it there, too."""
    found = []
    for at, part in enumerate(parts(objective)):
        bound, most = bound_of(part), 0.0
        for step in _closed_steps(runs, part, total=total):
            most = max(most, step.rate)
            if bound is not None and step.met is False:
                found.append(imported_sweep.ClosedLoopMiss(at, most, step.value / bound.bound_ns))
    return found


def _grade_ladder(
    runs: Sequence[SweepRun], objective: str, *, total: bool
) -> tuple[GradedLine, str, str]:
    """The upper bound from a ladder of queue depths, with its reason and words.

    A closed loop never meets a queue longer than its own depth; independent users do. So an open
    load misses the objective at every rate at which the closed loop does; the reverse is not true.
    """
    bound, steps = bound_of(objective), _closed_steps(runs, objective, total=total)
    unbound = GradedLine("bounded", None, None, None)
    if not steps:
        return unbound, "closed_loop_only", message("closed-without-figure")

    def step_text(step: _Step) -> str:
        ends = [exact_seconds(end / 1e9) for end in step.within or (step.value,)]
        statistic = workload_text.statistic(bound.statistic) if bound else ""
        followed = "-followed" if step.followed else ""
        figures = {
            "rate": amount(float(round(step.rate)), "rate"),
            "latency": message("latency-figure", statistic=statistic, value=ends[0])
            if len(ends) == 1
            else message("latency-range", statistic=statistic, low=ends[0], high=ends[1]),
        }
        if step.outstanding is None:
            return message(f"step-rate{followed}", **figures)
        return message(f"step-depth{followed}", outstanding=step.outstanding, **figures)

    met = [step for step in steps if step.met]
    missed = next((step for step in steps if step.met is False), None)
    known = any(step.outstanding is not None for step in steps)
    met_at = "met" if met else "no-depth" if known else "no-rate"
    clearly = "-clearly" if any(step.met is None for step in steps) else ""
    figures = {"met": step_text(met[-1])} if met else {}
    if missed is None:
        return unbound, "closed_loop_only", message(f"closed-{met_at}{clearly}-unbound", **figures)
    high = max(step.rate for step in steps[: steps.index(missed) + 1])
    end = "one-depth" if _has_one_depth(steps) else "missed"
    why = message(f"closed-{met_at}{clearly}-{end}", missed=step_text(missed), **figures)
    return GradedLine("bounded", None, None, round_rate(high)), "closed_loop_only", why


def _has_one_depth(steps: Sequence[_Step]) -> bool:
    """Whether all have one depth, so that the latency is no more than depth over rate."""
    deep = {step.outstanding for step in steps}
    return len(deep) == 1 and None not in deep and not steps[0].followed


def _knee(opened: Sequence[Probe], top: Maximum | None) -> curve.Knee | None:
    steady = [
        probe for probe in opened if probe.steady and probe.completion_latency_mean_ns is not None
    ]
    if not steady:
        return None
    most = max(
        [probe.achieved_rate_per_s for probe in opened]
        + ([top.rate_per_s] if top is not None else [])
    )
    light = min(steady, key=lambda probe: abs(math.log(probe.rate / (0.1 * most))))
    if light.rate > MAX_LIGHT_SHARE * most or light.completion_latency_mean_ns is None:
        return None
    found = curve.knee(opened, light.rate, light.completion_latency_mean_ns, 1.05 * most)
    return found if isinstance(found, curve.Knee) else None


def _regions(opened: Sequence[Probe]) -> list[tuple[float, float]]:
    """Failed rates below a pass, each with the nearest pass above it."""
    passes = sorted({probe.rate for probe in opened if probe.verdict == PASS and probe.estimates})
    fails = sorted({probe.rate for probe in opened if probe.verdict == FAIL})
    found = [(rate, next((other for other in passes if other > rate), None)) for rate in fails]
    return [(rate, above) for rate, above in found if above is not None]


def _limiter(opened: Sequence[Probe]) -> LimiterDocument:
    """The limiter of the lowest rate that was missed, by that Run's record."""
    missed = min(
        (p for p in opened if p.verdict == FAIL), key=lambda probe: probe.rate, default=None
    )
    if missed is not None and missed.limited_by.get("value") not in (None, "schedule", "unknown"):
        return missed.limited_by
    return limiter_rules.no_limiter("offered_rates_alone").to_json()


def _events(opened: Sequence[Probe], rejudged: int, because: str) -> list[Event]:
    if not opened:
        return [Event("closed_loop_only", None, {"because": because})]
    found = [_basis(opened)]
    from_files = sum(probe.reason == FROM_FILE for probe in opened)
    for many, source in ((rejudged - from_files, ""), (from_files, "file_")):
        if many > 0:
            why = f"{source}{'several' if many > 1 else 'one'}"
            found.append(Event("rejudged", None, {"why": why, "runs": many}))
    if regions := _regions(opened):
        fails, passes = regions[0]
        more = len(regions) - 1
        why = "moved_often" if more else "moved"
        found.append(Event("non_monotone", fails, {"why": why, "met_at": passes, "more": more}))
    if silent := [probe for probe in opened if vote(probe) is None]:
        reasons = language.listing(
            message("runs-and-why", runs=n, why=why)
            for why, n in Counter(_why(probe) for probe in silent).most_common()
        )
        why = "one" if len(silent) == 1 else "several"
        found.append(
            Event("runs_left_out", None, {"why": why, "runs": len(silent), "reasons": reasons})
        )
    if any(probe.outcome == "cached" for probe in opened):
        found.append(Event("cached", None, {"why": "seen"}))
    if (busy := shared_machine(opened)) is not None:
        found.append(
            Event("machine_was_busy", None, {"others": busy.others, "disturbed": busy.disturbed})
        )
    return found


RATE_TAKEN = "rate_taken"
"""Key in the load of an imported Run whose file has no offered rate: the achieved rate stands in
its place."""


def _of_files(
    runs: Sequence[SweepRun], objective: str, lacking: int, *, total: bool
) -> list[Event]:
    """Events about imported files: the latency that was compared, and missing figures."""
    found, bound = [], bound_of(objective)
    if total and bound is not None:
        whole = any(rejudgement.total_mean(run.record, bound) is not None for run in runs)
        imported = cast("Mapping[str, Any]", runs[0].record)["imported"]
        why = "total" if whole else "completion"
        if not whole and imported["starts"] == "after_submission":
            why = "after_submission"
        program = imported["source"]["program"]
        found.append(Event("latency_taken", None, {"why": why, "program": program}))
    if any(run.record["spec"]["load"].get(RATE_TAKEN) for run in runs):
        found.append(Event("rate_taken"))
    if lacking:
        why = "one" if lacking == 1 else "several"
        found.append(Event("lacking_figure", None, {"why": why, "runs": lacking}))
    return found


def _why(probe: Probe) -> str:
    if probe.outcome not in ("ok", "cached"):
        return outcome_text(probe.outcome)
    return run_text.short_reason(probe.reason) if probe.reason else message("not-judged")


def _basis(opened: Sequence[Probe]) -> Event:
    """The event with the number, length and rates of the Runs."""
    rates = sorted({probe.rate for probe in opened})
    # Of an imported Run it may be unknown.
    lengths = sorted(probe.measure_s for probe in opened if probe.measure_s)
    if not lengths:
        length = message("length-unknown")
    elif lengths[-1] >= 1.02 * lengths[0]:
        shortest, longest = exact_seconds(lengths[0]), exact_seconds(lengths[-1])
        length = message("lengths", shortest=shortest, longest=longest)
    else:
        length = exact_seconds(lengths[0])
    why = "several" if len(rates) > 1 else "one_rate" if len(opened) > 1 else "one"
    figures: dict[str, Figure] = {
        "why": why,
        "runs": len(opened),
        "length": length,
        "rates": len(rates),
        "lowest": rates[0],
        "highest": rates[-1],
    }
    return Event("read_from_runs", rates[0] if len(rates) == 1 else None, figures)
