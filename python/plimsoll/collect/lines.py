"""One JSON line into names and numbers.

A line is an object of name → number. Nested objects become names with dots; booleans are 0 or 1;
null is a value that is missing. Strings and lists are no counters: they are skipped and counted.
"""

from __future__ import annotations

import json
import math
from typing import Any, NamedTuple

STAMP = "monotonic_ns"
"""The one key that may tell the time: CLOCK_MONOTONIC of this machine, in ns."""
OTHER_TIME = "t"
"""A time on a clock that we do not know: neither a counter nor a stamp."""


class Line(NamedTuple):
    """What a line says. `stamp_ns` is none when it does not tell the time."""

    pairs: list[tuple[str, float]]
    stamp_ns: int | None
    not_numbers: int


def parse(text: bytes) -> Line:
    """Reads a line. Raises ValueError, in words, for one that is no JSON object."""
    try:
        found = json.loads(text.decode())
    except UnicodeDecodeError:
        raise ValueError("not UTF-8 text") from None
    except json.JSONDecodeError:
        raise ValueError("not JSON") from None
    except (RecursionError, ValueError):
        # ValueError: an integer of more digits than Python turns into a number.
        raise ValueError(
            "JSON that is nested too deeply or has a number too long to read"
        ) from None
    if not isinstance(found, dict):
        raise ValueError("JSON, but not an object of names and numbers")
    stamp = found.pop(STAMP, None)
    found.pop(OTHER_TIME, None)
    pairs: list[tuple[str, float]] = []
    skipped = 0
    # A stack of its own: however deep the line is, nothing recurses.
    waiting: list[tuple[str, Any]] = [("", found)]
    while waiting:
        name, value = waiting.pop()
        if isinstance(value, dict):
            inner = [(f"{name}.{key}" if name else key, below) for key, below in value.items()]
            waiting.extend(reversed(inner))
        elif isinstance(value, (bool, int, float)):
            pairs.append((name, _number(value)))
        elif value is not None:
            skipped += 1
    return Line(
        pairs, stamp if isinstance(stamp, int) and not isinstance(stamp, bool) else None, skipped
    )


def _number(value: float) -> float:
    try:
        return float(value)
    except OverflowError:
        return math.inf
