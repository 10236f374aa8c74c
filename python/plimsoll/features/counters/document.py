"""The answer of `plimsoll counters` as a document, `plimsoll.counters/1`."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Literal

from pydantic import Field

from plimsoll.base.closed_model import ClosedModel
from plimsoll.features.counters.decision import (
    Answer,
    Verdict,  # pydantic reads them
    VolumeAnswer,
)
from plimsoll.features.counters.load import Bounds, HeldBy, LimitHit, Standing
from plimsoll.features.counters.offers import Configuration, Need


class HeldLimit(ClosedModel):
    """A limit that held the volume."""

    by: HeldBy = Field(description="Which; plateau: the rate stayed while outstanding I/O grew.")
    intervals: int = Field(description="In so many.")
    level_per_s: float | None = Field(
        description="Operations or bytes; null: only its use is known."
    )


class BurstBounds(ClosedModel):
    """What the busiest window of time can have been; nobody saw it."""

    low_per_s: float = Field(description="Some window had at least this.")
    high_per_s: float = Field(description="No window had more.")
    at_limit_s: float | None = Field(
        description="The longest time that the volume can have been at its limit within one"
        " interval; null where no limit is known."
    )


class NeededFigures(ClosedModel):
    """What a volume must carry, with the headroom."""

    iops: float = Field(description="Operations per second.")
    bytes_per_s: float = Field(description="What was bought, where the counters have no bytes.")


class OfferedVolume(ClosedModel):
    """A volume as it can be bought."""

    type: str = Field(description="The type.")
    tier: str | None = Field(description="Where sizes have names.")
    size_gib: float = Field(description="Its size.")
    iops: float = Field(description="At all times.")
    bytes_per_s: float = Field(description="At all times.")
    burst_iops: float | None = Field(description="From credits.")
    burst_bytes_per_s: float | None = Field(description="From credits.")
    price_per_month: float | None = Field(description="Null: the table has none.")


class CountedVolume(ClosedModel):
    """A volume of the counters."""

    volume: str = Field(description="As the counters call it.")
    began: str = Field(description="Begin of the first interval, UTC.")
    ended: str = Field(description="End of the last one, UTC.")
    intervals: int = Field(description="With reads and writes.")
    intervals_left_out: int = Field(description="Without one of them.")
    interval_s: float = Field(description="Their usual length.")
    covered_share: float = Field(description="Share of the time that has counters.")
    rate_per_s: float = Field(description="Mean rate.")
    busiest_rate_per_s: float = Field(description="Mean of the busiest interval.")
    bytes_per_s: float | None = Field(description="Mean throughput.")
    busiest_bytes_per_s: float | None = Field(description="Mean of the busiest interval.")
    size_bytes: float | None = Field(description="Mean size of an operation.")
    read_share: float | None = Field(description="Share of reads among the operations.")
    latency_ns: float | None = Field(description="Mean latency.")
    outstanding: float | None = Field(description="Mean outstanding I/O by Little's law.")
    standing: Standing = Field(description="Whether a limit held it in the mean of an interval.")
    held_by: list[HeldLimit] = Field(description="The limits that did.")
    above: list[HeldLimit] = Field(
        description="Limits that intervals exceed by more than a tenth: they were others then, or"
        " the counters are no sums."
    )
    queue_ratio: float | None = Field(
        description="Outstanding I/O by Little over the counted queue, where they disagree: the"
        " operations may be no sums."
    )
    burst_rate: BurstBounds = Field(description="Of operations.")
    burst_bytes: BurstBounds | None = Field(description="Of bytes.")
    verdict: Verdict | None = Field(description="Purchase against needed; null: not asked.")
    bought: OfferedVolume | None = Field(description="As the file of volumes has it.")
    need_low: NeededFigures | None = Field(description="The busiest interval, with the headroom.")
    need_high: NeededFigures | None = Field(
        description="The most that the busiest window can have been; null: unknown."
    )
    smallest_low: OfferedVolume | None = Field(description="The smallest offer for need_low.")
    smallest_high: OfferedVolume | None = Field(description="The smallest offer for need_high.")
    sure_saving_per_month: float = Field(description="Whatever the intervals hide.")
    possible_saving_per_month: float = Field(description="Beyond it, if a finer counter shows it.")


class CountersAnswer(ClosedModel):
    """The answer of `plimsoll counters`."""

    schema_: Literal["plimsoll.counters/1"] = Field("plimsoll.counters/1", alias="schema")
    headroom: float = Field(description="Share kept free.")
    window_s: float = Field(description="The length of time of which the bursts are.")
    latency_ms: float | None = Field(
        description="Offers are those that document to stay below; null: none was asked for."
    )
    currency: str = Field(description="Of all prices.")
    price_per_month: float | None = Field(description="Of all that was bought; null: unknown.")
    sure_saving_per_month: float = Field(description="Whatever the intervals hide.")
    possible_saving_per_month: float = Field(description="Beyond it, if finer counters show it.")
    volumes: list[CountedVolume] = Field(description="The most money first.")
    finer_counter_first: list[str] = Field(description="Volumes, the most money first.")
    without_counters: list[str] = Field(description="Volumes of the file that no counters have.")
    idle: list[str] = Field(description="Volumes that did nothing.")
    without_rates: list[str] = Field(description="Volumes without reads or without writes.")


def document(answer: Answer) -> dict[str, object]:
    """The document."""
    found = CountersAnswer(
        headroom=answer.headroom,
        window_s=answer.window_s,
        latency_ms=answer.latency_ms,
        currency=answer.currency,
        price_per_month=answer.price if answer.sized else None,
        sure_saving_per_month=answer.sure_saving,
        possible_saving_per_month=answer.possible_saving,
        volumes=[_volume(one) for one in answer.judged],
        finer_counter_first=[one.name for one in answer.finer_first],
        without_counters=list(answer.without_counters),
        idle=list(answer.idle),
        without_rates=list(answer.without_rates),
    )
    return found.model_dump(by_alias=True)


def _volume(one: VolumeAnswer) -> CountedVolume:
    load = one.load
    busiest_bytes, moved = load.busiest_bytes, load.burst_bytes
    return CountedVolume(
        volume=one.name,
        began=_utc(load.began_ns),
        ended=_utc(load.ended_ns),
        intervals=len(load.intervals),
        intervals_left_out=load.recording.incomplete,
        interval_s=load.recording.length_ns / 1e9,
        covered_share=load.covered_share,
        rate_per_s=load.mean_rate_per_s,
        busiest_rate_per_s=load.busiest.rate_per_s or 0.0,
        bytes_per_s=load.mean_bytes_per_s,
        busiest_bytes_per_s=None if busiest_bytes is None else busiest_bytes.bytes_per_s,
        size_bytes=load.size_bytes,
        read_share=load.read_share,
        latency_ns=load.latency_ns,
        outstanding=load.outstanding,
        standing=load.standing,
        held_by=_hits(load.held),
        above=_hits(load.above),
        queue_ratio=load.contradiction,
        burst_rate=_bounds(load.burst_rate),
        burst_bytes=None if moved is None else _bounds(moved),
        verdict=one.verdict,
        bought=_offer_document(one.bought),
        need_low=_need_document(one.need_low),
        need_high=_need_document(one.need_high),
        smallest_low=_offer_document(one.smallest_low),
        smallest_high=_offer_document(one.smallest_high),
        sure_saving_per_month=one.sure_saving,
        possible_saving_per_month=one.possible_saving,
    )


def _hits(found: Sequence[LimitHit]) -> list[HeldLimit]:
    return [HeldLimit(by=one.by, intervals=one.intervals, level_per_s=one.level) for one in found]


def _bounds(found: Bounds) -> BurstBounds:
    return BurstBounds(low_per_s=found.low, high_per_s=found.high, at_limit_s=found.at_limit_s)


def _need_document(need: Need | None) -> NeededFigures | None:
    return None if need is None else NeededFigures(iops=need.iops, bytes_per_s=need.bytes_per_s)


def _offer_document(one: Configuration | None) -> OfferedVolume | None:
    if one is None:
        return None
    return OfferedVolume(
        type=one.type,
        tier=one.tier,
        size_gib=one.size_gib,
        iops=one.iops,
        bytes_per_s=one.bytes_per_s,
        burst_iops=one.burst_iops,
        burst_bytes_per_s=one.burst_bytes_per_s,
        price_per_month=one.price,
    )


def _utc(at_ns: int) -> str:
    return datetime.fromtimestamp(at_ns // 10**9, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
