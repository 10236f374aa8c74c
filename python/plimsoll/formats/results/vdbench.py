"""vdbench: its output folder (flatfile.html, histogram.html, parmfile.html), any of these alone,
and what it prints (summary.html, totals.html, logfile.html, a VM's text under HCIBench). Columns
are known by their names, never by their place: 5.03, 5.04.06 and 5.04.07 differ.

A response time of vdbench counts from when a thread starts an operation: waiting for a free thread
is in none of it. Times are milliseconds; with debug=23 microseconds, which show by having no
decimals. MB is 1024**2 unless the heading says 1000**2. The first interval (or the warm-up) is not
in an average, which is worked out again from its intervals.

Written after the source of vdbench and outputs that were published; the histogram's headings were
never seen from the real program.
"""

from __future__ import annotations

import html
import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from plimsoll.formats.results import vdbench_parameters as parameters
from plimsoll.formats.results.figures import number as figure
from plimsoll.formats.results.figures import whole
from plimsoll.formats.results.measured import (
    Check,
    Latency,
    Load,
    Operations,
    Part,
    Result,
    Workload,
)
from plimsoll.formats.results.source import File

_TAGS = re.compile(r"<[^>]*>")
_START = re.compile(
    r"Starting RD=([^;]+);(?:\s*I/O rate:\s*([^;]+);)?\s*elapsed=([^;]*?)(?:;|$)(.*)", re.IGNORECASE
)
_ROW = re.compile(r"^\d{1,2}:\d\d:\d\d[.,]\d{3}\s+(avg_\d+-\d+|\d+)\s")
_AVERAGE = re.compile(r"avg_(\d+)-(\d+)")
_TOD = re.compile(r"(\d{1,2}):(\d\d):(\d\d)[.,](\d{3})")
_UNTHROTTLED = (9999988, 9999977, 999988, 999977)
_MIB = 1 << 20
_STEP = 1.0
"""A bucket of the histogram is up to twice as wide as its lower end."""


@dataclass
class _Row:
    """A line of figures by the names of its columns."""

    label: str
    line: int
    tod_s: float
    values: Mapping[str, float]
    micro: bool = False
    decimal: bool = False
    words: Mapping[str, str] = field(default_factory=dict)

    def of(self, *names: str) -> float | None:
        """The first of these columns that it has."""
        for name in names:
            value = self.values.get(name)
            if value is not None:
                return value
        return None

    def span(self, *names: str) -> float | None:
        """A time in ns; none for the zero that stands where nothing of that kind was done."""
        value = self.of(*names)
        return None if not value else value * (1e3 if self.micro else 1e6)


@dataclass
class _Run:
    """What one RD printed."""

    name: str
    line: int
    rate: str = ""
    elapsed: str = ""
    loops: str = ""
    rows: list[_Row] = field(default_factory=list)
    average: _Row | None = None


def sniff_flat(head: str) -> bool:
    """Whether it is a flatfile."""
    return re.search(r"^\s+tod\s+(timestamp\s+)?Run\s+Interval\s", head, re.MULTILINE) is not None


def sniff_report(head: str) -> bool:
    """Whether it is what vdbench prints."""
    return ("Vdbench distribution" in head or "Starting RD=" in head) or (
        re.search(r"\binterval\s+i/o\s+MB/sec\s", head) is not None
    )


def read_flat(file: File) -> Iterator[Result]:
    """The Runs of a flatfile."""
    yield from _results(list(_flat(file)), parameters.NONE, {})


def read_report(file: File) -> Iterator[Result]:
    """The Runs of what was printed."""
    version, runs = _report(file)
    for result in _results(runs, parameters.NONE, {}):
        yield replace(result, program_version=result.program_version or version)


def claims(files: Mapping[str, File]) -> list[tuple[str, ...]]:
    """The files of an output folder; none in any other folder."""
    known = ("flatfile.html", "summary.html", "totals.html", "logfile.html", "histogram.html")
    if not any(name in files for name in known[:3]) or "parmfile.html" not in files:
        return []
    # The others repeat what these have, of each SD and slave.
    return [tuple(name for name in files if name.endswith(".html"))]


