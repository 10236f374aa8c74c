"""A record of one Run on the terminal, as its report describes it in short."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plimsoll.base import language
from plimsoll.cli.terminal import screen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from plimsoll.native.model import Interval, RunRecord

    Intervals = Sequence[Interval | tuple[Interval, bytes | None]]


@language.for_reader
def show(record: RunRecord, kept: Intervals | None = None, *, storage: bool = False) -> None:
    """Prints it. `kept`: its intervals, where the record has only the first of them. `storage`:
    with what became of the time in a described storage."""
    # After the Run: what they load would take processor time out of its Measure.
    from plimsoll.report.evidence import records, run_figures
    from plimsoll.report.run import brief

    figures = run_figures.of(records.of(record))
    screen.description(brief.sections(figures, record["intervals"] if kept is None else kept))
    if storage:
        screen.description(brief.storage(figures))
