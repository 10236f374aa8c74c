"""Can the Points be meant? Asked of the native side before anything runs, so that a mistake in the last of a thousand Points
is told now and not tomorrow.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from plimsoll.campaign import asking, plan
from plimsoll.errors import PlimsollError, UsageError
from plimsoll.execute import Session, parse_objective
from plimsoll.judge import levels

if TYPE_CHECKING:
    from collections.abc import Sequence

    from plimsoll.campaign.spec import Spec
    from plimsoll.model import SessionInfo, SessionRequest
    from plimsoll.store.plans import Planned


def check(spec: Spec, points: Sequence[Planned]) -> list[SessionInfo]:
    """What each Point resolves to, in their order. Raises what cannot be meant, with the Point in words."""
    if spec.campaign.objective is not None:
        parse_objective(spec.campaign.whole_objective or "")
    for name, text in spec.campaign.levels.items():
        levels.parse(name, text)
    seen: dict[str, SessionInfo] = {}
    found = []
    for point in points:
        key = repr((point.target, point.workload, point.load))
        if key not in seen:
            seen[key] = _resolved(spec, point)
        found.append(seen[key])
    return found


def _resolved(spec: Spec, point: Planned) -> SessionInfo:
    """Its workload with every default, without touching what is to be tested.

    A described stack is opened, since nothing can happen to it; anything else is stood in for by `null:`.
    """
    request = plan.session_request(spec, point.target, point.workload)
    if not plan.is_stack(point.target):
        if spec.campaign.virtual:
            raise UsageError(
                f"target {point.target['name']} cannot be measured on the virtual clock",
                "virtual = true is for stack: targets; leave it out.",
            )
        # A share of the working set, and what was written, are the real target's business.
        left_out = ("name", "working_set", "working_set_offset", "verify")
        workload = {key: given for key, given in point.workload.items() if key not in left_out}
        request = cast("SessionRequest", {"target": "null:", "workload": workload})
    try:
        with Session.open(request) as session:
            if point.strategy == "grid":
                session.memory_bytes(asking.grid_request(spec, point.load, point.seed))
            return session.info
    except PlimsollError as error:
        words = f"{plan.shown(point.workload)}; {plan.shown(point.load)}; on {point.target['name']}: {error.message}"
        raise type(error)(words, error.what_now) from None
