"""What stands beside fio's figures, in words: the outcome, the limiter, response time from the
intended instant, and which percentiles the sample cannot carry."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plimsoll.formats.jobs import said

if TYPE_CHECKING:
    from collections.abc import Iterator

    from plimsoll.formats.jobs.fio.job import Job
    from plimsoll.model import RunRecord


def lines(job: Job, record: RunRecord, *, steady: bool = False) -> Iterator[str]:
    """One sentence each. `steady`: the Run was stopped because its job had become so."""
    if steady and job.told.steady is not None:
        yield f"ended after {job.told.steady.window_s:g} s of steady state, as the job asks"
    else:
        yield said.outcome(record)
    yield from said.limiter(record)
    yield from said.response(record, " with syncs" if job.flush_every else "")
    yield from said.unreliable(record, job.told.percentiles)


def uncarried(job: Job, record: RunRecord) -> tuple[float, ...]:
    """The percentiles that are printed all the same, since fio's output has them."""
    return said.uncarried(record, job.told.percentiles)
