"""Writes what vdbench writes, from a truth that the caller sets: what each interval really had."""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace

MIB = 1 << 20
BLOCK = 4096
DAY_S = 86_400
EDGES_US = (
    *(0, 20, 40, 60, 80, 100, 200, 400, 600, 800, 1_000, 2_000, 4_000, 6_000, 8_000, 10_000),
    *(20_000, 40_000, 60_000, 80_000, 100_000, 200_000, 400_000, 600_000, 800_000, 1_000_000),
    2_000_000,
)
"""The buckets that vdbench has unless told otherwise."""


@dataclass(frozen=True)
class Interval:
    """What really happened in an interval."""

    rate: float
    mean_ms: float = 0.8


@dataclass(frozen=True)
class Truth:
    """A Run: its intervals with the warm-up, and when it began (seconds since midnight)."""

    intervals: tuple[Interval, ...]
    name: str = "run1"
    asked: str = "Uncontrolled MAX"
    warmup: int = 0
    """Intervals; vdbench leaves out the first where there is none."""
    length_s: int = 1
    read_percent: float = 70.0
    began_s: float = 36_000.0
    missing: frozenset[int] = frozenset()
    """Numbers of intervals whose rows are not written, as where vdbench falls behind."""
    late: dict[int, float] = field(default_factory=dict)
    """By how many seconds the row of an interval is written late."""

    @property
    def first(self) -> int:
        """The first interval that counts."""
        return max(1, self.warmup) + 1

    @property
    def measured_intervals(self) -> tuple[Interval, ...]:
        """The intervals that count."""
        return self.intervals[self.first - 1 :]

    @property
    def rate(self) -> float:
        """Of all of Measure."""
        return sum(one.rate for one in self.measured_intervals) / len(self.measured_intervals)

    @property
    def mean_ms(self) -> float:
        """Of all operations of Measure."""
        done = sum(one.rate for one in self.measured_intervals)
        return (
            sum(one.rate * one.mean_ms for one in self.measured_intervals) / done if done else 0.0
        )

    @property
    def label(self) -> str:
        """What the average is called."""
        return f"avg_{self.first}-{len(self.intervals)}"

    def without(self, *numbers: int) -> Truth:
        """The same with rows of some intervals not written."""
        return replace(self, missing=self.missing | frozenset(numbers))


def steady(rate: float, count: int, mean_ms: float = 0.8, **more: object) -> Truth:
    """A Run that goes on as it began."""
    return Truth((Interval(rate, mean_ms),) * count, **more)


def clock(seconds: float) -> str:
    """A time of day."""
    seconds %= DAY_S
    whole = int(seconds)
    rest = f"{seconds - whole:.3f}"[1:]
    return f"{whole // 3600:02}:{whole // 60 % 60:02}:{whole % 60:02}{rest}"


# -- what is printed -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Dialect:
    """Of one version: its columns, and how wide the label and the rate are."""

    version: str
    columns: tuple[tuple[str, str, int, int], ...]
    """First and second line of the heading, width, decimals."""


def _columns(*names: str) -> tuple[tuple[str, str, int, int], ...]:
    known = {
        "i/o rate": ("i/o", "rate", 10, 2),
        "MB/sec": ("MB/sec", "1024**2", 8, 2),
        "bytes": ("bytes", "i/o", 7, 0),
        "read pct": ("read", "pct", 6, 2),
        "resp": ("resp", "time", 8, 3),
        "read resp": ("read", "resp", 8, 3),
        "write resp": ("write", "resp", 8, 3),
        "max": ("resp", "max", 8, 3),
        "read max": ("read", "max", 8, 2),
        "write max": ("write", "max", 8, 2),
        "stddev": ("resp", "stddev", 8, 3),
        "depth": ("queue", "depth", 5, 1),
        "cpu": ("cpu%", "sys+u", 5, 1),
        "sys": ("cpu%", "sys", 5, 1),
    }
    return tuple(known[name] for name in names)


_BEGIN = ("i/o rate", "MB/sec", "bytes", "read pct", "resp")
_END = ("stddev", "depth", "cpu", "sys")
DIALECTS = {
    "50300": Dialect("vdbench503", _columns(*_BEGIN, "max", *_END[:1], *_END[2:])),
    "50406": Dialect("vdbench50406", _columns(*_BEGIN, "read resp", "write resp", "max", *_END)),
    "50407": Dialect(
        "vdbench50407", _columns(*_BEGIN, "read resp", "write resp", "read max", "write max", *_END)
    ),
}
CPU, SYSTEM = 15.0, 5.0
"""Percent of the processors of the generator."""


