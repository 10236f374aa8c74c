"""The fitted curve of a campaign as a document, `plimsoll.curve/1`: knee, maximum and load line
side by side, the fit, and what it predicts. Every Run with an offered rate that was carried is a
point, probes of a search too: here they only describe. What decides stays with the search.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field
from typing_extensions import TypedDict

from plimsoll.base import language, units, workload_text
from plimsoll.features.compare.messages import message
from plimsoll.judge import curves
from plimsoll.judge.curves import Fit, Point
from plimsoll.judge.variant import Run, Search, Variant

if TYPE_CHECKING:
    from plimsoll.native.record import Summary
    from plimsoll.search.document import LineDocument

DEFAULT_SHARES = (0.5, 0.8, 0.9)
"""Of the asymptote: where a curve is told without being asked."""

LOST = 0.001
"""Of a Run's operations may have failed or never finished, and it is still a point of the curve."""

Over = Literal["rate", "workers", "hosts", "queue_depth"]


class ParameterDocument(TypedDict):
    """an estimate; an end that the data do not bound is null"""

    value: float
    low: float | None
    high: float | None


class PredictionDocument(TypedDict):
    """where a further Run falls"""

    at: float
    value: Annotated[float | None, Field(description="null: beyond the asymptote")]
    low: Annotated[float | None, Field(description="null: the Runs do not bound it")]
    high: float | None
    extrapolated: Annotated[bool, Field(description="outside of what was measured")]


class FitDocument(TypedDict):
    """a fitted curve"""

    family: Literal["service", "usl"]
    parameters: dict[str, ParameterDocument]
    confidence: float
    residual: Annotated[float, Field(description="relative spread of the Runs around the curve")]
    runs: int
    freedom: int
    measured: Annotated[list[float], Field(description="lowest and highest x of the Runs")]
    predictions: list[PredictionDocument]


class SearchedLine(TypedDict):
    """from the search"""

    rate_per_s: float | None
    low: float | None
    high: float | None
    objective: str | None
    low_confirmed: bool
    grade: Literal["confirmed", "estimated", "bounded"]


class SearchedKnee(TypedDict):
    """from the search"""

    rate_per_s: float
    low: float
    high: float


class SearchedMaximum(TypedDict):
    """from the search"""

    rate_per_s: float
    lower_bound: bool


class PointDocument(TypedDict):
    """a Run"""

    x: float
    y: float
    run: int


class NoFit(TypedDict):
    """why no curve was fitted"""

    kind: Literal["too_few_values", "latency_does_not_rise", "too_few_runs"]
    values: Annotated[int, Field(description="different ones of x that were measured")]
    least: Annotated[int, Field(description="values that a curve needs")]


class CurveDocument(TypedDict):
    """one curve: Runs that differ in x alone"""

    words: str
    load_line: SearchedLine | None
    knee: SearchedKnee | None
    maximum: SearchedMaximum | None
    y: str
    points: list[PointDocument]
    client_bound: Annotated[
        int, Field(description="closed loops whose rate the generator's processor set")
    ]
    fit: FitDocument | None
    why_no_fit: str | None
    no_fit: Annotated[
        NoFit | None, Field(description="the same as a code; null where there is a fit")
    ]


class CurvesDocument(TypedDict):
    """Fitted curves of a campaign"""

    schema: Literal["plimsoll.curve/1"]
    name: str
    store: str
    campaigns: list[int]
    over: Over
    curves: list[CurveDocument]


def build(variant: Variant, *, over: Over = "rate", at: Sequence[float] = ()) -> CurvesDocument:
    """The document. `at`: rates in operations/s, or numbers of workers and so on, to predict at;
    empty for a default choice."""
    groups: dict[str, list[Run]] = {}
    for run in _all_runs(variant):
        if run.outcome == "ok" and run.is_settled and _is_complete(run) and _has_point(run, over):
            groups.setdefault(json.dumps(_curve_key(run, over), sort_keys=True), []).append(run)
    return {
        "schema": "plimsoll.curve/1",
        "name": variant.name,
        "store": str(variant.store),
        "campaigns": list(variant.campaigns),
        "over": over,
        "curves": [_curve(runs, variant.searches, over, at) for runs in groups.values()],
    }


