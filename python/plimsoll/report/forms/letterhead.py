"""The head of a report that is handed over as a document: logo, subject, customer, author, number,
and boxes to stamp."""

import struct

from plimsoll.base.logo import Logo
from plimsoll.base.printable import markup
from plimsoll.report.describe import Page
from plimsoll.report.messages import message

_STYLE = """
.letterhead { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 12px 24px;
  clear: both; border-bottom: 1px solid var(--grid); padding-bottom: 12px; margin-bottom: 12px; }
.letterhead > div { flex: 1 1 20em; }
.letterhead img { display: block; max-width: 100%; height: 44px; margin-bottom: 10px; }
.letterhead .stamps { display: flex; flex-wrap: wrap; list-style: none; margin: 0; padding: 0; }
.letterhead .stamps li { width: 84px; border: 1px solid var(--soft); margin: 0 0 -1px -1px; }
.letterhead .stamps span { display: block; border-bottom: 1px solid var(--soft); padding: 2px 4px;
  text-align: center; font-size: .85rem; overflow-wrap: anywhere; }
.letterhead .stamps li::after { content: ""; display: block; height: 80px; }
"""
_HEIGHT = 192
"""Pixels of a logo that is drawn from SVG: four times what a workbook shows, for print."""


def style(page: Page) -> str:
    """The style of the head, for a page that has one."""
    return "" if page.letterhead is None else _STYLE


def html(page: Page) -> str:
    """The head; empty for a page without one."""
    head = page.letterhead
    if head is None:
        return ""
    logo = (
        "" if head.logo is None else f'<img src="{head.logo.url}" alt="{message("letter-logo")}">'
    )
    rows = "".join(
        f"<div><dt>{markup(name)}</dt><dd>{markup(value)}</dd></div>" for name, value in head.rows
    )
    boxes = "".join(f"<li><span>{markup(title)}</span></li>" for title in head.stamps)
    stamps = (
        f'<ul class="stamps" aria-label="{markup(message("letter-stamps"))}">{boxes}</ul>'
        if boxes
        else ""
    )
    return (
        f'<section class="letterhead"><div>{logo}<dl class="facts">{rows}</dl></div>'
        f"{stamps}</section>\n"
    )


def png(logo: Logo) -> tuple[bytes, int]:
    """The logo as PNG, and its height in pixels: a workbook shows no SVG in older programs."""
    content = logo.content
    if logo.kind == "svg":
        import vl_convert

        drawn: bytes = vl_convert.svg_to_png(content.decode(), scale=1.0)
        high = struct.unpack_from(">I", drawn, 20)[0]
        content = vl_convert.svg_to_png(content.decode(), scale=max(0.05, _HEIGHT / high))
    # The height stands in the first chunk of a PNG.
    return content, struct.unpack_from(">I", content, 20)[0]
