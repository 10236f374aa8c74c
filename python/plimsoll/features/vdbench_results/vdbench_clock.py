"""The clock of vdbench's rows: dates for times of day, and time without rows.

A report has times of day, and a date above its first row and every thirtieth. The numbers of
intervals give the expected time between two rows, the clock the actual one. After the source of
vdbench (Report.java, Interval.java, CollectSlaveStats.java): rows are left out when the reporter
falls behind by more than ten ("reporting of intervals 15-26 has been skipped"), but the averages
include those intervals."""

import datetime
import re
from collections.abc import Sequence
from typing import NamedTuple

DAY_S = 86_400.0
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_DATE = re.compile(r"(?P<month>[A-Za-z]{3})[a-z]*\.?\s+(?P<day>\d{1,2}),?\s+(?P<year>\d{4})\b")
_CREATED = re.compile(
    r"created\s+(\d{1,2}):(\d\d):(\d\d)\s+([A-Za-z]{3}[a-z]*\.?\s+\d{1,2}\s+\d{4})\s+(\S+)"
)
_STAMP = re.compile(r"(\d\d)/(\d\d)/(\d{4})-(\d\d):(\d\d):(\d\d)-(\S+)")
_OFFSET = re.compile(r"(?:GMT|UTC)?([+-])(\d{1,2}):?(\d\d)$")
_ZONES = {
    name: float(hours)
    for hours, names in (
        (-8, "PST"),
        (-7, "PDT MST"),
        (-6, "MDT"),
        (-5, "CDT EST"),
        (-4, "EDT"),
        (0, "UTC GMT Z WET"),
        (1, "WEST CET MET"),
        (2, "CEST MEST EET"),
        (3, "EEST MSK"),
        (8, "HKT SGT"),
        (9, "JST KST"),
        (10, "AEST"),
        (11, "AEDT"),
        (12, "NZST"),
        (13, "NZDT"),
    )
    for name in names.split()
}
"""Hours before UTC of names that mean one zone. CST (China, America), IST and BST mean several."""
_STEP = 0.9
"""A row that comes later by this share of an interval, and as much of a second, was held up or
follows a gap: nearer ones were written a little late."""
_SUMMER_TIME_S = 3_600.0


def offset_s(zone: str) -> float | None:
    """Seconds that a zone is ahead of UTC; None for an ambiguous name."""
    if (found := _OFFSET.match(zone)) is not None:
        ahead = int(found[2]) * 3_600 + int(found[3]) * 60
        return float(ahead if found[1] == "+" else -ahead)
    hours = _ZONES.get(zone.upper())
    return None if hours is None else hours * 3_600


def stamp_s(text: str) -> tuple[float, float | None] | None:
    """`01/24/2024-10:00:01-UTC` of a flatfile: local seconds since 1970, and its zone as
    `offset_s` has it."""
    found = _STAMP.match(text)
    if found is None:
        return None
    month, day, year, hours, minutes, seconds = map(int, found.groups()[:6])
    midnight = _midnight_s(year, month, day)
    if midnight is None:
        return None
    return midnight + hours * 3_600 + minutes * 60 + seconds, offset_s(found[7])


def _midnight_s(year: int, month: int, day: int) -> float | None:
    try:
        return datetime.datetime(year, month, day, tzinfo=datetime.UTC).timestamp()
    except ValueError:
        return None


def _date_s(text: str) -> float | None:
    found = _DATE.search(text)
    if found is None or found["month"].lower() not in _MONTHS:
        return None
    month = _MONTHS.index(found["month"].lower()) + 1
    return _midnight_s(int(found["year"]), month, int(found["day"]))


