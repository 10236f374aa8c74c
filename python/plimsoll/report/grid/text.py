"""The results of a grid in words: the lowest and highest rate and where, how many meet the
objective, and what is missing."""

from collections.abc import Sequence

from plimsoll.base import language, units
from plimsoll.report.campaign import text as campaign_text
from plimsoll.report.common import campaign_verdict
from plimsoll.report.describe import Figure
from plimsoll.report.evidence import figures as point_figures
from plimsoll.report.evidence import model_basis as described
from plimsoll.report.evidence import objective_counts, point_outcomes
from plimsoll.report.evidence.evidence import Evidence
from plimsoll.report.evidence.points import Place, Places
from plimsoll.report.evidence.points import labelled_value as told_as
from plimsoll.report.messages import message
from plimsoll.store import Store

_SAME_RATE = 0.01
"""Rates within this relative distance of the lowest or highest are reported with it."""
_MAX_LISTED = 4
"""Up to this many compared values are reported one by one."""


def headline(store: Store, evidence: Evidence, places: Places) -> str:
    """The range of rates and where its ends lie, then what is missing; for checks their verdict,
    for load lines those."""
    if places.leaves == "line" and (lines_sentence := _lines(store, evidence)):
        return f"{lines_sentence} {campaign_verdict.sentence(store, evidence)}"
    return (
        sentence(store, evidence, places)
        if evidence.points
        else campaign_text.headline(store, evidence)
    )


def _lines(store: Store, evidence: Evidence) -> str:
    """The load lines of a campaign in the words of their own report; empty without any."""
    from plimsoll.report.load_line import lines, side_by_side
    from plimsoll.report.request import ReportRequest

    found = lines.gather_lines(ReportRequest(store, (evidence.campaign.id,)))
    return side_by_side.headline(found) if any(line.searched for line in found) else ""


def sentence(store: Store, evidence: Evidence, places: Places) -> str:
    """The range of rates and where its ends lie, then what is missing."""
    name = places.axes.compared
    reaches = _reach(places, list(places.all), name)
    if name and len(places.dimension(name).values) <= _MAX_LISTED and len(places.dimensions) > 1:
        reaches = language.clauses(
            message(
                "named",
                name=value,
                text=_reach(places, [p for p in places.all if p.text(name) == value], name),
            )
            for value in places.dimension(name).values
        )
    measure = message("grid-measure", leaves=places.leaves or "run")
    wanted = evidence.objective_words if places.leaves == "line" else ""
    n, objective = places.repeats, wanted or "none"
    answer = message("grid-answer", measure=measure, objective=objective, reaches=reaches)
    if n > 1:
        answer = message("grid-means", measure=measure, n=n, objective=objective, reaches=reaches)
    return language.sentences([answer, *_missing(store, evidence)])


def reaches(places: Places) -> tuple[str, ...]:
    """The range of rates and where its ends lie, or the highest of each compared value, for a
    headline."""
    rates = _place_rates(places, places.all)
    name = places.axes.compared
    if len(rates) < 2 or _is_same_rate(rates):
        return ()
    if not name or len(places.dimension(name).values) > _MAX_LISTED or len(places.dimensions) == 1:
        return (message("iops-reach", reach=_reach(places, list(places.all), name)),)
    tops = []
    for value in places.dimension(name).values:
        mine = [pair for pair in rates if pair[0].text(name) == value]
        if not mine:
            return ()
        top = message("up-to-iops", rate=_rate_text(places, max(mine, key=_value)))
        tops.append(message("named", name=value, text=top))
    return (language.clauses(tops),)


def because(store: Store, evidence: Evidence, places: Places) -> tuple[str, ...]:
    """How many places meet the objective, and marked places with their reasons."""
    sentences = [] if evidence.points else [sentence(store, evidence, places)]
    # One paragraph: it qualifies the answer and must not push the charts off the page.
    if alike := language.sentences(described.same_by_construction(evidence)):
        sentences.append(alike)
    if (counts := objective_counts.gather(store, evidence, places)) is not None:
        counted = counts.words
        if counts.rest:
            counted = message("named", name=counted, text=counts.rest)
        counted = message("facts", facts=counted)
        if counts.compared:
            counted += f" {message('closed-loops-not-judged')}"
        sentences.append(counted)
    for place in places.all:
        if place.mark and len(sentences) < 6:
            why = language.clauses(
                dict.fromkeys(repeat.why for repeat in place.repeats if repeat.mark and repeat.why)
            )
            mark = message("why-marked", mark=place.mark, why=why) if why else place.mark
            marked = message("named", name=place.words, text=mark)
            sentences.append(message("facts", facts=marked))
    return tuple(sentences)


