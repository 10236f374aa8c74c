"""elbencho's text (printed, or `--resfile`) and its live figures (`--livecsv`).

As in the CSV, the column LAST DONE is used: the totals of all workers until the last one ended.
Where a block is as large as a file there are no IOPS, because they equal the files per second
(Statistics.cpp). Percentiles and histogram are upper bounds of steps of 2^(1/4) microseconds.

A live file has a line about each second. RuntimeMS and DoneBytes count from the begin of the phase;
IOPS, MiB/s and mean latency cover the time since the line before. Work after the last line is
missing. Live lines inside a text (`--livecsv stdout`) are the intervals of its phases."""

from __future__ import annotations

import csv
import math
import re
import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import pairwise
from statistics import median

from plimsoll.features.elbencho_results.elbencho import (
    Figures,
    PhaseOptions,
    is_data_phase,
    phase_options,
    phase_result,
    span,
)
from plimsoll.features.elbencho_results.messages import message
from plimsoll.features.imports.results.figures import (
    Fields,
    Figure,
    Place,
    StrictFields,
    Text,
    iso_ns,
    size,
)
from plimsoll.features.imports.results.figures import number as figure
from plimsoll.features.imports.results.run_result import (
    Check,
    ClockStep,
    Latency,
    Load,
    Operations,
    Part,
    Result,
    Workload,
    latency_start,
    read_share,
)
from plimsoll.features.imports.results.source import File

_MIB = 1 << 20
_HEAD = re.compile(r"^OPERATION\s+RESULT TYPE\s+FIRST DONE\s+LAST DONE", re.MULTILINE)
_LIVE = re.compile(r"^(ISO Date,)?Label,Phase,RuntimeMS,Rank,MixType,", re.MULTILINE)
_ROW = re.compile(r"^(?P<phase>[A-Z]\w*)?\s+(?P<name>[A-Z][\w/ %.]*?)\s*:\s+(?P<told>\S.*)$")
_NS = {"us": 1e3, "ms": 1e6, "s": 1e9}
_HALF_STEP = 2**-0.125
"""Factor from the upper bound of a histogram step to its middle."""
MIN_SKIP_RATIO = 1.5
"""Ratio to the usual step between lines above which lines are missing."""
LEAST_STEP_S = 2.0
"""Difference of a date from the time since the begin from which the clock was set: lines are
written a little late."""


def sniff(head: str) -> bool:
    """Whether it is elbencho's text."""
    return _HEAD.search(head) is not None


def sniff_live(head: str) -> bool:
    """Whether it is a file of live figures and nothing else."""
    return _LIVE.search(head) is not None and not sniff(head)


@dataclass
class _Phase:
    """The lines of one phase."""

    name: str
    line: int
    whole: bool = False
    """The line that ends the phase was found."""
    rows: dict[str, str] = field(default_factory=dict)


def read(file: File) -> Iterator[Result]:
    """The Runs of a text: of every phase that read or wrote data."""
    header: dict[str, str] = {}
    phase: _Phase | None = None
    live = _Live(file)
    place = last_line = announced = 0
    for number, text in file.lines():
        if live.takes(text, number):
            continue
        last_line = number if text.strip() else last_line
        stripped = text.rstrip()
        if (
            found := re.match(r"(ISO DATE|LABEL|COMMAND LINE)(?: start)?\s*: ?(.*)", stripped)
        ) is not None:
            if found[1] == "ISO DATE":
                header = {}
            header[found[1]] = found[2]
            announced = number
        elif stripped == "---":
            if phase is not None:
                phase.whole = True
                place += 1
                yield from _of_text(file, phase, header, live, place)
                # The date in the header belongs to the first phase only.
                header.pop("ISO DATE", None)
            phase = None
        elif (row := _ROW.match(stripped)) is not None:
            if row["phase"]:
                if phase is not None and is_data_phase(phase.name):
                    raise file.bad(
                        partial(message, "phase-lines-missing", phase=phase.name), number
                    )
                phase = _Phase(row["phase"], number)
                announced = 0
            if phase is not None:
                phase.rows[row["name"].strip()] = row["told"].strip()
    if phase is not None and is_data_phase(phase.name):
        # A copy from a console may lack the line that ends a phase.
        if not _is_whole(phase, header):
            raise file.bad(partial(message, "phase-cut", phase=phase.name), phase.line)
        file.refuse_cut(last_line)
        place += 1
        yield from _of_text(file, phase, header, live, place)
    if announced and place:
        raise file.bad(partial(message, "command-cut"), announced)
    if not place:
        yield from live.results()


