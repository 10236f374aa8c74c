"""A report as Markdown: the answer, charts, tables, conditions. For tickets, mails and wikis.

Charts are SVG files beside it, drawn only when it is written to a file; on a terminal a line
says so. Tables are cut to their first ROWS rows: nobody reads two thousand in a ticket, and
wikis fail on them."""

import re
from urllib.parse import quote

from plimsoll.base import extras
from plimsoll.base.printable import printable
from plimsoll.report.describe import Chart, Column, Facts, First, Page, Table
from plimsoll.report.forms import FormOutput, captions, picture
from plimsoll.report.forms.captions import cut, full_title
from plimsoll.report.messages import message
from plimsoll.report.request import ReportRequest

ROWS = 200
"""Most rows of a table."""
MARKER = "<!-- Plimsoll report -->"


def draw(page: Page, request: ReportRequest | None = None) -> FormOutput:
    """The report as Markdown, with its charts beside it when written to a file."""
    stem = None if request is None or extras.missing("charts") else request.stem
    charts = [] if stem is None else picture.charts(page)
    return FormOutput(
        document(page, stem).encode(),
        {f"-{chart.name}.svg": picture.svg(chart).encode() for chart in charts},
    )


def is_ours(head: bytes) -> bool:
    """Whether a file that begins so was made by Plimsoll."""
    return head.startswith(MARKER.encode())


def document(page: Page, stem: str | None = None) -> str:
    """The page as Markdown. With a stem of their names its charts are linked, otherwise left
    out."""
    parts = [MARKER, f"# {_safe(page.title)}", *_letterhead(page)]
    parts += [*_first(page.first), _safe(page.answer)] if page.first else [_bold(page.answer)]
    if verdict := page.further_verdict:
        parts.append(message("verdict-is", verdict=_bold(verdict)))
    parts += [_safe(sentence) for sentence in page.because]
    parts.append(
        "\n".join(
            f"- {_safe(f.name)}: **{_safe(f.value)}** ({_safe(f.basis)})"
            for f in page.further_figures
        )
    )
    charts = picture.charts(page)
    if charts and stem is None:
        names = ", ".join(chart.name for chart in charts)
        absent = extras.missing("charts")
        if absent:
            left_out = message("charts-need", names=names, package=absent[0])
            parts.append(f"{left_out} {extras.install_command(extras.requirement('charts'))}")
        else:
            parts.append(message("charts-beside-file", names=names))
    for section in page.sections:
        match section:
            case Table():
                shown = cut(section, ROWS)
                parts += [f"## {_safe(full_title(shown))}", _table(shown), _safe(shown.caption)]
            case Facts():
                lines = (
                    f"- {_safe(name)}: {_safe(value)}" if name else f"- {_safe(value)}"
                    for name, value in section.items
                )
                parts += [f"## {_safe(section.title)}", "\n".join(lines), _safe(section.caption)]
            case Chart() if stem is not None:
                link = f"![{_safe(full_title(section))}]({quote(f'{stem}-{section.name}.svg')})"
                parts += [f"## {_safe(full_title(section))}", link]
            case Chart():
                pass
    parts.append(_safe(page.footer))
    return "\n\n".join(part for part in parts if part) + "\n"


def _letterhead(page: Page) -> list[str]:
    """Its rows, and a table of the boxes to stamp."""
    if page.letterhead is None:
        return []
    rows = "\n".join(f"- {_safe(name)}: {_safe(value)}" for name, value in page.letterhead.rows)
    titles = page.letterhead.stamps
    if not titles:
        return [rows]
    boxes = Table(
        "", tuple(Column(title, number=False) for title in titles), (("",) * len(titles),)
    )
    return [rows, _table(boxes)]


def _first(first: First) -> list[str]:
    """The first screen: badge, headline, facts."""
    about = " · ".join([first.origin, *(value for _, value in first.about)])
    found = [f"{_bold(captions.badge_text(first.badge))} · {_safe(about)}", _bold(first.headline)]
    rows = [(name, _safe(value)) for name, value in first.rows]
    if (number := first.number) is not None:
        value = f"{_bold(number.value)} ({_safe(number.basis)})"
        rows.insert(0, (number.name, value))
    rows += [(name, _safe(words)) for name, words in captions.next_steps(first)]
    return [*found, "\n".join(f"- {_safe(name)}: {value}" for name, value in rows)]


def _bold(words: str) -> str:
    return f"**{_safe(words)}**"


def _table(table: Table) -> str:
    rows = [
        [column.label for column in table.columns],
        ["---:" if column.number else ":---" for column in table.columns],
        *table.rows,
    ]
    return "\n".join(
        "| " + " | ".join(cell if row is rows[1] else _safe(cell) for cell in row) + " |"
        for row in rows
    )


def _safe(words: str) -> str:
    """Text on one line that neither Markdown nor its HTML interprets."""
    for sign, instead in (
        ("\\", "\\\\"),
        ("|", "\\|"),
        ("`", "\\`"),
        ("*", "\\*"),
        ("[", "\\["),
        ("]", "\\]"),
    ):
        words = words.replace(sign, instead)
    # Escape only possible entities and tags (CommonMark, sections 2.5 and 6.6): `<= 1 ms` stays as
    # it is.
    words = re.sub(r"&(?=#?\w+;)", "&amp;", words)
    words = re.sub(r"<(?=[A-Za-z/!?])", "&lt;", words)
    return printable(" ".join(words.split()))
