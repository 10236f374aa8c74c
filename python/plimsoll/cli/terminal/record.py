"""A record of one Run on the terminal: its figures, and the block of its report's first screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from plimsoll.base import language
from plimsoll.cli import _who_limits
from plimsoll.cli.terminal import answer, screen
from plimsoll.cli.terminal.answer import Details

if TYPE_CHECKING:
    from plimsoll.library.runs import RunOutcome


@language.for_reader
def show(
    outcome: RunOutcome, details: Details, files: Sequence[str] = (), *, storage: bool = False
) -> None:
    """Prints the answer of a Run. `storage`: with the shares of waiting and working in each element
    of a described storage."""
    # After the Run: what they load would take processor time out of its Measure.
    from plimsoll.report.evidence import single_run
    from plimsoll.report.first import of_run
    from plimsoll.report.first import screen as first_screen
    from plimsoll.report.run import brief

    record = outcome.record
    intervals = record["intervals"] if outcome.intervals is None else outcome.intervals
    evidence = single_run.of_record(record, intervals)
    [run] = evidence.runs
    figures = run.required_measurement
    screen.description(brief.figure_tables(figures))
    if storage:
        screen.description(brief.storage(figures))
    _who_limits.print_scaling(outcome.findings.get("scaling", []))
    if details.why:
        screen.description(brief.reasons(figures, intervals))
    answer.block(first_screen.draw([evidence], of_run.summary(evidence, run)), files)