_ROW_OF_OPTION = {"--lat": "latency", "--latpercent": "lat % us", "--lathisto": "lat hist"}


def _is_whole(phase: _Phase, header: Mapping[str, str]) -> bool:
    """Whether every requested row is present and complete."""
    if not {"Total MiB", "MiB read"} & phase.rows.keys():
        return False
    words = set(re.findall(r"--\w+", header.get("COMMAND LINE", "")))
    for flag, name in _ROW_OF_OPTION.items():
        matching = [value for key, value in phase.rows.items() if key.endswith(name)]
        wanted = 2 if "MiB read" in phase.rows else 1
        if flag in words and (len(matching) < wanted or not all(r.endswith("]") for r in matching)):
            return False
    return True


def _of_text(
    file: File, phase: _Phase, header: Mapping[str, str], live: _Live, place: int
) -> Iterator[Result]:
    rows = phase.rows
    mixed = "IOPS write" in rows or "MiB write" in rows

    def last(*names: str) -> float | None:
        for name in names:
            if name in rows:
                words = rows[name].split()
                return figure(words[-1]) if len(words) == 2 else None
        return None

    def figures(kind: str, latency: str, total: str) -> Figures:
        per_s = last(f"MiB/s {kind}") if mixed else last("Throughput MiB/s")
        if per_s is None:
            decimal = last(f"MB/s {kind}") if mixed else last("Throughput MB/s")
            per_s = None if decimal is None else decimal * 1e6 / _MIB
        rate = last(f"IOPS {kind}") if mixed else last("IOPS")
        if rate is None:
            # A block is a file: the files per second are the IOPS.
            ends = f"/s {kind}" if mixed else "/s"
            rate = last(*(row for row in rows if row.endswith(ends) and "B/s" not in row))
        return rate, per_s, last(total), _latency(file, rows, latency, phase.line)

    made = phase_result(
        phase.line,
        place,
        operation=phase.name,
        ms=_milliseconds(rows),
        main=figures("write", "IO wr" if mixed else "IO", "MiB write" if mixed else "Total MiB"),
        mixed=figures("read", "IO rd", "MiB read") if mixed else (None, None, None, None),
        options=_options(header),
        unit=_MIB,
    )
    if made is not None:
        parts = live.parts(phase.name)
        percentiles_alone = any(
            ops.completion is not None and ops.completion.percentiles and not ops.completion.counts
            for ops in made.kinds.values()
        )
        yield replace(
            made,
            parts=parts,
            remarks=(*made.remarks, *(("percentiles_are_bounds",) if percentiles_alone else ())),
        )


def _milliseconds(rows: Mapping[str, str]) -> float | None:
    """`Elapsed time : 2m3.241s 2m5.755s`, or `Elapsed ms : 111859 112261` before 2023."""
    row = _PhaseDuration(rows)
    if row.ms is not None:
        return figure(row.ms.split()[-1])
    words = (row.time or "-").split()
    found = re.fullmatch(r"(?:(\d+)h)?(?:(\d+)m(?!s))?(?:([\d.]+)s)?(?:(\d+)ms)?", words[-1])
    if found is None:
        return None
    hours, minutes, seconds, ms = (figure(group) or 0.0 for group in found.groups())
    return 3_600_000 * hours + 60_000 * minutes + 1000 * seconds + ms


class _PhaseDuration(Fields):
    time = Text("Elapsed time")
    ms = Text("Elapsed ms")


