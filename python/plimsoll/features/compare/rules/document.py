"""A comparison as a document, `plimsoll.compare/1`: every question, every figure, what it rests on
and what it says.

Figures of a variant are those of its merged distributions; the statistics take one value per Run
(features/compare/rules/comparison.py). Runs whose outcome is not ok are counted and named, and kept
out of the statistics: a response time under a growing backlog tells how long the Run was. That a
variant did not carry a load at all is a finding of its own.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Annotated, Any, Literal, cast

from pydantic import Field
from typing_extensions import TypedDict

from plimsoll.base import language, units
from plimsoll.base.messages import ENGLISH
from plimsoll.features.compare.rules import comparison, matching, words
from plimsoll.features.compare.rules.contrasts import RESOLUTION, Repeat
from plimsoll.features.compare.rules.matching import Question
from plimsoll.features.limits.rules import document as limits_document
from plimsoll.judge.even import even
from plimsoll.judge.variant import Left, LeftOut, Run, Search, Unlike, Variant, left_out
from plimsoll.native.interval_counts import completed_operations, timed_operations

if TYPE_CHECKING:
    from plimsoll.native.record import Interval

VariantIndex = Annotated[int, Field(ge=1, description="which variant; compared with the first, 0")]
Lean = Literal["better", "worse"] | None
Unit = Literal["ns", "per_s"]
Beside = Literal["carried", "failed", "client_bound"]
Figure = Literal["mean", "p50", "p95", "p99", "p99_9"]


Part = Literal["all", "data", "syncs"]
"""Whose latencies: of all operations, of those of data alone, or of syncs."""
Latency = Literal["response_time", "completion_latency"]


class FindingDocument(TypedDict):
    """a variant against the first in one figure; ratios are variant over first"""

    variant: VariantIndex
    verdict: comparison.Verdict
    ratio: float | None
    low: float | None
    high: float | None
    confidence: Annotated[
        float, Field(description="nominal, of the interval, after Holm's correction")
    ]
    p: Annotated[
        float | None, Field(description="of no difference, uncorrected: judged at 1 - confidence")
    ]
    p_same: Annotated[
        float | None, Field(description="of a difference beyond the margin (two one-sided tests)")
    ]
    effect_size: Annotated[
        float | None,
        Field(description="the difference in standard deviations between Runs (Hedges' g)"),
    ]
    repeats: Annotated[list[int], Field(description="used, of the first and of this one")]
    repeats_needed: Annotated[
        int | None, Field(description="of each, to decide about the margin with 80 %")
    ]
    design: Annotated[
        Literal["blocks", "time", "apart", "plain", "intervals"] | None,
        Field(
            description=(
                "what of the order in time was used; apart: one was measured after the other, and"
                " no drift is carried over the gap between them; intervals: there are no repeats,"
                " and each has an interval of its own"
            )
        ),
    ]
    noise: Annotated[float | None, Field(description="standard deviation between Runs, relative")]
    noise_freedom: int | None
    drift: Annotated[
        float | None, Field(description="fitted trend over all Runs of the two, relative")
    ]
    within: Annotated[
        list[float] | None,
        Field(
            description=(
                "where one was measured after the other: the drift of the first and of this one"
                " while each was measured, relative"
            )
        ),
    ]
    reason: Annotated[comparison.Reason, Field(description="why, as a code")]
    because: Annotated[str, Field(description="the same in words")]


class ShareDocument(TypedDict):
    """how many Runs of the first and of another variant came through, [such Runs, Runs]"""

    variant: VariantIndex
    verdict: comparison.Verdict
    p: float | None
    first: list[int]
    other: list[int]
    leans: Annotated[Lean, Field(description="what it would say if it were enough")]


class FailedDocument(ShareDocument):
    """Runs in which every operation succeeded, [such Runs, Runs], where not all were"""

    shares: Annotated[
        list[float],
        Field(
            description="of operations that failed or never finished, of the first and of this one"
        ),
    ]


class FigureDocument(TypedDict):
    """one figure over all variants"""

    name: str
    unit: Unit
    values: Annotated[
        list[float | None], Field(description="of each variant, from merged distributions")
    ]
    findings: list[FindingDocument]


VerdictDocument = TypedDict(
    "VerdictDocument",
    {
        "variant": VariantIndex,
        "verdict": comparison.Overall,
        "from": Annotated[
            Literal["main", "figures", "carried", "failed", "client_bound"],
            Field(
                description=(
                    "what made it: the deciding figure, several that contradict each other, or what"
                    " outweighs it or takes its word"
                )
            ),
        ],
    },
)


class RepeatsDocument(TypedDict):
    """Runs of one variant"""

    ids: list[int]
    used: list[int]
    outcomes: dict[str, int]


class SearchDocument(TypedDict):
    """a search"""

    campaign: int
    low: float | None
    high: float | None
    load_line: float | None
    maximum: float | None
    knee: float | None
    reason: str | None
    grade: Annotated[
        str | None,
        Field(description="how sure its load line is, in words; null of a search for others"),
    ]
    no_line: Annotated[
        str | None,
        Field(description="why it has no load line to plan with, in words; null where it has one"),
    ]
    began_s: float | None


class QuestionDocument(TypedDict):
    """a question that the variants have answered"""

    kind: Literal["offered_rate", "closed_loop", "search"]
    words: str
    question: dict[str, object]
    latency: Annotated[
        Latency | None,
        Field(
            description=(
                "which one is compared at an offered rate: response time; where a Run was"
                " imported, completion latency, which all Runs have; null of searches"
            )
        ),
    ]
    figures: list[FigureDocument]
    main: Annotated[str, Field(description="the figure that decides")]
    carried: Annotated[
        list[ShareDocument],
        Field(description="how often an offered rate was carried, [carried, asked]"),
    ]
    failed: list[FailedDocument]
    client_bound: Annotated[
        list[ShareDocument],
        Field(
            description=(
                "closed loops whose rate the generator's processor set, so that it is a lower"
                " bound, [such Runs, Runs]"
            )
        ),
    ]
    verdicts: list[VerdictDocument]
    runs: Annotated[list[RepeatsDocument], Field(description="by variant; none of searches")]
    searches: Annotated[list[list[SearchDocument]], Field(description="by variant; none of Runs")]


class LeftOutDocument(TypedDict):
    """what of a variant is not compared, and why; null is what that reason does not have"""

    kind: Annotated[
        Left,
        Field(
            description=(
                "a Run without a record, a Point that has not finished, a campaign without an"
                " answer; no repeat: imported from the same file as another Run, or of the same"
                " seed on the virtual clock"
            )
        ),
    ]
    run: int | None
    as_run: Annotated[int | None, Field(description="the Run that it repeats")]
    campaign: int | None
    point: Annotated[int | None, Field(description="its number in the campaign")]
    state: Annotated[str | None, Field(description="of the Run, Point or campaign")]
    told: Annotated[str | None, Field(description="why, as the campaign kept it")]
    words: str


class UnmatchedDocument(TypedDict):
    """a question that has no answer to compare with"""

    question: dict[str, object]
    variants: Annotated[list[int], Field(description="which have an answer; the first is 0")]
    words: str


class DifferentDocument(TypedDict):
    """what differs beside what is compared"""

    what: Unlike
    values: Annotated[list[list[str | float]], Field(description="of each variant")]
    words: str


class VariantDocument(TypedDict):
    """what was compared; the first is what the others are compared with"""

    name: str
    store: str
    campaigns: list[int]
    targets: list[str]
    runs: int
    searches: int
    left_out: list[LeftOutDocument]


class OverallDocument(TypedDict):
    """what questions of one figure say together of a variant against the first: each is a replicate
    of one effect"""

    variant: VariantIndex
    figure: str
    unit: Unit
    verdict: comparison.Common
    ratio: float
    low: float
    high: float
    confidence: float
    p: float
    p_same: float
    questions: int
    higher: Annotated[int, Field(description="questions in which its figure is higher")]
    lower: int


class CompareDocument(TypedDict):
    """Two or more variants, compared"""

    schema: Literal["plimsoll.compare/1"]
    margin: float
    confidence: Annotated[float, Field(description="nominal, before correction")]
    variants: list[VariantDocument]
    questions: list[QuestionDocument]
    overall: Annotated[
        list[OverallDocument], Field(description="of three or more questions with one figure")
    ]
    unmatched: list[UnmatchedDocument]
    differs: list[DifferentDocument]
    enough_data: Annotated[
        bool,
        Field(
            description=(
                "every question has an answer, by itself or, where it has no repeats, together with"
                " the others: exit code 0, else 2"
            )
        ),
    ]


@dataclass(frozen=True)
class Metric:
    """A figure of a Run: its name, its unit (`ns` or `per_s`), and how it is read; none where the
    sample lacks it."""

    name: str
    unit: Unit
    read: Callable[[Run], float | None]
    figure: Figure = "mean"
    """Of a span: which figure of the distribution."""
    part: Part = "all"

    @property
    def lower_is_better(self) -> bool:
        """Of a span, not of a rate."""
        return self.unit == "ns"


def _spans(
    metric: Literal["response_time_ns", "completion_latency_ns"], figure: Figure
) -> Callable[[Run], float | None]:
    def read(run: Run) -> float | None:
        return _value(run.record["all"][metric], figure)

    return read


def _spans_of_data(figure: Figure) -> Callable[[Run], float | None]:
    def read(run: Run) -> float | None:
        if not _has_syncs_among_all(run):
            return _value(run.record["all"]["completion_latency_ns"], figure)
        from plimsoll.native import histogram

        blobs = _distributions([run], ("completion_latency",), "data")
        return _value(histogram.summary(blobs), figure) if blobs else None

    return read


def _sync_spans(figure: Figure) -> Callable[[Run], float | None]:
    def read(run: Run) -> float | None:
        return _value(run.record["flush"]["completion_latency_ns"], figure)

    return read


def _has_syncs_among_all(run: Run) -> bool:
    """Whether the figures of all operations are also those of syncs. Imported Runs keep them
    apart."""
    return not run.is_imported and bool(run.record["flush"]["count"])


def _distributions(group: Sequence[Run], spans: Sequence[str], part: Part) -> list[bytes]:
    return [
        blob
        for run in group
        for key, blob in run.histograms.items()
        if key.partition(".")[2] in spans
        and (part == "all" or (key.partition(".")[0] == "flush") == (part == "syncs"))
    ]


def _value(summary: Mapping[str, Any], figure: Figure) -> float | None:
    # A percentile among operations that never finished is only a bound, and one of a
    # distribution in wide steps lies somewhere in one.
    unknown = figure in summary["at_least"] or figure in summary.get("within", ())
    return None if unknown else summary[figure]


_ACHIEVED = Metric("achieved rate", "per_s", lambda run: run.record["achieved_rate_per_s"])
FIGURES: dict[str, Figure] = {
    "mean": "mean",
    "p50": "p50",
    "p95": "p95",
    "p99": "p99",
    "p99.9": "p99_9",
}
"""The figures of a distribution that are compared, as they are called on the command line and in a
record."""
_OPEN = tuple(
    Metric(name, "ns", _spans("response_time_ns", key), key) for name, key in FIGURES.items()
)
_SUBMITTED = tuple(
    Metric(name, "ns", _spans("completion_latency_ns", key), key) for name, key in FIGURES.items()
)
_OF_DATA = tuple(
    Metric(name, "ns", _spans_of_data(key), key, part="data") for name, key in FIGURES.items()
)
"""Latencies beside those of an imported file, which has its syncs in no figure of all
operations."""
SYNCS = "sync latency"
_OF_SYNCS = tuple(
    Metric(f"{name} {SYNCS}", "ns", _sync_spans(key), key, part="syncs")
    for name, key in FIGURES.items()
    if key in ("mean", "p99")
)


def build(
    variants: Sequence[Variant],
    sorted_: matching.Matching,
    *,
    main: str = "p99",
    margin: float = comparison.MARGIN,
    drifts: bool = True,
) -> CompareDocument:
    """The document. `main`: the figure that decides at an offered rate (a closed loop's is its
    rate)."""
    entries = [
        (
            _of_runs(question, main, margin, drifts)
            if question.runs
            else _line_question(question, margin, drifts)
            if not any(one.limits for group in question.searches for one in group)
            else _limits_question(question, margin, drifts)
        )
        for question in sorted_.questions
    ]
    names = [variant.name for variant in variants]
    overall = _overall(entries, margin)
    return {
        "schema": "plimsoll.compare/1",
        "margin": margin,
        "confidence": 1 - comparison.LEVEL,
        "variants": [_variant(variant) for variant in variants],
        "questions": entries,
        "overall": overall,
        "unmatched": [
            {
                "question": dict(one.document),
                "variants": list(one.variants),
                "words": words.only_in(one.document, [names[at] for at in one.variants]),
            }
            for one in sorted_.unmatched
        ],
        "differs": [
            {
                "what": one.what,
                "values": [list(values) for values in one.values],
                "words": words.different(one, names),
            }
            for one in sorted_.differs
        ],
        "enough_data": (
            bool(entries)
            and all(
                one["verdict"] not in ("not enough data", "not comparable")
                or _told_together(entry, one, overall)
                for entry in entries
                for one in entry["verdicts"]
            )
        ),
    }


def _overall(entries: Sequence[QuestionDocument], margin: float) -> list[OverallDocument]:
    """What the questions of one figure say together, for each variant but the first."""
    found: dict[tuple[int, str, Unit], list[float]] = {}
    for entry in entries:
        figure = deciding(entry)
        for one in entry["verdicts"]:
            effect = finding(figure, one["variant"])
            # Where something outweighs the figure, its ratio is not the effect.
            if figure is None or effect is None or not effect["ratio"] or one["from"] != "main":
                continue
            key = (one["variant"], _figure_name(entry), figure["unit"])
            found.setdefault(key, []).append(math.log(effect["ratio"]))
    said: list[OverallDocument] = []
    for (variant, name, unit), ratios in sorted(found.items()):
        told = comparison.over_all(ratios, lower_is_better=unit == "ns", margin=margin)
        if told is not None:
            made = {"variant": variant, "figure": name, "unit": unit, "questions": len(ratios)}
            said.append(cast("OverallDocument", made | asdict(told)))
    return said


def _figure_name(entry: QuestionDocument) -> str:
    """The figure that decides, as it is told."""
    if entry["kind"] == "offered_rate" and entry["latency"] is not None:
        return f"{entry['main']} {entry['latency'].replace('_', ' ')}"
    return entry["main"]


def _told_together(
    entry: QuestionDocument, verdict: VerdictDocument, overall: Sequence[OverallDocument]
) -> bool:
    """Whether a question without repeats is answered by what all of its kind say together."""
    found = finding(deciding(entry), verdict["variant"])
    return (
        verdict["from"] == "main"
        and found is not None
        and found["reason"] in ("one_repeat", "no_repeat")
        and any(
            one["verdict"] != "not enough data"
            for one in overall
            if (one["variant"], one["figure"]) == (verdict["variant"], _figure_name(entry))
        )
    )


def _variant(variant: Variant) -> VariantDocument:
    everything = [*variant.runs, *(run for search in variant.searches for run in search.runs)]
    return {
        "name": variant.name,
        "store": str(variant.store),
        "campaigns": list(variant.campaigns),
        "targets": list(dict.fromkeys(str(run.spec["target"]["name"]) for run in everything)),
        "runs": len(variant.runs),
        "searches": len(variant.searches),
        "left_out": [_left_out(one) for one in variant.left_out],
    }


def _left_out(one: LeftOut) -> LeftOutDocument:
    return {
        "kind": one.kind,
        "run": one.run,
        "as_run": one.as_run,
        "campaign": one.campaign,
        "point": one.point,
        "state": one.state,
        "told": one.told,
        "words": left_out(one),
    }


def _of_runs(question: Question, main: str, margin: float, drifts: bool) -> QuestionDocument:
    open_loop = (
        question.runs
        and next(run for group in question.runs for run in group).offered_rate is not None
    )
    foreign = any(run.is_imported for group in question.runs for run in group)
    latency: Latency = "response_time" if open_loop and not foreign else "completion_latency"
    latencies = _OF_DATA if foreign else _OPEN if open_loop else _SUBMITTED
    metrics = latencies if open_loop else (_ACHIEVED, *latencies)
    metrics += _OF_SYNCS
    fine = [[run for run in group if run.outcome == "ok"] for group in question.runs]
    figures = [_figure(metric, fine, latency, margin=margin, drifts=drifts) for metric in metrics]
    figures = [figure for figure in figures if figure["findings"]]
    chosen = main if open_loop else _ACHIEVED.name
    known = {figure["name"] for figure in figures}
    if open_loop and foreign and chosen not in known and "mean" in known:
        # Files with means alone, or with steps too wide for a percentile, are compared by those.
        chosen = "mean"
    deciding = next((figure for figure in figures if figure["name"] == chosen), None)
    # What the figures leave out, the weightiest first.
    failed = _failure_shares(fine)
    beside: dict[Beside, Sequence[ShareDocument]] = {
        "carried": _carry_shares(question) if open_loop else [],
        "failed": failed,
        "client_bound": [] if open_loop else _client_bound(fine),
    }
    return {
        "kind": "offered_rate" if open_loop else "closed_loop",
        "words": words.question_text(question.document),
        "question": dict(question.document),
        "latency": latency,
        "runs": [
            {
                "ids": [run.id for run in group],
                "used": [run.id for run in kept],
                "outcomes": {
                    name: sum(run.outcome == name for run in group)
                    for name in dict.fromkeys(r.outcome for r in group)
                },
            }
            for group, kept in zip(question.runs, fine, strict=True)
        ],
        "searches": [],
        "figures": figures,
        "carried": list(beside["carried"]),
        "failed": failed,
        "client_bound": list(beside["client_bound"]),
        "main": chosen,
        "verdicts": _verdicts(deciding, beside, len(question.runs), figures),
    }


def _figure(
    metric: Metric,
    groups: Sequence[Sequence[Run]],
    latency: Latency,
    *,
    margin: float,
    drifts: bool,
) -> FigureDocument:
    repeats = [
        Repeat(
            index,
            math.log(value),
            None if run.virtual else run.began_s,
            run.spec["seed"] if run.virtual else None,
            _own_ends(metric, run, latency),
        )
        for index, group in enumerate(groups)
        for run in group
        if (value := metric.read(run))
    ]
    shown = [_variant_value(metric, group, latency) for group in groups]
    return _entry(
        metric.name,
        metric.unit,
        shown,
        repeats,
        len(groups),
        metric.lower_is_better,
        margin,
        drifts,
    )


MIN_BATCHES = 5
"""The error of a Run's figure needs this many batches of intervals of Measure."""
BATCH_S = 1.0
"""Minimum length of a batch of intervals. Shorter ones depend on each other through the queue, and
their percentiles cover few operations."""
MAX_CLOSED_BATCHES = 20
"""Maximum number of batches in a closed loop, whose queue never empties."""


