"""How often a history tells a step, and how often it tells one that is none.

    python -m tests.truth.history --series 1000

Noise is normal with a standard deviation of 2 %. *Found*: series of `before` values, then a step of
5 %; a change is told at the step (three places off at most) by the time that five values have come
behind it. *False alarms*: one long series in which nothing changes, told anew whenever a value
comes; a change at a place that was not told before, or within five places of one, is an alarm.
"""

from __future__ import annotations

import argparse
import random

from plimsoll.judge.history import alarm

SPREAD = 0.02
STEP = 0.05


def found(before: int, series: int, seed: int) -> float:
    """The share of series in which the step is told within five values."""
    chance = random.Random(seed)
    hits = 0
    for _ in range(series):
        level = 1000.0
        values = [chance.gauss(level, SPREAD * level) for _ in range(before)]
        lower = level * (1 - STEP)
        hit = False
        for _ in range(5):
            values.append(chance.gauss(lower, SPREAD * lower))
            hit = hit or any(abs(one.index - before) <= 3 for one in alarm.told(values))
        hits += hit
    return hits / series


def false_alarms(values: int, seed: int) -> int:
    """Alarms in a series of so many values without a change, each value told as it comes."""
    chance = random.Random(seed)
    known: list[int] = []
    so_far: list[float] = []
    for _ in range(values):
        so_far.append(chance.gauss(1000.0, SPREAD * 1000.0))
        # What lies two windows back is told as it was.
        begin = max(0, len(so_far) - 200)
        for one in alarm.told(so_far[begin:]):
            if all(abs(begin + one.index - place) > 5 for place in known):
                known.append(begin + one.index)
    return len(known)


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--series", type=int, default=1000)
    parser.add_argument("--values", type=int, default=1000)
    parser.add_argument("--long", type=int, default=10)
    asked = parser.parse_args()
    print("| values before the step | told within 5 |\n|---|---|")
    for before in (10, 20, 30, 50, 100):
        print(f"| {before} | {found(before, asked.series, before):.3f} |", flush=True)
    alarms = [false_alarms(asked.values, seed) for seed in range(asked.long)]
    per = 1000 * sum(alarms) / (asked.values * asked.long)
    print(f"\nFalse alarms in 1,000 values: {per:.2f} ({alarms})")


if __name__ == "__main__":
    main()
