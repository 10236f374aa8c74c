"""Load lines over a list of read shares or block sizes, and the grids that they are held
against."""

from __future__ import annotations

import contextlib
import math
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING

from plimsoll.base import units
from plimsoll.base.errors import UsageError
from plimsoll.base.sentence import Sentence
from plimsoll.library.bench import Bench
from plimsoll.library.messages import message
from plimsoll.library.question import Question, seed_or_default
from plimsoll.library.searches import Kin, Line, SearchOptions, search_line, verdict_code

if TYPE_CHECKING:
    from plimsoll.search.family import FamilyResult, Member
    from plimsoll.search.family_document import FamilyDocument, Over
    from plimsoll.search.grid import GridLine
    from plimsoll.search.hint import Start
    from plimsoll.search.load_line import LoadLineResult
    from plimsoll.store import Store

GRID_RATES, GRID_MEASURE_S, GRID_WARMUP_S = 12, 2.0, 0.2
"""Rates of the grid that a family is held against, and what each of them lasts, seconds."""


@dataclass(frozen=True)
class FamilyMember:
    """One line of a family: what sets it apart, and the whole question."""

    over: Over
    label: str
    """Its English name, as it is stored and seeds go by."""
    value: str | float | None
    position: float
    question: Question

    @property
    def name(self) -> str:
        """Its name for a reader."""
        match self.over:
            case "block_size":
                return message("line-of-block-size", size=self.value)
            case "read":
                return message("line-of-read-share", share=units.significant(self.position, 6))
            case _:
                return message("line-as-asked")


@dataclass
class Family:
    """Lines that were searched one after the other, their campaigns and grids by label."""

    members: list[FamilyMember]
    options: SearchOptions
    result: FamilyResult
    campaigns: dict[str, int] = field(default_factory=dict)
    stores: dict[str, Store] = field(default_factory=dict)
    """Of these campaigns; open as long as the stack of the search."""
    grids: dict[str, tuple[GridLine, GridLine]] = field(default_factory=dict)

    @property
    def document(self) -> FamilyDocument:
        """The answer."""
        from plimsoll.search import family_document

        return family_document.of(
            self.result,
            over=self.members[0].over,
            objective=self.options.canonical_objective or self.result.lines[0].result.objective,
            workloads={
                one.label: {} if one.value is None else {one.over: one.value}
                for one in self.members
            },
            campaigns=self.campaigns if self.options.store is not None else {},
            grids=self.grids,
        )


def members(question: Question) -> list[FamilyMember]:
    """A line for each read share or block size; none when only one was given."""
    reads = _several(question.read)
    sizes = _several(question.block_size)
    if reads and sizes:
        raise UsageError(*message.refusal("two-lists"))
    if reads:
        lines = [_of_read(question, text) for text in reads]
    elif sizes:
        from plimsoll.native.session import parse_size

        lines = [
            FamilyMember(
                "block_size",
                f"block size {text}",
                text,
                math.log2(parse_size(text)),
                _with(question, block_size=text),
            )
            for text in sizes
        ]
    else:
        return []
    labels = [one.label for one in lines]
    if twice := next((label for label in labels if labels.count(label) > 1), None):
        raise UsageError(*message.refusal("twice", line=twice))
    return lines


def only(question: Question) -> FamilyMember:
    """The one line of a search without a list."""
    return FamilyMember("nothing", "as asked", None, 0.0, question)


def _with(question: Question, **keys: str) -> Question:
    return replace(question, workload={**question.workload, **keys})


def _several(value: str | None) -> list[str]:
    """The values in a list; none for a single value, nor for a mix of sizes (4k:60,64k:40)."""
    text = value or ""
    return [] if "," not in text or ":" in text else [one.strip() for one in text.split(",")]