def _own_ends(metric: Metric, run: Run, latency: Latency) -> tuple[float, float] | None:
    """The 95 % interval of a Run's figure on the log scale, from the scatter of its intervals of
    Measure. Only on the virtual clock: on a real one the noise between Runs is larger."""
    from scipy import special

    # Intervals have one distribution, of all operations.
    whole = metric.read(run) if run.virtual and _is_in_intervals(metric, run) else None
    if not whole:
        return None
    closed = run.offered_rate is None
    # Imported Runs may lack it.
    measure_s: float = run.record["measure_s"] or 0.0
    least_s = max(BATCH_S, measure_s / MAX_CLOSED_BATCHES if closed else 0.0)
    values = (
        _batch_figure(metric, batch, latency)
        for batch in _batches(even(run.record["intervals"]), least_s)
    )
    logs = [math.log(value) for value in values if value]
    count = len(logs)
    if count < MIN_BATCHES:
        return None
    mean = sum(logs) / count
    deviations = [value - mean for value in logs]
    squares = sum(deviation**2 for deviation in deviations)
    # Correlated neighbours carry less information than independent ones.
    correlation = sum(a * b for a, b in pairwise(deviations)) / squares if squares else 0.0
    widening = (1 + max(correlation, 0.0)) / (1 - min(max(correlation, 0.0), 0.95))
    error = max(math.sqrt(squares / (count - 1) / count * widening), RESOLUTION)
    half = float(special.stdtrit(count - 1, 0.975)) * error
    return math.log(whole) - half, math.log(whole) + half


