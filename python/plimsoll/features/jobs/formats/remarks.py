"""Remarks on a Run of a job, beside the other program's own output: the outcome, the limiter,
response time from the intended instant, and percentiles beyond the sample."""

from collections.abc import Iterator, Sequence

from plimsoll.base import errors, limiter_text
from plimsoll.base.rules import SAMPLES_BEYOND_PERCENTILE
from plimsoll.base.units import nanos, rate
from plimsoll.features.imports.numbers import carries
from plimsoll.native.record import RunRecord

LEAST_FOR_CPU_S = 0.1
"""Least duration of Measure for a CPU figure. In less, starting the workers takes more processor
time than the load."""


def of_record(
    record: RunRecord,
    *,
    percentiles: Sequence[float] = (),
    steady_s: float | None = None,
) -> Iterator[str]:
    """One sentence each. `percentiles` are those of the other program's output. `steady_s` is
    the length of the steady state that ended the Run."""
    if steady_s is None:
        yield outcome(record)
    else:
        yield f"ended after {steady_s:g} s of steady state, as the job asks"
    yield from limiter(record)
    yield from response(record)
    yield from unreliable(record, percentiles)


def outcome(record: RunRecord) -> str:
    """Whether the figures describe the target."""
    # No "ok:" in front: the text may add that the Run was too short to be sure.
    because = record["because"]
    if record["outcome"] == "ok":
        return because
    return f"{errors.outcome_text(record['outcome'])}: {because}"


def limiter(record: RunRecord) -> Iterator[str]:
    """The limiter, if one Run can show it."""
    limited = record["limited_by"]
    because = limited.get("because")
    if limited["value"] != "unknown" and not brief(record):
        why = f": {because}" if because and because != record["because"] else ""
        yield f"limited by {limiter_text.words(limited['value'])}{why}"
    elif record["offered_rate_per_s"] is None:
        yield "limited by: not determined from one closed loop; plimsoll run --who-limits finds out"


def brief(record: RunRecord) -> bool:
    """Whether the Run is too short for a statement on the client's processor."""
    limited = record["limited_by"]
    return limited["value"] == "client_cpu" and record["measure_s"] < LEAST_FOR_CPU_S


def response(record: RunRecord) -> Iterator[str]:
    """Response time of an open load, beside completion latency."""
    if (offered := record["offered_rate_per_s"]) is None:
        return
    everything = record["all"]
    felt, completion = everything["response_time_ns"], everything["completion_latency_ns"]
    yield (
        f"{rate(offered)} IOPS offered, {rate(record['achieved_rate_per_s'])} achieved;"
        " from the"
        f" intended instant: p99 {nanos(felt.get('p99'))}, max {nanos(felt.get('max'))}"
        f" (completion latency alone: p99 {nanos(completion.get('p99'))}, max"
        f" {nanos(completion.get('max'))})"
    )


def unreliable_percentiles(record: RunRecord, percentiles: Sequence[float]) -> tuple[float, ...]:
    """Percentiles beyond the sample, which the other program prints all the same."""
    count = record["all"]["completed"]
    return tuple(p for p in percentiles if p < 100 and not carries(count, p))


def unreliable(record: RunRecord, percentiles: Sequence[float]) -> Iterator[str]:
    """The remark on percentiles beyond the sample."""
    if beyond := unreliable_percentiles(record, percentiles):
        least = ", ".join(f"p{percent:.10g}" for percent in beyond)
        yield (
            f"{least} of only {record['all']['completed']:,} operations"
            f" {'is' if len(beyond) == 1 else 'are'} unreliable: fewer than"
            f" {SAMPLES_BEYOND_PERCENTILE} are slower"
        )
