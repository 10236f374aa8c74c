"""What happened in a Run, from its signals: outages, dips, lasting changes, errors, patterns that
repeat, drift.

One episode is one thing that happened to the storage, though rate, response time and errors may all
show it: changes that begin together make one episode, under the first kind in `KINDS` that fits.

* **outage**: whole intervals in which next to nothing succeeded, where at least twenty were usual.
  Its length is taken to parts of an interval from what still ended in those beside it. In an open
  loop a burst above the offered rate follows; it is part of the episode.
* **for a time** (dip, surge, slow, quick): a level that left and came back to within 5 % of the
  rate, or 25 % of the response time, that was before. **To stay** (drop, rise, slower, quicker):
  one that did not.
* **gap**: time that no interval covers, or in which this machine stood still. It is neither an
  outage nor time without one.
* **errors** are facts, not levels: where there are usually none, every interval with one counts.
* **drift**: the means of twenty blocks of the Run are nearly in order (Kendall's tau). Other
  changes are then looked for in what is left without it.
* **periodic**: see `periodic.py`; and episodes of one kind at even distances. Changes shorter than
  a period are part of it.
"""

import math
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from plimsoll.base.gaps import Average, Gap
from plimsoll.judge.timeline import signals
from plimsoll.judge.timeline.changes import THRESHOLD_FACTOR, Fit, Floats, fit
from plimsoll.judge.timeline.climbs import Climb, climbs
from plimsoll.judge.timeline.figures import (
    Level,
    longest_wait,
    rate_level,
    recovery_index,
    response_level,
    without,
)
from plimsoll.judge.timeline.periodic import PERIODS, Period, fold_periods, period_of
from plimsoll.judge.timeline.series import Series
from plimsoll.judge.timeline.signals import Signal
from plimsoll.judge.timeline.stretches import (
    LASTING_KINDS,
    MAX_GAP,
    MIN_USUAL,
    Stretch,
    departures,
    failures,
    group_stretches,
    quiet,
)

KINDS = {
    "outage": "no operation succeeded",
    "gap": "nothing was recorded",
    "errors": "operations failed",
    "dip": "the rate fell for a time and came back",
    "drop": "the rate fell and stayed down",
    "surge": "the rate rose for a time and went back",
    "rise": "the rate rose and stayed up",
    "slow": "the response time rose for a time and came back",
    "slower": "the response time rose and stayed up",
    "quick": "the response time fell for a time and went back",
    "quicker": "the response time fell and stayed down",
    "periodic": "a pattern that repeats",
    "drift": "the level moved all the time in one direction",
}
"""Every kind of episode, in the order of precedence."""
WAITING_KINDS = ("outage", "errors", "dip", "slow")
"""Kinds in which operations may wait and then end."""
FEWEST = 4
"""Intervals from which episodes are judged."""
_OF_RESPONSE = ("slow", "slower", "quick", "quicker")
BLOCKS = 20
"""Blocks of a Run from whose means a drift is judged."""
MOST_GAPS = 10
"""More gaps than this are one episode: a file with every tenth row only."""
STEADY_SHARE = 2 / 3
"""Rates within this share of each other are within 0.82 on the scale of roots, on which an interval
is quiet at 0.14 of the usual: far enough from it even with a trend taken off."""
MIN_TAU = 0.8
"""Kendall's tau of a drift, at least; by chance its deviation is 0.16 over twenty blocks."""


@dataclass(frozen=True)
class Episode:
    """Something that happened. Seconds count from the start of Measure; `index`, `stop` number the
    series' intervals."""

    kind: str
    index: int
    stop: int
    at_s: float
    until_s: float | None
    """None where it lasted, or the Run ended first."""
    within_s: float
    """How exactly the time is known, either way."""
    confidence: float
    shown_by: tuple[str, ...] = ()
    rate: Level | None = None
    response_ns: Level | None = None
    longest_wait_ns: float | None = None
    """The slowest operation in an episode that passed. None where it isn't known: operations in an
    outage that never ended didn't end either."""
    outage_s: float = 0.0
    """Seconds without completions in it."""
    to_worst_s: float | None = None
    """From its start until it was at its worst, give or take a tenth of the depth."""
    recovered_s: float | None = None
    """From its start until rate and response time were back; None where they were not, and for
    lasting kinds."""
    errors: int = 0
    waited: int = 0
    """Operations that waited at one time: the largest backlog at the end of an interval in it."""
    period_s: float | None = None
    repeats: int | None = None
    unrecorded_s: float = 0.0
    """Seconds in it of which nothing was recorded."""
    average: Average | None = None
    """Of a gap: the file's own average."""
    machine_stood_still: bool = False
    """Of a gap: this machine stood still, and not the storage."""


