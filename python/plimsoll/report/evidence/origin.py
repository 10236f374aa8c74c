"""Origin of figures: a measured device, described storage emulated on the real clock, or simulated
on the virtual clock.

Described storage is never reported as measured, whatever the clock."""

from collections.abc import Iterable, Mapping
from typing import Any, Literal

from plimsoll.report.messages import message

Origin = Literal["measured", "emulated", "simulated"]


def of(spec: Mapping[str, Any]) -> Origin:
    """The origin of a Run, by its resolved request."""
    if spec["clock"] == "virtual":
        return "simulated"
    target = spec["target"] or {}
    kinds = {target["kind"], *(member.get("kind") for member in target["members"])}
    return "emulated" if "stack" in kinds else "measured"


def words(found: Iterable[str]) -> str:
    """The origin of several Runs together, in the words of the badge."""
    kinds = set(found)
    if not kinds:
        return message("origin-none")
    if len(kinds) == 1:
        return message(f"origin-{kinds.pop()}")
    return message("partly-modelled", kind="simulated" if "simulated" in kinds else "emulated")
