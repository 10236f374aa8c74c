"""What would be refused as things stand: a target that is not there, a file that Plimsoll did not
make and nobody gave up, a device that is mounted, a working set that is larger than its target.

A plan says what its Points would say, in the same words, since they are asked of the same guard: a
session is opened as the Point would open it, and closed before any operation. Files and devices of
this machine alone are looked at: nobody connects to anything because of a plan.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict, Field

from plimsoll.campaign import plan
from plimsoll.errors import PlimsollError
from plimsoll.execute import Session

if TYPE_CHECKING:
    from collections.abc import Sequence

    from plimsoll.campaign.spec import Spec
    from plimsoll.store.plans import Planned

MOST = 200
"""Targets and workloads that are looked at: a plan of thousands has few that differ."""


class Refusal(BaseModel):
    """Points that would fail as things stand."""

    model_config = ConfigDict(extra="forbid")
    target: str = Field(description="its name")
    points: int = Field(description="that would fail by it")
    why: str = Field(description="what a Point would say")
    what_now: str = Field(description="what to do about it")


def look(spec: Spec, points: Sequence[Planned]) -> list[Refusal]:
    """What would be refused of these Points now; nothing of a load that others generate."""
    if spec.campaign.hosts is not None:
        return []
    alike: dict[tuple[int, int], list[Planned]] = {}
    for point in points:
        if all(one.startswith("/") for one in plan.paths(point.target)):
            alike.setdefault((id(point.target), id(point.workload)), []).append(point)
    found: dict[tuple[str, str], Refusal] = {}
    for several in list(alike.values())[:MOST]:
        point = several[0]
        # What a campaign has written before is known to its journal, which a plan has not.
        workload = {key: given for key, given in point.workload.items() if key != "verify"}
        try:
            Session.open(plan.session_request(spec, point.target, workload)).close()  # type: ignore[arg-type]  # without a key
        except PlimsollError as error:
            name = point.target["name"]
            known = found.setdefault(
                (name, error.message),
                Refusal(target=name, points=0, why=error.message, what_now=error.what_now),
            )
            known.points += len(several)
    return list(found.values())
