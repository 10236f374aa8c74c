"""The tables of a grid: compared settings side by side, and every place with its figures and
outcome."""

from __future__ import annotations

from plimsoll.base import units
from plimsoll.report.describe import Column, Table
from plimsoll.report.evidence import figures, records, sample_counts
from plimsoll.report.evidence.evidence import Evidence
from plimsoll.report.evidence.figures import Measure
from plimsoll.report.evidence.points import Place, Places
from plimsoll.report.grid.charts import value_text
from plimsoll.store import Store


def comparison_table(places: Places, measures: tuple[Measure, ...]) -> Table | None:
    """IOPS and MiB/s of the compared values in columns, with ratios; None when nothing is
    compared."""
    name = places.axes.compared
    if not name:
        return None
    versions = places.dimension(name).values
    rest = [dimension.name for dimension in places.dimensions if dimension.name != name]
    rate, speed = measures[0], measures[1]
    rows: dict[tuple[str, ...], dict[str, Place]] = {}
    for place in places.all:
        rows.setdefault(tuple(place.text(dimension_name) for dimension_name in rest), {})[
            place.text(name)
        ] = place
    label = "IOPS" if places.leaves == "run" else f"{rate.name}, IOPS"
    columns = (
        *(
            Column(f"{dimension_name[0].upper()}{dimension_name[1:]}", number=False)
            for dimension_name in rest
        ),
        *(Column(f"{label}: {version}") for version in versions),
        *(Column(f"Ratio: {version} / {versions[0]}") for version in versions[1:]),
        *(Column(f"Bytes/s: {version}") for version in versions),
    )
    body = []
    for question, by in rows.items():
        first = _value(rate, by.get(versions[0]))
        ratios = [_value(rate, by.get(version)) for version in versions[1:]]
        body.append(
            (
                *question,
                *(_cell(rate, by.get(version)) for version in versions),
                *(
                    units.DASH if not first or other is None else f"{other / first:.3g}"
                    for other in ratios
                ),
                *(_cell(speed, by.get(version)) for version in versions),
            )
        )
    caption = "Ratios are of the rates. " if len(versions) > 1 else ""
    caption += _MARKS if any(place.mark for place in places.all) else ""
    if places.repeats > 1:
        caption += "Means over the repeats, with the lowest .. the highest. "
    if places.leaves == "line":
        caption += "Low ends of the load lines, with the high ends in brackets."
    return Table(f"{name[0].upper()}{name[1:]}s compared", columns, tuple(body), caption.strip())


_MARKS = (
    "A figure with words beside it was measured by a Run that is no evidence about the target, "
    "for the reason in those words: it is left out of ratios, of highest and lowest, and of the "
    "count that met the objective. "
)


def every(store: Store, evidence: Evidence, places: Places, measures: tuple[Measure, ...]) -> Table:
    """A row per place: figures with spread, repeats, operations and outcome."""
    judged = bool(figures.objectives(evidence))
    line = places.leaves == "line"
    failed = any(
        sample_counts.count_failures(repeat.run for repeat in place.repeats) for place in places.all
    )
    columns = (
        *(
            Column(f"{dimension.name[0].upper()}{dimension.name[1:]}", number=False)
            for dimension in places.dimensions
        ),
        *(
            Column(f"{measure.name}{', IOPS' if measure.unit == 'rate' else ''}")
            for measure in measures
        ),
        *((Column("Maximum, IOPS"),) if line else ()),
        Column("Outcome", number=False),
        *((Column("Objective", number=False),) if judged else ()),
        Column("Limited by", number=False),
        Column("Repeats"),
        Column("n"),
        *((Column("Errors"),) if failed else ()),
    )
    rows = []
    for place in places.all:
        runs = [repeat.run for repeat in place.counting if repeat.run is not None]
        n = sample_counts.of_runs(runs)
        rows.append(
            (
                *(place.text(dimension.name) for dimension in places.dimensions),
                *(_cell(measure, place) for measure in measures),
                *((_maxima(place),) if line else ()),
                _became(place),
                *((_met_text(figures.meets_objective(store, evidence, place)),) if judged else ()),
                _limits(places, place),
                f"{sum(repeat.counts for repeat in place.repeats)} of {len(place.repeats)}",
                units.count(n) if n else units.DASH,
                *((_failure_text(place),) if failed else ()),
            )
        )
    caption = (
        "A dash: the sample is too small for the figure, or there is none. n: operations behind"
        f" the {records.metric_words(evidence.metric)}."
    )
    if any(place.mark for place in places.all):
        caption += f" {_MARKS}".rstrip()
    if failed:
        caption += (
            " Errors: operations of all its Runs that failed, of those intended; they have no"
            " response time."
        )
    if places.repeats > 1:
        caption += (
            " Rates and means are means over the repeats that count, percentiles those of their"
            " merged distributions; in brackets the lowest .. the highest."
        )
    if line:
        caption += (
            " For a load line: its low end, with the high end in brackets; bytes and response "
            "times are those of the hold there."
        )
    return Table(
        f"Every {places.noun[:-1]} ({len(rows)})",
        columns,
        tuple(rows),
        caption,
        tuple(place.run_id for place in places.all),
    )


def _cell(measure: Measure, place: Place | None) -> str:
    if place is None:
        return units.DASH
    figure = measure.read(place)
    text = value_text(measure, figure)
    if not place.mark:
        return text
    return place.mark if figure is None else f"{text}, {place.mark}"


def _value(measure: Measure, place: Place | None) -> float | None:
    figure = measure.read(place) if place is not None and place.stands else None
    return None if figure is None else figure.value


def _became(place: Place) -> str:
    if not place.mark:
        return "ok"
    why = "; ".join(
        dict.fromkeys(repeat.why for repeat in place.repeats if repeat.mark and repeat.why)
    )
    return f"{place.mark}: {why}" if why else place.mark


def _failure_text(place: Place) -> str:
    failures = sample_counts.count_failures(repeat.run for repeat in place.repeats)
    return failures.error_text if failures.operations else units.DASH


def _met_text(met: bool | None) -> str:
    return {True: "met", False: "missed", None: units.DASH}[met]


def _maxima(place: Place) -> str:
    maxima = [top for repeat in place.counting if (top := repeat.answer.maximum) is not None]
    if not maxima:
        return units.DASH
    found = [top.rate_per_s for top in maxima]
    full = any(top.lower_bound for top in maxima)
    text = f"{'≥ ' if full else ''}{units.rate(sum(found) / len(found))}"
    return (
        text
        if len(found) == 1
        else f"{text} ({units.rate(min(found))} .. {units.rate(max(found))})"
    )


def _limits(places: Places, place: Place) -> str:
    """The limiters of the repeats, each once."""
    limiters = []
    for repeat in place.counting:
        answer, of_run = repeat.answer, repeat.run and repeat.run.measurement
        value: str | None = None
        if places.leaves == "run":
            value = of_run.limiter if of_run else None
        elif answer.climb is not None:
            value = answer.climb.limited_by
        elif answer.find is not None:
            value = answer.line.limited_by["value"]
        limiters.append(
            "not determined" if value in (None, "unknown") else str(value).replace("_", " ")
        )
    return ", ".join(dict.fromkeys(limiters)) or units.DASH
