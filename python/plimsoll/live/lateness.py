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
from typing import TYPE_CHECKING

from plimsoll.base import units
from plimsoll.live import odd_hosts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from plimsoll.live.pulse import IntervalDocument, PulseDocument, RunDocument, WorkerDocument

MOSTLY = 0.5
"""Share of the mean response time that passes before submission from which on it is told."""


@lru_cache(maxsize=16)
def limit_ns(objective: str | None) -> int | None:
    """Own lag beyond which a Run of an open load tells nothing about its target; None where the
    objective cannot be read."""
    from plimsoll.base.errors import PlimsollError
    from plimsoll.native.session import lag_tolerance_ns

    try:
        return lag_tolerance_ns(objective)
    except (PlimsollError, ValueError):
        return None


def newest(pulse: PulseDocument) -> IntervalDocument | None:
    """The newest interval of the Run under way."""
    run, intervals = pulse["run"], pulse["intervals"]
    if run is None or not intervals or intervals[-1]["run"] != run["id"]:
        return None
    return intervals[-1]


def pulse_warning(pulse: PulseDocument) -> str:
    """The warning of a process that is looked at from outside."""
    return warning(pulse["run"], newest(pulse), pulse["workers"])


def warning(
    run: RunDocument | None, interval: IntervalDocument | None, workers: Sequence[WorkerDocument]
) -> str:
    """What a reader of the newest interval of a Run should know: that this machine is late, and
    which hosts stand out. The same words in a terminal, in `plimsoll watch` and on the live page;
    empty when there is nothing to say."""
    if run is None or interval is None:
        return ""
    own = _own_lateness(run["objective"], interval, workers)
    odd = odd_hosts.of_interval(interval, workers)
    if not odd:
        return own
    hosts = odd_hosts.words(odd, of="median", most=3)
    return " ".join([f"{own}.", *hosts] if own else hosts)


def _own_lateness(
    objective: str | None, interval: IntervalDocument, workers: Sequence[WorkerDocument]
) -> str:
    """A worker past the limit; or, where none can tell, how long operations waited before
    submission."""
    # A closed loop promises no schedule: who is late there gets less, and no response time grows by
    # it.
    if interval["offered_rate_per_s"] is None or interval["phase"] != "measure":
        return ""
    limit = limit_ns(objective)
    if limit is None:
        return ""
    known = [(lag, worker) for worker in workers if (lag := worker["own_lag_ns_p99"]) is not None]
    if known:
        lag, latest = max(known, key=lambda pair: pair[0])
        if lag <= limit:
            return ""
        name = latest["name"] or str(latest["worker"])
        who, whose = ("host", "that host's") if latest["host"] else ("worker", "this machine's")
        return (
            f"LATE: own lag p99 of {who} {name} is {units.nanos(lag)}, past the limit of"
            f" {units.nanos(limit)}: response times include {whose} delays, not only the target's"
        )
    before, mean = interval["before_submission_ns_mean"], interval["response_time_ns"]["mean"]
    if before is None or mean is None or before <= limit or before < MOSTLY * mean:
        return ""
    return (
        f"WAITING: {units.nanos(before)} of a mean response time of {units.nanos(mean)} passed"
        f" before submission, as backlog or as own lag (limit {units.nanos(limit)}): the record of"
        " the Run will show which"
    )