def read_folder(files: Mapping[str, File]) -> Iterator[Result]:
    """The Runs of an output folder, by the names of its files."""
    asked = parameters.read(files["parmfile.html"]) if "parmfile.html" in files else parameters.NONE
    counts = _histograms(files["histogram.html"]) if "histogram.html" in files else {}
    flat = files.get("flatfile.html")
    if flat is not None and (runs := list(_flat(flat))):
        yield from _results(runs, asked, counts)
        return
    for name in ("summary.html", "totals.html", "logfile.html"):
        if name in files:
            version, runs = _report(files[name])
            if runs:
                for result in _results(runs, asked, counts):
                    yield replace(result, program_version=result.program_version or version)
                return


# -- flatfile ------------------------------------------------------------------------------------


def _flat(file: File) -> Iterator[_Run]:
    names: list[str] = []
    run: _Run | None = None
    for number, text in file.lines():
        words = text.split()
        if not words or text.startswith("*") or "<pre>" in text.lower():
            continue
        if words[0] == "tod":
            names = words
            if missing := {"Run", "Interval", "rate", "resp"} - set(names):
                raise file.bad(f"its heading has no column {min(missing)}", number)
            continue
        if not names:
            continue
        if len(words) < len(names) - 1:
            raise file.bad(
                f"a row has {len(words)} columns of {len(names)}: the file is cut or damaged",
                number,
            )
        cells = dict(zip(names, words, strict=False))
        if "read%" not in cells:
            raise file.bad("it is of file system workloads (FWD), which are not imported", number)
        file.refuse_cut(number)
        row = _Row(cells["Interval"], number, _seconds(cells["tod"]) or 0.0, _numbers(cells))
        row.words = cells
        if run is None or run.average is not None or run.name != cells["Run"]:
            if run is not None and run.average is None:
                yield run
            run = _Run(cells["Run"], number)
        if _AVERAGE.fullmatch(row.label):
            run.average = row
            yield run
        else:
            run.rows.append(row)
    if run is not None and run.average is None:
        yield run


def _numbers(cells: Mapping[str, str]) -> dict[str, float]:
    return {name: found for name, text in cells.items() if (found := figure(text)) is not None}


def _seconds(tod: str) -> float | None:
    found = _TOD.match(tod)
    if found is None:
        return None
    hours, minutes, seconds, thousandths = map(int, found.groups())
    return hours * 3600 + minutes * 60 + seconds + thousandths / 1000


# -- what is printed -----------------------------------------------------------------------------


def _report(file: File) -> tuple[str | None, list[_Run]]:
    version: str | None = None
    runs: list[_Run] = []
    first: list[str] = []
    names: list[str] = []
    for number, raw in file.lines():
        text = html.unescape(_TAGS.sub("", raw)).strip()
        if "Vdbench distribution:" in text:
            version = next(iter(text.partition("Vdbench distribution:")[2].split()), None)
        elif (start := _START.search(text)) is not None:
            runs.append(
                _Run(start[1].strip(), number, start[2] or "", start[3].strip(), start[4] or "")
            )
        elif " interval " in f" {text} " and "MB/sec" in text:
            first = text.split()[text.split().index("interval") + 1 :]
        elif first and not _ROW.match(text) and text:
            second = text.split()
            if len(second) < len(first):
                raise file.bad("a heading has fewer words in its second line", number)
            names, first = [f"{a} {b}" for a, b in zip(first, second, strict=False)], []
        elif (row := _ROW.match(text)) is not None and names:
            _add(file, runs, names, text, row[1], number)
    return version, [run for run in runs if run.rows or run.average]


