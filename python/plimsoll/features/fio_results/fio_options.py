"""The request of a fio job, from the options that its result repeats, in the terms of our records.

Missing options have fio's default where it is certain (one job, block size 4k, depth 1), else they
are unknown. Rates are per clone: `numjobs` multiplies them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from plimsoll.features.imports import fio_values as values
from plimsoll.features.imports.numbers import BadValueError
from plimsoll.features.imports.results import run_result
from plimsoll.features.imports.results.figures import Field, Fields, Place, Text, once

_SECTOR = 512
_APART = ("name", "filename", "directory", "offset", "cpus_allowed", "numa_cpu_nodes", "randseed")
"""Options in which the jobs of one Run may differ. The name stands beside the options."""
_NAME_LENGTH = 127
"""fio cuts the name of a job, and not the same name among its options (FIO_JOBNAME_SIZE)."""
OF_BLOCKS = ("bs", "blocksize", "bsrange", "blocksize_range", "bssplit")
_MIXED = ("rw", "readwrite", "randrw")
_READS = {
    **dict.fromkeys(("read", "randread"), 100.0),
    **dict.fromkeys(("write", "randwrite", "trim", "randtrim"), 0.0),
}
_BLOCK_TOLERANCE = 0.05
"""Share by which the mean block of a job may differ from the one it was given: a size in powers of
1000 is read as one of 1024."""
_Blocks = tuple[tuple[int, float], ...]


def flag(given: str | None) -> bool:
    """Whether an option of yes or no is set; one without a value is."""
    return given is not None and given.strip() not in ("0", "false", "no")


def size(given: str | None, kilo: int = 1024) -> int | None:
    """A size in bytes, as fio reads it; none for what is no size. `kilo` is the kb_base of the
    job."""
    try:
        return values.number(given or "", kilo)
    except BadValueError:
        return None


def _digits(given: str | None) -> int | None:
    text = (given or "").strip()
    return int(text) if text.isdigit() and int(text) > 0 else None


class _Switch(Field[bool]):
    """A yes/no option; None if missing."""

    def _parse(self, value: Any) -> bool | None:
        return flag(value)

    def _find(self, row: Fields) -> bool | None:
        for name in (self.name, *self.others):
            if name in row.given:
                return flag(row.given[name])
        return None


class _Digits(Field[int]):
    """A count above 0."""

    def _parse(self, value: Any) -> int | None:
        return _digits(value)


class _Seconds(Field[float]):
    """A time in seconds; `bare` is what a number without a unit counts."""

    def __init__(self, name: str, bare: str = "s") -> None:
        super().__init__(name)
        self.bare = bare

    def _parse(self, value: Any) -> float | None:
        try:
            return values.span_us(value, self.bare) / 1e6
        except BadValueError:
            return None


class JobOptions(Fields):
    """The options of a job, as its result repeats them. Of an option with two names either."""

    name = Text("name")
    rw = Text("rw", "readwrite")
    rwmixread = Text("rwmixread")
    rwmixwrite = Text("rwmixwrite")
    bs = Text("bs", "blocksize")
    bs_range = Text("bsrange", "blocksize_range")
    bs_split = Text("bssplit")
    kb_base = Text("kb_base")
    size = Text("size")
    filename = Text("filename")
    directory = Text("directory")
    engine = Text("ioengine")
    iodepth = Text("iodepth")
    numjobs = _Digits("numjobs")
    is_direct = _Switch("direct")
    is_buffered = _Switch("buffered")
    time_based = _Switch("time_based")
    runtime_s = _Seconds("runtime")
    ramp_s = _Seconds("ramp_time")
    delay_s = _Seconds("startdelay")
    think_s = _Seconds("thinktime", "us")
    fsync = _Digits("fsync")
    fdatasync = _Digits("fdatasync")
    sync = Text("sync")
    sync_file_range = Text("sync_file_range")
    percentage_random = Text("percentage_random")
    random_distribution = Text("random_distribution")
    rate_iops = Text("rate_iops")
    rate = Text("rate")
    rate_process = Text("rate_process")
    stonewall = _Switch("stonewall", "wait_for_previous")
    lat_percentiles = _Switch("lat_percentiles")
    per_job_logs = _Switch("per_job_logs")
    zero_buffers = _Switch("zero_buffers")
    buffer_pattern = Text("buffer_pattern")
    compress_percent = Text("buffer_compress_percentage")
    dedupe_percent = Text("dedupe_percentage")
    log_step_ms = _Digits("log_avg_msec")
    log_value = Text("log_window_value", "log_max_value")
    log_unix_epoch = _Switch("log_unix_epoch")
    log_alternate_epoch = _Switch("log_alternate_epoch")

    def __init__(
        self, given: Mapping[str, Any], place: Place | None = None, *, shared: bool = False
    ) -> None:
        super().__init__(given, place)
        self.shared = shared
        """Whether these are only the options that unlike jobs of a group have in common: one that
        is missing is unknown, and no default."""
        self.requests: dict[object, JobRequest] = {}
        """Those that were built of these options."""

    @once
    def of_a_run(self) -> str:
        """What the jobs of one Run have in common: all options but those of a job's own."""
        return repr(sorted((key, text) for key, text in self.given.items() if key not in _APART))

    @property
    def any(self) -> bool:
        """Whether the result repeats every option of a job: fio before 2.3 repeats none."""
        return bool(self.given) and not self.shared

    def contradicted_by(self, kinds: Mapping[str, run_result.Operations], name: str) -> bool:
        """Whether operations of these kinds, reported under this name, cannot be those of one job
        with these options. fio reports a group as one job: with the name of its first job, the
        options of its last one, and the operations of all."""
        if self.name is not None and self.name[:_NAME_LENGTH] != name:
            return True
        # A job from a file has no name among its options, but its bytes are those of its blocks.
        block = self.requested_block()
        for kind, done in kinds.items():
            if block and kind != run_result.FLUSH and done.count and done.bytes is not None:
                mean = done.bytes / done.count
                if abs(mean / block - 1) > _BLOCK_TOLERANCE:
                    return True
        reads = _READS.get((self.rw or "").partition(":")[0])
        # Verification reads what a job has written.
        if reads is None or "verify" in self.given:
            return False
        other = "write" if reads else "read"
        return other in kinds and bool(kinds[other].count)

    @property
    def waits(self) -> bool:
        """Whether its group waits for the one before it."""
        return self.stonewall is not None

    @once
    def lasts_s(self) -> float:
        """Seconds of warm-up and delay before the job is measured."""
        return (self.ramp_s or 0.0) + (self.delay_s or 0.0)

    @once
    def kilo(self) -> int:
        """The value of a `k`."""
        return 1000 if self.kb_base == "1000" else 1024

    @property
    def sync_every(self) -> int | None:
        """So many writes to a sync."""
        return self.fsync or self.fdatasync

    @property
    def syncs(self) -> bool:
        """Whether the job syncs its writes."""
        return self.sync_every is not None or self.sync_file_range not in (None, "0")

    @property
    def direct(self) -> bool | None:
        """Whether the page cache is passed by: fio's default is that it is not."""
        if self.is_direct is not None:
            return self.is_direct
        if self.is_buffered is not None:
            return not self.is_buffered
        return False if self.any else None

    @property
    def data(self) -> run_result.Data | None:
        """The content of the buffers: random unless options say otherwise."""
        if self.zero_buffers:
            return run_result.Data("zeros")
        compressible, duplicates = (
            _digits(given) for given in (self.compress_percent, self.dedupe_percent)
        )
        if compressible:
            return run_result.Data("compressible", float(compressible))
        if duplicates:
            return run_result.Data("duplicates", float(duplicates))
        if self.buffer_pattern:
            return run_result.Data("pattern")
        return run_result.Data("random") if self.any else None

    def workers(self, listed: Sequence[int]) -> int | None:
        """Number of clones. `listed` has the entries of each host: a single entry covers its whole
        group (a result does not repeat `group_reporting`)."""
        many = self.numjobs or 1
        return sum(many if jobs == 1 else jobs for jobs in listed) if self.any else None

    def requested_block(self, rw: str | None = None) -> int | None:
        """The one block size of all that the job does, or that it would do with this `rw`; none for
        several, and without any option."""
        blocks, write_blocks = self.blocks(rw or self.rw, every_option=True)
        return blocks[0][0] if len(blocks) == 1 and not write_blocks else None

    def blocks(self, rw: str | None, *, every_option: bool) -> tuple[_Blocks, _Blocks]:
        """Block sizes of the job's operations, and of its writes if it also reads and they differ.
        Options list reads, writes and trims in this order."""
        if self.bs_range:
            return (), ()
        if self.bs_split:
            each = [_split(part, self.kilo) for part in self.bs_split.split(",")[:3]]
        else:
            given = self.bs
            if given is None and not (self.any and every_option):
                return (), ()
            # An empty size in a list is fio's default.
            parts = [part or "4k" for part in (given or "4k").split(",")[:3]]
            if len(parts) > 1 and given is not None and given.endswith(","):
                parts = [parts[0], "4k"]
            sizes = [size(part, self.kilo) for part in parts]
            each = [((block, 100.0),) if block else () for block in sizes]
        each += [each[-1]] * (3 - len(each))
        reads, writes, trims = each
        way = (rw or "read").partition(":")[0].removeprefix("rand")
        if way == "trim":
            return trims, ()
        if way in ("write", "trimwrite"):
            return writes, ()
        if way == "read" or reads == writes:
            return reads, ()
        return (reads, writes) if reads and writes else ((), ())


