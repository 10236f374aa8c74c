"""Differences between fio's versions in all of its outputs, and the form of its dates."""

import datetime
import functools
import re
from dataclasses import dataclass

from plimsoll.features.imports.numbers import POWERS

Version = tuple[int, ...]

TIMES_SYNCS: Version = (3, 4)
"""First version in which syncs have a latency."""
BYTES_IN_JSON: Version = (2, 21)
"""First version in which `io_bytes` are bytes; before, they were KiB."""
PERCENTILES_OF_LAT_APART: Version = (3, 18)
"""First version with percentiles for each latency; before, those of lat were under clat."""
PREFIXES: Version = (2, 17)
"""First version in which KiB stands for 1,024 bytes and kB for 1,000; before, KB stood for
1,024."""
DECIMALS: Version = (2, 20)
"""First version with decimal fractions; before, the decimals were a remainder of 1,024 in decimal
digits."""
CARRIES: Version = (3, 26)
"""Last version, from `DECIMALS` on, in which a fraction that rounds up to the next whole number is
lost: 17.98 MiB is printed as 17.0 MiB."""

_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_DATE = re.compile(
    r"\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) (?P<month>[A-Z][a-z]{2})\s+(?P<day>\d{1,2})"
    r" (?P<hour>\d\d):(?P<minute>\d\d):(?P<second>\d\d) (?P<year>\d{4})\b"
)


@functools.lru_cache(maxsize=16)
def version(text: str | None) -> Version | None:
    """`fio-2.1.11-10-gabc` as numbers; none where it names none."""
    found = re.match(r"\s*(?:fio-)?(\d+(?:\.\d+)+)", text or "")
    return tuple(int(part) for part in found[1].split(".")) if found else None


_STEPS_LOG2 = 6


def middle_of_bin(number: int) -> float:
    """The middle of a bin by its number (fio's plat_idx_to_val): 128 bins of one unit, then 64 to
    each doubling."""
    if number < 2 << _STEPS_LOG2:
        return float(number)
    shift = (number >> _STEPS_LOG2) - 1
    return float(
        (1 << (shift + _STEPS_LOG2)) + ((number % (1 << _STEPS_LOG2)) + 0.5) * (1 << shift)
    )


def times_syncs(version: Version | None) -> bool | None:
    """Whether this version times syncs; None for an unknown version."""
    return None if version is None else version >= TIMES_SYNCS


def date_ns(text: str) -> int | None:
    """The moment in a text such as `Sat Nov 28 14:20:46 2026`, in ns. It names no zone: it is taken
    as UTC, as the dates of other programs are."""
    found = _DATE.search(text)
    if found is None or found["month"] not in _MONTHS:
        return None
    day, hour, minute, second, year = (
        int(found[name]) for name in ("day", "hour", "minute", "second", "year")
    )
    month = _MONTHS.index(found["month"]) + 1
    try:
        moment = datetime.datetime(year, month, day, hour, minute, second, tzinfo=datetime.UTC)
    except ValueError:
        return None
    return int(moment.timestamp()) * 1_000_000_000


@dataclass(frozen=True)
class PrintedFigure:
    """A figure as fio prints it, with its bounds."""

    value: float
    low: float
    high: float

    @property
    def middle(self) -> float:
        """The most likely value, where the printed one may be far off: 17.0 stands for 17.0 or
        17.98."""
        return (
            self.value if self.high - self.low <= 0.02 * self.high else (self.low + self.high) / 2
        )

    def holds(self, figure: float, loose: float = 0.0) -> bool:
        """Whether a figure lies there; `loose` is relative."""
        return self.low * (1 - loose) <= figure <= self.high * (1 + loose)


_PRINTED = re.compile(
    r"(?P<whole>\d+)(?:\.(?P<part>\d+))?\s*(?P<prefix>[kKMGTPE]?)(?P<binary>i?)(?P<unit>B|bit)?(?:/s)?"
)


def printed_figure(text: str, of: Version | None, *, size: bool) -> PrintedFigure | None:
    """A rate (`17.9k`) or a size (`1984KiB/s`, before 2.17 `1984.6KB/s` of 1,024 each)."""
    found = _PRINTED.fullmatch(text.strip())
    if found is None or len(found["whole"]) > 18:
        return None
    binary = bool(found["binary"]) or (size and of is not None and of < PREFIXES)
    unit = (1024.0 if binary else 1000.0) ** POWERS[found["prefix"].lower()]
    if found["unit"] == "bit":
        unit /= 8
    whole, part = int(found["whole"]), found["part"]
    if part is None:
        # Figures with a prefix are rounded, others cut.
        return PrintedFigure(
            whole * unit, (whole - 0.5) * unit if unit > 1 else whole, (whole + 1) * unit
        )
    value = float(f"{whole}.{part}")
    last = 10.0 ** -len(part)
    low, high = value - last, value + last
    if of is None or of < DECIMALS:
        low, high = min(low, whole), whole + 1
    elif of < CARRIES and not int(part):
        high = whole + 1
    return PrintedFigure(value * unit, low * unit, high * unit)