def _is_in_intervals(metric: Metric, run: Run) -> bool:
    if metric.unit == "per_s":
        return True
    return metric.part == "all" or (metric.part == "data" and not _has_syncs_among_all(run))


def _batches(intervals: Sequence[Interval], least_s: float) -> list[list[Interval]]:
    """Groups of neighbouring intervals of `least_s` seconds or more, without the remainder."""
    batches: list[list[Interval]] = []
    batch: list[Interval] = []
    for interval in intervals:
        batch.append(interval)
        if sum(member["length_s"] for member in batch) >= 0.99 * least_s:
            batches.append(batch)
            batch = []
    return batches


def _batch_figure(metric: Metric, batch: Sequence[Interval], latency: Latency) -> float | None:
    """The rate of a batch, or the mean of a latency over its intervals, weighted by operations."""
    if metric.unit == "per_s":
        done = sum(completed_operations(interval) for interval in batch)
        return done / sum(interval["length_s"] for interval in batch)
    weighted_values = []
    for interval in batch:
        count = timed_operations(interval)
        response = latency == "response_time"
        spans = interval["response_time_ns"] if response else interval["completion_latency_ns"]
        value = dict(spans).get(metric.figure)
        if isinstance(value, int | float) and value > 0:
            weighted_values.append((count, value))
    total = sum(count for count, _ in weighted_values)
    return sum(count * value for count, value in weighted_values) / total if total else None


