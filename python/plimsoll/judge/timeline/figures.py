"""The figures of an episode: levels before, inside and after, seconds without completions, and the
time of recovery.

Levels beside an episode are medians over intervals: a part of an interval at its edge belongs to
the episode.
"""

from dataclasses import dataclass

import numpy as np

from plimsoll.judge.timeline.changes import Floats, median_of_three
from plimsoll.judge.timeline.series import Series
from plimsoll.judge.timeline.stretches import Stretch

RECOVERED_SHARE = 0.95
"""Share of the rate before that counts as recovered."""


@dataclass(frozen=True)
class Level:
    """A figure before, at its worst (or most) inside, and after; rates per second, response times
    in ns."""

    before: float | None
    worst: float
    after: float | None


def without(series: Series, outages: list[Stretch]) -> tuple[float, float | None]:
    """Seconds without completions, and when they began, to parts of an interval."""
    seconds, first = 0.0, None
    for a, b in ((outage.start, outage.stop) for outage in outages):
        begin, end = float(series.start_s[a]), float(series.stop_s[b - 1])
        # Missing completions of the intervals beside it extend the outage into them.
        if a > 0 and (usual := _usual(series.rate_per_s, max(0, a - 6), a - 1)):
            begin -= _lacking(series, a - 1, usual) * float(series.length_s[a - 1])
        if b < len(series) and (usual := _usual(series.rate_per_s, b + 1, min(len(series), b + 6))):
            end += _lacking(series, b, usual) * float(series.length_s[b])
        seconds += end - begin - unrecorded_seconds(series, begin, end)
        first = begin if first is None else first
    return seconds, first


def unrecorded_seconds(series: Series, begin_s: float, end_s: float) -> float:
    """Seconds between these times that no interval covers, or in which this machine stood still."""
    gaps = (*series.unrecorded.gaps, *series.unrecorded.still)
    return sum(max(0.0, min(end_s, gap.until_s) - max(begin_s, gap.at_s)) for gap in gaps)


def _lacking(series: Series, at: int, usual: float) -> float:
    """Share of an interval's usual completions that is missing; less than a fifth may be chance."""
    share = 1.0 - float(series.rate_per_s[at]) / usual
    return share if share > 0.2 else 0.0


def _usual(values: Floats, start: int, stop: int) -> float | None:
    """The median of the known values; None where there are none."""
    part = values[start:stop]
    part = part[~np.isnan(part)]
    return float(np.median(part)) if len(part) else None


def _around(series: Series, start: int, stop: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """Intervals of the level before and after: as many as inside, at least five and at most
    sixty."""
    reach = min(60, max(5, stop - start))
    return (max(0, start - reach), start), (stop, min(len(series), stop + reach))


def _beside(start: int, beside: tuple[int, int]) -> tuple[tuple[int, int], tuple[int, int]]:
    """The same for a lasting change: up to sixty intervals of the levels on its two sides, without
    the interval of the change itself."""
    return (max(beside[0], start - 60), start), (
        min(start + 1, beside[1] - 1),
        min(beside[1], start + 61),
    )


def rate_level(
    series: Series, start: int, stop: int, *, beside: tuple[int, int] | None, up: bool
) -> tuple[Level, int | None]:
    """Rates per second around and inside, and the first interval that is nearly at the worst; `up`:
    its worst is its most."""
    if beside is not None:
        before, after = _beside(start, beside)
        stays = _usual(series.rate_per_s, *after) or 0.0
        return Level(_usual(series.rate_per_s, *before), stays, stays), None
    (a, b), (c, d) = _around(series, start, stop)
    before_rate = _usual(series.rate_per_s, a, b)
    inside = series.rate_per_s[start:stop]
    worst = float(inside.min())
    if up:
        return Level(before_rate, float(inside.max()), _usual(series.rate_per_s, c, d)), None
    near = None
    if before_rate is not None and worst < before_rate:
        near = start + int(np.flatnonzero(inside <= worst + 0.1 * (before_rate - worst))[0])
    return Level(before_rate, worst, _usual(series.rate_per_s, c, d)), near


def response_level(
    series: Series,
    start: int,
    stop: int,
    *,
    beside: tuple[int, int] | None,
    up: bool | None,
    level_from: int = 0,
) -> Level | None:
    """Mean response times of intervals around and inside, ns. `up`: it rose (or fell), as judged on
    whole levels, and the reported figures have to show that. None where nothing ended, or where the
    operations that ended do not show it: in an outage most end only afterwards.

    `level_from`: where the level before begins."""
    if beside is not None:
        before, after = (_usual(series.response_ns, *part) for part in _beside(start, beside))
        if before is not None and after is not None and up is not None and (after > before) != up:
            # Near the change it was the other way round: use the whole levels.
            before = _usual(series.response_ns, beside[0], start)
            after = _usual(series.response_ns, start, beside[1])
        return None if after is None else Level(before, after, after)
    (a, b), (c, d) = _around(series, start, stop)
    # Operations that ended in the interval after an outage had waited through it.
    inside = series.response_ns[start : min(len(series), stop + 1)]
    if np.isnan(inside).all():
        return None
    before_mean = _usual(series.response_ns, max(a, level_from), b)
    low, high = float(np.nanmin(inside)), float(np.nanmax(inside))
    if up is None:
        # Compare factors: 100 us to 1 us is as far as 100 us to 10 ms.
        up = before_mean is None or high * low >= before_mean**2
    most = high if up else low
    if before_mean is not None and (most > before_mean) != up:
        return None
    return Level(before_mean, most, _usual(series.response_ns, c, d))


def longest_wait(series: Series, start: int, stop: int) -> float | None:
    """The slowest operation that ended from `start` to the interval behind `stop`, ns; none where
    that isn't known."""
    inside = series.longest_ns[start : min(len(series), stop + 1)]
    inside = inside[~np.isnan(inside)]
    return float(inside.max()) if len(inside) else None


def recovery_index(series: Series, start: int, stop: int, rate: Level) -> int | None:
    """The first interval from the worst on in which the rate is back and stays so for another."""
    if rate.before is None:
        return stop
    now = median_of_three(series.rate_per_s)[start : min(len(series), stop + 2)]
    enough = now >= RECOVERED_SHARE * rate.before
    worst = int(np.argmin(now))
    for i in range(worst, len(now)):
        if enough[i] and (i + 1 >= len(now) or enough[i + 1]):
            return start + i
    return stop
