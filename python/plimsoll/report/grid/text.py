"""The results of a grid in words: the lowest and highest rate and where, how many meet the
objective, and what is missing."""

from __future__ import annotations

from collections.abc import Sequence

from plimsoll.base import units
from plimsoll.report.campaign import text as campaign_text
from plimsoll.report.common import campaign_verdict
from plimsoll.report.describe import Figure
from plimsoll.report.evidence import figures as point_figures
from plimsoll.report.evidence import model_basis as described
from plimsoll.report.evidence import objective_counts, point_outcomes
from plimsoll.report.evidence.evidence import Evidence
from plimsoll.report.evidence.points import Place, Places
from plimsoll.report.evidence.points import labelled_value as told_as
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
    groups: list[tuple[str, list[Place]]] = [("", list(places.all))]
    if name and len(places.dimension(name).values) <= _MAX_LISTED and len(places.dimensions) > 1:
        groups = [
            (f"{value}: ", [p for p in places.all if p.text(name) == value])
            for value in places.dimension(name).values
        ]
    measure_name = {"maximum": "Maximum", "line": "Load line"}.get(places.leaves or "", "Achieved")
    promise = (
        f" with {evidence.objective_words}"
        if places.leaves == "line" and evidence.objective_words
        else ""
    )
    reaches = "; ".join(f"{label}{_reach(places, group, name)}" for label, group in groups)
    over = f" (means of up to {places.repeats} repeats)" if places.repeats > 1 else ""
    return f"{measure_name}, IOPS{over}{promise}: {reaches}.{_missing(store, evidence)}"


def because(store: Store, evidence: Evidence, places: Places) -> tuple[str, ...]:
    """How many places meet the objective, and marked places with their reasons."""
    sentences = [] if evidence.points else [sentence(store, evidence, places)]
    sentences += described.same_by_construction(evidence)
    if (counts := objective_counts.gather(store, evidence, places)) is not None:
        how = (
            " Closed loops are not judged: their figures are compared with it."
            if counts.compared
            else ""
        )
        sentences.append(f"{counts.words}{f': {counts.rest}' if counts.rest else ''}.{how}")
    for place in places.all:
        if place.mark and len(sentences) < 6:
            why = "; ".join(
                dict.fromkeys(repeat.why for repeat in place.repeats if repeat.mark and repeat.why)
            )
            sentences.append(f"{place.words}: {place.mark}{f' ({why})' if why else ''}.")
    return tuple(sentences)


def figures(store: Store, evidence: Evidence, places: Places) -> tuple[Figure, ...]:
    """Lowest and highest, how many ended ok, how many meet the objective."""
    rates = _place_rates(places, places.all)
    ended = point_outcomes.gather(evidence, places)
    found = [*ended.figures]
    if rates:
        measure = point_figures.rate(places)
        for name, (place, value) in (
            ("Highest", max(rates, key=_value)),
            ("Lowest", min(rates, key=_value)),
        ):
            found.append(
                Figure(
                    f"{name} {measure.name.lower()}",
                    f"{_rate_text(places, (place, value))} IOPS",
                    place.words,
                )
            )
    times = f"{len(places.all)} questions, up to {places.repeats} times each"
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
            return (
                f"{' to '.join(dict.fromkeys(ends))} measured, but no Run that is evidence about"
                " the target"
            )
        if any(place.counting for place in group):
            return "no Run that is evidence about the target"
        return point_outcomes.of(
            places.noun, [repeat for place in group for repeat in place.repeats]
        ).no_answer
    low, high = min(rates, key=_value), max(rates, key=_value)
    if high[1] <= low[1] * (1 + _SAME_RATE):
        both = dict.fromkeys(_rate_text(places, end) for end in (low, high))
        return f"{' to '.join(both)}{' everywhere' if len(group) > 1 else ''}"
    return (
        f"{_rate_text(places, low)} ({_where(places, rates, low, without)}) to"
        f" {_rate_text(places, high)} ({_where(places, rates, high, without)})"
    )


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
            else f"{mine[0]} to {mine[-1]}"
            if in_a_row
            else " or ".join(mine)
        )
        spans.append(told_as(dimension.name, words))
    if covered != len(same):
        # The common values do not cover exactly these places: name only the end itself.
        return ", ".join(
            told_as(name, text) for name, (_, text) in end[0].values.items() if name != without
        )
    return ", ".join(spans)


def _missing(store: Store, evidence: Evidence) -> str:
    state = {"interrupted": " It was interrupted.", "running": " It is still running."}.get(
        evidence.campaign.state, ""
    )
    return f"{state} {campaign_verdict.sentence(store, evidence)}"
