"""`iostat -o JSON` (sysstat), with -t: each report has its time, its processors and its disks.

The file is read one report at a time, because a killed iostat leaves a document without its end. As
in the text form, the first report of each call is the mean since the machine started and is left
out. Names are
those of the text form: `sda.%util`, `cpu.%iowait`."""

import re
from collections.abc import Iterator
from functools import partial

from pydantic_core import from_json

from plimsoll.features.imports.messages import message
from plimsoll.features.imports.recordings.moment import Moment, Times, instant
from plimsoll.features.imports.results.source import File

_PIECE = re.compile(
    r'"timestamp"\s*:\s*"(?P<time>[^"]*)"|(?P<flat>\{[^{}]*\})|(?P<call>"statistics")'
)
_PERCENT = frozenset(
    ("user", "nice", "system", "iowait", "steal", "idle", "util", "rrqm", "wrqm", "drqm")
)
"""Columns that have a percent sign in the text and none here."""
LONGEST = 64 << 10
"""Characters between two pieces: what is longer is no report."""


def sniff(head: str) -> bool:
    """Whether a text begins as iostat's JSON."""
    text = head.lstrip()
    return text.startswith("{") and '"sysstat"' in text[:200] and '"statistics"' in text


def dates(file: File) -> Iterator[str]:
    """The times in it, which begin with their dates."""
    for _, line in file.lines():
        for found in re.finditer(r'"timestamp"\s*:\s*"([^"]*)"', line):
            yield found[1]


def read(file: File, times: Times) -> Iterator[Moment]:
    """A moment for each report but the first. Raises Bad where no report has a time."""
    at: int | None = None
    reports = 0
    values: dict[str, float] = {}
    for number, time, flat in _pieces(file):
        if time is None and flat is None:
            if at is not None and reports > 1:
                yield Moment(at, values)
            reports, values = 0, {}
        elif time is not None:
            if at is not None and reports > 1:
                yield Moment(at, values)
            at, values = instant(time, times), {}
            if at is None:
                raise file.bad(partial(message, "time-unknown", given=time[:40]), number)
            reports += 1
        elif flat is not None:
            values |= _values(flat)
    if at is None:
        raise file.bad(partial(message, "iostat-without-times"))
    if reports > 1:
        yield Moment(at, values)


def _pieces(file: File) -> Iterator[tuple[int, str | None, str | None]]:
    """Times, and objects without an object in them, in order; neither where a call begins."""
    rest = ""
    for number, line in file.lines():
        rest += line
        end = 0
        for found in _PIECE.finditer(rest):
            yield number, found["time"], found["flat"]
            end = found.end()
        rest = rest[end:]
        if len(rest) > LONGEST:
            raise file.bad(partial(message, "iostat-without-end"), number)


def _values(flat: str) -> dict[str, float]:
    try:
        found = from_json(flat)
    except ValueError:
        return {}
    of = found.pop("disk_device", None)
    name = "cpu" if of is None else str(of)
    return {
        f"{name}.{'%' if key in _PERCENT else ''}{key}": float(value)
        for key, value in found.items()
        if isinstance(value, int | float) and not isinstance(value, bool)
    }
