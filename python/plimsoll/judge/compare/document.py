"""A comparison as a document, `plimsoll.compare/1`: every question, every figure, what it rests on
and what it says.

Figures of a variant are those of its merged distributions; the statistics take one value per Run
(judge/compare/comparison.py). Runs whose outcome is not ok are counted and named, and kept out of
the statistics: a response time under a growing backlog tells how long the Run was. That a variant
did not carry a load at all is a finding of its own.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Annotated, Literal, NotRequired, cast

from pydantic import Field
from typing_extensions import TypedDict

from plimsoll import documents, workload_text
from plimsoll.judge.compare import comparison, matching
from plimsoll.judge.compare.contrasts import Repeat
from plimsoll.judge.compare.matching import Question
from plimsoll.judge.compare.variant import Run, Search, Variant

if TYPE_CHECKING:
    from plimsoll.judge.searched import Knee, Line, Maximum, Searched

SCHEMA = "plimsoll.compare/1"

VariantIndex = Annotated[int, Field(ge=1, description="which variant; compared with the first, 0")]
Lean = Literal["better", "worse"] | None
Unit = Literal["ns", "per_s"]
Beside = Literal["carried", "failed", "client_bound"]
Figure = Literal["mean", "p50", "p95", "p99", "p99_9"]


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
        Literal["blocks", "time", "plain"] | None,
        Field(description="what of the order in time was used"),
    ]
    noise: Annotated[float | None, Field(description="standard deviation between Runs, relative")]
    noise_freedom: int | None
    drift: Annotated[
        float | None, Field(description="fitted trend over all Runs of the two, relative")
    ]
    because: str


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
        "verdict": comparison.Verdict,
        "from": Annotated[
            Literal["main", "carried", "failed", "client_bound"],
            Field(
                description=(
                    "what made it: the deciding figure, or what outweighs it or takes its word"
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
    began_s: float


class QuestionDocument(TypedDict):
    """a question that the variants have answered"""

    kind: Literal["offered_rate", "closed_loop", "search"]
    words: str
    question: dict[str, object]
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
    runs: NotRequired[list[RepeatsDocument]]
    searches: NotRequired[list[list[SearchDocument]]]


class VariantDocument(TypedDict):
    """what was compared; the first is what the others are compared with"""

    name: str
    store: str
    campaigns: list[int]
    targets: list[str]
    runs: int
    searches: int
    left_out: list[str]


class CompareDocument(TypedDict):
    """Two or more variants, compared"""

    schema: Literal["plimsoll.compare/1"]
    margin: float
    confidence: Annotated[float, Field(description="nominal, before correction")]
    variants: list[VariantDocument]
    questions: list[QuestionDocument]
    unmatched: list[str]
    differs: list[str]
    enough_data: Annotated[
        bool, Field(description="every question has an answer: exit code 0, else 2")
    ]


@dataclass(frozen=True)
class Metric:
    """A figure of a Run: its name, its unit (`ns` or `per_s`), and how it is read; none where the
    sample lacks it."""

    name: str
    unit: Unit
    read: Callable[[Run], float | None]

    @property
    def lower_is_better(self) -> bool:
        """Of a span, not of a rate."""
        return self.unit == "ns"


def _spans(
    metric: Literal["response_time_ns", "completion_latency_ns"], figure: Figure
) -> Callable[[Run], float | None]:
    def read(run: Run) -> float | None:
        summary = run.record["all"][metric]
        # A percentile among operations that never finished is only a bound.
        return None if figure in summary.get("at_least", ()) else summary.get(figure)

    return read


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
_OPEN = tuple(Metric(name, "ns", _spans("response_time_ns", key)) for name, key in FIGURES.items())
_CLOSED = (
    _ACHIEVED,
    *(Metric(name, "ns", _spans("completion_latency_ns", key)) for name, key in FIGURES.items()),
)


def build(
    variants: Sequence[Variant],
    sorted_: matching.Sorted,
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
            else _of_searches(question, margin, drifts)
        )
        for question in sorted_.questions
    ]
    return {
        "schema": "plimsoll.compare/1",
        "margin": margin,
        "confidence": 1 - comparison.LEVEL,
        "variants": [_variant(variant) for variant in variants],
        "questions": entries,
        "unmatched": list(sorted_.unmatched),
        "differs": list(sorted_.differs),
        "enough_data": (
            bool(entries)
            and all(
                finding["verdict"] != "not enough data"
                for entry in entries
                for finding in entry["verdicts"]
            )
        ),
    }


def _variant(variant: Variant) -> VariantDocument:
    everything = [*variant.runs, *(run for search in variant.searches for run in search.runs)]
    return {
        "name": variant.name,
        "store": str(variant.store),
        "campaigns": list(variant.campaigns),
        "targets": list(dict.fromkeys(str(run.spec["target"]["name"]) for run in everything)),
        "runs": len(variant.runs),
        "searches": len(variant.searches),
        "left_out": list(variant.left_out),
    }


def _of_runs(question: Question, main: str, margin: float, drifts: bool) -> QuestionDocument:
    open_loop = (
        question.runs and next(run for group in question.runs for run in group).offered is not None
    )
    metrics = _OPEN if open_loop else _CLOSED
    fine = [[run for run in group if run.outcome == "ok"] for group in question.runs]
    figures = [
        _figure(metric, fine, open_loop=bool(open_loop), margin=margin, drifts=drifts)
        for metric in metrics
    ]
    figures = [figure for figure in figures if figure["findings"]]
    chosen = main if open_loop else _ACHIEVED.name
    deciding = next((figure for figure in figures if figure["name"] == chosen), None)
    # What the figures leave out, the weightiest first.
    failed = _failed(fine)
    beside: dict[Beside, Sequence[ShareDocument]] = {
        "carried": _carried(question) if open_loop else [],
        "failed": failed,
        "client_bound": [] if open_loop else _client_bound(fine),
    }
    return {
        "kind": "offered_rate" if open_loop else "closed_loop",
        "words": (
            f"{workload_text.short(question.document['workload'])},"
            f" {matching.load_words(question.document)}"
        ),
        "question": dict(question.document),
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
        "figures": figures,
        "carried": list(beside["carried"]),
        "failed": failed,
        "client_bound": list(beside["client_bound"]),
        "main": chosen,
        "verdicts": _verdicts(deciding, beside, len(question.runs)),
    }


def _figure(
    metric: Metric, groups: Sequence[Sequence[Run]], *, open_loop: bool, margin: float, drifts: bool
) -> FigureDocument:
    repeats = [
        Repeat(
            index,
            math.log(value),
            None if run.virtual else run.began_s,
            run.spec["seed"] if run.virtual else None,
        )
        for index, group in enumerate(groups)
        for run in group
        if (value := metric.read(run))
    ]
    shown = [_shown(metric, group, open_loop=open_loop) for group in groups]
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


def _shown(metric: Metric, group: Sequence[Run], *, open_loop: bool) -> float | None:
    """The figure of a variant: a mean rate, or the figure of the merged distribution."""
    if not group:
        return None
    if metric.unit == "per_s":
        return sum(metric.read(run) or 0.0 for run in group) / len(group)
    from plimsoll import histogram

    name = "response_time" if open_loop else "completion_latency"
    wanted = (name, "unfinished") if open_loop else (name,)
    blobs = [
        blob
        for run in group
        for key, blob in run.histograms.items()
        if key.partition(".")[2] in wanted
    ]
    found = histogram.summary(blobs).get(FIGURES[metric.name]) if blobs else None
    return None if found is None else float(found)


def _entry(
    name: str,
    unit: Unit,
    shown: Sequence[float | None],
    repeats: Sequence[Repeat],
    variants: int,
    lower: bool,
    margin: float,
    drifts: bool,
) -> FigureDocument:
    found = (
        comparison.compare(repeats, variants, lower_is_better=lower, margin=margin, drifts=drifts)
        if repeats
        else ()
    )
    return {
        "name": name,
        "unit": unit,
        "values": list(shown),
        "findings": [
            cast("FindingDocument", {**asdict(one), "repeats": list(one.repeats)}) for one in found
        ],
    }


def _carried(question: Question) -> list[ShareDocument]:
    """Per variant but the first: did it carry the offered rate as often?"""
    counts = [
        (
            sum(run.outcome == "ok" for run in group),
            sum(run.outcome in ("ok", "cannot_carry") for run in group),
        )
        for group in question.runs
    ]
    said = []
    for variant, other in enumerate(counts[1:], 1):
        first = counts[0]
        if first[0] == first[1] and other[0] == other[1]:
            continue
        said.append(_share(variant, first, other))
    return said


def _share(variant: int, first: tuple[int, int], other: tuple[int, int]) -> ShareDocument:
    """How many Runs of the first and of another variant came through: (good, all)."""
    verdict, p = comparison.carried(first, other)
    more = other[0] * first[1] - first[0] * other[1]
    leans: Lean = "better" if more > 0 else "worse" if more < 0 else None
    return {
        "variant": variant,
        "verdict": verdict,
        "p": p,
        "leans": leans,
        "first": list(first),
        "other": list(other),
    }


_UNLIKE = 0.001
"""Shares of failed operations that differ by less move no figure that is compared; p99.9 decides
nothing without them."""


def _failed(fine: Sequence[Sequence[Run]]) -> list[FailedDocument]:
    """Per variant but the first: did as many of its Runs serve every operation, and as large a
    share of operations?

    An operation that failed, or never finished, is no fast one: what fails early leaves the others
    more room.
    """

    def lost(group: Sequence[Run]) -> tuple[int, float]:
        counts = [run.record["all"] for run in group]
        failed = [one["errors"] + one["unfinished"] for one in counts]
        asked = sum(one["count"] for one in counts)
        return sum(n == 0 for n in failed), sum(failed) / asked if asked else 0.0

    said: list[FailedDocument] = []
    clean, share = lost(fine[0])
    for variant, group in enumerate(fine[1:], 1):
        too, other = lost(group)
        if (clean, too) == (len(fine[0]), len(group)):
            continue
        entry = _share(variant, (clean, len(fine[0])), (too, len(group)))
        if abs(other - share) > _UNLIKE:
            entry["leans"] = "worse" if other > share else "better"
            if entry["verdict"] == "same":
                entry["verdict"] = "not enough data"
        said.append({**entry, "shares": [share, other]})
    return said


def _client_bound(fine: Sequence[Sequence[Run]]) -> list[ShareDocument]:
    """Per variant but the first: where the generator's processor set the rate of a closed loop, it
    is only a lower bound."""

    def bound(group: Sequence[Run]) -> int:
        return sum(run.record["limited_by"]["value"] == "client_cpu" for run in group)

    said: list[ShareDocument] = []
    first = bound(fine[0])
    for variant, group in enumerate(fine[1:], 1):
        other = bound(group)
        ours, theirs = 2 * first > len(fine[0]), 2 * other > len(group)
        if ours or theirs:
            leans: Lean = None if ours and theirs else "worse" if ours else "better"
            said.append(
                {
                    "variant": variant,
                    "verdict": "not enough data",
                    "p": None,
                    "leans": leans,
                    "first": [first, len(fine[0])],
                    "other": [other, len(group)],
                }
            )
    return said


def _verdicts(
    deciding: FigureDocument | None, beside: Mapping[Beside, Sequence[ShareDocument]], variants: int
) -> list[VerdictDocument]:
    """One per variant but the first; `from` names what made it: the deciding figure, or what that
    leaves out."""
    findings = {} if deciding is None else {one["variant"]: one for one in deciding["findings"]}
    said: list[VerdictDocument] = []
    for variant in range(1, variants):
        found = findings.get(variant)
        verdict: comparison.Verdict = "not enough data" if found is None else found["verdict"]
        source: Literal["main"] | Beside = "main"
        for name, entries in beside.items():
            entry = next((one for one in entries if one["variant"] == variant), None)
            if entry is None or source != "main":
                continue
            if found is None and entry["verdict"] == "same" and entry["other"][0] == 0:
                verdict, source = "same", name
                continue
            verdict, made = comparison.standing(verdict, entry["verdict"], entry["leans"])
            source = name if made else source
        said.append({"variant": variant, "verdict": verdict, "from": source})
    return said


def _of_searches(question: Question, margin: float, drifts: bool) -> QuestionDocument:
    reads: dict[str, Callable[[Searched], float | None]] = {
        "load line": _line,
        "maximum": _maximum,
        "knee": lambda result: _rate(result.get("knee")),
    }
    figures = []
    for name, read in reads.items():
        repeats = [
            Repeat(index, math.log(value), None if search.runs[0].virtual else search.began_s)
            for index, group in enumerate(question.searches)
            for search in group
            if (value := read(search.result))
        ]
        if repeats:
            shown = [
                _mean([read(search.result) for search in group]) for group in question.searches
            ]
            variants = len(question.searches)
            figures.append(_entry(name, "per_s", shown, repeats, variants, False, margin, drifts))
    main = figures[0]["name"] if figures else "load line"
    return {
        "kind": "search",
        "words": (
            f"{workload_text.short(question.document['workload'])},"
            f" {matching.load_words(question.document)}"
        ),
        "question": dict(question.document),
        "searches": [[_search(one) for one in group] for group in question.searches],
        "figures": figures,
        "carried": [],
        "failed": [],
        "client_bound": [],
        "main": main,
        "verdicts": _verdicts(figures[0] if figures else None, {}, len(question.searches)),
    }


def _search(one: Search) -> SearchDocument:
    line = one.result.get("load_line") or {}
    return {
        "campaign": one.campaign,
        "low": line.get("low"),
        "high": line.get("high"),
        "load_line": _line(one.result),
        "maximum": _maximum(one.result),
        "knee": _rate(one.result.get("knee")),
        "reason": line.get("reason"),
        "began_s": one.began_s,
    }


def _line(result: Searched) -> float | None:
    """The line, where it was confirmed or estimated: a bound is no line."""
    line = result.get("load_line") or {}
    if line.get("grade") == "estimated":
        return _rate(line)
    return _rate(line) if line.get("low_confirmed") and line.get("high_confirmed") else None


def _maximum(result: Searched) -> float | None:
    """The maximum, where it is the target's: `plimsoll.maximum/1` is one itself."""
    found = (
        result
        if result.get("schema", "").startswith("plimsoll.maximum/")
        else result.get("maximum")
    )
    return None if found is None or found.get("lower_bound") else _rate(found)


def _rate(of: Line | Knee | Maximum | None) -> float | None:
    rate = of.get("rate_per_s") if of else None
    return float(rate) if rate else None


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value]
    return sum(known) / len(known) if known else None


def deciding(question: QuestionDocument) -> FigureDocument | None:
    """The figure that decides a question; none where no Run of both carries it."""
    return next(
        (figure for figure in question["figures"] if figure["name"] == question["main"]), None
    )


def finding(figure: FigureDocument | None, variant: int) -> FindingDocument | None:
    """What a figure says of a variant against the first."""
    return (
        None
        if figure is None
        else next((one for one in figure["findings"] if one["variant"] == variant), None)
    )


def schema() -> documents.JsonSchema:
    """The JSON schema of the document."""
    return documents.schema("Comparison", CompareDocument)
