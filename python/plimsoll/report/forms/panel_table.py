"""What a page needs to write the data of a panel as CSV, beside the rows that it draws: names of
series, units and categories. `page.js` writes the table."""

from collections.abc import Iterator, Mapping
from typing import TypedDict

from plimsoll.report.describe import Axis, Bars, Chart, Heat, Line, Marks, Panel, Unit

_UNITS: Mapping[Unit, str] = {
    "rate": "IOPS",
    "time": "ns",
    "share": "1",
    "tail": "1",
    "seconds": "s",
    "bytes_per_s": "B/s",
    "bytes": "B",
    "plain": "",
    "category": "",
}
"""Units of the plain numbers: those of a description."""


class AxisData(TypedDict):
    """An axis: its label, the unit of its numbers, its categories."""

    label: str
    unit: str
    categories: list[str]


class TableData(TypedDict):
    """The table of a panel. `series`: the name of each data set that holds one; `units`: the unit
    of the values of cells, for those that have them."""

    title: str
    x: AxisData
    y: AxisData
    series: dict[str, str]
    units: dict[str, str]


def data(chart: Chart, panel: Panel, datasets: Mapping[str, object]) -> TableData:
    """The table of a panel that is drawn from these data sets."""
    series: dict[str, str] = {}
    units: dict[str, str] = {}
    for kind in ("line", "marks", "bars"):
        sets = [name for name in datasets if name.startswith(f"{kind}-")]
        # Both are in the order of drawing.
        sets.sort(key=lambda name: int(name.rpartition("-")[2]))
        # Marks without a name are those of a line, which is in the table itself.
        named = zip(sets, _names(panel, kind), strict=True)
        series |= {at: name for at, name in named if name or kind != "marks"}
    maps = [one for one in panel.series if isinstance(one, Heat)]
    # Cells that are hatched over their colour are among the coloured ones already.
    kinds = ("heat-",) if any(one.hatching for one in maps) else ("heat-", "marked-")
    for name in datasets:
        if maps and name.startswith(kinds):
            # Maps of one panel have one name and unit.
            series[name], units[name] = maps[0].name, _UNITS[maps[0].unit]
    return {
        "title": panel.title,
        "x": _axis(chart.x),
        "y": _axis(panel.y),
        "series": series,
        "units": units,
    }


def _names(panel: Panel, kind: str) -> Iterator[str]:
    """The names of the series that `vega` draws as this kind, in order."""
    for series in panel.series:
        match series:
            case Line() if kind == "line" and series.points:
                yield series.name
            case Marks() if kind == "marks" and series.points:
                yield series.legend
            case Bars() if kind == "bars":
                yield series.name
            case _:
                pass


def _axis(axis: Axis) -> AxisData:
    unit, categories = _UNITS[axis.unit], list(axis.categories)
    return {"label": axis.label, "unit": unit, "categories": categories}
