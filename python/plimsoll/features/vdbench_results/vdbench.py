"""vdbench: its output folder (flatfile.html, histogram.html, parmfile.html), any of these files
alone, and its printed text (summary.html, totals.html, logfile.html, a VM's text under HCIBench).
Columns are found by name, never by position: 5.03, 5.04.06 and 5.04.07 differ.

A response time counts from when a thread starts an operation and excludes the wait for a free
thread. Times are milliseconds; with debug=23 they are microseconds, printed without decimals. MB is
1024**2 unless the heading has 1000**2. The first interval (or the warm-up) is not in an average.
Averages are recomputed from intervals unless rows are missing. The label of an average touches the
clock from nine letters on (`17:46:35.163avg_31-150`).

Written after the source of vdbench and published outputs."""

import html
import itertools
import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from plimsoll.base.gaps import Gap
from plimsoll.features.imports.results.figures import (
    Fields,
    Figure,
    Size,
    Text,
    Whole,
    times,
    whole,
)
from plimsoll.features.imports.results.figures import number as figure
from plimsoll.features.imports.results.figures import size as sized
from plimsoll.features.imports.results.run_result import (
    Check,
    ClockStep,
    Latency,
    Load,
    Operations,
    Part,
    Result,
    UnrecordedTime,
    Workload,
)
from plimsoll.features.imports.results.source import File, Sentence
from plimsoll.features.vdbench_results import vdbench_clock, vdbench_histogram
from plimsoll.features.vdbench_results import vdbench_parameters as parameters
from plimsoll.features.vdbench_results.messages import message
from plimsoll.features.vdbench_results.vdbench_clock import Clock
from plimsoll.features.vdbench_results.vdbench_histogram import STARTING, TAGS, Histograms

_ROW = re.compile(r"^(\d{1,2}:\d\d:\d\d[.,]\d{3})\s*(avg_\d+-\d+|\d+)\s+(\S.*)$")
"""A row: its time of day has three decimals, so that the label may touch it."""
_COMMA = re.compile(r"\d+,\d+")
_AVERAGE = re.compile(r"avg_(\d+)-(\d+)")
_TOD = re.compile(r"(\d{1,2}):(\d\d):(\d\d)[.,](\d{3})")
_FAILED = re.compile(r"\bop:\s*\w+\s+lun:.*\berrno:")
_WARMUP = re.compile(r"\bwarmup=(\d+)")
_UNTHROTTLED = (9999988, 9999977, 999988, 999977)
_QUOTED = "> \t"
"""Around a line that was pasted as a quotation."""
_MIB = 1 << 20
_SECTOR = 512
_MAX_AVERAGE_DELAY_S = 2.0
"""An average is written behind its last interval within this time."""
_WARMUP_RATE_TOLERANCE = 0.15
"""The warm-up goes as fast as what follows it within this share, where nothing else is known."""


class _Cells(Fields):
    """The cells of a row that are no figures, by column."""

    time_of_day = Text("tod")
    timestamp = Text("timestamp")
    resp = Text("resp time")
    xfersize_bytes = Size("xfersize")
    threads = Whole("threads")
    bytes_each = Whole("bytes/io", "bytes i/o")
    read_percent = Figure("rdpct")
    seek = Text("seekpct")
    version = Text("version")

    @property
    def seek_percent(self) -> float | None:
        """Filling (seekpct=eof) is printed as -1."""
        seek = self.seek or ""
        return 0.0 if seek.startswith("-1") else figure(seek)


@dataclass
class _Row:
    """A line of figures by the names of its columns."""

    label: str
    line: int
    at_s: float
    """When it was written, seconds since the first midnight of the report."""
    values: Mapping[str, float]
    micro: bool = False
    decimal: bool = False
    cells: _Cells = field(default_factory=lambda: _Cells({}))

    def first_value(self, *names: str) -> float | None:
        """The first of these columns that it has."""
        for name in names:
            value = self.values.get(name)
            if value is not None:
                return value
        return None

    def span(self, *names: str) -> float | None:
        """A time in ns; None for zero, which stands for no operations of that kind."""
        value = self.first_value(*names)
        return None if not value else value * (1e3 if self.micro else 1e6)


