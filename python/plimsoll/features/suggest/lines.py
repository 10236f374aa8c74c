"""The load lines of a store that a policy may rest on, and which of them it rests on.

A line is found for one workload: pattern, block size and share of reads. Of several searches of
the same workload the newest counts, whatever it found: a line that has moved since, or that a later
search could not confirm, is no basis for a limit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from plimsoll.base.errors import InputError, UsageError
from plimsoll.features.suggest.messages import message
from plimsoll.search import document
from plimsoll.search.document import FindDocument

if TYPE_CHECKING:
    from plimsoll.native.record import Workload
    from plimsoll.report.evidence.evidence import Evidence
    from plimsoll.store import Store

LARGE_BLOCK = 64 << 10
"""From this block size on a line says what the storage carries in bytes/s. Smaller I/O is bounded
by its number."""


NOT_PLAIN: tuple[Literal["trim_percent", "sync", "durable_writes"], ...] = (
    "trim_percent", "sync", "durable_writes",
)  # fmt: skip
"""Keys of a workload by which it is more than reads and writes."""


@dataclass(frozen=True)
class Question:
    """What a line is of."""

    pattern: str
    block_bytes: int
    read_percent: float

    @property
    def flags(self) -> str:
        """The flags of `find` that ask it."""
        pattern = "" if self.pattern == "random" else f" --pattern {self.pattern}"
        return f"--block-size {_size(self.block_bytes)} --read {self.read_percent:g}{pattern}"


def _size(size_bytes: int) -> str:
    for shift, unit in ((20, "m"), (10, "k")):
        if size_bytes % (1 << shift) == 0:
            return f"{size_bytes >> shift}{unit}"
    return str(size_bytes)


@dataclass(frozen=True)
class FoundLine:
    """A load line of a store."""

    campaign: int
    target: str
    question: Question
    grade: Literal["confirmed", "estimated", "bounded"]
    plan_per_s: float | None
    """The rate to plan with; None: the search found none."""
    low: float | None
    high: float | None
    objective: str | None
    working_set_bytes: int = 0
    """Of its Runs; 0 where an imported sweep does not know it."""

    @property
    def bytes_per_s(self) -> float:
        """The rate to plan with, in bytes."""
        return (self.plan_per_s or 0.0) * self.question.block_bytes


@dataclass(frozen=True)
class StoredLines:
    """The lines of one target, one of each workload, in the order of their campaigns."""

    store: str
    target: str
    lines: tuple[FoundLine, ...]

    def of(self, question: Question) -> FoundLine | None:
        """The line of exactly this workload."""
        return next((line for line in self.lines if line.question == question), None)

    def where(self, keep: Callable[[FoundLine], bool]) -> list[FoundLine]:
        """The lines that a rule keeps."""
        return [line for line in self.lines if keep(line)]

    def only(self, keep: Callable[[FoundLine], bool]) -> StoredLines:
        """The same with the lines that a rule keeps."""
        return replace(self, lines=tuple(self.where(keep)))


def read(source: str, note: Callable[[str], None]) -> StoredLines:
    """The lines of `STORE[#CAMPAIGNS]`: of all its searches, unless campaigns are named.

    Raises InputError where there is none, UsageError where they are of several targets.
    """
    from plimsoll.report.evidence import variants
    from plimsoll.store import Store

    wanted = variants.selector(source)
    if wanted.part is not None:
        raise UsageError(*message.refusal("part-of-campaign", source=source))
    with Store.open(wanted.store, create=False, read_only=True) as store:
        found = [
            line
            for row in variants.campaigns(store, replace(wanted, campaigns=wanted.campaigns or ()))
            for line in _of_campaign(store, row.id, named=bool(wanted.campaigns), note=note)
        ]
    if not found:
        raise InputError(*message.refusal("no-line-stored", store=source))
    chosen: dict[tuple[str, Question], FoundLine] = {}
    for line in found:
        before = chosen.get((line.target, line.question))
        # The newest counts, but not where caches may have answered more of it than of an older one.
        if before is None or line.working_set_bytes >= before.working_set_bytes:
            chosen[line.target, line.question] = line
        else:
            note(message("line-newer-left-out", campaign=line.campaign, kept=before.campaign))
    targets = list(dict.fromkeys(target for target, _ in chosen))
    if len(targets) > 1:
        numbers = ", ".join(f"#{line.campaign} {line.target}" for line in chosen.values())
        raise UsageError(
            *message.refusal("several-targets", store=source, count=len(targets), campaigns=numbers)
        )
    lines = sorted(chosen.values(), key=lambda line: line.campaign)
    return StoredLines(str(wanted.store), targets[0], tuple(lines))


def _of_campaign(
    store: Store, number: int, *, named: bool, note: Callable[[str], None]
) -> Iterator[FoundLine]:
    """The lines of a campaign: of a search, of each Point that searched one, and, where the
    campaign is named, of a sweep of rates."""
    from plimsoll.library import stored_lines
    from plimsoll.report.evidence.evidence import gather

    evidence = gather(store, number)
    result = evidence.campaign.result or {}
    if "load_line" in result:
        yield from _lines_of(evidence, document.read_find(result), note)
        return
    searched = [point for point in evidence.points if "load_line" in (point.result or {})]
    for point in searched:
        found = document.read_find(point.result or {})
        yield from _lines_of(evidence.of_point(point), found, note)
    if named and not searched:
        where = message("campaign-of", campaign=number, store=store.path)
        swept, workload = stored_lines.of_campaign(store, number, where, note)
        target = evidence.measured_runs[0].spec["target"]["name"]
        yield from _line(number, target, workload, swept, note)


def _lines_of(
    evidence: Evidence, found: FindDocument, note: Callable[[str], None]
) -> Iterator[FoundLine]:
    run = next((run for run in evidence.runs if run.row.role != "settle"), None)
    if run is not None:
        target, workload = run.spec["target"]["name"], run.spec["workload"]
        yield from _line(evidence.campaign.id, target, workload, found, note)


def _line(
    campaign: int,
    target: str,
    workload: Workload | None,
    found: FindDocument,
    note: Callable[[str], None],
) -> Iterator[FoundLine]:
    """The line, unless its workload is not known or has more than reads and writes of one size: a
    line of trims or of durable writes is none of plain writes."""
    if (
        workload is None
        or workload["block_size_bytes"] is None
        # An imported sweep may not know them.
        or any(map(workload.get, NOT_PLAIN))
    ):
        note(message("line-left-out", campaign=campaign))
        return
    line = found.load_line
    cached = any(event.kind == "cached" for event in found.events)
    yield FoundLine(
        campaign,
        target,
        Question(workload["pattern"], workload["block_size_bytes"], workload["read_percent"]),
        line.grade,
        None if cached else line.plan_per_s,
        line.low,
        line.high,
        line.objective,
        workload["working_set_bytes"] or 0,
    )


def least(lines: Sequence[FoundLine], *, by_bytes: bool = False) -> FoundLine:
    """The line with the lowest rate to plan with; one without any is lower than all."""
    return min(lines, key=lambda line: line.bytes_per_s if by_bytes else line.plan_per_s or 0.0)


def smallest_blocks(lines: Iterable[FoundLine]) -> list[FoundLine]:
    """The lines of the smallest block size."""
    lines = list(lines)
    size = min((line.question.block_bytes for line in lines), default=0)
    return [line for line in lines if line.question.block_bytes == size]


def largest_blocks(lines: Iterable[FoundLine]) -> list[FoundLine]:
    """The lines of the largest block size, where it is large enough to speak of bytes/s."""
    lines = [line for line in lines if line.question.block_bytes >= LARGE_BLOCK]
    size = max((line.question.block_bytes for line in lines), default=0)
    return [line for line in lines if line.question.block_bytes == size]