def _latency(file: File, rows: Mapping[str, str], name: str, line: int) -> Latency | None:
    """`IO latency : [ min=22us avg=500us max=1.20ms ]` with its percentiles and histogram."""
    figures, percents, counted = (
        rows.get(f"{name} {row}", "") for row in ("latency", "lat % us", "lat hist")
    )
    spans = {
        key: (figure(value) or 0.0) * _NS[unit]
        for key, value, unit in re.findall(r"(min|avg|max)=([\d.]+)(us|ms|s)\b", figures)
    }
    low, mean, high = (spans.get(key) for key in ("min", "avg", "max"))
    percentiles = {
        float(percent): (figure(value) or 0.0) * 1e3
        for percent, value in re.findall(r"([\d.]+)%<=([\d.]+)", percents)
    }
    counts: dict[int, int] = {}
    for value, many in re.findall(r"([\d.]+): (\d+)", counted):
        middle = (figure(value) or 0.0) * 1e3 * _HALF_STEP
        at = round(min(max(middle, low or 0.0), math.inf if high is None else high))
        counts[at] = counts.get(at, 0) + int(many)
    if not spans and not counts:
        return None
    if spans and mean is None:
        raise file.bad(partial(message, "phase-without-average", latency=name), line)
    made = span(low, mean, high, counts or None, unit=1.0)
    return None if made is None else replace(made, percentiles=percentiles)


_VALUES = {"t": "threads", "b": "block", "s": "size"}
_WITH_VALUE = (*_VALUES.values(), "iodepth", "hosts", "numhosts", "hostsfile")
_FLAGS = ("direct", "rand")


class _CommandLine(Fields):
    """The options of its command line, by their long names."""

    threads = Text("threads")
    hosts = Text("hosts")
    number_of_hosts = Text("numhosts")
    block = Text("block")
    size = Text("size")
    io_depth = Text("iodepth")


def _options(header: Mapping[str, str]) -> PhaseOptions:
    """Options of the command line, under the names of the CSV; empty without a command line."""
    names = {"LABEL": "label", "ISO DATE": "iso date", "COMMAND LINE": "command"}
    row: dict[str, object] = {name: header[key] for key, name in names.items() if key in header}
    try:
        words = shlex.split(header["COMMAND LINE"]) if "COMMAND LINE" in header else None
    except ValueError:
        words = None
    if words is None:
        row.pop("command", None)
        return PhaseOptions(row)
    given = _options_by_name(words)
    options = _CommandLine(given)
    of_file = options.hosts is None and "hostsfile" in given
    return phase_options(
        row,
        {
            "threads": None if of_file else options.threads or "1",
            "hosts": options.number_of_hosts
            or (None if options.hosts is None else _hosts(options.hosts)),
            "block size": size(options.block or "1m"),
            "file size": size(options.size),
            "io depth": options.io_depth or "1",
            "direct io": "direct" in given,
            "random": "rand" in given,
        },
    )


def _options_by_name(words: Sequence[str]) -> dict[str, str]:
    """Options by long name; a flag has an empty value."""
    given: dict[str, str] = {}
    following = iter((*words[1:], ""))
    for word in following:
        if word.startswith("--"):
            name, sign, value = word[2:].partition("=")
            takes_next = not sign and name in _WITH_VALUE
            given[name] = "" if name in _FLAGS else next(following) if takes_next else value
        elif word[:1] == "-" and word[1:2] in _VALUES:
            given[_VALUES[word[1]]] = word[2:] or next(following)
    return given


def _hosts(text: str) -> int:
    """Number of hosts in `host[1-3],other`."""
    many = 0
    for name in re.findall(r"(?:[^,\[\]]|\[[^\]]*\])+", text):
        times = 1
        for inside in re.findall(r"\[([^\]]*)\]", name):
            count = 0
            for part in inside.split(","):
                ends = re.fullmatch(r"(\d+)-(\d+)", part)
                count += int(ends[2]) - int(ends[1]) + 1 if ends else 1
            times *= max(1, count)
        many += times
    return many


class _Row(StrictFields):
    rank = Text("Rank")
    date = Text("ISO Date")
    label = Text("Label")
    phase = Text("Phase")
    mix = Text("MixType")
    runtime_ms = Text("RuntimeMS")
    at_ms = Figure("RuntimeMS")
    done_bytes = Figure("DoneBytes")
    rate = Figure("IOPS")
    mib_per_s = Figure("MiB/s")
    latency_us = Figure("Lat IO us")
    active = Text("Active")


@dataclass
class _Line:
    """A line of totals: of all workers."""

    number: int
    date: str | None
    label: str
    phase: str
    at_ms: float
    kind: str
    done_bytes: float
    rate: float
    mib_per_s: float
    latency_us: float
    active: int | None


