"""Parses values as vdbench does: numbers with k, m, g, t (1024) and h, times in which m is a
minute, lists and ranges."""

import re

from plimsoll.features.imports import numbers
from plimsoll.features.imports.numbers import BadValueError, UnsupportedValueError, binary_units

UNITS = binary_units("kmgt", h=3600)
TIMES = {"": 1, "s": 1, "m": 60, "h": 3600}
MOST_VALUES = 10_240
"""vdbench's limit of values in a list."""
YEAR = 366 * 86_400
"""Longest Run in seconds."""


def number(text: str) -> float:
    """A number; sizes are in bytes. Raises BadValueError."""
    if text.strip().endswith("%"):
        raise UnsupportedValueError("is a percentage, which is not supported here")
    return float(numbers.number(text, UNITS))


def whole(text: str, least: int, most: int = numbers.LARGEST) -> int:
    """A count, or bytes, within bounds. Raises BadValueError."""
    return numbers.whole(text, least, most, UNITS)


def seconds(text: str, *, any_length: bool = False) -> int:
    """A time in whole seconds; `5m` is five minutes, `2h` two hours. Raises BadValueError."""
    value = numbers.whole(text, 0, numbers.LARGEST, TIMES)
    if value > YEAR and not any_length:
        raise BadValueError("is longer than a year")
    return value


def number_list(values: tuple[str, ...]) -> list[float]:
    """A list of numbers with its ranges expanded: `1-8` uses the step that follows it, or doubles
    with `d`. Raises BadValueError."""
    found: list[float] = []
    rest = list(values)
    while rest:
        low, dash, high = (value := rest.pop(0)).partition("-")
        if not dash or not low:
            found.append(number(value))
        elif not rest:
            raise BadValueError(f"'{value}' needs its step behind it: ({value},1)")
        else:
            found += _range(number(low), number(high), rest.pop(0))
        if len(found) > MOST_VALUES:
            raise BadValueError(f"has more than {MOST_VALUES:,} values")
    return found


def _range(low: float, high: float, step: str) -> list[float]:
    doubles = step.strip().lower() == "d"
    by = 2.0 if doubles else number(step)
    if by <= 0 or (doubles and low <= 0):
        raise BadValueError("has a range that never ends")
    found: list[float] = []
    value = low
    while (value <= high if high >= low else value >= high) and len(found) <= MOST_VALUES:
        found.append(value)
        if high >= low:
            value = value * 2 if doubles else value + by
        else:
            value = value / 2 if doubles else value - by
    return found


def names(values: tuple[str, ...]) -> list[str]:
    """A list of names with `sd1-sd4` expanded. Raises BadValueError."""
    found: list[str] = []
    for value in values:
        low, dash, high = value.partition("-")
        first, last = (re.fullmatch(r"(.*?)(\d+)", end) for end in (low, high))
        if not dash or first is None or last is None or last[1] not in ("", first[1]):
            found.append(value)
            continue
        begin, end = int(first[2]), int(last[2])
        if not begin <= end <= begin + MOST_VALUES:
            raise BadValueError(f"'{value}' is no range of names")
        wide = len(first[2]) if first[2].startswith("0") else 0
        found += [f"{first[1]}{n:0{wide}d}" for n in range(begin, end + 1)]
    return found
