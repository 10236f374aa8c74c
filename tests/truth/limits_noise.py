"""How often a law is refuted although it is true, and how often one that is wrong stands, by the
rule for a datum's error.

Figures are drawn: closed loops at the limit of a law, two depths for each size, with noise between
Runs as real rigs have. `python -m tests.truth.limits_noise [--seeds N]` prints the table of
decision 0017-laws-of-limits; 1 when the chosen rule is wrong more often than it may be.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from scipy import stats

from plimsoll.features.limits.rules.cells import EXPECTED_NOISE, EXPECTED_WEIGHT, MIN_NOISE, gather
from plimsoll.features.limits.rules.finding import Observation
from plimsoll.features.limits.rules.fitting import FALSE_REFUTATIONS, Data, fit, refutation_limit
from plimsoll.features.limits.rules.models import Law, Points, laws
from tests.truth import harness

if TYPE_CHECKING:
    from plimsoll.features.limits.rules.cells import VolumeCells

SIZES = tuple(size << 10 for size in (4, 8, 16, 64, 128, 1024))
NOISES = (0.005, 0.01, 0.02, 0.03)
TRUTHS: tuple[tuple[str, int | None, tuple[float, ...]], ...] = (
    ("flat", None, (3000.0,)),
    ("both", None, (3000.0, 250.0 * 2**20)),
    ("ceil", 32 << 10, (3000.0,)),
    ("base_plus_bytes", None, (20_000.0, 500.0 * 2**20)),
)
OFF = 0.15
"""How much more than `linear 32k` allows a law lets through that is held against it."""


def law_of(name: str, unit: int | None) -> Law:
    return next(
        law
        for law in laws((100,))
        if law.name == name and (unit is None or law.fixed[0][1] == unit)
    )


def draw_runs(
    law: Law,
    values: Sequence[float],
    noise: float,
    stream: np.random.Generator,
    depths: Sequence[int],
) -> list[Observation]:
    """Runs at the limit that a law sets, each with a noise of its own."""
    made = []
    for size in SIZES:
        for depth in depths:
            rate = law.of_one(list(values), size, 100) * float(
                np.exp(noise * stream.standard_normal())
            )
            made.append(Observation("drawn", size, 100.0, depth, rate, depth / rate * 1e9, 60.0))
    return made


def data_of(gathered: VolumeCells, error: float | None = None) -> Data:
    """What a fit sees; with this noise between Runs instead of the one that was estimated."""
    cells = gathered.cells
    runs = np.array([len(cell.run_ids) or 2 for cell in cells], dtype=float)
    return Data(
        Points.of([(cell.block_bytes, cell.read_percent, None) for cell in cells]),
        np.array([cell.rate_per_s for cell in cells]),
        np.array([cell.error for cell in cells]) if error is None else error / np.sqrt(runs),
        np.array([cell.lower_bound for cell in cells], dtype=bool),
        gathered.freedom if error is None else None,
    )


def exceeds_t_limit(gathered: VolumeCells, law: Law) -> bool:
    """What `cells.py` estimates, and the quantile of Student's t, shared out."""
    data = data_of(gathered)
    return fit(law, data).misfit > refutation_limit(data)


def two_deviations(gathered: VolumeCells, law: Law) -> bool:
    """1 %, and two standard errors."""
    return fit(law, data_of(gathered, MIN_NOISE)).misfit > 2


def shared_out(gathered: VolumeCells, law: Law) -> bool:
    """1 %, and the normal quantile, shared out."""
    data = data_of(gathered, MIN_NOISE)
    return fit(law, data).misfit > refutation_limit(data)


def wide(gathered: VolumeCells, law: Law) -> bool:
    """3 % always, and the normal quantile, shared out."""
    data = data_of(gathered, 0.03)
    return fit(law, data).misfit > refutation_limit(data)


def repeats_alone(gathered: VolumeCells, law: Law) -> bool:
    """The spread of the repeats without any expectation, at least 1 %, and the quantile of
    Student's t, shared out."""
    freedom = gathered.freedom - EXPECTED_WEIGHT
    squares = gathered.noise**2 * gathered.freedom - EXPECTED_WEIGHT * EXPECTED_NOISE**2
    data = replace(
        data_of(gathered, max(MIN_NOISE, math.sqrt(max(0.0, squares) / max(1, freedom)))),
        freedom=max(1, freedom),
    )
    return fit(law, data).misfit > refutation_limit(data)


RULES: dict[str, Callable[[VolumeCells, Law], bool]] = {
    "1 %, two deviations": two_deviations,
    "1 %, shared out": shared_out,
    "3 %, shared out": wide,
    "repeats alone": repeats_alone,
    "expectation and repeats (chosen)": exceeds_t_limit,
}


def shares(
    rule: Callable[[VolumeCells, Law], bool], noise: float, seeds: int
) -> tuple[float, float]:
    """Share of true laws that are refuted, over all truths; share of a law 15 % off that is."""
    false = total = right = 0
    against = law_of("linear", 32 << 10)
    above = (3000.0, 3000.0 * (32 << 10) * (1 + OFF))
    for seed in range(seeds):
        stream = np.random.default_rng(seed)
        for name, unit, values in TRUTHS:
            law = law_of(name, unit)
            false += rule(gather(draw_runs(law, values, noise, stream, (128, 256))), law)
            total += 1
        right += rule(
            gather(draw_runs(law_of("both", None), above, noise, stream, (128, 256))), against
        )
    return false / total, right / seeds


def allowed_share(total: int) -> float:
    """The share that chance leaves in one of a thousand such tables when the true one is
    `FALSE_REFUTATIONS`."""
    return float(stats.binom.isf(1e-3, total, FALSE_REFUTATIONS)) / total


def least_refutation(rule: Callable[[VolumeCells, Law], bool]) -> float:
    """How far above `linear` 32k a cap of bytes must lie to refute it on figures without noise."""
    for percent in range(1, 100):
        above = (3000.0, 3000.0 * (32 << 10) * (1 + percent / 100))
        seen = draw_runs(law_of("both", None), above, 0.0, np.random.default_rng(0), (128, 256))
        if rule(gather(seen), law_of("linear", 32 << 10)):
            return percent / 100
    return math.inf


def main() -> int:
    seeds = harness.arguments(__doc__, 250).seeds
    heads = [f"{noise:.1%} between Runs: true refuted / {OFF:.0%} off refuted" for noise in NOISES]
    heads.append("without noise refuted from")
    print("| rule | " + " | ".join(heads) + " |\n|---|" + "---|" * len(heads), flush=True)
    wrong = []
    for name, rule in RULES.items():
        found = [shares(rule, noise, seeds) for noise in NOISES]
        entries = [f"{false:.2%} / {right:.0%}" for false, right in found]
        print(f"| {name} | {' | '.join(entries)} | {least_refutation(rule):.0%} |", flush=True)
        if rule is exceeds_t_limit:
            most = allowed_share(seeds * len(TRUTHS))
            wrong = [
                f"{noise:.1%}: {false:.2%}"
                for noise, (false, _) in zip(NOISES, found, strict=True)
                if false > most
            ]
    print(
        f"\n{seeds} seeds of {len(TRUTHS)} laws each; made by `python -m tests.truth.limits_noise"
        f" --seeds {seeds}`."
    )
    return harness.verdict(wrong)


if __name__ == "__main__":
    sys.exit(main())
