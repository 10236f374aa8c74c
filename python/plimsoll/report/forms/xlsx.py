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
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

from plimsoll.report import conditions
from plimsoll.report.describe import Chart, Facts, Page, Table
from plimsoll.report.evidence import dates
from plimsoll.report.forms import FormOutput, address_space
from plimsoll.report.forms import intervals as series
from plimsoll.report.messages import message
from plimsoll.report.request import ReportRequest

if TYPE_CHECKING:
    from plimsoll.report.forms.excel import data
    from plimsoll.report.forms.excel.book import Book
    from plimsoll.report.forms.excel.look import Look

_CREATOR = "Plimsoll"
_PROPERTIES = "docProps/core.xml"
_SHEETS: dict[str, str | None] = {
    "Summary": "16202A",
    "Explore": "B35900",
    "Charts": "B35900",
    "Pivot": "7C4A99",
    "Data": "0B4F8A",
    "Intervals": "00795C",
    "Tables": None,
}
_LAST: dict[str, str | None] = {"Chart data": "B35900"}
"""All sheets in order, with tab colour; conditions and words lie between the two groups."""
_DESCRIBED = ("Explore", "Charts", "Pivot", "Data", "Intervals", "Tables", "Chart data")


def begin(request: ReportRequest) -> Callable[[Page], FormOutput]:
    """Starts reading the intervals in a second thread: mostly SQLite's work."""
    address_space.require(address_space.WORKBOOK, message("writing-a-workbook"))
    from plimsoll.report.forms.excel import data

    # Gather before starting the thread, so that both share the result.
    _ = request.evidence, request.others
    worker = ThreadPoolExecutor(1)
    reading = worker.submit(data.interval_batches, request)
    worker.shutdown(wait=False)
    return lambda page: _draw_book(page, request, reading.result)


def draw(page: Page, request: ReportRequest) -> FormOutput:
    """The workbook, with a file of all intervals beside it when they do not fit."""
    return begin(request)(page)


def _draw_book(
    page: Page, request: ReportRequest, gathered: Callable[[], list[data.Batch]]
) -> FormOutput:
    from plimsoll.report.forms.excel import charts, data, explore, pivot, variation, words
    from plimsoll.report.forms.excel.book import Book

    drawn = [section for section in page.sections if isinstance(section, Chart)]
    runs = {run.row.id for run in request.evidence.runs}
    tables = [
        section
        for section in page.sections
        if isinstance(section, Table) and not _is_data(section, runs)
    ]
    facts = [section for section in page.sections if isinstance(section, Facts)]
    total = series.count(request)
    data_rows = data.data_rows(request)
    results = explore.results(data_rows)
    found = variation.of(request, data_rows, results)
    plan = explore.plan(data_rows, found, results)
    book = Book()
    looks: list[Look] = []
    try:
        names = _names([fact.title for fact in facts])
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
        for name, colour in {**_SHEETS, **dict.fromkeys(names), **_LAST}.items():
            if name in there:
                book.sheet(name, colour)
        row = words.summary(book, page, conditions.basis((request.evidence, *request.others)))
        first = charts.draw(book, drawn, looks)
        for name, fact in zip(names, facts, strict=True):
            words.facts(book, name, fact)
        words.tables(book, tables)
        data.runs(book, data_rows)
        if plan:
            explored = explore.draw(book, plan, looks)
            first = first or explored
        pivot.draw(book, data_rows, found)
        left_out = data.intervals(book, total, gathered())
        if first:
            looks.append(first.put(book, "Summary", f"A{row}"))
            row += -(-first.high // 20) + 2
        words.contents(book, tuple((name, _sheet_text(name)) for name in book.names[1:]), row)
        # A workbook needs a date: without one in the files, use that of the import.
        evidence = request.evidence
        at_ns = dates.measured_ns(evidence) or evidence.campaign.started_at_ns
        content = _finish(book, page, looks, at_ns).content
    finally:
        book.file.close()
    beside = (
        {f"{series.ENDING}.csv": lambda: series.as_csv(series.intervals(request))}
        if left_out
        else {}
    )
    return FormOutput(content, {**beside})


def draw_page(page: Page, at_ns: int) -> FormOutput:
    """The workbook of a page that has no Runs. `at_ns`: the time that it is about."""
    address_space.require(address_space.WORKBOOK, message("writing-a-workbook"))
    from plimsoll.report.forms.excel import charts, words
    from plimsoll.report.forms.excel.book import Book

    drawn = [section for section in page.sections if isinstance(section, Chart)]
    tables = [section for section in page.sections if isinstance(section, Table)]
    facts = [section for section in page.sections if isinstance(section, Facts)]
    book = Book()
    looks: list[Look] = []
    try:
        names = _names([fact.title for fact in facts])
        there = {*charts.sheets(drawn), "Summary", *names, *(["Tables"] if tables else [])}
        for name, colour in {**_SHEETS, **dict.fromkeys(names), **_LAST}.items():
            if name in there:
                book.sheet(name, colour)
        row = words.summary(book, page, ())
        first = charts.draw(book, drawn, looks)
        for name, fact in zip(names, facts, strict=True):
            words.facts(book, name, fact)
        words.tables(book, tables)
        if first:
            looks.append(first.put(book, "Summary", f"A{row}"))
            row += -(-first.high // 20) + 2
        words.contents(book, tuple((name, _sheet_text(name)) for name in book.names[1:]), row)
        return _finish(book, page, looks, at_ns)
    finally:
        book.file.close()


def _finish(book: Book, page: Page, looks: list[Look], at_ns: int) -> FormOutput:
    """The content of a workbook whose sheets are drawn."""
    from plimsoll.report.forms.excel import package

    book.set_footer(f"{page.title}. {page.footer}")
    _set_properties(book, page, at_ns)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "report.xlsx"
        book.file.save_as(str(path))
        return FormOutput(package.finish(path, looks))


def _sheet_text(name: str) -> str:
    """The purpose of a sheet; empty for one that is named for its table."""
    return message(f"sheet-{name.replace(' ', '-').lower()}") if name in _DESCRIBED else ""


def _set_properties(book: Book, page: Page, at_ns: int) -> None:
    """Sets author and date in the properties of the file."""
    import excelize

    from plimsoll.report.forms.excel.book import clean

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
    """Whether Plimsoll made this file and nobody edited it since: Excel stores who saved it
    last."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as found:
            properties = found.read(_PROPERTIES)
    except (zipfile.BadZipFile, KeyError, OSError, RuntimeError, NotImplementedError):
        return False
    return (
        f"creator>{_CREATOR}<".encode() in properties
        and f"lastModifiedBy>{_CREATOR}<".encode() in properties
    )


def _is_data(table: Table, runs: set[int]) -> bool:
    """Whether a table lists every Run, as the sheet Data does."""
    return bool(table.runs) and runs <= set(table.runs)


def _names(titles: list[str]) -> list[str]:
    """Sheet names from titles: short, distinct, without characters that Excel refuses."""
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