def figures(one: Interval, read_percent: float) -> dict[tuple[str, str], float]:
    """A row by the two lines of its heading."""
    share = read_percent / 100
    # Writes take twice as long.
    of_reads = one.mean_ms / (2 - share)
    reads, writes = of_reads if share else 0.0, 2 * of_reads if share < 1 else 0.0
    return {
        ("i/o", "rate"): one.rate,
        ("MB/sec", "1024**2"): one.rate * BLOCK / MIB,
        ("bytes", "i/o"): BLOCK if one.rate else 0,
        ("read", "pct"): read_percent if one.rate else 0.0,
        ("resp", "time"): one.mean_ms if one.rate else 0.0,
        ("read", "resp"): reads if one.rate else 0.0,
        ("write", "resp"): writes if one.rate else 0.0,
        ("resp", "max"): 8 * one.mean_ms if one.rate else 0.0,
        ("read", "max"): 6 * one.mean_ms if one.rate else 0.0,
        ("write", "max"): 8 * one.mean_ms if one.rate else 0.0,
        ("resp", "stddev"): 0.5 * one.mean_ms if one.rate else 0.0,
        ("queue", "depth"): one.rate * one.mean_ms / 1e3,
        ("cpu%", "sys+u"): CPU,
        ("cpu%", "sys"): SYSTEM,
    }


def row(at_s: float, label: str, one: Interval, truth: Truth, dialect: Dialect) -> str:
    """A line of figures. vdbench writes the label ten wide behind the clock."""
    told = figures(one, truth.read_percent)
    cells = "".join(
        f" {told[first, second]:{wide}.{digits}f}"
        for first, second, wide, digits in dialect.columns
    )
    return f"{clock(at_s)}{label:>10}{cells}"


def heading(dialect: Dialect, date: str) -> list[str]:
    """Its two lines."""
    return [
        f"{date}{'interval':>10}" + "".join(f" {one:>{w}}" for one, _, w, _ in dialect.columns),
        " " * 12 + " " * 10 + "".join(f" {two:>{w}}" for _, two, w, _ in dialect.columns),
    ]


def output_text(
    truths: Sequence[Truth],
    version: str = "50406",
    *,
    date: str = "Jan 24, 2024",
    rows: bool = True,
    above: Sequence[str] = (),
    cut: bool = False,
) -> str:
    """What vdbench prints; without its rows as totals.html has it. `cut`: before the average."""
    dialect = DIALECTS[version]
    lines = [*above, f"Vdbench distribution: {dialect.version} Wed July 20 15:49:52 MDT 2016", ""]
    for truth in truths:
        many = len(truth.intervals)
        warm = f" warmup={truth.warmup * truth.length_s}" if truth.warmup else ""
        elapsed = (many - truth.warmup) * truth.length_s
        begun = f"{clock(truth.began_s)} Starting RD={truth.name}; I/O rate: {truth.asked};"
        lines += [f"{begun} elapsed={elapsed}{warm}; For loops: None", ""]
        if not rows:
            lines += heading(dialect, date)
        for number, one in enumerate(truth.intervals, 1):
            if not rows:
                break
            if number % 30 == 1:
                lines += ["", *heading(dialect, date)]
            if number in truth.missing:
                continue
            at_s = truth.began_s + number * truth.length_s + 0.05 + truth.late.get(number, 0.0)
            lines.append(row(at_s, str(number), one, truth, dialect))
        if cut:
            break
        ended_s = truth.began_s + many * truth.length_s + 0.08
        average = Interval(truth.rate, truth.mean_ms)
        lines.append(row(ended_s, truth.label, average, truth, dialect))
    if not cut:
        lines.append(f"{clock(truths[-1].began_s + 9_000)} Vdbench execution completed")
    return "\n".join(lines) + "\n"


# -- the output folder -----------------------------------------------------------------------------

FLAT = (
    *("Run", "Interval", "reqrate", "rate", "MB/sec", "bytes/io", "read%", "resp", "read_resp"),
    *("write_resp", "resp_max", "resp_std", "xfersize", "threads", "rdpct", "rhpct", "whpct"),
    *("seekpct", "lunsize", "version", "compratio", "dedupratio", "queue_depth", "cpu_used"),
    *("cpu_user", "cpu_kernel", "cpu_wait", "cpu_idle"),
)


