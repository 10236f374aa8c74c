"""Access to the comparison of campaigns, or of the parts of one, which a feature computes."""

from dataclasses import dataclass

from plimsoll.base.errors import InputError
from plimsoll.base.feature import firsts
from plimsoll.report.describe import Chart, Figure
from plimsoll.report.messages import message
from plimsoll.report.request import ReportRequest


@dataclass(frozen=True)
class RatePair:
    """The rates of one question in two variants."""

    runs: tuple[tuple[int, ...], tuple[int, ...]]
    """The Runs of the reference and of the other variant."""
    verdict: str
    """`better`, `worse`, `same` or `not enough data`."""
    ratio: float | None
    """Rate of the other variant over that of the reference."""


@dataclass(frozen=True)
class Comparison:
    """The result of a comparison."""

    names: tuple[str, ...]
    """The compared variants, the reference first."""
    answer: str
    verdict: str
    because: tuple[str, ...]
    unlike: tuple[str, ...]
    """Further differences, and how much could not be compared."""
    figures: tuple[Figure, ...]
    effects: Chart | None
    worth_a_chart: bool
    """Whether the chart adds to the answer."""
    pairs: tuple[RatePair, ...] = ()
    """Of two variants: every question that a rate decides. Empty when anything else decides one,
    or a question has no partner."""
    margin: float = 0.0
    """Relative difference up to which two rates are the same."""


def of(request: ReportRequest) -> Comparison:
    """Compares several campaigns, or the parts of one. Raises InputError, with the reason, when
    there is nothing to compare."""
    for module in firsts():
        if (compared := getattr(module, "COMPARISON", None)) is not None:
            found: Comparison = compared(request)
            return found
    raise InputError(message("compares-nothing"))


def why_not(request: ReportRequest) -> str | None:
    """Why there is nothing to compare; None where there is something."""
    try:
        of(request)
    except InputError as error:
        return error.message
    return None
