"""Warns during a Run when Plimsoll itself is late, so that response times include this machine's
delays.

Own lag is known per worker, as a percentile of its operations in an interval. Percentiles are never
combined, so the warning names the worker with the largest. The limit is that of the record
(`crates/run/src/spec.rs`, `lag_tolerance`): 5 % of the tightest objective, at least 50 µs and at
most 250 µs. It is applied here to one worker in one interval, so this only warns; the record
decides the outcome.

Workers that share a small rate have too few operations for a percentile. The warning then gives the
mean time before submission, where that is most of the response time: backlog (caused by the target)
and own lag together, which only the record can separate.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from plimsoll.base import units
from plimsoll.live import odd_hosts
from plimsoll.live.messages import message

if TYPE_CHECKING:
    from plimsoll.live.pulse import IntervalDocument, PulseDocument, RunDocument, WorkerDocument

MIN_SHARE_BEFORE_SUBMISSION = 0.5
"""A warning needs this share of the mean response time before submission."""


@lru_cache(maxsize=16)
def limit_ns(objective: str | None) -> int | None:
    """Own lag above which an open-loop Run says nothing about its target; None for an invalid
    objective."""
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
    """The warning for a pulse."""
    return warning(pulse["run"], newest(pulse), pulse["workers"])


def warning(
    run: RunDocument | None, interval: IntervalDocument | None, workers: Sequence[WorkerDocument]
) -> str:
    """The warning for the newest interval of a Run: this machine is late, or hosts stand out. The
    same text in the terminal, in `plimsoll watch` and on the live page; empty without a problem."""
    if run is None or interval is None:
        return ""
    own = _own_lateness(run["objective"], interval, workers)
    odd = odd_hosts.of_interval(interval, workers)
    if not odd:
        return own
    hosts = odd_hosts.words(odd, of="median", most=3)
    return " ".join([message("late-sentence", warning=own), *hosts] if own else hosts)


def _own_lateness(
    objective: str | None, interval: IntervalDocument, workers: Sequence[WorkerDocument]
) -> str:
    """The warning for a worker above the limit or, without percentiles, for the time before
    submission."""
    # A closed loop has no schedule, so lateness does not lengthen response times.
    if interval["offered_rate_per_s"] is None or interval["phase"] != "measure":
        return ""
    limit = limit_ns(objective)
    if limit is None:
        return ""
    lags = [(lag, worker) for worker in workers if (lag := worker["own_lag_ns_p99"]) is not None]
    if lags:
        lag, latest = max(lags, key=lambda pair: pair[0])
        if lag <= limit:
            return ""
        name = latest["name"] or str(latest["worker"])
        code = "late-host" if latest["host"] else "late-worker"
        return message(code, name=name, lag=units.nanos(lag), limit=units.nanos(limit))
    before, mean = interval["before_submission_ns_mean"], interval["response_time_ns"]["mean"]
    if (
        before is None
        or mean is None
        or before <= limit
        or before < MIN_SHARE_BEFORE_SUBMISSION * mean
    ):
        return ""
    return message(
        "waiting", before=units.nanos(before), mean=units.nanos(mean), limit=units.nanos(limit)
    )
