"""A Point that searched a load line, as evidence of its own: its Runs and its answer, read as those
of a search by itself."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from plimsoll.reports.evidence import answers
from plimsoll.reports.evidence.evidence import parse_objective

if TYPE_CHECKING:
    from plimsoll.reports.evidence.evidence import Evidence
    from plimsoll.store import PlannedPointRow


def of(evidence: Evidence, point: PlannedPointRow) -> Evidence:
    """The evidence of this Point of a campaign."""
    runs = tuple(
        run
        for run in evidence.runs
        if run.row.role != "settle"
        and run.row.id not in evidence.invalid
        and (planned := evidence.point_of(run)) is not None
        and planned.id == point.id
    )
    answer = answers.of(point.result)
    return replace(
        evidence,
        runs=runs,
        answer=answer,
        objective=parse_objective(answer.line.objective or evidence.campaign.objective),
        points=(),
        planned_runs=(),
    )