def flat(
    truths: Sequence[Truth],
    *,
    day: str | None = "01/24/2024",
    zone: str = "UTC",
    threads: int = 8,
    without: Collection[str] = (),
) -> str:
    """A flatfile. `day` none: as old versions have it, without a stamp."""
    names = [name for name in FLAT if name not in without]
    stamp = f" {'timestamp':>23}" if day else ""
    lines = ["<pre>", "* Run             : Name of run from RD=", "* "]
    lines.append(f"{'tod':>12}{stamp} " + "".join(f"{name:>10} " for name in names))
    for truth in truths:
        rows = [*enumerate(truth.intervals, 1)]
        for number, one in rows:
            if number not in truth.missing:
                at_s = truth.began_s + number * truth.length_s + 0.05 + truth.late.get(number, 0)
                lines.append(_flat(truth, str(number), one, at_s, names, (day, zone, threads)))
        ended_s = truth.began_s + len(rows) * truth.length_s + 0.08
        average = Interval(truth.rate, truth.mean_ms)
        lines.append(_flat(truth, truth.label, average, ended_s, names, (day, zone, threads)))
    return "\n".join(lines) + "\n"


def _flat(
    truth: Truth,
    label: str,
    one: Interval,
    at_s: float,
    names: Sequence[str],
    more: tuple[str | None, str, int],
) -> str:
    day, zone, threads = more
    told = figures(one, truth.read_percent)
    asked = 9_999_988.0 if "MAX" in truth.asked else float(truth.asked)
    cells = {
        "Run": truth.name,
        "Interval": label,
        "reqrate": f"{asked:.4f}",
        "rate": f"{one.rate:.4f}",
        "MB/sec": f"{told['MB/sec', '1024**2']:.4f}",
        "bytes/io": str(BLOCK),
        "read%": f"{told['read', 'pct']:.4f}",
        "resp": f"{told['resp', 'time']:.4f}",
        "read_resp": f"{told['read', 'resp']:.4f}",
        "write_resp": f"{told['write', 'resp']:.4f}",
        "resp_max": f"{told['resp', 'max']:.4f}",
        "resp_std": f"{told['resp', 'stddev']:.4f}",
        "xfersize": str(BLOCK),
        "threads": str(threads),
        "rdpct": f"{truth.read_percent:.4f}",
        "seekpct": "100.0000",
        "lunsize": "4.0000",
        "version": "vdbench50406",
        "queue_depth": f"{told['queue', 'depth']:.4f}",
        # The bug of some versions: what users took alone.
        "cpu_used": f"{CPU - SYSTEM:.1f}",
        "cpu_user": f"{CPU - SYSTEM:.1f}",
        "cpu_kernel": f"{SYSTEM:.1f}",
        "cpu_wait": "0.0",
        "cpu_idle": f"{100 - CPU:.1f}",
    }
    stamp = f" {day}-{clock(at_s)[:8]}-{zone} " if day else ""
    return f"{clock(at_s):>12}{stamp}" + "".join(f"{cells.get(name, 'n/a'):>10} " for name in names)


PARAMETERS = """<title>Vdbench output/parmfile.html</title><pre>
sd=default,openflags=o_direct,threads=8
sd=sd1,lun=/dev/sdb
wd=wd1,sd=sd1,xfersize=4k,rdpct=70,seekpct=100
rd=run1,wd=wd1,iorate=max,elapsed=60,interval=1
"""


def histogram(
    truths: Sequence[Truth], counted: Sequence[dict[str, dict[tuple[int, int], int]]]
) -> str:
    """histogram.html: of each Run operations by kind (`Reads and writes:`) and bucket, us."""
    lines = ["<title>Vdbench output/histogram.html</title><pre>", ""]
    for truth, tables in zip(truths, counted, strict=True):
        lines += [f"<i><b>{clock(truth.began_s)} Starting RD={truth.name}; elapsed=9; </b></i>", ""]
        for title, buckets in tables.items():
            columns = f" {'min(ms)':>8} <  {'max(ms)':>10}   {'count':>10} {'%%':>8} {'cum%%':>8}"
            lines += [title, f"{columns}  '+': Individual%; '+-': Cumulative%", ""]
            total, sum_ = sum(buckets.values()), 0
            for low, high in itertools.pairwise(EDGES_US):
                many = buckets.get((low, high), 0)
                sum_ += many
                lines.append(
                    f" {low / 1e3:8.3f} < {high / 1e3:11.3f} {many:12,} {100 * many / total:8.4f}"
                    f" {100 * sum_ / total:8.4f}  ++"
                )
            lines.append("")
    return "\n".join(lines) + "\n"


def exponential(count: int, mean_us: float) -> dict[tuple[int, int], int]:
    """So many operations in vdbench's buckets, where times are exponential."""
    made = {}
    for low, high in itertools.pairwise(EDGES_US):
        share = math.exp(-low / mean_us) - math.exp(-high / mean_us)
        if many := round(count * share):
            made[low, high] = many
    return made
