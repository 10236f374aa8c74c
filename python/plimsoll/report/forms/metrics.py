"""Sizes of text, and tick values of axes, for all forms.

Ticks are multiples of 1, 2 or 5. Widths are on the wide side, so text that is measured with them
fits."""

import math
from unicodedata import east_asian_width

_STEPS = (1, 2, 5, 10)
_TOLERANCE = 1e-9
"""Relative tolerance for a value to count as a multiple."""

LETTER = 7
"""Pixels of a letter of 12 px: labels of axes and names at the ends of lines."""
SMALL_LETTER = 6.2
"""Pixels of a letter of 11 px: what stands over bars and in cells."""
SHEET_LETTER = 6.5
"""Pixels of a letter over the bars of a native chart of a workbook."""
LINE = 14
"""Pixels from one line of text to the next."""
_NARROW, _WIDE = frozenset(" ,.:;|'!()[]/ijlrtfI-"), frozenset("mwMW%@&=<>+×–")


def round_below(value: float) -> float:
    """The largest 1, 2 or 5 times a power of ten up to a value."""
    power = 10.0 ** math.floor(math.log10(value))
    return max(step * power for step in _STEPS if step * power <= value * (1 + _TOLERANCE))


def round_above(value: float) -> float:
    """The smallest 1, 2 or 5 times a power of ten from a value."""
    power = 10.0 ** math.floor(math.log10(value))
    return min(step * power for step in _STEPS if step * power >= value * (1 - _TOLERANCE))


def ticks(low: float, high: float) -> list[float]:
    """Three to six ticks between any two ends."""
    power = 10.0 ** math.floor(math.log10(high - low))
    found: list[float] = []
    for step in (m * power for m in (5, 2, 1, 0.5, 0.2, 0.1)):
        first, last = math.ceil(low / step - 1e-6), math.floor(high / step + 1e-6)
        found = [float(f"{i * step:.12g}") for i in range(first, last + 1)]
        if len(found) >= 3:
            break
    return found


def ticks_from_zero(high: float) -> list[float]:
    """Up to eight ticks of an axis from 0."""
    step = round_above(high / 7)
    return [round(i * step, 12) for i in range(int(high / step * 1.000001) + 1)]


def decades(low: float, high: float) -> list[float]:
    """Ticks of a logarithmic axis: powers of ten, with 2 and 5 between a few of them."""
    steps = _STEPS[:3] if high / low <= 1000 else _STEPS[:1]
    powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    found = [
        step * 10.0**power
        for power in powers
        for step in steps
        if low <= step * 10.0**power <= high
    ]
    return found if len(found) > 1 else ticks(low, high)


def doublings(low: float, high: float) -> list[float]:
    """Ticks of a binary axis: up to eight powers of 2."""
    first, last = math.ceil(math.log2(low)), math.floor(math.log2(high))
    step = max(1, math.ceil((last - first + 1) / 8))
    return [2.0**power for power in range(first, last + 1) if power % step == 0]


class _Advances(dict[str, float]):
    """The width of a letter of DejaVu Sans, or of a Japanese one, relative to its size."""

    def __missing__(self, sign: str) -> float:
        whole = sign in _WIDE or east_asian_width(sign) in "WF"
        self[sign] = 0.4 if sign in _NARROW else 1.0 if whole else 0.64
        return self[sign]


ADVANCES = _Advances()
"""Relative widths by letter; most are 0.64."""