def figures(store: Store, evidence: Evidence, places: Places) -> tuple[Figure, ...]:
    """Lowest and highest, how many ended ok, how many meet the objective."""
    rates = _place_rates(places, places.all)
    ended = point_outcomes.gather(evidence, places)
    found = [*ended.figures]
    if rates:
        leaves = places.leaves or "run"
        for name, end in (
            (message("highest-of-grid", leaves=leaves), max(rates, key=_value)),
            (message("lowest-of-grid", leaves=leaves), min(rates, key=_value)),
        ):
            rate = message("iops", rate=_rate_text(places, end))
            found.append(Figure(name, rate, end[0].words))
    times = message("questions-times", n=len(places.all), times=places.repeats)
    found.append(ended.figure(times) if places.repeats > 1 else ended.figure())
    if (counts := objective_counts.gather(store, evidence, places)) is not None:
        found.append(counts.figure)
    return tuple(found)


def _value(pair: tuple[Place, float]) -> float:
    return pair[1]


def _place_rates(places: Places, group: Sequence[Place]) -> list[tuple[Place, float]]:
    """The places that describe the target, with their rates."""
    measure = point_figures.rate(places)
    return [
        (place, figure.value)
        for place in group
        if places.is_shown(place) and (figure := measure.read(place)) is not None
    ]


def _rate_text(places: Places, pair: tuple[Place, float]) -> str:
    """A rate as text, with the sign of a lower bound."""
    figure = point_figures.rate(places).read(pair[0])
    return units.rate(pair[1]) if figure is None else figure.text


def _reach(places: Places, group: Sequence[Place], without: str) -> str:
    rates = _place_rates(places, group)
    if not rates:
        measure = point_figures.rate(places)
        any_rates = [
            (place, found.value) for place in group if (found := measure.read(place)) is not None
        ]
        if any_rates:
            ends = [
                _rate_text(places, end)
                for end in (min(any_rates, key=_value), max(any_rates, key=_value))
            ]
            return message("measured-no-evidence", rates=_range(*ends))
        if any(place.counting for place in group):
            return message("no-evidence")
        return point_outcomes.of(
            places.noun, [repeat for place in group for repeat in place.repeats]
        ).no_answer
    low, high = min(rates, key=_value), max(rates, key=_value)
    if _is_same_rate(rates):
        both = _range(_rate_text(places, low), _rate_text(places, high))
        return message("rate-everywhere", rate=both) if len(group) > 1 else both
    return message(
        "grid-range",
        low=_rate_text(places, low),
        where_low=_where(places, rates, low, without),
        high=_rate_text(places, high),
        where_high=_where(places, rates, high, without),
    )


def _is_same_rate(rates: Sequence[tuple[Place, float]]) -> bool:
    low, high = min(rates, key=_value), max(rates, key=_value)
    return high[1] <= low[1] * (1 + _SAME_RATE)


def _range(low: str, high: str) -> str:
    return low if low == high else message("ends-of-rates", low=low, high=high)


def _where(
    places: Places, rates: Sequence[tuple[Place, float]], end: tuple[Place, float], without: str
) -> str:
    """The settings at an end of the range: what all places near it have in common."""
    same = [place for place, value in rates if abs(value - end[1]) <= _SAME_RATE * end[1]]
    spans, covered = [], 1
    for dimension in places.dimensions:
        if dimension.name == without:
            continue
        present = [
            value
            for value in dimension.values
            if any(place.text(dimension.name) == value for place, _ in rates)
        ]
        mine = [
            value for value in present if any(place.text(dimension.name) == value for place in same)
        ]
        covered *= len(mine)
        if len(mine) == len(present):
            continue
        first, last = present.index(mine[0]), present.index(mine[-1])
        in_a_row = last - first + 1 == len(mine)
        words = (
            mine[0]
            if len(mine) == 1
            else _range(mine[0], mine[-1])
            if in_a_row
            else message("or").join(mine)
        )
        spans.append(told_as(dimension.name, words))
    if covered != len(same):
        # The common values do not cover exactly these places: name only the end itself.
        return language.listing(
            told_as(name, text) for name, (_, text) in end[0].values.items() if name != without
        )
    return language.listing(spans)


def _missing(store: Store, evidence: Evidence) -> list[str]:
    state = evidence.campaign.state
    interim = [message(f"it-is-{state}")] if state in ("interrupted", "running") else []
    return [*interim, campaign_verdict.sentence(store, evidence)]