def episodes(series: Series) -> list[Episode]:
    """All episodes in order of time; of fewer than four intervals only the gaps."""
    n = len(series)
    result = _gaps(series)
    if n < FEWEST:
        return result
    if not float(series.completed.sum()):
        return sorted((*_dead(series), *result), key=lambda episode: episode.at_s)
    drifting = set()
    both = [signals.rate(series), signals.response_time(series)]
    for i, signal in enumerate(both):
        if (trend := _trend(signal)) is not None:
            result.append(_drifting(series, signal))
            drifting.add(signal.name)
            both[i] = replace(signal, y=signal.y - trend + float(np.median(trend)))
    periods = [
        period if _amplitude(s) >= 2 * s.least else None
        for s in both
        for period in (period_of(s.y),)
    ]
    period = next((p for p in periods if p is not None), None)
    if period is not None:
        result.append(
            _repeating(
                series, [s for s, p in zip(both, periods, strict=True) if p is not None], period
            )
        )
    fits = [_levels(signal, period) for signal in both]
    silent = quiet(series, both[0], fits[0])
    if period is not None:
        silent = [(a, b) for a, b in silent if b - a > period.samples / 2]
    stretches = [Stretch("rate", "outage", a, b, math.inf) for a, b in silent]
    for signal, fitted in zip(both, fits, strict=True):
        found = departures(signal, fitted, series)
        if signal.name in drifting:
            stretches += [s for s in found if _beside_trend(s, signal.name, series)]
            continue
        climbing, found = climbs(signal, found)
        result += [_climbing(series, climb) for climb in climbing]
        stretches += found
    groups = group_stretches([*stretches, *failures(series)], n)
    rate = both[0], fits[0]
    result += _regular(
        series, [e for group in groups if _shows(e := _episode(series, group, rate))]
    )
    return sorted(result, key=lambda episode: (episode.at_s, list(KINDS).index(episode.kind)))


def may_have_outages(series: Series) -> bool:
    """Whether `episodes` may find an outage, by the slowest interval alone: where it completed at
    least `STEADY_SHARE` of what any other did and of what usually arrived, none is quiet. A Run in
    which none completed anything is an outage from end to end."""
    if not len(series):
        return False
    completed = series.rate_per_s * series.interval_s
    most = float(completed.max())
    if series.open_loop:
        most = max(most, float(np.median(series.arrived)))
    return not most or float(completed.min()) < STEADY_SHARE * most


def _beside_trend(stretch: Stretch, signal: str, series: Series) -> bool:
    """Whether a departure from a trend is real: residuals at the ends of the trend are no change,
    nor are values between the levels on both sides, where the trend does not fit."""
    n = len(series)
    edge = n // BLOCKS
    if stretch.kind in LASTING_KINDS or stretch.start < edge or stretch.stop > n - edge:
        return False
    plain = series.rate_per_s if signal == "rate" else signals.forward_fill(series.response_ns)
    reach = max(2, stretch.stop - stretch.start)
    inside = float(np.median(plain[stretch.start : stretch.stop]))
    sides = [
        float(np.median(plain[max(0, stretch.start - reach) : stretch.start])),
        float(np.median(plain[stretch.stop : stretch.stop + reach])),
    ]
    return inside < min(sides) if stretch.kind in ("dip", "quick") else inside > max(sides)


def _shows(episode: Episode) -> bool:
    """Whether the figures of an episode show it: a change of the response time needs one."""
    return episode.kind not in _OF_RESPONSE or episode.response_ns is not None


def _climbing(series: Series, climb: Climb) -> Episode:
    """A drift over a part of the Run, or over a whole Run too short for `_trend`."""
    n = len(series)
    level = Level(climb.first, climb.last, climb.last)
    return Episode(
        kind="drift",
        index=climb.start,
        stop=climb.stop,
        at_s=float(series.start_s[climb.start]),
        until_s=None if climb.stop >= n else float(series.start_s[climb.stop]),
        within_s=series.interval_s,
        confidence=0.99,
        shown_by=(climb.signal,),
        rate=level if climb.signal == "rate" else None,
        response_ns=level if climb.signal == "response_time" else None,
    )


def _gaps(series: Series) -> list[Episode]:
    """Time that no interval covers; many gaps as one episode from the first to the last."""
    unrecorded = series.unrecorded
    made = []
    for gaps, still in (*_split(unrecorded.gaps, False), *_split(unrecorded.still, True)):
        index = int(np.searchsorted(series.start_s, gaps[0].at_s))
        made.append(
            Episode(
                kind="gap",
                index=index,
                stop=index,
                at_s=gaps[0].at_s,
                until_s=gaps[-1].until_s,
                within_s=series.interval_s,
                confidence=1.0,
                repeats=len(gaps) if len(gaps) > 1 else None,
                unrecorded_s=sum(gap.length_s for gap in gaps),
                average=None if still else unrecorded.average,
                machine_stood_still=still,
            )
        )
    return made


