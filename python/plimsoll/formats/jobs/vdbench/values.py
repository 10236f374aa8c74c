"""Values as vdbench reads them: numbers with k, m, g, t (1024) and h, times in which m is a minute,
lists and ranges of either."""

from __future__ import annotations

import re

NUMBER = re.compile(r"(\d+(?:\.\d*)?|\.\d+)([kmgth%]?)b?", re.IGNORECASE)
POWERS = {"": 0, "k": 1, "m": 2, "g": 3, "t": 4}
MOST_VALUES = 10_240
"""Of a list: vdbench's own limit."""
LARGEST = 1 << 62
YEAR = 366 * 86_400
"""In seconds: the longest Run."""


class BadValueError(Exception):
    """What is wrong with a value, in words that follow it."""


class UnsupportedValueError(BadValueError):
    """The value has a meaning in vdbench, and none here."""


def number(text: str) -> float:
    """A number; sizes in bytes. Raises BadValueError."""
    found = NUMBER.fullmatch(text.strip())
    if found is None:
        raise BadValueError("is negative" if text.startswith("-") else "is not a number")
    unit = found[2].lower()
    if unit == "%":
        raise UnsupportedValueError("is a percentage, which is not supported here")
    value = float(found[1]) * (3600 if unit == "h" else 1024.0 ** POWERS[unit])
    if value >= LARGEST:
        raise BadValueError("is too large")
    return value


def whole(text: str, least: int, most: int) -> int:
    """A count, or bytes, within bounds. Raises BadValueError."""
    value = number(text)
    if value != int(value):
        raise BadValueError("is not a whole number")
    if not least <= value <= most:
        raise BadValueError(f"is not between {least} and {most}")
    return int(value)


def seconds(text: str, *, any_length: bool = False) -> int:
    """A time in whole seconds; `5m` is five minutes, `2h` two hours. Raises BadValueError."""
    found = re.fullmatch(r"(\d+)([smh]?)", text.strip(), re.IGNORECASE)
    if found is None:
        raise BadValueError("is not a time in seconds, or with m (minutes) or h (hours)")
    value = int(found[1]) * {"": 1, "s": 1, "m": 60, "h": 3600}[found[2].lower()]
    if value > YEAR and not any_length:
        raise BadValueError("is longer than a year")
    return value


def numbers(values: tuple[str, ...]) -> list[float]:
    """A list of numbers, its ranges written out: `1-8` in steps of the value behind it, or doubling
    with `d`. Raises BadValueError."""
    found: list[float] = []
    index = 0
    while index < len(values):
        low, dash, high = values[index].partition("-")
        index += 1
        if not dash or not low:
            found.append(number(low + dash + high))
            continue
        if index >= len(values):
            raise BadValueError(f"'{low}-{high}' needs its step behind it: ({low}-{high},1)")
        found += _range(number(low), number(high), values[index])
        index += 1
        if len(found) > MOST_VALUES:
            raise BadValueError(f"has more than {MOST_VALUES:,} values")
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
    """Names, `sd1-sd4` written out. Raises BadValueError."""
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
