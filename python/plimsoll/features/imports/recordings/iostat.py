"""iostat with -t (sysstat): a line with the time precedes each report.

The first report of each call is left out. It is the mean since the machine started, unless iostat
was called with -y, which the file does not show. Several calls may have been appended to one file:
each begins with the line of the machine."""

from collections.abc import Iterable, Iterator
from functools import partial

from plimsoll.collect.readers import iostat as tables
from plimsoll.features.imports.messages import message
from plimsoll.features.imports.recordings.moment import Moment, Times, instant
from plimsoll.features.imports.results.source import File


def sniff(head: str) -> bool:
    """Whether a text begins as what iostat prints."""
    lines = [line for line in head.splitlines() if line.strip()]
    return (
        bool(lines)
        and lines[0].startswith("Linux ")
        and any(line.split()[0].rstrip(":") in ("Device", "avg-cpu") for line in lines[1:8])
    )


def read(file: File, times: Times) -> Iterator[Moment]:
    """A moment for each report but the first. Raises Bad where no report has a time."""
    at: int | None = None
    called, reports = False, 0
    rows: list[str] = []
    last = 0
    for number, line in file.lines():
        last = number
        if line.startswith("Linux ") and at is not None:
            reports += 1
            if reports > 1:
                yield Moment(at, _together(rows))
            called, at, reports, rows = True, None, 0, []
            continue
        found = instant(line.strip(), times) if line[:1].isdigit() else None
        if found is None:
            rows.append(line)
            continue
        if at is not None:
            reports += 1
            if reports > 1:
                yield Moment(at, _together(rows))
        at, rows = found, []
    if at is None and not called:
        raise file.bad(partial(message, "iostat-times-unknown"), last or None)
    if at is not None and reports:
        yield Moment(at, _together(rows))


def _together(rows: Iterable[str]) -> dict[str, float]:
    found: dict[str, float] = {}
    for values in tables.values(rows):
        found |= values
    return found
