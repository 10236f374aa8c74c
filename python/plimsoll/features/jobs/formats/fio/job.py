"""Interprets a section of a fio job file: its options with fio's defaults, as a `Job`.

An unsupported option becomes a problem with its name and place. All problems of all jobs are
collected before they are reported. Reads and writes are kept apart where they differ. Values that
depend on existing files (a size in percent) are left to `plan`."""

from dataclasses import dataclass

from plimsoll.features.imports import fio_values as values
from plimsoll.features.imports.fio_values import Size
from plimsoll.features.imports.numbers import BadValueError, UnsupportedValueError, percent, real
from plimsoll.features.jobs.formats.fio import names
from plimsoll.features.jobs.formats.fio.addresses import blocks, distribution, walk
from plimsoll.features.jobs.formats.fio.reader import Section, Setting
from plimsoll.features.jobs.formats.fio.settings import Options
from plimsoll.features.jobs.formats.problems import Notes

DIRECTIONS = {
    "read": (100.0, 0.0, False),
    "write": (0.0, 0.0, False),
    "trim": (0.0, 100.0, False),
    "rw": (None, 0.0, False),
    "readwrite": (None, 0.0, False),
    "randread": (100.0, 0.0, True),
    "randwrite": (0.0, 0.0, True),
    "randtrim": (0.0, 100.0, True),
    "randrw": (None, 0.0, True),
}
"""Meaning of rw: percent of reads (None: rwmixread), percent of trims, random addresses."""

PERCENTILES = (1, 5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 99, 99.5, 99.9, 99.95, 99.99)


@dataclass(frozen=True)
class SteadyState:
    """fio's `steadystate`, which ends a job early."""

    metric: str
    slope: bool
    limit: float
    percent: bool
    window_s: float
    after_s: float


@dataclass(frozen=True)
class Pace:
    """Rate, amount and duration of a job."""

    operations: int | None
    loops: int
    io_size: Size | None
    runtime_us: int
    time_based: bool
    ramp_us: int
    delay_us: int
    rate_iops: tuple[float, float] | None
    rate_bytes: tuple[float, float] | None
    poisson: bool
    think_us: int


@dataclass(frozen=True)
class ReportOptions:
    """Reporting options of a job."""

    percentiles: tuple[float, ...]
    lat_percentiles: bool
    clat_percentiles: bool
    logs: dict[str, str]
    log_ms: int
    per_job_logs: bool
    steady: SteadyState | None


@dataclass(frozen=True)
class Job:
    """A job, with fio's defaults."""

    name: str
    where: str
    own: dict[str, str]
    shared: dict[str, str]
    description: str
    engine: str
    """fio's name of the engine."""
    engine_options: tuple[str, ...]
    uri: str | None
    files: tuple[str, ...]
    """Files with explicit names; empty for fio's own names."""
    directories: tuple[str, ...]
    """Folders, over which clones take turns; files with explicit names are in the first."""
    filename_format: str
    file_count: int
    read_percent: float
    trim_percent: float
    random: bool
    stride_bytes: int
    """Bytes that a walk skips after each operation."""
    read_blocks: str
    write_blocks: str
    one_block: int | None
    """Size of every operation; None if sizes differ."""
    align: int | None
    distribution: str
    random_share: float
    random_map: bool
    direct: bool
    depth: int
    clones: int
    size: Size | None
    file_size: int | None
    offset: Size
    offset_increment: Size
    fsync: int
    fdatasync: int
    durable: bool
    verify: bool
    do_verify: bool
    zero: bool
    compressible: float
    duplicates: float
    pace: Pace
    report: ReportOptions
    group_reporting: bool
    stonewall: bool
    new_group: bool
    wait_for: str | None
    count_errors: bool
    seed: int | None
    invalidate: bool
    may_create: bool
    create_only: bool
    unlink: bool
    repeatable: bool

    @property
    def one_at_a_time(self) -> bool:
        """The engine has one operation outstanding, whatever the depth."""
        return self.engine in names.ONE_AT_A_TIME

    @property
    def writes(self) -> bool:
        """The job writes or trims."""
        return self.read_percent < 100.0

    @property
    def outstanding(self) -> int:
        """Outstanding operations of each clone."""
        return 1 if self.one_at_a_time else self.depth


