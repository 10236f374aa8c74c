"""diskspd's text (`-Rtext`, the default): a Run for each timespan of each output. Columns are found
by name: `-L` adds latency, `-D` the spread of IOPS, old builds write MB/s for MiB/s.

Latency counts from the submission, in milliseconds. Percentiles are printed with -L; there is no
distribution (nor in the XML, which has percentiles).

Microsoft's diskspd for Linux is another program with nearly the same text. It has jobs for
timespans and prints no real duration: rates are operations by the requested time. Its percentiles
of reads and writes together count the first of several threads once for each that follows
(result_formatter.cc adds a histogram to the total that was itself added up); they are left out."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from plimsoll.features.imports.messages import message
from plimsoll.features.imports.numbers import POWERS
from plimsoll.features.imports.results import run_result
from plimsoll.features.imports.results.diskspd_xml import started_ns
from plimsoll.features.imports.results.figures import Fields, Figure, Flag, Size, Text, Whole, times
from plimsoll.features.imports.results.figures import number as figure
from plimsoll.features.imports.results.source import File

_MIB = 1 << 20
_NINES = {f"{n}-nines": round(100 - 100 * 10.0**-n, 9) for n in range(3, 10)}
_TABLES = {"Total IO": "all", "Read IO": "read", "Write IO": "write"}


class _Row(Fields):
    thread = Text("thread")
    file = Text("file")
    operations = Figure("I/Os")
    bytes = Figure("bytes")
    rate_per_s = Figure("I/O per s")
    mib_per_s = Figure("MiB/s", "MB/s")
    mean_ns = Figure("AvgLat", unit=1e6)
    stddev_ns = Figure("LatStdDev", unit=1e6)


class _Profile(Fields):
    """The profile, by the names of `_PROFILE`. An empty value differs between targets."""

    version = Text("version")
    duration_s = Figure("duration")
    warmup_s = Figure("warmup")
    path = Text("path")
    block_bytes = Size("block")
    outstanding = Whole("outstanding")
    threads = Whole("threads")
    host = Text("host")
    start = Text("start")
    command = Text("command")
    iops = Whole("iops")
    bytes_per_ms = Figure("bytes_per_ms")
    reads = Figure("reads")
    pattern = Text("pattern")
    direct = Flag("direct")


@dataclass
class _Span:
    line: int
    seconds: float | None = None
    threads: int | None = None
    tables: dict[str, _Row] = field(default_factory=dict)
    """The totals of each table: of all operations, of reads, of writes."""
    rows: dict[str, list[_Row]] = field(default_factory=dict)
    percentiles: dict[str, dict[str, float]] = field(default_factory=dict)
    cpu: tuple[float, float] | None = None
    """Shares of all processors: in use, and in the system."""
    linux: bool = False
    """Printed by diskspd for Linux."""
    profile: _Profile = field(default_factory=lambda: _Profile({}))
    output: int = 1
    """Number of the output in the file."""
    title: str = ""
    """Heading of the results: timespan 1."""
    pasted: bool = False
    """The tables were pasted without anything else."""


_BEGIN = re.compile(r"Results for (timespan|job) (\d+)")
_TABLE = re.compile(
    r"^[ \t]*Total IO[ \t\r]*\n\s*thread\s*\|\s*bytes\s*\|\s*I/Os\s*\|", re.MULTILINE
)
"""Results alone, as they are pasted."""
_NUMBERED = re.compile(r"(?:timespan|job):\s+(\d+)$")


def sniff(head: str) -> bool:
    """Whether it is diskspd's text."""
    return (
        "Results for timespan" in head
        or _TABLE.search(head) is not None
        or (
            "Input parameters:" in head
            and re.search(r"\b(timespan:|job:\s+\d+\s)", head) is not None
            and "diskspd" in head.lower()
        )
    )


