"""The forms of a report, one file each, listed in FORMS. Forms know descriptions (`describe.py`),
not stored answers.

`html`, `pdf` and `md` draw the page, `svg` and `png` one chart of it, `card` the answer for a link;
`xlsx` the page and its
rows; `csv`, `json` and `parquet` the rows; `fio`, `hlog` and `openmetrics` are for other
programs. A form returns bytes and `writer.py` writes all files, so that no file is left half
written and no foreign file is overwritten."""

from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from types import ModuleType

from plimsoll.base import extras
from plimsoll.base.errors import UsageError
from plimsoll.base.feature import FormEntry, features
from plimsoll.report.describe import Page
from plimsoll.report.messages import message
from plimsoll.report.request import ReportRequest


@dataclass(frozen=True)
class FormOutput:
    """The content of a file and of the files beside it, keyed by the suffix to the stem of its
    name.

    Slow content is a function: terminal output has no files beside it."""

    content: bytes
    beside: dict[str, bytes | Callable[[], bytes]] = field(default_factory=dict)


class Form(FormEntry):
    """A form with a name. Its module is imported on first use."""

    def make(self, request: ReportRequest, page: Callable[[], Page]) -> FormOutput:
        """The report in this form. `page` is only called by forms that draw a page."""
        drawn: FormOutput
        if self.rows:
            drawn = self._maker.write(request)
        elif self.early:
            draw = self._maker.begin(request)
            drawn = draw(page())
        else:
            drawn = getattr(self._maker, self.function)(page(), request)
        return drawn

    def is_ours(self, content: bytes) -> bool:
        """Whether a file that begins so was made by Plimsoll in this form."""
        return bool(self._maker.is_ours(content))

    @property
    def _maker(self) -> ModuleType:
        return import_module(self.module)


XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
CORE = (
    FormEntry("html", message, "plimsoll.report.forms.html", "text/html; charset=utf-8", 10),
    FormEntry("pdf", message, "plimsoll.report.forms.pdf", "application/pdf", 20, extra="pdf"),
    FormEntry(
        "xlsx",
        message,
        "plimsoll.report.forms.xlsx",
        XLSX,
        30,
        whole=True,
        early=True,
        extra="excel",
    ),
    FormEntry(
        "md",
        message,
        "plimsoll.report.forms.markdown",
        "text/markdown; charset=utf-8",
        40,
        text=True,
    ),
    FormEntry(
        "json",
        message,
        "plimsoll.report.forms.as_json",
        "application/json",
        50,
        text=True,
        rows=True,
    ),
    FormEntry(
        "csv",
        message,
        "plimsoll.report.forms.as_csv",
        "text/csv; charset=utf-8",
        60,
        text=True,
        rows=True,
    ),
    FormEntry(
        "parquet",
        message,
        "plimsoll.report.forms.parquet",
        "application/vnd.apache.parquet",
        70,
        whole=True,
        rows=True,
        extra="parquet",
    ),
    FormEntry(
        "hlog",
        message,
        "plimsoll.report.forms.as_hlog",
        "text/plain; charset=utf-8",
        90,
        text=True,
        rows=True,
        exchange=True,
    ),
    FormEntry(
        "openmetrics",
        message,
        "plimsoll.report.forms.as_openmetrics",
        "application/openmetrics-text; version=1.0.0; charset=utf-8",
        100,
        text=True,
        rows=True,
        exchange=True,
    ),
    FormEntry(
        "svg",
        message,
        "plimsoll.report.forms.picture",
        "image/svg+xml",
        110,
        function="draw_svg",
        extra="charts",
    ),
    FormEntry(
        "png",
        message,
        "plimsoll.report.forms.picture",
        "image/png",
        120,
        function="draw_png",
        extra="charts",
    ),
    FormEntry(
        "card",
        message,
        "plimsoll.report.forms.card",
        "image/png",
        130,
        extra="charts",
        file_ending="card.png",
    ),
)
"""The forms of the core. To add one: a file in this folder, and a line here."""

FORMS = tuple(
    Form(*entry)
    for entry in sorted(
        (*CORE, *(entry for feature in features() for entry in feature.forms)),
        key=lambda entry: entry.place,
    )
)
"""Every form."""


def find_form(name: str) -> Form:
    """The form of this name. Raises UsageError, which lists the known ones or says what must be
    installed for it."""
    for form in FORMS:
        if form.name == name:
            if form.extra:
                extras.require(form.extra)
            return form
    known = ", ".join(form.name for form in FORMS)
    raise UsageError(*message.refusal("no-such-format", name=name, names=known))


def media_type(name: str) -> str:
    """The media type of a form's files, and of the archive of several of them."""
    known = {form.name: form.media_type for form in FORMS} | {"zip": "application/zip"}
    return known.get(name, "application/octet-stream")