@dataclass
class _Run:
    """The printed lines of one RD."""

    name: str
    line: int
    rate: str = ""
    elapsed: str = ""
    loops: str = ""
    rows: list[_Row] = field(default_factory=list)
    average: _Row | None = None
    began_s: float | None = None
    """Time of the line that begins the Run, as `_Row.at_s`."""
    clock: Clock = field(default_factory=Clock)
    version: str | None = None
    errors: int = 0
    """Failed operations, each a line of its own."""
    warmup: int = 1
    """Intervals before the first that counts, for Runs without an average."""


def sniff_flat(head: str) -> bool:
    """Whether it is a flatfile."""
    return (
        re.search(r"^[ \t]+tod\s+(timestamp\s+)?Run\s+Interval\s", head, re.MULTILINE) is not None
    )


def sniff(head: str) -> bool:
    """Whether it is what vdbench prints."""
    return ("Vdbench distribution" in head or "Starting RD=" in head) or (
        re.search(r"\binterval\s+i/o\s+MB/sec\s|\.Interval\.+\s+\.ReqstdOps\.", head) is not None
    )


def read_flat(file: File) -> Iterator[Result]:
    """The Runs of a flatfile."""
    yield from _results(list(_flat(file)), parameters.NONE, {})


def read(file: File, settings: parameters.Parameters = parameters.NONE) -> Iterator[Result]:
    """The Runs of a printed text. `settings`: the parameter file, if known."""
    yield from _results(_report(file), settings, {})


def claims(files: Mapping[str, File]) -> list[tuple[str, ...]]:
    """The files of an output folder; none in any other folder."""
    known = ("flatfile.html", "summary.html", "totals.html", "logfile.html", "histogram.html")
    if not any(name in files for name in known[:3]) or "parmfile.html" not in files:
        return []
    # The others repeat what these have, of each SD and slave.
    return [tuple(name for name in files if name.endswith(".html"))]


def read_folder(files: Mapping[str, File]) -> Iterator[Result]:
    """The Runs of an output folder, by the names of its files."""
    settings, counts = parameters.NONE, dict[tuple[str, int], Histograms]()
    if "parmfile.html" in files:
        settings = parameters.read(files["parmfile.html"])
    if "histogram.html" in files:
        counts = vdbench_histogram.read(files["histogram.html"])
    runs = _runs_of_folder(files)
    if "errorlog.html" in files:
        _add_errors(runs, files["errorlog.html"])
    yield from _results(runs, settings, counts)


def _runs_of_folder(files: Mapping[str, File]) -> list[_Run]:
    flat = files.get("flatfile.html")
    if flat is not None and (runs := list(_flat(flat))):
        if runs[0].clock.origin_s is None and "summary.html" in files:
            _copy_clocks(runs, _report(files["summary.html"]))
        return runs
    for name in ("summary.html", "totals.html", "logfile.html"):
        if name in files and (runs := _report(files[name])):
            return runs
    return []


def _add_errors(runs: Sequence[_Run], file: File) -> None:
    """Adds the failed operations of the error log to the Run of their time. The report may have
    them, too."""
    spans: list[tuple[_Run, float, float]] = []
    for run in runs:
        stop_s = (run.average or run.rows[-1]).at_s
        # The first row ends its interval: it is as long as the next one.
        first_s = 2 * run.rows[0].at_s - run.rows[1].at_s if len(run.rows) > 1 else stop_s
        spans.append((run, spans[-1][2] if spans else first_s, stop_s))
    failed: Counter[int] = Counter()
    for _, raw in file.lines():
        text = _plain(raw)
        tod_s = _seconds(text)
        if spans and tod_s is not None and _FAILED.search(text) is not None:
            failed[min(range(len(spans)), key=partial(_time_beside, tod_s, spans))] += 1
    for at, many in failed.items():
        runs[at].errors = max(runs[at].errors, many)


