"""Everything that can go wrong, and the exit code that it ends with.

    PlimsollError                     what happened, and what now
    ├── UsageError            64      an invalid flag, name or value
    ├── InputError            65      an invalid file
    │   └── DamagedError      65      in a store; `campaign/damage.py` locates it
    ├── NoTargetError         66      there is no such target, or no such store
    ├── InternalError         70      a defect of Plimsoll: one line, and where the log is
    ├── RefusedError          73      refused for safety: something could be lost
    ├── IoError               74      target, store or report could not be read or written
    │   └── LateStartError    74      a host learned of a start too late; it is tried again
    ├── NoSpaceError          75      not enough space: make some and try again
    └── Interruption         130      Ctrl-C; what was measured until then is kept

0, 1 and 2 are the exit codes of outcomes and verdicts, not of errors (measurement.md, section 10;
`exit_code` below). Only the command line turns an error into an exit.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from plimsoll.base.messages import message
from plimsoll.base.printable import printable

if TYPE_CHECKING:
    from plimsoll.native.record import RunRecord


class Place(NamedTuple):
    """The place of a mistake in a document."""

    line: int
    """From 1."""
    why: str
    """The message without the document's name and the line."""


class PlimsollError(Exception):
    """What happened in one line, and what to do now in another sentence.

    `what_now` may be empty where the message already includes it, as messages from the native side
    do.
    """

    exit_code: ClassVar[int] = 70
    place: Place | None = None
    """None where the error is not about a document."""

    def __init__(self, message: str, what_now: str = "") -> None:
        self.message = one_line(message)
        self.what_now = one_line(what_now)
        super().__init__(self.message)

    def __str__(self) -> str:
        """One line: the message, then what now."""
        if not self.what_now:
            return self.message
        joint = "" if self.message.endswith((".", "!", "?")) else "."
        return f"{self.message}{joint} {self.what_now}"


class UsageError(PlimsollError):
    """An invalid flag, name or value. For an unknown name the message lists the known ones."""

    exit_code = 64


class InputError(PlimsollError):
    """An invalid file: a workload, a stack, a store."""

    exit_code = 65


class DamagedError(InputError):
    """Invalid content of a store. The caller that opened the store adds which one, and where."""


class NoTargetError(PlimsollError):
    """There is no such target, or no such store."""

    exit_code = 66


class InternalError(PlimsollError):
    """A defect of Plimsoll."""

    exit_code = 70


class RefusedError(PlimsollError):
    """Refused for safety: something that is not ours could be lost."""

    exit_code = 73


class IoError(PlimsollError):
    """The target, the store or the report could not be read or written."""

    exit_code = 74


class LateStartError(IoError):
    """A host learned of the common start of a Run after it had passed."""


class NoSpaceError(PlimsollError):
    """Not enough space."""

    exit_code = 75


class Interruption(PlimsollError):  # noqa: N818  # it is not an error, and is called what the exit code is called
    """Ctrl-C, or a polite request to end. `record` is the Run that was under way, already saved, if
    there was one; `result` is that of a call of the library so far, or None."""

    exit_code = 130

    def __init__(self, message: str, what_now: str = "", record: RunRecord | None = None) -> None:
        super().__init__(message, what_now)
        self.record = record
        self.result: object | None = None


NATIVE_KINDS: Mapping[str, type[PlimsollError]] = {
    "usage": UsageError,
    "input": InputError,
    "no_target": NoTargetError,
    "internal": InternalError,
    "refused": RefusedError,
    "io": IoError,
    "no_space": NoSpaceError,
    "late": LateStartError,
}
"""Error classes by the kinds of the native module."""

_OUTCOME_CODES: Mapping[str, int] = {
    "ok": 0,
    "cannot_carry": 0,
    "cached": 0,
    # A Run that is no evidence about the target.
    "generator_limited": 2,
    "not_steady": 2,
    "failed": 74,
    "stopped": 130,
}


def exit_code(outcome: str) -> int:
    """The exit code of a Run's outcome (measurement.md, section 10)."""
    return _OUTCOME_CODES[outcome]


def outcome_text(outcome: str) -> str:
    """The outcome of a Run in words: `cannot carry`."""
    return message(f"outcome-{outcome}") if outcome in _OUTCOME_CODES else outcome.replace("_", " ")


def one_line(text: str) -> str:
    """The text on one line and safe to look at: every line break and run of blanks is one blank.

    Error messages may include foreign text: a file's name, the output of a server or a command.
    """
    return printable(" ".join(text.split()))
