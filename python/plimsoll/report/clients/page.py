"""The report of clients: rate and response time of each kind of client of described storage, over a
varying setting. It shows what a neighbour's growing load costs the others.

Figures are those of each kind in a Run; of repeats the median Run is shown."""

import math
from collections.abc import Sequence
from operator import attrgetter
from typing import NamedTuple

from plimsoll.base import language, units
from plimsoll.report import conditions, describe
from plimsoll.report.campaign import text as campaign_text
from plimsoll.report.common.panels import from_zero, panel
from plimsoll.report.evidence import points, properties, records
from plimsoll.report.evidence.evidence import Evidence
from plimsoll.report.evidence.points import Place, Places
from plimsoll.report.first import screen
from plimsoll.report.first.summary import Summary
from plimsoll.report.messages import message
from plimsoll.report.request import ReportRequest

DASHES: tuple[describe.Dash, ...] = ("solid", "dashed", "dotted", "dash-dot", "long")
MOST_LINES = 12
"""Lines in a chart: more cannot be told apart."""
HURT_FACTOR = 1.25
"""Growth of p99 from which a client counts as hurt; smaller changes are noise on most machines."""


class ClientResult(NamedTuple):
    """The result of one kind of client at one place."""

    place: Place
    run: int
    client: str
    offered: float | None
    rate: float
    bytes_per_s: float
    mean: float | None
    p99: float | None
    carried: bool
    """False: the load was not carried, and the times would be longer in a longer Run."""


class Series(NamedTuple):
    """One kind of client along the varying setting, with all other settings equal."""

    client: str
    rest: str
    results: tuple[ClientResult, ...]


def fits(evidence: Evidence) -> str | None:
    """Needs Runs of described storage with several kinds of clients, and a varying setting."""
    if not evidence.points:
        return message("asks-one-question")
    found = points.gather(evidence)
    if not found.dimensions:
        return message("nothing-varies")
    if found.leaves != "run":
        return message("points-are-searches")
    if len({result.client for result in _client_results(found)}) < 2:
        return message("too-few-clients")
    return None


def build(request: ReportRequest) -> describe.Page:
    """Describes the report."""
    evidence = request.evidence
    found = points.gather(evidence)
    along = _along(found)
    series = _series(found, along)
    return conditions.page(
        [evidence],
        title=message("clients-title", subject=campaign_text.subject(evidence)),
        answer=_answer(found, along, series),
        because=campaign_text.because(evidence),
        figures=(*_figures(series, along), *campaign_text.figures(evidence)),
        sections=(_chart(found, along, series), _table(found, along, series)),
        extra={
            "clients": [
                {
                    "client": entry.client,
                    "at": {name: got.place.text(name) for name in got.place.values},
                    "run": got.run,
                    "offered_rate_per_s": got.offered,
                    "achieved_rate_per_s": got.rate,
                    "response_time_ns": {"mean": got.mean, "p99": got.p99},
                }
                for entry in series
                for got in entry.results
            ]
        },
        slicers=found.slicers(()),
        first=screen.draw([evidence], _first(along, series)),
    )


