"""Turns jobs into Runs: which jobs run together, with which settings, on which files.

A *unit* is one Run. It covers all clones of a job if they are reported together and do the same on
the same files, else one clone. Units of a phase run at once; a stonewall begins the next phase. All
numbers that fio derives from existing files are derived here, so that a test can compare the plan
with fio."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from plimsoll.base.errors import UsageError
from plimsoll.base.keys import sync_value
from plimsoll.features.jobs.formats.fio import names
from plimsoll.features.jobs.formats.fio.job import Job
from plimsoll.features.jobs.formats.job_run import JobRun, Layout, Setup, probe_of, session_of
from plimsoll.features.jobs.formats.problems import Notes
from plimsoll.native.record import ProbeRequest, SessionRequest, WorkloadRequest

YEAR = "8760h"
"""Duration of a job that ends by bytes."""
MOST_RUNS = 1024
"""Most Runs of a plan. Clones that are reported together are one."""
MAX_PARALLEL_RUNS = 128
"""Most Runs at once: each has threads and buffers of its own."""
SEED = 0x8988
"""fio's first seed, for repeatable jobs."""


@dataclass(frozen=True, kw_only=True)
class Unit(JobRun):
    """One Run of a fio job."""

    job: Job
    clone: int
    """Number of the unit's first clone."""
    clones: int
    group: int

    @property
    def kept_as(self) -> str:
        """The name of the job, with the clone if it has a Run of its own."""
        alone = self.clones < self.job.clones
        return f"{self.name}, clone {self.clone}" if alone else self.name


def plan(jobs: Sequence[Job], setup: Setup, notes: Notes) -> list[Unit]:
    """The Runs of these jobs, in order."""
    units: list[Unit] = []
    phase, group, last = 0, 0, 0
    phases: dict[str, int] = {}
    for number, job in enumerate(jobs):
        if number and (job.stonewall or job.new_group):
            group += 1
        if number and job.stonewall:
            phase = last + 1
        job_phase = phase
        if job.wait_for is not None:
            if job.wait_for not in phases:
                notes.refuse(job.where, f"wait_for={job.wait_for}: no job before it is called so")
            job_phase = max(phase, phases.get(job.wait_for, 0) + 1)
        phases[job.name] = job_phase
        last = max(last, job_phase)
        if len(units) + len(_units(job)) > MOST_RUNS:
            problem = f"[{job.name}] makes more than {MOST_RUNS} Runs: give group_reporting"
            notes.refuse(job.where, problem)
            break
        for clones in _units(job):
            try:
                units.append(_unit(job, number, clones, (group, job_phase), setup))
            except UsageError as error:
                notes.refuse(job.where, f"[{job.name}] {error}")
    _exclusive(units, setup, notes)
    most = Counter(unit.phase for unit in units).most_common(1)
    if most and most[0][1] > MAX_PARALLEL_RUNS:
        problem = (
            f"{most[0][1]} Runs would go at once, more than {MAX_PARALLEL_RUNS}: give"
            " group_reporting"
        )
        notes.refuse(units[0].job.where, problem)
    return units


def _units(job: Job) -> list[range]:
    """Ranges of clones that share a Run."""
    alike = job.group_reporting and job.offset_increment.of(100) == 0 and not job.stride_bytes
    named = bool(job.files) or job.engine in ("null", "nbd")
    if alike and named:
        return [range(job.clones)]
    return [range(number, number + 1) for number in range(job.clones)]


def _exclusive(units: list[Unit], setup: Setup, notes: Notes) -> None:
    """Refuses a written device that several Runs of a phase would open."""
    seen: dict[tuple[int, str], Unit] = {}
    for unit in units:
        for target in unit.targets:
            other = seen.setdefault((unit.phase, target), unit)
            device = (
                unit.job.engine != "null" and not setup.is_file(target) and setup.size_of(target)
            )
            if other is not unit and device and (unit.job.writes or other.job.writes):
                notes.refuse(
                    unit.job.where,
                    f"[{unit.job.name}] {target} is written by several jobs at once: give"
                    " group_reporting, or a stonewall between them",
                )


@dataclass(frozen=True)
class _Region:
    """The region of a worker on each target, and its amount of I/O."""

    offset: int
    bytes: int
    pass_bytes: int