def _variant_value(metric: Metric, group: Sequence[Run], latency: Latency) -> float | None:
    """The figure of a variant: a mean rate, or the figure of the merged distribution."""
    if not group:
        return None
    if metric.unit == "per_s":
        return sum(metric.read(run) or 0.0 for run in group) / len(group)
    from plimsoll.native import histogram

    of_response = metric.part == "all" and latency == "response_time"
    spans = ("response_time", "unfinished") if of_response else ("completion_latency",)
    if len(group) == 1 and group[0].is_imported:
        return metric.read(group[0])
    if any(run.is_imported for run in group) and metric.figure == "mean":
        # The mean in a file is exact; its stepped distribution is not.
        return _mean_of_all(metric, group)
    if any(run.is_imported and not run.histograms for run in group):
        # Percentiles of single Runs are never averaged.
        return None
    blobs = _distributions(group, spans, metric.part)
    found = histogram.summary(blobs).get(metric.figure) if blobs else None
    return None if found is None else float(found)


def _mean_of_all(metric: Metric, group: Sequence[Run]) -> float | None:
    """The mean of the records' figures, weighted by operations; None where a record lacks it."""
    values = [metric.read(run) for run in group]
    counts = [_count(run, metric.part) for run in group]
    if None in values or not sum(counts):
        return None
    return sum(n * (value or 0.0) for n, value in zip(counts, values, strict=True)) / sum(counts)


