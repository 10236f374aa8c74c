"""Run order: random within blocks and whole plots, with no factor correlated with time.

Drift (a cache that warms up, a noisy neighbour, flash wear) biases Runs by when they were made.
Randomisation turns it into noise; *restricted* randomisation also rejects orders in which a factor
happens to follow time. Hard-to-change factors are held for a whole plot: few changes, and an error
term of their own (`model.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from plimsoll.features.factors.messages import message
from plimsoll.features.factors.rules.designs import correlation

if TYPE_CHECKING:
    from plimsoll.features.factors.rules.designs import Matrix, Places

TRIES = 400
MAX_TIME_CORRELATION = 0.2
"""Correlation of a factor with time above which an order is rejected."""
PLOTS_FOR_ONE_FACTOR = 3
PLOTS_FOR_SEVERAL = 2
"""Whole plots per combination of hard-to-change levels: with one such factor 6 plots in all, since
their own error needs equal ones."""


@dataclass(frozen=True)
class RunOrder:
    """Rows in run order, with block and whole plot of each, from 0."""

    rows: Places
    block: Places
    plot: Places


def run_order(
    matrix: Matrix, *, blocks: int, hard: Sequence[int], seed: int, replicate: Places
) -> RunOrder:
    """The run order, determined by the seed. `replicate`: number of the design's copy of each row;
    blocks are slices of time. Raises ValueError for blocks of fewer than two Runs."""
    chance = np.random.default_rng([seed, 0x0FAC])
    if hard:
        return _split_plot(matrix, hard, chance)
    block = _assign_blocks(matrix, blocks, replicate, chance)
    best: tuple[float, Places] | None = None
    for _ in range(TRIES):
        rows = np.concatenate(
            [
                chance.permutation(np.flatnonzero(block == number))
                for number in range(block.max() + 1)
            ]
        )
        step = in_step(matrix[rows])
        if best is None or step < best[0]:
            best = (step, rows)
        if step <= MAX_TIME_CORRELATION:
            best = (step, rows)
            break
    assert best is not None, "at least one try"
    return RunOrder(best[1], block[best[1]], np.zeros(len(matrix), np.int64))


def in_step(matrix: Matrix) -> float:
    """The largest correlation of a factor with time, 0..1."""
    time = np.arange(len(matrix), dtype=float)[:, None]
    return float(np.abs(correlation(matrix, time)).max())


def _assign_blocks(
    matrix: Matrix, blocks: int, replicate: Places, chance: np.random.Generator
) -> Places:
    """The block of each row: replicates if their number fits, else the split clearest of main
    effects."""
    runs = len(matrix)
    if blocks <= 1:
        return np.zeros(runs, np.int64)
    if runs < 2 * blocks:
        raise ValueError(message("blocks-too-small", blocks=blocks, runs=runs))
    if replicate.max() + 1 == blocks:
        return replicate
    best: tuple[float, Places] | None = None
    half = runs // 2
    folded = blocks == 2 and runs % 2 == 0 and np.array_equal(matrix[:half], -matrix[half:])
    tries = [np.repeat([0, 1], half)] if folded else []
    tries += [chance.permutation(np.arange(runs) % blocks) for _ in range(TRIES * 5)]
    for split in tries:
        among = max(
            float(np.abs(correlation(matrix, (split == number)[:, None].astype(float))).max())
            for number in range(blocks)
        )
        if best is None or among < best[0] - 1e-12:
            best = (among, split)
        if among < 1e-9:
            break
    assert best is not None, "at least one try"
    return best[1]


def _split_plot(matrix: Matrix, hard: Sequence[int], chance: np.random.Generator) -> RunOrder:
    hard_levels = matrix[:, list(hard)]
    combinations, combination_of = np.unique(hard_levels, axis=0, return_inverse=True)
    combination_of = combination_of.reshape(-1)
    each = PLOTS_FOR_ONE_FACTOR if len(hard) == 1 else PLOTS_FOR_SEVERAL
    plots: list[Places] = []
    for number in range(len(combinations)):
        rows = chance.permutation(np.flatnonzero(combination_of == number))
        plots += [part for part in np.array_split(rows, min(each, len(rows))) if len(part)]
    best: tuple[float, list[Places]] | None = None
    for _ in range(TRIES):
        order = [plots[at] for at in chance.permutation(len(plots))]
        step = in_step(matrix[np.concatenate(order)])
        if best is None or step < best[0]:
            best = (step, order)
        if step <= MAX_TIME_CORRELATION:
            break
    assert best is not None, "at least one try"
    plot = np.repeat(np.arange(len(best[1])), [len(part) for part in best[1]])
    rows = np.concatenate(best[1])
    return RunOrder(rows, np.zeros(len(rows), np.int64), plot)
