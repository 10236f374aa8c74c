"""What figures are of: a device that was measured, described storage that was emulated on the real
clock, or simulated on the virtual one.

Whoever reads a rate must see which: nothing was measured on a device where the storage is a
description, whatever the clock.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

Origin = Literal["measured", "emulated", "simulated"]


def of(spec: Mapping[str, Any]) -> Origin:
    """Of a Run, by what was asked."""
    if spec["clock"] == "virtual":
        return "simulated"
    target = spec["target"] or {}
    kinds = {target["kind"], *(member.get("kind") for member in target["members"])}
    return "emulated" if "stack" in kinds else "measured"


def words(found: Iterable[str]) -> str:
    """Of several Runs together, as the second badge of a first screen says it."""
    kinds = set(found)
    if not kinds:
        return "Nothing measured"
    if len(kinds) == 1:
        return kinds.pop().capitalize()
    return "Partly simulated" if "simulated" in kinds else "Partly emulated"