def meaning(section: Section, notes: Notes) -> Job:
    """The job of a section; problems and differences are added to the notes."""
    options = Options(section, notes)
    engine, engine_options = _engine(options)
    if engine in names.ENGINES:
        # The options of an unknown engine are unknown, too.
        notes.add(Notes(options.unknown))
    read_percent, trim_percent, at_random, stride = _rw(options)
    read, write, one, align = blocks(options)
    shape = distribution(options, at_random)
    depth = options.number("iodepth", 1, 1, 1 << 16)
    _thinking(options, depth, engine)
    _flushing(options, depth, engine)
    _naming(options, engine)
    file_count, file_size = _files(options, depth, engine)
    return Job(
        name=section.name,
        where=section.where,
        own=_name_option(section) | _setting_values(section.own),
        shared=_setting_values(section.shared),
        description=options.text("description") or "",
        engine=engine,
        engine_options=engine_options,
        uri=options.text("uri"),
        files=_paths(options, "filename"),
        directories=_paths(options, "directory"),
        filename_format=options.text("filename_format") or "$jobname.$jobnum.$filenum",
        file_count=file_count,
        read_percent=read_percent,
        trim_percent=trim_percent,
        random=at_random,
        stride_bytes=stride,
        read_blocks=read,
        write_blocks=write,
        one_block=one,
        align=align,
        distribution=shape,
        random_share=_share(options, at_random),
        random_map=not options.flag("norandommap"),
        direct=_direct(options),
        depth=depth,
        clones=options.number("numjobs", 1, 1, 1024),
        size=options.size("size"),
        file_size=file_size,
        offset=options.size("offset") or Size(0),
        offset_increment=options.size("offset_increment") or Size(0),
        fsync=options.number("fsync", 0, 0, 1 << 31),
        fdatasync=options.number("fdatasync", 0, 0, 1 << 31),
        durable=_durable(options),
        verify=_verify(options),
        do_verify=options.flag("do_verify", True),
        zero=options.flag("zero_buffers"),
        compressible=options.get("buffer_compress_percentage", percent, 0.0),
        duplicates=options.get("dedupe_percentage", percent, 0.0),
        pace=_pace(options),
        report=_report(options, section.name),
        group_reporting=options.flag("group_reporting"),
        stonewall=options.flag("stonewall"),
        new_group=options.flag("new_group"),
        wait_for=options.text("wait_for"),
        count_errors=_counts_errors(options),
        seed=options.get("randseed", lambda text: values.whole(text, 0, 1 << 62), None),
        invalidate=options.flag("invalidate", True),
        may_create=options.flag("allow_file_create", True),
        create_only=options.flag("create_only"),
        unlink=options.flag("unlink"),
        repeatable=options.flag("randrepeat", True) or options.flag("allrandrepeat"),
    )


def _pace(options: Options) -> Pace:
    iops, rate = _rates(options, "rate_iops"), _rates(options, "rate")
    if iops and rate:
        options.bad("rate", "cannot be combined with rate_iops: give one of them")
    return Pace(
        operations=options.number("number_ios", 0) or None,
        loops=options.number("loops", 1, 1, 1 << 30),
        io_size=_io_size(options),
        runtime_us=options.span("runtime", "s"),
        time_based=options.flag("time_based"),
        ramp_us=options.span("ramp_time", "s"),
        delay_us=options.span("startdelay", "s"),
        rate_iops=iops,
        rate_bytes=rate,
        poisson=_poisson(options),
        think_us=options.span("thinktime", "us"),
    )


def _io_size(options: Options) -> Size | None:
    """The amount to transfer; None for 0, which in fio means the whole size."""
    found = options.size("io_size")
    return None if found is None or found.bytes == 0 else found


def _report(options: Options, name: str) -> ReportOptions:
    return ReportOptions(
        percentiles=options.get("percentile_list", _percentiles, PERCENTILES),
        lat_percentiles=options.flag("lat_percentiles"),
        clat_percentiles=options.flag("clat_percentiles", True),
        logs=_logs(options, name),
        log_ms=_log_ms(options),
        per_job_logs=options.flag("per_job_logs", True),
        steady=_steady(options),
    )


def _name_option(section: Section) -> dict[str, str]:
    """The name counts as an option on a command line."""
    return {"name": section.name} if section.where == "command line" else {}


def _setting_values(settings: tuple[Setting, ...]) -> dict[str, str]:
    return {
        names.ALIASES.get(setting.name, setting.name): setting.value
        for setting in settings
        # fio does not show options without a value.
        if names.canonical_name(setting.name) and setting.value is not None
    }


def _rw(options: Options) -> tuple[float, float, bool, int]:
    def read(text: str) -> tuple[float | None, float, bool, int]:
        name, _, change = text.partition(":")
        if name.lower() not in DIRECTIONS:
            raise BadValueError(f"is not one of {', '.join(DIRECTIONS)}")
        reads, trims, at_random = DIRECTIONS[name.lower()]
        return reads, trims, at_random, walk(change, at_random=at_random, kb_base=options.kb_base)

    default: tuple[float | None, float, bool, int] = (100.0, 0.0, False, 0)
    reads, trims, at_random, stride = options.get("rw", read, default)
    mixed = options.get("rwmixread", percent, 50.0)
    if "rwmixwrite" in options.given and "rwmixread" not in options.given:
        mixed = 100.0 - options.get("rwmixwrite", percent, 50.0)
    return (mixed if reads is None else reads), trims, at_random, stride


