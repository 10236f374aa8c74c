"""sar and sadf -d (sysstat).

sar prints tables: a head that begins with a time, and rows with the time of day. The first line of
the file has the day; rows past midnight belong to the next day. `sadf -d` prints rows with
semicolons and times in UTC."""

import re
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from functools import partial

from plimsoll.features.imports.messages import message
from plimsoll.features.imports.recordings.moment import (
    Moment,
    Times,
    clock,
    dated_in,
    day_of,
    instant,
    nanoseconds,
    number,
)
from plimsoll.features.imports.results.source import File

_ITEM = {"DEV": "", "IFACE": "", "CPU": "cpu", "FILESYSTEM": "", "BUS": "bus"}
"""First columns that name what a row is of; its values are called after it."""
_TIME = re.compile(r"\d\d:\d\d:\d\d(?: [AP]M)?\s+")


def sniff(head: str) -> bool:
    """Whether a text begins as what sar or `sadf -d` prints."""
    lines = [line for line in head.splitlines() if line.strip()]
    if not lines:
        return False
    if lines[0].startswith("# hostname;interval;timestamp"):
        return True
    return lines[0].startswith("Linux ") and any(_TIME.match(line) for line in lines[1:4])


def read(file: File, times: Times) -> Iterator[Moment]:
    """A moment for each time. Raises Bad where the file has no date, or a row no time."""
    if file.head.lstrip().startswith("#"):
        yield from _together(_rows(file, times))
    else:
        yield from _together(_tables(file, times))


def _together(found: Iterator[Moment]) -> Iterator[Moment]:
    """Merges consecutive rows of one time into one moment."""
    last: Moment | None = None
    for moment in found:
        if last is not None and last.at_ns == moment.at_ns:
            last.values.update(moment.values)
            continue
        if last is not None:
            yield last
        last = moment
    if last is not None:
        yield last


def _rows(file: File, times: Times) -> Iterator[Moment]:
    columns: list[str] = []
    for at_line, line in file.lines():
        words = line.rstrip().split(";")
        if line.startswith("#"):
            columns = words[3:]
            continue
        if len(words) < 4 or "LINUX-RESTART" in line:
            continue
        at = instant(words[2], times)
        if at is None:
            raise file.bad(partial(message, "sar-column-no-time"), at_line)
        yield Moment(at, _values_by_name(columns, words[3:]))


def _tables(file: File, times: Times) -> Iterator[Moment]:
    first: date | None = None
    columns: tuple[str, ...] = ()
    # The day and time that each table has come to: from a file sar prints one table after the
    # other, each from its beginning.
    come: dict[tuple[str, ...], tuple[date, time]] = {}
    for at_line, line in file.lines():
        if line.startswith("Linux "):
            first, columns, come = day_of(dated_in(line), times.order), (), {}
            continue
        if (found := _TIME.match(line)) is None:
            # Averages at the end, restarts, empty lines before a new head.
            if not line.strip():
                columns = ()
            continue
        words = line[found.end() :].split()
        at = clock(found[0])
        if not columns:
            columns = tuple(words)
            # The head has the time at which the interval of the first row begins.
            if first is not None and at is not None:
                come.setdefault(columns, (first, at))
            continue
        if first is None or at is None:
            raise file.bad(partial(message, "sar-date-unknown"), at_line)
        day, last = come.get(columns, (first, at))
        if at < last:
            day += timedelta(days=1)
        come[columns] = day, at
        moment = nanoseconds(datetime.combine(day, at, tzinfo=times.zone))
        yield Moment(moment, _values_by_name(list(columns), words))


def _values_by_name(columns: list[str], words: list[str]) -> dict[str, float]:
    of = ""
    if columns and columns[0] in _ITEM and words:
        kind = _ITEM[columns[0]]
        of = f"{kind}{'' if words[0] == 'all' else words[0]}." if kind else f"{words[0]}."
        columns, words = columns[1:], words[1:]
    found = {}
    for name, word in zip(columns, words, strict=False):
        value = number(word)
        if value is not None:
            found[f"{of}{name}"] = value
    return found
