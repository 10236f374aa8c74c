"""How the fields of rows stand in a spreadsheet: heading with unit, factor, number format, width.

A spreadsheet is read by people: ms, MiB/s, KiB and dates where the other forms have ns, bytes/s,
bytes and ISO 8601. The value in the cell is in the unit of its heading, so that a formula over it
says what it seems to say.
"""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from plimsoll.reports.forms.rows import Field

_EPOCH = datetime.datetime(1899, 12, 30, tzinfo=datetime.UTC)
_DAY_S = 86_400


@dataclass(frozen=True)
class Shown:
    """A column of a sheet."""

    field: Field
    heading: str
    factor: float = 1.0
    number: str = ""
    width: float = 11

    def value(self, value: Any) -> Any:
        """What stands in the cell."""
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


_AS_SAID = {"cpu": "CPU", "io": "I/O"}
_WORDS = {"role", "outcome", "judgement", "strategy", "limited_by", "limited_by_basis"}
_EXACT = {
    "run": ("Run", 1.0, "0", 7),
    "campaign": ("campaign", 1.0, "0", 10),
    "point": ("Point", 1.0, "0", 7),
    "interval": ("interval", 1.0, "0", 9),
    "repeat": ("repeat", 1.0, "0", 8),
    "target": ("target", 1.0, "", 28),
    "target_name": ("target name", 1.0, "", 22),
    "not_valid_because": ("not valid because", 1.0, "", 20),
    "blocks": ("blocks", 1.0, "", 10),
    "mix": ("mix", 1.0, "", 12),
    "workers_per_volume": ("workers per volume", 1.0, "0", 10),
    "block_size_bytes": ("block size (KiB)", 2**-10, "General", 11),
    "read_percent": ("read %", 1.0, "General", 8),
    "working_set_bytes": ("working set (GiB)", 2**-30, "#,##0.0##", 12),
    "bytes_per_s": ("MiB/s", 2**-20, "#,##0.0", 11),
    "operations": ("n (operations)", 1.0, "#,##0", 13),
    "outstanding_mean": ("outstanding, mean", 1.0, "#,##0.0", 12),
    "measure_s": ("measured (s)", 1.0, "#,##0.0", 10),
    "start_s": ("start (s)", 1.0, "#,##0.0", 9),
    "length_s": ("length (s)", 1.0, "0.0##", 9),
    "started_at": ("started (UTC)", 1.0, "yyyy-mm-dd hh:mm:ss", 20),
    "seed": ("seed", 1.0, "", 20),
    "limited_by_basis": ("basis of that", 1.0, "", 12),
    "at_least": ("lower bounds", 1.0, "", 12),
}


def shown(field: Field) -> Shown:
    """How a field is shown."""
    if found := _EXACT.get(field.name):
        return Shown(field, *found)
    name = field.name
    if "_ns_" in name:
        metric, _, figure = name.partition("_ns_")
        return Shown(
            field,
            f"{metric.replace('_', ' ')} {figure.replace('_', '.')} (ms)",
            1e-6,
            "#,##0.000",
            12,
        )
    if name.endswith("_rate_per_s"):
        return Shown(field, f"{name.removesuffix('_rate_per_s')} (IOPS)", 1.0, "#,##0", 11)
    if name.endswith("_share"):
        said = " ".join(_AS_SAID.get(part, part) for part in name.removesuffix("_share").split("_"))
        return Shown(field, said, 1.0, "0.0%", 10)
    return Shown(field, name.replace("_", " "), 1.0, "#,##0" if field.kind == "integer" else "", 13)
