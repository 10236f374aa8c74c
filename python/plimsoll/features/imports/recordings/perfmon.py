"""Windows' performance logs as CSV (perfmon, typeperf, relog): PDH-CSV 4.0. Their head resembles
esxtop's. Two things differ: Windows spells out the name of the zone, and has objects of its own.
Only logs with counters of disks are read."""

import csv
import re
from collections.abc import Iterator
from datetime import timedelta, timezone, tzinfo
from functools import partial

from plimsoll.features.imports.messages import message
from plimsoll.features.imports.recordings.moment import Moment, Times, instant, number
from plimsoll.features.imports.results.source import File

_HEAD = re.compile(r'^\ufeff?"?\(PDH-CSV 4\.0\)(?: \((?P<zone>[^)]*)\)\((?P<minutes>-?\d{1,4})\))?')
_OBJECTS = re.compile(
    r"\\(PhysicalDisk|LogicalDisk|Processor|Processor Information|Process|System|Paging File"
    r"|Network Interface|Cache)(\(|\\)",
    re.IGNORECASE,
)
_DISKS = re.compile(
    r"\\(PhysicalDisk|LogicalDisk|(Physikalischer|Logischer) Datenträger|Disque (physique|logique)"
    r"|Disco (f[ií]sico|l[oó]gico)|(Fysieke|Logische) schijf|Dysk (fizyczny|logiczny)"
    r"|(Fyzický|Logický) disk|(Fizikai|Logikai) lemez|(Fysisk|Logisk) disk"
    r"|(Fiziksel|Mantıksal) ?Disk|(Физический|Логический) диск)\(",
    re.IGNORECASE,
)
"""The objects of disks, as Windows names them in each language."""
LONGEST_FIELD = 1 << 20


def of_windows(head: str) -> bool:
    """Whether a text begins as a performance log of Windows."""
    text = head.lstrip()
    found = _HEAD.match(text)
    if found is None:
        return False
    return " " in (found["zone"] or " ") or _OBJECTS.search(text) is not None


def sniff(head: str) -> bool:
    """Whether it is one that has counters of disks."""
    return of_windows(head) and _DISKS.search(head) is not None


def read(file: File, times: Times) -> Iterator[Moment]:
    """A moment for each row. Raises Bad for one without a time."""
    csv.field_size_limit(LONGEST_FIELD)
    names: list[str] = []
    own: tzinfo | None = times.zone
    for at_line, line in file.lines():
        text = line.strip()
        if (head := _HEAD.match(text)) is not None:
            names = [_name(column) for column in cells(text)[1:]]
            if head["minutes"] is not None:
                # Minutes that UTC is ahead of the times in the file.
                own = timezone(-timedelta(minutes=int(head["minutes"])))
            continue
        # The last lines of typeperf are messages without quotes.
        if not names or not text.startswith('"'):
            continue
        row = cells(text)
        # These logs have one order of dates, whatever the locale.
        at = instant(row[0] if row else "", Times(own, "mdy"))
        if at is None:
            raise file.bad(partial(message, "row-without-time"), at_line)
        values = {}
        for name, cell in zip(names, row[1:], strict=False):
            # The first row has blanks where two readings are needed.
            if (value := number(cell.strip())) is not None:
                values[name] = value
        if values:
            yield Moment(at, values)


def cells(text: str) -> list[str]:
    """The cells of a row; none of a damaged one."""
    try:
        return next(csv.reader([text.replace("\0", "")]), [])
    except csv.Error:
        return []


def _name(column: str) -> str:
    r"""`\\\\HOST\\PhysicalDisk(0 C:)\\Disk Reads/sec` without the host."""
    parts = column.lstrip("\\").split("\\")
    return ".".join(parts[1:] if len(parts) > 2 else parts)
