"""That Plimsoll itself is late, in words: the same in a terminal, in `plimsoll watch` and on the
live page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plimsoll import units

if TYPE_CHECKING:
    from plimsoll.live.lateness import Late


def words(late: Late | None) -> str:
    """A sentence; empty when there is nothing to say."""
    if late is None:
        return ""
    limit = units.nanos(late.limit_ns)
    if late.own_lag_ns_p99 is not None:
        who = f"host {late.worker}" if late.host else f"worker {late.worker}"
        whose = "that host's" if late.host else "this machine's"
        return (
            f"LATE: own lag p99 of {who} is {units.nanos(late.own_lag_ns_p99)}, past the limit of"
            f" {limit}: response times include {whose} delays, not only the target's"
        )
    return (
        f"WAITING: {units.nanos(late.before_submission_ns_mean)} of a mean response time of"
        f" {units.nanos(late.response_time_ns_mean)} passed before submission, as backlog or as own"
        f" lag (limit {limit}): the record of the Run will show which"
    )
