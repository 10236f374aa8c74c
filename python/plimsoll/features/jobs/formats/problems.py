"""What is wrong with a job file and what is different here, each with its place; and the tables of
another program's options."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from plimsoll.base.errors import InputError

MOST_SHOWN = 8
"""Problems of one message: who has more has the wrong file."""


@dataclass(frozen=True)
class Problem:
    """Something that is not supported, or not what it should be."""

    where: str
    what: str
    can_be_left_out: bool = False
    """It is an option that is not supported; otherwise it cannot be meant at all."""

    def __str__(self) -> str:
        return f"{self.where}: {self.what}" if self.where else self.what


@dataclass
class Notes:
    """What is found while a job is read and planned, each once: what is wrong with it, and what is
    different here and does not keep it from running."""

    problems: list[Problem] = field(default_factory=list)
    remarks: list[Problem] = field(default_factory=list)

    def add(self, others: Notes) -> None:
        """These, too."""
        self.problems += [problem for problem in others.problems if problem not in self.problems]
        self.remarks += [remark for remark in others.remarks if remark not in self.remarks]

    @property
    def is_blocked(self) -> bool:
        """Whether something is wrong that cannot be left out: then nothing is planned."""
        return any(not problem.can_be_left_out for problem in self.problems)

    def refuse(self, where: str, what: str, can_be_left_out: bool = False) -> None:
        """A problem."""
        if (found := Problem(where, what, can_be_left_out)) not in self.problems:
            self.problems.append(found)

    def remark(self, where: str, what: str) -> None:
        """A difference, for stderr."""
        if (found := Problem(where, what)) not in self.remarks:
            self.remarks.append(found)


@dataclass(frozen=True)
class Option:
    """An option of another program: what becomes of it here, and why."""

    name: str
    kind: str
    """One of KINDS."""
    why: str = ""
    exact: bool = False
    """It is never abbreviated."""


KINDS = {
    "honoured": "Honoured",
    "differs": "Honoured with a difference, noted on stderr",
    "told": "Accepted, with a note on stderr",
    "no_meaning": "Accepted silently: it changes nothing that is measured here",
    "refused": "Refused; --lenient leaves it out",
}
"""The tables of the reference page, in order."""


def options(kind: str, *names: str, why: str = "") -> tuple[Option, ...]:
    """Options of which the same becomes."""
    return tuple(Option(name, kind, why) for name in names)


def option(table: Iterable[Option], name: str) -> Option | None:
    """The option of this name."""
    return next((row for row in table if row.name == name), None)


def problems_to_skip(problems: Sequence[Problem], *, lenient: bool) -> list[Problem]:
    """Those that are left out, if that is wished. Raises InputError for the others."""
    dropped = [problem for problem in problems if lenient and problem.can_be_left_out]
    wrong = [problem for problem in problems if problem not in dropped]
    if wrong:
        shown = "; ".join(str(problem) for problem in wrong[:MOST_SHOWN])
        more = f"; and {len(wrong) - MOST_SHOWN} more" if len(wrong) > MOST_SHOWN else ""
        now = "Change the job, or leave such options out with --lenient."
        raise InputError(f"{shown}{more}", now if wrong[0].can_be_left_out else "")
    return dropped


def cut(text: str, most: int = 60) -> str:
    """A text of a file for a message: not all of it, if it is long."""
    return text if len(text) <= most else f"{text[: most - 1]}…"