def _y(runs: Sequence[Run]) -> str:
    latency = "completion latency" if any(run.is_imported for run in runs) else "response time"
    return f"mean {latency}, ns"


def _all_runs(variant: Variant) -> list[Run]:
    return [*variant.runs, *(run for search in variant.searches for run in search.runs)]


def _is_complete(run: Run) -> bool:
    """Whether nearly all operations completed: the mean latency leaves out the others."""
    every = run.record["all"]
    # A count that an imported file lacks is taken as 0; those Runs are marked.
    return (every["errors"] or 0) + (every["unfinished"] or 0) <= LOST * (every["count"] or 0)


def _has_point(run: Run, over: Over) -> bool:
    """Whether a Run has both figures of a point. Imported Runs may lack the latency."""
    return _x(run, over) is not None and (over != "rate" or bool(_spans(run)["mean"]))


def _x(run: Run, over: Over) -> float | None:
    """The position of a Run on the axis; None where it is no point of such a curve."""
    if over == "rate":
        return run.offered_rate
    if run.offered_rate is not None:
        return None
    if over == "hosts":
        return float(sum(int(group["clients"]) for group in run.spec["clients"])) or None
    load = run.spec["load"]
    # Imported files may lack it.
    asked: object = load.get("workers" if over == "workers" else "queue_depth")
    return float(asked) if isinstance(asked, int) else None


def _curve_key(run: Run, over: Over) -> dict[str, object]:
    """The values that all Runs of a curve share."""
    spec, load = run.spec, run.spec["load"]
    shared: dict[str, object] = {
        "workload": spec["workload"],
        "clock": spec["clock"],
        "access": spec["access"],
        "target": spec["target"]["name"],
        **({"imported": True} if run.is_imported else {}),
    }
    if over == "rate" and load["kind"] == "open":
        return shared | {"arrivals": load["arrivals"]}
    return shared | {"load": {key: value for key, value in load.items() if key != over}}


def _curve(
    runs: Sequence[Run], searches: Sequence[Search], over: Over, at: Sequence[float]
) -> CurveDocument:
    points = [_point(run, over) for run in runs]
    fit = curves.service_curve(points) if over == "rate" else curves.scalability(points)
    no_fit = None if fit is not None else _no_fit(points, over)
    spec = runs[0].spec
    mine = [search for search in searches if search.runs[0].spec["workload"] == spec["workload"]]
    find = mine[-1].find if mine else None
    line, knee, top = (
        (None, None, None) if find is None else (find.load_line, find.knee, find.maximum)
    )
    return {
        "words": f"{spec['target']['name']}: {workload_text.short(spec['workload'])}",
        "load_line": _searched_line(line) if line else None,
        "knee": (
            {"rate_per_s": knee.rate_per_s, "low": knee.low, "high": knee.high} if knee else None
        ),
        "maximum": (
            {"rate_per_s": top.rate_per_s, "lower_bound": top.lower_bound} if top else None
        ),
        "y": _y(runs) if over == "rate" else "achieved IOPS",
        "points": [
            {"x": point.x, "y": point.y, "run": run.id}
            for point, run in zip(points, runs, strict=True)
        ],
        "client_bound": sum(_client_bound(run) for run in runs),
        "fit": None if fit is None else _fit(fit, at or _own(fit, line)),
        "why_no_fit": None if no_fit is None else _why_not(no_fit, over),
        "no_fit": no_fit,
    }


def _searched_line(line: LineDocument) -> SearchedLine:
    return {
        "rate_per_s": line.rate_per_s,
        "low": line.low,
        "high": line.high,
        "low_confirmed": line.low_confirmed,
        "objective": line.objective,
        "grade": line.grade,
    }