def _client_results(found: Places) -> list[ClientResult]:
    """The results of every kind of client at each place that counts."""
    results = []
    for place in found.all:
        runs = [
            (run.row.id, run.measurement)
            for run in (repeat.run for repeat in place.counting)
            if run is not None and run.measurement is not None
        ]
        if not runs or not place.describes_target:
            continue
        by_rate = sorted(runs, key=lambda run: run[1].achieved_rate_per_s)
        number, figures = by_rate[len(runs) // 2]
        for client in figures.clients:
            spans = client["all"]["response_time_ns"]
            results.append(
                ClientResult(
                    place,
                    number,
                    client["name"],
                    client["offered_rate_per_s"],
                    client["achieved_rate_per_s"],
                    client["bytes_per_s"],
                    spans["mean"],
                    spans["p99"] if place.stands else spans["p99"] or spans["max"],
                    place.stands,
                )
            )
    return results


def _along(found: Places) -> str:
    """The property along the x axis: the varying load of a client, else the one with most
    values."""
    loads = [dimension for dimension in found.dimensions if dimension.name.startswith("client.")]
    return max(loads or found.dimensions, key=lambda dimension: len(dimension.values)).name


def _neighbour(along: str) -> str | None:
    """The client whose load varies, the neighbour."""
    return along.split(".")[1] if along.startswith("client.") else None


def _rest(place: Place, along: str) -> str:
    return language.listing(
        points.labelled_value(name, text)
        for name, (_, text) in place.values.items()
        if name != along
    )


def _series(found: Places, along: str) -> list[Series]:
    every = _client_results(found)
    keys = dict.fromkeys((result.client, _rest(result.place, along)) for result in every)
    return [
        Series(
            client,
            rest,
            tuple(
                result
                for result in every
                if (result.client, _rest(result.place, along)) == (client, rest)
            ),
        )
        for client, rest in keys
    ]


def _others(series: Sequence[Series], along: str) -> list[Series]:
    """The clients with constant load; all clients when none varies."""
    varied = _neighbour(along)
    return [entry for entry in series if entry.client != varied] or list(series)


def _answer(found: Places, along: str, series: Sequence[Series]) -> str:
    sentences = [_client_sentence(entry, found, along) for entry in _others(series, along)]
    return language.sentences(text for text in sentences if text)


def _client_sentence(entry: Series, found: Places, along: str) -> str:
    """How a client's figures change from the first value to the last."""
    known = [got for got in entry.results if got.p99 is not None]
    if len(known) < 2:
        return ""
    first, last = known[0], known[-1]
    assert first.p99 is not None
    assert last.p99 is not None
    client = entry.client
    if entry.rest:
        client = message("client-with", client=client, rest=entry.rest)
    factor = last.p99 / first.p99
    changed = factor >= HURT_FACTOR or factor <= 1 / HURT_FACTOR
    return message(
        "client-changed",
        client=client,
        p99=_least(first, first.p99),
        p99_after=_least(last, last.p99),
        factor=units.significant(factor, 2) if changed else "none",
        rate=units.rate(first.rate),
        rate_after=units.rate(last.rate),
        setting=properties.name_words(along),
        value=first.place.text(along),
        value_after=last.place.text(along),
    )


def _first(along: str, series: Sequence[Series]) -> Summary:
    """The cost to the clients with constant load."""
    worse = []
    for entry in _others(series, along):
        known = [got.p99 for got in entry.results if got.p99 is not None]
        if len(known) > 1:
            worst = max(known)
            worse.append((worst / known[0], known[0], worst, entry))
    if not worse:
        return Summary(
            describe.Badge("measured", message("badge-measured")), (message("too-few-for-p99"),)
        )
    worse.sort(key=lambda found: found[0], reverse=True)
    factor, first, last, entry = worse[0]
    harmed = [each for each in worse if each[0] >= HURT_FACTOR]
    name = language.listing((entry.client, entry.rest)) if entry.rest else entry.client
    badge, heads = describe.Badge("met", message("not-hurt")), [message("no-client-hurt")]
    if harmed:
        badge = describe.Badge("mixed", message("hurt-in", n=len(harmed), of=len(worse)))
        times = units.nanos(first), units.nanos(last), units.significant(factor, 2)
        heads = [
            message("client-hurt", client=hurt, low=times[0], high=times[1], factor=times[2])
            for hurt in (name, entry.client)
        ]
    return Summary(
        badge, tuple(heads), describe.Figure(message("worst-p99"), units.nanos(last), name)
    ).with_rows(
        *(
            (
                language.listing((each.client, each.rest)) if each.rest else each.client,
                message("p99-range", low=units.nanos(low), high=units.nanos(high)),
            )
            for _, low, high, each in worse
        )
    )


def _figures(series: Sequence[Series], along: str) -> tuple[describe.Figure, ...]:
    known = [
        got for entry in _others(series, along) for got in entry.results if got.p99 is not None
    ]
    if not known:
        return ()
    worst = max(known, key=lambda got: got.p99 or 0.0)
    return (
        describe.Figure(
            message("worst-p99-of-client"),
            units.nanos(worst.p99),
            language.listing((worst.client, worst.place.words)),
        ),
    )


def _chart(found: Places, along: str, series: Sequence[Series]) -> describe.Chart:
    values = found.dimension(along).values
    drawn = list(series)[:MOST_LINES]
    clients = list(dict.fromkeys(entry.client for entry in drawn))
    rests = list(dict.fromkeys(entry.rest for entry in drawn))
    at = {text: number for number, text in enumerate(values)}
    times: list[describe.Line | describe.Marks] = []
    rates: list[describe.Line | describe.Marks] = []
    for entry in drawn:
        colour = clients.index(entry.client)
        dash = DASHES[rests.index(entry.rest) % len(DASHES)]
        name = language.listing(filter(None, (entry.client, entry.rest)))
        of_place = {at[got.place.text(along)]: got for got in entry.results}
        for into, value in ((times, attrgetter("p99")), (rates, attrgetter("rate"))):
            marks = tuple(
                describe.At(
                    x,
                    y,
                    ((message("client"), entry.client), (message("fact-run"), str(got.run))),
                    run=got.run,
                )
                for x, got in sorted(of_place.items())
                if (y := value(got)) is not None
            )
            if not marks:
                continue
            known = {mark.x: mark for mark in marks}
            places = range(int(marks[0].x), int(marks[-1].x) + 1)
            line = tuple(known.get(x) or describe.At(x, describe.GAP) for x in places)
            into.append(describe.Line(name, line, colour, dash))
            into.append(describe.Marks("", "dot", marks, colour))
    left = len(series) - len(drawn)
    notes = [
        describe.Note(message("p99-of-response-time")),
        *([describe.Note(message("not-drawn", n=left), keep=True)] if left else []),
    ]
    return describe.Chart(
        "clients",
        message("what-clients-got"),
        describe.categories(properties.name_words(along), values),
        (
            panel(_axis(records.latency_name("p99", "response_time"), "time", times), times),
            panel(_axis("IOPS", "rate", rates), rates),
        ),
        tuple(notes),
    )


def _least(got: ClientResult, value: float | None) -> str:
    """A time; a lower bound when the load was not carried."""
    return units.nanos(value) if got.carried or value is None else f"> {units.nanos(value)}"


def _axis(
    label: str, unit: describe.Unit, series: Sequence[describe.Line | describe.Marks]
) -> describe.Axis:
    """An axis from zero; for times a log axis, since they differ by large factors."""
    values = [
        at.y for drawn_series in series for at in drawn_series.points if not math.isnan(at.y)
    ] or [1.0]
    if unit == "time":
        return describe.Axis(label, unit, log=True, low=min(values) / 1.5, high=max(values) * 1.5)
    return from_zero(label, unit, values)


def _table(found: Places, along: str, series: Sequence[Series]) -> describe.Table:
    names = [dimension.name for dimension in found.dimensions if dimension.name != along]
    names.append(along)
    columns = (
        describe.Column(message("head-client"), number=False),
        *(describe.Column(properties.name_words(name), number=False) for name in names),
        describe.Column(message("head-offered")),
        describe.Column(message("head-achieved")),
        describe.Column(message("head-bytes-per-second")),
        describe.Column(records.figure_words("mean")),
        describe.Column("p99"),
    )
    rows, runs = [], []
    for entry in series:
        for got in entry.results:
            rows.append(
                (
                    got.client,
                    *(got.place.text(name) for name in names),
                    units.rate(got.offered),
                    units.rate(got.rate),
                    units.throughput(got.bytes_per_s),
                    _least(got, got.mean),
                    _least(got, got.p99),
                )
            )
            runs.append(got.run)
    title = message("every-client", n=len(rows))
    return describe.Table(title, columns, tuple(rows), message("clients-caption"), tuple(runs))
