"""The highest percentile of the same bound that can be kept where pauses of the storage break the
one that was asked for, and the highest rate at which it was."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from plimsoll.search.ledger import Probe
    from plimsoll.search.storage_time import Pauses

PERCENTILES = {"p99": 0.01, "p95": 0.05, "p90": 0.1, "p50": 0.5}
"""By what they allow beyond the bound, the highest first."""


@dataclass(frozen=True)
class WeakerPercentile:
    """A percentile that the bound holds for, up to this rate in operations/s."""

    percentile: str
    rate_per_s: float


def find_weaker_percentile(probes: Sequence[Probe], objective: int, pauses: Pauses) -> WeakerPercentile | None:
    """For the objective of this number; none where it is no percentile, or none of them is kept at
    any rate. The upper end of the pauses' share counts: so often they may come."""
    _, most = pauses.interval
    share = pauses.share_of(objective)
    most *= share / pauses.time_share if pauses.time_share > 0 else 1.0
    runs = sorted(
        (probe.rate, value)
        for probe in probes
        if probe.storage is not None
        and objective < len(probe.estimates)
        and probe.estimates[objective].allowed < 1
        and (value := probe.storage.sample.value(objective, share=True)) is not None
    )
    for name, allowed in PERCENTILES.items():
        kept = None
        for rate, value in runs:
            if value + most > allowed:
                break
            kept = rate
        if kept is not None:
            return WeakerPercentile(name, kept)
    return None