def read(file: File) -> Iterator[run_result.Result]:
    """Reads the Runs."""
    spans: list[_Span] = []
    # The profile of each timespan, by number. Settings before the first apply to all.
    profiles: dict[str, dict[str, str]] = {"": {}}
    profile, in_profile, output = profiles[""], True, 1
    table: str | None = None
    columns: list[str] = []
    last, ending = 0, ""
    for number, text in file.lines():
        stripped = text.strip()
        if not in_profile and stripped.startswith(("Command Line:", "Input parameters:")):
            # Another output begins, with a profile of its own.
            _refuse_cut(file, spans[-1])
            profiles = {"": {}}
            profile, in_profile, output = profiles[""], True, output + 1
        if (begun := _BEGIN.match(stripped)) is not None:
            of = _Profile(profiles[""] | profiles.get(begun[2], {}))
            name = f"{begun[1]} {begun[2]}"
            linux = begun[1] == "job"
            spans.append(_Span(number, linux=linux, profile=of, output=output, title=name))
            table, in_profile = None, False
        elif in_profile and stripped == "Total IO":
            # Tables were pasted without their profile.
            of = _Profile(profiles[""])
            spans.append(_Span(number, profile=of, output=output, title="tables", pasted=True))
            table, columns, in_profile = "all", [], False
        elif in_profile and (found := _NUMBERED.match(stripped)) is not None:
            profile = profiles.setdefault(found[1], {})
        elif in_profile:
            _read_option(stripped, profile)
        elif stripped in _TABLES:
            table, columns = _TABLES[stripped], []
        elif stripped.startswith("%-ile"):
            table, columns = "percentiles", _cells(stripped)
        else:
            _line(file, spans[-1], table, columns, stripped, number)
            if table in _TABLES.values() and stripped.startswith("thread"):
                columns = _cells(stripped)
        last, ending = number, stripped
    if not spans:
        raise file.bad(partial(message, "not-finished"))
    _refuse_cut(file, spans[-1])
    file.refuse_cut(last, complete=_is_whole(ending, columns))
    for span in spans:
        yield _result(file, span, several=output > 1)


def _refuse_cut(file: File, span: _Span) -> None:
    """Raises Bad where the end of the results is missing."""
    timed = any("AvgLat" in row.given for row in span.tables.values())
    whole = len(span.tables) == len(_TABLES)
    if not whole or (timed and not any("max" in told for told in span.percentiles.values())):
        raise file.bad(partial(message, "results-cut"), span.line)


def _is_whole(row: str, columns: Sequence[str]) -> bool:
    """Whether the last figure of a row has all its decimals: three of a latency, two of a rate.
    Behind the tables nothing can be cut that is read."""
    if "|" not in row:
        return True
    lat = any("Lat" in column or column.startswith("%-ile") for column in columns)
    cells = row.replace("total:", "total |", 1).split("|")
    percentiles = bool(columns) and columns[0].startswith("%-ile")
    return len(cells) >= (len(columns) if percentiles else min(3, len(columns))) and bool(
        re.fullmatch(rf"\d+\.\d{{{3 if lat else 2}}}", cells[-1].strip())
    )


def _cells(text: str) -> list[str]:
    return [cell.strip().removesuffix("(ms)") for cell in text.split("|")]


def _read_option(text: str, profile: dict[str, str]) -> None:
    for name, pattern in _PROFILE.items():
        if (found := re.search(pattern, text, re.IGNORECASE)) is not None:
            _add_option(profile, name, found[1])
    if text in ("using O_DIRECT", "using O_SYNC"):
        profile[text.rpartition("_")[2].lower()] = "yes"
    elif text.startswith("using software"):
        _add_option(profile, "direct", "no")
    elif re.search(r"software (and hardware write )?cache disabled", text) is not None:
        _add_option(profile, "direct", "yes")
    if "performing read test" in text:
        _add_option(profile, "reads", "100")
    elif "performing write test" in text:
        _add_option(profile, "reads", "0")
    elif (
        mix := re.search(r"mix test \((read/write|write/read) ratio: (\d+)/(\d+)\)", text)
    ) is not None:
        _add_option(profile, "reads", mix[2] if mix[1] == "read/write" else str(100 - int(mix[2])))
    if text.startswith("using random I/O"):
        _add_option(profile, "pattern", "random")
    elif text.startswith(("using sequential I/O", "using interlocked")):
        _add_option(profile, "pattern", "sequential")


def _add_option(profile: dict[str, str], name: str, value: str) -> None:
    """Values that differ between targets become empty, except paths, which are listed."""
    known = profile.setdefault(name, value)
    if known != value and name == "path":
        profile[name] = known if value in known.split(", ") else f"{known}, {value}"
    elif known != value:
        profile[name] = ""


_PROFILE = {
    "version": r"diskspd(?:\.exe)? version[: ]+([\d.]+)",
    "duration": r"^duration:\s*(\d+)s",
    "warmup": r"^warm up time:\s*(\d+)s",
    "path": r"^path:\s*'(.*)'",
    "block": r"^block size:\s*([\d.]+\s*[KMG]?i?B?)",
    "outstanding": r"number of outstanding I/O operations(?: per thread)?:\s*(\d+)",
    "threads": r"total threads:\s*(\d+)",
    "host": r"^computer name:\s*(\S+)",
    "start": r"^start time:\s*([\d/]+ [\d:]+(?: UTC)?)",
    "command": r"^Command Line:\s*(.*)",
    "iops": r"^throughput rate-limited to (\d+) IOPS",
    "bytes_per_ms": r"^throughput rate-limited to (\d+) B/ms",
}
_FLAG_RATE = re.compile(r"(?:^|\s)-g(\d+)(i?)(?=\s|$)")
_FILE_SIZE = re.compile(r"\(([\d.]+)\s*([KMGT])i?B\)\s*$")
_PARTLY = re.compile(r"(?:^|\s)-(?:f|B|rd)\S")
"""Flags by which not all of a file is addressed, or not all of it alike."""