def _time_beside(tod_s: float, spans: Sequence[tuple[_Run, float, float]], at: int) -> float:
    """Seconds between a time of day and the span of a Run; 0 within it."""
    _, begin_s, stop_s = spans[at]
    if (tod_s - begin_s) % vdbench_clock.DAY_S <= stop_s - begin_s:
        return 0.0
    return min((begin_s - tod_s) % vdbench_clock.DAY_S, (tod_s - stop_s) % vdbench_clock.DAY_S)


def _plain(raw: str) -> str:
    """A line as a browser shows it."""
    return html.unescape(TAGS.sub("", raw)).strip(_QUOTED)


def _copy_clocks(runs: Sequence[_Run], of_report: Sequence[_Run]) -> None:
    """Copies the dates of a report to the Runs of an old flatfile, which has none."""
    if len(runs) == len(of_report):
        for run, other in zip(runs, of_report, strict=True):
            run.clock = other.clock


def _flat(file: File) -> Iterator[_Run]:
    names: list[str] = []
    run: _Run | None = None
    clock = Clock()
    for number, text in file.lines():
        words = text.split()
        if not words or text.startswith("*") or "<pre>" in text.lower():
            continue
        if words[0] == "tod":
            names = words
            if "Read_rate" in names or "Mkdir_rate" in names:
                raise file.bad(partial(message, "no-file-systems"), number)
            if missing := {"Run", "Interval", "rate", "resp", "read%"} - set(names):
                raise file.bad(partial(message, "no-column", column=min(missing)), number)
            continue
        if not names:
            continue
        if len(words) < len(names) - 1:
            raise file.bad(
                partial(message, "row-cut-or-damaged", columns=len(words), of=len(names)),
                number,
            )
        cells = dict(zip(names, _with_points(words), strict=False))
        # Every column ends with a blank.
        file.refuse_cut(number, complete=text.endswith(" ") and len(words) == len(names))
        named_cells = _Cells(cells)
        at_s = clock.at(_seconds(named_cells.time_of_day or "") or 0.0)
        clock.read_stamp(named_cells.timestamp or "", at_s)
        row = _Row(cells["Interval"], number, at_s, _numbers(cells), cells=named_cells)
        if run is None or run.average is not None or run.name != cells["Run"]:
            if run is not None and run.average is None:
                yield run
            run = _Run(cells["Run"], number, clock=clock)
        if _AVERAGE.fullmatch(row.label):
            run.average = row
            yield run
        else:
            run.rows.append(row)
    if run is not None and run.average is None:
        yield run


def _with_points(words: Sequence[str]) -> list[str]:
    """A row with points for the commas that Java writes into figures where the language of the
    machine has decimal commas. There are none between thousands."""
    return [word.replace(",", ".") if _COMMA.fullmatch(word) else word for word in words]


def _numbers(cells: Mapping[str, str]) -> dict[str, float]:
    return {name: found for name, text in cells.items() if (found := figure(text)) is not None}


def _seconds(tod: str) -> float | None:
    found = _TOD.match(tod)
    if found is None:
        return None
    hours, minutes, seconds, thousandths = map(int, found.groups())
    return hours * 3600 + minutes * 60 + seconds + thousandths / 1000