@dataclass(frozen=True)
class JobRequest:
    """The request of a job."""

    workload: run_result.Workload
    load: run_result.Load
    target: str | None
    target_kind: str | None
    engine: str | None
    direct: bool | None
    warmup_s: float | None
    asked_s: float | None


def job_request(
    options: JobOptions,
    *,
    workers: int | None,
    kinds: Mapping[str, run_result.Operations],
    every_option: bool = True,
) -> JobRequest:
    """Builds the request from options; without any (fio before 2.3 does not repeat them) from the
    operations.

    `every_option`: the file repeats all options, so a missing one has its default. The normal
    output prints a few; the rest is inferred from the operations."""
    reads = _reads(options, every_option=every_option)
    if reads is None:
        reads = _reads_of_operations(kinds)
    observed = _observed_block(kinds)
    if options.shared and observed is not None and observed & (observed - 1):
        # The mean of several sizes; one is seldom a power of two.
        observed = None
    key = (workers, reads, observed, every_option)
    if (known := options.requests.get(key)) is None:
        known = options.requests[key] = _request(options, *key)
    return known


def _request(
    options: JobOptions,
    workers: int | None,
    reads: float | None,
    observed: int | None,
    every_option: bool,
) -> JobRequest:
    target = options.filename or options.directory
    return JobRequest(
        workload=_workload(options, reads, observed, every_option=every_option),
        load=_load(options, workers),
        target=target or options.engine,
        target_kind=_kind(target, options.engine),
        engine=options.engine,
        direct=options.direct,
        asked_s=options.runtime_s if options.time_based else None,
        warmup_s=options.ramp_s or (0.0 if options.any else None),
    )


