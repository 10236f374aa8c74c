"""The report of a history: a chart of each series with its levels, and what changed with them. It
is of campaigns of several stores, so that it is asked for by `plimsoll history`, which writes it,
not by `report`."""

import itertools
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from plimsoll.base import units, writing
from plimsoll.base.errors import UsageError
from plimsoll.base.version import __version__
from plimsoll.features.suites.history import text
from plimsoll.features.suites.history.document import Figure as Of
from plimsoll.features.suites.history.document import History, Series
from plimsoll.features.suites.messages import message
from plimsoll.report import writer
from plimsoll.report.describe import (
    At,
    Axis,
    Badge,
    Chart,
    Facts,
    Figure,
    First,
    Line,
    Marks,
    Note,
    Page,
    Panel,
    RuleX,
    Standing,
    Table,
    Unit,
)
from plimsoll.report.describe import Series as Drawn
from plimsoll.report.evidence import origin
from plimsoll.report.forms import html, pdf

_UNITS: dict[Of, Unit] = {
    "rate": "rate",
    "throughput": "bytes_per_s",
    "mean": "time",
    "p99": "time",
}


def page(history: History) -> Page:
    """Describes the report."""
    return Page(
        title=message("history-title", name=history.of),
        answer=text.headline(history),
        because=(
            *text.notes(history),
            *(text.change(series, one) for series in history.series for one in series.changes),
        ),
        figures=(),
        sections=(
            *(_chart(history, place, series) for place, series in enumerate(history.series)),
            _table(history),
            *((_left_out(history),) if history.left_out else ()),
        ),
        footer=f"Plimsoll {__version__}",
        data={"history": history.model_dump(by_alias=True)},
        report="history",
        first=first_screen(history),
    )


def charts(history: History) -> tuple[Chart, ...]:
    """The chart of each series."""
    return tuple(_chart(history, place, series) for place, series in enumerate(history.series))


def _chart(history: History, place: int, series: Series) -> Chart:
    x = Axis(message("axis-campaigns"), "plain", low=0.0, high=len(series.values) + 1.0)
    points = tuple(
        At(
            float(number),
            item.value,
            (
                (message("hover-date"), text.date(item.at_ns)),
                (
                    message("mark-campaign"),
                    message(
                        "campaign-of",
                        campaign=item.campaign,
                        store=item.store.rpartition("/")[2],
                    ),
                ),
                (text.figure_name(series.figure), text.value(series.figure, item.value)),
            ),
        )
        for number, item in enumerate(series.values, 1)
    )
    low, high = min(at.y for at in points), max(at.y for at in points)
    room = max(0.1 * (high - low), 0.02 * high) or 1.0
    y = Axis(
        text.figure_name(series.figure), _UNITS[series.figure], low=low - room, high=high + room
    )
    marks: tuple[Drawn, ...] = (
        Marks(message("mark-campaign"), "dot", points, 0),
        *_levels(series),
        *(
            RuleX(units.percent_with_sign(item.change, 1), item.index + 0.5, dash="dashed")
            for item in series.changes
        ),
    )
    notes = tuple(Note(text.change(series, item), keep=True) for item in series.changes)
    return Chart(
        f"history-{place + 1}",
        message("chart-series", test=series.test, target=text.target(history, series)),
        x,
        (Panel(text.figure_name(series.figure), y, marks, height=190),),
        notes or (Note(message("no-change")),),
    )


def _levels(series: Series) -> Sequence[Line]:
    """The mean of each level, from its first value to its last."""
    ends = [0, *(item.index for item in series.changes), len(series.values)]
    lines = []
    for begin, end in itertools.pairwise(ends):
        mean = sum(item.value for item in series.values[begin:end]) / (end - begin)
        points = (At(begin + 0.6, mean), At(end + 0.4, mean))
        lines.append(Line(text.value(series.figure, mean), points, 1, "solid", wide=True))
    return lines


def _table(history: History) -> Table:
    return Table.of(
        message("every-test"),
        history.series,
        {
            message("test"): lambda series: series.test,
            message("target"): lambda series: text.target(history, series),
            message("campaigns"): lambda series: str(len(series.values)),
            message(f"newest-{history.figure}"): lambda series: text.value(
                series.figure, series.values[-1].value
            ),
            message("last-change"): lambda series: (
                units.percent_with_sign(series.changes[-1].change, 1)
                if series.changes
                else message("none")
            ),
            message("since"): lambda series: (
                text.date(series.values[series.changes[-1].index].at_ns) if series.changes else ""
            ),
            message("standing"): lambda series: message(f"standing-{series.standing}"),
        },
        texts=[message(code) for code in ("test", "target", "since", "standing")],
        caption=message("history-caption", recent=history.recent),
    )


def _left_out(history: History) -> Facts:
    return Facts(
        message("history-left-out"), tuple(("", entry.words) for entry in history.left_out)
    )


def _origin(history: History) -> str:
    """Whether the figures are a model's."""
    return origin.words(history.origins)


def first_screen(history: History) -> First:
    """The verdict, what it is of, and what to do."""
    standings: dict[str, Standing] = {"steady": "met", "worse": "missed", "too_few": "none"}
    badge = Badge(standings[history.verdict], message(f"badge-history-{history.verdict}"))
    worse = [series for series in history.series if series.standing == "worse"]
    number = None
    if worse:
        newest = worse[0].changes[-1]
        number = Figure(
            message("changed-by"), units.percent_with_sign(newest.change, 1), worse[0].test
        )
    all_values = [value for series in history.series for value in series.values]
    about = (
        (
            (
                message("date"),
                message(
                    "range",
                    low=text.date(min(item.at_ns for item in all_values)),
                    high=text.date(max(item.at_ns for item in all_values)),
                ),
            ),
        )
        if all_values
        else ()
    )
    return First(
        badge,
        _origin(history),
        about,
        text.short(history),
        number,
        (
            (message("tests"), str(len(history.series))),
            (
                message("campaigns"),
                str(len({(series.store, series.campaign) for series in all_values})),
            ),
        ),
        todo=message("todo-changed") if worse else "",
        usable=badge.standing != "none",
    )


DRAW = {"html": html.draw, "pdf": pdf.draw}
"""The forms in which a history is written."""


def refuse(path: Path, *, force: bool) -> None:
    """Raises UsageError for a file that no form of a history writes, RefusedError for one that is
    not ours."""
    writer.refuse_foreign(path, _form(path), force=force)


def write(page: Page, path: Path, *, force: bool) -> None:
    """Writes it, whole or not at all."""
    output = DRAW[_form(path)](page)
    check_again = None if force else partial(refuse, path, force=False)
    writing.write(
        path, output.content, message("history-name-another"), check_again, message("the-report")
    )


def _form(path: Path) -> str:
    name = path.suffix.lower().removeprefix(".")
    if name not in DRAW:
        raise UsageError(*message.refusal("not-a-form", name=path.name))
    return name
