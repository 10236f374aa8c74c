"""What stands beside fio's figures, in words: the outcome, the limiter, response time from the
intended instant, and which percentiles the sample cannot carry."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plimsoll.formats.jobs import said

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
    else:
        yield said.outcome(record)
    yield from said.limiter(record)
    yield from said.response(record, " with syncs" if job.flush_every else "")
    if beyond := uncarried(job, record):
        least = ", ".join(f"p{one:g}" for one in beyond)
        yield (
            f"{least} of only {record['all']['completed']:,} operations"
            f" {'is' if len(beyond) == 1 else 'are'} unreliable: fewer than 10 are slower"
        )


def uncarried(job: Job, record: RunRecord) -> tuple[float, ...]:
    """The percentiles that are printed all the same, since fio's output has them."""
    count = record["all"]["completed"]
    return tuple(
        p for p in job.told.percentiles if p < 100 and count * (1 - p / 100) < LEAST_BEYOND
    )
