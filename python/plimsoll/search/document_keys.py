"""The keys of a search's documents, for readers that still take them as dictionaries.

`document.py` defines these documents; this module goes when its last reader takes them from there.
"""

from __future__ import annotations

from typing import Literal

from typing_extensions import ReadOnly, TypedDict

from plimsoll.judge.limiter.document import LimiterDocument
from plimsoll.search.reasons import (
    ApproachedFrom,
    Arrivals,
    ClimbLimit,
    MaximumLimiter,
    ObjectiveFrom,
)


class EstimateDocument(TypedDict):
    """the statistic of the objective that decided: a share of operations or of periods, or a mean
    in ns; of an imported Run the mean or the percentile in ns"""

    value: float
    low: float | None
    high: float | None
    allowed: float


class ObjectiveEstimateDocument(EstimateDocument):
    """the statistic of one objective"""

    objective: str | None


class ProbeStorageTimeDocument(TypedDict):
    """what of a Run belongs to the storage"""

    seconds: float
    disturbed_s: float
    pauses: int
    paused_s: float
    longest_pause_s: float
    level_ns: float | None


class ProbeDocument(TypedDict):
    """one Run of the search"""

    role: str
    offered_rate_per_s: float | None
    queue_depth: int | None
    workers: int | None
    stopped_when_decided: bool
    outcome: str
    verdict: Literal["pass", "fail", "undecided"] | None
    reason: str | None
    estimate: EstimateDocument | None
    estimates: list[ObjectiveEstimateDocument]
    achieved_rate_per_s: float
    mean_ns: float | None
    p50_ns: float | None
    p99_ns: float | None
    own_lag_p99_ns: float | None
    alone_p99_ns: float | None
    disturbed: int
    seen_verdict: Literal["pass", "fail", "undecided"] | None
    storage_time: ProbeStorageTimeDocument | None
    carried_per_s: float
    others: float | None
    completion_latency_mean_ns: float | None
    outstanding_max: int
    measure_s: float | None
    seconds: float
    operations: int
    bytes_written: int
    limited_by: LimiterDocument
    because: str
    seed: int | None
    run_id: int | None


class HorizonDocument(TypedDict):
    """the hold at the low end: it holds for at least so long"""

    seconds: float
    operations: int
    bytes_written: int


class LineDocument(TypedDict):
    """the load line of the recommended regime"""

    grade: Literal["confirmed", "estimated", "bounded"]
    rate_per_s: float | None
    low: float | None
    high: float | None
    low_confirmed: bool
    high_confirmed: bool
    plan_per_s: float | None
    confidence: float | None
    horizon: HorizonDocument | None
    objective: str | None
    objective_from: ObjectiveFrom
    reason: str
    because: str
    limited_by: LimiterDocument


class RegimeDocument(TypedDict):
    """a line by the side from which it was approached"""

    approached_from: ApproachedFrom
    low: float
    high: float | None


class RegionDocument(TypedDict):
    """the objective is missed at fails_at and met at the higher passes_at"""

    fails_at: float
    passes_at: float


class MaximumDocument(TypedDict):
    """the closed-loop maximum"""

    rate_per_s: float
    queue_depth: int
    workers: int
    completion_latency_mean_ns: float | None
    lower_bound: bool
    limited_by: MaximumLimiter
    limit_reached: ClimbLimit | None
    others: float | None


class KneeDocument(TypedDict):
    """where mean completion latency is twice that at a tenth of the maximum"""

    rate_per_s: float
    low: float
    high: float
    light_completion_latency_mean_ns: float


class EventDocument(TypedDict):
    """what a reader should know"""

    kind: str
    rate_per_s: float | None
    words: str


class FindDocument(TypedDict):
    """the answer of `plimsoll find`"""

    schema: Literal["plimsoll.find/1"]
    load_line: LineDocument
    regimes: list[RegimeDocument]
    non_monotone: list[RegionDocument]
    maximum: MaximumDocument | None
    knee: KneeDocument | None
    probes: list[ProbeDocument]
    events: list[EventDocument]
    test_seconds: float
    arrivals: Arrivals
    seed: int


class MaximumResult(MaximumDocument):
    """what a Point of a campaign leaves whose strategy is `maximum`"""

    schema: Literal["plimsoll.maximum/1"]
    probes: list[ProbeDocument]
    events: list[EventDocument]
    test_seconds: float
    seed: int


class RunResult(TypedDict, total=False):
    """what a Point of a campaign leaves whose answer is its Run"""

    verdict: Literal["pass", "fail", "undecided", "not_judged"]
    """Where an objective was asked."""
    maximum_per_s: float
    maximum_is_lower_bound: bool
    """What its rate is a share of, and whether the target may do more."""


class Line(TypedDict, total=False):
    """A load line (`LineDocument`) to be read; empty where there is none."""

    grade: ReadOnly[Literal["confirmed", "estimated", "bounded"]]
    rate_per_s: ReadOnly[float | None]
    low: ReadOnly[float | None]
    high: ReadOnly[float | None]
    low_confirmed: ReadOnly[bool]
    high_confirmed: ReadOnly[bool]
    plan_per_s: ReadOnly[float | None]
    confidence: ReadOnly[float | None]
    horizon: ReadOnly[HorizonDocument | None]
    objective: ReadOnly[str | None]
    reason: ReadOnly[str]
    because: ReadOnly[str]
    limited_by: ReadOnly[LimiterDocument]


class PointResult(TypedDict, total=False):
    """What any Point leaves: each strategy has the keys of its own document, `FindDocument`,
    `MaximumResult` or `RunResult`."""

    schema: str
    load_line: Line
    regimes: list[RegimeDocument]
    non_monotone: list[RegionDocument]
    maximum: MaximumDocument | None
    knee: KneeDocument | None
    probes: list[ProbeDocument]
    events: list[EventDocument]
    test_seconds: float
    arrivals: Arrivals
    seed: int
    rate_per_s: float
    queue_depth: int
    workers: int
    lower_bound: bool
    verdict: str
    maximum_per_s: float
    maximum_is_lower_bound: bool
