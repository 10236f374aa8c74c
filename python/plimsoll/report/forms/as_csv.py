"""The Runs of campaigns as CSV: a header and a row per Run (RFC 4180, with plain line ends).

In a file, further files lie beside it, since a table has one kind of row: the intervals, the
hours or days of long Runs, and the figures of each client (VM) or target."""

import csv
import difflib
import io
from collections.abc import Callable, Iterator

from plimsoll.base.errors import UsageError
from plimsoll.base.printable import printable
from plimsoll.judge.timeline.document import TimeLine
from plimsoll.judge.timeline.periods import LONG_S
from plimsoll.report.evidence.evidence import Evidence
from plimsoll.report.evidence.run_fields import FIELDS, Cell
from plimsoll.report.forms import FormOutput, like_fio
from plimsoll.report.forms import intervals as series
from plimsoll.report.forms.rows import Row, of
from plimsoll.report.messages import message
from plimsoll.report.request import ReportRequest
from plimsoll.report.run import periods, timeline

PERIODS = "-periods"
"""Suffix of the file with the hours or days of long Runs."""
NAMES = tuple(field.name for field in FIELDS)
"""Every column."""
EACH = "-each"
"""Suffix of the file with the figures of each client or target."""
EACH_NAMES = (
    "run",
    "each_of",
    "name",
    "kind",
    "offered_rate_per_s",
    "achieved_rate_per_s",
    "bytes_per_s",
    "operations",
    "errors",
    "unfinished",
    "response_time_ns_mean",
    "response_time_ns_p50",
    "response_time_ns_p99",
    "response_time_ns_max",
    "at_least",
)
"""Columns of a client (VM) or target of a Run."""
LIKE = {"fio": like_fio}
"""Row layouts of other programs, by name."""


def write(request: ReportRequest) -> FormOutput:
    """A header and a row per Run."""
    out = io.StringIO()
    names, found = request.columns or NAMES, of(request)
    each = any(row["each_count"] for row in found)
    if request.like is not None:
        names, found = LIKE[request.like].NAMES, _like(request)
    writer = csv.DictWriter(out, names, lineterminator="\n", extrasaction="ignore")
    writer.writeheader()
    writer.writerows(_plain(row) for row in found)
    beside: dict[str, bytes | Callable[[], bytes]] = {
        f"{series.ENDING}.csv": lambda: series.as_csv(series.intervals(request))
    }
    if long := _long(request):
        beside[f"{PERIODS}.csv"] = lambda: periods.as_csv(long)
    if each:
        beside[f"{EACH}.csv"] = lambda: _each(request)
    return FormOutput(out.getvalue().encode(), beside)


def _each(request: ReportRequest) -> bytes:
    """A row for each client or target of each Run."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(EACH_NAMES)
    for evidence in (request.evidence, *request.others):
        for values in _each_rows(evidence):
            named = _plain(dict(zip(EACH_NAMES, values, strict=True)))
            writer.writerow(named.values())
    return out.getvalue().encode()


def _each_rows(evidence: Evidence) -> Iterator[tuple[Cell, ...]]:
    """The values of `EACH_NAMES`, Run after Run."""
    for run in evidence.runs:
        each = None if run.measurement is None else run.measurement.each
        for part in each["figures"] if each else ():
            yield (
                run.row.id,
                each["of"] if each else None,
                part["name"],
                part["group"],
                part["offered_rate_per_s"],
                part["achieved_rate_per_s"],
                part["bytes_per_s"],
                part["count"],
                part["errors"],
                part["unfinished"],
                part["mean_ns"],
                part["p50_ns"],
                part["p99_ns"],
                part["max_ns"],
                " ".join(part["at_least"]),
            )


def _long(request: ReportRequest) -> list[TimeLine]:
    """The time lines of Runs long enough for hours or days."""
    every = [run for evidence in (request.evidence, *request.others) for run in evidence.runs]
    time_lines = [
        timeline.read(request.store, run.row)[0] for run in every if run.measure_s >= LONG_S
    ]
    return [line for line in time_lines if line.periods]


def is_ours(head: bytes) -> bool:
    """Whether a file that begins so was made by Plimsoll: Runs, or the intervals beside them."""
    header = head.partition(b"\n")[0].decode(errors="replace").split(",")
    # Foreign sheets share some names: for those only the whole header is ours.
    if any(tuple(header) == layout.NAMES for layout in LIKE.values()):
        return True
    beside = (b"run,interval,phase,", b"run,at_s,until_s,", b"run,each_of,name,")
    return head.startswith(beside) or all(name in NAMES for name in header)


def parse_columns(text: str) -> tuple[str, ...]:
    """Parses column names separated by commas."""
    names = tuple(name.strip() for name in text.split(",") if name.strip())
    if unknown := [name for name in names if name not in NAMES]:
        close = difflib.get_close_matches(unknown[0], NAMES, n=3)
        known = message("columns-are", names=", ".join(NAMES))
        if close:
            known = f"{message('do-you-mean', names=message('or').join(close))} {known}"
        raise UsageError(message("no-such-column", name=unknown[0]), known)
    if not names or len(set(names)) < len(names):
        raise UsageError(*message.refusal("columns-once", names=", ".join(NAMES)))
    return names


def _like(request: ReportRequest) -> list[Row]:
    rows = LIKE[request.like or ""].rows
    return [row for evidence in (request.evidence, *request.others) for row in rows(evidence)]


def _plain(row: Row) -> Row:
    """Cells for a spreadsheet: text that looks like a formula gets a quote, and control
    characters are written out, since target names are untrusted."""

    def safe_cell(value: Cell) -> Cell:
        if isinstance(value, bool):
            return "true" if value else "false"
        if not isinstance(value, str):
            return value
        text = printable(value)
        return f"'{text}" if text[:1] in ("=", "+", "-", "@") else text

    return {key: safe_cell(value) for key, value in row.items()}