def _client_bound(run: Run) -> bool:
    """Whether the generator's processor set the rate of a closed loop: such a point lies on the
    generator's curve."""
    return run.offered_rate is None and run.record["limited_by"]["value"] == "client_cpu"


def _point(run: Run, over: Over) -> Point:
    x = _x(run, over)
    assert x is not None
    if over != "rate":
        return Point(x, float(run.record["achieved_rate_per_s"]))
    spans = _spans(run)
    count = max(1, run.record["all"]["count"] or 0)
    mean = spans["mean"]
    assert mean, "Runs without a mean are no points"
    # A file without a deviation: as large as the mean, as where operations come at random.
    stddev: float | None = spans["stddev"]
    return Point(x, mean, (mean if stddev is None else stddev) / mean / math.sqrt(count))


def _spans(run: Run) -> Summary:
    """Of an imported Run completion latency: no file tells response time."""
    every = run.record["all"]
    return every["completion_latency_ns"] if run.is_imported else every["response_time_ns"]


def _own(fit: Fit, line: LineDocument | None) -> list[float]:
    if fit.family == "usl":
        return [2 * fit.measured[1]]
    shares = [share * fit.parameters["x_max"].value for share in DEFAULT_SHARES]
    rate = line.rate_per_s if line else None
    return sorted([*shares, *([rate] if rate else [])])


def _fit(fit: Fit, at: Sequence[float]) -> FitDocument:
    return {
        "family": fit.family,
        "parameters": {
            name: {"value": found.value, "low": found.low, "high": found.high}
            for name, found in fit.parameters.items()
        },
        "confidence": curves.CONFIDENCE,
        "residual": fit.residual,
        "runs": fit.runs,
        "freedom": fit.freedom,
        "measured": list(fit.measured),
        "predictions": [
            {
                "at": p.at,
                "value": p.value,
                "low": p.low,
                "high": p.high,
                "extrapolated": p.extrapolated,
            }
            for p in map(fit.predict, at)
        ],
    }


def _no_fit(points: Sequence[Point], over: Over) -> NoFit:
    values = len({point.x for point in points})
    least = curves.LEAST_POINTS if over == "rate" else curves.LEAST_SCALE_POINTS
    if values < least:
        return {"kind": "too_few_values", "values": values, "least": least}
    kind: Literal["latency_does_not_rise", "too_few_runs"] = (
        "latency_does_not_rise" if over == "rate" else "too_few_runs"
    )
    return {"kind": kind, "values": values, "least": least}


def _why_not(no_fit: NoFit, over: Over) -> str:
    if no_fit["kind"] != "too_few_values":
        return message(f"no-fit-{no_fit['kind']}")
    least, values = no_fit["least"], no_fit["values"]
    return message(
        "no-fit-too_few_values", least=least, over=message(f"over-{over}"), values=values
    )


def head(document: CurvesDocument) -> list[str]:
    """The columns of the predictions."""
    further = message("curve-further-runs")
    if document["over"] == "rate":
        return [message("curve-at-rate"), _latency(document), further, ""]
    over = message(f"over-{document['over']}")
    return [message("curve-at", over=over), message("curve-rate"), further, ""]


_LATENCIES = {
    "mean response time, ns": "response_time",
    "mean completion latency, ns": "completion_latency",
}


def _latency(document: CurvesDocument) -> str:
    several = {_LATENCIES[curve["y"]] for curve in document["curves"]}
    return message(f"curve-mean-{several.pop() if len(several) == 1 else 'either'}")


