"""`python -m tests.truth.comparing [--seeds N]`: how often a comparison tells a difference that is
not there, and sees one of 5 % that is, with five repeats; as Markdown, 1 when something is wrong.

A "3 % between-Run effect" can be read in several ways, and all of them are rows: what the effect
is, how the rig drifts meanwhile, and in which order the Runs were made. No test of 5 % can see 5 %
in five repeats with 80 % when every Run deviates by itself with a standard deviation of 3 %: even
with that noise known exactly the power is Φ(ln 1.05 / (0.03 · √(2/5)) − 1.96) = 73 %. That row is
kept and says what is reached.
"""

import math
import sys
from dataclasses import dataclass

import numpy as np
from scipy import stats

from plimsoll.features.compare.rules.comparison import Finding, compare
from plimsoll.features.compare.rules.contrasts import Repeat
from tests.truth import harness

REPEATS = 5
DIFFERENCE = math.log(1.05)
EFFECTS = {
    "uniform within ±3 %, each Run by itself": lambda rng: rng.uniform(-0.03, 0.03, 2 * REPEATS),
    "sd 3 % shared by a block, 1 % each Run": lambda rng: (
        np.repeat(rng.normal(0, 0.03, REPEATS), 2) + rng.normal(0, 0.01, 2 * REPEATS)
    ),
    "sd 3 % in all, half of the variance shared by a block": lambda rng: (
        np.repeat(rng.normal(0, 0.03 * math.sqrt(0.5), REPEATS), 2)
        + rng.normal(0, 0.03 * math.sqrt(0.5), 2 * REPEATS)
    ),
    "sd 3 %, each Run by itself": lambda rng: rng.normal(0, 0.03, 2 * REPEATS),
    "sd 1 %, each Run by itself": lambda rng: rng.normal(0, 0.01, 2 * REPEATS),
}
DRIFTS = {
    "none": lambda rng: np.zeros(2 * REPEATS),
    "straight, 10 % in all": lambda rng: 0.1 * np.linspace(0, 1, 2 * REPEATS) * rng.choice([-1, 1]),
    "random walk, 1 % a Run": lambda rng: np.cumsum(rng.normal(0, 0.01, 2 * REPEATS)),
    "half a wave of ±3 %": lambda rng: (
        0.03 * np.sin(np.pi * (np.linspace(0, 1, 2 * REPEATS) + 2 * rng.random()))
    ),
}
ORDERS = {"A B B A": [0, 1, 1, 0], "A B A B": [0, 1, 0, 1], "random in blocks": None}


@dataclass(frozen=True)
class Row:
    effect: str
    drift: str
    order: str
    powered: bool
    """Whether 80 % are asked of it."""


ROWS = tuple(
    Row(effect, drift, order, effect.startswith(("uniform", "sd 3 % shared", "sd 1 %")))
    for effect in EFFECTS
    for drift in DRIFTS
    for order in ORDERS
)


def compare_row(row: Row, seed: int, difference: float) -> Finding:
    rng = np.random.default_rng([seed, ROWS.index(row)])
    one_block = ORDERS[row.order]
    order = (
        np.concatenate([rng.permutation(2) for _ in range(REPEATS)])
        if one_block is None
        else np.resize(np.array(one_block), 2 * REPEATS)
    )
    y = EFFECTS[row.effect](rng) + DRIFTS[row.drift](rng) + difference * order
    repeats = [
        Repeat(int(v), float(value), at_s=60.0 * i)
        for i, (v, value) in enumerate(zip(order, y, strict=True))
    ]
    return compare(repeats, 2, lower_is_better=True)[0]


@dataclass(frozen=True)
class Rates:
    alarms: int
    """Differences told where there is none."""
    seen: int
    """A difference of 5 % told, in the right direction."""
    missed: int
    """Sameness told of a difference of 6 %."""
    covered: int
    """Intervals that hold the true ratio of 1.05."""


def rates(row: Row, seeds: int) -> Rates:
    null = [compare_row(row, seed, 0.0).verdict for seed in range(seeds)]
    real = [compare_row(row, seed, DIFFERENCE) for seed in range(seeds)]
    far = [compare_row(row, seed, math.log(1.06)).verdict for seed in range(seeds)]
    return Rates(
        sum(verdict in ("better", "worse") for verdict in null),
        sum(one.verdict == "worse" for one in real),
        sum(verdict == "same" for verdict in far),
        sum((one.low or 9) <= 1.05 <= (one.high or 0) for one in real),
    )


def wrong(row: Row, of: Rates, seeds: int) -> list[str]:
    """What is not as it must be: more alarms or misses than a true rate of 5 % gives by chance (one
    in a thousand)."""
    most = int(stats.binom.isf(1e-3, seeds, 0.05))
    said = []
    if of.alarms > most:
        said.append(f"{of.alarms} of {seeds} false alarms")
    if of.missed > most:
        said.append(f"{of.missed} of {seeds} differences of 6 % called the same")
    if row.powered and row.drift != "half a wave of ±3 %" and of.seen < 0.8 * seeds:
        said.append(f"power {of.seen / seeds:.0%}")
    return [f"{row.effect}; {row.drift}; {row.order}: {words}" for words in said]


def main() -> int:
    seeds = harness.arguments(__doc__, 200).seeds
    print(
        f"{seeds} seeds each, {REPEATS} repeats of two variants a minute apart; made by `python -m"
        f" tests.truth.comparing --seeds {seeds}`. Power is not asked of the rows in italics.\n"
    )
    print(
        "| between-Run effect | drift | order | false alarms | power for 5 % | 6 % called the same"
        " | interval holds 5 % |"
    )
    print("|---|---|---|---|---|---|---|")
    said, alarms = [], 0
    for row in ROWS:
        of = rates(row, seeds)
        alarms += of.alarms
        said += wrong(row, of, seeds)
        power = f"{of.seen / seeds:.1%}" if row.powered else f"*{of.seen / seeds:.1%}*"
        print(
            f"| {row.effect} | {row.drift} | {row.order} | {of.alarms / seeds:.1%} | {power} |"
            f" {of.missed / seeds:.1%} | {of.covered / seeds:.1%} |",
            flush=True,
        )
    print(f"\nFalse alarms over all rows: {alarms / seeds / len(ROWS):.2%}.")
    return harness.verdict(said)


if __name__ == "__main__":
    sys.exit(main())
