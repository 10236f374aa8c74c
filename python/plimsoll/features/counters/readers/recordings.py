"""Counters that iostat, sar, sadf -d, esxtop and perfmon write: the formats of
`features/imports/recordings`, by the names of their columns."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from statistics import median

from plimsoll.features.counters.messages import message
from plimsoll.features.counters.series import Figure, Kind, Point, Series
from plimsoll.features.imports import recordings
from plimsoll.features.imports.recordings.moment import Moment, Times, dates_of
from plimsoll.features.imports.results.source import File

MOST_MOMENTS = 4_000_000

_SYSSTAT: dict[str, tuple[Figure, float]] = {
    "tps": ("rate_per_s", 1),
    "r/s": ("read_rate_per_s", 1),
    "w/s": ("write_rate_per_s", 1),
    "rkB/s": ("read_bytes_per_s", 1024),
    "wkB/s": ("write_bytes_per_s", 1024),
    "kB_read/s": ("read_bytes_per_s", 1024),
    "kB_wrtn/s": ("write_bytes_per_s", 1024),
    "rMB/s": ("read_bytes_per_s", 1 << 20),
    "wMB/s": ("write_bytes_per_s", 1 << 20),
    "MB_read/s": ("read_bytes_per_s", 1 << 20),
    "MB_wrtn/s": ("write_bytes_per_s", 1 << 20),
    "rsec/s": ("read_bytes_per_s", 512),
    "wsec/s": ("write_bytes_per_s", 512),
    "rd_sec/s": ("read_bytes_per_s", 512),
    "wr_sec/s": ("write_bytes_per_s", 512),
    "r_await": ("read_latency_ns", 1e6),
    "w_await": ("write_latency_ns", 1e6),
    "await": ("latency_ns", 1e6),
    "aqu-sz": ("outstanding", 1),
    "avgqu-sz": ("outstanding", 1),
}
_ESXTOP: dict[str, tuple[Figure, float]] = {
    "Commands/sec": ("rate_per_s", 1),
    "Reads/sec": ("read_rate_per_s", 1),
    "Writes/sec": ("write_rate_per_s", 1),
    "MBytes Read/sec": ("read_bytes_per_s", 1 << 20),
    "MBytes Written/sec": ("write_bytes_per_s", 1 << 20),
    "Average Guest MilliSec/Command": ("latency_ns", 1e6),
    "Average Guest MilliSec/Read": ("read_latency_ns", 1e6),
    "Average Guest MilliSec/Write": ("write_latency_ns", 1e6),
    "Average MilliSec/Read": ("read_latency_ns", 1e6),
    "Average MilliSec/Write": ("write_latency_ns", 1e6),
}
_PERFMON: dict[str, tuple[Figure, float]] = {
    "Disk Transfers/sec": ("rate_per_s", 1),
    "Disk Reads/sec": ("read_rate_per_s", 1),
    "Disk Writes/sec": ("write_rate_per_s", 1),
    "Disk Bytes/sec": ("bytes_per_s", 1),
    "Disk Read Bytes/sec": ("read_bytes_per_s", 1),
    "Disk Write Bytes/sec": ("write_bytes_per_s", 1),
    "Avg. Disk sec/Transfer": ("latency_ns", 1e9),
    "Avg. Disk sec/Read": ("read_latency_ns", 1e9),
    "Avg. Disk sec/Write": ("write_latency_ns", 1e9),
    "Avg. Disk Queue Length": ("outstanding", 1),
}
COLUMNS = {
    "iostat": _SYSSTAT,
    "sar": _SYSSTAT,
    "esxtop": _ESXTOP,
    "perfmon": _PERFMON,
}
"""By program its columns: what each is, and the factor of its value."""
_OBJECT = re.compile(r"(?P<kind>[^(]+)\((?P<name>.*)\)")
_VOLUMES = ("PhysicalDisk", "Physical Disk SCSI Device", "Physical Disk", "Virtual Disk")
"""Objects of esxtop and perfmon that are volumes; adapters and partitions count the same I/O a
second time."""


def sniff(head: str) -> bool:
    """Whether a format of recordings knows the file."""
    return any(one.sniff(head) for one in recordings.RECORDINGS)


def read(file: File, times: Times) -> Iterator[Series]:
    """The series of a file. Raises Bad for dates that can be several days."""
    recording = recordings.recording_format(file)
    assert recording is not None, "sniffed"
    if not file.head.lstrip().startswith("{"):
        # The last figure of a cut line may be a part of one. Of JSON only whole reports are read.
        file.refuse_cut(sum(1 for _ in file.lines()))
    if recording.of_locale:
        dates = dates_of(recording.date_texts(file))
        if (len(dates.orders) > 1 and times.order not in dates.orders) or len(dates.orders) == 1:
            times = times._replace(order=dates.orders[0])
    moments: list[Moment] = []
    for moment in recording.read(file, times):
        if len(moments) >= MOST_MOMENTS:
            raise file.bad(partial(message, "too-many-times"))
        moments.append(moment)
    yield from of_moments(file, recording.program, moments)


def of_moments(
    file: File, program: str, moments: Sequence[Moment], lengths_ns: Sequence[int] = ()
) -> Iterator[Series]:
    """The series of moments, each of which is the end of an interval. Without lengths an interval
    begins where the one before ends; after a gap, and at first, it has the usual length."""
    if not lengths_ns:
        steps = [after.at_ns - before.at_ns for before, after in pairwise(moments)]
        usual = [step for step in steps if step > 0]
        if not usual:
            raise file.bad(partial(message, "two-times"))
        length = round(median(usual))
        lengths_ns = [length, *(step if 0 < step <= 1.5 * length else length for step in steps)]
    points: dict[tuple[str, Figure], list[Point]] = {}
    for moment, length_ns in zip(moments, lengths_ns, strict=True):
        for volume, figure, value in _figures(program, moment.values.items()):
            if value < 0:
                raise file.bad(partial(message, "negative", volume=volume))
            points.setdefault((volume, figure), []).append(Point(moment.at_ns, length_ns, value))
    if not points:
        raise file.bad(partial(message, "no-disks", program=program))
    kind: Kind = "rate"
    for (volume, figure), found in points.items():
        yield Series(volume, figure, kind, tuple(found))


def _figures(
    program: str, values: Iterable[tuple[str, float]]
) -> Iterator[tuple[str, Figure, float]]:
    columns = COLUMNS[program]
    for name, value in values:
        # Counters of perfmon have points in their names: "Avg. Disk sec/Read".
        owner, _, column = (
            name.partition(").") if program in ("esxtop", "perfmon") else name.rpartition(".")
        )
        known = columns.get(column)
        if known is None:
            continue
        volume = _volume(f"{owner})") if program in ("esxtop", "perfmon") else owner
        if volume is not None:
            yield volume, known[0], value * known[1]


def _volume(owner: str) -> str | None:
    found = _OBJECT.fullmatch(owner)
    if found is None or found["kind"] not in _VOLUMES or found["name"] == "_Total":
        return None
    return found["name"]
