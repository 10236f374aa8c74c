"""Axes of a spreadsheet: their unit, title and ends."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from plimsoll.report.describe import Axis
from plimsoll.report.forms.excel.look import Scale
from plimsoll.report.messages import message

_RATE = "IOPS"
_SHARES = "0%"
_MINUTES, _HOURS = 120.0, 7200.0
"""Seconds from which a time axis is in minutes, and in hours."""


@dataclass(frozen=True)
class SheetAxis:
    """An axis. Cells hold values times `factor`, in the unit of the title."""

    title: str
    factor: float
    number: str
    scale: Scale

    def roomier(self, share: float) -> SheetAxis:
        """The axis with room for text above the highest value; log axes have it already."""
        if self.scale.log or self.scale.high is None:
            return self
        return replace(self, scale=replace(self.scale, high=rounded_up(self.scale.high * share)))

    def value(self, value: float) -> float | None:
        """The value of a cell; None for a gap in a line."""
        # Fifteen digits are what a cell shows; the sixteenth would only be the factor's.
        return None if math.isnan(value) else float(f"{value * self.factor:.15g}")


def sheet_axis(axis: Axis) -> SheetAxis:
    """The axis of a sheet for an axis of the page."""
    title, factor, number = axis.label, 1.0, "General"
    high = max(abs(axis.high or 0.0), abs(axis.low or 0.0))
    match axis.unit:
        case "rate":
            unit = _RATE
            if high >= 10_000:
                unit, factor = f"k {_RATE}", 1e-3
            title = title.replace(_RATE, unit) if _RATE in title else _with(title, unit)
        case "time":
            unit, factor = next(
                (unit, factor)
                for bound, unit, factor in ((1e10, "s", 1e-9), (2e5, "ms", 1e-6), (0, "µs", 1e-3))
                if high >= bound
            )
            title = _with(title, unit)
        case "bytes_per_s":
            unit, factor = ("GiB/s", 2.0**-30) if high >= 10 * 2**30 else ("MiB/s", 2.0**-20)
            title = title if unit in title else _with(title, unit)
        case "share":
            number = _SHARES
        case "tail":
            title, number = message("share-slower", title=title), "0.######%"
        case "seconds" if high >= _MINUTES:
            unit, factor = ("h", 1 / 3600) if high >= _HOURS else ("min", 1 / 60)
            title = _with(title, unit)
        case "seconds":
            title = _with(title, "s")
        case "bytes":
            title, factor = _with(title, "KiB"), 1 / 1024
        case "plain" | "category":
            pass
    if number == "General" and not axis.log and high * factor >= 1000:
        number = "#,##0"
    return SheetAxis(title, factor, number, _scale(axis, factor))


def _with(title: str, unit: str) -> str:
    """`Response time, log scale` in ms: `Response time, ms, log scale`."""
    name, comma, rest = title.partition(", ")
    return f"{name}, {unit}{comma}{rest}"


def _scale(axis: Axis, factor: float) -> Scale:
    if axis.unit == "category":
        return Scale()
    low, high = axis.low, axis.high
    reverse = low is not None and high is not None and low > high
    if reverse:
        low, high = high, low
    low, high = (None if end is None else end * factor for end in (low, high))
    if axis.unit == "bytes" and low and high:
        ends = math.floor(math.log2(low) + 1e-9), math.ceil(math.log2(high) - 1e-9)
        return Scale(2.0 ** ends[0], 2.0 ** ends[1], log=True, base=2)
    if axis.log:
        # Excel counts decades from the low end: it begins at a power of ten, so that marks are 0.1,
        # 1, 10.
        low = None if not low or low <= 0 else 10.0 ** math.floor(math.log10(low) + 1e-9)
        high = None if not high or high <= 0 else 10.0 ** math.ceil(math.log10(high) - 1e-9)
    elif high is not None and high > 0:
        high = rounded_up(high)
    return Scale(low, high, axis.log, reverse)


def rounded_up(value: float) -> float:
    """The next number of two digits."""
    power = 10.0 ** (math.floor(math.log10(value)) - 1)
    return float(f"{math.ceil(value / power - 1e-9) * power:.3g}")