def _count(run: Run, part: Part) -> int:
    if part == "syncs":
        return run.record["flush"]["count"] or 0
    apart = part == "data" and _has_syncs_among_all(run)
    return (run.record["all"]["count"] or 0) - (run.record["flush"]["count"] if apart else 0)


def _entry(
    name: str,
    unit: Unit,
    values: Sequence[float | None],
    repeats: Sequence[Repeat],
    variants: int,
    lower: bool,
    margin: float,
    drifts: bool,
) -> FigureDocument:
    findings = (
        comparison.compare(repeats, variants, lower_is_better=lower, margin=margin, drifts=drifts)
        if repeats
        else ()
    )
    return {
        "name": name,
        "unit": unit,
        "values": list(values),
        "findings": [_finding(one) for one in findings],
    }


def _finding(one: comparison.Finding) -> FindingDocument:
    within = None if one.within is None else list(one.within)
    made = {
        **asdict(one),
        "repeats": list(one.repeats),
        "within": within,
        "because": words.because(one.reason),
    }
    return cast("FindingDocument", made)


def _carry_shares(question: Question) -> list[ShareDocument]:
    """How often each variant carried the offered rate, compared with the first."""
    counts = [
        (
            sum(run.outcome == "ok" for run in group),
            sum(run.outcome in ("ok", "cannot_carry") for run in group),
        )
        for group in question.runs
    ]
    shares = []
    for variant, other in enumerate(counts[1:], 1):
        first = counts[0]
        if first[0] == first[1] and other[0] == other[1]:
            continue
        still = all(run.virtual for group in question.runs for run in group)
        shares.append(_share(variant, first, other, still=still))
    return shares


