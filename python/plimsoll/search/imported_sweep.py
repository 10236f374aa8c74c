"""The load line from rates that another program measured: rows with a figure each, and no verdicts.

Our own Runs vote with verdicts (`belief.py`); here a curve is fitted to the figures
(`interpolation.py`), whatever the files have: a distribution, a mean with its deviation, a mean
alone. The line lies where the curve crosses the bound, between the row that met it and the row that
missed it, give or take the scatter of the rows. It is estimated, or bounded where all rows met the
objective or all missed it; never confirmed, and never above the highest rate that was measured.
Pure.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from plimsoll.base.rates import round_rate
from plimsoll.base.units import amount, nanos
from plimsoll.search import grades
from plimsoll.search.events import Event
from plimsoll.search.grades import CLEAR_VOTE, MAX_PLAN_GAP, GradedLine
from plimsoll.search.interpolation import Crossing, Row, crossing
from plimsoll.search.ledger import FAIL, PASS, UNDECIDED, Estimate, Probe
from plimsoll.search.messages import message
from plimsoll.search.placement import CONFIDENCE
from plimsoll.search.reasons import reason_text
from plimsoll.search.rejudgement import COARSE

DEVIATIONS = 1.96
"""Standard errors in half of an estimate's interval."""
UNSEEN_SHARE = 0.15
"""Share of the gap between two rows by which the unmeasured shape of the curve may move the
line."""
FILLED = 0.9
"""With this share of its own limit outstanding a generator waited for a slot."""
HICCUP_SHARE = 0.98
"""A row that fell behind its rate met a hiccup, no limit, where another Run carried more by this
share."""
SAME_RATE = 0.01
"""Rows no farther apart than this, relatively, are of one rate."""
DISAGREEMENT = 1.25
"""Latencies that differ by this factor at half of the repeated rates are not of one system."""
GROSS_RATIO = 3.0
"""Latencies that differ by this factor at any rate are not of one system."""
BOUND_MARGIN = 0.03
"""A step that ends at the bound is taken to lie this far from it, relatively."""
CLEAR_MISS = 1.1
"""A row with a latency this far beyond the bound misses it, whatever higher rows show."""


@dataclass(frozen=True)
class Answer:
    """The line of a sweep: its grade, the Runs with the verdicts that follow, and why."""

    graded: GradedLine
    probes: tuple[Probe, ...]
    reason: str
    because: str
    events: tuple[Event, ...]


@dataclass(frozen=True)
class ClosedLoopMiss:
    """A closed loop that missed one of the objectives (by number): an open load misses it at that
    rate, too. `ratio`: its latency over the bound."""

    objective: int
    rate: float
    ratio: float

    @property
    def clear(self) -> bool:
        """Whether no scatter explains it."""
        return self.ratio > DISAGREEMENT


def read(
    opened: Sequence[Probe],
    closed: Sequence[ClosedLoopMiss],
    most: float,
    *,
    in_steps: bool = False,
) -> Answer:
    """The line from Runs at offered rates, each with an estimate of every objective. `closed`: the
    misses of closed loops beside them; `most`: the highest rate that any Run achieved, which bounds
    the line. `in_steps`: an estimate may lie anywhere between its ends, as a percentile of a
    distribution in wide steps."""
    rows = replace(_Rows.of(opened, closed, most), in_steps=in_steps)
    if not rows.evidence:
        return _no_answer(rows, message("no-evidence"))
    if not rows.carried:
        return _overload_answer(rows)
    if (differing := _differing(rows)) is not None:
        return _no_answer(rows, differing)
    if in_steps and all(probe.reason == COARSE for probe in rows.evidence):
        return _no_answer(rows, message("file-steps-too-wide"))
    below = _lowest_crossing([_crossing(rows, at) for at in range(len(rows.evidence[0].estimates))])
    graded = _grade(rows, below)
    probes = tuple(_with_verdict(rows, probe, below) for probe in opened)
    graded = replace(graded, held=_held_rate(graded, probes))
    reason, because = _reason(rows, graded)
    return Answer(graded, probes, reason, because, tuple(_events(rows, graded)))