def _report(file: File) -> list[_Run]:
    """Reads the Runs. Each of several outputs has its own date and version."""
    version: str | None = None
    runs: list[_Run] = []
    first: list[str] = []
    names: list[str] = []
    clock = Clock()
    for number, raw in file.lines():
        text = _plain(raw)
        if "Vdbench distribution:" in text:
            clock = Clock() if runs else clock
            version = next(iter(text.partition("Vdbench distribution:")[2].split()), None)
        elif "report, created" in text:
            clock = Clock() if runs else clock
            clock.read_title(text)
        elif "ReqstdOps" in text or "; fwdrate=" in text:
            raise file.bad(partial(message, "no-file-systems"), number)
        elif (start := STARTING.search(text)) is not None:
            tod_s = _seconds(text)
            runs.append(
                _Run(
                    *(start[1].strip(), number, start[2] or "", start[3].strip(), start[4] or ""),
                    began_s=None if tod_s is None else clock.at(tod_s),
                    clock=clock,
                    version=version,
                )
            )
        elif runs and _FAILED.search(text) is not None:
            runs[-1].errors += 1
        elif " interval " in f" {text} " and "MB/sec" in text:
            clock.read_heading(text.partition("interval")[0])
            first = text.split()[text.split().index("interval") + 1 :]
        elif first and not _ROW.match(text) and text:
            second = text.split()
            if len(second) < len(first):
                raise file.bad(partial(message, "heading-short"), number)
            names, first = [f"{a} {b}" for a, b in zip(first, second, strict=False)], []
        elif (row := _ROW.match(text)) is not None and names:
            _add(file, runs, names, row, number, clock)
    with_results = [run for run in runs if run.rows or run.average]
    if with_results and with_results[-1] is not runs[-1]:
        raise file.bad(partial(message, "run-cut", run=runs[-1].name), runs[-1].line)
    return with_results


def _add(
    file: File,
    runs: list[_Run],
    names: Sequence[str],
    text: re.Match[str],
    number: int,
    clock: Clock,
) -> None:
    words = _with_points(text[3].split())
    cells = dict(zip(names, words, strict=False))
    values = _numbers(cells)
    if "i/o rate" not in values:
        raise file.bad(partial(message, "row-without-rate"), number)
    file.refuse_cut(number, complete=len(words) == len(names) and _is_whole(names[-1], words[-1]))
    if "read pct" not in cells:
        raise file.bad(partial(message, "row-of-few-words", words=len(words) + 2), number)
    if not runs:
        runs.append(_Run("run", number, clock=clock))
    run = runs[-1]
    named_cells = _Cells(cells)
    made = _Row(
        text[2],
        number,
        clock.at(_seconds(text[1]) or 0.0),
        values,
        # debug=23 prints microseconds, and no decimals.
        micro="." not in (named_cells.resp or "."),
        decimal="MB/sec 1000**2" in cells,
        cells=named_cells,
    )
    if _AVERAGE.fullmatch(text[2]):
        run.average = made
    else:
        run.rows.append(made)


def _is_whole(name: str, figure_text: str) -> bool:
    """Whether a figure of a row has all its decimals: one of processors and queues, else three."""
    decimals = 1 if name.startswith(("cpu%", "queue")) else 3
    return re.fullmatch(rf"\d+\.\d{{{decimals}}}|NaN", figure_text) is not None


_RATE = ("rate", "i/o rate")
_READS = ("read%", "read pct")
_RESP = ("resp", "resp time")
_MAX = ("resp_max", "resp max")
_STD = ("resp_std", "resp stddev")
_MB = ("MB/sec", "MB/sec 1024**2", "MB/sec 1000**2")
_OF_KIND = {
    "read": (("read_resp", "read resp"), ("read_max", "read max")),
    "write": (("write_resp", "write resp"), ("write_max", "write max")),
}


def _results(
    runs: Iterable[_Run],
    settings: parameters.Parameters,
    counts: Mapping[tuple[str, int], Histograms],
) -> Iterator[Result]:
    seen: Counter[str] = Counter()
    for run in runs:
        number = seen[run.name]
        seen[run.name] += 1
        if not run.rows and run.average is None:
            continue
        yield _result(run, settings.of_run(run.name), counts.get((run.name, number), {}))


