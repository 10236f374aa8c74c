"""One chart as a picture of its own, SVG or PNG: for a page, a mail, a slide. `html.py` draws the
same charts in a report.

Vega-Lite draws each panel; title, legend and caption are added here around them. Colours are the
light ones of `style.py` on white. A form draws the requested chart, else the first."""

import json
import os
import re
import struct
import zlib
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

from plimsoll.base import cells, extras, writing
from plimsoll.base.errors import RefusedError, UsageError
from plimsoll.base.printable import markup
from plimsoll.report.describe import Chart, Page
from plimsoll.report.forms import FormOutput, address_space, typefaces, vega
from plimsoll.report.forms.captions import full_title
from plimsoll.report.forms.metrics import LETTER
from plimsoll.report.forms.style import STYLE
from plimsoll.report.messages import message
from plimsoll.report.request import ReportRequest

WIDTH = 900
"""Pixels of the whole picture."""
_LEFT, _EDGE, _LINE = 64, 16, 20
_SCALE = 2.0
"""Pixels of a PNG per pixel of the picture: letters stay sharp."""
FORMS = (".svg", ".png")
MARKER = "<!-- Plimsoll chart -->"
_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_SOFTWARE = b"Software\x00Plimsoll"


def draw_svg(page: Page, request: ReportRequest) -> FormOutput:
    """The chart as SVG. Raises as `find_chart`."""
    return FormOutput(svg(find_chart(page, request.chart)).encode())


def draw_png(page: Page, request: ReportRequest) -> FormOutput:
    """The chart as PNG. Raises as `find_chart`."""
    return FormOutput(png(find_chart(page, request.chart)))


def refuse(path: Path, *, force: bool) -> None:
    """Raises UsageError for an unknown form or without what draws it, RefusedError for an existing
    file."""
    extras.require("charts")
    if path.suffix.lower() not in FORMS:
        endings = message("or").join(FORMS)
        raise UsageError(*message.refusal("cannot-draw", path=path, endings=endings))
    if os.path.lexists(path) and not force:
        raise RefusedError(*message.refusal("already-there", path=path))


def write(chart: Chart, path: Path, *, force: bool) -> None:
    """Draws the chart into a file, in the form of its ending. Raises as `refuse`."""
    drawn = svg(chart).encode() if path.suffix.lower() == ".svg" else png(chart)
    writing.write(
        path,
        drawn,
        message("name-another-chart"),
        None if force else partial(refuse, path, force=False),
    )


def find_chart(page: Page, name: str | None) -> Chart:
    """The chart of this name; without a name the first. Raises UsageError, which lists those of the
    report."""
    found = charts(page)
    if not found:
        raise UsageError(*message.refusal("report-without-charts", report=page.report))
    for chart in found:
        if name in (None, chart.name):
            return chart
    raise UsageError(
        *message.refusal(
            "no-such-chart",
            "it-has",
            report=page.report,
            chart=name,
            names=", ".join(chart.name for chart in found),
        )
    )


def charts(page: Page) -> list[Chart]:
    """The charts of a page, in order."""
    return [section for section in page.sections if isinstance(section, Chart)]


def png(chart: Chart) -> bytes:
    """The chart as a PNG that names Plimsoll as its software."""
    address_space.require(address_space.PICTURES, message("drawing-a-chart"))
    return signed_png(svg(chart, embedded=False), _SCALE)


def signed_png(drawing: str, scale: float) -> bytes:
    """An SVG document as a PNG that names Plimsoll as its software."""
    import vl_convert

    drawn: bytes = vl_convert.svg_to_png(drawing, scale=scale)
    # A tEXt chunk behind the header, which is 8 bytes of signature and a chunk of 13 (PNG, third
    # edition, 11.3.3.2).
    chunk = b"tEXt" + _SOFTWARE
    head = len(_SIGNATURE) + 4 + 4 + 13 + 4
    return (
        drawn[:head]
        + struct.pack(">I", len(_SOFTWARE))
        + chunk
        + struct.pack(">I", zlib.crc32(chunk))
        + drawn[head:]
    )


def is_ours(head: bytes) -> bool:
    """Whether a file that begins so is a picture of ours."""
    return MARKER.encode() in head or (head.startswith(_SIGNATURE) and _SOFTWARE in head)


def svg(chart: Chart, *, embedded: bool = True) -> str:
    """The chart as an SVG document. `embedded`: with the Japanese letters that it shows."""
    drawing = compose(chart, WIDTH)
    face = typefaces.face(drawing.body) if embedded else ""
    style = f"<style>{face}</style>" if face else ""
    return (
        f'{MARKER}\n<svg xmlns="http://www.w3.org/2000/svg"'
        f' xmlns:xlink="http://www.w3.org/1999/xlink" width="{WIDTH}" height="{drawing.height}"'
        f' viewBox="0 0 {WIDTH} {drawing.height}" font-family="{drawing.fonts}" role="img"'
        f' aria-label="{markup(chart.title)}">{style}<rect width="100%" height="100%"'
        f' fill="{light("--page")}"/>\n{drawing.body}\n</svg>\n'
    )


@dataclass(frozen=True)
class Drawing:
    """What a picture of a chart holds: SVG in the light colours, its height, its fonts."""

    body: str
    height: int
    fonts: str


