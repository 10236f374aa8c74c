"""Counters in one form: series of figures of a volume, each over intervals of time.

A reader (`readers/`) turns the counters of a program into `Series`; `join` lays those of a volume
side by side. Whatever a program counts (operations since the start, sums of a minute, means), a
value here is a mean over its interval, in the unit that the name of the figure has; `Kind` keeps
what it was."""

import math
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple, get_args

Figure = Literal[
    "rate_per_s",
    "read_rate_per_s",
    "write_rate_per_s",
    "bytes_per_s",
    "read_bytes_per_s",
    "write_bytes_per_s",
    "latency_ns",
    "read_latency_ns",
    "write_latency_ns",
    "reads_outstanding",
    "writes_outstanding",
    "outstanding",
    "credits_share",
    "volume_iops_used",
    "volume_throughput_used",
    "instance_iops_used",
    "instance_throughput_used",
    "throttled_per_s",
]
"""`reads_outstanding`: the time that all reads of the interval took together, over its length.
`outstanding`: the queue as the program counted it. `…_used`: share of a limit that was in use, by
the provider's own counter; 1 where it says only that the limit was reached."""

Kind = Literal["mean", "sum", "increase", "rate"]
"""What a program counts: a mean over the interval, a sum over it, the growth of a counter between
two readings, or that growth as a rate, which a reset of the counter may spoil unseen."""

MOST_PER_S = 1e9
"""Operations per second that no volume does. A counter of 64 bits that was reset shows such."""
HALF_RANGE = 2.0**31
"""Operations of an interval from which on a counter of 32 bits may as well have been reset: its
growth is then its range less what it had counted."""
SECTOR = 512
"""Bytes that an operation moves at least. A reset counter of sectors shows its range, too, less
more: there were more sectors than operations."""
MOST_BYTES_PER_S = 1e14

OF_INSTANCE = tuple(name for name in get_args(Figure) if name.startswith("instance_"))
"""Figures of a machine, which concern each of its volumes."""


class Point(NamedTuple):
    """A value over the interval that ends at `end_ns` since 1970-01-01 UTC."""

    end_ns: int
    length_ns: int
    value: float


@dataclass(frozen=True)
class Series:
    """One figure of one volume in a file."""

    volume: str
    figure: Figure
    kind: Kind
    points: tuple[Point, ...]


@dataclass(frozen=True)
class Interval:
    """The figures of a volume over one interval."""

    end_ns: int
    length_ns: int
    values: Mapping[Figure, float]

    def value(self, figure: Figure) -> float | None:
        """A figure; None where it was not counted."""
        return self.values.get(figure)

    @property
    def length_s(self) -> float:
        """Its length."""
        return self.length_ns / 1e9

    @property
    def rate_per_s(self) -> float | None:
        """Operations of both directions; None unless both are known."""
        return self._total("rate_per_s", "read_rate_per_s", "write_rate_per_s")

    @property
    def bytes_per_s(self) -> float | None:
        """Bytes of both directions; None unless both are known."""
        return self._total("bytes_per_s", "read_bytes_per_s", "write_bytes_per_s")

    @property
    def read_share(self) -> float | None:
        """Share of reads among its operations; None without any."""
        rate, reads = self.rate_per_s, self.value("read_rate_per_s")
        return reads / rate if rate and reads is not None else None

    @property
    def size_bytes(self) -> float | None:
        """Mean size of its operations."""
        rate, moved = self.rate_per_s, self.bytes_per_s
        return moved / rate if rate and moved is not None else None

    @property
    def outstanding(self) -> float | None:
        """Mean outstanding I/O by Little's law: the rate times the mean latency of each direction.
        None without latencies."""
        directions = [self._outstanding_of(kind) for kind in ("read", "write")]
        if None not in directions:
            return sum(part for part in directions if part is not None)
        latency, rate = self.value("latency_ns"), self.rate_per_s
        return None if latency is None or rate is None else rate * latency / 1e9

    @property
    def latency_ns(self) -> float | None:
        """Mean latency of its operations."""
        rate, outstanding = self.rate_per_s, self.outstanding
        return outstanding / rate * 1e9 if rate and outstanding is not None else None

    def _outstanding_of(self, kind: Literal["read", "write"]) -> float | None:
        names = _OF_READS if kind == "read" else _OF_WRITES
        outstanding, latency, rate = map(self.value, names)
        if outstanding is not None:
            return outstanding
        if rate == 0:
            return 0.0
        return None if latency is None or rate is None else rate * latency / 1e9

    def _total(self, both: Figure, reads: Figure, writes: Figure) -> float | None:
        if (total := self.values.get(both)) is not None:
            return total
        parts = self.values.get(reads), self.values.get(writes)
        return None if parts[0] is None or parts[1] is None else parts[0] + parts[1]


