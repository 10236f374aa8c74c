"""The tables of a grid: compared settings side by side, and every place with its figures and
outcome."""

from plimsoll.base import language, limiter_text, units
from plimsoll.report.common import answer as answer_text
from plimsoll.report.describe import Column, Table
from plimsoll.report.evidence import figures, properties, records, sample_counts
from plimsoll.report.evidence.evidence import Evidence
from plimsoll.report.evidence.figures import Measure
from plimsoll.report.evidence.points import Place, Places
from plimsoll.report.grid.charts import axis_label, value_text
from plimsoll.report.messages import message
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
    label = "IOPS" if places.leaves == "run" else axis_label(rate)
    speed_label = message("column-bytes")
    columns = (
        *(Column(properties.name_words(rest_name, "start"), number=False) for rest_name in rest),
        *(Column(message("named", name=label, text=version)) for version in versions),
        *(
            Column(message("column-ratio", version=version, reference=versions[0]))
            for version in versions[1:]
        ),
        *(Column(message("named", name=speed_label, text=version)) for version in versions),
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
                    units.DASH
                    if not first or other is None
                    else units.significant(other / first, 3)
                    for other in ratios
                ),
                *(_cell(speed, by.get(version)) for version in versions),
            )
        )
    caption = [message("ratios-caption")] if len(versions) > 1 else []
    caption += [message("marks-caption")] if any(place.mark for place in places.all) else []
    caption += [message("means-caption")] if places.repeats > 1 else []
    caption += [message("low-ends-caption")] if places.leaves == "line" else []
    return Table(message(f"compared-{name}"), columns, tuple(body), language.sentences(caption))


def every(store: Store, evidence: Evidence, places: Places, measures: tuple[Measure, ...]) -> Table:
    """A row per place: figures with spread, repeats, operations and outcome."""
    judged = bool(figures.objectives(evidence))
    line = places.leaves == "line"
    failed = any(
        sample_counts.count_failures(repeat.run for repeat in place.repeats) for place in places.all
    )
    columns = (
        *(
            Column(properties.name_words(dimension.name, "start"), number=False)
            for dimension in places.dimensions
        ),
        *(Column(axis_label(measure)) for measure in measures),
        *((Column(message("label-iops", label=message("maximum"))),) if line else ()),
        Column(message("outcome"), number=False),
        *((Column(message("objective"), number=False),) if judged else ()),
        Column(message("limited-by-name"), number=False),
        Column(message("column-repeats")),
        Column("n"),
        *((Column(message("errors")),) if failed else ()),
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
                message(
                    "n-of",
                    n=sum(repeat.counts for repeat in place.repeats),
                    of=len(place.repeats),
                ),
                units.count(n) if n else units.DASH,
                *((_failure_text(place),) if failed else ()),
            )
        )
    caption = [message("places-caption", latency=records.metric_words(evidence.metric))]
    caption += [message("marks-caption")] if any(place.mark for place in places.all) else []
    caption += [message("failed-caption")] if failed else []
    caption += [message("repeats-caption")] if places.repeats > 1 else []
    caption += [message("lines-in-grid-caption")] if line else []
    return Table(
        message("every-place", kind=places.noun, n=len(rows)),
        columns,
        tuple(rows),
        language.sentences(caption),
        tuple(place.run_id for place in places.all),
    )


def _cell(measure: Measure, place: Place | None) -> str:
    if place is None:
        return units.DASH
    figure = measure.read(place)
    text = value_text(measure, figure)
    if not place.mark:
        return text
    return place.mark if figure is None else language.listing((text, place.mark))


def _value(measure: Measure, place: Place | None) -> float | None:
    figure = measure.read(place) if place is not None and place.stands else None
    return None if figure is None else figure.value


def _became(place: Place) -> str:
    if not place.mark:
        return message("outcome-ok")
    why = language.clauses(
        dict.fromkeys(repeat.why for repeat in place.repeats if repeat.mark and repeat.why)
    )
    return message("named", name=place.mark, text=why) if why else place.mark


def _failure_text(place: Place) -> str:
    failures = sample_counts.count_failures(repeat.run for repeat in place.repeats)
    return failures.error_text if failures.operations else units.DASH


def _met_text(met: bool | None) -> str:
    if met is None:
        return units.DASH
    return message("judged-met") if met else message("judged-missed")


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
        else f"{text} ({language.interval(units.rate(min(found)), units.rate(max(found)))})"
    )


def _limits(places: Places, place: Place) -> str:
    """The limiters of the repeats, each once."""
    found = limiters(places, place)
    words = (answer_text.limiter(one) if one else limiter_text.words("unknown") for one in found)
    return language.listing(dict.fromkeys(words)) or units.DASH


def limiters(places: Places, place: Place) -> list[str]:
    """The limiter of each repeat; empty where it is not known."""
    found = []
    for repeat in place.counting:
        answer, of_run = repeat.answer, repeat.run and repeat.run.measurement
        value: str | None = None
        if places.leaves == "run":
            value = of_run.limiter if of_run else None
        elif answer.climb is not None:
            value = answer.climb.limited_by
        elif answer.find is not None:
            value = answer.line.limited_by["value"]
        found.append("" if value in (None, "unknown") else str(value))
    return found