def _split(found: tuple[Gap, ...], still: bool) -> list[tuple[tuple[Gap, ...], bool]]:
    return [(found, still)] if len(found) > MOST_GAPS else [((gap,), still) for gap in found]


def _dead(series: Series) -> list[Episode]:
    """A Run in which nothing succeeded: one outage, unless so few operations arrived that it may be
    chance."""
    if series.open_loop and float(series.arrived.sum()) < MIN_USUAL:
        return []
    return [
        Episode(
            kind="outage",
            index=0,
            stop=len(series),
            at_s=float(series.start_s[0]),
            until_s=None,
            within_s=series.interval_s,
            confidence=1.0,
            shown_by=("rate",),
            outage_s=float(series.length_s.sum()),
            errors=int(series.errors.sum()),
            waited=int(series.backlog.max()),
        )
    ]


def _trend(signal: Signal) -> Floats | None:
    """The slow movement of a signal from one end to the other, where there is one."""
    n = len(signal.y)
    if n < BLOCKS:
        return None
    bounds = np.linspace(0, n, BLOCKS + 1).round().astype(int)
    medians = np.array([np.median(signal.y[a:b]) for a, b in pairwise(bounds)])
    # Kendall's tau by hand: scipy.stats would take longer to load than all the rest.
    pairs = np.sign(medians[None, :] - medians[:, None])[np.triu_indices(BLOCKS, 1)]
    tau = float(pairs.mean())
    if abs(tau) < MIN_TAU or abs(medians[-1] - medians[0]) < 2 * signal.least:
        return None
    # Smooth enough to leave noise and dips alone.
    at = np.arange(n, dtype=np.float64) / n
    centres = (bounds[:-1] + bounds[1:] - 1) / 2 / n
    trend = np.polyval(np.polyfit(centres, medians, 4), at)
    return np.asarray(trend, dtype=np.float64)


def _levels(signal: Signal, period: Period | None) -> Fit:
    """The signal as stretches; where the Run repeats itself, of whole periods."""
    if period is None:
        return signal.fit_levels()
    means, bounds = fold_periods(signal.y, period.samples)
    coarse = fit(means, floor=signal.floor, least=signal.least)
    segments = tuple(
        replace(s, start=bounds[s.start], stop=bounds[s.stop]) for s in coarse.segments
    )
    changes = tuple(replace(c, at=bounds[c.at]) for c in coarse.changes)
    return replace(coarse, segments=segments, changes=changes)


def _amplitude(signal: Signal) -> float:
    low, high = np.quantile(signal.y, [0.05, 0.95])
    return float(high - low)


def _episode(series: Series, group: list[Stretch], fitted_rate: tuple[Signal, Fit]) -> Episode:
    n, kinds = len(series), list(KINDS)
    main = min(group, key=lambda s: kinds.index(s.kind))
    lasting = main.kind in LASTING_KINDS
    start = min(s.start for s in group)
    beside = main.beside
    stop = n if lasting else max(s.stop for s in group)
    rate_stop = max((s.stop for s in group if s.signal == "rate"), default=stop)
    inside = slice(start, min(start + 1 if lasting else stop, n))
    outage_s, first_s = without(series, [s for s in group if s.kind == "outage"])
    at_s = (
        first_s if first_s is not None and main.kind == "outage" else float(series.start_s[start])
    )
    rate, worst_at = rate_level(series, start, stop, beside=beside, up=main.kind == "surge")
    back = None if lasting or stop >= n else recovery_index(series, start, min(rate_stop, n), rate)
    slow_until = max((s.stop for s in group if s.signal == "response_time"), default=start)
    recovered_s = None
    if back is not None and not _stayed_lower(rate, fitted_rate, start, rate_stop):
        recovered_s = (
            max(
                float(series.start_s[back]),
                float(series.start_s[slow_until]) if slow_until < n else at_s,
            )
            - at_s
        )
    return Episode(
        kind=main.kind,
        index=start,
        stop=stop,
        at_s=at_s,
        until_s=None if lasting or stop >= n else float(series.start_s[stop]),
        within_s=series.interval_s,
        confidence=_confidence(max(s.deviations for s in group), n),
        shown_by=tuple(dict.fromkeys(s.signal for s in group)),
        rate=rate,
        response_ns=response_level(
            series,
            start,
            stop,
            beside=beside,
            up=_rose(main, group),
            level_from=max((s.level_from for s in group if s.signal == "response_time"), default=0),
        ),
        longest_wait_ns=(
            longest_wait(series, start, stop)
            if main.kind in WAITING_KINDS
            and not any(s.kind == "outage" and s.stop >= n for s in group)
            else None
        ),
        outage_s=outage_s,
        to_worst_s=(
            max(0.0, float(series.start_s[worst_at]) - at_s)
            if worst_at is not None and main.signal == "rate"
            else None
        ),
        recovered_s=recovered_s if recovered_s is None else max(0.0, recovered_s),
        errors=(
            int(series.errors[start:stop].sum())
            if any(s.signal == "errors" for s in group) or not lasting
            else 0
        ),
        waited=int(series.backlog[inside].max()) if len(series.backlog[inside]) else 0,
    )


