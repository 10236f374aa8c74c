"""`python -m tests.truth.apart [--pairs N]`: what a comparison says of two variants that were
measured one after the other, over all that may lie between them; as Markdown, 1 when something is
wrong.

The true change is that between the levels around which each variant was measured. What drifted
within a variant was seen; what changed in the gap between them was not, and no comparison can know
it."""

import argparse
import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from plimsoll.features.compare.rules.comparison import MARGIN, Finding, compare
from plimsoll.features.compare.rules.contrasts import Repeat

CHANGES = (0.0, 0.02, -0.02, 0.05, -0.05, 0.2, -0.2, 0.5, -0.5)
GAPS_S = (0.0, 60.0, 3600.0, 86_400.0, 604_800.0, 31_536_000.0)
DRIFTS = ("none", "in the first", "in the second", "in both", "from the start on")
NOISE = (0.005, 0.1)
DRIFTED = (0.01, 0.1)
"""Least and most between Runs (standard deviation), and of a drift within a variant."""


@dataclass(frozen=True)
class Pair:
    """Two variants, and what the second truly is of the first."""

    drift: str
    change: float
    repeats: tuple[Repeat, ...]


def pair(seed: int) -> Pair:
    """Drift, change, gap, noise, number and distance of Runs by chance."""
    rng = np.random.default_rng([seed, 45])
    drift = str(rng.choice(DRIFTS))
    change = float(rng.choice(CHANGES))
    noise, size = (math.exp(rng.uniform(*map(math.log, ends))) for ends in (NOISE, DRIFTED))
    count, every = int(rng.integers(3, 11)), float(rng.uniform(60, 600))
    gap = float(rng.choice(GAPS_S))
    middle = (np.arange(count) + 0.5) / count - 0.5
    signs = rng.choice([-1, 1], 2) * size
    moved = {
        "none": (0.0, 0.0),
        "in the first": (signs[0] * middle, 0.0),
        "in the second": (0.0, signs[1] * middle),
        "in both": (signs[0] * middle, signs[1] * middle),
        # A rig that is still warming up in the first: its level is where it ends.
        "from the start on": (signs[0] * (middle - 0.5), 0.0),
    }[drift]
    repeats: list[Repeat] = []
    for variant, drifted in enumerate(moved):
        values = drifted + rng.normal(0, noise, count) + variant * math.log1p(change)
        begins = variant * (count * every + gap)
        repeats += [
            Repeat(variant, float(value), begins + every * at) for at, value in enumerate(values)
        ]
    return Pair(drift, change, tuple(repeats))


def judge_pair(of: Pair) -> Finding:
    return compare(of.repeats, 2, lower_is_better=False)[0]


def is_wrong(of: Pair, said: Finding) -> bool:
    """A direction that is not there, or sameness of what differs by clearly more than the
    margin."""
    match said.verdict:
        case "better":
            return of.change <= 0
        case "worse":
            return of.change >= 0
        case "same":
            return abs(math.log1p(of.change)) > 1.1 * math.log1p(MARGIN)
    return False


@dataclass(frozen=True)
class Rates:
    """Of so many pairs."""

    pairs: int
    wrong: int
    covered: int
    halved: int
    found: int
    """Halvings that were told as such."""
    decided: int


def rates(pairs: Sequence[Pair]) -> Rates:
    told = [(one, judge_pair(one)) for one in pairs]
    halved = [said for one, said in told if one.change == -0.5]
    return Rates(
        len(told),
        sum(is_wrong(one, said) for one, said in told),
        sum((said.low or 0) <= 1 + one.change <= (said.high or 0) for one, said in told),
        len(halved),
        sum(said.verdict == "worse" for said in halved),
        sum(said.verdict != "not enough data" for _, said in told),
    )


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.truth.apart")
    parser.add_argument("--pairs", type=int, default=5000)
    asked = parser.parse_args().pairs
    pairs = [pair(seed) for seed in range(asked)]
    print(
        f"{asked} pairs of variants measured one after the other, made by `python -m"
        f" tests.truth.apart --pairs {asked}`: 3 to 10 Runs each, noise {NOISE[0]:.1%} to"
        f" {NOISE[1]:.0%}, drift within a variant {DRIFTED[0]:.0%} to {DRIFTED[1]:.0%}, a gap of"
        " none to a year between them.\n"
    )
    print("| drift | pairs | wrong | interval holds the change | halvings found | decided |")
    print("|---|---|---|---|---|---|")
    for drift in (*DRIFTS, "all"):
        of = rates([one for one in pairs if drift in (one.drift, "all")])
        print(
            f"| {drift} | {of.pairs} | {of.wrong / of.pairs:.1%} | {of.covered / of.pairs:.1%} |"
            f" {of.found} of {of.halved} | {of.decided / of.pairs:.0%} |",
            flush=True,
        )
    return 0 if of.wrong <= 0.05 * asked and of.covered >= 0.93 * asked else 1


if __name__ == "__main__":
    sys.exit(main())
