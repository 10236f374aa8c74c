"""Reads values of a store and reports damage: wrong values in an intact file."""

import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

# Parsing is most of the cost of reading. This parser takes two thirds of the time of that in the
# standard library.
from pydantic_core import from_json

from plimsoll.base.errors import DamagedError
from plimsoll.store import checksums, contradictions
from plimsoll.store.rows import Commands

WHAT_NOW = "Restore a copy of it, or read another store; it was left as it is"

_OF_NUMBERS = bytes(
    ord("0" if chr(at).isdigit() else "e" if chr(at) in "eE" else "+" if chr(at) == "+" else " ")
    for at in range(128)
).ljust(256)
"""Maps digits to 0, e and E to e, and keeps the plus sign."""
_HUGE = (b"e000", b"e+000", b"0" * 309)
"""Patterns, so mapped, of numbers that may exceed a float: the fast parser reads them as infinite.
(A regular expression took six times as long as the parsing.)"""

LONGEST_S = 2_000_000.0
"""Upper limit of a command's time limit: what poll(2) can wait for, some 23 days."""


def damage_error(path: Path, label: str) -> DamagedError:
    """The error for a wrong value in a store."""
    return DamagedError(f"{damage_prefix(path)}{label}", WHAT_NOW)


def damage_prefix(path: Path) -> str:
    """The beginning of a message about damage."""
    return f"{path} is damaged: "


class Reading:
    """Reads the values of one store."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def intact(self, checksum: int, label: str, *values: str | bytes | float | None) -> None:
        """Raises DamagedError when this checksum does not fit these values."""
        if checksums.of(*values) != checksum:
            raise damage_error(
                self._path, f"{label} is not what was written (its checksum differs)"
            )

    def consistent(self, record: Mapping[str, Any], label: str) -> None:
        """Raises DamagedError when figures of this record contradict each other."""
        if (found := contradictions.of(record)) is not None:
            raise damage_error(self._path, f"{label} contradicts itself: {found}")

    def document(self, text: str, label: str) -> Any:
        """A JSON object; `label` names it: "the record of Run 3". Raises DamagedError for anything
        else."""
        found = self.parse_json(text, label)
        if not isinstance(found, dict):
            raise damage_error(self._path, f"{label} is no JSON object")
        return found

    def parse_json(self, text: str, label: str) -> Any:
        """Any JSON. Raises DamagedError for invalid JSON, and for NaN and infinite numbers, which
        are never written."""
        try:
            digits = text.encode("ascii", "replace").translate(_OF_NUMBERS)
            if not any(pattern in digits for pattern in _HUGE):
                return from_json(text, allow_inf_nan=False)
        except (ValueError, TypeError):
            # TypeError: lone surrogates, from bytes that are no UTF-8.
            pass
        # Names of files that are no UTF-8 were written with escapes that only this parser reads.
        try:
            return json.loads(text, parse_float=_finite, parse_constant=_finite)
        except (ValueError, RecursionError) as error:
            raise damage_error(self._path, f"{label} is not JSON ({error})") from None

    def number(self, text: str, label: str) -> int:
        """An integer that is stored as text. Raises DamagedError for other text."""
        try:
            return int(text)
        except ValueError:
            raise damage_error(self._path, f"{label} is no number") from None

    def commands(self, text: str, label: str) -> Commands:
        """The commands of a journal entry, `read` and `restore`, with their time limit
        `limit_s`."""
        found = self.document(text, label)
        limit_s = found.get("limit_s")
        if (
            isinstance(limit_s, bool)
            or not isinstance(limit_s, int | float)
            or not 0 <= limit_s <= LONGEST_S
        ):
            raise damage_error(self._path, f"{label} have no time that they may take")
        if not all(_is_runnable(found.get(name)) for name in ("read", "restore")):
            raise damage_error(self._path, f"{label} are none that can be run")
        commands: Commands = found
        return commands


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"a number is {text[:24]}")
    return number


def _is_runnable(command: object) -> bool:
    words = [command] if isinstance(command, str) else command
    return (
        isinstance(words, list)
        and bool(words)
        and all(isinstance(word, str) and "\0" not in word for word in words)
        and bool(words[0].strip())
    )
