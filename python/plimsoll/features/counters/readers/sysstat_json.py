"""`sadf -j -- -d` (sysstat): the disks of sar's files as JSON. `iostat -o JSON` is a different
document, which is read with the recordings."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime

from plimsoll.features.counters.readers import recordings
from plimsoll.features.counters.readers.json_file import Node, document
from plimsoll.features.counters.series import Series
from plimsoll.features.imports.recordings.moment import Moment, Times, nanoseconds
from plimsoll.features.imports.results.source import File

_STAMP = re.compile(r'"timestamp"\s*:\s*\{')
COLUMNS = {
    "rd_sec": "rd_sec/s",
    "wr_sec": "wr_sec/s",
    "rkB": "rkB/s",
    "wkB": "wkB/s",
}
"""Its keys that differ from the columns of sar."""


def sniff(head: str) -> bool:
    """Whether a text begins as such a document."""
    return '"sysstat"' in head[:200] and _STAMP.search(head) is not None


def read(file: File, times: Times) -> Iterator[Series]:
    """The series of a file."""
    moments: list[Moment] = []
    lengths: list[int] = []
    for host in document(file)["sysstat"]["hosts"].each():
        for report in host["statistics"].each():
            if not report.has("timestamp") or not report.has("disk"):
                continue
            stamp = report["timestamp"]
            length = stamp["interval"].number()
            if length:
                moments.append(Moment(_at_ns(stamp, times), _values(report["disk"])))
                lengths.append(round(length) * 1_000_000_000)
    yield from recordings.of_moments(file, "sar", moments, lengths)


def _at_ns(stamp: Node, times: Times) -> int:
    day, clock = stamp["date"], stamp["time"]
    utc = stamp.has("utc") and stamp["utc"].number() == 1
    try:
        at = datetime.fromisoformat(f"{day.text()} {clock.text()}")
    except ValueError:
        raise day.bad("expected-time") from None
    return nanoseconds(at.replace(tzinfo=UTC if utc else times.zone))


def _values(disks: Node) -> dict[str, float]:
    return {
        f"{disk['disk-device'].text()}.{COLUMNS.get(key, key)}": disk[key].number()
        for disk in disks.each()
        for key in disk.value
        if key != "disk-device"
    }
