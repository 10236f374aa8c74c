"""How a report is drawn: one file per form, listed in FORMS. Each knows descriptions
(`describe.py`), not stores' answers.

`html`, `pdf` and `md` draw the page, `svg` and `png` one chart of it; `xlsx` the page and the rows
behind it; `csv`, `json` and `parquet` are the rows; `fio`, `hlog` and `openmetrics` are for other
programs. A form gives bytes, so that one place writes
files, and none is left half written or overwrites what is not ours.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from types import ModuleType

from plimsoll.errors import UsageError
from plimsoll.reports.describe import Page
from plimsoll.reports.request import ReportRequest


@dataclass(frozen=True)
class Drawn:
    """A file's content, and files that belong beside it, by what is put behind the stem of its
    name.

    What takes long is made when it is asked for: beside a text on a terminal there is nothing.
    """

    content: bytes
    beside: dict[str, bytes | Callable[[], bytes]] = field(default_factory=dict)


@dataclass(frozen=True)
class Form:
    """A form that can be asked for by name, which is also how its files end; its module is loaded
    when it is.

    The module has `is_ours(head)`: whether a file that begins with these bytes (4 KiB; of a form
    that is `whole`, all of them) was made by Plimsoll. And it has what makes the form: `draw(page,
    asked)`, what a page describes; of `rows` `write(asked)`, the Runs, whatever the page would say;
    of one that begins `early` `begin(asked)`, which gives back what draws the page.
    """

    name: str
    summary: str
    module: str
    media_type: str
    text: bool = False
    """Whether it can go to a terminal."""
    whole: bool = False
    """Whether it says at its end, not at its begin, who made it: `is_ours` gets the whole file."""

    rows: bool = False
    """Whether it has the Runs alone: no page is described for it."""
    exchange: bool = False
    """Whether it is for other programs: pages do not offer it."""
    early: bool = False
    """Whether it has work to do while the page is described."""
    function: str = "draw"
    """What draws a page, where a module has several that do."""

    def make(self, asked: ReportRequest, page: Callable[[], Page]) -> Drawn:
        """The report in this form; the page is asked for when one is drawn."""
        drawn: Drawn
        if self.rows:
            drawn = self._maker.write(asked)
        elif self.early:
            draw = self._maker.begin(asked)
            drawn = draw(page())
        else:
            drawn = getattr(self._maker, self.function)(page(), asked)
        return drawn

    def is_ours(self, content: bytes) -> bool:
        """Whether a file that begins so was made by Plimsoll in this form."""
        return bool(self._maker.is_ours(content))

    @property
    def _maker(self) -> ModuleType:
        return import_module(f"plimsoll.reports.forms.{self.module}")


XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
FORMS = (
    Form(
        "html",
        "one page that works offline: choose, hover, print",
        "html",
        "text/html; charset=utf-8",
    ),
    Form("pdf", "a document to print and sign", "pdf", "application/pdf"),
    Form(
        "xlsx",
        "an Excel workbook: charts, pivot tables, slicers, Runs and intervals",
        "xlsx",
        XLSX,
        whole=True,
        early=True,
    ),
    Form(
        "md",
        "Markdown, for tickets, mails and wikis",
        "markdown",
        "text/markdown; charset=utf-8",
        text=True,
    ),
    Form(
        "json",
        "the answer and the Runs as a document",
        "as_json",
        "application/json",
        text=True,
        rows=True,
    ),
    Form("csv", "the Runs as a table", "as_csv", "text/csv; charset=utf-8", text=True, rows=True),
    Form(
        "parquet",
        "the Runs as a table with types, for data frames",
        "parquet",
        "application/vnd.apache.parquet",
        whole=True,
        rows=True,
    ),
    Form(
        "fio",
        "the Runs as fio's json+, with the distributions in bins",
        "as_fio",
        "application/json",
        text=True,
        rows=True,
        exchange=True,
    ),
    Form(
        "hlog",
        "the distributions as an HdrHistogram log",
        "as_hlog",
        "text/plain; charset=utf-8",
        text=True,
        rows=True,
        exchange=True,
    ),
    Form(
        "openmetrics",
        "the Runs and their distributions as OpenMetrics",
        "as_openmetrics",
        "application/openmetrics-text; version=1.0.0; charset=utf-8",
        text=True,
        rows=True,
        exchange=True,
    ),
    Form(
        "svg",
        "one chart as a drawing, for a page or a slide",
        "picture",
        "image/svg+xml",
        function="draw_svg",
    ),
    Form(
        "png",
        "one chart as a picture, for a mail or a slide",
        "picture",
        "image/png",
        function="draw_png",
    ),
)
"""Every form. To add one: a file in this folder, and a line here."""


def named(name: str) -> Form:
    """The form of this name. Raises UsageError, which lists the known ones."""
    for form in FORMS:
        if form.name == name:
            return form
    raise UsageError(
        f"there is no format '{name}'", f"The formats are: {', '.join(f.name for f in FORMS)}."
    )


def media_type(name: str) -> str:
    """The media type of a form's files, and of the archive of several of them."""
    known = {form.name: form.media_type for form in FORMS} | {"zip": "application/zip"}
    return known.get(name, "application/octet-stream")
