"""The answer of a family of searches as a document, `plimsoll.find_family/1`, and the JSON schema
of what `plimsoll find` prints: the answer of one search or of a family."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from plimsoll.base.closed_model import closed
from plimsoll.search import document
from plimsoll.search.document import FindDocument

if TYPE_CHECKING:
    from plimsoll.search.family import FamilyResult
    from plimsoll.search.grid import GridLine

Over = Literal["read", "block_size", "nothing"]


@closed
@dataclass(frozen=True)
class GridDocument:
    """a grid of equally spaced rates, run beside the search on the same session"""

    rate_per_s: Annotated[float | None, Field(description="its line; null when nothing crossed")]
    rates: Annotated[int, Field(description="rates that it ran")]
    test_seconds: Annotated[float, Field(description="warm-up and drain included")]


@closed
@dataclass(frozen=True)
class MemberDocument:
    """a line of the family"""

    label: Annotated[str, Field(description="which line, as it is told")]
    workload: Annotated[
        dict[str, object],
        Field(
            description=(
                "what sets it apart: read, percent, or block_size, as typed; of a line read from"
                " Runs each setting by its name"
            )
        ),
    ]
    campaign: Annotated[int | None, Field(description="that holds its Runs, in the store")]
    expected_share_of_maximum: Annotated[
        float | None,
        Field(
            description="where its search began, from the lines known by then; null for the first"
        ),
    ]
    grids: Annotated[list[GridDocument], Field(description="two with --beside-grid, else none")]
    find: FindDocument


@dataclass(frozen=True)
class FamilyDocument:
    """the answer of `plimsoll find` with a list after --read or --block-size"""

    schema: Literal["plimsoll.find_family/1"]
    over: Annotated[
        Literal["read", "block_size", "nothing", "settings"],
        Field(
            description=(
                "what differs from line to line; settings: of lines read from Runs, what each"
                " `workload` names"
            )
        ),
    ]
    objective: Annotated[
        str | None,
        Field(
            description=(
                "the same for all, in canonical form; null where lines were read for different ones"
            )
        ),
    ]
    lines: list[MemberDocument]
    test_seconds: Annotated[float, Field(description="of all searches, without grids")]


def of(
    result: FamilyResult,
    *,
    over: Over,
    objective: str | None,
    workloads: Mapping[str, Mapping[str, object]],
    campaigns: Mapping[str, int],
    grids: Mapping[str, tuple[GridLine, GridLine]],
) -> FamilyDocument:
    """The document of a family. The mappings go by the label of a line; a line without a grid
    beside it has none."""
    return FamilyDocument(
        schema="plimsoll.find_family/1",
        over=over,
        objective=objective,
        lines=[
            MemberDocument(
                label=found.member.label,
                workload=dict(workloads[found.member.label]),
                campaign=campaigns.get(found.member.label),
                expected_share_of_maximum=found.start.share if found.start else None,
                grids=[
                    GridDocument(grid.rate_per_s, grid.rates, grid.seconds)
                    for grid in grids.get(found.member.label, ())
                ],
                find=document.of(found.result),
            )
            for found in result.lines
        ],
        test_seconds=result.test_seconds,
    )


def of_runs(lines: Sequence[tuple[str, Mapping[str, str], int, FindDocument]]) -> FamilyDocument:
    """The same of lines that were read from Runs: of each its label, what sets it apart, its
    campaign, its `plimsoll.find/1`."""
    objectives = {found.load_line.objective for *_, found in lines}
    return FamilyDocument(
        schema="plimsoll.find_family/1",
        over="settings",
        objective=objectives.pop() if len(objectives) == 1 else None,
        lines=[
            MemberDocument(
                label=label,
                workload=dict(differs),
                campaign=campaign,
                expected_share_of_maximum=None,
                grids=[],
                find=found,
            )
            for label, differs, campaign, found in lines
        ],
        test_seconds=sum(found.test_seconds for *_, found in lines),
    )