def _share(options: Options, at_random: bool) -> float:
    def read(text: str) -> float:
        each = {part for part in values.by_direction(text) if part}
        if len(each) != 1:
            raise UnsupportedValueError("differs between reads and writes, which is not supported")
        return percent(each.pop())

    share = options.get("percentage_random", read, 100.0)
    return share if at_random else 0.0


def _engine(options: Options) -> tuple[str, tuple[str, ...]]:
    engine = options.get("ioengine", str, "psync")
    if engine not in names.ENGINES:
        options.bad("ioengine", f"is not supported (engines: {', '.join(names.ENGINES)})")
        return engine, ()
    polls = {"hipri": "iopoll", "sqthread_poll": "sqpoll"}
    chosen = [ours for name, ours in polls.items() if options.flag(name)]
    if engine in ("vsync", "pvsync", "pvsync2", "sync") and "ioengine" in options.given:
        where = options.given["ioengine"].where
        options.notes.remark(where, f"ioengine={engine}: psync reads and writes the same way")
    if engine == "nbd" and not options.text("uri"):
        options.bad("ioengine", "needs uri=nbd://…")
    return engine, (*chosen, *_as_fio_calls(options, names.ENGINES[engine]))


def _as_fio_calls(options: Options, engine: str) -> list[str]:
    """Engine options for fio's default calls and buffers: one operation in a call, no huge pages. A
    hypervisor may notice either, which changes the speed of its storage (decision
    0034-job-files)."""
    huge = options.get("mem", _huge, False)
    chosen = []
    if engine in names.QUEUES and not options.changes(names.BATCHES):
        chosen.append("one-per-call")
    if engine in (*names.QUEUES, "psync") and not huge:
        chosen.append("plain-pages")
    return chosen


def _huge(text: str) -> bool:
    """Whether this kind of memory has huge pages, as `mmaphuge:/a/file` has."""
    kind = text.partition(":")[0].lower()
    if kind == "cudamalloc":
        raise UnsupportedValueError("is memory of a graphics card, which is not supported")
    if kind not in names.MEMORY:
        raise BadValueError(f"is not one of {', '.join(names.MEMORY)}")
    return names.MEMORY[kind]


def _direct(options: Options) -> bool:
    if "buffered" in options.given and "direct" not in options.given:
        return not options.flag("buffered", True)
    return options.flag("direct")


def _paths(options: Options, name: str) -> tuple[str, ...]:
    text = options.text(name)
    if not text:
        return ()
    # A colon inside a name is written \:
    return tuple(part.replace("\0", ":") for part in text.replace("\\:", "\0").split(":") if part)


def _naming(options: Options, engine: str) -> None:
    """Refuses a job name with a slash where the name becomes the name of a file."""
    section = options.section
    if "/" not in section.name:
        return
    layout = options.text("filename_format") or "$jobname"
    names_files = (
        engine not in ("null", "nbd") and not options.text("filename") and "$jobname" in layout
    )
    # A log without a name is named after its job.
    names_logs = any(
        option in options.given and options.text(option) in (None, "", "1") for option in LOGS
    )
    if names_files or names_logs:
        what = "filename=" if names_files else "the log a name"
        options.notes.refuse(
            section.where,
            f"[{section.name[:60]}] becomes a file's name and has a '/': give {what}, or another"
            " name",
        )


def _files(options: Options, depth: int, engine: str) -> tuple[int, int | None]:
    """Number of files and, if given, the size of each. A file needs a worker with at least one
    outstanding operation. If the operations do not divide among files with fio's own names, one
    file of the total size replaces them."""
    count = options.number("nrfiles", 1, 1, 1024)
    size = options.get("filesize", lambda text: _file_size(text, options.kb_base), None)
    outstanding = 1 if engine in names.ONE_AT_A_TIME else depth
    own_names = not options.text("filename") and engine not in ("null", "nbd")
    if count == 1 or not own_names or outstanding % count == 0:
        return count, size
    setting = options.given["nrfiles"]
    difference = (
        f"{setting.name}={count} with {outstanding} outstanding: one file as large as all {count}"
        " stands for them, because each file has operations of its own here"
    )
    options.notes.remark(setting.where, difference)
    return 1, None if size is None else size * count


def _file_size(text: str, kb_base: int) -> int:
    low, _, high = text.partition("-")
    if high and values.number(low, kb_base) != values.number(high, kb_base):
        raise UnsupportedValueError("is a range, which is not supported: files are of one size")
    return values.number(low, kb_base)


