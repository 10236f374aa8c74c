"""Figures of a place (one combination of settings) over all its repeats: rates, bytes and
latencies.

Rates and means are means over the repeats, with the lowest and highest beside them. Percentiles
come from the merged distributions of the repeats. Where the store lacks those, every repeat
keeps its own: percentiles are never averaged."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from plimsoll.base import language, units
from plimsoll.report.evidence import records
from plimsoll.report.evidence.evidence import (
    Evidence,
    Objective,
    Run,
    objective_count,
    parse_objectives,
)
from plimsoll.report.messages import message
from plimsoll.store import Store

if TYPE_CHECKING:
    from plimsoll.judge.levels import Level
    from plimsoll.native.record import Summary
    from plimsoll.report.describe import Unit
    from plimsoll.report.evidence.points import Place, Places, Repeat
    from plimsoll.search.strategies import Leaves


@dataclass(frozen=True)
class PlaceFigure:
    """A figure of a place in base units, with its lowest and highest value and the number of
    repeats."""

    value: float
    low: float
    high: float
    n: int
    text: str
    """The value as text, without the spread."""


def text_of(figure: PlaceFigure | None) -> str:
    """A figure as text; a dash without one."""
    return units.DASH if figure is None else figure.text


@dataclass(frozen=True)
class Measure:
    """A kind of figure that every place may have."""

    name: str
    unit: Unit
    read: Callable[[Place], PlaceFigure | None]
    metric: str = ""
    """The latency metric; empty for other figures."""
    figure: str = ""
    """The figure of all operations that it is, by its name in a record; empty for others."""

    def spread(self, figure: PlaceFigure) -> str:
        """Lowest and highest as text; a dash when they are equal."""
        low, high = figure_text(self.unit, figure.low), figure_text(self.unit, figure.high)
        return units.DASH if low == high else language.interval(low, high)


def figure_text(unit: Unit, value: float | None) -> str:
    """A figure as text; rates carry no unit."""
    if value is None:
        return units.DASH
    if unit == "time":
        return units.nanos(value)
    if unit == "bytes_per_s":
        return units.throughput(value)
    return units.rate(value)


def rate(places: Places) -> Measure:
    """The rate that a campaign is about: achieved, the maximum, or the low end of the load line."""
    name = message("measure-rate", leaves=places.leaves or "run")
    return Measure(name, "rate", lambda place: _rate(places.leaves, place))


def bytes_per_s() -> Measure:
    """The throughput of a place."""
    return Measure(message("bytes-per-second"), "bytes_per_s", _bytes_per_s)


SYNCS = ("flush", "completion_latency")
"""Kind and metric of the latency of syncs."""


def response(
    store: Store, figure: str, kind: str = "all", metric: str = "response_time"
) -> Measure:
    """A figure of a response time (or another latency) by its name in a record: mean, p99, p99_9,
    max."""
    name = records.latency_name(figure, metric, kind)
    if figure in ("mean", "max"):
        name = language.capital(name)
    return Measure(
        name,
        "time",
        lambda place: latency(store, place, figure, kind, metric),
        metric,
        figure if kind == "all" else "",
    )


def measures(
    store: Store, evidence: Evidence, places: Places, levels: Sequence[Level]
) -> tuple[Measure, ...]:
    """The figures of a grid: rate, bytes/s, mean and p99, and any other figure of an objective
    or level."""
    own = evidence.metric
    found = [rate(places), bytes_per_s()]
    found += [response(store, name, metric=own) for name in ("mean", "p99")]
    held = [
        *((goal.figure, goal.kind, goal.metric) for goal in objectives(evidence)),
        *(
            (level.figure, "all", own)
            for level in levels
            if level.of == "time" and not level.of_syncs
        ),
        *((level.figure, *SYNCS) for level in levels if level.of_syncs),
    ]
    if any(run.measurement.syncs for run in evidence.measured_runs if run.measurement):
        held += [(figure, *SYNCS) for figure in ("mean", "p99")]
    usual = {("mean", "all", own), ("p99", "all", own)}
    found += [response(store, *key) for key in dict.fromkeys(held) if key not in usual]
    return tuple(found)


def latency_of(measures: Sequence[Measure]) -> str:
    """The latency metric of these figures in words."""
    return records.metric_words(
        next((measure.metric for measure in measures if measure.metric), "response_time")
    )


def objectives(evidence: Evidence) -> list[Objective]:
    """Every objective of a campaign that is a figure of a record."""
    return list(parse_objectives(evidence.load_line.objective or evidence.campaign.objective))


def meets_objective(store: Store, evidence: Evidence, place: Place) -> bool | None:
    """Whether a place meets the objective: by its verdicts, else by its figures. None when neither
    decides.

    Only offered rates are judged; closed loops are compared with the bound."""
    fallen = [
        repeat.run
        for repeat in place.repeats
        if repeat.run is not None and repeat.run.row.outcome == "cannot_carry"
    ]
    if fallen:
        # A rate that was not carried counts as a miss: the backlog grew, whatever the objective.
        fell = {run.measurement.verdict for run in fallen if run.measurement}
        return None if fell == {"undecided"} else False
    if not place.stands:
        return None
    verdicts = {repeat.answer.verdict for repeat in place.repeats if repeat.counts}
    if verdicts & {"pass", "fail", "undecided"}:
        return False if "fail" in verdicts else True if verdicts == {"pass"} else None
    wanted = objectives(evidence)
    if not wanted or len(wanted) < objective_count(evidence.campaign.objective):
        return None
    measurements = [
        (goal, latency(store, place, goal.figure, goal.kind, goal.metric)) for goal in wanted
    ]
    if any(found is not None and found.value > goal.bound_ns for goal, found in measurements):
        return False
    # A lower bound can show a miss, but never that the bound is met.
    return (
        True
        if all(found is not None and "> " not in found.text for _, found in measurements)
        else None
    )


def achieved_rate(place: Place) -> PlaceFigure | None:
    """The achieved rate of the Runs of a place."""
    return _rate("run", place)


def _rate(leaves: Leaves | None, place: Place) -> PlaceFigure | None:
    pairs = [pair for repeat in place.counting if (pair := _rates(leaves, repeat)) is not None]
    if not pairs:
        return None
    value = statistics.fmean(low for low, _ in pairs)
    if leaves == "line":
        value = statistics.fmean(
            at for repeat in place.counting if (at := _line_at(repeat)) is not None
        )
    text = units.rate(value)
    if leaves == "line" and any(repeat.answer.line.is_estimated for repeat in place.counting):
        text = message("estimated-rate", rate=text)
    elif any(_is_bound(leaves, repeat) for repeat in place.counting):
        text = f"≥ {text}"
    low, high = min(low for low, _ in pairs), max(high for _, high in pairs)
    return PlaceFigure(value, low, high, len(pairs), text)


def _rates(leaves: Leaves | None, repeat: Repeat) -> tuple[float, float] | None:
    if leaves == "maximum":
        top = repeat.answer.climb
        return None if top is None else (top.rate_per_s, top.rate_per_s)
    if leaves == "line":
        line = repeat.answer.line
        # The end to plan with: the held one of a confirmed line, the lower one of an estimate.
        if line.low is None or _line_at(repeat) is None:
            return None
        high = line.high if line.is_estimated or line.high_confirmed else None
        return line.low, high or line.low
    if repeat.run is None or _has_no_measure(repeat.run):
        return None
    rate_per_s = repeat.run.row.achieved_rate_per_s
    return None if rate_per_s is None else (rate_per_s, rate_per_s)


def _line_at(repeat: Repeat) -> float | None:
    """The position of a Point's load line: the held end, or the estimate from all Runs. None
    when it was not placed."""
    line = repeat.answer.line
    if not line.is_estimated:
        return line.low
    return line.rate_per_s or line.low if line.is_placed else None


def _has_no_measure(run: Run) -> bool:
    """Whether Measure never began, as when the target did not become steady. The figures of such
    a record are zero."""
    return run.measurement is not None and run.measurement.measure_s == 0


def _is_bound(leaves: Leaves | None, repeat: Repeat) -> bool:
    if leaves == "maximum":
        return repeat.answer.climb is not None and repeat.answer.climb.lower_bound
    line = repeat.answer.line
    return (
        leaves == "line"
        and not line.is_estimated
        and (line.high is None or not line.high_confirmed)
    )


def _bytes_per_s(place: Place) -> PlaceFigure | None:
    values = [
        float(figures.bytes_per_s)
        for repeat in place.counting
        if repeat.run
        and (figures := repeat.run.measurement)
        and figures.measure_s != 0
        and figures.bytes_per_s is not None
    ]
    if not values:
        return None
    value = statistics.fmean(values)
    return PlaceFigure(
        value, min(values), max(values), len(values), figure_text("bytes_per_s", value)
    )


def latency(
    store: Store, place: Place, figure: str, kind: str = "all", metric: str = "response_time"
) -> PlaceFigure | None:
    """A latency figure over the repeats of a place, by its name in a record; None when no sample
    supports it."""
    key = (figure, kind, metric)
    if key not in place.figures:
        place.figures[key] = _latency(store, place, figure, kind, metric)
    found: PlaceFigure | None = place.figures[key]
    return found


def _latency(store: Store, place: Place, figure: str, kind: str, metric: str) -> PlaceFigure | None:
    runs = [repeat.run for repeat in place.counting if repeat.run is not None]
    own = [run.figures(kind, metric) for run in runs]
    values = [float(value) for spans in own if (value := records.figure(spans, figure)) is not None]
    if not own or (len(own) == 1 and not values):
        return None
    bound = "> " if any(figure in spans["at_least"] for spans in own) else ""
    if len(own) == 1:
        return PlaceFigure(values[0], values[0], values[0], 1, records.latency_text(own[0], figure))
    if figure == "mean":
        if not values:
            return None
        value = statistics.fmean(values)
    elif figure in ("min", "max"):
        if not values:
            return None
        value = min(values) if figure == "min" else max(values)
    else:
        merged = _merged_summary(store, [run.row.id for run in runs], kind, metric)
        if merged is None:
            if not values:
                return None
            each = " / ".join(records.latency_text(spans, figure) for spans in own)
            return PlaceFigure(max(values), min(values), max(values), len(values), each)
        if (carried := records.figure(merged, figure)) is None:
            return None
        value = float(carried)
    low, high = min([value, *values]), max([value, *values])
    return PlaceFigure(
        value,
        low,
        high,
        len(values) if figure in ("mean", "min", "max") else len(own),
        bound + units.nanos(value),
    )


def _merged_summary(store: Store, runs: list[int], kind: str, metric: str) -> Summary | None:
    """The summary of the merged distributions of several Runs; None when the store lacks any of
    them."""
    from plimsoll.native import histogram

    wanted = histogram.RESPONSE_TIME if metric == "response_time" else (metric,)
    blobs: list[bytes] = []
    for run in runs:
        found = {
            name: blob
            for name, blob in store.histograms(run).items()
            if name.partition(".")[2] in wanted
            and (kind == "all" or name.partition(".")[0] == kind)
        }
        if not any(name.endswith(f".{metric}") for name in found):
            return None
        blobs += found.values()
    return histogram.summary(blobs)
