"""Writes the report of a history in a form that draws pages."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from plimsoll import writing
from plimsoll.errors import UsageError
from plimsoll.reports import forms, writer
from plimsoll.reports.forms import html, pdf

if TYPE_CHECKING:
    from pathlib import Path

    from plimsoll.reports.describe import Page

DRAW = {"html": html.draw, "pdf": pdf.draw}


def refuse(path: Path, *, force: bool) -> None:
    """Raises UsageError for a file that no form of a history writes, RefusedError for one that is
    not ours."""
    writer.refuse_foreign(path, _form(path), force=force)


def write(page: Page, path: Path, *, force: bool) -> None:
    """Writes it, whole or not at all."""
    drawn = DRAW[_form(path)](page)
    again = None if force else partial(refuse, path, force=False)
    writing.write(path, drawn.content, "Name another file with --output.", again, "the report")


def _form(path: Path) -> str:
    name = path.suffix.lower().removeprefix(".")
    if name not in DRAW:
        raise UsageError(
            f"a history is not written as '{path.name}'",
            f"Name a file that ends with {' or '.join(f'.{one}' for one in DRAW)}.",
        )
    return forms.named(name).name