def _unit(job: Job, number: int, clones: range, place: tuple[int, int], setup: Setup) -> Unit:
    targets = _targets(job, clones.start)
    region = _region(job, clones.start, targets, setup)
    workers = len(clones) * len(targets)
    if job.outstanding % len(targets):
        raise UsageError(_uneven(job.outstanding, len(targets)))
    read, rate = _rate(job, len(clones))
    addresses = _addresses(job, region, read, len(clones))
    session = session_of(
        targets,
        addresses | _payload(job),
        setup,
        cached=not job.direct and job.engine not in ("null", "nbd"),
        on_error="count" if job.count_errors else "stop",
        engine=names.ENGINES[job.engine],
        engine_options=job.engine_options,
    )
    reads_back: SessionRequest | None = None
    if job.verify and job.do_verify and job.read_percent <= 0 and not job.trim_percent:
        reads_back = {**session, "workload": {**addresses, "read": 100.0, "verify": True}}
    files = () if job.engine in ("null", "nbd") else targets
    layouts = tuple(Layout(path, region.offset + region.bytes) for path in files)
    probe = _probe(job, region, workers, len(targets), rate)
    if job.repeatable or job.seed is not None:
        probe["seed"] = (SEED if job.seed is None else job.seed) + number * 1024 + clones.start
    return Unit(
        name=job.name,
        session=session,
        probe=probe,
        layouts=layouts,
        phase=place[1],
        reads_back=reads_back,
        drops_cache=job.invalidate,
        delay_s=job.pace.delay_us / 1e6,
        steady=job.report.steady,
        may_create=job.may_create,
        unlinks=job.unlink,
        job=job,
        clone=clones.start,
        clones=len(clones),
        group=place[0],
    )


def _uneven(outstanding: int, files: int) -> str:
    """Why the operations do not divide among the files, with advice."""
    fewer, more = outstanding // files * files, (outstanding // files + 1) * files
    depths = f"iodepth={fewer} or {more}" if fewer else f"iodepth={more}"
    return (
        f"drives {files} files with iodepth={outstanding}: each file has a worker with operations"
        f" of its own here; give {depths} with an engine that queues, or a job for each file"
    )


def _targets(job: Job, clone: int) -> tuple[str, ...]:
    if job.engine == "null":
        return ("null:",)
    if job.engine == "nbd":
        return (job.uri or "",)
    if job.files:
        found = job.files
    else:
        found = tuple(
            job.filename_format.replace("$jobname", job.name)
            .replace("$jobnum", str(clone))
            .replace("$filenum", str(file))
            for file in range(job.file_count)
        )
    if not job.directories:
        return found
    turn = 0 if job.files else clone % len(job.directories)
    # A name that begins with / stays as it is.
    return tuple(str(Path(job.directories[turn]) / name) for name in found)


def _region(job: Job, clone: int, targets: tuple[str, ...], setup: Setup) -> _Region:
    there = [setup.size_of(target) for target in targets]
    whole = min((size for size in there if size), default=0)
    offset = job.offset.of(whole) + clone * job.offset_increment.of(whole)
    share = None
    if job.size is not None and (job.size.bytes is not None or whole):
        share = job.size.of(whole * len(targets)) // len(targets)
    if job.file_size is not None:
        size = job.file_size
    elif share is not None:
        size = share
    elif whole > offset:
        size = whole - offset
    else:
        raise UsageError("needs size=: there is no file or device that has one")
    if whole and any(
        s is not None and not setup.is_file(t) and offset + size > s
        for s, t in zip(there, targets, strict=True)
    ):
        # fio cuts a size down to that of the device.
        size = max(0, whole - offset)
    done = share if share is not None and job.file_size is not None else size
    if job.one_block and size < job.one_block:
        raise UsageError(
            f"addresses {size} bytes of each file, less than one block of {job.one_block}"
        )
    return _Region(offset, size, _bytes_each(job, done, len(targets)))