def _share(
    variant: int, first: tuple[int, int], other: tuple[int, int], *, still: bool = False
) -> ShareDocument:
    """The comparison of two counts of Runs that came through: (good, all) of each."""
    verdict, p = comparison.carry_verdict(first, other, still=still)
    more = other[0] * first[1] - first[0] * other[1]
    leans: Lean = "better" if more > 0 else "worse" if more < 0 else None
    return _shares(variant, verdict, p, leans, list(first), list(other))


def _shares(
    variant: int,
    verdict: comparison.Verdict,
    p: float | None,
    leans: Lean,
    first: list[int],
    other: list[int],
) -> ShareDocument:
    return {
        "variant": variant,
        "verdict": verdict,
        "p": p,
        "first": first,
        "other": other,
        "leans": leans,
    }


_MIN_FAILURE_DIFFERENCE = 0.001
"""Shares of failed operations that differ by less have no effect on compared figures."""


def _failure_shares(fine: Sequence[Sequence[Run]]) -> list[FailedDocument]:
    """Runs without failed operations and the share of failed ones of each variant, compared with
    the first.

    Failed operations have no latency, and leave more room to the others.
    """

    def loss(group: Sequence[Run]) -> tuple[int, float]:
        counts = [run.record["all"] for run in group]
        # A count that an imported file lacks is not taken for a failure.
        failed = [(totals["errors"] or 0) + (totals["unfinished"] or 0) for totals in counts]
        operations = sum(totals["count"] or 0 for totals in counts)
        return sum(n == 0 for n in failed), sum(failed) / operations if operations else 0.0

    shares: list[FailedDocument] = []
    clean, share = loss(fine[0])
    for variant, group in enumerate(fine[1:], 1):
        other_clean, other = loss(group)
        if (clean, other_clean) == (len(fine[0]), len(group)):
            continue
        entry = _share(variant, (clean, len(fine[0])), (other_clean, len(group)))
        if abs(other - share) > _MIN_FAILURE_DIFFERENCE:
            entry["leans"] = "worse" if other > share else "better"
            if entry["verdict"] == "same":
                entry["verdict"] = "not enough data"
        shares.append({**entry, "shares": [share, other]})
    return shares


