"""`find` over a list of read shares or block sizes: a family of load lines, and the grid that they
are held against."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from plimsoll.base import documents, language
from plimsoll.cli._search import SearchMeter
from plimsoll.cli.messages import message
from plimsoll.cli.terminal import answer, screen
from plimsoll.cli.terminal.answer import Details
from plimsoll.cli.terminal.table import Bars
from plimsoll.library.families import (
    GRID_MEASURE_S,
    GRID_RATES,
    Family,
    FamilyMember,
    family_code,
    search_family,
)
from plimsoll.library.searches import SearchOptions, interruption

if TYPE_CHECKING:
    from plimsoll.search.family import FamilyLine, FamilyResult
    from plimsoll.search.family_document import FamilyDocument
    from plimsoll.search.grid import GridLine


def search_and_print(
    members: list[FamilyMember],
    options: SearchOptions,
    *,
    virtual: bool,
    as_json: bool,
    beside_grid: bool,
    metrics: str | None,
    hosts: Path | None,
    details: Details,
) -> int:
    """Searches every line and prints the answers. The exit code is the gravest of the lines'."""
    from plimsoll.cli._measure import measuring

    store = options.store
    with contextlib.ExitStack() as stack:
        work = stack.enter_context(measuring("find", quiet=as_json, metrics=metrics, hosts=hosts))
        stop = work.stop
        family = search_family(
            work.bench(SearchMeter(work)),
            options,
            members,
            stack,
            virtual=virtual,
            beside_grid=beside_grid,
        )
        document = family.document
        if as_json:
            kept = {} if store is None else {"store": str(store)}
            screen.document(documents.plain(document) | kept)
        else:
            if stop.is_requested:
                screen.lines(["", message("stopped-early")])
            names = {member.label: member.name for member in members}
            _print_family(family.result, family.grids, document, names)
            files = []
            if store is not None and stop.because is None:
                files = answer.files_of(store, *family.campaigns.values())
            _print_answer(family, details, files)
    if (interrupt := interruption(stop, store)) is not None:
        raise interrupt
    return family_code(document)


@language.for_reader
def _print_answer(family: Family, details: Details, files: Sequence[str]) -> None:
    """What the lines say together; of a single one its own answer."""
    from plimsoll.cli._search import print_evidence
    from plimsoll.cli._stored_lines import print_together
    from plimsoll.report.evidence.evidence import gather
    from plimsoll.report.load_line import lines

    found = [gather(family.stores[label], campaign) for label, campaign in family.campaigns.items()]
    if len(found) == 1:
        print_evidence(found[0], details, files)
    else:
        print_together(lines.of_family(found), details, files)


def _print_family(
    found: FamilyResult,
    grids: dict[str, tuple[GridLine, GridLine]],
    shown: FamilyDocument,
    names: Mapping[str, str],
) -> None:
    from plimsoll.base.units import seconds

    rows = [_row(one, names[one.member.label]) for one in found.lines]
    screen.lines(["", message("lines-with-objective", objective=shown.objective)])
    sizes = [one.result.ends.low if one.result.ends.passed else None for one in found.lines]
    screen.table([message(f"line-{name}") for name in _LINES], rows, bars=Bars(1, sizes))
    if any("*" in cell for row in rows for cell in row[1:4]):
        screen.lines([(message("estimated-note"))])
    screen.lines([message("total-test-time", time=seconds(found.test_seconds))])
    if grids:
        beside = [
            _beside(one, names[one.member.label], *grids[one.member.label])
            for one in found.lines
            if one.member.label in grids
        ]
        screen.lines(
            [
                "",
                (message("compared-with-grid", rates=GRID_RATES, seconds=f"{GRID_MEASURE_S:g}")),
            ]
        )
        screen.table([message(f"grid-{name}") for name in _GRIDS], beside)


_LINES = ("name", "low", "high", "itself", "of-maximum", "held", "reason", "runs", "time")
_GRIDS = ("name", "search", "grid", "again", "search-grids", "grid-grid", "search-time", "time")
"""Columns of the tables."""


def _row(one: FamilyLine, name: str) -> list[str]:
    """A line of a family."""
    from plimsoll.base.units import percent, rate, seconds

    result, top = one.result, one.result.maximum
    of_top = (
        percent(result.rate_per_s / top.rate_per_s)
        if result.is_confirmed and result.rate_per_s and top
        else "–"
    )
    held, graded = result.ends.passed, result.graded
    # What no hold confirmed is no recommendation: an estimate stands with a mark, a bare end of
    # probes in --json alone.
    believed = graded.grade == "estimated" and not result.is_confirmed

    def cell(known: float | None, guess: float | None) -> str:
        if known is None and believed and guess is not None:
            return message("line-estimate", rate=rate(guess))
        return rate(known)

    return [
        name,
        cell(result.ends.low if held else None, graded.low),
        cell(result.ends.high if result.ends.failed else None, graded.high),
        cell(result.rate_per_s if result.is_confirmed else None, graded.rate),
        of_top,
        seconds(held.measure_s)
        if held
        else message("line-estimated" if believed else "line-not-confirmed"),
        result.reason.replace("_", " "),
        f"{len(result.probes)}",
        seconds(result.test_seconds),
    ]


def _beside(one: FamilyLine, name: str, first: GridLine, second: GridLine) -> list[str]:
    """A line of a family, and what two grids say of it."""
    from plimsoll.base.units import rate, seconds

    return [
        name,
        rate(one.result.rate_per_s),
        rate(first.rate_per_s),
        rate(second.rate_per_s),
        _apart(one.result.rate_per_s, _middle(first, second)),
        _apart(second.rate_per_s, first.rate_per_s),
        seconds(one.result.test_seconds),
        seconds(first.seconds),
    ]


def _middle(first: GridLine, second: GridLine) -> float | None:
    lines = [line.rate_per_s for line in (first, second) if line.rate_per_s is not None]
    return sum(lines) / len(lines) if lines else None


def _apart(one: float | None, other: float | None) -> str:
    from plimsoll.base.units import change

    return "-" if one is None or not other else change(one / other)
