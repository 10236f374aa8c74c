"""Markdown tables made shorter for docs/truth.md: rows of one kind become one with their ranges.

What a program prints has a row for each case; a page of a hundred rows that say "right" hides the
one that does not. Nothing is computed but counts, sums and ranges.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

Summary = Literal["range", "sum", "list", "rows"]
"""From the least to the greatest figure; the sum, also of `5/5`; every text; how many rows."""
NUMBER = re.compile(r"[+-]?[\d.,]*\d")
FRACTION = re.compile(r"(\d+)/(\d+)")


@dataclass(frozen=True)
class Grouping:
    """One table's rows by one of its columns: `table` is the heading of its first column, `columns`
    are those that stay, each with what becomes of it. `of` makes a group's name of a cell; rows
    whose first cell is `without` are left out."""

    table: str
    by: str
    columns: Mapping[str, Summary]
    of: Callable[[str], str] = str
    without: str | None = None
    heading: str = ""
    """Of the groups, where it is not that of the column."""

    def __call__(self, text: str) -> str:
        """The text with that table shorter. Raises ValueError where the table is not in it."""
        lines = text.splitlines()
        first = next((n for n, line in enumerate(lines) if self._is_head(line)), None)
        if first is None:
            raise ValueError(f"there is no table that begins with {self.table!r}")
        end = next(
            (n for n in range(first, len(lines)) if not lines[n].startswith("|")), len(lines)
        )
        return "\n".join([*lines[:first], *self._short(lines[first:end]), *lines[end:]])

    def _is_head(self, line: str) -> bool:
        return line.startswith("|") and cells(line)[0] == self.table and self.by in cells(line)

    def _short(self, table: Sequence[str]) -> Iterator[str]:
        heading = cells(table[0])
        groups: dict[str, list[dict[str, str]]] = {}
        for line in table[2:]:
            row = dict(zip(heading, cells(line), strict=True))
            if row[heading[0]] != self.without:
                groups.setdefault(self.of(row[self.by]), []).append(row)
        names = [f"{name}s" if how == "rows" else name for name, how in self.columns.items()]
        yield f"| {' | '.join([self.heading or self.by, *names])} |"
        yield "|---" * (1 + len(names)) + "|"
        for name, rows in groups.items():
            short = (
                summary([row[column] for row in rows], how) for column, how in self.columns.items()
            )
            yield f"| {' | '.join([name, *short])} |"


@dataclass(frozen=True)
class Columns:
    """One table without some of its columns: `table` is the heading of its first column."""

    table: str
    left_out: Collection[str]

    def __call__(self, text: str) -> str:
        """The text with that table narrower. Raises ValueError where a column is not in it."""
        lines = text.splitlines()
        first = next(
            (n for n, line in enumerate(lines) if line.startswith(f"| {self.table} |")), None
        )
        heading = [] if first is None else cells(lines[first])
        if missing := set(self.left_out) - set(heading):
            raise ValueError(f"the table {self.table!r} has no column {min(missing)!r}")
        kept = [place for place, name in enumerate(heading) if name not in self.left_out]
        for n in range(first or 0, len(lines)):
            if not lines[n].startswith("|"):
                break
            row = cells(lines[n])
            rule = set("".join(row)) <= {"-", ":"}
            parts = [row[place] for place in kept]
            lines[n] = f"|{'|'.join(parts)}|" if rule else f"| {' | '.join(parts)} |"
        return "\n".join(lines)


@dataclass(frozen=True)
class Preface:
    """A sentence before everything, in place of columns with the same cell in each row."""

    sentence: str

    def __call__(self, text: str) -> str:
        return f"{self.sentence}\n\n{text}"


def cells(line: str) -> list[str]:
    """The cells of a row."""
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def summary(values: Sequence[str], how: Summary) -> str:
    """What stands in place of the cells of a group."""
    if how == "rows":
        return str(len(values))
    if how == "list":
        parts = dict.fromkeys(part for value in values for part in value.split("; "))
        return "; ".join(part for part in parts if part != "-") or "-"
    if how == "sum":
        fractions = [FRACTION.fullmatch(value) for value in values]
        if all(fractions):
            parts = [sum(int(one[place]) for one in fractions if one) for place in (1, 2)]
            return "/".join(map(str, parts))
        return str(sum(int(value) for value in values))
    ordered = sorted({value for value in values if NUMBER.search(value)}, key=figure)
    if not ordered:
        return values[0]
    if len(ordered) == 1:
        return ordered[0]
    least, greatest = ordered[0], ordered[-1]
    italic = all(value.startswith("*") for value in values)
    mark = "*" if italic else ""
    return f"{mark}{least.strip('*')} to {greatest.strip('*')}{mark}"


def figure(text: str) -> float:
    """The number that a cell begins with."""
    found = NUMBER.search(text)
    if found is None:
        raise ValueError(f"there is no figure in {text!r}")
    return float(found[0].replace(",", ""))


def without_reasons(text: str) -> str:
    """The text with `- NAME: FINDING` in place of each line `- NAME: FINDING: REASON`."""
    return "\n".join(
        ": ".join(line.split(": ")[:2]) if line.startswith("- ") else line
        for line in text.splitlines()
    )


def first_of_each_name(text: str) -> str:
    """The text without the further lines `- NAME: …` of a name, with how often it stood there."""
    counts: dict[str, int] = {}
    kept = []
    for line in text.splitlines():
        name = line.partition(": ")[0] if line.startswith("- ") else ""
        if name:
            counts[name] = counts.get(name, 0) + 1
        if not name or counts[name] == 1:
            kept.append((name, line))
    return "\n".join(
        f"{line} ({counts[name]} times)" if counts.get(name, 1) > 1 else line for name, line in kept
    )
