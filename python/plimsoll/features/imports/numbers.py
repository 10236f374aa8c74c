"""Numbers in the files of other programs.

One reader serves all programs; a program's dialect is its table of units. Bounds are checked first:
Python converts no text of more than 4,300 digits, and no real size reaches 2^62."""

import re
from collections.abc import Callable, Iterable, Mapping

from plimsoll.base.rules import SAMPLES_BEYOND_PERCENTILE

POWERS = {"": 0, "k": 1, "m": 2, "g": 3, "t": 4, "p": 5, "e": 6}
"""Prefixes in small letters, as powers of 1,000 or 1,024."""
LARGEST = 1 << 62
MOST_DIGITS = 40
_NUMBER = re.compile(r"(\d+(?:\.\d*)?|\.\d+)\s*([a-z%]*)", re.IGNORECASE)
Units = Mapping[str, int]
PLAIN: Units = {"": 1}


class BadValueError(Exception):
    """The problem with a value, in words that follow its name."""


class UnsupportedValueError(BadValueError):
    """The value has a meaning in the other program, and none here."""


def binary_units(prefixes: str, **others: int) -> Units:
    """Units of 1,024, with and without a b behind them: `binary_units("kmgt")`."""
    powers = {prefix: 1024 ** POWERS[prefix] for prefix in ("", *prefixes)}
    return powers | {f"{prefix}b": value for prefix, value in powers.items()} | others


def number(text: str, units: Units = PLAIN) -> float:
    """A number with one of these units, whole where it is written so. Raises BadValueError."""
    found = _NUMBER.fullmatch(text.strip())
    if found is None:
        raise BadValueError("is negative" if text.strip().startswith("-") else "is not a number")
    if len(found[1]) > MOST_DIGITS:
        raise BadValueError("is too large")
    unit = units.get(found[2].lower())
    if unit is None:
        raise BadValueError(f"has a unit that is not known: {found[2][:20]}")
    value = (float if "." in found[1] else int)(found[1]) * unit
    if value >= LARGEST:
        raise BadValueError("is too large")
    return value


def whole(text: str, least: int, most: int, units: Units | None = None) -> int:
    """A whole number within bounds; without units it is digits alone. Raises BadValueError."""
    if units is None and not text.strip().isdecimal():
        raise BadValueError("is not a whole number")
    value = number(text, units or PLAIN)
    if value != int(value):
        raise BadValueError("is not a whole number")
    if not least <= value <= most:
        raise BadValueError(f"is not between {least} and {most}")
    return int(value)


def real(text: str) -> float:
    """A number without a unit, from 0 on. Raises BadValueError."""
    return float(number(text))


def percent(text: str) -> float:
    """A percentage, with or without its sign. Raises BadValueError."""
    value = real(text.strip().removesuffix("%"))
    if value > 100:
        raise BadValueError("is not a percentage from 0 to 100")
    return value


def size_text(value: float) -> str:
    """`4k`, `1m`, or the number where it is no multiple of 1024."""
    for sign in ("t", "g", "m", "k"):
        power = 1024 ** POWERS[sign]
        if value >= power and value % power == 0:
            return f"{value / power:g}{sign}"
    return f"{value:.15g}"


def block_mix(sizes: Iterable[tuple[int, float]], shown: Callable[[float], str] = size_text) -> str:
    """Block sizes with their shares in percent, as a workload has them: `4k`, `4k:80,16k:20`."""
    every = list(sizes)
    if len(every) == 1:
        return shown(every[0][0])
    return ",".join(f"{shown(size)}:{share:g}" for size, share in every)


def carries(count: int | None, percent: float) -> bool:
    """Whether so many operations are enough for a percentile; not where their number is unknown."""
    if count is None:
        return False
    return round(count * (100.0 - percent) / 100.0, 6) >= SAMPLES_BEYOND_PERCENTILE