def _line(
    file: File, span: _Span, table: str | None, columns: list[str], text: str, number: int
) -> None:
    if text.startswith(("actual test time:", "test time:")):
        span.seconds = figure(text.partition(":")[2].strip().rstrip("s"))
    elif text.startswith("thread count:"):
        span.threads = int(figure(text.partition(":")[2]) or 0) or None
    elif (cpu := re.match(r"avg\.\|\s*([\d.]+)%\|\s*([\d.]+)%\|\s*([\d.]+)%", text)) is not None:
        span.cpu = ((figure(cpu[1]) or 0.0) / 100, (figure(cpu[3]) or 0.0) / 100)
    elif table == "percentiles" and "|" in text:
        cells = _cells(text)
        for name, value in zip(columns[1:], cells[1:], strict=False):
            kind = name.split()[0].lower() if name else ""
            kind = "all" if kind == "total" else kind
            if (found := figure(value)) is not None:
                span.percentiles.setdefault(kind, {})[cells[0]] = found
    elif table in _TABLES.values() and columns and "|" in text:
        assert table is not None
        cells = _cells(text.replace("total:", "total |", 1))
        filled = [cell for cell in cells if cell or len(cells) < 3]
        if len(filled) < 5:
            raise file.bad(partial(message, "row-below-heading"), number)
        row = _Row(dict(zip(columns, filled, strict=False)))
        if filled[0].startswith("total"):
            span.tables[table] = row
        else:
            span.rows.setdefault(table, []).append(row)


def _result(file: File, span: _Span, *, several: bool) -> run_result.Result:
    profile = span.profile
    title = f"output {span.output}, {span.title}" if several else span.title
    derived = {}
    if span.pasted and (seconds := _seconds(span)):
        span.seconds, derived["measure_s"] = seconds, "seconds_by_rate"
    if not span.seconds or "all" not in span.tables:
        raise file.bad(partial(message, "no-totals", title=title), span.line)
    counted_again = span.linux and len(span.rows.get("all", ())) > 1
    if counted_again and (percentiles := span.percentiles.get("all")):
        span.percentiles["all"] = {
            key: percentiles[key] for key in ("min", "max") if key in percentiles
        }
    kinds = {
        kind: one
        for kind, row in span.tables.items()
        if (one := _operations(kind, row, span)) is not None
    }
    if len(kinds) == 2 and "all" in kinds and len(span.tables) == 3:
        # All operations are of one kind.
        del kinds["all"]
    starts = run_result.latency_start(kinds)
    return run_result.Result(
        name=profile.path or title,
        at=title,
        line=span.line,
        kinds=kinds,
        seconds=span.seconds,
        asked_s=profile.duration_s,
        starts=starts,
        workload=run_result.Workload(
            block_size_bytes=profile.block_bytes,
            read_percent=profile.reads,
            trim_percent=0.0,
            pattern=profile.pattern,
            working_set_bytes=_working_set(span),
            data=_data(span),
        ),
        load=_load(span),
        target=profile.path,
        target_kind="file" if profile.path else None,
        direct=False if span.linux and "direct" not in profile.given else profile.direct,
        warmup_s=profile.warmup_s,
        started_at_ns=started_ns(profile.start),
        zone_told=(profile.start or "").endswith("UTC"),
        host=profile.host,
        program_version=profile.version,
        machine_cpu=span.cpu,
        checks=tuple(_checks(span, kinds)),
        derived=derived,
        unknown={
            **({} if starts else _NO_LATENCY),
            **(_COUNTED_AGAIN if counted_again and "all" in kinds else {}),
        },
        remarks=(
            *(("percentiles_told_alone",) if span.percentiles else ()),
            *(("rates_by_time_asked",) if span.linux else ()),
        ),
    )


_DATA = re.compile(r"(?:^|\s)-Z(r|\d\S*)?(?=[\s,]|$)")
"""-Z alone writes zeros, with a size from a random source, -Zr anew for each operation."""


