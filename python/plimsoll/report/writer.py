"""Builds a report and writes it, whole or not at all (`base/writing.py`).

An existing file that Plimsoll did not write is only overwritten with `force`."""

from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path

from plimsoll.base import language, writing
from plimsoll.base.errors import UsageError
from plimsoll.report import forms, registry
from plimsoll.report.describe import Page
from plimsoll.report.forms import FormOutput
from plimsoll.report.messages import message
from plimsoll.report.request import ReportRequest

_HEAD = 4096
PAGE_FORMS = {"html": "html", "pdf": "pdf", "xlsx": "xlsx", "md": "markdown"}
"""Forms that draw a page without a store, and their modules."""


def default(request: ReportRequest) -> str:
    """The name of the default report."""
    return registry.default(request)


def make(
    request: ReportRequest,
    form: str,
    report: str | None = None,
    *,
    on_page: Callable[[Page], object] | None = None,
) -> FormOutput:
    """The report in a form; without a name the default report. `on_page` receives the page before
    it is drawn.

    Raises UsageError for an unknown name or a report that does not fit; InputError without such
    a campaign."""
    made_as = forms.find_form(form)
    # What other programs read is in English and in UTC.
    for_people = not (made_as.rows or made_as.exchange)
    # Read one consistent state: another process may still be writing to the store.
    with (
        language.writing(language.of_reader()) if for_people else language.for_programs(),
        request.store.snapshot(),
    ):
        name = report or default(request)
        if made_as.rows:
            registry.refuse(name, request)

        def build_page() -> Page:
            page = registry.build(name, request)
            if on_page is not None:
                on_page(page)
            return page

        return made_as.make(request, build_page)


def write(
    request: ReportRequest,
    path: str | Path,
    form: str = "html",
    report: str | None = None,
    *,
    force: bool = False,
    on_page: Callable[[Page], object] | None = None,
) -> list[Path]:
    """Writes the report and the files beside it; returns the paths written. `on_page` as for
    `make`.

    Raises as `make`, and RefusedError for a file that is not ours (unless `force`), IoError or
    NoSpaceError."""
    path = Path(path)
    refuse_foreign(path, form, force=force)
    with language.writing(language.of_reader()), request.store.snapshot():
        drawn = make(request.to(path.stem), form, report, on_page=on_page)
        return _write_files(drawn, path, form, force=force)


def write_page(page: Page, path: Path, at_ns: int, *, force: bool = False) -> None:
    """Writes a page that is of no store, with the time that it is about. Raises UsageError for a
    form that has rows alone; otherwise as `write`."""
    form = form_of(path)
    if form not in PAGE_FORMS:
        known = ", ".join(PAGE_FORMS)
        raise UsageError(*message.refusal("unknown-ending", name=path.name, names=known))
    refuse_foreign(path, form, force=force)
    forms.find_form(form)
    maker = import_module(f"plimsoll.report.forms.{PAGE_FORMS[form]}")
    drawn = maker.draw_page(page, at_ns) if form == "xlsx" else maker.draw(page)
    _write_files(drawn, path, form, force=force)


def _write_files(drawn: FormOutput, path: Path, form: str, *, force: bool) -> list[Path]:
    """Files beside a report are drawn one by one, as they are written."""
    files: dict[Path, bytes | Callable[[], bytes]] = {path: drawn.content}
    for ending, beside in drawn.beside.items():
        file = path.with_name(f"{path.stem}{ending}")
        refuse_foreign(file, form_of(file), force=force)
        files[file] = beside
    for file, content in files.items():
        # Check again right before writing: drawing can take long.
        refuse = (
            None
            if force
            else partial(refuse_foreign, file, form if file == path else form_of(file), force=False)
        )
        drawn_now = content() if callable(content) else content
        now, what = message("name-another-file"), message("the-report")
        writing.write(file, drawn_now, now, refuse, what)
    return list(files)


def refuse_foreign(path: Path, form: str, *, force: bool) -> None:
    """Raises RefusedError when `path` is there and was not made by Plimsoll in this form."""
    asked_for = forms.find_form(form)
    if not force:
        now = message("name-another-or-force")
        head = -1 if asked_for.whole else _HEAD
        writing.refuse_foreign(path, asked_for.is_ours, message("a-report"), now, head=head)


def form_of(path: Path | None) -> str:
    """The form that the ending of a file's name stands for; HTML without a file. Raises
    UsageError for an unknown ending."""
    if path is None:
        return "html"
    ending = path.suffix.lower().removeprefix(".")
    ending = {"htm": "html", "markdown": "md"}.get(ending, ending)
    # `a.card.png` is a card, `a.png` a picture.
    named = [form for form in forms.FORMS if f"{path.stem}.{ending}".endswith(f".{form.ending}")]
    if named:
        return max(named, key=lambda form: len(form.ending)).name
    known = ", ".join(form.name for form in forms.FORMS)
    raise UsageError(*message.refusal("unknown-ending", name=path.name, names=known))
