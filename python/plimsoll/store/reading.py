"""Reads values of a store and reports damage: wrong values in an intact file."""

import json
import math
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

# Parsing is most of the cost of reading. This parser takes two thirds of the time of that in the
# standard library.
from pydantic_core import from_json

from plimsoll.base.errors import DamagedError
from plimsoll.store import checksums, contradictions
from plimsoll.store.messages import message
from plimsoll.store.rows import Commands

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


Label = Callable[[], str]
"""The name of a part of a store, made when it is needed: most parts are not damaged."""


class WrongValueError(DamagedError):
    """A wrong value in a store: what was `found`."""

    def __init__(self, path: Path, found: str) -> None:
        super().__init__(*message.refusal("damaged", path=path, found=found))
        self.found = found


class Reading:
    """Reads the values of one store."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def intact(self, checksum: int, label: Label, *values: str | bytes | float | None) -> None:
        """Raises DamagedError when this checksum does not fit these values."""
        if checksums.of(*values) != checksum:
            raise self.wrong_checksum(label)

    def wrong_checksum(self, label: Label) -> WrongValueError:
        """The damage of a part whose checksum does not fit it."""
        return self._error("damage-checksum", label)

    def consistent(self, record: Mapping[str, Any], label: Label) -> None:
        """Raises DamagedError when figures of this record contradict each other."""
        if (found := contradictions.of(record)) is not None:
            raise self._error("damage-contradiction", label, found=found)

    def document(self, text: str, label: Label) -> Any:
        """A JSON object; `label` names it, such as the record of Run 3. Raises DamagedError for
        anything else."""
        found = self.parse_json(text, label)
        if not isinstance(found, dict):
            raise self._error("damage-no-object", label)
        return found

    def parse_json(self, text: str, label: Label) -> Any:
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
            raise self._error("damage-no-json", label, why=error) from None

    def number(self, text: str, label: Label) -> int:
        """An integer that is stored as text. Raises DamagedError for other text."""
        try:
            return int(text)
        except ValueError:
            raise self._error("damage-no-number", label) from None

    def commands(self, text: str, label: Label) -> Commands:
        """The commands of a journal entry, `read` and `restore`, with their time limit
        `limit_s`."""
        found = self.document(text, label)
        limit_s = found.get("limit_s")
        if (
            isinstance(limit_s, bool)
            or not isinstance(limit_s, int | float)
            or not 0 <= limit_s <= LONGEST_S
        ):
            raise self._error("damage-no-time", label)
        if not all(_is_runnable(found.get(name)) for name in ("read", "restore")):
            raise self._error("damage-not-run", label)
        commands: Commands = found
        return commands

    def _error(self, code: str, label: Label, **figures: object) -> WrongValueError:
        return WrongValueError(self._path, message(code, part=label(), **figures))


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(message("number-not-finite", text=text[:24]))
    return number


def _is_runnable(command: object) -> bool:
    words = [command] if isinstance(command, str) else command
    return (
        isinstance(words, list)
        and bool(words)
        and all(isinstance(word, str) and "\0" not in word for word in words)
        and bool(words[0].strip())
    )
