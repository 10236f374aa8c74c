"""Writes what a fio of any version would have printed of operations whose latencies are known: a
truth to read back. Made after the formats' description (stat.c of each version), not after our
readers."""

import datetime
import functools
import json
import math
from dataclasses import dataclass, field
from typing import Any

Version = tuple[int, ...]
PERCENTS = (1, 5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 99, 99.5, 99.9, 99.95, 99.99)
VERSIONS: tuple[Version, ...] = (
    (2, 0, 15),
    (2, 1, 11),
    (2, 1, 14),
    (2, 2, 10),
    (2, 15),
    (2, 18),
    (2, 20),
    (2, 21),
    (3, 0),
    (3, 1),
    (3, 3),
    (3, 4),
    (3, 7),
    (3, 12),
    (3, 17),
    (3, 18),
    (3, 25),
    (3, 26),
    (3, 33),
    (3, 36),
    (3, 42),
)
NAMES = ("read", "write", "trim")


@functools.lru_cache
def _sort_latencies(latencies: tuple[int, ...]) -> list[int]:
    return sorted(latencies)


@dataclass(frozen=True)
class Kind:
    """Operations of one kind: how long each took, in ns."""

    latencies: tuple[int, ...]
    block: int = 4096

    @property
    def count(self) -> int:
        return len(self.latencies)

    @property
    def bytes(self) -> int:
        return self.count * self.block

    @property
    def mean(self) -> float:
        return math.fsum(self.latencies) / self.count

    def percentile(self, percent: float) -> int:
        """Nearest rank."""
        return _sort_latencies(self.latencies)[max(0, math.ceil(percent / 100 * self.count) - 1)]


@dataclass(frozen=True)
class Truth:
    """What a job did."""

    kinds: dict[str, Kind]
    runtime_ms: int = 10_000
    syncs: tuple[int, ...] = ()
    counts_syncs: bool = True
    """Whether its engine counts syncs: the engine `sync` does not."""
    name: str = "job"
    group: int = 0
    pid: int = 4711
    options: dict[str, str] = field(default_factory=dict)
    ended_s: int = 1_700_000_000
    lat_percentiles: bool = False
    depth: int = 1

    @property
    def seconds(self) -> float:
        return self.runtime_ms / 1e3

    @property
    def count(self) -> int:
        return sum(one.count for one in self.kinds.values())

    @property
    def rate(self) -> float:
        return self.count / self.seconds

    @property
    def outstanding(self) -> float:
        """Little's law, syncs included."""
        spent = sum(sum(one.latencies) for one in self.kinds.values()) + sum(self.syncs)
        return spent / 1e9 / self.seconds

    @property
    def depths(self) -> float:
        """What fio adds up to as a share of the operations."""
        return 100.0 * (self.count + len(self.syncs)) / self.count


def version_name(version: Version) -> str:
    return f"fio-{'.'.join(map(str, version))}"


# -- JSON ----------------------------------------------------------------------------------------


def document(truth: Truth, version: Version, *, plus: bool = False) -> dict[str, Any]:
    """The document of one job, or of several that a caller adds to `jobs`."""
    made: dict[str, Any] = {"fio version": version_name(version)}
    if version >= (2, 2, 5):
        made["timestamp"] = truth.ended_s
        if version >= (2, 12):
            made["timestamp_ms"] = truth.ended_s * 1000
        made["time"] = _date(truth.ended_s)
    return {**made, "jobs": [job(truth, version, plus=plus)], "disk_util": []}


def job(truth: Truth, version: Version, *, plus: bool = False) -> dict[str, Any]:
    made: dict[str, Any] = {"jobname": truth.name, "groupid": truth.group}
    if version >= (3, 36):
        made["job_start"] = truth.ended_s * 1000 - truth.runtime_ms
    made["error"] = 0
    if version >= (2, 2, 5):
        made |= {"eta": 0, "elapsed": math.ceil(truth.seconds)}
    if version >= (2, 3):
        made["job options"] = {"name": truth.name, **truth.options}
    for name in NAMES:
        made[name] = _direction(truth, truth.kinds.get(name), version, plus=plus)
    if version >= (3, 4):
        made["sync"] = _syncs(truth, version, plus=plus)
    levels = dict.fromkeys(("1", "2", "4", "8", "16", "32", ">=64"), 0.0)
    # Syncs are counted at the depth of one, since 3.4.
    levels["1"] = truth.depths if version >= (3, 4) else 100.0
    return {**made, "usr_cpu": 1.0, "sys_cpu": 2.0, "iodepth_level": levels}


