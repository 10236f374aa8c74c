"""What a table of docs/reports.md is, and how figures are written in it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Table:
    """The commands that give the figures (capitals stand for what a row or column says), and the
    cells."""

    commands: tuple[str, ...]
    header: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]

    def markdown(self) -> str:
        # Figures stand right; the first column is what they are of.
        rule = ["---"] + ["---:"] * (len(self.header) - 1)
        lines = [" | ".join(row) for row in (self.header, tuple(rule), *self.rows)]
        typed = "\n".join(f"$ {command}" for command in self.commands)
        return f"```console\n{typed}\n```\n\n" + "\n".join(f"| {line} |" for line in lines)


Maker = Callable[[], Table]


def count(value: float) -> str:
    """A rate or a number of operations: to the unit, or with a decimal where that would hide a
    percent."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}"


def ms(value: float) -> str:
    """A time given in ms, with three digits."""
    if value < 0.9995:
        return f"{1000 * value:.3g} µs"
    return f"{value:.3g} ms" if value < 999.5 else f"{value:,.0f} ms"


def off(ours: float, theirs: float) -> str:
    """By how much ours differs from the report's."""
    percent = 100 * (ours / theirs - 1)
    return "0.0 %" if abs(percent) < 0.05 else f"{percent:+.1f} %"
