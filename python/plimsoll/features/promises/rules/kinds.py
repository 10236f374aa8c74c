"""The kinds of promises, with their unit and the Runs that test them. ONE ENTRY PER KIND.

`JUDGE` in `rules.py` has the function that judges each kind; a test compares both lists.
"""

from dataclasses import dataclass
from typing import Literal

KindName = Literal["rate", "bytes", "objective", "line"]
Direction = Literal["at_least", "at_most", "equals"]
Subject = Literal["throttle", "media", "system"]


@dataclass(frozen=True)
class Kind:
    """A kind of promise."""

    name: KindName
    unit: Literal["IOPS", "bytes/s"] | None
    """Of the promised value; none where an objective alone is promised."""
    counted: Literal["operations", "bytes"]
    """The unit of a Run's rate, in words."""
    ladder: bool
    """Whether closed loops of more and more outstanding I/O test it; otherwise one Run at an
    offered rate or at the stated depth does."""


KINDS: dict[KindName, Kind] = {
    kind.name: kind
    for kind in (
        Kind("rate", "IOPS", "operations", ladder=True),
        Kind("bytes", "bytes/s", "bytes", ladder=True),
        Kind("objective", None, "operations", ladder=False),
        Kind("line", "IOPS", "operations", ladder=False),
    )
}
"""Every kind by its name. To add one: an entry here, and how it is judged in `rules.JUDGE`."""