def _result(run: _Run, settings: parameters.Parameters, counts: Histograms) -> Result:
    length = _length(run, settings)
    run.warmup = _warmup_intervals(run, settings, length)
    begin, end = _span(run)
    mine = [row for row in run.rows if _number(row) is None or begin <= (_number(row) or 0) <= end]
    row = run.average or _mean_of(mine, run)
    seconds = length * (end - begin + 1) if length else _elapsed_s(run)
    parts, unrecorded, clock_steps = _on_one_axis(run, length)
    kinds = _kinds(row, seconds, counts)
    if run.errors:
        kinds["all"] = replace(kinds["all"], errors=run.errors)
    warmup = _of_warmup(run, counts, kinds["all"].count, length)
    offered = _offered_rate(run, row)
    return Result(
        name=run.name,
        at=_place(run),
        line=run.line,
        kinds=kinds,
        seconds=seconds,
        asked_s=_elapsed_s(run),
        starts="submission",
        workload=_workload(row, run, settings),
        load=Load(
            workers=settings.sds,
            queue_depth=row.cells.threads or whole(_loop(run, "threads")) or settings.threads,
            offered_rate_per_s=offered,
            arrivals=None if offered is None else settings.arrivals,
        ),
        target=settings.target,
        target_kind=settings.target_kind,
        direct=settings.direct,
        warmup_s=None if length is None else length * (begin - 1),
        started_at_ns=_started_ns(run, length),
        zone_told=run.clock.zone_s is not None,
        machine_cpu=_machine_cpu(row),
        program_version=row.cells.version or run.version,
        parts=parts,
        unrecorded=unrecorded,
        clock_steps=clock_steps,
        of_parts=run.average is None,
        warmup_operations=warmup or None,
        checks=tuple(_checks(run, row, mine, kinds, warmup or 0)),
        derived={"all.count": "operations_by_rate"},
        remarks=tuple(_remarks(run, row, counts, warmup)),
        refused=_refusal(run, begin, end),
    )


def _place(run: _Run) -> str:
    """Name and loop values of a Run: `For loops: None` means no loops."""
    loops = run.loops.strip().removeprefix("For loops:").strip()
    return f"RD={run.name}" if loops in ("", "None") else f"RD={run.name} {loops}"


def _refusal(run: _Run, begin: int, end: int) -> Sentence | None:
    """Why there is no Measure in it."""
    if run.average is not None and (found := _AVERAGE.fullmatch(run.average.label)):
        if int(found[2]) < int(found[1]):
            return partial(message, "ended-in-first-interval", name=run.name)
        if not run.average.first_value(*_RATE) and not run.rows:
            return partial(message, "nothing-in-average", name=run.name)
    elif end < begin and run.warmup > 1:
        return partial(message, "stopped-in-warmup", name=run.name, intervals=end, of=run.warmup)
    return None


def _remarks(run: _Run, row: _Row, counts: Histograms, warmup: int | None) -> Iterator[str]:
    if run.average is None:
        yield "unfinished_status"
    if row.micro:
        yield "microseconds_by_debug"
    yield "coarse_steps" if counts else "no_percentiles"
    if warmup:
        yield "histogram_with_warmup"


def _of_warmup(
    run: _Run, counts: Histograms, measured: int | None, length: float | None
) -> int | None:
    """Operations of the warm-up that are in the histogram; none where there is no histogram, or one
    of neither the measured time nor the whole Run."""
    if (every := vdbench_histogram.together(counts)) is None:
        return None
    begin, end = _span(run)
    before = [row for row in run.rows if (number := _number(row)) is not None and number < begin]
    counted, many = every.counts.total(), measured or 0
    if length is not None and len(before) == begin - 1:
        rates = math.fsum(row.first_value(*_RATE) or 0.0 for row in before)
        return vdbench_histogram.of_warmup(counted, measured, many + rates * length)
    # Without its rows, assume that the warm-up ran at the rate of the rest.
    longer = many * end / (end - begin + 1)
    return vdbench_histogram.of_warmup(counted, measured, longer, loose=_WARMUP_RATE_TOLERANCE)


def _started_ns(run: _Run, length: float | None) -> int | None:
    """When the first interval that counts began, as far as the file has a date."""
    if run.clock.origin_s is None:
        return None
    begin, end = _span(run)
    step = length or 0.0
    first = next((row for row in run.rows if _number(row) is not None), None)
    if first is not None:
        at_s = first.at_s + (begin - 1 - (_number(first) or 0)) * step
    elif run.average is not None:
        at_s = run.average.at_s - ((end - begin + 1) * step or _elapsed_s(run) or 0.0)
    else:
        return None
    # Rows are written a fraction of a second behind the end of their interval, which begins and
    # ends with a second.
    local_s = run.clock.origin_s + math.floor(at_s)
    return int((local_s - (run.clock.zone_s or 0.0)) * 1e9)