def _direction(truth: Truth, kind: Kind | None, version: Version, *, plus: bool) -> dict[str, Any]:
    of = kind or Kind(())
    ms = truth.runtime_ms if kind else 0
    bytes_per_s = 1000 * of.bytes // ms if ms else 0
    rate = 1000 * of.count / ms if ms else 0.0
    made: dict[str, Any] = {}
    if version >= (2, 21):
        made |= {"io_bytes": of.bytes, "io_kbytes": of.bytes >> 10}
    else:
        made["io_bytes"] = of.bytes >> 10
    if version >= (3, 2):
        made["bw_bytes"] = bytes_per_s
    made["bw"] = bytes_per_s // 1024
    made["iops"] = rate if version >= (2, 1, 14) else int(rate)
    made["runtime"] = ms
    if version >= (2, 1, 14):
        made |= {"total_ios": of.count, "short_ios": 0, "drop_ios": 0}
    unit = 1 if version >= (2, 99) else 1000
    end = "_ns" if unit == 1 else ""
    slat, clat, lat = (_spans(one, unit, version) for one in ((), of.latencies, of.latencies))
    # Before 3.18 they stand under clat, whichever they are of.
    holder = lat if truth.lat_percentiles and version >= (3, 18) else clat
    if kind:
        holder["percentile"] = {f"{one:f}": of.percentile(one) // unit for one in PERCENTS}
    if plus and kind:
        bins = lat if truth.lat_percentiles and version >= (3, 4) else clat
        bins["bins"] = _bins(of.latencies, unit, version)
    return {**made, f"slat{end}": slat, f"clat{end}": clat, f"lat{end}": lat}


def _syncs(truth: Truth, version: Version, *, plus: bool) -> dict[str, Any]:
    spans = _spans(truth.syncs, 1, version)
    if truth.syncs:
        of = Kind(truth.syncs)
        spans["percentile"] = {f"{one:f}": of.percentile(one) for one in PERCENTS}
        if plus:
            spans["bins"] = _bins(truth.syncs, 1, version)
    return {"total_ios": len(truth.syncs) if truth.counts_syncs else 0, "lat_ns": spans}


def _spans(latencies: tuple[int, ...], unit: int, version: Version) -> dict[str, Any]:
    if not latencies:
        made: dict[str, Any] = {"min": 0, "max": 0, "mean": 0.0, "stddev": 0.0}
    else:
        made = {
            "min": min(latencies) // unit,
            "max": max(latencies) // unit,
            "mean": math.fsum(latencies) / len(latencies) / unit,
            "stddev": _spread(latencies) / unit,
        }
    return {**made, "N": len(latencies)} if version >= (3, 18) else made


@functools.lru_cache
def _spread(values: tuple[int, ...]) -> float:
    mean = math.fsum(values) / len(values)
    return math.sqrt(math.fsum((one - mean) ** 2 for one in values) / max(1, len(values) - 1))


@functools.lru_cache
def _bins(latencies: tuple[int, ...], unit: int, version: Version) -> dict[str, int]:
    """64 bins to a doubling; before 2.20 all of them by their number, with how to read that."""
    found: dict[int, int] = {}
    for one in latencies:
        found[_number(one // unit)] = found.get(_number(one // unit), 0) + 1
    if version < (2, 20):
        every = {str(at): found.get(at, 0) for at in range(1216)}
        return {**every, "FIO_IO_U_PLAT_BITS": 6, "FIO_IO_U_PLAT_VAL": 64, "FIO_IO_U_PLAT_NR": 1216}
    return {str(_middle(at)): many for at, many in sorted(found.items())}


def _number(value: int) -> int:
    beyond = max(0, value.bit_length() - 7)
    return (beyond << 6) + (value >> beyond) if beyond else value


def _middle(number: int) -> int:
    if number < 128:
        return number
    beyond = (number >> 6) - 1
    return ((64 + number % 64) << beyond) + (1 << beyond) // 2


def pretty(value: object) -> str:
    """As fio indents."""
    return json.dumps(value, indent=2, separators=(",", " : ")) + "\n"


# -- text ----------------------------------------------------------------------------------------


def figure(value: int, version: Version, *, binary: bool = False, digits: int | None = None) -> str:
    """A number in four digits (six before 2.20) and its prefix, with what each version makes of
    the rest."""
    room = digits or (4 if version >= (2, 20) else 6)
    step, at, rest = 1024 if binary else 1000, 0, -1
    while len(str(value)) > room:
        value, rest = divmod(value, step)
        at += 1
    if version >= (2, 17):
        prefix = ("", *((f"{one}i" for one in "KMGT") if binary else "kMGT"))[at]
    else:
        prefix = ("", *"KMGP")[at]
    free = room - len(str(value)) - 1
    if rest < 0 or free < 1:
        return f"{value + (rest >= step / 2)}{prefix}"
    if version < (2, 20):
        while len(str(rest)) > free:
            rest = (rest + 9) // 10
        return f"{value}.{rest}{prefix}"
    decimals = f"{rest / step:.{free}f}"
    carried = value + (decimals[0] == "1" and version >= (3, 26))
    return f"{carried}.{decimals[2:]}{prefix}"


def size(value: int, version: Version, *, rate: bool = False) -> str:
    end = "/s" if rate else ""
    if version < (2, 17):
        text = figure(value, version, binary=True)
        blank = " " if version < (2, 1) and text[-1].isdigit() else ""
        return f"{text}{blank}B{end}"
    return f"{figure(value, version, binary=True)}B{end}"


def header(truth: Truth, version: Version) -> str:
    blocks = [truth.kinds.get(name, Kind(())).block for name in NAMES]
    if version >= (2, 21):
        each = (size(one, version) for one in blocks)
        told = ", ".join(f"({letter}) {one}-{one}" for letter, one in zip("RWT", each, strict=True))
    else:
        told = "/".join(f"{one // 1024}K-{one // 1024}K" for one in blocks)
    way = truth.options.get("rw", "randrw")
    engine = truth.options.get("ioengine", "libaio")
    first = f"{truth.name}: (g={truth.group}): rw={way}, bs={told}, ioengine={engine}"
    return f"{first}, iodepth={truth.depth}\n{version_name(version)}\nStarting 1 process\n\n"


def text(truth: Truth, version: Version) -> str:
    """All of the normal output of one job."""
    return f"{header(truth, version)}{block(truth, version)}\n{status(truth, version)}"


def block(truth: Truth, version: Version) -> str:
    lines = [
        (
            f"{truth.name}: (groupid={truth.group}, jobs=1): err= 0: pid={truth.pid}:"
            f" {_date(truth.ended_s)}"
        )
    ]
    for name, kind in truth.kinds.items():
        lines += _kind_lines(truth, name, kind, version)
    lines.append("  lat (usec)   : 250=98.10%, 500=1.90%")
    if truth.syncs and version >= (3, 4):
        last = "/syncfs" if version >= (3, 42) else ""
        lines.append(f"  fsync/fdatasync/sync_file_range{last}:")
        lines.append(_latency("sync", truth.syncs, version))
        lines += _percentiles("sync", truth.syncs, version)
    depth = truth.depths if version >= (3, 4) else 100.0
    counts = [truth.kinds.get(name, Kind(())).count for name in NAMES]
    syncs = len(truth.syncs)
    lines += [
        "  cpu          : usr=1.00%, sys=2.00%, ctx=1, majf=0, minf=9",
        f"  IO depths    : 1={depth:.1f}%, 2=0.0%, 4=0.0%, 8=0.0%, 16=0.0%, 32=0.0%, >=64=0.0%",
        "     submit    : 0=0.0%, 4=100.0%, 8=0.0%, 16=0.0%, 32=0.0%, 64=0.0%, >=64=0.0%",
        "     complete  : 0=0.0%, 4=100.0%, 8=0.0%, 16=0.0%, 32=0.0%, 64=0.0%, >=64=0.0%",
    ]
    read, write, trim = counts
    if version >= (3, 4):
        counted, short = (syncs, 0) if truth.counts_syncs else (0, syncs)
        lines.append(
            f"     issued rwts: total={read},{write},{trim},{counted} short={short},0,0,0"
            " dropped=0,0,0,0"
        )
    elif version >= (2, 21):
        lines.append(f"     issued rwt: total={read},{write},{trim}, short=0,0,0, dropped=0,0,0")
    else:
        lines.append(f"     issued    : total=r={read}/w={write}/d={trim}, short=r=0/w=0/d=0")
    if version >= (2, 1):
        lines.append("     latency   : target=0, window=0, percentile=100.00%, depth=1")
    return "\n".join(lines) + "\n"


def status(truth: Truth, version: Version) -> str:
    """What stands behind the jobs; only that it is there is of interest."""
    return (
        f"Run status group {truth.group} (all jobs):\n"
        "   READ: bw=1KiB/s (1kB/s), 1KiB/s-1KiB/s (1kB/s-1kB/s), io=1KiB (1kB), run=1-1msec\n\n"
        "Disk stats (read/write):\n  sda: ios=1/1, merge=0/0, ticks=1/1, in_queue=2, util=1.00%\n"
    )


def _kind_lines(truth: Truth, name: str, kind: Kind, version: Version) -> list[str]:
    ms = truth.runtime_ms
    bandwidth, rate = 1000 * kind.bytes // ms, 1000 * kind.count // ms
    if version >= (2, 17):
        alternative = f"{figure(bandwidth, version)}B/s"
        lines = [
            (
                f"{name:>7}: IOPS={figure(rate, version)},"
                f" BW={size(bandwidth, version, rate=True)} ({alternative})"
                f"({size(kind.bytes, version)}/{ms}msec)"
            )
        ]
    else:
        blank = " " if version < (2, 1) else ""
        lines = [
            (
                f"  {name:5}: io={size(kind.bytes, version)},"
                f" bw={size(bandwidth, version, rate=True)},"
                f" iops={figure(rate, version)}{blank}, runt={ms:>6}msec"
            )
        ]
    lines += [_latency(which, kind.latencies, version) for which in ("clat", " lat")]
    which = " lat" if truth.lat_percentiles and version >= (3, 4) else "clat"
    return lines + _percentiles(which, kind.latencies, version)


def _latency(which: str, values: tuple[int, ...], version: Version) -> str:
    low, high = min(values), max(values)
    mean, spread = math.fsum(values) / len(values), _spread(values)
    unit, step = "nsec", 1
    if version >= (2, 99):
        for larger, by in (("usec", 1000), ("msec", 1_000_000)):
            if low > 2 * by and high > 100 * by - 1 and spread > by:
                unit, step = larger, by
    else:
        unit, step = "usec", 1000
        if min(low, high, mean, spread) > 1_000_000:
            unit, step = "msec", 1_000_000
    low, high, mean, spread = low // step, high // step, mean / step, spread / step
    end = " " if version < (2, 1) else ""
    told = [figure(one, version, digits=6) + end for one in (low, high)]
    return (
        f"    {which} ({unit}): min={told[0]}, max={told[1]}, avg={mean:5.2f}, stdev={spread:5.2f}"
    )


def _percentiles(which: str, values: tuple[int, ...], version: Version) -> list[str]:
    of = Kind(values)
    unit, step = ("nsec", 1) if version >= (2, 99) else ("usec", 1000)
    found = [of.percentile(one) // step for one in PERCENTS]
    while unit != "msec" and found[0] > 2000 and found[-1] > 99_999:
        unit = {"nsec": "usec", "usec": "msec"}[unit]
        found = [-(-one // 1000) for one in found]
    cells = [
        f" {percent:5.2f}th=[{value:5d}]" for percent, value in zip(PERCENTS, found, strict=True)
    ]
    rows = [",".join(cells[at : at + 4]) for at in range(0, len(cells), 4)]
    return [f"    {which} percentiles ({unit}):", *(f"     |{row}" for row in rows)]


# -- terse ---------------------------------------------------------------------------------------


def terse(truth: Truth, version: Version, form: int = 3) -> str:
    """A line of the terse output."""
    parts = [str(form), version_name(version), truth.name, str(truth.group), "0"]
    for name in NAMES if form > 3 else NAMES[:2]:
        parts += _fields(truth, truth.kinds.get(name), form)
    depth = truth.depths if version >= (3, 4) else 100.0
    parts += ["1.000000%", "2.000000%", "1", "0", "9", f"{depth:.1f}%", *["0.0%"] * 6]
    parts += ["0.00%"] * 22
    disk = ["sda", str(truth.count), *["0"] * 6, "1.00%"]
    return ";".join([*parts, *disk]) + "\n"


def _fields(truth: Truth, kind: Kind | None, form: int) -> list[str]:
    of = kind or Kind(())
    ms = truth.runtime_ms if kind else 0
    made = [
        str(of.bytes >> 10),
        str((1000 * of.bytes // ms) // 1024 if ms else 0),
        str(1000 * of.count // ms if ms else 0),
        str(ms),
        *_four(()),
        *_four(of.latencies),
    ]
    told = [f"{one:f}%={of.percentile(one) // 1000}" for one in PERCENTS] if kind else []
    made += [*told, *["0%=0"] * (20 - len(told)), *_four(of.latencies)]
    made += ["0", "0", "0.000000%", "0.000000", "0.000000"]
    return made + (["0", "0", "0", "0.000000", "0.000000", "0"] if form == 5 else [])


def _four(values: tuple[int, ...]) -> list[str]:
    if not values:
        return ["0", "0", "0.000000", "0.000000"]
    mean = math.fsum(values) / len(values) / 1000
    return [
        str(min(values) // 1000),
        str(max(values) // 1000),
        f"{mean:f}",
        f"{_spread(values) / 1000:f}",
    ]


def _date(seconds: int) -> str:
    moment = datetime.datetime.fromtimestamp(seconds, datetime.UTC)
    return f"{moment:%a %b} {moment.day:2d} {moment:%H:%M:%S %Y}"