class _Live:
    """The lines of live figures in a file."""

    def __init__(self, file: File) -> None:
        self._file = file
        self._columns: list[str] = []
        self._phases: list[list[_Line]] = []
        self._done: dict[str, float] = {}
        """Bytes done in the current phase, by kind."""

    def takes(self, text: str, number: int) -> bool:
        """Whether a line is a live line; totals of all workers are recorded."""
        if _LIVE.match(text):
            self._columns = next(csv.reader([text]), [])
            return True
        if not self._columns or text.count(",") < len(self._columns) - 2:
            return False
        cells = next(csv.reader([text]), [])
        row = _Row(dict(zip(self._columns, cells, strict=False)), Place(self._file, number))
        if not (row.runtime_ms or "").isdigit():
            return False
        if row.rank != "Total":
            return True
        self._file.refuse_cut(number)
        line = _line(row, number)
        last = self._phases[-1][-1] if self._phases else None
        again = last is None or (line.phase, line.label) != (last.phase, last.label)
        if again or (last is not None and line.at_ms < last.at_ms):
            self._phases.append([])
            self._done = {}
        if line.done_bytes < self._done.get(line.kind, 0.0):
            raise self._file.bad(partial(message, "bytes-go-back"), number)
        self._done[line.kind] = line.done_bytes
        self._phases[-1].append(line)
        return True

    def parts(self, phase: str) -> tuple[Part, ...]:
        """The intervals of the last phase of this name."""
        found = [lines for lines in self._phases if lines[0].phase == phase]
        return _parts(found[-1]) if found else ()

    def results(self) -> Iterator[Result]:
        """A Run for each phase. Raises Bad where none read or wrote data."""
        place = 0
        for lines in self._phases:
            if not is_data_phase(lines[0].phase):
                continue
            place += 1
            made = _of_live(lines, place)
            if made is not None:
                yield made
        if not place:
            raise self._file.bad(partial(message, "no-data-phase"))


def _line(row: _Row, number: int) -> _Line:
    phase, active = row.phase or "", row.active or ""
    return _Line(
        number,
        row.date,
        row.label or "",
        phase,
        row.at_ms or 0.0,
        (row.mix or ("read" if "READ" in phase else "write")).lower(),
        row.done_bytes or 0.0,
        row.rate or 0.0,
        row.mib_per_s or 0.0,
        row.latency_us or 0.0,
        int(active) if active.isdigit() else None,
    )


def read_live(file: File) -> Iterator[Result]:
    """The Runs of a live file."""
    live = _Live(file)
    for number, text in file.lines():
        live.takes(text, number)
    yield from live.results()


def _parts(lines: Iterable[_Line]) -> tuple[Part, ...]:
    """An interval for each time; what lies between lines that are missing belongs to none."""
    times: dict[float, list[_Line]] = {}
    for line in lines:
        times.setdefault(line.at_ms, []).append(line)
    ends = sorted(times)
    steps = [end - before for before, end in zip([0.0, *ends], ends, strict=False)]
    usual = median(steps) if steps else 0.0
    made = []
    for end, step in zip(ends, steps, strict=True):
        seconds = (step if step <= MIN_SKIP_RATIO * usual else usual) / 1e3
        if seconds > 0:
            kinds = {line.kind: _operations(line, seconds) for line in times[end]}
            made.append(Part(end / 1e3 - seconds, seconds, kinds))
    return tuple(made)


def _operations(line: _Line, seconds: float) -> Operations:
    count = round(line.rate * seconds)
    mean = line.latency_us * 1e3 or None
    return Operations(
        count=count,
        rate_per_s=line.rate,
        bytes_per_s=line.mib_per_s * _MIB,
        completion=None if mean is None or not count else Latency(count=count, mean=mean),
    )


