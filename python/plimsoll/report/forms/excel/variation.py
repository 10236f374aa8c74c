"""The varying properties of a workbook's Runs, as columns of its sheets: slicers, x axes and
series.

Shared by the sheets Explore and Pivot. The properties are those of all forms
(`evidence/properties.py`) under the headings of their columns."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from plimsoll.judge import run_verdict
from plimsoll.report.evidence import properties
from plimsoll.report.evidence.points import labelled_value
from plimsoll.report.forms.excel.columns import SheetColumn
from plimsoll.report.forms.rows import Row
from plimsoll.report.messages import message
from plimsoll.report.request import ReportRequest

MARKED, VERDICT, OFFERED, ROLE, CAMPAIGN = ("marked", "verdict", "offered rate", "role", "campaign")
PER_VOLUME = "workers_per_volume"
_FIELDS = {
    MARKED: (MARKED,),
    VERDICT: (VERDICT,),
    CAMPAIGN: (CAMPAIGN,),
    "configuration": ("configuration",),
    "target": ("target_name", "target"),
    "parameters": ("parameters",),
    "access": ("access",),
    "engine": ("engine",),
    ROLE: (ROLE,),
    "pattern": ("pattern",),
    "working set": ("working_set_bytes",),
    "read %": ("read_percent", "mix"),
    "block size": ("block_size_bytes", "blocks"),
    "workers": (PER_VOLUME, "workers"),
    "queue depth": ("queue_depth",),
    OFFERED: ("offered_rate_per_s",),
}
"""The fields of each property, in the order of table rows, innermost last."""
_X_CANDIDATES = ("block size", "read %", "queue depth", "workers", "working set")
"""Candidates for the x axis, preferred in this order among equally many values; offered rates
come before all."""
_SERIES_CANDIDATES = (
    "configuration",
    "target",
    "parameters",
    CAMPAIGN,
    "access",
    "engine",
    "block size",
    "read %",
    "working set",
    "workers",
    "queue depth",
    "pattern",
    VERDICT,
)
"""Candidates for colour and shape: first changed settings, then workload."""
MAX_SERIES = 8
_MIN_X_VALUES = 3


@dataclass(frozen=True)
class DataRows:
    """The rows of the sheet Data, and its non-empty columns."""

    columns: tuple[SheetColumn, ...]
    rows: tuple[Row, ...]
    marks: tuple[str, ...]
    """The mark of each row: `ok`, or why its Run is not plain evidence."""
    _cells: dict[str, tuple[Any, ...]] = field(default_factory=dict, repr=False, compare=False)

    @property
    def count(self) -> int:
        """The number of Runs."""
        return len(self.rows)

    def column(self, *names: str) -> SheetColumn | None:
        """The column of the first of these fields that exists."""
        there = {column.field.name: column for column in self.columns}
        return next((there[name] for name in names if name in there), None)

    def cells(self, column: SheetColumn) -> tuple[Any, ...]:
        """The cells of a column."""
        name = column.field.name
        if name not in self._cells:
            self._cells[name] = (
                self.marks
                if name == MARKED
                else tuple(column.value(row[name]) for row in self.rows)
            )
        return self._cells[name]

    def cell(self, column: SheetColumn, place: int) -> Any:
        """The cell of this column in a row."""
        return self.cells(column)[place]

    def values(self, column: SheetColumn) -> int:
        """The number of different values of a column."""
        return len(set(self.cells(column)))


@dataclass(frozen=True)
class Variation:
    """The varying properties, by name, each with its column."""

    dims: dict[str, SheetColumn]
    """Properties for slicers, in the order of `_FIELDS`."""
    over: str | None
    """The x axis: a number with at least three values; None: each Run by itself."""
    beside: str | None
    """The property shown by colour and shape; None without one."""
    searched: bool
    """Whether a search chose the rates, so that they are no slicer."""
    column: SheetColumn | None = None
    """The column of `over`."""
    texts: dict[str, dict[int, str]] = field(default_factory=dict)
    """The legend text of each Run, by property."""
    order: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def text(self, name: str, row: Row) -> str:
        """The legend text of a Run."""
        if name == VERDICT:
            return next(
                (
                    run_verdict.verdict_text(verdict)
                    for verdict in run_verdict.VERDICTS
                    if verdict == row["verdict"]
                ),
                message("series-no-objective"),
            )
        if name == CAMPAIGN:
            return message("line-of-campaign", campaign=row["campaign"])
        known = self.texts.get(name, {}).get(int(row["run"] or 0))
        if known is None:
            return message("without-property", name=properties.name_words(name))
        return labelled_value(name, known)

    def sort_texts(self, name: str, found: Iterable[str]) -> list[str]:
        """These texts of a property, in order."""
        known = [labelled_value(name, text) for text in self.order.get(name, ())]
        words = [*known, *map(run_verdict.verdict_text, run_verdict.VERDICTS)]
        return sorted(
            set(found), key=lambda text: (properties.place_in(words, text), len(text), text)
        )


def of(request: ReportRequest, runs: DataRows, places: list[int]) -> Variation:
    """The varying properties of these rows."""
    campaigns = (request.evidence, *request.others)
    facets = [facet for evidence in campaigns for facet in properties.every(evidence)]
    order: dict[str, tuple[str, ...]] = {}
    for facet in facets:
        order[facet.name] = tuple(dict.fromkeys((*order.get(facet.name, ()), *facet.values)))
    names = {name for name, values in order.items() if len(values) > 1}
    names |= {CAMPAIGN, VERDICT, MARKED}
    if any(names.intersection(properties.parameter_names(evidence)) for evidence in campaigns):
        names.add("parameters")
    counts: dict[str, int] = {}
    dims: dict[str, SheetColumn] = {}
    for name, fields in _FIELDS.items():
        column = runs.column(*fields)
        if column is None:
            continue
        counts[name] = len({runs.cell(column, place) for place in places})
        if name in names and counts[name] > 1:
            dims[name] = column
    offered = runs.column("offered_rate_per_s")
    over = _over(dims, counts, runs, places, offered)
    column = offered if over == OFFERED else dims.get(over or "")
    # Only rows with an x value are drawn: a search varies its workers only without an offered rate.
    drawn = [place for place in places if column is None or runs.cell(column, place) is not None]
    beside = next(
        (
            name
            for name in _SERIES_CANDIDATES
            if name in dims
            and name != over
            and 1 < len({runs.cell(dims[name], place) for place in drawn}) <= MAX_SERIES
        ),
        None,
    )
    searched = over == OFFERED and OFFERED not in dims
    if searched:
        dims = {
            name: dimension
            for name, dimension in dims.items()
            if name == ROLE or len({runs.cell(dimension, place) for place in drawn}) > 1
        }
    texts: dict[str, dict[int, str]] = {}
    for facet in facets:
        texts.setdefault(facet.name, {}).update({run: text for run, (_, text) in facet.of.items()})
    if runs.column(PER_VOLUME) is not None:
        per = {int(row["run"] or 0): int(row[PER_VOLUME] or 0) for row in runs.rows}
        words = {n: message("workers-per-volume", workers=n) for n in sorted(set(per.values()))}
        texts["workers"] = {run: words[n] for run, n in per.items() if n}
        order["workers"] = tuple(words.values())
    return Variation(dims, over, beside, searched, column, texts, order)


def _over(
    dims: dict[str, SheetColumn],
    counts: dict[str, int],
    runs: DataRows,
    places: list[int],
    offered: SheetColumn | None,
) -> str | None:
    if offered is not None:
        rates = {runs.rows[place]["offered_rate_per_s"] for place in places} - {None}
        if len(rates) >= _MIN_X_VALUES:
            return OFFERED
    found = [
        name
        for name in _X_CANDIDATES
        if name in dims
        and counts[name] >= _MIN_X_VALUES
        and all(isinstance(runs.cell(dims[name], place), (int, float)) for place in places)
    ]
    # The first of those with the most values.
    return max(found, key=lambda name: counts[name], default=None)