def block_between(low: float, high: float) -> int | None:
    """The block size of operations that moved so many bytes each, from fio's rounded figures: a
    power of two of at least a sector. None where there is no such size between the bounds, or more
    than one; a mean of several sizes is seldom one."""
    if not 0 < low <= high:
        return None
    found = [1 << power for power in range(9, 33) if low <= 1 << power <= high]
    return found[0] if len(found) == 1 else None


def _workload(
    options: JobOptions, reads: float | None, observed: int | None, *, every_option: bool
) -> run_result.Workload:
    how = options.rw
    blocks, write_blocks = options.blocks(how, every_option=every_option)
    one = blocks[0][0] if len(blocks) == 1 and not write_blocks else None
    # The observed block decides, whether the file counts in 1000 or 1024.
    if observed is not None and not options.bs_range and (one is not None or not blocks):
        one, blocks = observed, ()
    return run_result.Workload(
        block_size_bytes=one,
        blocks=blocks if len(blocks) > 1 or write_blocks else (),
        write_blocks=write_blocks,
        read_percent=reads,
        trim_percent=100.0 if how in ("trim", "randtrim") else None if reads is None else 0.0,
        pattern=_pattern(options),
        working_set_bytes=size(options.size, options.kilo),
        sync_every=options.sync_every,
        sync_data_only=options.fsync is None,
        durable_writes=options.sync in ("1", "sync", "dsync"),
        data=options.data if every_option else None,
    )


def _reads_of_operations(kinds: Mapping[str, run_result.Operations]) -> float | None:
    counts = {name: kinds[name].count or 0 for name in run_result.KINDS if name in kinds}
    total = sum(counts.values())
    return float(round(100.0 * counts.get("read", 0) / total)) if total else None


def _reads(options: JobOptions, *, every_option: bool) -> float | None:
    if options.rw is None:
        return 100.0 if options.any else None
    way = options.rw.partition(":")[0].partition(",")[0]
    if way in _READS:
        return _READS[way]
    for given, turned in ((options.rwmixread, False), (options.rwmixwrite, True)):
        if given and given.isdigit() and int(given) <= 100:
            return 100.0 - int(given) if turned else float(given)
    return 50.0 if way in _MIXED and every_option else None