def _machine_cpu(row: _Row) -> tuple[float, float] | None:
    """CPU use of all hosts: total and system. In some versions cpu_used in the flatfile covers
    users only."""
    user, system = row.first_value("cpu_user"), row.first_value("cpu_kernel", "cpu% sys")
    used = row.first_value("cpu% sys+u")
    if user is not None and system is not None:
        used = user + system
    if used is None or system is None or used > 100.5 or system > used:
        return None
    return used / 100, system / 100


def _number(row: _Row) -> int | None:
    return int(row.label) if row.label.isdigit() else None


def _span(run: _Run) -> tuple[int, int]:
    if run.average is not None and (found := _AVERAGE.fullmatch(run.average.label)):
        return int(found[1]), max(int(found[1]), int(found[2]))
    numbers = [number for row in run.rows if (number := _number(row)) is not None]
    first, last = min(numbers, default=1), max(numbers, default=1)
    if run.warmup > 1:
        return run.warmup + 1, last
    return (first + 1 if len(numbers) > 1 else first), last


def _warmup_intervals(run: _Run, settings: parameters.Parameters, length: float | None) -> int:
    """Intervals at the begin that do not count in a Run without an average: the first, or its
    warm-up, cut to whole intervals."""
    found = _WARMUP.search(run.elapsed) or _WARMUP.search(run.loops)
    seconds = (float(found[1]) if found else settings.warmup_s) or 0.0
    return max(1, int(seconds / length)) if length else 1


