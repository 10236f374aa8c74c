"""The range of a search that offers nothing outside of two rates (`find --between 5000..20000`),
for storage that others use and that must not be driven to its maximum.

Such a search has no closed loop, and so no maximum; its light load is the lowest rate. A line
outside of the range is reported as a bound.
"""

from __future__ import annotations

import decimal
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from plimsoll.search.grades import GradedLine
from plimsoll.search.ledger import FAIL, PASS, Probe

if TYPE_CHECKING:
    from plimsoll.search.holds import Ends

OUTSIDE_CREDIBILITY = 0.975
"""The search stops once the line lies outside of the range with this probability."""
MIN_VOTES = 4
"""With fewer votes that probability is not trusted."""


@dataclass(frozen=True)
class Between:
    """The lowest and the highest rate that may be offered, in operations/s."""

    low: float
    high: float

    @staticmethod
    def of(low: float, high: float) -> Between:
        """The range with ends of four digits, as a search rounds rates; neither lies outside."""
        return Between(_digits(low, decimal.ROUND_CEILING), _digits(high, decimal.ROUND_FLOOR))

    def clamp(self, rate: float) -> float:
        """The nearest rate that may be offered."""
        return min(max(rate, self.low), self.high)

    def clip_answer(self, graded: GradedLine, ends: Ends, probes: Sequence[Probe]) -> GradedLine:
        """The answer within the range. A line outside becomes a bound where all Runs at that end
        agree, else an estimate at that end."""
        if graded.rate is None or self.low <= graded.rate <= self.high:
            return graded
        above = graded.rate > self.high
        clipped = replace(
            graded,
            rate=self.clamp(graded.rate),
            low=None if graded.low is None else min(graded.low, self.high),
            high=None if graded.high is None else max(graded.high, self.low),
        )
        judged = [run for run in probes if run.offered_rate_per_s is not None and run.estimates]
        if above:
            passed = ends.low if ends.passed is not None else None
            met = [run.rate for run in judged if run.verdict == PASS]
            if ends.failed is not None:
                return clipped
            if not (passed or met):
                return GradedLine("bounded", None, None, None)
            low = passed or min(max(met), clipped.low or self.high)
            return replace(graded, grade="bounded", rate=None, low=low, high=None)
        failed = ends.high if ends.failed is not None else None
        missed = [run.rate for run in judged if run.verdict == FAIL]
        if ends.passed is not None:
            return clipped
        if not (failed or missed):
            return GradedLine("bounded", None, None, None)
        return GradedLine("bounded", None, None, failed or min(missed))

    def bound_reason(self, graded: GradedLine) -> str | None:
        """Which end of the range bounds the answer, as a reason; None where neither does."""
        if graded.grade != "bounded":
            return None
        if graded.low is not None and graded.low >= self.high:
            return "above_range"
        if graded.high is not None and graded.high <= self.low:
            return "below_range"
        return None


def _digits(rate: float, rounding: str) -> float:
    exact = decimal.Decimal(repr(rate))
    unit = decimal.Decimal((0, (1,), exact.adjusted() - 3))
    return float(exact.quantize(unit, rounding=rounding))