def _of_live(lines: Sequence[_Line], place: int) -> Result | None:
    seconds = lines[-1].at_ms / 1e3
    parts = _parts(lines)
    kinds: dict[str, Operations] = {}
    checks: list[Check] = []
    blocks: set[int | None] = set()
    for kind in dict.fromkeys(line.kind for line in lines):
        mine = [line for line in lines if line.kind == kind]
        intervals = [(part.length_s, part.kinds[kind]) for part in parts if kind in part.kinds]
        counted = math.fsum((ops.rate_per_s or 0.0) * length for length, ops in intervals)
        recorded = math.fsum(length for length, _ in intervals)
        done = mine[-1].done_bytes
        if not counted or not recorded or not seconds:
            continue
        block = _block(mine)
        blocks.add(block)
        rate = done / block / seconds if block else counted / recorded
        checks += _checks(kind, mine, (rate, counted / recorded), block)
        interval_bytes = math.fsum((ops.bytes_per_s or 0.0) * length for length, ops in intervals)
        cut = _MIB / max(interval_bytes / recorded, _MIB)
        checks.append(
            Check(f"{kind}.bytes_per_s", interval_bytes / recorded, done / seconds, 0.05 + cut)
        )
        spans = [ops.completion for _, ops in intervals if ops.completion is not None]
        n = sum(span.count or 0 for span in spans)
        mean = (
            math.fsum((span.count or 0) * (span.mean or 0.0) for span in spans) / n if n else None
        )
        kinds[kind] = Operations(
            count=round(rate * seconds),
            bytes=int(done),
            rate_per_s=rate,
            bytes_per_s=done / seconds,
            completion=None if mean is None else Latency(count=round(rate * seconds), mean=mean),
        )
    if not kinds:
        return None
    first = lines[0]
    one_block = blocks.pop() if len(blocks) == 1 else None
    active = [line.active for line in lines if line.active is not None]
    return Result(
        name=first.label or first.phase,
        at=f"phase {place}: {first.phase}",
        line=first.number,
        kinds=kinds,
        seconds=seconds,
        starts=latency_start(kinds),
        workload=Workload(
            block_size_bytes=one_block, read_percent=read_share(kinds), trim_percent=0.0
        ),
        load=Load(workers=max(active, default=0) or None),
        warmup_s=0.0,
        started_at_ns=_began(first),
        parts=parts,
        clock_steps=tuple(_clock_steps(lines)),
        checks=tuple(checks),
        derived=({"workload.block_size_bytes": "block_by_bytes"} if one_block is not None else {}),
        remarks=("live_figures", "no_percentiles"),
    )


def _clock_steps(lines: Sequence[_Line]) -> Iterator[ClockStep]:
    """Where the dates of the lines went another way than their time since the begin."""
    stamped = [(line.at_ms / 1e3, at / 1e9) for line in lines if (at := iso_ns(line.date))]
    for (before_s, before), (after_s, after) in pairwise(stamped):
        by_s = (after - before) - (after_s - before_s)
        # Dates without a zone follow summer time.
        if abs(by_s) >= LEAST_STEP_S and abs(abs(by_s) - 3_600) > LEAST_STEP_S:
            yield ClockStep(after_s, by_s)


def _block(lines: Sequence[_Line]) -> int | None:
    """Bytes of a block: of the first line, whose bytes count from the begin as its IOPS do; else of
    most lines, whose MiB/s are cut. None where that is no power of two."""
    first = lines[0]
    operations = first.rate * first.at_ms / 1e3
    sizes = [first.done_bytes / operations] if operations >= 100 else []
    each = [
        line.mib_per_s * _MIB / line.rate for line in lines if line.rate and line.mib_per_s >= 50
    ]
    sizes += [median(each)] if each else []
    for each_bytes in sizes:
        near = 1 << max(0, round(math.log2(each_bytes))) if each_bytes >= 1 else 0
        if near >= 512 and abs(each_bytes / near - 1) < 0.02:
            return near
    return None


def _checks(
    kind: str, lines: Sequence[_Line], rates: tuple[float, float], block: int | None
) -> Iterator[Check]:
    """Bytes and blocks beside the IOPS of the lines, and the line whose IOPS and MiB/s differ most
    from each other."""
    if block is None:
        return
    rate, counted = rates
    # Lines that are missing move the mean of the others. No gap makes a rate of twice another.
    decides = not 0.5 < counted / rate < 2
    yield Check(f"{kind}.rate_per_s", counted, rate, 0.05, decides)
    beside = [(line.mib_per_s, line.rate * block / _MIB) for line in lines]
    printed, again = max(beside, key=lambda pair: abs(pair[0] - pair[1]) / (max(pair) or 1.0))
    # Whole MiB and whole IOPS.
    cut = (1 + block / _MIB) / max(printed, again, 1.0)
    yield Check(f"{kind}.bytes_per_s", printed * _MIB, again * _MIB, 0.05 + cut)


def _began(line: _Line) -> int | None:
    """A line has the time at which it was written."""
    at = iso_ns(line.date)
    return None if at is None else at - round(line.at_ms * 1e6)