_OF_READS: tuple[Figure, Figure, Figure] = (
    "reads_outstanding",
    "read_latency_ns",
    "read_rate_per_s",
)
_OF_WRITES: tuple[Figure, Figure, Figure] = (
    "writes_outstanding",
    "write_latency_ns",
    "write_rate_per_s",
)


@dataclass(frozen=True)
class Recording:
    """The counters of one volume: intervals in order of time that do not overlap."""

    volume: str
    intervals: tuple[Interval, ...]
    incomplete: int
    """Intervals that were left out because reads or writes are missing, or none that can be."""
    kinds: Mapping[Figure, Kind] = field(default_factory=dict)

    @property
    def length_ns(self) -> int:
        """The usual length of an interval."""
        return Counter(one.length_ns for one in self.intervals).most_common(1)[0][0]


def join(series: Iterable[Series]) -> list[Recording]:
    """The series of each volume side by side, in order of names.

    Where intervals of several lengths overlap the shorter ones are kept: they hide less."""
    by_volume: dict[str, list[Series]] = {}
    of_machines: dict[str, list[Series]] = {}
    for one in series:
        owners = of_machines if one.figure in OF_INSTANCE else by_volume
        owners.setdefault(one.volume, []).append(one)
    for machine, shared in of_machines.items():
        of_machine = [
            name for name in by_volume if name == machine or name.startswith(f"{machine} ")
        ]
        for name in of_machine:
            by_volume[name] += shared
    return [_recording(volume, by_volume[volume]) for volume in sorted(by_volume)]


def _recording(volume: str, series: list[Series]) -> Recording:
    values: dict[tuple[int, int], dict[Figure, float]] = {}
    for one in series:
        most = _most(one.figure)
        for point in one.points:
            of_interval = values.setdefault((point.length_ns, point.end_ns), {})
            if point.value <= most:
                of_interval[one.figure] = point.value
    kinds = {one.figure: one.kind for one in series}
    every = _without_resets(
        [Interval(end, length, found) for (length, end), found in sorted(values.items())],
        [figure for figure in _BYTES_OF if kinds.get(figure) == "rate"],
    )
    complete = [one for one in every if one.rate_per_s is not None]
    return Recording(volume, tuple(_without_overlap(complete)), len(every) - len(complete), kinds)


def _most(figure: Figure) -> float:
    """The most that a figure can be."""
    if figure.endswith("bytes_per_s"):
        return MOST_BYTES_PER_S
    return MOST_PER_S if figure.endswith("rate_per_s") else math.inf


_BYTES_OF: dict[Figure, Figure] = {
    "rate_per_s": "bytes_per_s",
    "read_rate_per_s": "read_bytes_per_s",
    "write_rate_per_s": "write_bytes_per_s",
}


def _without_resets(intervals: Sequence[Interval], rates: Sequence[Figure]) -> list[Interval]:
    """The intervals without rates that a reset counter of 32 bits shows. A volume that has such a
    rate moves the bytes for it; where bytes are unknown, it has a like one before or after.
    `rates`: those that a program took from such a counter. A provider's sum of a day is none:
    30,000 IOPS are more than half the range."""
    kept = []
    for at, one in enumerate(intervals):
        beside = (*intervals[max(0, at - 1) : at], *intervals[at + 1 : at + 2])
        reset = {name for name in rates if _shows_reset(one, name, beside)}
        values = {name: value for name, value in one.values.items() if name not in reset}
        kept.append(replace(one, values=values) if reset else one)
    return kept


def _shows_reset(one: Interval, figure: Figure, beside: Sequence[Interval]) -> bool:
    rate = one.value(figure) or 0.0
    if rate * one.length_s < HALF_RANGE:
        return False
    moved = one.bytes_per_s if figure == "rate_per_s" else one.value(_BYTES_OF[figure])
    if moved is not None:
        return moved < rate * SECTOR
    return all((other.value(figure) or 0.0) < rate / 4 for other in beside)


def _without_overlap(intervals: Iterable[Interval]) -> list[Interval]:
    """The intervals in order of time; of those that overlap the first one."""
    held: list[Interval] = []
    ends: list[int] = []
    for one in intervals:
        at = bisect_left(ends, one.end_ns)
        begins = one.end_ns - one.length_ns
        before = at > 0 and ends[at - 1] > begins
        after = at < len(held) and held[at].end_ns - held[at].length_ns < one.end_ns
        if not (before or after):
            held.insert(at, one)
            ends.insert(at, one.end_ns)
    return held
