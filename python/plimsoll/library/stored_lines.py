"""Load lines of Runs that a store holds: `find --from`. Nothing is run, nothing is written."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from plimsoll.base import documents
from plimsoll.base.errors import InputError, UsageError
from plimsoll.library.messages import message
from plimsoll.library.question import all_objectives
from plimsoll.library.searches import verdict_code

if TYPE_CHECKING:
    from plimsoll.native.record import Workload
    from plimsoll.report.evidence.evidence import Evidence, Run
    from plimsoll.report.evidence.sweeps import Cell
    from plimsoll.report.evidence.variants import Selector
    from plimsoll.report.load_line.lines import ReportLine
    from plimsoll.search.document import FindDocument
    from plimsoll.store import Store


@dataclass(frozen=True)
class Choice:
    """Which lines are read: those of these shares of reads, block sizes and configuration; all
    where nothing is said."""

    reads: tuple[float, ...] = ()
    block_sizes: tuple[int, ...] = ()
    configuration: str | None = None

    @staticmethod
    def of(read: str | None, block_size: str | None, configuration: str | None) -> Choice:
        """As typed: each may be a list. Raises UsageError for what is no share or no size."""
        from plimsoll.native.session import parse_size

        reads = []
        for text in (read or "").split(","):
            if not text.strip():
                continue
            try:
                share = float(text.strip().rstrip("%"))
            except ValueError:
                share = math.nan
            if not 0 <= share <= 100:
                raise UsageError(*message.refusal("no-read-percentage", read=read))
            reads.append(share)
        sizes = [parse_size(one.strip()) for one in (block_size or "").split(",") if one.strip()]
        return Choice(tuple(reads), tuple(sizes), configuration)

    def of_cells(self, cells: Sequence[Cell]) -> list[Cell]:
        """The cells that are meant. Raises UsageError where there are none, naming those there
        are."""
        chosen = [cell for cell in cells if self._means(cell)]
        if chosen or not cells:
            return chosen
        told = [
            f"{flag} {', '.join(values)}"
            for flag, wanted, values in (
                ("--read", self.reads, sorted({_read(cell) for cell in cells})),
                ("--block-size", self.block_sizes, sorted({_block_size(cell) for cell in cells})),
                (
                    "--configuration",
                    self.configuration,
                    sorted({f"'{cell.configuration}'" for cell in cells}),
                ),
            )
            if wanted
        ]
        raise UsageError(*message.refusal("no-such-choice", choices="; ".join(told)))

    def _means(self, cell: Cell) -> bool:
        workload = cell.workload
        share, size = workload["read_percent"], workload["block_size_bytes"]
        near = SAME_MIX if cell.is_imported else 0.0
        return (
            (not self.reads or (share is not None and _near(share, self.reads, near)))
            and (not self.block_sizes or size in self.block_sizes)
            and self.configuration in (None, cell.configuration)
        )


SAME_MIX = 1.0
"""Percent of reads by which an imported Run, whose share was counted, may be off the one asked
for."""


def _near(share: float, wanted: Sequence[float], near: float) -> bool:
    """Only all reads are all reads, and only none are none."""
    return any(
        share == one or (abs(share - one) <= near and not {share, one} & {0.0, 100.0})
        for one in wanted
    )


def _read(cell: Cell) -> str:
    share = cell.workload["read_percent"]
    return message("not-told") if share is None else f"{share:g}"


def _block_size(cell: Cell) -> str:
    from plimsoll.base.units import block_size

    size = cell.workload["block_size_bytes"]
    return message("not-told") if size is None else block_size(size).replace(" ", "")


@dataclass(frozen=True)
class StoredLines:
    """The lines that were read from a store."""

    lines: tuple[ReportLine, ...]
    answers: tuple[FindDocument, ...]
    """Of each line; each was read for an objective."""
    store: Path

    @property
    def exit_code(self) -> int:
        """That of a search with the same answer; of several lines the gravest."""
        return max(map(verdict_code, self.answers))

    @property
    def documents(self) -> list[tuple[dict[str, object], int, int]]:
        """The answer of each line by itself, its exit code and its campaign."""
        found = []
        for one, answer in zip(self.lines, self.answers, strict=True):
            number = one.evidence.campaign.id
            document = {**one.evidence.result, "store": str(self.store), "campaign": number}
            found.append((document, verdict_code(answer), number))
        return found

    @property
    def document(self) -> dict[str, object]:
        """What `--json` prints: the answer of one line, or the family of several."""
        from plimsoll.search import family_document

        if len(self.lines) == 1:
            return self.documents[0][0]
        members = [
            (
                one.name,
                {name: text for name, (_, text) in one.differs.items()},
                one.evidence.campaign.id,
                answer,
            )
            for one, answer in zip(self.lines, self.answers, strict=True)
        ]
        return documents.plain(family_document.of_runs(members)) | {"store": str(self.store)}


@contextlib.contextmanager
def read_lines(
    source: str, objectives: Sequence[str] | None, choice: Choice, note: Callable[[str], None]
) -> Iterator[StoredLines]:
    """Reads the lines of `STORE[#CAMPAIGN]`, which stays open meanwhile; `note` is told of lines
    that are left out.

    An objective that names no latency is on the one that Runs have. Raises InputError where there
    is no line to read.
    """
    from plimsoll.native.session import parse_objective
    from plimsoll.report.evidence import variants
    from plimsoll.store import Store

    wanted = variants.selector(source)
    if wanted.part is not None:
        raise UsageError(*message.refusal("part-of-campaign", source=source))
    objective = all_objectives(objectives)
    canonical = None if objective is None else parse_objective(objective)
    # Whether each objective says which latency it is on.
    named = all("(" in one and "_" in one for one in objectives or ())
    with Store.open(wanted.store, create=False, read_only=True) as store:
        lines = _lines(
            store,
            _campaigns(store, wanted),
            canonical,
            choice,
            note,
            latency_named=named,
        )
        answers = tuple(answer for one in lines if (answer := one.evidence.answer.find) is not None)
        yield StoredLines(lines, answers, store.path)


def of_campaign(
    store: Store, number: int, where: str, note: Callable[[str], None]
) -> tuple[FindDocument, Workload | None]:
    """The line of a campaign that is no search, and the workload that it is of: of the Point that
    searched one, else of its Runs at several rates. Raises UsageError where there are several, or
    where the Runs were judged by no objective, or by several; InputError where there is nothing to
    read one from."""
    from plimsoll.report.evidence.evidence import gather
    from plimsoll.search import document

    evidence = gather(store, number)
    searched = [
        point for point in evidence.points if (point.result or {}).get("load_line") is not None
    ]
    if searched:
        if len(searched) > 1:
            names = [message("point", number=point.number) for point in searched]
            raise _several(where, names)
        runs = [
            run
            for run in evidence.measured_runs
            if (of := evidence.point_of(run)) is not None and of.id == searched[0].id
        ]
        return document.read_find(searched[0].result or {}), _workload(runs)
    try:
        found = _lines(store, [evidence], None, Choice(), note, latency_named=True)
    except UsageError as error:
        raise UsageError(*message.refusal("in-store", store=where, reason=error.message)) from None
    if len(found) > 1:
        raise _several(where, [one.name for one in found])
    only = found[0].evidence
    return document.read_find(only.result), _workload(only.measured_runs)


def _several(where: str, names: Sequence[str]) -> UsageError:
    return UsageError(
        *message.refusal(
            "several-stored-lines", store=where, count=len(names), lines="; ".join(names)
        )
    )


def _workload(runs: Sequence[Run]) -> Workload | None:
    """What these Runs asked for: of those at an offered rate, which the line is of."""
    opened = [run for run in runs if run.offered_rate is not None and run.row.role != "settle"]
    workload: Workload | None = opened[0].spec["workload"] if opened else None
    return workload


def _campaigns(store: Store, wanted: Selector) -> list[Evidence]:
    """What is read: the newest campaign that is no grid beside a search; of Runs made one by one
    all of them."""
    from plimsoll.report.evidence import variants
    from plimsoll.report.evidence.evidence import gather

    rows = variants.campaigns(store, wanted)
    if wanted.campaigns is None:
        every = store.campaigns()
        newest = next((row for row in reversed(every) if row.kind != "grid"), every[-1])
        rows = [row for row in every if row.kind == "run"] if newest.kind == "run" else [newest]
    return [gather(store, row.id) for row in rows]


def _lines(
    store: Store,
    campaigns: Sequence[Evidence],
    objective: str | None,
    choice: Choice,
    note: Callable[[str], None],
    *,
    latency_named: bool,
) -> tuple[ReportLine, ...]:
    """The lines that are chosen; those whose Runs do not have the figure of the objective are left
    out and named, as long as others have it."""
    from plimsoll.report.evidence import sweeps
    from plimsoll.report.load_line import lines

    cells = sweeps.cells(campaigns)
    if not cells:
        numbers = ", ".join(str(one.campaign.id) for one in campaigns)
        raise InputError(*message.refusal("no-finished-run", campaigns=numbers, store=store.path))
    # Closed loops without an open one beside them bound a line, but are no line of their own where
    # others are.
    chosen = choice.of_cells(cells)
    opened = [cell for cell in chosen if cell.open_loop_runs] or chosen
    found: list[ReportLine] = []
    lacking: list[tuple[ReportLine, InputError]] = []
    for cell in opened:
        asked = objective or _judged_by(cell)
        try:
            read = sweeps.line(
                cell,
                asked,
                asked=objective is not None,
                histograms=store.histograms,
                latency_told=latency_named,
            )
        except InputError as error:
            lacking.append((lines.sweep_line(cell, None), error))
            continue
        found.append(lines.sweep_line(cell, asked, read=read))
    if lacking and not found:
        raise lacking[0][1]
    named = lines.name_lines([*found, *(one for one, _ in lacking)], ordered=False)
    for one, (_, why) in zip(named[len(found) :], lacking, strict=True):
        note(message("left-out", line=one.name, reason=why.message))
    return lines.name_lines(found, ordered=True)


def _judged_by(cell: Cell) -> str:
    """The objective of the Runs themselves. Raises UsageError where they had none, or several."""
    from plimsoll.native.session import parse_objective

    known = cell.objectives or (
        (parse_objective(cell.whole.campaign.objective),) if cell.whole.campaign.objective else ()
    )
    if len(known) == 1:
        return known[0]
    if not known:
        raise UsageError(*message.refusal("not-judged"))
    raise UsageError(
        *message.refusal("judged-by-several", count=len(known), objectives="; ".join(known))
    )
