"""Parses a JSON line into names and numbers.

A line is an object of name → number. Nested objects become names with dots; booleans are 0 or 1;
null is a value that is missing. Strings and lists are no counters: they are skipped and counted.
"""

import json
import math
from typing import Any, NamedTuple

from plimsoll.collect.messages import message

STAMP = "monotonic_ns"
"""Key of the time: CLOCK_MONOTONIC of this machine, in ns."""
OTHER_TIME = "t"
"""Key of a time on an unknown clock, which is ignored."""


class Line(NamedTuple):
    """The content of a line. `stamp_ns` is None without a time."""

    pairs: list[tuple[str, float]]
    stamp_ns: int | None
    not_numbers: int


def parse(text: bytes) -> Line:
    """Parses a line. Raises ValueError, with a message for users, unless it is a JSON object."""
    try:
        found = json.loads(text.decode())
    except UnicodeDecodeError:
        raise ValueError(message("line-no-utf8")) from None
    except json.JSONDecodeError:
        raise ValueError(message("line-no-json")) from None
    except (RecursionError, ValueError):
        # ValueError: an integer with more digits than Python converts.
        raise ValueError(message("line-too-deep")) from None
    if not isinstance(found, dict):
        raise ValueError(message("line-no-object"))
    stamp = found.pop(STAMP, None)
    found.pop(OTHER_TIME, None)
    pairs: list[tuple[str, float]] = []
    skipped = 0
    # An explicit stack, since a line may be nested deeply.
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