def _of_read(question: Question, text: str) -> FamilyMember:
    whole = question.workload["read"]
    try:
        share = float(text)
    except ValueError:
        raise UsageError(*message.refusal("read-not-a-number", list=whole, text=text)) from None
    # Checked before the first line is searched: the last of them may be an hour away.
    if not 0 <= share <= 100:
        raise UsageError(*message.refusal("read-not-a-percentage", list=whole, text=text))
    return FamilyMember("read", f"read {share:g} %", share, share, _with(question, read=text))


def search_family(
    bench: Bench,
    options: SearchOptions,
    lines: list[FamilyMember],
    stack: contextlib.ExitStack,
    *,
    virtual: bool,
    beside_grid: bool = False,
) -> Family:
    """Searches every line, each starting from the lines already found. Stores stay open for as long
    as `stack`."""
    from plimsoll.search import family
    from plimsoll.search.ledger import probe_seed

    canonical = options.canonical_objective
    requests = {one.label: one.question.session() for one in lines}
    names = {one.label: one.name for one in lines}
    seed_of_all = seed_or_default(options.seed, virtual=virtual)
    campaigns: dict[str, int] = {}
    stores: dict[str, Store] = {}
    grids: dict[str, tuple[GridLine, GridLine]] = {}

    def search(member: Member, start: Start | None, objective: str | None) -> LoadLineResult:
        bench.preparing(Sentence(partial(message, "line-begins", line=names[member.label])))
        seed = probe_seed(seed_of_all, member.label, 0)
        kin: Kin = {
            "over": lines[0].over,
            "label": member.label,
            "first": next(iter(campaigns.values()), None),
        }
        with search_line(
            bench,
            options,
            requests[member.label],
            stack,
            objective=objective,
            budget_kind="virtual" if virtual else "family" if len(lines) > 1 else "thorough",
            start=start,
            seed=seed,
            family=kin if len(lines) > 1 else None,
        ) as line:
            campaigns[member.label], stores[member.label] = line.campaign, line.store
            if (
                beside_grid
                and not bench.stop.is_requested
                and (pair := grid_pair(line, seed)) is not None
            ):
                grids[member.label] = pair
            return line.result

    result = family.find(
        [family.Member(one.label, one.position) for one in lines], search, canonical
    )
    return Family(lines, options, result, campaigns, stores, grids)


def family_code(document: FamilyDocument) -> int:
    """The gravest exit code of the lines."""
    return max(verdict_code(line.find) for line in document.lines)


def grid_pair(line: Line, seed: int) -> tuple[GridLine, GridLine] | None:
    """Two grids on the session of a line, up to its maximum; None where there is no line to compare
    with."""
    from plimsoll.campaign import begin
    from plimsoll.search import grid

    result, top = line.result, line.result.maximum
    if result.objective is None or top is None or result.rate_per_s is None:
        return None
    workers = max((p.workers for p in result.probes if p.offered_rate_per_s is not None), default=1)
    pair = []
    for turn in (1, 2):
        keeper = begin(
            line.store,
            "grid",
            line.request,
            objective=result.objective,
            strategy="grid",
            seed=seed + turn,
            asked={"rates": GRID_RATES, "measure_s": GRID_MEASURE_S, "beside": line.campaign},
        )
        line.session.keeper = keeper
        pair.append(
            grid.measure(
                line.session,
                objective=result.objective,
                top=top.rate_per_s,
                rates=GRID_RATES,
                measure_s=GRID_MEASURE_S,
                warmup_s=GRID_WARMUP_S,
                workers=workers,
                seed=seed + turn,
            )
        )
        keeper.end(_grid_result(pair[-1], result.objective, line.campaign))
    return pair[0], pair[1]


def _grid_result(grid: GridLine, objective: str, campaign: int) -> dict[str, object]:
    """What is kept of a grid: no load line, since nothing of it was decided or held, and every
    reader of a store would take one for a recommended rate."""
    because = (
        message("grid-crossed", campaign=campaign, rate=f"{grid.rate_per_s:,.0f}")
        if grid.rate_per_s
        else message("grid-not-crossed", campaign=campaign)
    )
    return {
        "objective": objective,
        "grid": {"rate_per_s": grid.rate_per_s},
        "because": because,
    }
