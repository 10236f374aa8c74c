"""The output of `plimsoll campaign plan` as a document: a shape of `plimsoll.campaign/1`."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field

from plimsoll.base.closed_model import ClosedModel
from plimsoll.base.errors import PlimsollError
from plimsoll.campaign import cost, plan, resolution
from plimsoll.campaign import designs as designed
from plimsoll.native.session import Session, without
from plimsoll.native.values import TargetValues
from plimsoll.search.strategies import StrategyName  # pydantic reads it

if TYPE_CHECKING:
    from collections.abc import Sequence

    from plimsoll.campaign.spec import Spec
    from plimsoll.store.plans import PlannedPoint

    StudyDocument = Any
else:
    StudyDocument = designed.plan_type()

MOST_OPENED = 200
"""Pairs of target and workload that are opened; plans of thousands of Points have few pairs."""


class Factor(ClosedModel):
    """Something that varies."""

    name: str = Field(description="a parameter, or what is named")
    values: list[str] = Field(description="as written")


class Point(ClosedModel):
    """A Point."""

    number: int = Field(description="place in the order of asking, from 1")
    configuration: str = Field(description="its name")
    target: str = Field(description="its name")
    workload: str = Field(description="in words")
    load: str = Field(description="in words")
    repeat: int = Field(description="from 1")
    seed: int = Field(description="of its Run, or of its search")
    expected_s: float | None = Field(
        description="test time, settling included; null: a search on the virtual clock"
    )


class Wear(ClosedModel):
    """What a target is written."""

    target: str = Field(description="its name")
    size_bytes: int | None = Field(description="null: not known")
    bytes_written: int | None = Field(
        description="null: depends on a rate that is not known before"
    )
    times: float | None = Field(description="bytes written over size")


class Grid(ClosedModel):
    """The full grid that a search stands for."""

    runs_per_point: int = Field(description="offered rates, or queue depths")
    run_s: float = Field(description="length of each Run")
    seconds: float = Field(description="test time of all")


class PlannedFault(ClosedModel):
    """What is broken during each Run."""

    name: str = Field(description="its name on the time line")
    at: str = Field(description="when, after the start of Measure")
    undo_at: str = Field(description="when it is undone")
    do: str | list[str] = Field(description="the command that breaks it")
    undo: str | list[str] = Field(description="the command that mends it")


class Refusal(ClosedModel):
    """Points that would fail as things stand."""

    target: str = Field(description="its name")
    points: int = Field(description="that would fail by it")
    why: str = Field(description="what a Point would say")
    what_now: str = Field(description="what to do about it")


class Plan(ClosedModel):
    """A campaign before it is run."""

    schema_: Literal["plimsoll.campaign/1"] = Field("plimsoll.campaign/1", alias="schema")
    action: Literal["plan"] = "plan"
    name: str = Field(description="of the campaign")
    strategy: StrategyName = Field(description="how each Point is asked")
    objective: str | None = Field(description="what must hold")
    order: Literal["random", "as_written"] = Field(description="of the Points")
    clock: Literal["real", "virtual"] = Field(
        description="virtual time costs nothing but computing"
    )
    factors: list[Factor] = Field(
        description=(
            "what varies; the product of their numbers is the number of Points where every workload"
            " is asked with every load in every repeat"
        )
    )
    points: list[Point] = Field(description="in the order of asking")
    seconds: float | None = Field(
        description="test time of all, settling included; null: not known before"
    )
    settle_s: float = Field(description="of it, settling when nothing has to be waited for")
    bytes_written: int | None = Field(
        description="to real targets; null: depends on a rate that is not known before"
    )
    bytes_per_1000_per_s: int = Field(
        description=(
            "bytes written for every 1,000 IOPS of the Points whose rate is not known before"
        )
    )
    wear: list[Wear] = Field(description="by target that is real, not described")
    grid: Grid | None = Field(description="beside an adaptive strategy; null for a grid")
    study: StudyDocument | None = Field(None, description="of strategy factors: its design")
    faults: list[PlannedFault] = Field([], description="what is broken and mended in each Run")
    refused: list[Refusal] = Field(
        [], description="Points that would fail as their files and devices are now"
    )


def document(spec: Spec, points: Sequence[PlannedPoint]) -> Plan:
    """The plan of these Points. Raises for invalid ones."""
    costs = cost.of(spec, points, resolution.check(spec, points))
    campaign = spec.campaign
    runs = spec.point_strategy.grid_runs
    factors = plan.factors(spec)
    product = math.prod(len(factor.values) for factor in factors)
    study = None if spec.design is None else spec.design.design_plan(spec)
    assert study is not None or plan.is_paired(spec) or product == len(points), (
        "the factors are what varies"
    )
    return Plan(
        name=campaign.name,
        strategy=campaign.strategy,
        objective=campaign.whole_objective,
        order=campaign.order,
        clock="virtual" if campaign.virtual else "real",
        factors=[Factor(name=factor.name, values=list(factor.values)) for factor in factors],
        points=[
            Point(
                number=number,
                configuration=point.configuration,
                target=plan.target_words(point.target),
                workload=plan.block_words(point.workload),
                load=plan.block_words(point.load),
                repeat=point.repeat,
                seed=point.seed,
                expected_s=point.expected_s,
            )
            for number, point in enumerate(points, 1)
        ],
        seconds=costs.seconds,
        settle_s=costs.settle_s,
        bytes_written=costs.bytes_written,
        bytes_per_1000_per_s=costs.bytes_per_1000_per_s,
        wear=[
            Wear(
                target=name,
                size_bytes=size,
                bytes_written=written,
                times=None if not size or written is None else written / size,
            )
            for name, (size, written) in costs.wear.items()
        ],
        grid=(
            None
            if costs.grid_s is None
            else Grid(runs_per_point=runs, run_s=cost.GRID_RUN_S, seconds=costs.grid_s)
        ),
        study=study,
        faults=[
            PlannedFault(**fault.model_dump(include=set(PlannedFault.model_fields)))
            for fault in spec.fault
        ],
        refused=_refusals(spec, points),
    )


def _refusals(spec: Spec, points: Sequence[PlannedPoint]) -> list[Refusal]:
    """The Points that would be refused now: a missing target, a file that Plimsoll did not make and
    that is not confirmed, a mounted device, a working set larger than its target.

    A session is opened as for the Point and closed before any operation, so the guard gives the
    same messages. Only files and devices of this machine are opened: a plan makes no connections.
    """
    if spec.campaign.hosts is not None:
        return []
    alike: dict[tuple[int, int], list[PlannedPoint]] = {}
    for point in points:
        if all(path.startswith("/") for path in TargetValues.of(point.target).paths):
            alike.setdefault((id(point.target), id(point.workload)), []).append(point)
    found: dict[tuple[str, str], Refusal] = {}
    for group in list(alike.values())[:MOST_OPENED]:
        point = group[0]
        # Verifying needs the record of earlier writes, which a plan does not have.
        workload = without(point.workload, "verify")
        try:
            Session.open(plan.session_request(spec, point.target, workload)).close()
        except PlimsollError as error:
            name = point.target["name"]
            refusal = found.setdefault(
                (name, error.message),
                Refusal(target=name, points=0, why=error.message, what_now=error.what_now),
            )
            refusal.points += len(group)
    return list(found.values())
