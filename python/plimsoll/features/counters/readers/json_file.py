"""Reads a JSON document whose every part is checked: an error names the file and the place in it,
and a document that is cut off is never a whole answer."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from functools import partial
from typing import Any

from plimsoll.features.counters.messages import message
from plimsoll.features.imports.recordings.moment import nanoseconds
from plimsoll.features.imports.results.source import Bad, File

MOST_BYTES = 512 << 20
"""A document is held in memory as a whole."""


@dataclass(frozen=True)
class Node:
    """A value in a document, and its place there."""

    file: File
    value: Any
    place: str = ""

    def bad(self, expected: str) -> Bad:
        """An error: something else is expected here. `expected` is a message code."""
        place = self.place or "."
        return self.file.bad(partial(_expectation, place, expected))

    def __getitem__(self, key: str) -> Node:
        if not isinstance(self.value, dict):
            raise self.bad("expected-object")
        found = Node(self.file, self.value.get(key), f"{self.place}.{key}".lstrip("."))
        if key not in self.value:
            raise found.bad("expected-value")
        return found

    def has(self, key: str) -> bool:
        """Whether it is an object with a value of this name."""
        return isinstance(self.value, dict) and self.value.get(key) is not None

    def each(self) -> Iterator[Node]:
        """The values of a list."""
        if not isinstance(self.value, list):
            raise self.bad("expected-list")
        for at, value in enumerate(self.value):
            yield Node(self.file, value, f"{self.place}[{at}]")

    def text(self) -> str:
        """A text."""
        if not isinstance(self.value, str):
            raise self.bad("expected-text")
        return self.value

    def number(self, *, texts: bool = False) -> float:
        """A finite number that is not negative. `texts`: it may be written as a text."""
        value = self.value
        if texts and isinstance(value, str):
            try:
                value = float(value)
            except ValueError:
                raise self.bad("expected-number") from None
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self.bad("expected-number")
        if not math.isfinite(value) or value < 0:
            raise self.bad("expected-number")
        return float(value)

    def time_ns(self) -> int:
        """A time with its zone, or without one in UTC."""
        text = self.text()
        found = time_ns(text)
        if found is None:
            raise self.bad("expected-time")
        return found


def time_ns(text: str, zone: tzinfo = UTC) -> int | None:
    """An ISO 8601 time as ns since 1970-01-01 UTC; `zone`: of a time without one. None for anything
    else."""
    try:
        at = datetime.fromisoformat(text)
        return nanoseconds(at if at.tzinfo else at.replace(tzinfo=zone))
    except (ValueError, OverflowError):
        return None


def document(file: File) -> Node:
    """The document of a file. Raises Bad where it is no JSON or ends too early."""
    if file.stamp()[0] > MOST_BYTES:
        raise file.bad(lambda: message("too-large", most=MOST_BYTES >> 20))
    text = "\n".join(line for _, line in file.lines())
    try:
        return Node(file, json.loads(text, parse_constant=float))
    except json.JSONDecodeError as error:
        ended = not text[error.pos :].strip()
        code = "json-cut" if ended else "json-broken"
        raise file.bad(partial(message, code, column=error.colno), error.lineno) from None
    except RecursionError:
        raise file.bad(partial(message, "json-broken", column=1)) from None


def _expectation(place: str, expected: str) -> str:
    return message("expected", place=place, what=message(expected))
