"""The report of scaling: the gain from more workers, hosts or outstanding I/O, its end, and the
limiter there."""

from collections import Counter
from dataclasses import replace

from plimsoll.base import language, units
from plimsoll.features.scaling import charts as scaling_charts
from plimsoll.features.scaling import first, hosts
from plimsoll.features.scaling import ladders as scaling_ladders
from plimsoll.features.scaling.ladders import Ladder
from plimsoll.features.scaling.messages import message
from plimsoll.report import conditions
from plimsoll.report.campaign import text as campaign_text
from plimsoll.report.describe import Figure, Page, Slicer
from plimsoll.report.evidence.evidence import Evidence
from plimsoll.report.first import screen
from plimsoll.report.request import ReportRequest
from plimsoll.search.strategies import leaves

_MAX_SENTENCES = 4


def fits(evidence: Evidence) -> str | None:
    """The reason why a campaign has no such report, or None. It needs closed loops that differ in
    workers or queue depth alone, in the generating hosts, or in the hosts or clients of a described
    stack."""
    if evidence.points and leaves(evidence.points[0].strategy) != "run":
        return message("points-are-searches")
    if not scaling_ladders.ladders(None, evidence) and not hosts.fleets(None, evidence):
        return message("no-ladder")
    return None


def build(request: ReportRequest) -> Page:
    """Describes the report."""
    evidence = request.evidence
    groups = [
        group
        for group in (
            hosts.fleets(request.store, evidence),
            scaling_ladders.ladders(request.store, evidence),
        )
        if group
    ]
    found = tuple(ladder for group in groups for ladder in group)
    kinds = [
        tuple(ladder for ladder in found if ladder.over == over)
        for over in dict.fromkeys(ladder.over for ladder in found)
    ]
    on = [run.row.id for ladder in found for rung in ladder.rungs for run in rung.runs]
    # With a Run on two ladders, or two kinds of ladders, no slicer separates them: show every
    # chart.
    sliced = len(groups) == 1 and len(set(on)) == len(on)
    charts = [scaling_charts.chart(ladder, number) for number, ladder in enumerate(found)]
    charts += [
        chart
        for number, ladder in enumerate(found)
        if (chart := scaling_charts.latency_curve(ladder, number)) is not None
    ]
    charts = charts if sliced else [replace(chart, where=()) for chart in charts]
    return conditions.page(
        [evidence],
        title=(
            campaign_text.title(evidence)
            if evidence.campaign.kind == "depth"
            else message("page-title", subject=campaign_text.subject(evidence))
        ),
        answer=language.sentences(_answer(kind) for kind in kinds),
        because=(*_more(found), *_best(found), *campaign_text.because(evidence)),
        figures=(*_figures(found), *campaign_text.figures(evidence)),
        sections=(
            *charts,
            *(scaling_charts.table(group) for group in groups),
            scaling_charts.fits(found),
        ),
        slicers=_slicers(found) if sliced else (),
        first=screen.draw([evidence], first.summary(found)),
    )


def _answer(ladders: tuple[Ladder, ...]) -> str:
    if len(ladders) > _MAX_SENTENCES:
        return _in_all(ladders)
    text = language.clauses(_ladder_sentence(ladder) for ladder in ladders)
    # A given name keeps its case.
    given = ladders[0].name and not ladders[0].name.startswith(f"{hosts.CONSTANT} ")
    return message("sentence", text=text if given else language.capital(text))


def _in_all(ladders: tuple[Ladder, ...]) -> str:
    """The summary of many ladders: their ends and limiters."""
    stops = sorted(
        (ladder.x(stop), ladder.at(stop), ladder.no_higher)
        for ladder in ladders
        if (stop := ladder.stop) is not None
    )
    ends = Counter((place, no_higher) for _, place, no_higher in stops)
    parts = [
        message("ends-at-most" if no_higher else "ends-at", count=n, place=place)
        for (place, no_higher), n in ends.items()
    ]
    if open_ := len(ladders) - ends.total():
        parts.append(message("ends-not", count=open_))
    limiters = Counter(
        ladder.limiter(ladder.stop).name for ladder in ladders if ladder.stop is not None
    )
    where = message(f"ends-of-{ladders[0].over}", count=len(ladders), ends=language.listing(parts))
    if not limiters:
        return where
    named = language.listing(f"{name} ({n})" for name, n in limiters.most_common())
    return f"{where} {message('limited-there-by', limiters=named)}"


def _ladder_sentence(ladder: Ladder) -> str:
    return (
        f"{ladder.name}: {scaling_ladders.sentence(ladder)}"
        if ladder.name
        else scaling_ladders.sentence(ladder)
    )


def _best(ladders: tuple[Ladder, ...]) -> list[str]:
    """The best queue depth of each of the first ladders."""
    return [
        sentence
        for ladder in ladders[:_MAX_SENTENCES]
        if (sentence := scaling_charts.best_depth(ladder)) is not None
    ]


def _more(ladders: tuple[Ladder, ...]) -> list[str]:
    """Loads that violate Little's law, and Runs that are not ok."""
    # A load may be on several ladders.
    loads = {id(rung.place): rung for ladder in ladders for rung in ladder.valid_rungs}.values()
    off = sum(rung.agrees is False for rung in loads)
    total = sum(rung.agrees is not None for rung in loads)
    if not total:
        sentences = [message("little-not-tested")]
    elif not off:
        sentences = [message("little-holds", loads=total)]
    else:
        sentences = [message("little-broken", count=off, loads=total)]
    marked = [(ladder, rung) for ladder in ladders for rung in ladder.rungs if rung.place.mark]
    for ladder, rung in marked[:6]:
        which = [part for part in (ladder.name, f"{rung.workers} × {rung.queue_depth}") if part]
        sentences.append(message("sentence", text=f"{', '.join(which)}: {rung.place.mark}"))
    return sentences


def _figures(ladders: tuple[Ladder, ...]) -> tuple[Figure, ...]:
    found = []
    for ladder in ladders[:_MAX_SENTENCES]:
        if not ladder.valid_rungs:
            continue
        top = max(ladder.valid_rungs, key=lambda rung: rung.rate.value)
        where = [ladder.name] if ladder.name else []
        fleet = [ladder.at(top)] if ladder.over != "outstanding" else []
        load = message("load", workers=top.workers, depth=top.queue_depth)
        basis = language.listing([*where, *fleet, load])
        found.append(Figure(message("highest-rate"), f"{top.rate.text} IOPS", basis))
        stop = message("stop-differs") if ladder.differs else message("stop-rising")
        if ladder.stop is not None:
            stop = f"{units.rate(ladder.stop.rate.value)} IOPS"
        end = ladder.end or message("stop-not-reached")
        found.append(Figure(message("stops-at"), end, language.listing([*where, stop])))
    return tuple(found)


def _slicers(ladders: tuple[Ladder, ...]) -> tuple[Slicer, ...]:
    """One ladder at a time: each has its own chart."""
    names = [name for name, _ in ladders[0].where]
    slicers = []
    for name in names:
        value_of = {
            run.row.id: dict(ladder.where)[name]
            for ladder in ladders
            for rung in ladder.rungs
            for run in rung.runs
        }
        values = tuple(dict.fromkeys(dict(ladder.where)[name] for ladder in ladders))
        slicers.append(Slicer(name, values, value_of, one=True))
    return tuple(slicers)