def _data(span: _Span) -> run_result.Data | None:
    """The content of the writes: without -Z one pattern of bytes, again and again. Only the command
    line shows it."""
    command, reads = span.profile.command, span.profile.reads
    if command is None or span.linux or reads is None or reads >= 100:
        return None
    found = _DATA.search(command)
    if found is None:
        return run_result.Data("pattern")
    return run_result.Data("random" if found[1] else "zeros")


def _seconds(span: _Span) -> float | None:
    """Duration of pasted tables, computed from operations and rate."""
    row = span.tables.get("all", _Row({}))
    count, rate = row.operations, row.rate_per_s
    return count / rate if count and rate else None


def _load(span: _Span) -> run_result.Load:
    """-o, -g and the rates that are printed are of each thread and target: with -F a thread has
    several targets, and a row for each."""
    profile, rows = span.profile, span.rows.get("all", [])
    threads = span.threads or profile.threads
    if threads is None and rows:
        threads = len({row.thread for row in rows})
    targets = max(1, len(rows) // threads) if threads else 1
    depth, rate = profile.outstanding, _rate(profile)
    offered = rate * threads * targets if rate and threads else None
    return run_result.Load(
        workers=threads,
        queue_depth=None if depth is None else depth * targets,
        offered_rate_per_s=offered,
        arrivals="constant" if offered else None,
    )


def _rate(profile: _Profile) -> float | None:
    """IOPS that each thread was held to; older versions show it in the command line only, as bytes
    in a millisecond."""
    if profile.iops is not None:
        return float(profile.iops)
    given = _FLAG_RATE.search(profile.command or "")
    if given is not None and given[2]:
        return figure(given[1])
    per_ms = figure(given[1]) if given is not None else profile.bytes_per_ms
    block = profile.block_bytes
    return per_ms * 1000 / block if per_ms and block else None


def _working_set(span: _Span) -> int | None:
    """The size of the files, where all of them is addressed."""
    if span.profile.command is None or _PARTLY.search(span.profile.command):
        return None
    files: dict[str, float] = {}
    for row in span.rows.get("all", []):
        if row.file is None or (found := _FILE_SIZE.search(row.file)) is None:
            return None
        files[row.file] = (figure(found[1]) or 0.0) * 1024 ** POWERS[found[2].lower()]
    return int(sum(files.values())) or None


_COUNTED_AGAIN = {"completion_latency_ns.percentiles": "first_threads_counted_again"}
_NO_LATENCY = {"completion_latency_ns": "asked_without_latency"}


def _operations(kind: str, row: _Row, span: _Span) -> run_result.Operations | None:
    count, moved = row.operations, row.bytes
    if not count or not span.seconds:
        return None
    rows = span.percentiles.get(kind, {})
    percentiles = {}
    for name, value in rows.items():
        percent = _NINES.get(name) or (figure(name[:-2]) if name.endswith("th") else None)
        if percent is not None:
            percentiles[percent] = value * 1e6
    low, high = (times(rows.get(end), 1e6) for end in ("min", "max"))
    latency = run_result.Latency(int(count), row.mean_ns, row.stddev_ns, low, high, percentiles)
    return run_result.Operations(
        count=int(count),
        bytes=None if moved is None else int(moved),
        rate_per_s=count / span.seconds,
        bytes_per_s=None if moved is None else moved / span.seconds,
        completion=latency if latency.has_values else None,
    )


def _checks(span: _Span, kinds: Mapping[str, run_result.Operations]) -> Iterator[run_result.Check]:
    seconds = span.seconds or 1.0
    for kind, row in span.tables.items():
        count, rate = row.operations, row.rate_per_s
        if count and rate:
            loose = 0.01 + 0.01 / seconds
            yield run_result.Check(f"{kind}.rate_per_s", rate, count / seconds, loose, decides=True)
        many = [thread.operations for thread in span.rows.get(kind, [])]
        if count is not None and many and None not in many:
            parts = sum(ops or 0 for ops in many)
            # Without a total there is no rate.
            yield run_result.Check(f"{kind}.operations", count, parts, 1e-9, decides=not count)
        mib_per_s, moved = row.mib_per_s, row.bytes
        if mib_per_s and moved:
            loose = 0.01 + 0.01 / mib_per_s
            yield run_result.Check(f"{kind}.bytes_per_s", mib_per_s * _MIB, moved / seconds, loose)
    totals = {kind: row.operations for kind, row in span.tables.items()}
    if (every := totals.get("all")) is not None:
        parts = sum(count or 0 for kind, count in totals.items() if kind != "all")
        yield run_result.Check("all.operations", every, parts, 1e-9, decides=not every or not parts)
    yield from run_result.beside_parts(kinds)
