"""What a recording says of one time, and how its times are read."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time, tzinfo
from typing import NamedTuple


class Moment(NamedTuple):
    """Names and numbers that were valid at a time, in ns since 1970-01-01 UTC. What a program told
    as a mean of the time before stands at the end of that time, as it does where it is collected
    while it is printed."""

    at_ns: int
    values: dict[str, float]


_ISO = re.compile(
    r"(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d):(\d\d)(?:[.,]\d+)?\s*(Z|UTC|[+-]\d\d:?\d\d)?"
)
_DAY = re.compile(r"(\d\d?)/(\d\d?)/(\d{2}(?:\d{2})?)|(\d{4})-(\d\d)-(\d\d)")
_TIME = re.compile(r"(\d\d):(\d\d):(\d\d)(?:[.,]\d+)?\s*([AP]M)?", re.IGNORECASE)


def number(word: str) -> float | None:
    """A number, with a point or, of some locales, a comma."""
    try:
        return float(word.replace(",", "."))
    except ValueError:
        return None


def instant(text: str, zone: tzinfo | None) -> int | None:
    """A date and a time at the start of a text, as ns since 1970-01-01 UTC; none where there is
    none. `zone`: of one that names none; none: that of this machine."""
    if (found := _ISO.match(text)) is not None:
        year, month, day, hour, minute, second = (int(found[at]) for at in range(1, 7))
        said = found[7]
        own: tzinfo | None = zone
        if said in ("Z", "UTC"):
            own = UTC
        elif said:
            own = datetime.strptime(said.replace(":", ""), "%z").tzinfo
        try:
            return nanoseconds(datetime(year, month, day, hour, minute, second, tzinfo=own))
        except (ValueError, OverflowError, OSError):
            return None
    if (dated := _DAY.match(text)) is None:
        return None
    of_day = day_of(dated[0])
    at = clock(text[dated.end() :].lstrip())
    if of_day is None or at is None:
        return None
    try:
        return nanoseconds(datetime.combine(of_day, at, tzinfo=zone))
    except (ValueError, OverflowError, OSError):
        return None


def day_of(text: str) -> date | None:
    """A date as sysstat and esxtop write it: 11/25/2026, 11/25/26, 2026-11-25."""
    found = _DAY.search(text)
    if found is None:
        return None
    try:
        if found[4]:
            return date(int(found[4]), int(found[5]), int(found[6]))
        year = int(found[3])
        return date(year + 2000 if year < 100 else year, int(found[1]), int(found[2]))
    except ValueError:
        return None


def clock(text: str) -> time | None:
    """A time of day at the start of a text, of 24 hours or of twelve with AM and PM."""
    found = _TIME.match(text)
    if found is None:
        return None
    hour = int(found[1])
    if found[4]:
        hour = hour % 12 + (12 if found[4].upper() == "PM" else 0)
    try:
        return time(hour, int(found[2]), int(found[3]))
    except ValueError:
        return None


def nanoseconds(at: datetime) -> int:
    """Since 1970-01-01 UTC; of a time without a zone in that of this machine."""
    return round(at.timestamp()) * 1_000_000_000