class Clock:
    """The clock of a report: seconds that go on over midnight, and what they are since 1970 once a
    date was read."""

    def __init__(self) -> None:
        self._day, self._last_s = 0, None
        self._pending_s: float | None = None
        self.origin_s: float | None = None
        """Local seconds since 1970 of second 0; none as long as no date was read."""
        self.zone_s: float | None = None
        """Seconds that the zone is ahead of UTC; None if the file has no zone."""

    _last_s: float | None

    def at(self, tod_s: float) -> float:
        """The time of day of the next line, in seconds since the first midnight."""
        # Summer time takes an hour away, midnight nearly all of a day.
        if self._last_s is not None and tod_s < self._last_s - DAY_S / 2:
            self._day += 1
        self._last_s = tod_s
        if self._pending_s is not None:
            self.origin_s = self._pending_s - self._day * DAY_S
            self._pending_s = None
        return self._day * DAY_S + tod_s

    def read_heading(self, heading: str) -> None:
        """Reads the date of a heading, which applies to the row below it. Only the first date
        counts."""
        if self.origin_s is None and (date_s := _date_s(heading)) is not None:
            self._pending_s = date_s

    def read_title(self, text: str) -> None:
        """`Vdbench summary report, created 15:20:27 Jun 04 2018 MDT`."""
        found = _CREATED.search(text)
        if found is None or (date_s := _date_s(found[4])) is None:
            return
        self._pending_s = date_s
        self.at(int(found[1]) * 3_600 + int(found[2]) * 60 + int(found[3]))
        self.zone_s = offset_s(found[5])

    def read_stamp(self, stamp: str, at_s: float) -> None:
        """The stamp of a row that has one, and that row's time by `at`."""
        if self.origin_s is None and (found := stamp_s(stamp)) is not None:
            local_s, self.zone_s = found
            # The stamp has whole seconds; the time of day beside it is the same instant.
            self.origin_s = local_s - float(int(at_s))


class TimeAxis(NamedTuple):
    """Rows on one axis of time: how many seconds the clock gained before each of them, and what
    that means."""

    moved_s: tuple[float, ...]
    gaps: tuple[tuple[int, float], ...]
    """Index of the row behind a gap that only the clock shows, and its length."""
    late: tuple[tuple[int, float], ...]
    """Index of the first late row, with its delay: the rows behind it caught up."""
    set_back: tuple[tuple[int, float], ...]
    """Index of the first row after the clock was set back, and by how much."""


def time_axis(rows: Sequence[tuple[int, float]], length_s: float) -> TimeAxis:
    """Rows by their number and their time. A row that is late while later ones are not was held up;
    where all that follow are as late, nothing was recorded for that long."""
    least_s = max(_STEP * length_s, _STEP)
    offsets = [at_s - number * length_s for number, at_s in rows]
    moved, gaps, late, set_back = [0.0] * len(rows), [], [], []
    base, shift, i = offsets[0] if offsets else 0.0, 0.0, 1
    while i < len(rows):
        behind = offsets[i] - base
        if behind < least_s:
            if behind < -least_s and not _summer_time(-behind, rows[i][1], least_s):
                set_back.append((i, -behind))
            # Also where the clock was set back, which is no time that passed.
            base = offsets[i] if behind < -least_s or behind < 0.5 * least_s else base
            moved[i] = shift
            i += 1
            continue
        rest = offsets[i:]
        stays = min(rest) - base
        caught = next((j for j, offset in enumerate(rest) if offset - base < 0.5 * length_s), None)
        if caught is not None or len(rest) == 1:
            late.append((i, behind))
            stop = i + (caught if caught is not None else 1)
            moved[i:stop] = [shift] * (stop - i)
            i = stop
            continue
        if stays >= least_s and not _summer_time(behind, rows[i - 1][1], least_s):
            gaps.append((i, stays))
            shift += stays
        base += behind
        moved[i] = shift
        i += 1
    return TimeAxis(tuple(moved), tuple(gaps), tuple(late), tuple(set_back))


def _summer_time(by_s: float, at_s: float, least_s: float) -> bool:
    """Whether summer time began or ended: an hour, in the small hours."""
    return abs(by_s - _SUMMER_TIME_S) <= least_s and 0.9 < at_s % DAY_S / 3_600 < 3.1
