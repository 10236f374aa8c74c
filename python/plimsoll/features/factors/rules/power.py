"""The power of a study before it starts: the effect that a design detects, by the arithmetic of the
analysis.

Effects and noise are of the log of the response: a noise of 3 % is ln 1.03. The draws are those of
the design's multipliers, so the promise holds for `model.fit`.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from plimsoll.features.factors.rules import model

if TYPE_CHECKING:
    from plimsoll.features.factors.rules.designs import Matrix, Places

SIMULATED = 4_000


def detectable(
    matrix: Matrix,
    block: Places,
    *,
    noise: float,
    power: float,
    confidence: float,
    simulated: int = SIMULATED,
) -> float:
    """The smallest change from low to high (0.05 is 5 %) that is detected with this power, for the
    factor that the design estimates worst. Infinite where nothing is left to estimate noise by.
    """
    nuisance, _ = model.time_columns(len(matrix), block, matrix.shape[1])
    frame = model.Frame(nuisance, matrix, confidence, 1, simulated)
    try:
        draws = frame.draws
    except model.NoNoiseError:
        return math.inf
    lengths = frame._units(np.empty((len(matrix), 0)))[1]
    if len(lengths) < matrix.shape[1]:
        return math.inf
    times = draws.multipliers.mains
    margins = np.min([times[basis] * scale for basis, scale in draws.scales.items()], axis=0)
    chance = np.random.default_rng(20_25)
    noise_of_one = chance.standard_normal(len(margins))
    low, high = 0.0, 64.0
    for _ in range(40):
        middle = (low + high) / 2
        detected = float((np.abs(noise_of_one + middle) > margins).mean())
        low, high = (low, middle) if detected >= power else (middle, high)
    # `high` is in standard errors of a coefficient, which is half the change from low to high.
    return math.expm1(2 * high * math.log1p(noise) / float(lengths.min()))
