"""How far two variants lie apart, and how well that is known: the arithmetic under a comparison.

One value per Run (the unit of replication), as a logarithm: differences are ratios. What a rig does
to all variants alike must not become a difference between them, so the design is read from the
times at which the Runs were made:

- `blocks`: in order of time the Runs fall into pairs that hold each variant once (A B, B A, A B …).
  Differences are taken inside a block, so whatever is slower than a block cancels. A trend that the
  order does not balance (A B, A B, A B) is taken out with the slope of the block means, and the
  error of that slope is carried.
- `time`: Runs at other times, of which those of one variant began before the last of the other. A
  straight trend over time is fitted together with the variants.
- `apart`: one variant was begun only after the other had ended for good. What drifted meanwhile was
  not seen, and no trend is carried over the gap between them: the difference is the one that was
  seen, and its interval is wider by the drift that each variant showed within itself.
- `intervals`: no repeats; each has an interval of its own (`comparison.py`).
- `plain`: no time (the virtual clock; or the caller vouches for a rig that does not drift).

In a design with blocks that do not differ (F test at `POOL`, Bancroft's level for this choice) the
trend model is used: it has more degrees of freedom. Choosing costs a little of the level; `LEVEL`
pays for it (decision 0016-comparing-variants). Always two variants at a time: the noise of a third,
quieter or louder, says nothing about these two.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vector = NDArray[np.float64]

POOL = 0.25
"""Blocks whose means differ no more than chance does this often are not kept (Bancroft 1944; 1964
names 0.25)."""

RESOLUTION = 5e-4
"""No Run knows its value better, relatively: histograms keep three digits (half a bucket). Runs
that fell into one bucket have not shown that nothing varies."""

POOL_APART = 0.5
"""The drift within variants that were measured one after the other is left out of the interval only
where chance shows as much this often: the interval has to hold what the gap between them hides."""

Design = Literal["blocks", "time", "apart", "plain", "intervals"]


@dataclass(frozen=True)
class Repeat:
    """One Run: which variant (0 is the one compared with), log of its value, and when it began in s
    of any origin.

    `block` names Runs that belong together where time does not (the same seed on the virtual
    clock). `ends` is its own interval of 95 % on the log scale, where one is known: it speaks where
    there is no other repeat.
    """

    variant: int
    log_value: float
    at_s: float | None = None
    block: Hashable = None
    ends: tuple[float, float] | None = None


@dataclass(frozen=True)
class Contrast:
    """Variant 1 less variant 0 on the log scale; `error` is its standard error with `freedom`
    degrees.

    `noise` is the standard deviation of the log values between Runs once blocks, trend and variants
    are taken out, with `noise_freedom` degrees; `drift` the fitted trend of the log values over the
    whole span (none without times, and none of variants `apart`). `within`: what each of two
    variants apart drifted by while it was measured, on the log scale; `allowance` is the part of it
    that cannot be told from a difference: half of both together, since each was measured around
    its middle.
    """

    design: Design
    log_ratio: float
    error: float
    freedom: float
    noise: float
    noise_freedom: int
    drift: float | None
    within: tuple[float, float] | None = None
    allowance: float = 0.0

    @property
    def reach(self) -> float:
        """How far from 1 the ratio lies beyond what drift may have done, on the log scale."""
        return max(abs(self.log_ratio) - self.allowance, 0.0)


def contrast(repeats: Sequence[Repeat], *, drifts: bool = True) -> Contrast | None:
    """Variant 1 against variant 0; none where the Runs are too few for any error.

    `drifts` False: the caller vouches that nothing drifted, and times are not used.
    """
    import numpy as np

    counts = Counter(repeat.variant for repeat in repeats)
    if counts[0] < 1 or counts[1] < 1 or len(repeats) <= 2:
        return None
    timed = drifts and all(repeat.at_s is not None for repeat in repeats)
    rows = sorted(repeats, key=lambda r: r.at_s if timed and r.at_s is not None else 0.0)
    y = np.array([row.log_value for row in rows])
    v = np.array([row.variant for row in rows])
    t = np.array([row.at_s for row in rows], dtype=float) if timed else None
    if t is not None and np.ptp(t) == 0:
        t = None
    if t is not None and _are_apart(v, t):
        return _apart(y, v, t)
    pooled = _trend(y, v, t)
    blocks = _blocks(rows, timed=timed) if drifts else None
    if blocks is None:
        return pooled
    blocked, differ = _block_contrast(y, v, t, np.array(blocks))
    return blocked if differ or pooled is None else pooled


def freedom_of(design: Design, repeats: int) -> int:
    """Degrees of freedom of the noise with so many repeats of each variant."""
    return repeats - 1 if design == "blocks" else 2 * repeats - 2 - (design == "time")


def _blocks(rows: Sequence[Repeat], *, timed: bool) -> list[int] | None:
    """The block of each Run; none where they do not all fall into at least two pairs that hold each
    variant once."""
    if timed:
        found = [number // 2 for number in range(len(rows))]
    else:
        names = {
            name: number for number, name in enumerate(dict.fromkeys(row.block for row in rows))
        }
        if None in names:
            return None
        found = [names[row.block] for row in rows]
    groups = Counter((block, row.variant) for block, row in zip(found, rows, strict=True))
    number = len(set(found))
    complete = len(groups) == len(rows) == number * 2
    return found if complete and number >= 2 else None


def _trend(y: Vector, v: NDArray[np.int64], t: Vector | None) -> Contrast | None:
    """A level per variant and, with times, a straight trend."""
    import numpy as np

    columns = [np.ones_like(y), (v == 1).astype(float)]
    if t is not None:
        columns.append((t - t.mean()) / np.ptp(t))
    x = np.column_stack(columns)
    freedom = len(y) - x.shape[1]
    if freedom < 1 or np.linalg.matrix_rank(x) < x.shape[1]:
        return None
    beta, *_ = np.linalg.lstsq(x, y, rcond=None)
    residual = y - x @ beta
    variance = max(float(residual @ residual) / freedom, RESOLUTION**2)
    error = math.sqrt(variance * float(np.linalg.inv(x.T @ x)[1, 1]))
    drift = None if t is None else float(beta[2])
    design: Design = "plain" if t is None else "time"
    return Contrast(design, float(beta[1]), error, freedom, math.sqrt(variance), freedom, drift)


def _block_contrast(
    y: Vector, v: NDArray[np.int64], t: Vector | None, block: NDArray[np.int64]
) -> tuple[Contrast, bool]:
    """The difference inside blocks, and whether the blocks differ."""
    import numpy as np
    from scipy import special

    number = int(block.max()) + 1

    def means(of: Vector) -> Vector:
        return np.array([of[block == b].mean() for b in range(number)])

    slope, slope_error, drift = 0.0, 0.0, None
    level = means(y)
    away = level - level.mean()
    used = 1
    if t is not None and number >= 3:
        when = means(t)
        when = when - when.mean()
        slope = float(when @ away / (when @ when))
        away = away - slope * when
        used = 2
        slope_error = math.sqrt(float(away @ away) / (number - 2) / float(when @ when))
        drift = slope * float(np.ptp(t))
    z = y if t is None else y - slope * t
    within = z - means(z)[block]
    effects = [float(within[v == variant].mean()) for variant in (0, 1)]
    residual = within - np.array(effects)[v]
    freedom = number - 1
    variance = max(float(residual @ residual) / freedom, RESOLUTION**2)
    between = 2 * float(away @ away) / max(number - used, 1)
    differ = number <= used
    if not differ:
        differ = bool(special.fdtrc(number - used, freedom, between / variance) < POOL)
    gap = 0.0 if t is None else float(t[v == 1].mean() - t[v == 0].mean())
    own, carried = 2 * variance / number, (gap * slope_error) ** 2
    # Satterthwaite 1946: the degrees of freedom of a sum of two variances.
    spread = own**2 / freedom + (carried**2 / (number - 2) if carried else 0.0)
    degrees = (own + carried) ** 2 / spread if spread > 0 else float(freedom)
    return (
        Contrast(
            "blocks",
            effects[1] - effects[0],
            math.sqrt(own + carried),
            degrees,
            math.sqrt(variance),
            freedom,
            drift,
        ),
        differ,
    )


def _half(freedom: int, variance: float) -> float:
    """Half of an interval of 95 %, in units of the root of 1 / n."""
    from scipy import special

    return float(special.stdtrit(freedom, 0.975)) * math.sqrt(variance)


def _are_apart(v: NDArray[np.int64], t: Vector) -> bool:
    """Whether one variant was begun only after the other had ended for good."""
    first, other = (t[v == variant] for variant in (0, 1))
    return bool(other.min() > first.max() or other.max() < first.min())


def _apart(y: Vector, v: NDArray[np.int64], t: Vector) -> Contrast | None:
    """Variants measured one after the other: their means as they were seen, and the drift within
    each where there is more of it than chance makes."""
    import numpy as np
    from scipy import special

    means, counts, within, known = [], [], [], []
    level, trend = 0.0, 0.0
    for variant in (0, 1):
        mine, when = y[v == variant], t[v == variant]
        away, slope = mine - mine.mean(), 0.0
        level += float(away @ away)
        if np.ptp(when) > 0:
            # In units of the time that the variant took, the last of its Runs included.
            x = (when - when.mean()) / (np.ptp(when) * len(when) / (len(when) - 1))
            slope = float(x @ away / (x @ x))
            away = away - slope * x
            known.append((slope, 1 / float(x @ x)))
        trend += float(away @ away)
        means.append(float(mine.mean()))
        counts.append(len(mine))
        within.append(slope)
    freedom = len(y) - 2
    variance = max(level / freedom, RESOLUTION**2)
    left, allowance = freedom - len(known), 0.0
    if known and left >= 1:
        rest = max(trend / left, RESOLUTION**2)
        f = (level - trend) / len(known) / rest
        if special.fdtrc(len(known), left, f) < POOL_APART:
            # What drifted counts as noise where taking it out costs more freedom than it is worth.
            if _half(left, rest) < _half(freedom, variance):
                freedom, variance = left, rest
            # Less what chance alone makes of a slope.
            allowance = sum(math.sqrt(max(d**2 - variance * of, 0.0)) / 2 for d, of in known)
    return Contrast(
        "apart",
        means[1] - means[0],
        math.sqrt(variance * (1 / counts[0] + 1 / counts[1])),
        freedom,
        math.sqrt(variance),
        freedom,
        None,
        within=(within[0], within[1]),
        allowance=allowance,
    )
