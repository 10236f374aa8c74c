"""Columns of a spreadsheet: heading with unit, factor, number format, width.

Sheets are for people: ms, MiB/s, KiB and dates where other forms have ns, bytes/s, bytes and ISO
8601. Cells are in the unit of their heading, so that formulas over them are correct."""

import datetime
from dataclasses import dataclass
from typing import Any

from plimsoll.report.evidence.run_fields import Field

_EPOCH = datetime.datetime(1899, 12, 30, tzinfo=datetime.UTC)
_DAY_S = 86_400
_WORDS = {"role", "outcome", "judgement", "strategy", "limited_by", "limited_by_basis"}


@dataclass(frozen=True)
class SheetColumn:
    """A column of a sheet."""

    field: Field
    heading: str
    number: str = ""
    width: float = 11
    factor: float = 1.0

    def value(self, value: Any) -> Any:
        """The value of a cell."""
        if value is None:
            return None
        if self.field.kind == "time":
            return (datetime.datetime.fromisoformat(value) - _EPOCH).total_seconds() / _DAY_S
        if self.field.kind == "flag":
            return "yes" if value else "no"
        if isinstance(value, str):
            return value.replace("_", " ") if self.field.name in _WORDS else value
        # Beyond 2^53 a cell loses digits.
        if self.field.name == "seed":
            return str(value)
        return value if self.factor == 1.0 else value * self.factor


_ABBREVIATIONS = {"cpu": "CPU", "io": "I/O"}


def sheet_column(field: Field) -> SheetColumn:
    """The sheet column of a field: its own display settings, else by the unit in its name."""
    by_unit = _by_unit(field)
    return SheetColumn(
        field,
        field.heading or by_unit.heading,
        field.number or by_unit.number,
        field.width or by_unit.width,
        by_unit.factor if field.factor == 1.0 else field.factor,
    )


def _by_unit(field: Field) -> SheetColumn:
    name = field.name
    metric, is_latency, statistic = name.partition("_ns_")
    if is_latency:
        heading = f"{metric.replace('_', ' ')} {statistic.replace('_', '.')} (ms)"
        return SheetColumn(field, heading, "#,##0.000", 12, 1e-6)
    if name.endswith("_rate_per_s"):
        return SheetColumn(field, f"{name.removesuffix('_rate_per_s')} (IOPS)", "#,##0")
    words = name.removesuffix("_share").replace("_", " ")
    if name.endswith("_share"):
        share_heading = " ".join(_ABBREVIATIONS.get(part, part) for part in words.split())
        return SheetColumn(field, share_heading, "0.0%", 10)
    return SheetColumn(field, words, "#,##0" if field.kind == "integer" else "", 13)
