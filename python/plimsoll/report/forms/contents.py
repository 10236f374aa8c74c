"""The contents of a page: a short list of links to its sections, beneath the first screen.

`page.js` follows a link itself, because the address behind the `#` holds the choice of Runs;
without scripts the links work as they are."""

from collections.abc import Sequence

from plimsoll.base.printable import markup
from plimsoll.report.describe import Chart, Facts, Page, Table
from plimsoll.report.messages import message

FEWEST = 3
"""Sections of the shortest page that has a list."""

Section = Chart | Table | Facts


def places(page: Page, lead: Chart | None) -> list[str]:
    """The name of each section's place; empty for one that shows nothing of its own, because the
    first screen shows all of the main chart."""
    return [
        "" if section is lead and section.fits_first_screen else f"section-{number}"
        for number, section in enumerate(page.sections, 1)
    ]


def with_anchor(section: str, place: str) -> str:
    """The markup of a section with its place."""
    return section.replace("<section", f'<section id="{place}"', 1) if place else section


def html(sections: Sequence[Section], places: Sequence[str]) -> str:
    """The list; empty for a page that is short."""
    linked = [(one, at) for one, at in zip(sections, places, strict=True) if at]
    if len(linked) < FEWEST:
        return ""
    items = "".join(
        f'<li><a href="#{place}">{markup(section.title)}</a></li>' for section, place in linked
    )
    title = markup(message("contents"))
    return f'<nav class="contents" aria-label="{title}"><ul>{items}</ul></nav>'
