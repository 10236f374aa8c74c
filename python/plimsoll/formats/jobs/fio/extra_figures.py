"""What stands beside fio's figures, in words: the outcome, the limiter, response time from the
intended instant, and which percentiles the sample cannot carry."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plimsoll.formats.jobs import remarks

if TYPE_CHECKING:
    from collections.abc import Iterator

    from plimsoll.formats.jobs.fio.job import Job
    from plimsoll.model import RunRecord


def lines(job: Job, record: RunRecord, *, steady: bool = False) -> Iterator[str]:
    """One sentence each. `steady`: the Run was stopped because its job had become so."""
    if steady and job.report.steady is not None:
        yield f"ended after {job.report.steady.window_s:g} s of steady state, as the job asks"
    else:
        yield remarks.outcome(record)
    yield from remarks.limiter(record)
    yield from remarks.response(record, " with syncs" if job.flush_every else "")
    yield from remarks.unreliable(record, job.report.percentiles)


def uncarried(job: Job, record: RunRecord) -> tuple[float, ...]:
    """The percentiles that are printed all the same, since fio's output has them."""
    return remarks.uncarried(record, job.report.percentiles)
