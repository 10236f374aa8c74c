"""The heat map of a running grid: a cell for each planned combination, with the rates so far.

It has the layout of the report (`properties.axes`). It shows the plain rates of valid Points;
judgements and comparisons are in the report.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from plimsoll.base import language, units
from plimsoll.campaign import designs as designed
from plimsoll.campaign import status
from plimsoll.native import stack_parameters
from plimsoll.report.evidence import points as places
from plimsoll.report.evidence import properties
from plimsoll.report.evidence.properties import Value
from plimsoll.search import point_reasons
from plimsoll.store import PlannedPointRow, Store
from plimsoll.store.plans import CampaignProgress
from plimsoll.web.live_document import CellState, CellView, GridView, RowView, TableView
from plimsoll.web.messages import message

MOST_POINTS = 2_000
"""Limit of Points; a larger map would be unreadable."""
MOST_TABLES = 6
"""Limit of maps; the most recently changed ones are shown."""
SAME_RATIO = 1.02
"""Rates within 2 % of each other have one colour, since the difference is noise."""
MIN_LOGARITHMIC_RATIO = 20.0
"""From this ratio of the highest to the lowest rate, colours are logarithmic."""


@dataclass
class Grid:
    """The maps of one campaign. Caches the rates of finished Points."""

    store: Store
    number: int
    _progress: CampaignProgress | None = None
    _view: GridView | None = None
    _rates: dict[tuple[int, int], float | None] = field(default_factory=dict)

    def look(self, progress: CampaignProgress) -> GridView | None:
        """The maps; None for a campaign that is no grid, or too large."""
        if not 2 <= progress.points <= MOST_POINTS:
            return None
        if progress != self._progress:
            self._progress = progress
            self._view = self._layout(self.store.plans.points(self.number))
        return self._view

    def _layout(self, planned: list[PlannedPointRow]) -> GridView | None:
        if any(designed.of(point.strategy) is not None for point in planned):
            return None
        values = {point.id: _values(point) for point in planned}
        names = list(dict.fromkeys(name for each in values.values() for name in each))
        order = {
            name: list(places.sort_texts(each.get(name, places.NONE) for each in values.values()))
            for name in names
        }
        axes = properties.axes({name: len(order[name]) for name in names})
        varying = [name for name in names if len(order[name]) > 1]
        if not varying:
            return None
        # Each combination of the other properties has a map of its own.
        rest = [name for name in varying if name not in (axes.across, axes.down)]
        maps: dict[tuple[str, ...], dict[tuple[str, str], list[PlannedPointRow]]] = {}
        for point in planned:
            texts = {name: values[point.id].get(name, places.NONE)[1] for name in names}
            cells = maps.setdefault(tuple(texts[name] for name in rest), {})
            place = (texts[axes.down] if axes.down else "", texts[axes.across])
            cells.setdefault(place, []).append(point)
        rates = {cell[0].id: self._rate(cell) for cells in maps.values() for cell in cells.values()}
        scale = _Scale([rate for rate in rates.values() if rate is not None])
        downs = order[axes.down] if axes.down else [""]
        tables: list[TableView] = []
        newest = sorted(
            maps, key=lambda key: max(map(_last_change, maps[key].values())), reverse=True
        )
        chosen = set(newest[:MOST_TABLES])
        for key in (key for key in maps if key in chosen):
            of = language.listing(
                places.labelled_value(name, text) for name, text in zip(rest, key, strict=True)
            )
            rows = [_row(down, maps[key], order[axes.across], rates, scale) for down in downs]
            tables.append({"of": of, "rows": rows})
        left = len(maps) - len(tables)
        words = [scale.words, message("more-maps", maps=units.count(left)) if left else ""]
        return {
            "across": properties.name_words(axes.across),
            "down": properties.name_words(axes.down) if axes.down else "",
            "columns": order[axes.across],
            "tables": tables,
            "words": language.sentences(filter(None, words)),
        }

    def _rate(self, cell: list[PlannedPointRow]) -> float | None:
        """The mean rate of the valid repeats in a cell."""
        rates = [rate for point in cell if (rate := self._point_rate(point)) is not None]
        return sum(rates) / len(rates) if rates else None

    def _point_rate(self, point: PlannedPointRow) -> float | None:
        if point.state != "finished" or not point.stands:
            return None
        key = (point.id, point.finished_at_ns or 0)
        if key not in self._rates:
            answer = status.answer_runs(self.store, point)
            self._rates[key] = status.row(point, answer, point.number).rate_per_s
        return self._rates[key]


class _Scale:
    """Maps rates to the colour scale, 0 to 1."""

    def __init__(self, rates: list[float]) -> None:
        self._low, self._high = min(rates, default=0.0), max(rates, default=0.0)
        self._same = self._high <= self._low * SAME_RATIO
        self._log = self._low > 0 and self._high / self._low >= MIN_LOGARITHMIC_RATIO

    @property
    def words(self) -> str:
        """The meaning of the colours."""
        if self._high <= 0:
            return message("map-empty")
        if self._same:
            return message("map-same", rate=units.rate(self._high))
        return message(
            "map-logarithmic" if self._log else "map-linear",
            low=units.rate(self._low),
            high=units.rate(self._high),
        )

    def share(self, rate: float) -> float:
        """The place of a rate on the scale."""
        if self._same:
            return 0.5
        if self._log:
            return math.log(rate / self._low) / math.log(self._high / self._low)
        return (rate - self._low) / (self._high - self._low)


def _row(
    down: str,
    cells: Mapping[tuple[str, str], list[PlannedPointRow]],
    columns: Sequence[str],
    rates: Mapping[int, float | None],
    scale: _Scale,
) -> RowView:
    found = [cells.get((down, across), []) for across in columns]
    return {
        "name": down,
        "cells": [_cell(cell, rates[cell[0].id] if cell else None, scale) for cell in found],
    }


def _cell(cell: list[PlannedPointRow], rate: float | None, scale: _Scale) -> CellView:
    if not cell:
        words = message("cell-absent")
        return {"state": "absent", "text": units.DASH, "told": words, "share": None}
    done = sum(point.state == "finished" and bool(point.stands) for point in cell)
    state: CellState
    if any(point.state == "running" for point in cell):
        state = "running"
    elif rate is not None:
        state = "valid"
    elif all(point.state == "planned" for point in cell):
        state = "planned"
    else:
        state = "not valid"
    why = next((point_reasons.words(p.reason) for p in cell if p.reason and not p.stands), "")
    words = (why if state == "not valid" else "") or message(f"cell-{state.replace(' ', '-')}")
    if len(cell) > 1:
        words = message("cell-repeats", state=words, done=done, repeats=len(cell))
    text = units.rate(rate) if rate is not None else _SIGNS.get(state, "✕")
    return {
        "state": state,
        "text": text,
        "told": words,
        "share": None if rate is None else round(scale.share(rate), 3),
    }


_SIGNS = {"running": "…", "planned": ""}


def _values(point: PlannedPointRow) -> dict[str, Value]:
    """The properties of a Point by name."""
    target = stack_parameters.target_display_name(point.target)
    found: dict[str, Value] = {
        "configuration": (point.configuration, point.configuration),
        "target": (target, target),
    }
    for key, given in point.workload.items():
        found[places.name_of("workload", key)] = places.value_of(key, given)
    for key, given in point.load.items():
        found[places.name_of("load", key)] = places.value_of(key, given)
    return found


def _last_change(cell: list[PlannedPointRow]) -> tuple[bool, int]:
    """Sort key for the last change of a cell; running Points are newest."""
    return (
        any(point.state == "running" for point in cell),
        max(point.finished_at_ns or 0 for point in cell),
    )