def _client_bound(fine: Sequence[Sequence[Run]]) -> list[ShareDocument]:
    """Runs of each variant whose rate the generator's processor set: only a lower bound of the
    target's."""

    def bound(group: Sequence[Run]) -> int:
        return sum(run.record["limited_by"]["value"] == "client_cpu" for run in group)

    bound_shares: list[ShareDocument] = []
    first = bound(fine[0])
    for variant, group in enumerate(fine[1:], 1):
        other = bound(group)
        ours, theirs = 2 * first > len(fine[0]), 2 * other > len(group)
        if ours or theirs:
            leans: Lean = None if ours and theirs else "worse" if ours else "better"
            shares = [first, len(fine[0])], [other, len(group)]
            bound_shares.append(_shares(variant, "not enough data", None, leans, *shares))
    return bound_shares


def _verdicts(
    deciding: FigureDocument | None,
    beside: Mapping[Beside, Sequence[ShareDocument]],
    variants: int,
    figures: Sequence[FigureDocument],
) -> list[VerdictDocument]:
    """The verdict on each variant but the first. `from` names its source: the deciding figure,
    figures that contradict it, or Runs that they leave out."""
    findings = {} if deciding is None else {item["variant"]: item for item in deciding["findings"]}
    verdicts: list[VerdictDocument] = []
    for variant in range(1, variants):
        own_finding = findings.get(variant)
        verdict: comparison.Verdict = (
            "not enough data" if own_finding is None else own_finding["verdict"]
        )
        source: Literal["main", "figures"] | Beside = "main"
        for name, entries in beside.items():
            entry = next((item for item in entries if item["variant"] == variant), None)
            if entry is None or source != "main":
                continue
            if own_finding is None and entry["verdict"] == "same" and entry["other"][0] == 0:
                verdict, source = "same", name
                continue
            verdict, is_decided = comparison.standing(verdict, entry["verdict"], entry["leans"])
            source = name if is_decided else source
        outcomes = [
            (item["verdict"], item["p"])
            for figure in figures
            for item in _variant_findings(figure, variant)
        ]
        if (
            source == "main"
            and verdict in ("better", "worse")
            and comparison.is_contradictory(outcomes)
        ):
            verdicts.append({"variant": variant, "verdict": "mixed", "from": "figures"})
        else:
            verdicts.append({"variant": variant, "verdict": verdict, "from": source})
    return verdicts


def _variant_findings(figure: FigureDocument, variant: int) -> list[FindingDocument]:
    return [one for one in figure["findings"] if one["variant"] == variant]


def _placed_s(search: Search, question: Question) -> float | None:
    """The time of a search for the drift estimate; None on the virtual clock, where nothing drifts.
    If a search lacks its date, all get the same time, and no drift is estimated."""
    if search.runs[0].virtual:
        return None
    every = [one.began_s for group in question.searches for one in group]
    return 0.0 if None in every else search.began_s


def _line_question(question: Question, margin: float, drifts: bool) -> QuestionDocument:
    reads: dict[str, Callable[[Search], float | None]] = {
        # A line that is not fit to plan with is not compared.
        "load line": lambda search: _line(search) if search.no_line is None else None,
        "maximum": _maximum,
        "knee": _knee,
    }
    figures = []
    for name, read in reads.items():
        repeats = [
            Repeat(
                index,
                math.log(value),
                _placed_s(search, question),
                ends=_line_ends(search) if name == "load line" else None,
            )
            for index, group in enumerate(question.searches)
            for search in group
            if (value := read(search))
        ]
        if repeats:
            shown = [_mean([read(search) for search in group]) for group in question.searches]
            variants = len(question.searches)
            figures.append(_entry(name, "per_s", shown, repeats, variants, False, margin, drifts))
    entry = _search_question(question, figures, otherwise="load line")
    for one in entry["verdicts"]:
        if _lineless(question.searches[0]) or _lineless(question.searches[one["variant"]]):
            one["verdict"], one["from"] = "not comparable", "main"
    return entry


def _search_question(
    question: Question, figures: list[FigureDocument], *, otherwise: str
) -> QuestionDocument:
    """A question of searches; the first figure decides. `otherwise`: the name of the deciding
    figure where no search has one."""
    first = figures[0] if figures else None
    return {
        "kind": "search",
        "words": words.question_text(question.document),
        "question": dict(question.document),
        "latency": None,
        "runs": [],
        "searches": [[_search(one) for one in group] for group in question.searches],
        "figures": figures,
        "carried": [],
        "failed": [],
        "client_bound": [],
        "main": otherwise if first is None else first["name"],
        "verdicts": _verdicts(first, {}, len(question.searches), figures),
    }


