"""The highest percentile that keeps the bound of an objective which pauses of the storage break,
and the highest rate at which it did."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from plimsoll.search.ledger import Probe
    from plimsoll.search.storage_time import Pauses

PERCENTILES = {"p99": 0.01, "p95": 0.05, "p90": 0.1, "p50": 0.5}
"""By what they allow beyond the bound, the highest first."""


@dataclass(frozen=True)
class WeakerPercentile:
    """A percentile that keeps the bound up to this rate in operations/s."""

    percentile: str
    rate_per_s: float


def find_weaker_percentile(
    probes: Sequence[Probe], objective: int, pauses: Pauses
) -> WeakerPercentile | None:
    """The weaker percentile for the objective of this number; None where that is no percentile, or
    none is kept at any rate. Pauses count with the upper end of their share."""
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
        highest = None
        for rate, value in runs:
            if value + most > allowed:
                break
            highest = rate
        if highest is not None:
            return WeakerPercentile(name, highest)
    return None
