"""Where a search may begin because nearby lines are known: a hint, never evidence.

A line moves slowly from one read share or block size to the next, mostly with the maximum. So a
hint is the line as a share of the maximum, and the depth at which the maximum was reached. The
search probes there first, and decides by its own probes and holds alone: a misleading hint costs
probes.
"""

from collections.abc import Sequence
from dataclasses import dataclass

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


@dataclass(frozen=True)
class ChosenBefore:
    """The objective that an earlier search of the same target with the same workload chose."""

    campaign: int
    objective: str


def from_neighbours(lines: Sequence[tuple[float, Start]], position: float) -> Start | None:
    """The hint for a line at this position from those at others; none where there are none.

    The nearest hands on its depth. Its share is interpolated with the nearest on the other side as
    a straight line; without one it is extrapolated with the next on its own side, no farther than
    the two lie apart; else it is handed on as it is.
    """
    near = sorted(lines, key=lambda neighbour: abs(neighbour[0] - position))
    if not near:
        return None
    at, nearest = near[0]
    share = nearest.share
    others = [(other_at, other) for other_at, other in near[1:] if other_at != at]
    beyond = [neighbour for neighbour in others if (neighbour[0] - position) * (at - position) < 0]
    beside = [neighbour for neighbour in others if abs(position - at) <= abs(at - neighbour[0])]
    for other_at, other in (beyond or beside)[:1]:
        share += (position - at) * (other.share - share) / (other_at - at)
    return Start(min(max(share, LEAST_SHARE), MOST_SHARE), nearest.queue_depth, nearest.workers)
