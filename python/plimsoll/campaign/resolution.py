"""Checks all Points with the native side before anything runs, so that a mistake in the last of a
thousand Points is reported at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from plimsoll.base.errors import PlimsollError, UsageError
from plimsoll.campaign import plan, point_runs
from plimsoll.campaign.messages import message
from plimsoll.campaign.spec import Spec
from plimsoll.judge import levels
from plimsoll.native.session import Session, parse_objective, without
from plimsoll.native.values import TargetValues
from plimsoll.search import strategies
from plimsoll.store.plans import PlannedPoint

if TYPE_CHECKING:
    from plimsoll.native.record import Workload


def resolve(spec: Spec) -> list[PlannedPoint]:
    """The Points of a campaign, each of them checked. Raises as `check`."""
    points = list(plan.points(spec))
    check(spec, points)
    return points


def check(spec: Spec, points: Sequence[PlannedPoint]) -> list[float]:
    """Mean bytes that an operation of each Point writes, in their order. Raises for an invalid
    Point, which the message names.

    One session checks a workload on a target with all its loads, since most Points differ in their
    load.
    """
    if spec.campaign.objective is not None:
        parse_objective(spec.campaign.whole_objective or "")
    for name, text in spec.campaign.levels.items():
        levels.parse(name, text)
    if spec.design is not None:
        times = [point.expected_s for point in points]
        expected = [seconds for seconds in times if seconds is not None]
        spec.design.check(spec, sum(expected) if len(expected) == len(times) else None)
    # Equal parts of Points are the same object (`plan.points`), so identity is enough.
    alike: dict[tuple[int, int], list[int]] = {}
    for place, point in enumerate(points):
        alike.setdefault((id(point.target), id(point.workload)), []).append(place)
    found = [0.0] * len(points)
    for places in alike.values():
        written = _resolve_workload(
            spec, list({id(points[place].load): points[place] for place in places}.values())
        )
        for place in places:
            found[place] = written
    return found


def _resolve_workload(spec: Spec, points: Sequence[PlannedPoint]) -> float:
    """Checks the workload of these Points with each load, and returns the bytes that an operation
    writes.

    Described storage is opened; `null:` replaces a real target, which is not touched.
    """
    point = points[0]
    request = plan.session_request(spec, point.target, point.workload)
    if not TargetValues.of(point.target).is_described:
        if spec.campaign.virtual:
            raise UsageError(*message.refusal("not-on-virtual-clock", target=point.target["name"]))
        # Working set and verification depend on the real target.
        left_out = ("name", "working_set", "working_set_offset", "verify")
        request = {"target": "null:", "workload": without(point.workload, *left_out)}
    try:
        with Session.open(request) as session:
            for point in points:
                if not strategies.find_strategy(point.strategy).chooses_load:
                    session.memory_bytes(point_runs.grid_request(spec, point.load, point.seed))
            return _written_per_operation(session.info["workload"])
    except PlimsollError as error:
        words = message(
            "point-refused",
            workload=plan.block_words(point.workload),
            load=plan.block_words(point.load),
            target=point.target["name"],
            why=error.message,
        )
        raise type(error)(words, error.what_now) from None


def _written_per_operation(workload: Workload) -> float:
    """Bytes written by an operation on average."""
    share = (
        max(0.0, 100.0 - float(workload["read_percent"]) - float(workload["trim_percent"])) / 100
    )
    return share * sum(
        float(block["bytes"]) * float(block["percent"]) / 100 for block in workload["write_blocks"]
    )
