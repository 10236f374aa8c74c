"""What holds of every fit, whatever the truth."""

from __future__ import annotations

import numpy as np

from plimsoll.judge.factors import designs, model


def test_what_is_told_as_seen_has_an_interval_without_no_change() -> None:
    # Several interactions in a design that does not tell them apart: one that was chosen first may
    # be explained by those after it.
    matrix = designs.plackett_burman(8, 12, folded=True).matrix
    block = np.zeros(len(matrix), np.int64)
    columns, _ = model.time_columns(len(matrix), block, 8)
    frame = model.Frame(columns, matrix, 0.95, 1, 2_000)
    pairs = designs.pairs(8)
    told = 0
    for seed in range(40):
        chance = np.random.default_rng(seed)
        y = 0.01 * chance.standard_normal(len(matrix))
        for at in chance.choice(len(pairs), 4, replace=False):
            y += 0.06 * designs.products(matrix, [pairs[at]])[:, 0]
        fit = model.fit(matrix, y, block, frame=frame)
        told += len(fit.interactions)
        assert all(one.active for one in fit.interactions)
    assert told > 40