def _add(
    file: File, runs: list[_Run], names: Sequence[str], text: str, label: str, number: int
) -> None:
    words = text.split()
    cells = dict(zip(names, words[2:], strict=False))
    values = _numbers(cells)
    if "i/o rate" not in values:
        raise file.bad("a row has no i/o rate", number)
    file.refuse_cut(number)
    if "read pct" not in cells:
        raise file.bad(f"a row has {len(words)} words only: the file is cut or damaged", number)
    if not runs:
        runs.append(_Run("run", number))
    run = runs[-1]
    resp = cells.get("resp time", "")
    made = _Row(
        label,
        number,
        _seconds(words[0]) or 0.0,
        values,
        # debug=23 prints microseconds, and no decimals.
        micro="." not in resp and resp != "",
        decimal="MB/sec 1000**2" in cells,
        words=cells,
    )
    if _AVERAGE.fullmatch(label):
        run.average = made
    else:
        run.rows.append(made)


# -- from rows to Runs ---------------------------------------------------------------------------

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
    asked: parameters.Parameters,
    counts: Mapping[tuple[str, int], Mapping[str, Mapping[int, int]]],
) -> Iterator[Result]:
    seen: Counter[str] = Counter()
    for run in runs:
        number = seen[run.name]
        seen[run.name] += 1
        if not run.rows and run.average is None:
            continue
        if run.average is not None and not run.average.of(*_RATE) and not run.rows:
            continue
        yield _result(run, asked, counts.get((run.name, number), {}))


def _result(
    run: _Run,
    asked: parameters.Parameters,
    counts: Mapping[str, Mapping[int, int]],
) -> Result:
    length = _length(run, asked)
    begin, end = _span(run)
    mine = [row for row in run.rows if _number(row) is None or begin <= (_number(row) or 0) <= end]
    row = run.average or _mean_of(mine, run)
    seconds = length * (end - begin + 1) if length else _elapsed(run)
    remarks = [] if run.average is not None else ["unfinished_status"]
    if row.micro:
        remarks.append("microseconds_by_debug")
    if not counts:
        remarks.append("no_percentiles")
    kinds = _kinds(row, seconds, counts)
    words = row.words
    offered = _offered(run, row)
    return Result(
        name=run.name,
        at=f"RD={run.name}" + (f" {run.loops.strip()}" if run.loops.strip() else ""),
        line=run.line,
        kinds=kinds,
        seconds=seconds,
        asked_s=_elapsed(run),
        starts="submission",
        workload=_workload(words, row, run, asked),
        load=Load(
            workers=asked.sds,
            queue_depth=whole(words.get("threads")) or _loop(run, "threads") or asked.threads,
            offered_rate_per_s=offered,
            arrivals=None if offered is None else asked.arrivals,
        ),
        target=asked.target,
        target_kind=asked.target_kind,
        direct=asked.direct,
        warmup_s=None if length is None else length * (begin - 1),
        program_version=words.get("version"),
        parts=_parts(run, length),
        checks=tuple(_checks(run, row, mine, kinds)),
        derived={"all.count": "operations_by_rate"},
        unknown={"response_time_ns": "starts_at_submission"},
        remarks=tuple(remarks),
    )


def _number(row: _Row) -> int | None:
    return int(row.label) if row.label.isdigit() else None


def _span(run: _Run) -> tuple[int, int]:
    if run.average is not None and (found := _AVERAGE.fullmatch(run.average.label)):
        return int(found[1]), max(int(found[1]), int(found[2]))
    numbers = [number for row in run.rows if (number := _number(row)) is not None]
    first = min(numbers, default=1)
    return (first + 1 if len(numbers) > 1 else first), max(numbers, default=1)


