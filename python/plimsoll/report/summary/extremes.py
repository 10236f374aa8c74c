"""Selects among charts that differ in one value those with the lowest and highest figures in the
answer.

The page to sign has room for a chart or two. The first of several might leave out the worst
figure, and nobody should sign beside a chart of the better half."""

import math
from collections.abc import Sequence

from plimsoll.report.describe import Chart
from plimsoll.report.evidence import figures
from plimsoll.report.evidence.points import Place, Places

SAME_RATE = 0.01
"""Rates within this relative distance of an end are reported with it, as in `grid/text.py`."""


def choose_charts(
    charts: Sequence[Chart], places: Places, *, most: int
) -> tuple[list[Chart], bool]:
    """At most `most` of the charts, in their order: the one with the lowest rate, then those with
    most other ends; and whether they show all ends.

    Ends are the lowest and highest rate of each compared value. Charts without any end are left
    out."""
    ends = _ends(places)
    if not ends or len(charts) < 2:
        return list(charts[:most]), len(charts) <= most
    open_ = list(range(len(ends)))
    lowest = min(open_, key=lambda n: ends[n][1])
    chosen: list[int] = []
    while open_ and len(chosen) < most:
        holds = [[n for n in open_ if _holds(chart, ends[n])] for chart in charts]
        best = max(
            (k for k in range(len(charts)) if k not in chosen),
            # The lowest rate of all comes first; among charts with as many ends the earlier.
            key=lambda k: (lowest in holds[k], len(holds[k]), -k),
            default=None,
        )
        if best is None or not holds[best]:
            break
        chosen.append(best)
        open_ = [n for n in open_ if n not in holds[best]]
    return [charts[k] for k in sorted(chosen)], not open_


def _ends(places: Places) -> list[tuple[list[Place], float]]:
    """The ends of the range: the places that name them, and the rate.

    Places within 1 % of an end are named together if they have something in common; otherwise
    only the end itself is."""
    name = places.axes.compared
    groups: dict[str, list[tuple[Place, float]]] = {}
    for place in places.all:
        if (rate := _rate(places, place)) is not None:
            groups.setdefault(place.text(name) if name else "", []).append((place, rate))
    found = []
    for group in groups.values():
        for pick in (min, max):
            end_place, rate = pick(group, key=lambda pair: pair[1])
            same = [place for place, other in group if abs(other - rate) <= SAME_RATE * rate]
            others = [dimension.name for dimension in places.dimensions if dimension.name != name]
            together = math.prod(len({place.text(other) for place in same}) for other in others)
            found.append((same if together == len(same) else [end_place], rate))
    return found


def _holds(chart: Chart, end: tuple[list[Place], float]) -> bool:
    return any(all(place.text(name) == value for name, value in chart.where) for place in end[0])


def _rate(places: Places, place: Place) -> float | None:
    figure = figures.rate(places).read(place) if place.stands else None
    return None if figure is None else figure.value