WHOLE_RATE = 1000
"""Above this rate, cutting to a whole number changes less than a thousandth."""


def count_and_rate(rate: float, size: float, most: float, seconds: float) -> tuple[int, float, str]:
    """The number of operations, their rate, and the method, where fio prints neither a count nor
    decimals. The rate is cut to a whole number, and the bytes lie between `size` and `most`. If
    these leave one possible block size, the count follows from the bytes."""
    block = None
    if size and rate * seconds >= 1:
        block = block_between(size / ((rate + 1) * seconds), most / (rate * seconds))
    if block is None:
        return round(rate * seconds), rate, "operations_by_rate"
    count = -(-int(size) // block)
    return count, rate if rate >= WHOLE_RATE else count / seconds, "operations_by_bytes"


def _split(text: str, base: int) -> _Blocks:
    """`4k/60:64k/40`; what is left is shared by the sizes without a share."""
    found = []
    for part in text.split(":"):
        value, _, percent = part.partition("/")
        bytes_ = size(value, base)
        if not bytes_ or (percent and not percent.isdigit()):
            return ()
        found.append((bytes_, float(percent) if percent else 0.0))
    missing = [entry for entry in found if not entry[1]]
    rest = 100.0 - sum(percent for _, percent in found)
    return tuple((bytes_, percent or rest / len(missing)) for bytes_, percent in found)


def _observed_block(kinds: Mapping[str, run_result.Operations]) -> int | None:
    """Bytes per operation, where all had the same, and it can be a block: a multiple of a
    sector."""
    each = set()
    for kind, ops in kinds.items():
        if kind == run_result.FLUSH or not ops.count:
            continue
        if not ops.bytes or ops.bytes % ops.count or (ops.bytes // ops.count) % _SECTOR:
            return None
        each.add(ops.bytes // ops.count)
    return each.pop() if len(each) == 1 else None


def _pattern(options: JobOptions) -> str | None:
    if options.rw is None:
        return "sequential" if options.any else None
    if not options.rw.startswith("rand"):
        share = options.percentage_random or ""
        return (
            "random" if share.startswith("100") else "sequential" if not share.strip("0,") else None
        )
    spread = (options.random_distribution or "random").split(":")
    if spread[0] == "zipf" and len(spread) > 1:
        return f"zipf:{spread[1].partition('/')[0]}"
    return "random" if spread[0] == "random" else None


def _kind(target: str | None, engine: str | None) -> str | None:
    if engine == "null":
        return "null"
    if target is None:
        return None
    return "block_device" if target.startswith("/dev/") else "file"


def _load(options: JobOptions, workers: int | None) -> run_result.Load:
    queue_depth = _digits(options.iodepth or ("1" if options.any else ""))
    if (options.engine or ("psync" if options.any else "")) in _ONE_AT_A_TIME:
        queue_depth = 1
    offered = _offered_rate(options, workers or 1)
    arrivals = "poisson" if options.rate_process == "poisson" else "constant"
    return run_result.Load(
        workers=workers,
        queue_depth=queue_depth,
        offered_rate_per_s=offered,
        arrivals=None if offered is None else arrivals,
        think_ns=int(options.think_s * 1e9) if options.think_s else None,
    )


_ONE_AT_A_TIME = ("sync", "psync", "vsync", "pvsync", "pvsync2", "mmap", "splice")
"""Engines with one operation outstanding, whatever the iodepth."""


def _offered_rate(options: JobOptions, many: int) -> float | None:
    """Operations per second over all clones; None without a rate, or if it is unknown."""
    if options.rate_iops:
        return float(many * _total_rate(options.rate_iops, options)) or None
    blocks, write_blocks = options.blocks(options.rw, every_option=True)
    if options.rate and len(blocks) == 1 and not write_blocks:
        return many * _total_rate(options.rate, options) / blocks[0][0] or None
    return None


def _total_rate(rates: str, options: JobOptions) -> int:
    """The rates of the kinds that the job does, together: `1000` is of reads and of writes each."""
    parts = [size(part, options.kilo) or 0 for part in rates.split(",")]
    how = (options.rw or "read").partition(":")[0]
    if how in _MIXED:
        return sum(parts[:2] if len(parts) > 1 else parts * 2)
    if how in ("write", "randwrite") and len(parts) > 1:
        return parts[1]
    return parts[0]
