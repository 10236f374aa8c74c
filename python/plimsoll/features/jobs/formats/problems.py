"""Problems of a job file and differences from the other program, with their places; and tables of
options."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from plimsoll.base.errors import InputError

MOST_SHOWN = 8
"""Most problems in one message: more mean that the file is the wrong one."""


@dataclass(frozen=True)
class Problem:
    """An unsupported or invalid part of a job file."""

    where: str
    what: str
    can_be_left_out: bool = False
    """The problem is an unsupported option; otherwise the file is invalid."""

    def __str__(self) -> str:
        return f"{self.where}: {self.what}" if self.where else self.what


@dataclass
class Notes:
    """Problems and differences found in a job, without duplicates. Differences do not prevent a
    Run."""

    problems: list[Problem] = field(default_factory=list)
    remarks: list[Problem] = field(default_factory=list)

    def add(self, others: Notes) -> None:
        """Adds the notes of another part."""
        self.problems += [problem for problem in others.problems if problem not in self.problems]
        self.remarks += [remark for remark in others.remarks if remark not in self.remarks]

    @property
    def is_blocked(self) -> bool:
        """Whether a problem cannot be left out, so that nothing is planned."""
        return any(not problem.can_be_left_out for problem in self.problems)

    def refuse(self, where: str, what: str, can_be_left_out: bool = False) -> None:
        """Adds a problem."""
        if (found := Problem(where, what, can_be_left_out)) not in self.problems:
            self.problems.append(found)

    def remark(self, where: str, what: str) -> None:
        """Adds a difference, for stderr."""
        if (found := Problem(where, what)) not in self.remarks:
            self.remarks.append(found)


@dataclass(frozen=True)
class Option:
    """An option of another program, with its treatment and the reason."""

    name: str
    kind: str
    """One of KINDS."""
    why: str = ""
    exact: bool = False
    """The option may not be abbreviated."""


KINDS = {
    "honoured": "Honoured",
    "differs": "Honoured with a difference, noted on stderr",
    "told": "Accepted, with a note on stderr",
    "no_meaning": "Accepted silently: it changes nothing that is measured here",
    "refused": "Refused; --lenient leaves it out",
}
"""Treatments of options, in the order of the reference page."""


def options(kind: str, *names: str, why: str = "") -> tuple[Option, ...]:
    """Several options with the same treatment."""
    return tuple(Option(name, kind, why) for name in names)


def option(table: Iterable[Option], name: str) -> Option | None:
    """The option with this name."""
    return next((row for row in table if row.name == name), None)


def problems_to_skip(problems: Sequence[Problem], *, lenient: bool) -> list[Problem]:
    """The problems that are left out, if `lenient`. Raises InputError for all others."""
    dropped = [problem for problem in problems if lenient and problem.can_be_left_out]
    wrong = [problem for problem in problems if problem not in dropped]
    if wrong:
        shown = "; ".join(str(problem) for problem in wrong[:MOST_SHOWN])
        more = f"; and {len(wrong) - MOST_SHOWN} more" if len(wrong) > MOST_SHOWN else ""
        now = "Change the job, or leave such options out with --lenient."
        raise InputError(f"{shown}{more}", now if wrong[0].can_be_left_out else "")
    return dropped


def cut(text: str, most: int = 60) -> str:
    """Shortens a text for a message."""
    return text if len(text) <= most else f"{text[: most - 1]}…"