def compose(chart: Chart, width: int, others: str = "") -> Drawing:
    """The chart in a picture of this width. `others`: further text of the picture, which is set in
    the same fonts."""
    address_space.require(address_space.PICTURES, message("drawing-a-chart"))
    import vl_convert

    typefaces.register()
    specs = list(vega.specs(chart))
    words = [full_title(chart), chart.caption, *(key.words for key in vega.legend(chart))]
    words += [panel.title for panel in chart.panels]
    fonts = typefaces.families("".join([others, *words, json.dumps(specs, ensure_ascii=False)]))
    measuring = typefaces.measuring_font(fonts)
    left, right = max(_LEFT, vega.left_margin(chart)), vega.margin(chart) + _EDGE
    plot = width - left - right
    parts: list[str] = [vega.DEFS]
    y = 28 if chart.title else 20
    for line in _wrap_text(full_title(chart), (width - 2 * _EDGE) // 11):
        parts.append(_words(line, _EDGE, y, size=18, weight="bold"))
        y += 24
    y -= 8
    x = _EDGE
    keys = vega.legend(chart)
    for key in keys:
        lines = _wrap_text(key.words, (width - 2 * _EDGE - key.width - 6) // 8)
        wide = key.width + 6 + 8 * max(map(cells.width, lines)) + 14
        if x > _EDGE and x + wide > width - _EDGE:
            x, y = _EDGE, y + _LINE
        parts.append(f'<g transform="translate({x} {y - 5})">{key.drawn}</g>')
        for i, line in enumerate(lines):
            parts.append(_words(line, x + key.width + 6, y + 9 + i * _LINE))
        x, y = x + wide, y + (len(lines) - 1) * _LINE
    y += _LINE if keys else 0
    for panel, spec in zip(chart.panels, specs, strict=True):
        for line in _wrap_text(panel.title, (width - 2 * _EDGE) // 8):
            parts.append(_words(line, _EDGE, y + 20, weight="bold"))
            y += 18
        y += 10
        padding = spec["padding"]
        # With a container's width the height of these documents holds the padding; with a width in
        # pixels it must not.
        sized = {
            **spec,
            "width": plot,
            "height": spec["height"] - padding["top"] - padding["bottom"],
        }
        drawn: str = vl_convert.vegalite_to_svg(
            _plain(json.dumps(sized, ensure_ascii=False), measuring),
            vl_version=vega.VEGA_LITE,
            format_locale=vega.number_locale(),
        )
        drawn = drawn.replace(f'font-family="{measuring}"', f'font-family="{fonts}"')
        parts.append(
            f'<svg x="{left}" y="{y}" width="{plot}" height="{spec["height"]}"'
            f' overflow="visible">{_inner(drawn)}</svg>'
        )
        y += int(spec["height"]) + 6
    for line in _wrap_text(chart.caption, (width - 2 * _EDGE) // LETTER):
        parts.append(_words(line, _EDGE, y + 16, colour="var(--soft)"))
        y += _LINE
    # Without title and caption the chart is embedded in a page with its own edges.
    height = y + (_EDGE if chart.title or chart.caption else 0)
    return Drawing(_plain("\n".join(parts), fonts), height, fonts)


def _words(
    text: str,
    x: float,
    y: float,
    *,
    size: int = 13,
    weight: str = "normal",
    colour: str = "var(--text)",
) -> str:
    drawn = f'font-weight="{weight}"'
    if weight == "bold" and typefaces.is_needed(text):
        # The bold typeface has Latin letters alone.
        drawn = f'stroke="{colour}" stroke-width="{size * 0.035:.2f}"'
    return f'<text x="{x}" y="{y}" font-size="{size}" {drawn} fill="{colour}">{markup(text)}</text>'


def head(drawn: str) -> str:
    """The beginning of a drawing with the tag of its outermost element."""
    return drawn[: drawn.index(">", drawn.index("<svg")) + 1]


def _inner(drawn: str) -> str:
    """The content of the outermost element."""
    return drawn[len(head(drawn)) : drawn.rindex("</svg>")]


def _plain(text: str, fonts: str) -> str:
    """The text with the light theme's colours and these fonts instead of their names."""
    text = re.sub(r"var\((--\w+)\)", lambda found: light(found[1]), text)
    return text.replace('"font": "inherit"', f'"font": "{fonts}"')


def light(name: str) -> str:
    """A colour of the light theme; a name that is none of its colours stays as it is."""
    return _light_colours().get(name, f"var({name})")


@cache
def _light_colours() -> dict[str, str]:
    return dict(re.findall(r"(--\w+): (#\w+)", STYLE.partition("@media")[0]))


def _wrap_text(text: str, letters: int) -> list[str]:
    """The text in lines; words longer than a line are broken, so that nothing is cut off."""
    lines: list[str] = []
    for long in cells.words(" ".join(text.split())):
        for at in range(0, len(long), letters):
            word = long[at : at + letters]
            if lines and cells.width(lines[-1] + word.rstrip()) <= letters and at == 0:
                lines[-1] += word
            else:
                lines.append(word)
    return [line.rstrip() for line in lines]
