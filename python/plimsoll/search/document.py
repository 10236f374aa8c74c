"""The answer of a search as a document: `plimsoll.find/1`, and what else a Point of a campaign
leaves.

Each part is a frozen dataclass. A search makes it (`of`), a store keeps it (`documents.plain`), and
every reader gets the same object back (`stored`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Annotated, Literal, TypeVar, cast

from pydantic import Field
from typing_extensions import TypedDict

from plimsoll.base import documents
from plimsoll.base.closed_model import closed
from plimsoll.base.errors import DamagedError
from plimsoll.judge.limiter.document import LimiterDocument
from plimsoll.search import events, reasons
from plimsoll.search.hint import Start
from plimsoll.search.messages import message
from plimsoll.search.placement import CONFIDENCE, is_placed

if TYPE_CHECKING:
    from plimsoll.search.ledger import Estimate, Ledger, Probe
    from plimsoll.search.load_line import LoadLineResult
    from plimsoll.search.maximum import Maximum
    from plimsoll.search.storage_time import Sample

    Reason = str
    EventKind = str
    Role = str
else:
    Reason = Literal[tuple(reasons.REASONS)]
    EventKind = Literal[tuple(events.KINDS)]

_Answer = TypeVar("_Answer")

SCHEMA: Literal["plimsoll.find/1"] = "plimsoll.find/1"
MAXIMUM: Literal["plimsoll.maximum/1"] = "plimsoll.maximum/1"

ROLES = ("maximum", "reference", "probe", "hold_low", "hold_high", "run")
"""Why a Run ran; `run`: it was asked for by itself, as in a sweep."""
if not TYPE_CHECKING:
    Role = Literal[ROLES]

Rate = Annotated[float, Field(ge=0, description="operations per second")]
MaybeRate = Annotated[float | None, Field(description="operations per second")]


@closed
@dataclass(frozen=True)
class EstimateDocument:
    """the statistic of the objective that decided: a share of operations or of periods, or a mean
    in ns; of an imported Run the mean or the percentile in ns"""

    value: Annotated[float, Field(description="the estimate")]
    low: Annotated[float | None, Field(description="lower confidence bound")]
    high: Annotated[float | None, Field(description="upper confidence bound")]
    allowed: Annotated[float, Field(description="what the objective allows")]


@closed
@dataclass(frozen=True)
class ObjectiveEstimateDocument(EstimateDocument):
    """the statistic of one objective"""

    objective: Annotated[str | None, Field(description="which one, in canonical form")]


@closed
@dataclass(frozen=True)
class ProbeStorageTimeDocument:
    """what of a Run belongs to the storage"""

    seconds: Annotated[float, Field(description="seconds of Measure in marked intervals")]
    disturbed_s: Annotated[
        float, Field(description="seconds of intervals in which this machine stood still")
    ]
    pauses: Annotated[int, Field(description="pauses of the storage")]
    paused_s: Annotated[float, Field(description="seconds in pauses, until they were got over")]
    longest_pause_s: Annotated[float, Field(description="the longest of those")]
    level_ns: Annotated[
        float | None,
        Field(
            description=(
                "median over undisturbed intervals of their response time: p99, or the highest"
                " percentile that all of them can show"
            )
        ),
    ]


@closed
@dataclass(frozen=True)
class ProbeDocument:
    """one Run of the search"""

    role: Annotated[
        Role, Field(description="why it ran; run: it was asked for by itself, as in a sweep")
    ]
    offered_rate_per_s: MaybeRate
    queue_depth: Annotated[
        int | None,
        Field(description="per worker; null for an open loop, and where a file does not tell"),
    ]
    workers: Annotated[int | None, Field(description="null where an imported file does not tell")]
    stopped_when_decided: Annotated[
        bool, Field(description="its length was left to its decision; else it was fixed")
    ]
    outcome: Annotated[str, Field(description="as in the record of the Run")]
    verdict: Annotated[
        Literal["pass", "fail", "undecided"] | None,
        Field(description="null: says nothing about the target"),
    ]
    reason: Annotated[str | None, Field(description="of the verdict")]
    estimate: EstimateDocument | None
    estimates: list[ObjectiveEstimateDocument]
    achieved_rate_per_s: Rate
    mean_ns: Annotated[float | None, Field(description="response time")]
    p50_ns: Annotated[float | None, Field(description="response time")]
    p99_ns: Annotated[float | None, Field(description="response time")]
    own_lag_p99_ns: Annotated[float | None, Field(description="our own lag")]
    alone_p99_ns: Annotated[
        float | None,
        Field(description=("response time without the operations that our own lag had a part in")),
    ]
    disturbed: Annotated[int, Field(description="operations that our own lag had a part in")]
    others: Annotated[
        float | None,
        Field(description="share of this machine's processors that others had meanwhile"),
    ]
    completion_latency_mean_ns: Annotated[float | None, Field(description="completion latency")]
    outstanding_max: Annotated[int, Field(description="outstanding I/O")]
    measure_s: Annotated[
        float | None,
        Field(description="seconds of Measure; null where an imported file does not tell"),
    ]
    seconds: Annotated[float, Field(description="seconds of Warmup, Measure and Drain")]
    operations: Annotated[int, Field(description="operations intended inside Measure")]
    bytes_written: Annotated[int, Field(description="bytes, all phases")]
    limited_by: LimiterDocument
    because: Annotated[str, Field(description="the outcome in words")]
    seed: Annotated[int | None, Field(description="of the Run; null of an imported one")]
    run_id: Annotated[int | None, Field(description="in the store")]
    seen_verdict: Annotated[
        Literal["pass", "fail", "undecided"] | None,
        Field(
            description=(
                "as seen from this machine, its own stalls inside; verdict is that of the"
                " storage's own time"
            )
        ),
    ]
    carried_per_s: Annotated[
        float, Field(description="the rate that was both issued and completed")
    ]
    storage_time: Annotated[
        ProbeStorageTimeDocument | None,
        Field(description="null where intervals are not marked"),
    ]


@closed
@dataclass(frozen=True)
class HorizonDocument:
    """the hold at the low end: it holds for at least so long"""

    seconds: Annotated[float, Field(description="seconds of Measure")]
    operations: Annotated[int, Field(description="operations")]
    bytes_written: Annotated[int, Field(description="bytes")]


@closed
@dataclass(frozen=True)
class LineDocument:
    """the load line of the recommended regime"""

    grade: Annotated[
        Literal["confirmed", "estimated", "bounded"],
        Field(
            description=(
                "confirmed: both ends were held; estimated: what all Runs together support;"
                " bounded: at least low, or at most high"
            )
        ),
    ]
    rate_per_s: Annotated[
        float | None,
        Field(
            description=(
                "best single estimate of the line, between low and high; null when it is bounded"
            )
        ),
    ]
    low: Annotated[
        float | None,
        Field(description="lower end: where the objective was held, or is believed to be met"),
    ]
    high: Annotated[
        float | None,
        Field(
            description=(
                "upper end: the lowest rate at which a failure was held, or believed; null when"
                " none was reached"
            )
        ),
    ]
    low_confirmed: Annotated[bool, Field(description="whether a fresh hold passed at low")]
    high_confirmed: Annotated[bool, Field(description="whether a fresh hold failed at high")]
    plan_per_s: Annotated[
        float | None,
        Field(
            description=(
                "the rate to plan with: one that a Run issued and carried in a hold that"
                " passed, or less where the line moves; at most 25 % below low; null where there"
                " is none: no hold passed there, the ends lie more than a factor 3 apart, or the"
                " page cache answered"
            )
        ),
    ]
    confidence: Annotated[
        float | None,
        Field(
            description=(
                "of the interval; null when it is bounded and not confirmed, or when others had"
                " much of this machine"
            )
        ),
    ]
    horizon: HorizonDocument | None
    objective: Annotated[str | None, Field(description="what must hold, in canonical form")]
    objective_from: Annotated[
        reasons.ObjectiveFrom,
        Field(
            description="who chose it; runs: the Runs that the line was read from were judged by it"
        ),
    ]
    reason: Annotated[Reason, Field(description="why the search ended")]
    because: Annotated[str, Field(description="the same in words")]
    limited_by: LimiterDocument

    @property
    def is_placed(self) -> bool:
        """Whether the ends lie near enough to each other to report one line."""
        return is_placed(self.grade, self.low, self.high)

    @property
    def is_estimated(self) -> bool:
        """Whether the line rests on all Runs together, without confirmed ends."""
        return self.grade == "estimated"

    @property
    def held_ends(self) -> tuple[float | None, float | None]:
        """The ends that holds confirmed: the rate that passed, and the lowest that failed."""
        if not self.low_confirmed:
            return None, None
        return self.low, self.high if self.high_confirmed else None


@closed
@dataclass(frozen=True)
class RegimeDocument:
    """a line by the side from which it was approached"""

    approached_from: Annotated[
        reasons.ApproachedFrom, Field(description="below: after rest; above: after overload")
    ]
    low: Rate
    high: MaybeRate


@closed
@dataclass(frozen=True)
class RegionDocument:
    """the objective is missed at fails_at and met at the higher passes_at"""

    fails_at: Rate
    passes_at: Rate


@closed
@dataclass(frozen=True)
class MaximumDocument:
    """the closed-loop maximum"""

    rate_per_s: Rate
    queue_depth: Annotated[
        int, Field(description="per worker: the smallest within 3 % of the best")
    ]
    workers: Annotated[int, Field(description="workers")]
    completion_latency_mean_ns: Annotated[float | None, Field(description="at that depth")]
    lower_bound: Annotated[
        bool, Field(description="the client was saturated: the target may do more")
    ]
    limited_by: Annotated[reasons.MaximumLimiter, Field(description="who")]
    limit_reached: Annotated[reasons.ClimbLimit | None, Field(description="what ended the climb")]
    others: Annotated[
        float | None,
        Field(
            description=(
                "share of this machine's processors that others had during the climb, where"
                " that was much: it is the best of short Runs then, not the maximum; else null"
            )
        ),
    ]


@closed
@dataclass(frozen=True)
class KneeDocument:
    """where mean completion latency is twice that at a tenth of the maximum"""

    rate_per_s: Rate
    low: Annotated[float, Field(description="nearest rate measured below it")]
    high: Annotated[float, Field(description="nearest rate measured at or above it")]
    light_completion_latency_mean_ns: Annotated[
        float, Field(description="at a tenth of the maximum")
    ]


@closed
@dataclass(frozen=True)
class EventDocument:
    """what a reader should know"""

    kind: Annotated[EventKind, Field(description="what")]
    rate_per_s: MaybeRate
    words: Annotated[str, Field(description="a sentence")]
    figures: Annotated[
        Mapping[str, int | float | str | None],
        Field(description="the figures of the sentence, and `why`, which chooses one of several"),
    ]


@dataclass(frozen=True)
class FindDocument:
    """the answer of `plimsoll find`"""

    schema: Literal["plimsoll.find/1"]
    load_line: LineDocument
    regimes: list[RegimeDocument]
    non_monotone: list[RegionDocument]
    maximum: MaximumDocument | None
    knee: KneeDocument | None
    probes: list[ProbeDocument]
    events: list[EventDocument]
    test_seconds: Annotated[
        float, Field(description="run-clock seconds of all Runs, warm-up and drain included")
    ]
    arrivals: Annotated[reasons.Arrivals, Field(description="arrival process")]
    seed: Annotated[int, Field(description="of the whole search")]


@dataclass(frozen=True)
class _MaximumSchema:
    schema: Literal["plimsoll.maximum/1"]


@dataclass(frozen=True)
class MaximumResult(MaximumDocument, _MaximumSchema):
    """what a Point of a campaign leaves whose strategy is `maximum`"""

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


def read_find(result: Mapping[str, object]) -> FindDocument:
    """The answer of a search as a store keeps it. Raises DamagedError where it is none."""
    return _read_answer(result, FindDocument)


def of_point(result: Mapping[str, object] | None) -> FindDocument | MaximumResult | None:
    """The answer that a Point left which searched. None of a Point whose answer is its Run, and of
    one that left nothing. Raises DamagedError where it is not what such an answer is."""
    if result is None or "schema" not in result:
        return None
    maximum = result["schema"] == MAXIMUM
    return _read_answer(result, MaximumResult) if maximum else read_find(result)


def _read_answer(result: Mapping[str, object], type_: type[_Answer]) -> _Answer:
    try:
        return documents.read(result, type_)
    except documents.DocumentError as why:
        raise DamagedError(*message.refusal("answer-damaged", why=why)) from None


def of(result: LoadLineResult) -> FindDocument:
    """The document of a result."""
    return FindDocument(
        schema=SCHEMA,
        load_line=_line(result),
        regimes=[
            RegimeDocument(regime.approached_from, regime.low, regime.high)
            for regime in result.ends.regimes
        ],
        non_monotone=[RegionDocument(fails, passes) for fails, passes in result.non_monotone],
        maximum=None if result.maximum is None else maximum_document(result.maximum),
        knee=(
            None
            if result.knee is None
            else KneeDocument(
                result.knee.rate_per_s,
                result.knee.low,
                result.knee.high,
                result.knee.light_latency_ns,
            )
        ),
        probes=[probe_document(probe) for probe in result.probes],
        events=[event_document(event) for event in result.events],
        test_seconds=result.test_seconds,
        # A recorded trace is named with its file; that is in the request.
        arrivals=cast("reasons.Arrivals", result.arrivals.partition(":")[0]),
        seed=result.seed,
    )


def _line(result: LoadLineResult) -> LineDocument:
    ends, hold, graded = result.ends, result.ends.passed, result.graded
    return LineDocument(
        grade=graded.grade,
        rate_per_s=result.rate_per_s,
        low=graded.low,
        high=graded.high,
        low_confirmed=hold is not None and graded.low == ends.low,
        high_confirmed=(
            ends.high is not None and ends.failed is not None and graded.high == ends.high
        ),
        # A rate that the page cache answered is none of the storage.
        plan_per_s=None if any(event.kind == "cached" for event in result.events) else graded.plan,
        confidence=_confidence(result),
        horizon=(
            None
            if hold is None or graded.low != ends.low
            else HorizonDocument(hold.measure_s, hold.operations, hold.bytes_written)
        ),
        objective=result.objective,
        objective_from=result.objective_from,
        reason=result.reason,
        because=result.because,
        limited_by=result.limited_by,
    )


def _confidence(result: LoadLineResult) -> float | None:
    """Confidence of the interval, or of the one held end; None where others used much of the
    machine."""
    if result.busy or (result.graded.low is None and result.graded.high is None):
        return None
    if result.graded.grade == "estimated":
        return CONFIDENCE
    return result.confidence if result.is_confirmed else None


def maximum_document(found: Maximum) -> MaximumDocument:
    """A maximum."""
    return MaximumDocument(
        rate_per_s=found.rate_per_s,
        queue_depth=found.queue_depth,
        workers=found.workers,
        completion_latency_mean_ns=found.completion_latency_mean_ns,
        lower_bound=found.lower_bound,
        # A climb ends at the target or at a client.
        limited_by=cast("reasons.MaximumLimiter", found.limited_by),
        limit_reached=found.limit_reached,
        others=found.others,
    )


def of_maximum(found: Maximum, ledger: Ledger) -> MaximumResult:
    """The document of a maximum that was looked for by itself."""
    return MaximumResult(
        MAXIMUM,
        **vars(maximum_document(found)),
        probes=[probe_document(probe) for probe in ledger.probes],
        events=[event_document(event) for event in ledger.events],
        test_seconds=ledger.seconds,
        seed=ledger.seed,
    )


def probe_document(probe: Probe) -> ProbeDocument:
    """A probe as it stands in the answer, without the search's internal figures."""
    shown = {
        each.name: getattr(probe, each.name)
        for each in fields(ProbeDocument)
        if each.name not in ("estimate", "estimates", "storage_time")
    }
    return ProbeDocument(
        **shown,
        estimate=None if probe.estimate is None else _estimate(probe.estimate),
        estimates=[
            ObjectiveEstimateDocument(part.value, part.low, part.high, part.allowed, part.objective)
            for part in probe.estimates
        ],
        storage_time=None if probe.storage is None else _storage_time(probe.storage.sample),
    )


def _estimate(estimate: Estimate) -> EstimateDocument:
    return EstimateDocument(estimate.value, estimate.low, estimate.high, estimate.allowed)


def _storage_time(sample: Sample) -> ProbeStorageTimeDocument:
    return ProbeStorageTimeDocument(
        seconds=sample.seconds,
        disturbed_s=sample.disturbed_s,
        pauses=sample.pauses,
        paused_s=sample.paused_s,
        longest_pause_s=sample.longest_pause_s,
        level_ns=sample.level_ns,
    )


def event_document(event: events.Event) -> EventDocument:
    """An event as it stands in the answer."""
    return EventDocument(event.kind, event.rate_per_s, event.words, dict(event.figures))


def hint_of(found: FindDocument) -> Start | None:
    """The hint of a finished search for its neighbours; None where it reached no line."""
    rate, top = found.load_line.rate_per_s, found.maximum
    if top is None or not rate or top.rate_per_s <= 0:
        return None
    return Start(rate / top.rate_per_s, top.queue_depth, top.workers)
