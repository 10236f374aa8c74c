"""Finds figures of a record that contradict each other: a percentile above a higher one, a minimum
above a maximum.

Our own records are consistent, and checksums find changed digits. This is for records that were
edited by hand, with valid checksums: none of their figures is shown.
"""

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from plimsoll.store.messages import message

KINDS = ("all", "read", "write", "trim", "flush")
ASCENDING = ("min", "p50", "p90", "p95", "p99", "p99_9", "p99_99", "max")
_NUMBER = (int, float)
ROUNDING = 1.002
"""Our distributions keep three significant digits."""
ROUNDING_OF_OTHERS = 2.0
"""Other programs give exact mean, minimum and maximum beside percentiles from bins that may be
twice as wide as the one before."""


def of(record: Mapping[str, Any]) -> str | None:
    """The first pair of figures that contradict each other, in words; None where none do."""
    slack = ROUNDING_OF_OTHERS if "imported" in record else ROUNDING
    for kind in KINDS:
        part = record.get(kind)
        for metric, figures in part.items() if isinstance(part, dict) else ():
            if isinstance(figures, dict) and (found := _in_summary(figures, slack)) is not None:
                lower, higher = found
                name = metric.removesuffix("_ns")
                return message("contradiction", lower=lower, kind=kind, metric=name, higher=higher)
    return None


def _in_summary(figures: Mapping[str, Any], slack: float) -> tuple[str, str] | None:
    known = [(name, value) for name in ASCENDING if isinstance(value := figures.get(name), _NUMBER)]
    for (lower, below), (higher, above) in pairwise(known):
        if below > above * (slack if lower == "min" or higher == "max" else ROUNDING):
            return lower, higher
    mean = figures.get("mean")
    if known and isinstance(mean, _NUMBER):
        (lowest, least), (highest, most) = known[0], known[-1]
        if lowest == "min" and least > mean * slack:
            return "min", "mean"
        if highest == "max" and mean > most * slack:
            return "mean", "max"
    return None
