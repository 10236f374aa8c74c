"""Can the Points be meant? Asked of the native side before anything runs, so that a mistake in the
last of a thousand Points is told now and not tomorrow.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from plimsoll.base.errors import PlimsollError, UsageError
from plimsoll.campaign import plan, point_runs
from plimsoll.judge import levels
from plimsoll.native.session import Session, parse_objective, without
from plimsoll.search import strategies

if TYPE_CHECKING:
    from collections.abc import Sequence

    from plimsoll.campaign.spec import Spec
    from plimsoll.native.record import Workload
    from plimsoll.store.plans import Planned


def check(spec: Spec, points: Sequence[Planned]) -> list[float]:
    """Bytes that an operation of each Point writes on average, in their order. Raises what cannot
    be meant, with the Point in words.

    A session resolves a workload on a target once, with every load that is asked of it: most Points
    differ in their load.
    """
    if spec.campaign.objective is not None:
        parse_objective(spec.campaign.whole_objective or "")
    for name, text in spec.campaign.levels.items():
        levels.parse(name, text)
    if spec.design is not None:
        times = [point.expected_s for point in points]
        known = [one for one in times if one is not None]
        spec.design.check(spec, sum(known) if len(known) == len(times) else None)
    # The same question is the same object (`plan.points`): nothing is compared that is large.
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


def _resolve_workload(spec: Spec, points: Sequence[Planned]) -> float:
    """What an operation writes; their workload with every default, and each load, without touching
    what is to be tested.

    A described stack is opened, since nothing can happen to it; anything else is stood in for by
    `null:`.
    """
    point = points[0]
    request = plan.session_request(spec, point.target, point.workload)
    if not plan.is_stack(point.target):
        if spec.campaign.virtual:
            raise UsageError(
                f"target {point.target['name']} cannot be measured on the virtual clock",
                "virtual = true is for stack: targets; leave it out.",
            )
        # A share of the working set, and what was written, are the real target's business.
        left_out = ("name", "working_set", "working_set_offset", "verify")
        request = {"target": "null:", "workload": without(point.workload, *left_out)}
    try:
        with Session.open(request) as session:
            for point in points:
                if not strategies.named(point.strategy).chooses_load:
                    session.memory_bytes(point_runs.grid_request(spec, point.load, point.seed))
            return _written_per_operation(session.info["workload"])
    except PlimsollError as error:
        words = (
            f"{plan.shown(point.workload)}; {plan.shown(point.load)}; on {point.target['name']}:"
            f" {error.message}"
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
