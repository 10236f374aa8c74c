"""The first screen of a sizing: whether the guests fit, how many do, and what is kept free."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plimsoll.base import language, units
from plimsoll.features.sizing.messages import message
from plimsoll.features.sizing.sums import LINE
from plimsoll.report.describe import Badge, First

if TYPE_CHECKING:
    from plimsoll.features.sizing.document import SizeResult
    from plimsoll.features.sizing.guests import SizeFile


def screen(request: SizeFile, answer: SizeResult) -> First:
    """Nothing is measured here: the origin is the calculation."""
    notes = ((message("row-note"), text) for text in answer.notes)
    return First(
        _badge(request, answer),
        message("origin-calculated"),
        (),
        answer.because,
        None,
        ((message("row-kept-free"), language.listing(_reserve(request, answer))), *notes),
        usable=answer.guests.wanted_fit,
    )


def _badge(request: SizeFile, answer: SizeResult) -> Badge:
    guests = answer.guests
    if not guests.wanted_fit:
        # The end of an open line is unknown: more may fit than was shown.
        if guests.high is None and guests.short_of == [LINE]:
            return Badge("none", message("badge-not-shown"))
        return Badge("missed", message("badge-does-not-fit"))
    fits = any("count" in kind.model_fields_set for kind in request.profile)
    words = message("badge-fits" if fits else "badge-sized")
    if answer.line is not None and answer.line.savings is not None:
        return Badge("mixed", message("badge-on-savings", badge=words))
    return Badge("met" if fits else "measured", words)


def _reserve(request: SizeFile, answer: SizeResult) -> list[str]:
    reserve = [message("reserve-headroom", share=units.significant_percent(answer.headroom, 3))]
    if answer.grown > 1:
        grown = units.significant(answer.grown, 3)
        years = units.digits(request.reserve.years)
        reserve.append(message("reserve-growth", grown=grown, years=years))
    return [*reserve, message(f"reserve-down-{answer.down}")]
