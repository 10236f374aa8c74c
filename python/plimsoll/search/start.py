"""Where a search may begin because nearby lines are known: a hint, never evidence.

A line moves slowly from one read share or block size to the next, and most of that is the maximum's moving. So what is
handed on is the line as a share of the maximum, and the depth at which the maximum was reached. The search tries there
first. It decides by its own probes and holds alone: a hint that misleads costs it probes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from plimsoll.search.load_line import LoadLineResult

MOST_SHARE = 1.05
"""A line is not expected farther above its maximum than this: extrapolation may go wild."""
LEAST_SHARE = 0.01


@dataclass(frozen=True)
class Start:
    """A hint. Depth per worker."""

    share: float
    """The line that is expected, as a share of the maximum."""
    queue_depth: int
    workers: int


def from_neighbours(known: Sequence[tuple[float, LoadLineResult]], position: float) -> Start | None:
    """The hint for a line at this position from the nearest lines that have one; none where there are none.

    One neighbour hands on its share; from two the share is extrapolated, or interpolated, as a straight line.
    """
    usable = [(at, share, result) for at, result in known if (share := _share(result)) is not None]
    usable.sort(key=lambda one: abs(one[0] - position))
    if not usable:
        return None
    at, share, nearest = usable[0]
    for other_at, other_share, _ in usable[1:]:
        if other_at != at:
            share += (position - at) * (other_share - share) / (other_at - at)
            break
    assert nearest.maximum is not None, "without it there is no share"
    share = min(max(share, LEAST_SHARE), MOST_SHARE)
    return Start(share, nearest.maximum.queue_depth, nearest.maximum.workers)


def _share(result: LoadLineResult) -> float | None:
    """None where the line itself was not reached: how far it is known to hold says nothing about its neighbours."""
    top = result.maximum
    return result.rate_per_s / top.rate_per_s if top and top.rate_per_s > 0 and result.rate_per_s else None