@dataclass(frozen=True)
class _Rows:
    """The Runs by their evidence: `carried` have a latency at their rate, `full` met the target's
    limit, `waited` only the generator's own."""

    opened: tuple[Probe, ...]
    carried: tuple[Probe, ...]
    full: tuple[Probe, ...]
    waited: tuple[Probe, ...]
    closed: tuple[ClosedLoopMiss, ...]
    top: float
    """The highest rate of any Run, which bounds the line."""
    in_steps: bool = False
    """Whether an estimate may be anywhere between its ends."""

    @staticmethod
    def of(opened: Sequence[Probe], closed: Sequence[ClosedLoopMiss], top: float) -> _Rows:
        """Sorts the Runs."""
        speak = [
            probe
            for probe in opened
            if probe.estimates and probe.outcome in ("ok", "cached", "cannot_carry")
        ]
        behind = [probe for probe in speak if probe.outcome == "cannot_carry"]
        most = max((p.achieved_rate_per_s for p in speak if p not in behind), default=0.0)
        full, waited, hiccups = [], [], []
        for probe in behind:
            if probe.achieved_rate_per_s < HICCUP_SHARE * most:
                hiccups.append(probe)
            elif _is_met(probe) and _is_at_own_cap(probe):
                waited.append(probe)
            else:
                full.append(probe)
        carried = [probe for probe in speak if probe not in behind or probe in hiccups]
        return _Rows(tuple(opened), tuple(carried), tuple(full), tuple(waited), tuple(closed), top)

    @property
    def evidence(self) -> tuple[Probe, ...]:
        """The Runs that are evidence about the target."""
        return (*self.carried, *self.full, *self.waited)

    @property
    def highest(self) -> float:
        """The highest rate that was carried."""
        return max((_rate_of(probe) for probe in self.carried), default=0.0)

    @property
    def full_at(self) -> float | None:
        """The rate at which the target was full; none where that was not seen."""
        return max(self.top, self.highest) if self.full else None

    @property
    def closed_at(self) -> float | None:
        """The rate at which a closed loop clearly missed the objective, none where none did."""
        return min((miss.rate for miss in self.closed if miss.clear), default=None)

    @property
    def limit(self) -> float | None:
        """The rate above which nothing meets the objective, whatever the latencies; None where that
        was not seen."""
        known = [rate for rate in (self.full_at, self.closed_at) if rate is not None]
        return min(known, default=None)


def _rate_of(probe: Probe) -> float:
    """The rate at which the latency of a Run was measured."""
    return probe.rate if probe.outcome != "cannot_carry" else probe.achieved_rate_per_s


def _is_met(probe: Probe) -> bool:
    return all(estimate.value <= estimate.allowed for estimate in probe.estimates)


def _is_at_own_cap(probe: Probe) -> bool:
    """Whether as much was outstanding as the generator allows itself."""
    most = probe.most_outstanding
    return most is not None and probe.outstanding >= FILLED * most


def _ratio(estimate: Estimate) -> float:
    return max(estimate.value, 1e-9 * estimate.allowed) / estimate.allowed


def _error(estimate: Estimate) -> float:
    if estimate.low is None or estimate.high is None or estimate.value <= 0:
        return 0.0
    return (estimate.high - estimate.low) / (2 * DEVIATIONS * estimate.value)


def _overload_answer(rows: _Rows) -> Answer:
    """The answer where no rate was carried: the achieved rate bounds the line, if the target was
    full."""
    if rows.waited:
        return _no_answer(rows, message("file-full-at-every-rate"))
    probes = tuple(
        replace(probe, verdict=FAIL if probe in rows.full else None) for probe in rows.opened
    )
    bound = GradedLine("bounded", None, None, round_rate(rows.top))
    return Answer(bound, probes, "objective_not_met", message("file-nothing-carried"), ())


# -- where the line lies ---------------------------------------------------------------------------


def _crossing(rows: _Rows, objective: int) -> Crossing:
    """The crossing of one objective. Rates that were not carried count as missed; so do misses of
    closed loops."""
    if not rows.in_steps:
        return _cross(
            rows, objective, lambda estimate: Row(0.0, _ratio(estimate), _error(estimate))
        )
    # The places of the values within their steps are unknown but probably alike: the line may be
    # that of all low ends, or of all high ones.
    laid = [
        _cross(rows, objective, lambda estimate: Row(0.0, _at(estimate, estimate.low))),
        _cross(rows, objective, lambda estimate: Row(0.0, _at(estimate, estimate.value))),
        _cross(rows, objective, lambda estimate: Row(0.0, _at(estimate, estimate.high))),
    ]
    rates = np.unique(np.concatenate([curve.rates for curve in laid]))
    below = np.mean([np.interp(rates, curve.rates, curve.below) for curve in laid], axis=0)
    return Crossing(rates, below)


def _at(estimate: Estimate, value: float | None) -> float:
    """One end of an estimate over what is allowed."""
    known = estimate.value if value is None else value
    ratio = max(known, 1e-9 * estimate.allowed) / estimate.allowed
    # A step that ends at the bound lies on one side of it.
    if estimate.high is not None and estimate.high <= estimate.allowed:
        return min(ratio, 1 - BOUND_MARGIN)
    if estimate.low is not None and estimate.low >= estimate.allowed:
        return max(ratio, 1 + BOUND_MARGIN)
    return ratio


