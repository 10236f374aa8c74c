"""`find --from`: prints load lines of Runs that a store holds. Nothing is run, nothing is
written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from plimsoll.base import language
from plimsoll.base.errors import UsageError
from plimsoll.cli._search import print_evidence
from plimsoll.cli.messages import message
from plimsoll.cli.terminal import answer, screen
from plimsoll.cli.terminal.answer import Details
from plimsoll.library.stored_lines import Choice, read_lines

if TYPE_CHECKING:
    from plimsoll.report.load_line.lines import ReportLine


FLAGS = (
    *("--from", "--objective", "--read", "--block-size", "--configuration"),
    *("--why", "--runs", "--json"),
)
"""The flags that mean something where lines are read; the others are of a search."""


def read_and_print(
    source: str,
    objectives: list[str] | None,
    search_flags: Sequence[str],
    choice: Choice,
    *,
    details: Details,
    as_json: bool,
) -> int:
    """Reads the lines of `STORE[#CAMPAIGN]` and prints them. The exit code is that of a search with
    the same answer.

    `search_flags`: flags of a search that were typed too. Raises UsageError for those, InputError
    where there is no line to read.
    """
    if search_flags:
        raise UsageError(*message.refusal("from-with-search-flags", flags=", ".join(search_flags)))
    with read_lines(source, objectives, choice, screen.note) as stored:
        if as_json:
            screen.document(stored.document)
        elif len(stored.lines) == 1:
            print_evidence(stored.lines[0].evidence, details)
        else:
            _print_several(stored.lines, details)
        return stored.exit_code


@language.for_reader
def _print_several(found: Sequence[ReportLine], details: Details) -> None:
    """A row for each line, what was asked for besides, and what they say together."""
    from plimsoll.report.load_line import side_by_side

    table = side_by_side.brief(found, runs=True)
    screen.lines([""])
    screen.description([table])
    if details.why:
        screen.lines([side_by_side.rates_note()])
    if any(side_by_side.ESTIMATE in cell for row in table.rows for cell in row):
        screen.lines([side_by_side.estimate_note()])
    print_together(found, details)


@language.for_reader
def print_together(
    found: Sequence[ReportLine], details: Details, files: Sequence[str] = ()
) -> None:
    """What several lines say together, beneath their table. `files`: where they are kept."""
    from plimsoll.report.common import tables
    from plimsoll.report.first import screen as first_screen
    from plimsoll.report.load_line import first, lines, side_by_side

    if details.runs:
        every = [(one, tables.every_run(one.evidence)) for one in found]
        screen.description([side_by_side.every_run(found, every)])
    if details.why:
        sentences = (*lines.differences(found), *side_by_side.because(found))
        screen.lines([side_by_side.headline(found), *sentences])
    evidence = list({id(one.evidence): one.evidence for one in found}.values())
    answer.block(first_screen.draw(evidence, first.summary(found)), files)