def rows(document: CurvesDocument, curve: CurveDocument) -> list[list[str]]:
    """A row per prediction; what lies outside of what was measured is marked."""
    write = units.nanos if document["over"] == "rate" else units.rate
    made = []
    for found in curve["fit"]["predictions"] if curve["fit"] is not None else ():
        mark = message("curve-extrapolated") if found["extrapolated"] else ""
        if found["value"] is None:
            made.append([units.rate(found["at"]), "–", "–", message("curve-beyond")])
        else:
            made.append(
                [
                    units.rate(found["at"]),
                    write(found["value"]),
                    _between(found, write),
                    mark,
                ]
            )
    return made


def _between(found: PredictionDocument, write: Callable[[float | None], str]) -> str:
    """The interval of a prediction; that there is none where the Runs do not bound it."""
    if found["low"] is None or found["high"] is None:
        return message("curve-not-bounded")
    return message("curve-between", low=write(found["low"]), high=write(found["high"]))


def sentences(curve: CurveDocument) -> list[str]:
    """Knee, maximum and line side by side, then what the fit says."""
    line, knee, top, fit = curve["load_line"], curve["knee"], curve["maximum"], curve["fit"]
    side = [] if line is None else _line_clauses(line)
    if knee and knee["rate_per_s"]:
        rate, low, high = map(units.rate, (knee["rate_per_s"], knee["low"], knee["high"]))
        side.append(message("curve-knee", rate=rate, low=low, high=high))
    if top and top["rate_per_s"]:
        code = "curve-maximum-at-least" if top["lower_bound"] else "curve-maximum"
        side.append(message(code, rate=units.rate(top["rate_per_s"])))
    if fit and fit["family"] == "service":
        side.append(message("curve-asymptote", rate=_parameter(fit["parameters"]["x_max"])))
    said = [" · ".join(side)] if side else []
    if fit is None:
        return [*said, message("curve-no-fit", reason=curve["why_no_fit"])]
    low, high = (units.rate(end) for end in fit["measured"])
    residual = units.significant_percent(fit["residual"], 2)
    basis = {"runs": fit["runs"], "low": low, "high": high, "residual": residual}
    p = fit["parameters"]
    if fit["family"] == "service":
        figures = {"r0": units.nanos(p["r0"]["value"]), "a": units.nanos(p["a"]["value"])}
        fitted = message(
            "curve-fit-service", p=units.significant(p["p"]["value"], 3), **figures, **basis
        )
    else:
        sizes = {"sigma": _small(p["sigma"]), "kappa": _small(p["kappa"]), **basis}
        rate = _parameter(p["lambda"])
        if "peak" in p:
            peak = units.rate(p["peak"]["value"])
            fitted = message("curve-fit-usl-peak", rate=rate, peak=peak, **sizes)
        else:
            fitted = message("curve-fit-usl", rate=rate, **sizes)
    if full := curve["client_bound"]:
        fitted = language.clauses([fitted, message("curve-client-bound", count=full)])
    return [*said, fitted]


def _line_clauses(line: SearchedLine) -> list[str]:
    rate, low, high = map(units.rate, (line["rate_per_s"], line["low"], line["high"]))
    objective = line["objective"]
    if line["grade"] == "estimated":
        return [message("curve-line-estimated", rate=rate, low=low, high=high, objective=objective)]
    if line["low"] and line["low_confirmed"] is False:
        return [message("curve-line-not-confirmed", low=low)]
    if line["low"] and line["high"]:
        return [message("curve-line", low=low, high=high, objective=objective)]
    return [message("curve-line-or-more", low=low, objective=objective)] if line["low"] else []


def _parameter(found: ParameterDocument) -> str:
    value, low, high = map(units.rate, (found["value"], found["low"], found["high"]))
    return message("curve-value", value=value, low=low, high=high)


def _small(found: ParameterDocument) -> str:
    low, high = (
        units.DASH if end is None else units.significant(_nearly(end), 2)
        for end in (found["low"], found["high"])
    )
    value = units.significant(_nearly(found["value"]), 3)
    return message("curve-value", value=value, low=low, high=high)


def _nearly(value: float) -> float:
    """Zero, where it is nothing but rounding."""
    return 0.0 if value < 1e-9 else value
