"""A long Run by hour or day: as a table for pages, lines for a terminal and rows for a file.
`judge/timeline/periods.py` computes the figures."""

import csv
import io
from collections.abc import Callable, Iterable, Sequence

from plimsoll.base import language, units
from plimsoll.judge.timeline.document import PeriodModel, TimeLine
from plimsoll.judge.timeline.periods import DAY_S, HOUR_S, WHOLE
from plimsoll.report.describe import Table
from plimsoll.report.messages import message

NAMES = ("run", *PeriodModel.model_fields)
"""Columns of the file."""


def table(time_line: TimeLine) -> Table | None:
    """A row per period; None for a Run without periods."""
    found = time_line.periods
    if not found:
        return None
    worst = message("worst-interval")
    if time_line.interval_s == 1.0:
        worst = message("worst-second")
    length = units.seconds(time_line.interval_s)
    caption = [message("periods-caption", length=length, worst=worst)]
    more = sum(episode.kind in WHOLE for episode in time_line.episodes)
    caption.append(message("episodes-but", n=more) if more else message("episodes-in-row"))
    has_objective = any(period.objective is not None for period in found)
    if has_objective:
        caption.append(message("objective-of-row"))
    objective = message("objective")
    columns: dict[str, Callable[[PeriodModel], str]] = {
        "": lambda period: _period_name(period, found),
        "IOPS": lambda period: units.rate(period.rate_per_s),
        message("column-lowest"): lambda period: units.rate(period.lowest_rate_per_s),
        "MiB/s": lambda period: units.decimal(period.bytes_per_s / 2**20, 1),
        message("column-mean"): lambda period: units.nanos(period.response_time_ns_mean),
        "p99": lambda period: units.nanos(period.response_time_ns_p99),
        "p99.9": lambda period: units.nanos(period.response_time_ns_p99_9),
        worst: lambda period: _worst(period, days=_daily(found)),
        message("episode-outage"): lambda period: units.seconds(period.outage_s or None),
    }
    if any(period.unrecorded_s for period in found):
        name = message("not-recorded")
        columns[name] = lambda period: units.seconds(period.unrecorded_s or None)
    columns[message("errors")] = lambda period: units.count(period.errors)
    columns[message("episodes")] = lambda period: units.count(period.episodes)
    if has_objective:
        columns[objective] = lambda period: period.objective or units.DASH
    each = message("day-by-day") if _daily(found) else message("hour-by-hour")
    texts = ("", worst, objective)
    return Table.of(each, found, columns, texts=texts, caption=language.sentences(caption))


def _worst(period: PeriodModel, *, days: bool) -> str:
    at, slowest = _when(period.worst_at_s, days=days), period.worst_response_time_ns
    if slowest is None:
        return message("worst-nothing", time=at)
    return message("worst-mean", time=at, mean=units.nanos(slowest))


def lines(time_line: TimeLine) -> list[str]:
    """The table as lines of text."""
    periods_table = table(time_line)
    if periods_table is None:
        return []
    grid = [tuple(column.label for column in periods_table.columns), *periods_table.rows]
    wide = [max(len(row[i]) for row in grid) for i in range(len(periods_table.columns))]
    return [
        "  ".join(
            cell.rjust(wide[i]) if column.number else cell.ljust(wide[i])
            for i, (cell, column) in enumerate(zip(row, periods_table.columns, strict=True))
        ).rstrip()
        for row in grid
    ]


def as_csv(found: Iterable[TimeLine]) -> bytes:
    """A header and a row per period of each Run that has any; empty where none has."""
    out = io.StringIO()
    writer = csv.DictWriter(out, NAMES, lineterminator="\n")
    rows = [
        {"run": time_line.run, **period.model_dump()}
        for time_line in found
        for period in time_line.periods
    ]
    if not rows:
        return b""
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue().encode()


def _period_name(period: PeriodModel, found: Sequence[PeriodModel]) -> str:
    """`hour 3`, `day 2`; an incomplete period with its length."""
    daily = _daily(found)
    whole = DAY_S if daily else HOUR_S
    number = int((period.at_s + 1) // whole) + 1
    seconds = period.until_s - period.at_s
    name = message("day", n=number) if daily else message("hour", n=number)
    if seconds >= 0.99 * whole:
        return name
    return message("part-of-period", period=name, time=units.seconds(seconds))


def _daily(found: Sequence[PeriodModel]) -> bool:
    return any(period.until_s - period.at_s > 1.5 * HOUR_S for period in found)


def _when(seconds: float, *, days: bool) -> str:
    """A time of the Run: 3:05:21, or 2 d 03:05:21."""
    whole = int(seconds)
    day, rest = divmod(whole, int(DAY_S)) if days else (0, whole)
    hours, rest = divmod(rest, 3600)
    clock = f"{hours}:{rest // 60:02}:{rest % 60:02}"
    return message("time-of-day", n=day + 1, time=clock) if days else clock