def _rates(options: Options, name: str) -> tuple[float, float] | None:
    def read(text: str) -> tuple[float, float] | None:
        reads, writes, _ = (
            values.number(part, options.kb_base) if part else 0
            for part in values.by_direction(text)
        )
        return (float(reads), float(writes)) if reads or writes else None

    return options.get(name, read, None)


def _poisson(options: Options) -> bool:
    def read(text: str) -> bool:
        if text not in ("linear", "poisson"):
            raise BadValueError("is neither linear nor poisson")
        return text == "poisson"

    return options.get("rate_process", read, False)


def _thinking(options: Options, depth: int, engine: str) -> None:
    if not options.span("thinktime", "us"):
        return
    if options.number("thinktime_blocks", 1) != 1:
        options.bad(
            "thinktime_blocks",
            "is not supported: think time follows every operation",
            unsupported=True,
        )
    if depth > 1 and engine not in names.ONE_AT_A_TIME:
        options.bad(
            "thinktime",
            "with iodepth above 1 is not supported: fio holds all of them back, here each rests "
            "by itself",
            unsupported=True,
        )


def _flushing(options: Options, depth: int, engine: str) -> None:
    for name in ("fsync", "fdatasync"):
        if depth > 1 and engine not in names.ONE_AT_A_TIME and options.number(name, 0):
            options.bad(
                name,
                "with iodepth above 1 is not supported: fio lets the queue run dry before each"
                " flush, here it stays full",
                unsupported=True,
            )


def _durable(options: Options) -> bool:
    text = (options.text("sync") or "0").lower()
    if text not in ("0", "none", "1", "sync", "dsync"):
        options.bad("sync", "is not one of none, sync, dsync")
    return text in ("1", "sync", "dsync")


_VERIFIES = (
    "md5 crc16 crc32 crc32c crc32c-intel crc64 crc7 xxhash sha256 sha512 sha1 sha3-224 sha3-256"
    " sha3-384 sha3-512 meta 1"
)


def _verify(options: Options) -> bool:
    text = options.text("verify")
    if text is None or text in ("0", "none"):
        return False
    if text not in (known := _VERIFIES.split()):
        options.bad("verify", f"is not supported (known: {', '.join(known)})")
    elif text != "meta":
        where = options.given["verify"].where
        options.notes.remark(
            where,
            f"verify={text}: blocks carry address, generation and a checksum of Plimsoll's own",
        )
    return True


def _percentiles(text: str) -> tuple[float, ...]:
    found = tuple(sorted(real(part) for part in text.split(":") if part))
    if not found or len(found) > 20 or not all(0 < value <= 100 for value in found):
        raise BadValueError("is not a list of 1 to 20 percentiles, such as 50:99:99.9")
    return found


def _counts_errors(options: Options) -> bool:
    known = ("none", "read", "write", "io", "verify", "all", "0", "1")
    text = options.text("continue_on_error")
    if text is not None and text not in (*known, ""):
        options.bad("continue_on_error", f"is not one of {', '.join(known)}")
    return text is not None and text not in ("none", "0")


FINEST_LOG_MS, COARSEST_LOG_MS = 100, 60_000
"""Limits of a Run's interval. A log holds means over intervals."""
LOGS = {"write_bw_log": "bw", "write_lat_log": "lat", "write_iops_log": "iops"}


def _logs(options: Options, name: str) -> dict[str, str]:
    given = [option for option in LOGS if option in options.given]
    if given and not options.span("log_avg_msec", "ms"):
        options.bad(
            given[0],
            "logs every operation; here a log holds means: give log_avg_msec=1000, say",
            unsupported=True,
        )
        return {}
    # In fio 0 and 1 are names, too.
    return {LOGS[option]: options.text(option) or name for option in given}


def _log_ms(options: Options) -> int:
    length = options.span("log_avg_msec", "ms") // 1000
    possible = min(max(length, FINEST_LOG_MS), COARSEST_LOG_MS) if length else 0
    if possible != length:
        why = f"log_avg_msec={length}: a log holds means over {possible} ms, the nearest there is"
        options.notes.remark(options.given["log_avg_msec"].where, why)
    return possible


def _steady(options: Options) -> SteadyState | None:
    def read(text: str) -> tuple[str, bool, float, bool]:
        name, _, limit = text.partition(":")
        metric, slope = name.removesuffix("_slope"), name.endswith("_slope")
        if metric not in ("iops", "bw", "lat") or not limit:
            raise BadValueError("is not written iops:2%, iops_slope:0.3%, bw:…, or lat:…")
        return metric, slope, real(limit.rstrip("%")), limit.endswith("%")

    found = options.get("steadystate", read, None)
    if found is None:
        return None
    window = options.span("steadystate_duration", "s") / 1e6
    if window < 2:
        options.bad("steadystate", "needs steadystate_duration of 2s or more")
    return SteadyState(
        *found, window_s=window, after_s=options.span("steadystate_ramp_time", "s") / 1e6
    )