def _stayed_lower(rate: Level, fitted: tuple[Signal, Fit], start: int, stop: int) -> bool:
    """Whether the rate behind an episode is lower than before it, by more than a tenth and by more
    than its own spread: a few intervals of some hundred operations differ by as much."""
    if rate.after is None or rate.before is None or rate.after >= 0.9 * rate.before:
        return False
    signal, levels = fitted
    segments = levels.segments
    before = next((s for s in reversed(segments) if s.start < start), segments[0])
    after = next((s for s in segments if s.stop > stop), segments[-1])
    return signal.has_moved(levels, before, after)


def _rose(main: Stretch, group: list[Stretch]) -> bool | None:
    """Whether the response time rose or fell; None where it shows neither. In an outage it never
    falls: operations that still end in it were nearly done before."""
    if main.kind == "outage":
        return True
    kind = next((s.kind for s in group if s.signal == "response_time"), None)
    return None if kind is None else kind in ("slow", "slower")


def _confidence(deviations: float, n: int) -> float:
    """One less the probability that any of n places differs so much by chance, with the threshold's
    own allowance for noise that is not normal."""
    if math.isinf(deviations):
        return 1.0
    return max(0.5, 1.0 - n * math.erfc(deviations / THRESHOLD_FACTOR / math.sqrt(2)))


def _repeating(series: Series, shown: list[Signal], period: Period) -> Episode:
    levels = {}
    for signal in shown:
        low, middle, high = (float(x) for x in np.quantile(signal.plain, [0.05, 0.5, 0.95]))
        levels[signal.name] = (
            Level(middle, low, high) if signal.name == "rate" else Level(middle, high, low)
        )
    return Episode(
        kind="periodic",
        index=0,
        stop=len(series),
        at_s=float(series.start_s[0]),
        until_s=None,
        within_s=series.interval_s,
        confidence=min(1.0, max(0.5, period.strength)),
        shown_by=tuple(levels),
        rate=levels.get("rate"),
        response_ns=levels.get("response_time"),
        errors=int(series.errors.sum()),
        period_s=period.samples * series.interval_s,
        repeats=int(len(series) / period.samples),
    )


def _drifting(series: Series, signal: Signal) -> Episode:
    n = len(series)
    part = max(1, n // BLOCKS)
    first, last = float(np.median(signal.plain[:part])), float(np.median(signal.plain[-part:]))
    level = Level(first, last, last)
    return Episode(
        kind="drift",
        index=0,
        stop=n,
        at_s=float(series.start_s[0]),
        until_s=None,
        within_s=series.interval_s,
        confidence=0.99,
        shown_by=(signal.name,),
        rate=level if signal.name == "rate" else None,
        response_ns=level if signal.name == "response_time" else None,
    )


def _regular(series: Series, found: list[Episode]) -> list[Episode]:
    """Episodes of one kind at even distances, folded into one that repeats."""
    out = list(found)
    for kind in ("outage", "dip", "surge", "slow", "quick"):
        mine = [e for e in out if e.kind == kind]
        if len(mine) < PERIODS:
            continue
        gaps = np.diff([e.at_s for e in mine])
        typical = float(np.median(gaps))
        if float(np.abs(gaps - typical).max()) > max(0.2 * typical, MAX_GAP * series.interval_s):
            continue
        first, last = mine[0], mine[-1]
        out = [e for e in out if e not in mine]
        out.append(
            replace(
                first,
                kind="periodic",
                stop=last.stop,
                until_s=last.until_s,
                rate=_furthest([e.rate for e in mine], up=kind == "surge"),
                response_ns=_furthest([e.response_ns for e in mine], up=kind != "quick"),
                longest_wait_ns=max(
                    (e.longest_wait_ns for e in mine if e.longest_wait_ns is not None), default=None
                ),
                outage_s=sum(e.outage_s for e in mine),
                errors=sum(e.errors for e in mine),
                waited=max(e.waited for e in mine),
                period_s=float(np.mean(gaps)),
                repeats=len(mine),
            )
        )
    return out


def _furthest(levels: list[Level | None], *, up: bool) -> Level | None:
    """Before the first of them, at the worst of all, after the last."""
    known = [level for level in levels if level is not None]
    if not known:
        return None
    worst = (max if up else min)(level.worst for level in known)
    return Level(known[0].before, worst, known[-1].after)
