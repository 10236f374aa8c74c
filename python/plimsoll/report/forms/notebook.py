"""An answer as it stands in a notebook: badge, headline, what matters and one chart, as a fragment
of HTML by itself.

A fragment shares its page with others, so nothing of it reaches beyond it: styles stand on the
elements, the chart is inline SVG whose identifiers are its own, and there is no script. It has the
light colours on white, whatever is around it. What is said was decided before
(`report/first_screen.py`).
"""

import hashlib
import re

from plimsoll.base.printable import markup
from plimsoll.report.describe import Chart, First, Page, Standing
from plimsoll.report.forms import captions, picture
from plimsoll.report.forms.opening import text

_COLOURS: dict[Standing, str] = {
    "met": "#00795c",
    "missed": "#b3261e",
    "mixed": "#b35900",
    "estimated": "#b35900",
    "bounded": "#0b4f8a",
    "measured": "#55616e",
    "none": "#55616e",
}
"""Of a badge; its sign and its words tell the same."""
_BLOCK = (
    "max-width:960px;padding:12px 16px;border:1px solid #e3e8ed;border-radius:8px;"
    "background:#ffffff;color:#16202a;font:14px/1.5 system-ui,'DejaVu Sans',sans-serif"
)
_SOFT = "color:#55616e"
_ELEMENT = "<svg"
_IDENTIFIER = re.compile(r'\bid="([^"]+)"')
_REFERENCE = re.compile(r'url\(#([^)"]+)\)|((?:xlink:)?href)="#([^"]+)"')


def draw(page: Page) -> str:
    """The first screen of a report with its first chart; of a report without one the answer."""
    charts = picture.charts(page)
    return fragment(page.first, charts[0] if charts else None, page.answer)


def fragment(first: First | None, chart: Chart | None, answer: str = "") -> str:
    """An answer and its chart; `answer` stands where there is no first screen."""
    said = "" if first is None else _screen(first)
    drawn = "" if chart is None else f'<div style="margin-top:12px">{_drawing(chart)}</div>'
    return f'<div style="{_BLOCK}">{said or f"<div>{text(answer)}</div>"}{drawn}</div>'


def _screen(first: First) -> str:
    badge = markup(captions.badge_text(first.badge))
    colour = _COLOURS[first.badge.standing]
    whence = " · ".join(
        markup(words) for words in (first.origin, *(value for _, value in first.about)) if words
    )
    number = ""
    if first.number is not None:
        number = (
            f'<div style="margin:8px 0"><span style="{_SOFT}">{markup(first.number.name)}</span>'
            f' <strong style="font-size:1.6em">{text(first.number.value)}</strong>'
            f' <span style="{_SOFT}">{text(first.number.basis)}</span></div>'
        )
    rows = "".join(
        f'<div><span style="{_SOFT}">{markup(name)}:</span> {text(value)}</div>'
        for name, value in first.rows
    )
    steps = "".join(
        f"<div><strong>{markup(name)}:</strong> {text(words)}</div>"
        for name, words in captions.next_steps(first)
    )
    return (
        f'<div><strong style="color:{colour}">{badge}</strong>'
        f' <span style="{_SOFT}">{whence}</span></div>'
        f'<div style="font-size:1.15em;font-weight:600;margin:4px 0">{text(first.headline)}</div>'
        f"{number}{rows}{steps}"
    )


def _drawing(chart: Chart) -> str:
    """The chart as an SVG element whose identifiers no other element of the page has."""
    drawn = picture.svg(chart)
    drawn = drawn[drawn.index(_ELEMENT) + len(_ELEMENT) :].strip()
    own = f"plimsoll-{hashlib.sha256(drawn.encode()).hexdigest()[:10]}-"
    drawn = _IDENTIFIER.sub(lambda found: f'id="{own}{found[1]}"', drawn)
    drawn = _REFERENCE.sub(
        lambda found: f"url(#{own}{found[1]})" if found[1] else f'{found[2]}="#{own}{found[3]}"',
        drawn,
    )
    return f'{_ELEMENT} style="max-width:100%;height:auto" {drawn}'
