"""A running campaign drawn on a terminal: rates, response times, load of the machine, each with its
last minute.

Every row has its figure beside the bars, and bars grow from zero to the largest of the row: nothing
is told by colour. It fits 80 columns and 24 lines; where there are more, more of what was said is
shown, and of the workers. Where there are fewer than those need, rows that others speak for give
way.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

from rich.console import Group, RenderableType
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from plimsoll.base import units
from plimsoll.base.printable import printable
from plimsoll.cli.messages import message
from plimsoll.cli.terminal import search_chart, watch_text
from plimsoll.cli.terminal import workers as worker_lines
from plimsoll.live import lateness

if TYPE_CHECKING:
    from plimsoll.live.pulse import IntervalDocument, PulseDocument
    from plimsoll.report.evidence.search_progress import SearchProgress

BARS = "▁▂▃▄▅▆▇█"
MOST_BARS = 60
LATE_LINES = 3
Row = tuple[str, "Callable[[IntervalDocument], float | None]", "Callable[[float | None], str]"]
ROWS: tuple[Row, ...] = (
    ("offered", lambda one: one["offered_rate_per_s"], lambda value: f"{units.rate(value)} IOPS"),
    ("achieved", lambda one: one["achieved_rate_per_s"], lambda value: f"{units.rate(value)} IOPS"),
    (
        "syncs",
        lambda one: one["syncs"] / one["length_s"] if one["length_s"] else None,
        lambda value: f"{units.rate(value)}/s",
    ),
    ("bytes", lambda one: one["bytes_per_s"], units.throughput),
    ("mean", lambda one: one["response_time_ns"]["mean"], units.nanos),
    ("p50", lambda one: one["response_time_ns"]["p50"], units.nanos),
    ("p95", lambda one: one["response_time_ns"]["p95"], units.nanos),
    ("p99", lambda one: one["response_time_ns"]["p99"], units.nanos),
    ("max", lambda one: one["response_time_ns"]["max"], units.nanos),
    (
        "outstanding",
        lambda one: one["outstanding_mean"],
        lambda value: units.decimal(value or 0, 1),
    ),
    # Of a closed loop it is what is outstanding.
    (
        "not-finished",
        lambda one: None if one["offered_rate_per_s"] is None else one["backlog"],
        units.count,
    ),
    # A closed loop has no schedule to be late for.
    (
        "own-lag",
        lambda one: None if one["offered_rate_per_s"] is None else one["own_lag_ns_p99"],
        units.nanos,
    ),
    (
        "before-submit",
        lambda one: None if one["offered_rate_per_s"] is None else one["before_submission_ns_mean"],
        units.nanos,
    ),
    ("errors", lambda one: one["errors"], units.count),
)
SELDOM = ("offered", "syncs", "not-finished", "own-lag", "before-submit", "errors")
"""Rows that are left out where they would say nothing."""
GIVE_WAY_TO_CURVE = ("bytes", "own-lag", "before-submit", "p50", "errors")
"""These, too, where the curve of a search has none."""
GIVE_WAY = ("p95", "mean", "max", "outstanding", "not-finished")
"""Rows that are left out, in this order, where workers have no room."""


def draw(
    pulse: PulseDocument, *, width: int, height: int, known: SearchProgress | None = None
) -> RenderableType:
    """The whole of it, in so many columns and lines; `known`: what a search has found so far."""
    parts: list[RenderableType] = [_line(watch_text.title(pulse), width, style="bold")]
    if pulse["point"] is not None:
        parts.append(_line(watch_text.point(pulse), width))
        done = Table.grid(padding=(0, 1))
        share = pulse["point"]["done"] / max(1, pulse["point"]["total"])
        done.add_row(
            ProgressBar(total=1.0, completed=share, width=max(10, width - 9)), units.percent(share)
        )
        parts.append(done)
    parts += [_line(watch_text.run(pulse), width), _line(watch_text.phase(pulse), width), Text("")]
    said = [f"{watch_text.clock(one['at_s'])}  {one['words']}" for one in pulse["said"]]
    if ended := watch_text.last(pulse):
        said.append(ended)
    # One worker is the whole: its line would say everything twice.
    workers = pulse["workers"] if len(pulse["workers"]) > 1 else []
    if pulse["intervals"]:
        machine = len(watch_text.system(pulse["intervals"][-1]))
        late = textwrap.wrap(lateness.pulse_warning(pulse), max(10, width - 1))[:LATE_LINES]
        # The table has a head; a blank line and one for the cursor.
        beside = len(parts) + 1 + (machine + 1 if machine else 1) + 1 + len(late)
        wanted = min(len(workers), worker_lines.MOST) + 1 if workers else 0
        rows = _rows(pulse)
        chart = search_chart.LEAST_HEIGHT + 1 if known is not None and known.probes else 0
        for name in (*GIVE_WAY, *GIVE_WAY_TO_CURVE) if chart else GIVE_WAY:
            if beside + len(rows) + wanted + chart + 1 > height:
                rows = [row for row in rows if row[0] != name]
        room = max(1, height - beside - len(rows))
        parts.append(_figures(pulse, rows, width))
        parts += [_line(text, width, style="bold") for text in late]
        parts.append(_machine(pulse["intervals"][-1], width))
        curve = search_chart.lines(known, width - 1, room - min(wanted, 2) - 1)
        parts += search_chart.coloured_lines(curve)
        room -= len(curve)
        if workers and room > 1:
            listed = worker_lines.lines(workers, width - 1, room - 2 if room > 3 else 1)
            parts += [_line(text, width) for text in listed]
            room -= len(listed)
    else:
        parts.append(Text(message("no-interval")))
        room = max(1, height - len(parts) - 1)
    parts += [_line(text, width) for text in said[-max(1, room) :]]
    return Group(*parts)


def bars(values: list[float | None]) -> str:
    """The values as bars from zero to the largest; a blank where there is none."""
    most = max((value for value in values if value is not None), default=0.0)
    return "".join(
        (
            " "
            if value is None
            else BARS[min(len(BARS) - 1, int(value / most * len(BARS)))]
            if most > 0
            else BARS[0]
        )
        for value in values
    )


Shown = tuple[str, list[float | None], "Callable[[float | None], str]"]


def _measure_intervals(pulse: PulseDocument) -> list[IntervalDocument]:
    # A drain is a remainder: a few operations that were still out.
    return [one for one in pulse["intervals"] if one["phase"] != "drain"] or pulse["intervals"]


def _rows(pulse: PulseDocument) -> list[Shown]:
    """The rows that say something: name, values, how one is written."""
    rows = [
        (name, [value(one) for one in _measure_intervals(pulse)], text)
        for name, value, text in ROWS
    ]
    # Nothing is offered in a closed loop. A percentile that no interval can carry stays, as a dash.
    rows = [row for row in rows if row[0] not in SELDOM or any(row[1])]
    # Own lag says more than what it is a part of, where workers have enough operations for it.
    named = {row[0]: row[1] for row in rows}
    spoken_for = named.get("own-lag", [None])[-1] is not None
    return [row for row in rows if row[0] != ("before-submit" if spoken_for else "own-lag")]


def _figures(pulse: PulseDocument, shown_rows: list[Shown], width: int) -> Table:
    intervals = _measure_intervals(pulse)
    rows = [(message(f"row-{name}"), values, text) for name, values, text in shown_rows]
    # What stands beside the bars, at its widest; two columns between.
    beside = [
        (len(label), *(max(len(text(one)) for one in values) for _ in range(2)))
        for label, values, text in rows
    ]
    taken = sum(max(column) + 2 for column in zip(*beside, strict=True))
    room = max(10, min(MOST_BARS, width - taken - 1))
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="")
    for column, justify in (
        ("", "left"),
        (message("row-now"), "right"),
        (_span_text(intervals[-room:]), "left"),
        (message("row-most"), "right"),
    ):
        table.add_column(column, justify=cast("Any", justify), no_wrap=True)
    for label, values, text in rows:
        shown = values[-room:]
        most = max((one for one in shown if one is not None), default=None)
        table.add_row(label, text(values[-1]), bars(shown), text(most))
    return table


def _span_text(shown: list[IntervalDocument]) -> str:
    return message("the-last", time=units.seconds(sum(one["length_s"] for one in shown)))


def _machine(one: IntervalDocument, width: int) -> RenderableType:
    table = Table.grid(padding=(0, 2, 0, 0))
    for name, share, text in watch_text.system(one):
        filled = round(min(1.0, share) * 10)
        table.add_row(name, f"{'█' * filled}{'░' * (10 - filled)}", _line(text, width - 32))
    return Group(Text(""), table) if table.row_count else Text("")


def _line(text: str, width: int, style: str = "") -> Text:
    line = Text(printable(text), style=style, no_wrap=True, overflow="ellipsis")
    line.truncate(max(10, width - 1), overflow="ellipsis")
    return line
