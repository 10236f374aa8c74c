"""How late Plimsoll itself is while a Run goes on: does a long response time tell of the target, or
of this machine?

Own lag is known of each worker, as a percentile of its own operations in an interval. Percentiles
are never put together, so what is told is that of the worker with the largest. Response times tell
of this machine, not only of the target, when p99 of own lag over all operations is beyond a limit
(`crates/run/src/spec.rs`, `lag_tolerance`): 5 % of the tightest objective, at least 50 µs and at
most 250 µs. The same limit is used here for one worker in one interval, so this warns and judges
nothing: the outcome is told by the Run's record.

Many workers that share a small rate have each too few operations for a percentile. Then it is told,
where that is most of it, how much of the mean response time passed before operations were
submitted: backlog (the target's doing) and own lag together, of which nobody can say more before
the record is there.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from plimsoll.live.document import LagDocument, OwnLagDocument, TimingDocument

MOSTLY = 0.5
"""Share of the mean response time that passes before submission from which on it is told."""


class Late(NamedTuple):
    """A worker past the limit; or, where none can tell, how long operations waited before
    submission."""

    limit_ns: int
    worker: str | None
    """The latest worker; None where each has too few operations."""
    own_lag_ns_p99: int | None
    before_submission_ns_mean: int | None
    response_time_ns_mean: int | None
    host: bool = False
    """Whether that worker is a host, one of several."""


@lru_cache(maxsize=16)
def limit_ns(objective: str | None) -> int | None:
    """Own lag beyond which a Run of an open load tells nothing about its target; None where the
    objective cannot be read."""
    from plimsoll.errors import PlimsollError
    from plimsoll.execute import lag_tolerance_ns

    try:
        return lag_tolerance_ns(objective)
    except (PlimsollError, ValueError):
        return None


def late(
    objective: str | None, interval: TimingDocument | None, workers: Sequence[LagDocument]
) -> Late | None:
    """Whether it is late now: in this newest interval, with these workers of it. None when not, or
    when nobody can tell."""
    # A closed loop promises no schedule: who is late there gets less, and no response time grows by
    # it.
    if interval is None or interval["offered_rate_per_s"] is None or interval["phase"] != "measure":
        return None
    limit = limit_ns(objective)
    if limit is None:
        return None
    known = [(lag, one) for one in workers if (lag := one["own_lag_ns_p99"]) is not None]
    before, mean = interval["before_submission_ns_mean"], interval["response_time_ns"]["mean"]
    if known:
        lag, worst = max(known, key=lambda pair: pair[0])
        if lag <= limit:
            return None
        named = worst["name"] or str(worst["worker"])
        return Late(limit, named, lag, before, mean, host=worst["host"])
    if before is None or mean is None or before <= limit or before < MOSTLY * mean:
        return None
    return Late(limit, None, None, before, mean)


def largest(workers: Sequence[OwnLagDocument]) -> int | None:
    """The largest 99th percentile of own lag that any worker has; None where none carries one."""
    return max((lag for one in workers if (lag := one["own_lag_ns_p99"]) is not None), default=None)
