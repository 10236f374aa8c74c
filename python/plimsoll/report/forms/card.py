"""A card to share: the answer of a report as a picture of the size that posts and links show, with
its number and how far that can be relied on, the objective, the main chart, host and date."""

from dataclasses import replace

from plimsoll.base import cells
from plimsoll.base.printable import markup, printable_lines
from plimsoll.report.campaign import text as campaign_text
from plimsoll.report.describe import Chart, Heat, Page, Standing
from plimsoll.report.first import screen
from plimsoll.report.first.summary import short_list
from plimsoll.report.forms import FormOutput, address_space, captions, opening, picture, typefaces
from plimsoll.report.messages import message
from plimsoll.report.request import ReportRequest

WIDTH, HEIGHT = 1200, 630
"""Pixels, as sites show a link that has a picture (https://ogp.me)."""
_EDGE = 48
_TEXT_WIDTH = 420
"""Pixels of the column of text."""
_CHART_X, _CHART_Y = 500, 158
_CHART_WIDTH = WIDTH - _EDGE - _CHART_X
_CHART_HEIGHT = 392
"""Pixels of the chart."""
_LEAST_HEIGHT = 160
"""Pixels of the lowest plot; a chart that needs more than this leaves shrinks."""
_LETTER = 0.57
"""Width of a letter, of its size."""
_BOLD_LETTER = 0.66
_LEADING = 1.2
_COLOURS: dict[Standing, str] = {
    "met": "--c1",
    "missed": "--bound",
    "mixed": "--c2",
    "estimated": "--c2",
    "bounded": "--c0",
    "measured": "--soft",
    "none": "--soft",
}
"""Those of the badges of a page."""

is_ours = picture.is_ours


def draw(page: Page, request: ReportRequest) -> FormOutput:
    """The card as PNG."""
    address_space.require(address_space.PICTURES, message("drawing-a-chart"))
    typefaces.register()
    return FormOutput(picture.signed_png(_document(page, request), 1.0))


def _document(page: Page, request: ReportRequest) -> str:
    title = _title(page, request)
    about = _about(page, title)
    told = _answer(page, request)
    said = "".join([title, about, *(words for words, *_ in told), *_badges(page)])
    charts = picture.charts(page)
    drawing = "" if not charts else _chart(charts[0], said)
    fonts = typefaces.families(said + drawing)
    parts = [_mark(), drawing, *_badge_parts(page)]
    wide = WIDTH - 2 * _EDGE
    parts.append(
        _line(cells.shorten(title, _letters(wide, 30)), _EDGE, 128, 30, "--text", bold=True)
    )
    y = 178.0
    width = _TEXT_WIDTH if drawing else wide
    for words, size, colour, bold in told:
        for line in cells.wrap(opening.unbroken(words), _letters(width, size)):
            y += size * _LEADING
            parts.append(_line(line, _EDGE, y, size, colour, bold=bold))
        y += 6
    parts.append(_line(cells.shorten(about, _letters(wide, 19)), _EDGE, 598, 19, "--soft"))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
        f' width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}"'
        f' font-family="{fonts}"><rect width="100%" height="100%"'
        f' fill="{picture.light("--page")}"/>{"".join(parts)}</svg>'
    )


def _title(page: Page, request: ReportRequest) -> str:
    """The name that a user gave the campaign, else its targets, else the title of the report."""
    evidence = request.evidence
    files = screen.target_files(campaign_text.targets(evidence))
    return evidence.campaign.labels.name or short_list(files) or page.title


def _about(page: Page, title: str) -> str:
    """Date, host and target, as far as the title does not say them."""
    if page.first is None:
        return page.footer
    return " · ".join(value for _, value in page.first.about if value != title)


def _answer(page: Page, request: ReportRequest) -> list[tuple[str, float, str, bool]]:
    """The lines of the answer: words, size, colour, and whether they are bold."""
    first = page.first
    objective = request.evidence.objective_words
    promised = [(message("objective"), 19.0, "--soft", False), (objective, 22.0, "--text", False)]
    if not objective:
        promised = []
    if first is None or first.number is None:
        headline = page.answer if first is None else first.headline
        return [(headline, 32.0, "--text", True), *promised]
    number = first.number
    # The number stands on one line.
    size = min(62.0, _TEXT_WIDTH / (_LETTER * max(1, cells.width(number.value))))
    lines = [
        (number.name, 22.0, "--soft", False),
        (number.value, size, "--text", True),
        (number.basis, 19.0, "--soft", False),
        *promised,
    ]
    return [line for line in lines if line[0]]


def _badges(page: Page) -> list[str]:
    """The standing of the answer, and the origin of its figures."""
    return [] if page.first is None else [captions.badge_text(page.first.badge), page.first.origin]


def _badge_parts(page: Page) -> list[str]:
    """The badges, at the right end of the first line."""
    if page.first is None:
        return []
    colours = [_COLOURS[page.first.badge.standing], "--soft"]
    parts: list[str] = []
    right = float(WIDTH - _EDGE)
    for words, colour in reversed(list(zip(_badges(page), colours, strict=True))):
        wide = 20 * _BOLD_LETTER * cells.width(words) + 32
        paint = picture.light(colour)
        parts.append(
            f'<rect x="{right - wide:.1f}" y="38" width="{wide:.1f}" height="38" rx="19"'
            f' fill="none" stroke="{paint}" stroke-width="2"/>'
        )
        parts.append(_line(words, right - wide / 2, 64, 20, colour, bold=True, anchor="middle"))
        right -= wide + 12
    return parts


def _mark() -> str:
    """The mark of Plimsoll, a load line, with the name."""
    paint = picture.light("--c0")
    return (
        f'<g fill="none" stroke="{paint}" stroke-width="5"><circle cx="76" cy="57" r="18"/>'
        f'<path d="M48 57H104"/></g>{_line("Plimsoll", 120, 66, 26, "--text", bold=True)}'
    )


def _chart(chart: Chart, others: str) -> str:
    """The first panel of a chart, which the words of the card explain."""
    alone = replace(chart, title="", panels=chart.panels[:1], notes=(), where=())
    drawing = picture.compose(alone, _CHART_WIDTH, others)
    over = drawing.height - _CHART_HEIGHT
    if over > 0 and not any(isinstance(series, Heat) for series in alone.panels[0].series):
        # Letters keep their size in a lower plot.
        plot = alone.panels[0]
        lower = replace(plot, height=max(_LEAST_HEIGHT, plot.height - over))
        drawing = picture.compose(replace(alone, panels=(lower,)), _CHART_WIDTH, others)
    return (
        f'<svg x="{_CHART_X}" y="{_CHART_Y}" width="{_CHART_WIDTH}" height="{_CHART_HEIGHT}"'
        f' viewBox="0 0 {_CHART_WIDTH} {drawing.height}"'
        f' preserveAspectRatio="xMidYMin">{drawing.body}</svg>'
    )


def _letters(width: float, size: float) -> int:
    return int(width / (size * _LETTER))


def _line(
    words: str,
    x: float,
    y: float,
    size: float,
    colour: str,
    *,
    bold: bool = False,
    anchor: str = "start",
) -> str:
    weight = "bold" if bold else "normal"
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:.1f}" font-weight="{weight}"'
        f' text-anchor="{anchor}" fill="{picture.light(colour)}">'
        f"{markup(printable_lines(words))}</text>"
    )
