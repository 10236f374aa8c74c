"""What stands beside fio's figures, in words: the outcome, the limiter, response time from the
intended instant, and which percentiles the sample cannot carry."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plimsoll.formats.jobs.fio.outcome import LEAST_FOR_CPU_S
from plimsoll.units import nanos, rate

if TYPE_CHECKING:
    from collections.abc import Iterator

    from plimsoll.formats.jobs.fio.job import Job
    from plimsoll.model import RunRecord

LEAST_BEYOND = 10
"""Values that lie beyond a percentile that a sample can carry (docs/concepts/measurement.md)."""


def lines(job: Job, record: RunRecord, *, steady: bool = False) -> Iterator[str]:
    """One sentence each. `steady`: the Run was stopped because its job had become so."""
    if steady and job.told.steady is not None:
        yield f"ended after {job.told.steady.window_s:g} s of steady state, as the job asks"
    elif record["outcome"] == "ok":
        # No "ok:" before it: it may go on to say that the Run was too short to be sure.
        yield record["because"]
    else:
        yield f"{record['outcome']}: {record['because']}"
    limited = record["limited_by"]
    because = limited.get("because")
    if limited["value"] != "unknown" and not brief(record):
        why = f": {because}" if because and because != record["because"] else ""
        yield f"limited by {limited['value']}{why}"
    elif record["offered_rate_per_s"] is None:
        yield "limited by: not determined from one closed loop; plimsoll run --who-limits tells"
    if record["offered_rate_per_s"] is not None:
        yield from _response(job, record, record["offered_rate_per_s"])
    if beyond := uncarried(job, record):
        least = ", ".join(f"p{one:g}" for one in beyond)
        yield (
            f"{least} of only {record['all']['completed']:,} operations"
            f" {'is' if len(beyond) == 1 else 'are'} unreliable: fewer than 10 are slower"
        )


def brief(record: RunRecord) -> bool:
    """Whether a Run was too short for what it says of the client's processor."""
    limited = record["limited_by"]
    return limited["value"] == "client_cpu" and record["measure_s"] < LEAST_FOR_CPU_S


def _response(job: Job, record: RunRecord, offered: float) -> Iterator[str]:
    everything = record["all"]
    response, completion = everything["response_time_ns"], everything["completion_latency_ns"]
    syncs = " with syncs" if job.flush_every else ""
    yield (
        f"{rate(offered)} IOPS offered{syncs}, {rate(record['achieved_rate_per_s'])} achieved;"
        " from the"
        f" intended instant: p99 {nanos(response.get('p99'))}, max {nanos(response.get('max'))}"
        f" (completion latency alone: p99 {nanos(completion.get('p99'))}, max"
        f" {nanos(completion.get('max'))})"
    )


def uncarried(job: Job, record: RunRecord) -> tuple[float, ...]:
    """The percentiles that are printed all the same, since fio's output has them."""
    count = record["all"]["completed"]
    return tuple(
        p for p in job.told.percentiles if p < 100 and count * (1 - p / 100) < LEAST_BEYOND
    )