def _lineless(group: Sequence[Search]) -> bool:
    """Whether none of these searches for a load line found one."""
    return bool(group) and all(search.no_line is not None for search in group)


SIGMAS_95 = 1.96
"""Standard errors of an interval of 95 %."""
Read = tuple[float, tuple[float, float] | None]
"""A figure, and its interval of 95 % on the log scale."""


def _limits_question(question: Question, margin: float, drifts: bool) -> QuestionDocument:
    """The question of searches for limits: caps that all found, and the rates at block sizes and
    shares of reads that all measured."""
    groups = question.searches
    read = [[_limits(one.limits or {}) for one in group] for group in groups]
    every = [found for group in read for found in group]
    shared = [name for name in (every[0] if every else {}) if all(name in one for one in every)]
    figures = [
        _entry(
            name,
            "per_s",
            [_mean([found[name][0] for found in group]) for group in read],
            [
                Repeat(
                    index,
                    math.log(found[name][0]),
                    _placed_s(search, question),
                    ends=found[name][1],
                )
                for index, (group, read_group) in enumerate(zip(groups, read, strict=True))
                for search, found in zip(group, read_group, strict=True)
            ],
            len(groups),
            False,
            margin,
            drifts,
        )
        for name in shared
    ]
    return _search_question(question, figures, otherwise="limits")


def _limits(result: Mapping[str, object]) -> dict[str, Read]:
    """The figures of `plimsoll.limits/1` in IOPS by name, the caps first. A rate that still rose is
    no limit."""
    volumes = limits_document.read(result).volumes
    caps: dict[str, Read] = {}
    reached: dict[str, Read] = {}
    for number, volume in enumerate(volumes, 1):
        which = "" if len(volumes) == 1 else f" of volume {number}"
        cap = None if volume.found is None else volume.found.parameter("ops_per_s")
        if cap is not None and cap.value and not cap.fixed:
            bounded = cap.low is not None and cap.high is not None
            ends = (math.log(cap.low or 0.0), math.log(cap.high or 0.0)) if bounded else None
            caps[f"cap{which}"] = (cap.value, ends)
        for cell in volume.cells:
            rate = cell.rate_per_s
            if cell.lower_bound or not rate:
                continue
            half = SIGMAS_95 * cell.error
            # The name is data: `text.figure_text` writes it in the reader's language.
            with language.writing(ENGLISH):
                asked = f"{units.exact_size(cell.block_bytes)} {units.mix(cell.read_percent)}"
            name = f"{asked}{which}"
            reached[name] = (rate, (math.log(rate) - half, math.log(rate) + half))
    return caps | reached


def _search(one: Search) -> SearchDocument:
    line = None if one.find is None else one.find.load_line
    return {
        "campaign": one.campaign,
        "low": None if line is None else line.low,
        "high": None if line is None else line.high,
        "load_line": _line(one),
        "maximum": _maximum(one),
        "knee": _knee(one),
        "reason": None if line is None else line.reason,
        "grade": one.grade,
        "no_line": one.no_line,
        "began_s": one.began_s,
    }


def _line(search: Search) -> float | None:
    """The load line, if it was confirmed or estimated; a mere bound is no line."""
    line = None if search.find is None else search.find.load_line
    if line is None or (
        line.grade != "estimated" and not (line.low_confirmed and line.high_confirmed)
    ):
        return None
    return line.rate_per_s or None


def _line_ends(search: Search) -> tuple[float, float] | None:
    """The interval of a line on the log scale."""
    line = None if search.find is None else search.find.load_line
    if line is None or not line.low or not line.high:
        return None
    return math.log(line.low), math.log(line.high)


def _maximum(search: Search) -> float | None:
    """The maximum, where it is the target's."""
    top = search.climb or (None if search.find is None else search.find.maximum)
    return None if top is None or top.lower_bound else top.rate_per_s or None


def _knee(search: Search) -> float | None:
    knee = None if search.find is None else search.find.knee
    return None if knee is None else knee.rate_per_s or None


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value]
    return sum(known) / len(known) if known else None


def deciding(question: QuestionDocument) -> FigureDocument | None:
    """The figure that decides a question; none where no Run of both carries it."""
    return next(
        (figure for figure in question["figures"] if figure["name"] == question["main"]), None
    )


def finding(figure: FigureDocument | None, variant: int) -> FindingDocument | None:
    """The finding of a figure on a variant against the first."""
    return (
        None
        if figure is None
        else next((one for one in figure["findings"] if one["variant"] == variant), None)
    )
