"""The first screen of a report as HTML: badge, main number, facts and next step, with the curve
beside them. `report/first_screen.py` decides the content."""

import re

from plimsoll.base.printable import markup
from plimsoll.report.describe import Badge, First, Page
from plimsoll.report.forms import captions
from plimsoll.report.messages import message


def top(page: Page, beside: str) -> str:
    """The top of the page; `beside` is the drawn main chart."""
    if page.first is None:
        return f"<h1>{text(page.answer)}</h1>{_verdict(page)}"
    return screen(page.first, beside)


def screen(first: First, beside: str = "") -> str:
    """The first screen of a report."""
    return f"{about(first)}\n{answer(first, beside)}"


def answer(first: First, beside: str = "", tools: str = "") -> str:
    """The first screen without its date, host and target, also for the page of a campaign, whose
    `tools` stand beneath the facts."""
    number = ""
    if first.number is not None:
        number = (
            f'<p class="number"><span>{markup(first.number.name)}</span>'
            f"<strong>{text(first.number.value)}</strong>"
            f"<small>{text(first.number.basis)}</small></p>"
        )
    rows = "".join(
        f"<div><dt>{markup(name)}</dt><dd>{text(value)}</dd></div>" for name, value in first.rows
    )
    lead = f"""<div class="badges">{chip(first.badge)}{origin(first.origin)}</div>
<h1>{text(first.headline)}</h1>
{number}{f'<dl class="facts">{rows}</dl>' if rows else ""}{_next(first)}{tools}"""
    alone = "" if beside else " alone"
    return f'<div class="first{alone}"><div class="said">{lead}</div>{beside}</div>'


def beneath(page: Page, figures: str) -> str:
    """The full answer and its basis, then the figures."""
    full = full_answer(page.first, page.answer) + _verdict(page) if page.first else ""
    because = "".join(f"<p>{text(sentence)}</p>" for sentence in page.because)
    return f'<div class="whole">{full}{because}</div><dl class="figures">{figures}</dl>'


def full_answer(first: First, words: str) -> str:
    """The full answer as a paragraph; empty where it is no longer than the headline."""
    return "" if words == first.headline else f'<p class="answer">{text(words)}</p>'


def chip(badge: Badge) -> str:
    """The badge: its colour, its shape and its words."""
    sign = captions.SIGNS[badge.standing]
    return (
        f'<span class="badge {badge.standing}"><span aria-hidden="true">{sign}</span>'
        f" {markup(badge.words)}</span>"
    )


def origin(name: str) -> str:
    """The badge of the origin: measured, emulated or simulated."""
    kind = "measured" if name == message("origin-measured") else "simulated"
    return f' <span class="badge origin {kind}">{markup(name)}</span>'


def about(first: First) -> str:
    """Date, host and target in a line."""
    return f'<p class="whence">{" · ".join(markup(value) for _, value in first.about)}</p>'


def _next(first: First) -> str:
    steps = [
        f"<p><strong>{name}:</strong> {text(words)}</p>"
        for name, words in captions.next_steps(first)
    ]
    return f'<div class="next">{"".join(steps)}</div>' if steps else ""


def _verdict(page: Page) -> str:
    if not page.further_verdict:
        return ""
    verdict = message("verdict-is", verdict=f"<strong>{text(page.further_verdict)}</strong>")
    return f'<p class="verdict">{verdict}</p>'


def text(words: str) -> str:
    """Text for the page; a number and its unit stay on one line, and so do a flag and an
    abbreviation with a slash."""
    return _WHOLE.sub(r'<span class="flag">\g<0></span>', markup(unbroken(words)))


_WHOLE = re.compile(r"(?<![\w-])--[a-z][\w-]*|\b[^\W\d_]/[^\x00-\x7f]\b")
"""Browsers break a line behind the slash of `G/Ç`, since its last letter is none of ASCII."""


def unbroken(words: str) -> str:
    """The words, with spaces between a number and its unit, and before the sign of an objective,
    that break no line."""
    return re.sub(
        r"(?<=\d) (?=(?:%|[nµm]?s|[KMGT]iB|k|I/O|IOPS)(?:\W|$))|(?<=n) (?==)|(?<==) (?=\d)"
        r"|(?<=\w) (?=[<>]=)",
        "\u00a0",
        words,
    )
