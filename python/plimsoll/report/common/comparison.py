"""How campaigns, or the parts of one, compare: as a feature tells it, for the reports that tell it
beside other things."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from plimsoll.base.errors import InputError
from plimsoll.base.feature import firsts

if TYPE_CHECKING:
    from plimsoll.report.describe import Chart, Figure
    from plimsoll.report.request import ReportRequest


@dataclass(frozen=True)
class Comparison:
    """What is said of it."""

    names: tuple[str, ...]
    """Of what is compared, the first as the base."""
    answer: str
    verdict: str
    because: tuple[str, ...]
    unlike: tuple[str, ...]
    """What differs besides, and how much could not be compared."""
    figures: tuple[Figure, ...]
    effects: Chart | None
    worth_a_chart: bool
    """Whether the chart shows more than the answer says."""


def of(request: ReportRequest) -> Comparison:
    """Of several campaigns together, or of what one holds. Raises InputError where there is nothing
    to compare, and says what keeps them apart."""
    for module in firsts():
        if (compared := getattr(module, "COMPARISON", None)) is not None:
            found: Comparison = compared(request)
            return found
    raise InputError("this Plimsoll compares nothing: the feature that does is not there")


def why_not(request: ReportRequest) -> str | None:
    """Why there is nothing to compare; None where there is something."""
    try:
        of(request)
    except InputError as error:
        return error.message
    return None
