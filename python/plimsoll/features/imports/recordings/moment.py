"""The values of a recording at one time, and the reading of its times."""

import re
from collections.abc import Iterable
from datetime import UTC, date, datetime, time, tzinfo
from typing import Literal, NamedTuple

Order = Literal["mdy", "dmy", "ymd"]
"""Order of day, month and year in a numeric date. It follows the locale in which the program
ran."""
ORDERS: tuple[Order, ...] = ("mdy", "dmy", "ymd")


class Times(NamedTuple):
    """Defaults for times that lack a zone or have an ambiguous date."""

    zone: tzinfo | None = None
    """None: the zone of this machine."""
    order: Order = "mdy"


class Moment(NamedTuple):
    """Counter values at a time, in ns since 1970-01-01 UTC. The mean of an interval has the time of
    its end, as when counters are collected while a program prints them."""

    at_ns: int
    values: dict[str, float]


_ISO = re.compile(
    r"(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d):(\d\d)(?:[.,]\d+)?\s*(Z|UTC|[+-]\d\d:?\d\d)?"
)
_DAY = re.compile(r"(\d{4})([-/.])(\d\d?)\2(\d\d?)\b|(\d\d?)([-/.])(\d\d?)\6(\d{4}|\d\d)\b")
_TIME = re.compile(r"(\d\d?):(\d\d):(\d\d)(?:[.,]\d+)?\s*(?:([AP])\.?\s?M\b)?", re.IGNORECASE)


def number(word: str) -> float | None:
    """A number, with a point or, of some locales, a comma."""
    try:
        return float(word.replace(",", "."))
    except ValueError:
        return None


def instant(text: str, times: Times) -> int | None:
    """A date and a time at the start of a text, as ns since 1970-01-01 UTC; none where there is
    none."""
    if (found := _ISO.match(text)) is not None:
        year, month, day, hour, minute, second = (int(found[at]) for at in range(1, 7))
        zone = found[7]
        own: tzinfo | None = times.zone
        if zone in ("Z", "UTC"):
            own = UTC
        elif zone:
            own = datetime.strptime(zone.replace(":", ""), "%z").tzinfo
        try:
            return nanoseconds(datetime(year, month, day, hour, minute, second, tzinfo=own))
        except (ValueError, OverflowError, OSError):
            return None
    if (dated := _DAY.match(text)) is None:
        return None
    of_day = day_of(dated[0], times.order)
    at = clock(text[dated.end() :].lstrip(" ,"))
    if of_day is None or at is None:
        return None
    try:
        return nanoseconds(datetime.combine(of_day, at, tzinfo=times.zone))
    except (ValueError, OverflowError, OSError):
        return None


def day_of(text: str, order: Order) -> date | None:
    """The first date in a text: 11/25/2026, 25/11/26, 25.11.2026, 2026-11-25. A year of four digits
    in front decides the order."""
    found = _DAY.search(text)
    if found is None:
        return None
    if found[1]:
        year, month, day = int(found[1]), int(found[3]), int(found[4])
    else:
        parts = dict(zip(order, (int(found[5]), int(found[7]), int(found[8])), strict=True))
        year, month, day = parts["y"], parts["m"], parts["d"]
        if order == "ymd" and len(found[8]) == 4:
            return None
    try:
        return date(year + 2000 if year < 100 else year, month, day)
    except ValueError:
        return None


def dated_in(line: str) -> str:
    """The part of sysstat's first line behind the machine's name. The version of the kernel before
    it may look like a date. Empty for any other line."""
    return line.partition(") ")[2] if line.startswith("Linux ") else ""


class Dates(NamedTuple):
    """The possible readings of the dates of a file."""

    orders: tuple[Order, ...]
    """Every order in which each of them is a day, no two of which mean the same days; none where
    there is no such order, or no date."""
    example: str
    """One of them."""


def dates_of(lines: Iterable[str]) -> Dates:
    """Reads the dates at the start of lines and in sysstat's first line."""
    seen: dict[str, None] = {}
    for line in lines:
        # A day occurs many times: few texts differ.
        found = _DAY.match(line) if line[:1].isdigit() else _DAY.search(dated_in(line))
        if found is not None:
            seen.setdefault(found[0])
    meant: dict[tuple[date, ...], Order] = {}
    for order in ORDERS:
        days = [day_of(text, order) for text in seen]
        if seen and None not in days:
            meant.setdefault(tuple(day for day in days if day is not None), order)
    return Dates(tuple(meant.values()), next(iter(seen), ""))


def clock(text: str) -> time | None:
    """A time of day at the start of a text, of 24 hours or of twelve with AM and PM."""
    found = _TIME.match(text)
    if found is None:
        return None
    hour = int(found[1])
    if found[4]:
        hour = hour % 12 + (12 if found[4].upper() == "P" else 0)
    try:
        return time(hour, int(found[2]), int(found[3]))
    except ValueError:
        return None


def nanoseconds(at: datetime) -> int:
    """A time in ns since 1970-01-01 UTC. Without a zone it is local to this machine."""
    return round(at.timestamp()) * 1_000_000_000
