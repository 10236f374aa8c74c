"""Whether the figures of Runs are those of a machine that worked for others meanwhile."""

from __future__ import annotations

import statistics
from dataclasses import dataclass
from typing import TYPE_CHECKING

from plimsoll.judge.limiter.observations import SHARED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from plimsoll.search.ledger import Probe


@dataclass(frozen=True)
class Shared:
    """What others took while Runs ran: a share of the processors, and the share of operations that
    our lateness was in."""

    others: float
    disturbed: float


def shared_machine(seen: Sequence[Probe]) -> Shared | None:
    """Where the figures of these Runs are of a machine that worked for others; none where they are
    not."""
    others = [probe.others for probe in seen if probe.others is not None]
    late = sum(probe.disturbed for probe in seen) / max(1, sum(probe.operations for probe in seen))
    if not others or statistics.fmean(others) <= SHARED:
        return None
    return Shared(statistics.fmean(others), late)