def _cross(rows: _Rows, objective: int, row_of: Callable[[Estimate], Row]) -> Crossing:
    """The crossing of the curve through rows with the bound; `row_of` makes the row of an
    estimate."""
    points = [
        replace(row_of(probe.estimates[objective]), rate=_rate_of(probe)) for probe in rows.carried
    ]
    points += [Row(miss.rate, miss.ratio) for miss in rows.closed if miss.objective == objective]
    full = rows.full_at
    if full is not None and full < max(row.rate for row in points) * (1 + SAME_RATE):
        # That rate was carried as well: it limits the line, and is no row of the curve.
        full = None
    found = crossing(points, full)
    limit = rows.limit
    if limit is None:
        return found
    return Crossing(found.rates, np.where(found.rates >= limit, 1.0, found.below))


def _lowest_crossing(found: Sequence[Crossing]) -> Crossing:
    """The line of several objectives is the lowest of theirs."""
    if len(found) == 1:
        return found[0]
    rates = np.unique(np.concatenate([curve.rates for curve in found]))
    met = np.prod([1 - np.interp(rates, curve.rates, curve.below) for curve in found], axis=0)
    return Crossing(rates, 1 - met)


def _grade(rows: _Rows, found: Crossing) -> GradedLine:
    """Estimates a line among the rows; bounds it where all met the objective or all missed it."""
    places = sorted(_rate_of(probe) for probe in rows.carried)
    rest = (1 - CONFIDENCE) / 2
    middle = found.quantile(0.5)
    clear = [rate for rate in places if found.miss_chance(rate) <= CLEAR_VOTE]
    failed = [rate for rate in places if found.miss_chance(rate) >= 1 - CLEAR_VOTE]
    if middle is None and found.below[-1] < 0.5:
        low = max(clear, default=None) or found.quantile(CLEAR_VOTE)
        return GradedLine("bounded", None, None if low is None else round_rate(low), None)
    low, high = found.quantile(rest), found.quantile(1 - rest)
    if middle is None or low is None or (places and middle < places[0]):
        # The bound is the lowest clear miss, else the high end of the curve.
        most = min(failed, default=None) or high or found.rates[-1]
        return GradedLine("bounded", None, None, round_rate(min(float(most), rows.top)))
    ends = [*places, *([rows.limit] if rows.limit is not None else [])]
    under = max((rate for rate in ends if rate <= middle), default=ends[0])
    over = min((rate for rate in ends if rate > middle), default=ends[-1])
    unseen = UNSEEN_SHARE * (over - under)
    top = rows.top if rows.limit is None else min(rows.top, rows.limit)
    high = top if high is None else min(high + unseen, top)
    middle = min(middle, high)
    return GradedLine(
        "estimated",
        round_rate(middle),
        round_rate(min(max(low - unseen, low / 2), middle)),
        round_rate(high),
    )


def _with_verdict(rows: _Rows, probe: Probe, found: Crossing) -> Probe:
    """The Run with a verdict from the curve through all rows, where that is clear."""
    if probe not in rows.evidence:
        return replace(probe, verdict=None)
    if probe in rows.full:
        return replace(probe, verdict=FAIL)
    missed = found.miss_chance(_rate_of(probe))
    verdict = UNDECIDED
    if probe.reason == COARSE:
        return replace(probe, verdict=verdict)
    if _is_met(probe) and missed <= CLEAR_VOTE and probe in rows.carried:
        verdict = PASS
    elif not _is_met(probe) and (
        missed >= 1 - CLEAR_VOTE or max(_ratio(part) for part in probe.estimates) > CLEAR_MISS
    ):
        verdict = FAIL
    return replace(probe, verdict=verdict)


def _held_rate(graded: GradedLine, probes: Sequence[Probe]) -> float | None:
    """The highest rate at which a Run clearly met the objective, in place of a hold that passed;
    not above the low end of the line, nor far below it."""
    if graded.low is None:
        return None
    failed = [probe.rate for probe in probes if probe.verdict == FAIL]
    met = [
        _rate_of(probe)
        for probe in probes
        if probe.verdict == PASS
        and _rate_of(probe) <= graded.low * (1 + grades.SAME_RATE)
        and not any(rate < probe.rate for rate in failed)
    ]
    best = max(met, default=0.0)
    return round_rate(best) if best >= graded.low * (1 - MAX_PLAN_GAP) else None


# -- reasons and events ----------------------------------------------------------------------------


def _no_answer(rows: _Rows, because: str) -> Answer:
    unknown = GradedLine("bounded", None, None, None)
    silent = tuple(replace(probe, verdict=None) for probe in rows.opened)
    return Answer(unknown, silent, "undecided", because, ())


