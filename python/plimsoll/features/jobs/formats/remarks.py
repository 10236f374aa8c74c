"""What is noted of a job's Run beside the other program's own output: the outcome, the limiter,
response time from the intended instant, and which percentiles the sample cannot carry."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from plimsoll.base import errors, limiter_text
from plimsoll.base.rules import SAMPLES_BEYOND_PERCENTILE
from plimsoll.base.units import nanos, rate
from plimsoll.features.imports.numbers import carries
from plimsoll.native.model import RunRecord

LEAST_FOR_CPU_S = 0.1
"""Of Measure. Over less, starting the workers weighs more in processor time than the load does."""


def of_record(
    record: RunRecord,
    *,
    percentiles: Sequence[float] = (),
    syncs: str = "",
    steady_s: float | None = None,
) -> Iterator[str]:
    """One sentence each. `percentiles`: those that the other program's output has; `syncs`: what
    the offered rate counts beside operations; `steady_s`: how long the steady state lasted that
    ended the Run."""
    if steady_s is None:
        yield outcome(record)
    else:
        yield f"ended after {steady_s:g} s of steady state, as the job asks"
    yield from limiter(record)
    yield from response(record, syncs)
    yield from unreliable(record, percentiles)


def outcome(record: RunRecord) -> str:
    """Whether its figures say something of the target."""
    # No "ok:" before it: it may go on to say that the Run was too short to be sure.
    because = record["because"]
    return (
        because
        if record["outcome"] == "ok"
        else f"{errors.outcome_text(record['outcome'])}: {because}"
    )


def limiter(record: RunRecord) -> Iterator[str]:
    """Who limited it, where one Run can tell."""
    limited = record["limited_by"]
    because = limited.get("because")
    if limited["value"] != "unknown" and not brief(record):
        why = f": {because}" if because and because != record["because"] else ""
        yield f"limited by {limiter_text.words(limited['value'])}{why}"
    elif record["offered_rate_per_s"] is None:
        yield "limited by: not determined from one closed loop; plimsoll run --who-limits finds out"


def brief(record: RunRecord) -> bool:
    """Whether a Run was too short for what it says of the client's processor."""
    limited = record["limited_by"]
    return limited["value"] == "client_cpu" and record["measure_s"] < LEAST_FOR_CPU_S


def response(record: RunRecord, syncs: str = "") -> Iterator[str]:
    """Of an open load: what a user would feel, beside completion latency."""
    if (offered := record["offered_rate_per_s"]) is None:
        return
    everything = record["all"]
    felt, completion = everything["response_time_ns"], everything["completion_latency_ns"]
    yield (
        f"{rate(offered)} IOPS offered{syncs}, {rate(record['achieved_rate_per_s'])} achieved;"
        " from the"
        f" intended instant: p99 {nanos(felt.get('p99'))}, max {nanos(felt.get('max'))}"
        f" (completion latency alone: p99 {nanos(completion.get('p99'))}, max"
        f" {nanos(completion.get('max'))})"
    )


def unreliable_percentiles(record: RunRecord, percentiles: Sequence[float]) -> tuple[float, ...]:
    """Those that are printed all the same, since the other program's output has them."""
    count = record["all"]["completed"]
    return tuple(p for p in percentiles if p < 100 and not carries(count, p))


def unreliable(record: RunRecord, percentiles: Sequence[float]) -> Iterator[str]:
    """A word for those."""
    if beyond := unreliable_percentiles(record, percentiles):
        least = ", ".join(f"p{percent:.10g}" for percent in beyond)
        yield (
            f"{least} of only {record['all']['completed']:,} operations"
            f" {'is' if len(beyond) == 1 else 'are'} unreliable: fewer than"
            f" {SAMPLES_BEYOND_PERCENTILE} are slower"
        )
