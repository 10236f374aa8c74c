"""The kinds of promises: what each is measured in, and by what Runs it is tested. ONE ENTRY PER
KIND.

How a kind is judged is its function in `rules.py` (`JUDGE`); a test holds that both lists agree.
"""

from __future__ import annotations

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
    """What a Run's rate counts, in words."""
    ladder: bool
    """Whether it is tested by closed loops of more and more outstanding I/O; else at an offered
    rate or as stated."""


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