def _reason(rows: _Rows, graded: GradedLine) -> tuple[str, str]:
    if graded.grade == "estimated":
        return "read_from_runs", reason_text("read_from_runs")
    if graded.low is not None and rows.waited:
        return "client_bound", message("file-full-above")
    met, every = sum(map(_is_met, rows.evidence)), len(rows.evidence)
    if graded.low is not None:
        if met == every:
            return "no_upper_end", message("file-none-missed")
        return "no_upper_end", message("file-no-upper-end", missed=every - met, runs=every)
    if graded.high is not None:
        if not met:
            return "objective_not_met", message("file-none-met")
        return "objective_not_met", message("file-none-clearly-met", met=met, runs=every)
    return "undecided", message("file-too-close")


def _differing(rows: _Rows) -> str | None:
    """The sentence that Runs at one rate disagree too much to be of one system, with figures; None
    where they agree."""
    groups: list[list[Probe]] = []
    for probe in sorted(rows.carried, key=_rate_of):
        if groups and _rate_of(probe) <= _rate_of(groups[-1][0]) * (1 + SAME_RATE):
            groups[-1].append(probe)
        else:
            groups.append([probe])
    repeated = [group for group in groups if len(group) > 1]
    worst, most, differing = None, 1.0, 0
    for group in repeated:
        values = sorted(repeat.estimates[0].value for repeat in group)
        factor = values[-1] / max(values[0], 1e-9)
        differing += factor > DISAGREEMENT
        if factor > most:
            worst, most = (_rate_of(group[0]), values[0], values[-1]), factor
    if worst is None or not (most > GROSS_RATIO or 2 * differing >= max(2, len(repeated))):
        return None
    rate, low, high = worst
    return message("runs-disagree", low=nanos(low), high=nanos(high), rate=amount(rate, "rate"))


def _events(rows: _Rows, graded: GradedLine) -> list[Event]:
    """The event with the rows beside the line."""
    if graded.grade != "estimated" or any(_is_share(probe) for probe in rows.carried):
        return []
    met = max((p for p in rows.carried if _is_met(p)), key=_rate_of, default=None)
    missed = [p for p in rows.carried if not _is_met(p)]
    above = min(
        (p for p in missed if met is None or _rate_of(p) > _rate_of(met)),
        key=_rate_of,
        default=None,
    )
    found = []
    if met is not None and above is not None:
        found.append(
            Event(
                "between_rows",
                round_rate(_rate_of(above)),
                {
                    "why": "latencies",
                    "met_at": _rate_of(met),
                    "met_ns": _decisive(met).value,
                    "missed_ns": _decisive(above).value,
                },
            )
        )
    elif met is not None and rows.limit is not None:
        why = "closed" if rows.limit == rows.closed_at else "full"
        found.append(
            Event("between_rows", round_rate(rows.limit), {"why": why, "met_at": _rate_of(met)})
        )
    return found


def _is_share(probe: Probe) -> bool:
    """Whether an objective bounds a share of operations, and no latency."""
    return any(estimate.allowed < 1 for estimate in probe.estimates)


def _decisive(probe: Probe) -> Estimate:
    """The estimate that lies farthest beyond its bound."""
    return max(probe.estimates, key=_ratio)


def is_paced(rows: Sequence[tuple[float, float, int | None]]) -> bool:
    """Whether closed loops that differ only in their rate were limited to it. Each row is achieved
    rate, outstanding I/O and requested outstanding I/O (None where the file does not have it).

    Without a rate limit a closed loop has all the I/O that it requests outstanding.
    """
    if len(rows) < LEAST_PACED:
        return False
    rates = [rate for rate, _, _ in rows]
    if max(rates) < MIN_RATE_SPREAD * min(rates):
        return False
    if len({requested for _, _, requested in rows}) > 1:
        return False
    part = [outstanding / (requested or 1) for _, outstanding, requested in rows]
    by_rate = [share for _, share in sorted(zip(rates, part, strict=True))]
    rising = all(b > a * (1 - OUTSTANDING_SCATTER) for a, b in itertools.pairwise(by_rate))
    return rising and by_rate[0] < PART_FILLED and math.isfinite(by_rate[-1])


LEAST_PACED = 3
"""Closed loops of a sweep of rates, at least."""
MIN_RATE_SPREAD = 1.5
"""Highest over lowest rate of such a sweep, at least."""
OUTSTANDING_SCATTER = 0.25
"""A faster loop may by chance have less outstanding, by this share."""
PART_FILLED = 0.7
"""Share of the requested I/O that the slowest loop has outstanding, at most."""