def _length(run: _Run, asked: parameters.Parameters) -> float | None:
    """Seconds of an interval: as asked, else what lies between two of them, to the second."""
    gaps = sorted(
        later.tod_s - row.tod_s
        for row, later in zip(run.rows, run.rows[1:], strict=False)
        if later.tod_s > row.tod_s
    )
    if gaps:
        return max(1.0, float(round(gaps[len(gaps) // 2])))
    return asked.interval_s


def _elapsed(run: _Run) -> float | None:
    found = re.match(r"(\d+)", run.elapsed)
    return float(found[1]) if found else None


def _mean_of(rows: Sequence[_Row], run: _Run) -> _Row:
    """What the average would be, of a Run that was cut before it."""
    if not rows:
        return run.rows[-1]
    rates = [row.of(*_RATE) or 0.0 for row in rows]
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


def _kinds(
    row: _Row, seconds: float | None, counts: Mapping[str, Mapping[int, int]]
) -> dict[str, Operations]:
    rate = row.of(*_RATE) or 0.0
    reads = row.of(*_READS)
    megabytes = row.of(*_MB)
    per_s = None if megabytes is None else megabytes * (1e6 if row.decimal else _MIB)
    count = None if seconds is None else round(rate * seconds)
    every = Latency(
        count=count,
        mean=row.span(*_RESP),
        stddev=None if (std := row.of(*_STD)) is None or not std else std * 1e6,
        max=row.span(*_MAX),
        counts=_all_counts(counts),
        width=_STEP if counts else None,
    )
    made = {"all": Operations(count, None, None, rate, per_s, every)}
    if reads is None:
        return made
    for kind, (resp, most) in _OF_KIND.items():
        share = reads / 100 if kind == "read" else 1 - reads / 100
        if share <= 0.00005:
            continue
        whole = share > 0.99995
        spans = Latency(
            count=None if count is None else round(count * share),
            mean=row.span(*resp) or (every.mean if whole else None),
            stddev=every.stddev if whole else None,
            max=row.span(*most) or (every.max if whole else None),
            counts=counts.get(kind) or (every.counts if whole else None),
            width=every.width,
        )
        made[kind] = Operations(
            spans.count,
            None,
            None,
            rate * share,
            # Reads and writes may have sizes of their own.
            per_s if whole else None,
            spans if spans.told else None,
        )
    return made


def _all_counts(counts: Mapping[str, Mapping[int, int]]) -> Mapping[int, int] | None:
    if "all" in counts:
        return counts["all"]
    if not counts:
        return None
    summed: Counter[int] = Counter()
    for one in counts.values():
        summed.update(one)
    return summed


def _workload(
    words: Mapping[str, str], row: _Row, run: _Run, asked: parameters.Parameters
) -> Workload:
    size = parameters.size(words.get("xfersize")) or parameters.size(_loop_text(run, "xfersize"))
    size = size or asked.block_size_bytes or whole(words.get("bytes/io") or words.get("bytes i/o"))
    reads = figure(words.get("rdpct"))
    reads = reads if reads is not None else figure(_loop_text(run, "rdpct"))
    reads = reads if reads is not None else asked.read_percent
    if reads is None and (done := row.of(*_READS)) is not None:
        reads = float(round(done))
    # Filling (seekpct=eof) is told as -1.
    seek = 0.0 if (words.get("seekpct") or "").startswith("-1") else figure(words.get("seekpct"))
    seek = seek if seek is not None else asked.seek_percent
    return Workload(
        block_size_bytes=size,
        read_percent=reads,
        trim_percent=0.0,
        pattern=None
        if seek is None
        else "random"
        if seek >= 100
        else "sequential"
        if seek == 0
        else None,
    )


def _offered(run: _Run, row: _Row) -> float | None:
    """The rate that was asked for; none for as fast as possible."""
    wanted = row.of("reqrate")
    if wanted is None:
        found = re.search(r"([\d,.]+)", run.rate)
        fixed = found is not None and "MAX" not in run.rate.upper()
        wanted = figure(found[1].replace(",", "")) if found is not None and fixed else None
    if wanted is None or wanted <= 0 or round(wanted) in _UNTHROTTLED:
        return None
    return wanted


def _parts(run: _Run, length: float | None) -> tuple[Part, ...]:
    """The intervals from the first that counts on."""
    if length is None:
        return ()
    begin, end = _span(run)
    return tuple(
        Part((number - begin) * length, length, _kinds(row, length, {}))
        for row in run.rows
        if (number := _number(row)) is not None and begin <= number <= end
    )


def _checks(
    run: _Run, row: _Row, mine: Sequence[_Row], kinds: Mapping[str, Operations]
) -> Iterator[Check]:
    rates = [one.of(*_RATE) or 0.0 for one in mine]
    rate, resp = row.of(*_RATE), row.of(*_RESP)
    if run.average is not None and mine and rate is not None:
        yield Check("all.rate_per_s", rate, math.fsum(rates) / len(mine), 0.01)
        total = math.fsum(rates)
        if resp and total:
            mean = math.fsum(a * (b.of(*_RESP) or 0.0) for a, b in zip(rates, mine, strict=True))
            yield Check("all.mean", resp, mean / total, 0.02 + 0.001 / resp)
    depth = row.of("queue_depth", "queue depth")
    if depth and rate and resp and depth >= 0.5:
        # Little's law: a time in the wrong unit is wrong by a thousand here.
        spans = kinds["all"].completion
        held = rate * (spans.mean or 0.0) / 1e9 if spans is not None else 0.0
        yield Check("all.outstanding", depth, held, 0.15 + 0.1 / depth)
    megabytes, size = row.of(*_MB), row.of("bytes/io", "bytes i/o")
    if megabytes and size and rate:
        unit = 1e6 if row.decimal else _MIB
        yield Check("all.bytes_per_s", megabytes * unit, rate * size, 0.02 + 0.01 / megabytes)
    counts = kinds["all"].completion.counts if kinds["all"].completion else None
    many = kinds["all"].count
    if counts and many:
        yield Check("all.operations", many, sum(counts.values()), 0.05)


# -- histogram -----------------------------------------------------------------------------------

_BUCKET = re.compile(r"^\s*([\d.]+)\s*<\s*([\d.]+|max)\s+([\d,.]+)\s+[\d.]+\s+[\d.]+")


def _histograms(file: File) -> dict[tuple[str, int], dict[str, dict[int, int]]]:
    """Counts by the middle of a bucket in ns, by kind, by Run and how often that name came
    before."""
    made: dict[tuple[str, int], dict[str, dict[int, int]]] = {}
    seen: Counter[str] = Counter()
    name, title, kind = "run", "", "all"
    last = ""
    for number, raw in file.lines():
        text = html.unescape(_TAGS.sub("", raw))
        if (start := _START.search(text)) is not None:
            name = start[1].strip()
            seen[name] += 1
        elif "min(ms)" in text and "max(ms)" in text:
            title = last.lower()
            reads, writes = "read" in title, "write" in title
            kind = "read" if reads and not writes else "write" if writes and not reads else "all"
            made.setdefault((name, max(0, seen[name] - 1)), {})[kind] = {}
        elif (row := _BUCKET.match(text)) is not None:
            of = made.get((name, max(0, seen[name] - 1)), {}).get(kind)
            if of is None:
                raise file.bad("a bucket comes before its heading", number)
            many = whole(row[3].replace(",", "").replace(".", "")) or 0
            low = figure(row[1]) or 0.0
            high = low * 2 if row[2] == "max" else figure(row[2]) or 0.0
            # The middle as the logarithm has it; of the first, which begins at 0, its upper half.
            middle = math.sqrt(low * high) if low else high / 2
            if many:
                of[round(middle * 1e6)] = of.get(round(middle * 1e6), 0) + many
        if text.strip():
            last = text
    return {key: {k: v for k, v in of.items() if v} for key, of in made.items() if any(of.values())}


def _loop_text(run: _Run, name: str) -> str | None:
    found = re.search(rf"\b{name}=(\S+)", run.loops)
    return found[1] if found else None


def _loop(run: _Run, name: str) -> int | None:
    return whole(_loop_text(run, name))