def _length(run: _Run, settings: parameters.Parameters) -> float | None:
    """Whole seconds of an interval: the time between two rows; with averages alone the requested
    interval, else a share of the duration."""
    gaps = sorted(
        (later.at_s - row.at_s) / (number - before)
        for row, later in itertools.pairwise(run.rows)
        if (before := _number(row)) is not None
        and (number := _number(later)) is not None
        and number > before
        and later.at_s > row.at_s
    )
    if gaps:
        return max(1.0, float(round(gaps[len(gaps) // 2])))
    if settings.interval_s is None and run.average is not None and run.began_s is not None:
        # The label numbers the last interval, and the average was written behind it.
        _, last = _span(run)
        took_s = run.average.at_s - run.began_s
        length = float(round(took_s / last))
        if length and abs(took_s - last * length) <= _MAX_AVERAGE_DELAY_S + 0.1 * length:
            return length
    return settings.interval_s


def _elapsed_s(run: _Run) -> float | None:
    found = re.match(r"(\d+)", run.elapsed)
    return float(found[1]) if found else None


def _mean_of(rows: Sequence[_Row], run: _Run) -> _Row:
    """The average of a Run that was cut before its own."""
    if not rows:
        return run.rows[-1]
    rates = [row.first_value(*_RATE) or 0.0 for row in rows]
    total = math.fsum(rates)
    values: dict[str, float] = {}
    for name in rows[0].values:
        known = [(rate, row.values.get(name)) for rate, row in zip(rates, rows, strict=True)]
        if name in _RATE or name in _MB:
            values[name] = math.fsum(v or 0.0 for _, v in known) / len(rows)
        elif name in _MAX or name.endswith(("_max", " max")):
            values[name] = max(v or 0.0 for _, v in known)
        elif total:
            values[name] = math.fsum(rate * (v or 0.0) for rate, v in known) / total
    for name in (*_STD, "read_resp", "write_resp", "read resp", "write resp"):
        # Weights of these would be other ones.
        values.pop(name, None)
    return replace(rows[-1], values=values)


def _kinds(row: _Row, seconds: float | None, counts: Histograms) -> dict[str, Operations]:
    rate = row.first_value(*_RATE) or 0.0
    reads = row.first_value(*_READS)
    per_s = times(row.first_value(*_MB), 1e6 if row.decimal else _MIB)
    count = None if seconds is None else round(rate * seconds)
    std = row.first_value(*_STD)
    latency = Latency(
        count=count,
        mean=row.span(*_RESP),
        stddev=std * 1e6 if std else None,
        max=row.span(*_MAX) or _longest_of_kinds(row),
    )
    every = _with_distribution(latency, vdbench_histogram.together(counts))
    made = {"all": Operations(count, None, None, rate, per_s, every)}
    if reads is None:
        return made
    for kind, (resp, most) in _OF_KIND.items():
        share = reads / 100 if kind == "read" else 1 - reads / 100
        if share <= 0.00005:
            continue
        whole = share > 0.99995
        beside = every if whole else Latency()
        latency = Latency(
            count=None if count is None else round(count * share),
            mean=row.span(*resp) or beside.mean,
            stddev=beside.stddev,
            max=row.span(*most) or beside.max,
        )
        of_all = vdbench_histogram.together(counts) if whole else None
        spans = _with_distribution(latency, counts.get(kind) or of_all)
        # Reads and writes may have sizes of their own.
        size_per_s = per_s if whole else None
        completion = spans if spans.has_values else None
        made[kind] = Operations(latency.count, None, None, rate * share, size_per_s, completion)
    return made


def _longest_of_kinds(row: _Row) -> float | None:
    """Maximum of all operations from those of reads and writes (5.04.07 prints only these)."""
    maxima = [row.span(*most) for _, most in _OF_KIND.values()]
    return max((span_ns for span_ns in maxima if span_ns is not None), default=None)


def _with_distribution(latency: Latency, histogram: vdbench_histogram.Histogram | None) -> Latency:
    if histogram is None:
        return latency
    buckets = tuple(sorted(histogram.buckets))
    return replace(latency, counts=histogram.counts, width=vdbench_histogram.STEP, buckets=buckets)


def _workload(row: _Row, run: _Run, settings: parameters.Parameters) -> Workload:
    cells = row.cells
    size = cells.xfersize_bytes or sized(_loop(run, "xfersize")) or settings.block_size_bytes
    if size is None and not settings.blocks:
        mean = cells.bytes_each
        # With several sizes, bytes/io is their mean, which is no block size.
        size = mean if mean and mean % _SECTOR == 0 else None
    known = (cells.read_percent, figure(_loop(run, "rdpct")), settings.read_percent)
    reads = next((percent for percent in known if percent is not None), None)
    if reads is None and (done := row.first_value(*_READS)) is not None:
        reads = float(round(done))
    seek = cells.seek_percent if cells.seek_percent is not None else settings.seek_percent
    return Workload(
        block_size_bytes=size,
        blocks=() if size else settings.blocks,
        read_percent=reads,
        trim_percent=0.0,
        pattern={0.0: "sequential", 100.0: "random"}.get(
            min(100.0, -1.0 if seek is None else seek)
        ),
    )


def _offered_rate(run: _Run, row: _Row) -> float | None:
    """The requested rate; None for unlimited."""
    wanted = row.first_value("reqrate")
    if wanted is None:
        found = re.search(r"([\d,.]+)", run.rate)
        fixed = found is not None and "MAX" not in run.rate.upper()
        wanted = figure(found[1].replace(",", "")) if found is not None and fixed else None
    if wanted is None or wanted <= 0 or round(wanted) in _UNTHROTTLED:
        return None
    return wanted


def _on_one_axis(
    run: _Run, length: float | None
) -> tuple[tuple[Part, ...], UnrecordedTime, tuple[ClockStep, ...]]:
    """The intervals from the first that counts on; time of which there is no row: by the numbers of
    the rows, and where their clock went on without them; and where it was set back."""
    if length is None:
        return (), UnrecordedTime(), ()
    begin, end = _span(run)
    rows = [(number, row) for row in run.rows if (number := _number(row)) is not None]
    axis = vdbench_clock.time_axis([(number, row.at_s) for number, row in rows], length)
    inside = [i for i, (number, _) in enumerate(rows) if begin <= number <= end]
    if not inside:
        return (), UnrecordedTime(), ()
    # A step of the clock in the warm-up is outside Measure.
    gained = axis.moved_s[inside[0]]
    moved = [
        (number - begin) * length + by - gained
        for (number, _), by in zip(rows, axis.moved_s, strict=True)
    ]
    parts = tuple(Part(moved[i], length, _kinds(rows[i][1], length, {})) for i in inside)
    gaps = []
    if moved[inside[0]] > 0:
        gaps.append(Gap(0.0, moved[inside[0]]))
    missing_at_end = end - rows[inside[-1]][0]
    if missing_at_end and run.average is not None:
        gaps.append(Gap(moved[inside[-1]] + length, missing_at_end * length))
    unrecorded = UnrecordedTime(
        gaps=tuple(gaps),
        late=tuple(Gap(moved[i], by) for i, by in axis.late if i in inside),
        by_clock=any(i in inside and i != inside[0] for i, _ in axis.gaps),
    )
    steps = tuple(ClockStep(moved[i], -by) for i, by in axis.set_back if i in inside)
    return parts, unrecorded, steps


def _checks(
    run: _Run, row: _Row, mine: Sequence[_Row], kinds: Mapping[str, Operations], warmup: int
) -> Iterator[Check]:
    """`warmup`: operations of it that are in the histogram, too."""
    begin, end = _span(run)
    rates = [interval.first_value(*_RATE) or 0.0 for interval in mine]
    rate, resp = row.first_value(*_RATE), row.first_value(*_RESP)
    total = math.fsum(rates)
    if run.average is not None and mine and rate is not None:
        missing = end - begin + 1 - len(mine)
        if missing <= 0:
            yield Check("all.rate_per_s", rate, total / len(mine), 0.01)
        elif rate * (end - begin + 1) < total * 0.99:
            # More was done in some of the intervals than the average has of all of them.
            yield Check("all.rate_per_s", rate, total / (end - begin + 1), 0.01)
        if resp and total and missing <= 0:
            mean = math.fsum(
                a * (b.first_value(*_RESP) or 0.0) for a, b in zip(rates, mine, strict=True)
            )
            yield Check("all.mean", resp, mean / total, 0.02 + 0.001 / resp)
    yield from _beside_kinds(row)
    depth = row.first_value("queue_depth", "queue depth")
    if depth and rate and resp and depth >= 0.5:
        # Little's law: a time in the wrong unit is wrong by a thousand here.
        spans = kinds["all"].completion
        outstanding = rate * (spans.mean or 0.0) / 1e9 if spans is not None else 0.0
        yield Check("all.outstanding", depth, outstanding, 0.15 + 0.1 / depth)
    megabytes, size = row.first_value(*_MB), row.first_value("bytes/io", "bytes i/o")
    if megabytes and size and rate:
        unit = 1e6 if row.decimal else _MIB
        yield Check("all.bytes_per_s", megabytes * unit, rate * size, 0.02 + 0.01 / megabytes)
    counts = kinds["all"].completion.counts if kinds["all"].completion else None
    many = kinds["all"].count
    if counts and many:
        yield Check("all.operations", many + warmup, sum(counts.values()), 0.05)


def _beside_kinds(row: _Row) -> Iterator[Check]:
    """Checks the response time of all operations against reads and writes."""
    resp, reads = row.first_value(*_RESP), row.first_value(*_READS)
    of_kinds = [row.first_value(*names) for names, _ in _OF_KIND.values()]
    if not resp or reads is None or None in of_kinds:
        return
    of_reads, of_writes = (resp_ms or 0.0 for resp_ms in of_kinds)
    both = (reads * of_reads + (100 - reads) * of_writes) / 100
    if both:
        # Three decimals of a time, two of the percentage.
        apart = abs(of_reads - of_writes) * 1e-4
        yield Check("all.mean", resp, both, 0.02 + (0.001 + apart) / resp)


def _loop(run: _Run, name: str) -> str | None:
    """The value of a loop that this Run had."""
    found = re.search(rf"\b{name}=(\S+)", run.loops)
    return found[1] if found else None
