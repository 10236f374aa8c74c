"""How often a history tells a step, and how often it tells one that is none.

    python -m tests.truth.history --series 1000

Noise is normal with a standard deviation of 2 %. *Found*: series of `before` values, then a step of
5 %; a change is told at the step (three places off at most) by the time that five values have come
behind it. *False alarms*: series of 1,000 values in which nothing changes, told anew whenever a
value comes; a change at a place that was not told before, or within five places of one, is an
alarm. Beside it what no rule can be better than that asks only the newest five: one t-test of them
against the level, as often wrong. Prints the table as Markdown, and is 1 when something is wrong.
"""

import argparse
import math
import random
import sys
from functools import lru_cache

import numpy as np
import pytest
from scipy import stats

from plimsoll.features.suites.history import alarm, divisive
from tests.truth import harness

SPREAD = 0.02
STEP = 0.05
WITHIN = 5
BEFORE = (10, 15, 20, 25, 30, 50, 100)
ASKED = 0.9
FROM = 30
"""Values before the step from which on that share must be found."""
ALARMS = 1.0
"""In 1,000 values, at most."""
VALUES = 1000


def report_share(before: int, series: int, seed: int) -> float:
    """The share of series in which the step is told within five values."""
    chance = random.Random(seed)
    hits = 0
    for _ in range(series):
        level = 1000.0
        values = [chance.gauss(level, SPREAD * level) for _ in range(before)]
        lower = level * (1 - STEP)
        hit = False
        for _ in range(WITHIN):
            values.append(chance.gauss(lower, SPREAD * lower))
            hit = hit or any(abs(one.index - before) <= 3 for one in alarm.reported_changes(values))
        hits += hit
    return hits / series


def possible(before: int) -> float:
    """What a t-test of the newest five against `before` values finds that is wrong in one of 1,000
    values."""
    free = before + WITHIN - 2
    reach = float(stats.t.ppf(1 - ALARMS / 1000 / 2, free))
    apart = STEP / SPREAD * math.sqrt(before * WITHIN / (before + WITHIN))
    return float(stats.nct.sf(reach, free, apart))


def false_alarms(values: int, seed: int) -> int:
    """Alarms in a series of so many values without a change, each value told as it comes."""
    chance = random.Random(seed)
    known: list[int] = []
    so_far: list[float] = []
    for _ in range(values):
        so_far.append(chance.gauss(1000.0, SPREAD * 1000.0))
        for one in alarm.reported_changes(so_far):
            if all(abs(one.index - place) > 5 for place in known):
                known.append(one.index)
    return len(known)


def remember_windows(patch: pytest.MonkeyPatch) -> None:
    """All windows but the newest are as they were a value ago: they are divided once."""
    divided = divisive._window_partings

    @lru_cache(maxsize=512)
    def of(window: bytes, level: float) -> list[int]:
        return divided(np.frombuffer(window), level)

    patch.setattr(divisive, "_window_partings", lambda series, level: of(series.tobytes(), level))


def main() -> int:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--series", type=int, default=1000)
    parser.add_argument("--long", type=int, default=30, help="series of 1,000 values each")
    asked = parser.parse_args()
    bad = []
    print(
        f"A step of {STEP:.0%} at {SPREAD:.0%} of noise, {asked.series:,} series each; made by"
        f" `python -m tests.truth.history`.\n"
    )
    print("| values before the step | reported within 5, % | one t-test with as many alarms, % |")
    print("|---|---|---|")
    for before in BEFORE:
        share = report_share(before, asked.series, before)
        print(f"| {before} | {100 * share:.1f} | {100 * possible(before):.1f} |", flush=True)
        if before >= FROM and share < ASKED:
            bad.append(f"{share:.1%} of steps after {before} values are told")
    with pytest.MonkeyPatch.context() as patch:
        remember_windows(patch)
        alarms = [false_alarms(VALUES, seed) for seed in range(asked.long)]
    per = 1000 * sum(alarms) / (VALUES * asked.long)
    low, high = _interval(sum(alarms))
    many = VALUES * asked.long / 1000
    print(
        f"\nFalse alarms in 1,000 values: {per:.2f} ({sum(alarms)} in {VALUES * asked.long:,}; 95 %"
        f" interval {low / many:.2f} to {high / many:.2f})."
    )
    if per > ALARMS:
        bad.append(f"{per:.2f} false alarms in 1,000 values")
    return harness.verdict(bad)


def _interval(count: int) -> tuple[float, float]:
    """Of the mean of a Poisson count."""
    low = float(stats.chi2.ppf(0.025, 2 * count)) / 2 if count else 0.0
    return low, float(stats.chi2.ppf(0.975, 2 * count + 2)) / 2


if __name__ == "__main__":
    sys.exit(main())