def _bytes_each(job: Job, size: int, files: int) -> int:
    """Bytes of a worker before it ends, as observed with fio 3.33. A pass over a region has whole
    blocks. `io_size` ends with the block that reaches it; with loops, only whole passes go beyond a
    region. Each loop has its own `number_ios`."""
    block = job.one_block or 1
    a_pass = size // block * block
    total = a_pass * job.pace.loops
    if job.pace.io_size is not None and a_pass:
        limit = job.pace.io_size.of(size * files) // files
        if limit <= a_pass or job.pace.loops == 1:
            total = -(-limit * job.pace.loops // block) * block
        else:
            total = a_pass * max(job.pace.loops, -(-limit // a_pass))
    if job.pace.operations and job.one_block:
        operations = job.pace.operations * job.pace.loops
        total = min(total, -(-operations // files) * block)
    return max(total, block)


def _rate(job: Job, clones: int) -> tuple[float, float | str | None]:
    """Percent of reads, and the offered rate of all clones: IOPS, or bytes/s as text if block sizes
    differ."""
    given = job.pace.rate_iops or job.pace.rate_bytes
    if given is None:
        return job.read_percent, None
    reads, writes = given
    if job.read_percent >= 100:
        total, read = reads, 100.0
    elif job.read_percent <= 0:
        total, read = writes, 0.0
    elif reads and writes:
        # Each direction keeps its own rate, which defines the mix in place of rwmixread.
        total, read = reads + writes, 100.0 * reads / (reads + writes)
    else:
        raise UsageError(
            "limits only one of reads and writes, which is not supported: give both rates"
        )
    if not total:
        return job.read_percent, None
    if job.pace.rate_iops:
        return read, total * clones
    if job.one_block:
        return read, total * clones / job.one_block
    return read, f"{int(total * clones)}"


def _pattern(job: Job, clones: int) -> str:
    if not job.random or job.random_share <= 0:
        if job.stride_bytes:
            return f"strided:{(job.one_block or 4096) + job.stride_bytes}"
        return "sequential:each" if clones > 1 else "sequential"
    shape = job.distribution
    if (
        shape == "random"
        and job.random_map
        and job.one_block
        and job.align in (None, job.one_block)
    ):
        shape = "random:once"
    if job.random_share < 100:
        return f"{shape}+{100 - job.random_share:g}%sequential"
    return shape


def _addresses(job: Job, region: _Region, read: float, clones: int) -> WorkloadRequest:
    found: WorkloadRequest = {
        "block_size": job.read_blocks,
        "read": read,
        "pattern": _pattern(job, clones),
        "working_set": region.bytes,
        "working_set_offset": region.offset,
    }
    if job.write_blocks != job.read_blocks and job.writes:
        found["write_block_size"] = job.write_blocks
        if job.read_percent <= 0:
            found["block_size"] = job.write_blocks
    if job.align:
        found["align"] = job.align
    if job.trim_percent:
        found["trim"] = job.trim_percent
        found["read"] = 0.0
    return found


def _payload(job: Job) -> WorkloadRequest:
    """Content and durability of writes; empty for reads and trims."""
    if not job.writes or job.trim_percent:
        return {}
    all_keys: Any = {
        "payload": "zero" if job.zero else None,
        "compressible": job.compressible,
        "duplicates": job.duplicates,
        "sync": sync_value(
            job.fsync or job.fdatasync, data_only=not job.fsync, durable_writes=job.durable
        ),
        "verify": job.verify,
    }
    found: Any = {key: value for key, value in all_keys.items() if value}
    payload: WorkloadRequest = found
    return payload


def _probe(
    job: Job, region: _Region, workers: int, files: int, rate: float | str | None
) -> ProbeRequest:
    clones = workers // files
    more: ProbeRequest = {
        "warmup_for": f"{job.pace.ramp_us}us",
        "measure_for": f"{job.pace.runtime_us}us" if job.pace.runtime_us else YEAR,
        "interval": f"{job.report.log_ms or 500}ms",
    }
    if not isinstance(rate, float):
        if rate is not None:
            more["cap_bytes"] = rate
        if job.pace.think_us:
            more["think_time"] = f"{job.pace.think_us}us"
    if not job.pace.time_based:
        more["bytes_each"] = region.pass_bytes
    elif not job.pace.runtime_us:
        raise UsageError("is time_based and has no runtime: give one")
    return probe_of(
        more,
        workers=clones,
        depth=job.outstanding // files,
        rate=rate if isinstance(rate, float) else None,
        arrivals="poisson" if job.pace.poisson else "constant",
        most=job.outstanding * clones,
    )
