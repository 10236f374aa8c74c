"""A report as an Excel workbook: the page, its charts as native ones, and the rows behind it to
choose among, pivot and filter.

Sheets: Summary, Explore, Charts, Pivot, Data, Intervals, Tables, Conditions, Not controlled, Words,
Chart data. Nothing in it is a formula: figures are those of the page and the rows, so that they are
the same in every form.
"""

from __future__ import annotations

import datetime
import io
import tempfile
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

from plimsoll.report import conditions
from plimsoll.report.describe import Chart, Facts, Table
from plimsoll.report.evidence import dates
from plimsoll.report.forms import Drawn, address_space
from plimsoll.report.forms import intervals as series

if TYPE_CHECKING:
    from collections.abc import Callable

    from plimsoll.report.describe import Page
    from plimsoll.report.forms.excel import data
    from plimsoll.report.forms.excel.book import Book
    from plimsoll.report.forms.excel.look import Look
    from plimsoll.report.request import ReportRequest

_CREATOR = "Plimsoll"
_PROPERTIES = "docProps/core.xml"
_SHEETS: dict[str, tuple[str | None, str]] = {
    "Summary": ("16202A", ""),
    "Explore": ("B35900", "choose and see: charts that follow the slicers beside them"),
    "Charts": ("B35900", "the report's charts, which show every Run"),
    "Pivot": ("7C4A99", "a pivot table over the Runs, with its slicers"),
    "Data": ("0B4F8A", "a row per Run, with every figure"),
    "Intervals": ("00795C", "a row per interval of each Run"),
    "Tables": (None, "the report's tables"),
}
_LAST: dict[str, tuple[str | None, str]] = {"Chart data": ("B35900", "what the charts draw")}
"""Every sheet in order, with the colour of its tab and what it is; between the two lie conditions
and words."""


def begin(asked: ReportRequest) -> Callable[[Page], Drawn]:
    """Begins to read the intervals: that is SQLite's work, which goes on beside the rest."""
    address_space.ask(address_space.WORKBOOK, "writing a workbook")
    from plimsoll.report.forms.excel import data

    # Both threads need them, and only one is to gather them.
    _ = asked.evidence, asked.others
    worker = ThreadPoolExecutor(1)
    reading = worker.submit(data.interval_batches, asked)
    worker.shutdown(wait=False)
    return lambda page: _draw_book(page, asked, reading.result)


def draw(page: Page, asked: ReportRequest) -> Drawn:
    """The workbook; beside it all intervals, when they are more than fit into it."""
    return begin(asked)(page)


def _draw_book(page: Page, asked: ReportRequest, gathered: Callable[[], list[data.Batch]]) -> Drawn:
    from plimsoll.report.forms.excel import charts, data, explore, package, pivot, variation, words
    from plimsoll.report.forms.excel.book import Book

    drawn = [section for section in page.sections if isinstance(section, Chart)]
    runs = {run.row.id for run in asked.evidence.runs}
    tables = [section for section in page.sections if isinstance(section, Table) and not _is_data(section, runs)]
    facts = [section for section in page.sections if isinstance(section, Facts)]
    total = series.count(asked)
    kept = data.data_rows(asked)
    results = explore.results(kept)
    found = variation.of(asked, kept, results)
    plan = explore.plan(kept, found, results)
    book = Book()
    looks: list[Look] = []
    try:
        names = _names([facts_of_page.title for facts_of_page in facts])
        there = {
            *charts.sheets(drawn),
            "Summary",
            "Data",
            *names,
            *(["Explore"] if plan else []),
            *(["Pivot"] if runs else []),
            *(["Tables"] if tables else []),
            *(["Intervals"] if total else []),
        }
        for name, (colour, _) in {**_SHEETS, **dict.fromkeys(names, (None, "")), **_LAST}.items():
            if name in there:
                book.sheet(name, colour)
        row = words.summary(book, page, conditions.basis((asked.evidence, *asked.others)))
        first = charts.draw(book, drawn, looks)
        for name, facts_of_page in zip(names, facts, strict=True):
            words.facts(book, name, facts_of_page)
        words.tables(book, tables)
        data.runs(book, kept)
        if plan:
            explored = explore.draw(book, plan, looks)
            first = first or explored
        pivot.draw(book, kept, found)
        left_out = data.intervals(book, total, gathered())
        if first:
            looks.append(first.put(book, "Summary", f"A{row}"))
            row += -(-first.high // 20) + 2
        words.contents(
            book,
            tuple((name, {**_SHEETS, **_LAST}.get(name, ("", ""))[1]) for name in book.names[1:]),
            row,
        )
        book.set_footer(f"{page.title}. {page.footer}")
        _set_properties(book, page, asked)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "report.xlsx"
            book.file.save_as(str(path))
            content = package.finish(path, looks)
    finally:
        book.file.close()
    beside = (
        {f"{series.ENDING}.csv": lambda: series.as_csv(series.intervals(asked))} if left_out else {}
    )
    return Drawn(content, {**beside})


def _set_properties(book: Book, page: Page, asked: ReportRequest) -> None:
    """By whom and when: the properties of the file."""
    import excelize

    from plimsoll.report.forms.excel.book import clean

    # A workbook has to have a date: where no file tells one, it is that of the import.
    at_ns = dates.measured_ns(asked.evidence) or asked.evidence.campaign.started_at_ns
    began = datetime.datetime.fromtimestamp(at_ns // 10**9, datetime.UTC)
    when = began.strftime("%Y-%m-%dT%H:%M:%SZ")
    book.file.set_doc_props(
        excelize.DocProperties(
            creator=_CREATOR,
            last_modified_by=_CREATOR,
            created=when,
            modified=when,
            title=clean(page.title),
            description=clean(page.footer),
            subject=clean(page.report),
        )
    )
    book.file.set_app_props(excelize.AppProperties(application=_CREATOR))


def is_ours(content: bytes) -> bool:
    """Whether Plimsoll made this file, and nobody has worked on it since: Excel writes who saved it
    last."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as found:
            said = found.read(_PROPERTIES)
    except (zipfile.BadZipFile, KeyError, OSError, RuntimeError, NotImplementedError):
        return False
    return (
        f"creator>{_CREATOR}<".encode() in said and f"lastModifiedBy>{_CREATOR}<".encode() in said
    )


def _is_data(table: Table, runs: set[int]) -> bool:
    """Whether a table is every Run, as the sheet Data has them."""
    return bool(table.runs) and runs <= set(table.runs)


def _names(titles: list[str]) -> list[str]:
    """Names of sheets from titles: no sign that Excel refuses, short, each once."""
    import re

    used = {name.casefold() for name in ("History", *_SHEETS, *_LAST)}
    found = []
    for title in titles:
        plain = re.sub(r"[][:*?/\\']", " ", title).strip() or "Facts"
        name, number = plain[:31].strip(), 2
        while name.casefold() in used:
            name = f"{plain[:27].strip()} {number}"
            number += 1
        used.add(name.casefold())
        found.append(name)
    return found
