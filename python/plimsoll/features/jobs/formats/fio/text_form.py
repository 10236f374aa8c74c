"""fio's normal output, in the layout of fio 3.33."""

import math
import os
from collections.abc import Sequence

from plimsoll.features.jobs.formats.fio.job import Job
from plimsoll.features.jobs.formats.fio.json_form import BATCHES, depth_levels, latency_levels
from plimsoll.features.jobs.formats.fio.outcome import KINDS, Direction, Disk, Entry, Stats

IEC = ("", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei")
SI = ("", "k", "M", "G", "T", "P", "E")


def short_count(number: float, unit: str = "", *, binary: bool = False, digits: int = 4) -> str:
    """A count in at most `digits` digits, with a prefix: 278k, 1085MiB/s."""
    thousand, prefixes = (1024, IEC) if binary else (1000, SI)
    value, rest, place = int(number), 0, 0
    while len(str(value)) > digits and place < len(prefixes) - 1:
        value, rest = divmod(value, thousand)
        place += 1
    room = digits - len(str(value)) - 1
    tail = f"{prefixes[place]}{unit}"
    if not place:
        return f"{value}{tail}"
    if room <= 0:
        return f"{value + (rest >= thousand / 2)}{tail}"
    return f"{value + rest / thousand:.{room}f}{tail}"


def start_text(jobs: Sequence[Job], version: str) -> str:
    """The lines that fio prints before it starts, one for each job."""
    lines = []
    for group, job in _job_groups(jobs):
        read, write = _sizes(job.read_blocks), _sizes(job.write_blocks)
        lines.append(
            f"{job.name}: (g={group}): rw={_rw(job)}, bs=(R) {read}, (W) {write}, (T) {write},"
            f" ioengine={job.engine}, iodepth={job.depth}"
        )
        if job.clones > 1:
            lines.append("...")
    workers = sum(job.clones for job in jobs)
    lines += [version, f"Starting {workers} thread{'' if workers == 1 else 's'}"]
    return "\n".join(lines) + "\n"


def _job_groups(jobs: Sequence[Job]) -> list[tuple[int, Job]]:
    group, found = 0, []
    for number, job in enumerate(jobs):
        group += bool(number) and (job.stonewall or job.new_group)
        found.append((group, job))
    return found


def _sizes(mix: str) -> str:
    sizes = [int(part.partition(":")[0]) for part in mix.split(",")]
    return (
        f"{short_count(min(sizes), 'B', binary=True)}-{short_count(max(sizes), 'B', binary=True)}"
    )


def _rw(job: Job) -> str:
    kind = {100.0: "read", 0.0: "write"}.get(job.read_percent, "rw")
    kind = "trim" if job.trim_percent else kind
    return f"rand{kind}" if job.random else kind


def text(entries: Sequence[Entry], disks: Sequence[Disk], now: str) -> str:
    """The report: every job, the groups, the disks."""
    lines = [""]
    for entry in entries:
        lines += _entry(entry, now)
    for group in sorted({entry.group for entry in entries}):
        lines += _group(group, [entry for entry in entries if entry.group == group])
    if disks:
        lines += ["", "Disk stats (read/write):"]
        lines += [
            f"  {disk.name}: ios={disk.reads}/{disk.writes}, merge=0/0, ticks=0/0,"
            f" in_queue={disk.queue_ms}, util={disk.utilisation_percent:.2f}%"
            for disk in disks
        ]
    return "\n".join(lines) + "\n"


def _entry(entry: Entry, now: str) -> list[str]:
    job = entry.job
    why = f" ({os.strerror(entry.error)})" if entry.error else ""
    head = f"{job.name}: (groupid={entry.group}, jobs={entry.members}): err={entry.error:2d}{why}"
    lines = [f"{head}: pid={os.getpid()}: {now}"]
    if job.description:
        lines.append(f"  Description  : [{job.description}]")
    for kind in KINDS:
        if entry.directions[kind].operations:
            lines += _direction(entry, kind, entry.directions[kind])
    lines += _levels(entry)
    if entry.flush_latency.count:
        lines.append("  fsync/fdatasync/sync_file_range:")
        lines.append(_latency("sync", entry.flush_latency))
        lines += _percentiles("sync", entry.flush_latency, job.report.percentiles)
    lines.append(
        f"  cpu          : usr={_share(entry.user_percent)}, sys={_share(entry.system_percent)},"
        f" ctx={entry.faults[0]}, majf={entry.faults[1]}, minf={entry.faults[2]}"
    )
    lines.append("  IO depths    : " + _shares(depth_levels(entry)))
    batches = dict.fromkeys(BATCHES, 0.0) | {"4": 100.0}
    lines.append("     submit    : " + _shares(batches))
    lines.append("     complete  : " + _shares(batches))
    total = ",".join(str(entry.directions[kind].operations) for kind in KINDS)
    lines.append(f"     issued rwts: total={total},{entry.flushes} short=0,0,0,0 dropped=0,0,0,0")
    if job.count_errors:
        first = f"{entry.error}/<{os.strerror(entry.error)}>" if entry.error else "0/<Success>"
        lines.append(f"     errors    : total={entry.total_errors}, first_error={first}")
    lines.append(f"     latency   : target=0, window=0, percentile=100.00%, depth={job.depth}")
    return lines


def _share(percent: float | None) -> str:
    return "-" if percent is None else f"{percent:.2f}%"


def _shares(levels: dict[str, float]) -> str:
    return ", ".join(f"{name}={share:.1f}%" for name, share in levels.items())


def _direction(entry: Entry, kind: str, direction: Direction) -> list[str]:
    rate = direction.bytes_per_s
    bandwidth = short_count(rate, "B/s", binary=True)
    head = f"  {kind:>5}: IOPS={short_count(int(direction.rate))}, BW={bandwidth}"
    done = f"({short_count(direction.bytes, 'B', binary=True)}/{direction.runtime_ms}msec)"
    lines = [f"{head} ({short_count(rate, 'B/s')}){done}"]
    if direction.submission.count:
        lines.append(_latency("slat", direction.submission))
    lines.append(_latency("clat", direction.completion))
    lines.append(_latency(" lat", direction.completion))
    job = entry.job
    if job.report.clat_percentiles:
        lines += _percentiles("clat", direction.completion, job.report.percentiles)
    if job.report.lat_percentiles:
        lines += _percentiles("lat", direction.completion, job.report.percentiles)
    band = direction.bandwidth
    if band.count:
        unit, by = ("MiB", 1024.0) if band.mean > 1024 * 1024 else ("KiB", 1.0)
        lines.append(
            f"   bw ({unit:>5}/s): min={int(band.min / by):5d}, max={int(band.max / by):5d},"
            f" per={direction.bandwidth_percent:3.2f}%, avg={band.mean / by:5.2f},"
            f" stdev={band.stddev / by:5.2f}, samples={band.count}"
        )
        iops = direction.iops
        lines.append(
            f"   iops        : min={int(iops.min):5d}, max={int(iops.max):5d},"
            f" avg={iops.mean:5.2f}, stdev={iops.stddev:5.2f}, samples={iops.count}"
        )
    return lines


def _latency(name: str, stats: Stats) -> str:
    by, unit = 1, "nsec"
    if stats.min > 2_000_000 and stats.max > 99_999_999 and stats.stddev > 1_000_000:
        by, unit = 1_000_000, "msec"
    elif stats.min > 2_000 and stats.max > 99_999 and stats.stddev > 1_000:
        by, unit = 1_000, "usec"
    low, high = short_count(stats.min // by, digits=6), short_count(stats.max // by, digits=6)
    return (
        f"    {name} ({unit}): min={low}, max={high}, avg={stats.mean / by:5.2f},"
        f" stdev={stats.stddev / by:5.2f}"
    )


def _percentiles(name: str, stats: Stats, wanted: Sequence[float]) -> list[str]:
    if not stats.count:
        return []
    found = [stats.percentile(percent) for percent in wanted]
    by, unit = 1, "nsec"
    if min(found) > 2_000_000 and max(found) > 99_999_999:
        by, unit = 1_000_000, "msec"
    elif min(found) > 2_000 and max(found) > 99_999:
        by, unit = 1_000, "usec"
    width = max(5, len(str(max(found) // by)))
    each = [
        f" {percent:5.2f}th=[{-(-value // by):{width}d}]"
        for percent, value in zip(wanted, found, strict=True)
    ]
    in_a_row = (80 - 7) // (2 + 10 + width)
    rows = [each[start : start + in_a_row] for start in range(0, len(each), in_a_row)]
    lines = ["     |" + ",".join(row) for row in rows]
    return [f"    {name} percentiles ({unit}):", *(line + "," for line in lines[:-1]), lines[-1]]


def _levels(entry: Entry) -> list[str]:
    found = latency_levels(entry)
    lines = []
    for key, unit in (("latency_ns", "nsec"), ("latency_us", "usec"), ("latency_ms", "msec")):
        shown = [f"{name}={share:.2f}%" for name, share in found[key].items() if share > 0]
        lines += [
            f"  lat ({unit})   : " + ", ".join(shown[start : start + 5])
            for start in range(0, len(shown), 5)
        ]
    return lines


def _group(group: int, entries: Sequence[Entry]) -> list[str]:
    lines = ["", f"Run status group {group} (all jobs):"]
    for kind in KINDS:
        every = [entry.directions[kind] for entry in entries]
        directions = [direction for direction in every if direction.operations]
        if not directions:
            continue
        size = sum(direction.bytes for direction in directions)
        runtimes = [direction.runtime_ms for direction in directions]
        longest, shortest = max(runtimes), min(runtimes)
        all_ = math.floor(1000 * size / longest)
        rates = [direction.bytes_per_s for direction in directions]
        low, high = min(rates), max(rates)
        lines.append(
            f"{kind.upper():>7}: bw={short_count(all_, 'B/s', binary=True)}"
            f" ({short_count(all_, 'B/s')}),"
            f" {short_count(low, 'B/s', binary=True)}-{short_count(high, 'B/s', binary=True)}"
            f" ({short_count(low, 'B/s')}-{short_count(high, 'B/s')}),"
            f" io={short_count(size, 'B', binary=True)} ({short_count(size, 'B')}),"
            f" run={shortest}-{longest}msec"
        )
    return lines


def terse(entries: Sequence[Entry], disks: Sequence[Disk], version: str) -> str:
    """fio's terse output, version 3: a line of fields for each job."""
    lines = []
    for entry in entries:
        fields = ["3", version, entry.job.name, str(entry.group), str(entry.error)]
        for kind in ("read", "write"):
            fields += _terse_direction(entry, entry.directions[kind])
        # Terse fields are always numbers.
        fields += [f"{entry.user_percent or 0:f}%", f"{entry.system_percent or 0:f}%"]
        fields += [str(count) for count in entry.faults]
        fields += [f"{share:.1f}%" for share in depth_levels(entry).values()]
        levels = latency_levels(entry)
        # Version 3 includes operations below 2 us in the first range.
        below = sum(levels["latency_ns"].values())
        micro = list(levels["latency_us"].values())
        fields += [f"{share:.2f}%" for share in (micro[0] + below, *micro[1:])]
        fields += [f"{share:.2f}%" for share in levels["latency_ms"].values()]
        for disk in disks:
            fields += [disk.name, str(disk.reads), str(disk.writes), "0", "0", "0", "0"]
            fields += [str(disk.queue_ms), f"{disk.utilisation_percent:.2f}%"]
        if entry.job.count_errors:
            fields += [str(entry.total_errors), str(entry.error)]
        if entry.job.description:
            fields.append(entry.job.description)
        lines.append(";".join(fields))
    return "\n".join(lines) + "\n"


TERSE_PERCENTILES = 20
"""Number of percentile fields; unused ones are `0%=0`."""


def _terse_direction(entry: Entry, direction: Direction) -> list[str]:
    fields = [
        direction.bytes // 1024,
        direction.bytes_per_s // 1024,
        int(direction.rate),
        direction.runtime_ms,
    ]
    found = [str(field) for field in fields]
    found += _terse_latency(direction.submission) + _terse_latency(direction.completion)
    wanted = entry.job.report.percentiles[:TERSE_PERCENTILES]
    found += [f"{p:f}%={direction.completion.percentile(p) // 1000}" for p in wanted]
    found += ["0%=0"] * (TERSE_PERCENTILES - len(wanted))
    found += _terse_latency(direction.completion)
    band = direction.bandwidth
    found += [str(int(band.min)), str(int(band.max)), f"{direction.bandwidth_percent:f}%"]
    return [*found, f"{band.mean:f}", f"{band.stddev:f}"]


def _terse_latency(stats: Stats) -> list[str]:
    return [
        str(stats.min // 1000),
        str(stats.max // 1000),
        f"{stats.mean / 1000:f}",
        f"{stats.stddev / 1000:f}",
    ]
