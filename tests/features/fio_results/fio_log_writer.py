"""fio's logs and its JSON, written from operations that are known: what fio 2.2 to 3.42 would have
written, had its jobs done these.

The rules are those of `stat.c` and `iolog.c`: a helper thread looks at each job and writes a row of
rates where something was done since it looked last; rows of latency are written as operations end.
"""

import json
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

KINDS = ("read", "write", "trim")
SUBMIT_NS = 100_000
"""The call that submits an operation takes so long: lat is longer than clat by it."""


@dataclass(frozen=True)
class Op:
    """An operation that ended at `ms` since its job began, after `ns` in the storage."""

    ms: float
    kind: str = "read"
    ns: int = 1_000_000
    size: int = 4096


@dataclass
class Job:
    """What a job did. `late_ms`: how much later than the helper's clock its own began."""

    ops: list[Op]
    name: str = "j"
    late_ms: int = 0
    options: dict[str, str] = field(default_factory=dict)
    group: int = 0
    ran_ms: int | None = None
    epoch_ms: int = 0
    """Added to each stamp: `log_unix_epoch`."""

    @property
    def runtime_ms(self) -> int:
        if self.ran_ms is not None:
            return self.ran_ms
        return -int(-max(op.ms for op in self.ops) // 50) * 50


def steady(
    rate: Callable[[float], float] | float,
    seconds: float,
    kind: str = "read",
    *,
    ns: Callable[[float], int] | int = 1_000_000,
    size: int = 4096,
) -> list[Op]:
    """Operations at a rate, which may depend on the time in seconds, in even distances."""
    # The first ends after half of the distance, and none at a moment at which somebody looks.
    found, done = [], 0.5
    for at in range(int(seconds * 2000)):
        t = (at + 0.5) / 2000
        done += (rate(t) if callable(rate) else rate) / 2000
        while done >= 1 - 1e-9:
            done -= 1
            span = ns(t) if callable(ns) else ns
            found.append(Op(t * 1e3, kind, span, size))
    return found


def merge_operations(*of: Iterable[Op]) -> list[Op]:
    """Operations of several kinds in order of time."""
    return sorted((op for one in of for op in one), key=lambda op: op.ms)


def ticks(step: int, until_ms: float, *, jitter: int = 0, seed: int = 0) -> list[int]:
    """When the helper looks: at every step, give or take."""
    rng = random.Random(seed)
    many = int(until_ms // step)
    return [step * i + rng.randint(-jitter, jitter) for i in range(1, many + 1)]


# -- rows ----------------------------------------------------------------------------------------


def rates(job: Job, looked: Sequence[int], value: str = "iops") -> list[tuple[int, int, str]]:
    """Rows of a log of rates, by the helper thread of fio 2.10 and later."""
    found = []
    at, before = 0, 0
    ops = job.ops
    for tick in (one - job.late_ms for one in looked):
        if tick <= before:
            continue
        done = dict.fromkeys(KINDS, 0)
        while at < len(ops) and ops[at].ms <= tick:
            done[ops[at].kind] += 1 if value == "iops" else ops[at].size
            at += 1
        for kind, many in done.items():
            if many:
                per_s = many * 1000 // (tick - before)
                found.append((tick, per_s if value == "iops" else per_s // 1024, kind))
        before = tick
    return found


def rates_of_old(job: Job, step: int) -> list[tuple[int, int, str]]:
    """Rows of a log of rates before 2.10: by the operation that ends after its window."""
    found, before = [], 0.0
    done = dict.fromkeys(KINDS, 0)
    for op in job.ops:
        done[op.kind] += 1
        spent = op.ms - before
        if spent >= step:
            found += [
                (round(op.ms), round(many * 1000 / spent), kind)
                for kind, many in done.items()
                if many
            ]
            done = dict.fromkeys(KINDS, 0)
            before = op.ms
    return found


def latencies(job: Job, step: int, *, maxima: bool = False) -> list[tuple[int, int, int, str]]:
    """Rows of a log of latency: time, mean, maximum, kind."""
    found: list[tuple[int, int, int, str]] = []
    last = dict.fromkeys(KINDS, 0.0)
    held: dict[str, list[int]] = {kind: [] for kind in KINDS}

    def flush(kind: str, ms: int) -> None:
        if held[kind]:
            mean = int(sum(held[kind]) / len(held[kind]) + 0.5)
            found.append((ms, mean, max(held[kind]), kind))
            held[kind] = []

    for op in job.ops:
        held[op.kind].append(op.ns)
        if op.ms - last[op.kind] >= step:
            flush(op.kind, int(op.ms))
            last[op.kind] = op.ms - op.ms % step
    for kind in KINDS:
        flush(kind, job.runtime_ms)
    return found


def histograms(job: Job, step: int, *, bins: int = 1856, coarseness: int = 0) -> list[str]:
    """Rows of a log of histograms, which are of clat; 1,216 bins are of microseconds."""
    found = []
    last = dict.fromkeys(KINDS, 0.0)
    held = {kind: [0] * bins for kind in KINDS}
    unit = 1 if bins == 1856 else 1000
    for op in job.ops:
        held[op.kind][_bin((op.ns - SUBMIT_NS) // unit)] += 1
        last[op.kind] = last[op.kind] or op.ms
        if op.ms - last[op.kind] >= step:
            wide = 1 << coarseness
            sums = [sum(held[op.kind][i : i + wide]) for i in range(0, bins, wide)]
            ms = int(op.ms) + job.epoch_ms
            cells = [ms, KINDS.index(op.kind), op.size, *sums]
            found.append(", ".join(map(str, cells)))
            held[op.kind] = [0] * bins
            last[op.kind] += step
    return found


def _bin(value: int) -> int:
    """fio's plat_val_to_idx."""
    high = value.bit_length() - 1 if value else 0
    if high <= 6:
        return value
    error = high - 6
    return ((error + 1) << 6) + ((value >> error) & 63)


@dataclass(frozen=True)
class Form:
    """How rows are printed: `priority` since 3.18 (hexadecimal with `log_prio`), `offset` with
    `log_offset`, `issued` with `log_issue_time`, `both` with `log_window_value=both`."""

    priority: str = "0"
    offset: bool = False
    issued: bool = False
    both: bool = False


NEW, OLD = Form(), Form(priority="")


def row(
    form: Form, ms: int, value: int, kind: str, *, most: int | None = None, op: Op | None = None
) -> str:
    """A row of a log of values."""
    cells = [str(ms), str(value)]
    if form.both:
        cells.append(str(0 if op is not None else most if most is not None else value))
    cells += [str(KINDS.index(kind)), str(op.size if op is not None else 0)]
    if form.offset:
        cells.append(str(round(op.ms) * 4096 if op is not None else 0))
    if form.priority:
        cells.append(form.priority)
    if form.issued:
        cells.append(str(round(op.ms * 1e6) if op is not None else 0))
    return ", ".join(cells)


# -- files ---------------------------------------------------------------------------------------


def write(path: Path, rows: Iterable[str], *, append: bool = False) -> None:
    """A log; with `per_job_logs=0` jobs append to one."""
    with path.open("a" if append else "w") as file:
        file.writelines(f"{one}\n" for one in rows)


def logs(
    folder: Path,
    prefix: str,
    jobs: Sequence[Job],
    *,
    step: int = 500,
    jitter: int = 0,
    form: Form = NEW,
    values: Sequence[str] = ("iops", "bw", "lat", "clat"),
    first: int = 1,
    shared: bool = False,
    looked: Sequence[int] | None = None,
    unit: int = 1,
) -> None:
    """The averaged logs of jobs that ran together. `unit`: nanoseconds in 1 of a latency."""
    until = max(job.runtime_ms for job in jobs)
    looked = looked if looked is not None else ticks(step, until, jitter=jitter)
    for number, job in enumerate(jobs, first):
        for value in values:
            name = f"{prefix}_{value}.log" if shared else f"{prefix}_{value}.{number}.log"
            if value in ("iops", "bw"):
                rows = [
                    row(form, ms + job.epoch_ms, size, kind)
                    for ms, size, kind in rates(job, looked, value)
                ]
            else:
                less = 0 if value == "lat" else SUBMIT_NS
                rows = [
                    row(
                        form,
                        ms + job.epoch_ms,
                        (mean - less) // unit,
                        kind,
                        most=(most - less) // unit,
                    )
                    for ms, mean, most, kind in latencies(job, step)
                ]
            write(folder / name, rows, append=shared)


def every_operation(
    folder: Path, prefix: str, jobs: Sequence[Job], *, form: Form = NEW, unit: int = 1
) -> None:
    """Logs with a row for every operation: of IOPS a 1, of bandwidth its own speed."""
    for number, job in enumerate(jobs, 1):
        for value in ("iops", "bw", "lat", "clat"):
            less = SUBMIT_NS if value == "clat" else 0
            rows = []
            for op in job.ops:
                size = {"iops": 1, "bw": op.size * 1_000_000 // max(1, op.ns)}.get(
                    value, (op.ns - less) // unit
                )
                rows.append(row(form, int(op.ms) + job.epoch_ms, size, op.kind, op=op))
            write(folder / f"{prefix}_{value}.{number}.log", rows)


def result(
    path: Path,
    jobs: Sequence[Job],
    options: Mapping[str, str],
    *,
    grouped: bool = False,
    version: str = "fio-3.33",
    stamp_ms: int | None = 1_700_000_000_000,
    lat_percentiles: bool = False,
) -> None:
    """The JSON of a run of these jobs. `grouped`: with `group_reporting`."""
    groups: dict[int, list[Job]] = {}
    for job in jobs:
        groups.setdefault(job.group, []).append(job)
    entries = (
        [_entry(of, version, lat_percentiles) for of in groups.values()]
        if grouped
        else [_entry([job], version, lat_percentiles) for job in jobs]
    )
    document: dict[str, Any] = {"fio version": version}
    if stamp_ms is not None:
        document |= {"timestamp": stamp_ms // 1000, "timestamp_ms": stamp_ms}
    document |= {"global options": dict(options), "jobs": entries}
    path.write_text(json.dumps(document, indent=2))


def _entry(jobs: Sequence[Job], version: str, lat_percentiles: bool) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "jobname": jobs[0].name,
        "groupid": jobs[0].group,
        "error": 0,
        "job options": {"name": jobs[0].name, **jobs[0].options},
    }
    runtime = max(job.runtime_ms for job in jobs)
    for kind in KINDS:
        ops = [op for job in jobs for op in job.ops if op.kind == kind]
        entry[kind] = _figures(ops, runtime, old=version.startswith("fio-2"), lat=lat_percentiles)
    return entry


def _figures(ops: Sequence[Op], runtime: int, *, old: bool, lat: bool) -> dict[str, Any]:
    size = sum(op.size for op in ops)
    seconds = runtime / 1e3
    made: dict[str, Any] = {
        "io_bytes": size // 1024 if old else size,
        "bw": round(size / seconds / 1024),
        "iops": len(ops) / seconds,
        "runtime": runtime if ops else 0,
        "total_ios": len(ops),
    }
    spans = sorted(op.ns for op in ops)
    unit = 1000 if old else 1
    for name, less in (("clat", SUBMIT_NS), ("lat", 0)):
        told = [(span - less) / unit for span in spans]
        figures: dict[str, Any] = {
            "min": round(told[0]) if told else 0,
            "max": round(told[-1]) if told else 0,
            "mean": sum(told) / len(told) if told else 0.0,
            "stddev": 0.0,
        }
        if not old:
            figures["N"] = len(told)
        if told and (name == "lat") == lat:
            figures["percentile"] = {
                f"{percent:.6f}": round(told[min(len(told) - 1, int(len(told) * percent / 100))])
                for percent in (50, 90, 95, 99)
            }
        made[name if old else f"{name}_ns"] = figures
    return made
