"""Ceph's own benchmarks: the output of `rados bench` (text or --format json) and of `rbd bench`.

rados bench: an MB is a MiB (src/common/obj_bencher.cc divides by 1,024 x 1,024). Latencies are
seconds from the submission. Its table has cumulative operations and the mean latency since the
begin; intervals are differences of rows, so a second without completions is an interval. Writes
print their concurrency; for reads it is the maximum in the table. Neither the pool nor the pattern
of reads is printed.

rbd bench: no latency. OPS counts from the begin; OPS/SEC is a mean over five lines and is not used
(src/tools/rbd/action/Bench.cc). A line is printed when an operation starts in a new second, so a
missing second had no operation. The elapsed time is printed in whole seconds; it is computed from
operations and rate."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

from plimsoll.features.imports.messages import message
from plimsoll.features.imports.numbers import POWERS
from plimsoll.features.imports.results import json_documents, run_result
from plimsoll.features.imports.results.figures import (
    Fields,
    Figure,
    Parts,
    Text,
    Whole,
    iso_ns,
    times,
    whole,
)
from plimsoll.features.imports.results.figures import number as figure
from plimsoll.features.imports.results.source import File

_MIB = 1 << 20
_STAMP = r"(?:(?P<stamp>\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?P<zone>[+-]\d{4}|Z)?)\s+)?"
_BEGIN = re.compile(
    rf"^{_STAMP}\s*(?:hints = \d+|Maintaining (?P<many>\d+) concurrent (?P<what>writes|reads) of"
    r" (?P<size>\d+) bytes.*?up to (?P<seconds>\d+) seconds.*)$"
)
_ROW = re.compile(
    rf"^{_STAMP}\s*(?P<sec>\d+)\s+(?P<now>\d+)\s+(?P<started>\d+)\s+(?P<finished>\d+)"
    r"\s+(?P<avg>[\d.e+-]+)\s+(?P<cur>[\d.e+-]+)\s+(?P<last>[\d.e+-]+|-)\s+(?P<lat>[\d.e+-]+)\s*$"
)
_TOTAL = re.compile(
    rf"^{_STAMP}\s*(?P<name>Total time run|Total (?:writes|reads) made|(?:Write|Read) size"
    r"|Object size|Bandwidth \(MB/sec\)|(?:Average|Stddev|Max|Min)\s[\w /()]*?):?"
    r"\s+(?P<value>[\d.e+-]+)\s*$",
    re.IGNORECASE,
)


_COMMAND = re.compile(r"\brados\b[^\n]*\sbench\s[^\n]*\b(write|seq|rand)\b")
_PATTERNS = {"write": "sequential", "seq": "sequential", "rand": "random"}


def sniff(head: str) -> bool:
    """Whether it is what rados bench prints."""
    return (
        re.search(r"^.*\bsec Cur ops\s+started\s+finished\s+avg MB/s", head, re.MULTILINE)
        is not None
        or re.search(r"Total time run:\s+[\d.]+\s+.*?Total (writes|reads) made:", head, re.DOTALL)
        is not None
    )


def sniff_rados_json(head: str) -> bool:
    """Whether it is the JSON of rados bench."""
    return '"cur_ops"' in head and '"avg_bw"' in head and "{" in head


def sniff_rbd(head: str) -> bool:
    """Whether it is what rbd bench prints."""
    return _RBD_BEGIN.search(head) is not None


class _Totals(Fields):
    """The totals at the end, by lower-case name."""

    seconds = Figure("total time run")
    writes = Figure("total writes made")
    reads = Figure("total reads made")
    block_bytes = Whole("write size", "read size", "object size")
    mib_per_s = Figure("bandwidth")
    average_iops = Figure("average iops")
    mean_ns = Figure("average latency", unit=1e9)
    stddev_ns = Figure("stddev latency", unit=1e9)
    least_ns = Figure("min latency", unit=1e9)
    longest_ns = Figure("max latency", unit=1e9)


class _JsonRow(Fields):
    second = Figure("sec")
    outstanding = Figure("cur_ops")
    finished = Figure("finished")
    mean_s = Figure("avg_lat")


class _Json(Fields):
    """The JSON form. Its totals have the names of the text, with underscores."""

    many = Whole("concurrent_ios")
    asked_s = Figure("seconds_to_run")
    prefix = Text("object_prefix")
    rows = Parts(_JsonRow, "datas")


@dataclass
class _Bench:
    line: int
    many: int | None = None
    asked_s: float | None = None
    host: str | None = None
    started_at_ns: int | None = None
    rows: list[tuple[int, int, int, float]] = field(default_factory=list)
    """Second, outstanding, finished, mean latency in seconds since the begin."""
    totals: dict[str, float] = field(default_factory=dict)
    pattern: str | None = None
    """Of reads; from the command line, where it was copied with the output."""


def read(file: File) -> Iterator[run_result.Result]:
    """The Runs of a text: each output of the program."""
    bench: _Bench | None = None
    place = 0
    pattern: str | None = None
    for number, text in file.lines():
        if (command := _COMMAND.search(text)) is not None:
            pattern = _PATTERNS[command[1]]
        elif (begun := _BEGIN.match(text)) is not None:
            if bench is None or bench.totals or bench.rows:
                if bench is not None:
                    place += 1
                    yield _of_rados(file, bench, place)
                bench, pattern = _Bench(number, pattern=pattern), None
            bench.many = whole(begun["many"]) or bench.many
            bench.asked_s = figure(begun["seconds"]) or bench.asked_s
            bench.started_at_ns = iso_ns(begun["stamp"]) or bench.started_at_ns
        elif (row := _ROW.match(text)) is not None:
            at = int(row["sec"])
            if bench is not None and bench.rows and at == 0:
                place += 1
                yield _of_rados(file, bench, place)
                bench = None
            if bench is None:
                bench, pattern = _Bench(number, pattern=pattern), None
            told = figure(row["lat"]) or 0.0
            bench.rows.append((at, int(row["now"]), int(row["finished"]), told))
        elif (found := _TOTAL.match(text)) is not None:
            if bench is None:
                bench, pattern = _Bench(number, pattern=pattern), None
            file.refuse_cut(number)
            name = re.sub(r"\s*\(.*?\)\s*$", "", found["name"]).strip().lower()
            bench.totals[name] = figure(found["value"]) or 0.0
        elif bench is not None and (prefix := re.search(r"Object prefix: (\S+)", text)):
            bench.host = _host(prefix[1])
    if bench is None:
        raise file.bad(partial(message, "no-rados-result"))
    yield _of_rados(file, bench, place + 1)


def _host(prefix: str) -> str | None:
    """`benchmark_data_HOST_PID`."""
    found = re.fullmatch(r"benchmark_data_(.+)_\d+", prefix)
    return found[1] if found else None


def _of_rados(file: File, bench: _Bench, place: int) -> run_result.Result:
    totals = _Totals(bench.totals)
    kind, count = ("read", totals.reads) if totals.writes is None else ("write", totals.writes)
    seconds, mean, least = totals.seconds, totals.mean_ns, totals.least_ns
    if not seconds or count is None or least is None or mean is None:
        raise file.bad(partial(message, "rados-cut"), bench.line)
    block, rate = totals.block_bytes, count / seconds
    checks = []
    if block and totals.mib_per_s:
        file_bytes_per_s = totals.mib_per_s * _MIB
        checks.append(run_result.Check(f"{kind}.bytes_per_s", file_bytes_per_s, rate * block, 0.01))
    if average := totals.average_iops:
        # Cut to a whole number.
        checks.append(run_result.Check(f"{kind}.rate_per_s", average, rate, 0.01 + 1 / average))
    rows = bench.rows
    most = max((row[1] for row in rows), default=0) or None
    latency = run_result.Latency(int(count), mean, totals.stddev_ns, least, totals.longest_ns)
    return run_result.Result(
        name=f"rados bench {kind}",
        at=f"output {place}",
        line=bench.line,
        kinds={
            kind: run_result.Operations(
                count=int(count),
                bytes=None if block is None else int(count) * block,
                rate_per_s=rate,
                bytes_per_s=times(block, rate),
                completion=latency,
            )
        },
        seconds=seconds,
        asked_s=bench.asked_s,
        starts="submission",
        workload=run_result.Workload(
            block_size_bytes=block,
            read_percent=100.0 if kind == "read" else 0.0,
            trim_percent=0.0,
            pattern="sequential" if kind == "write" else bench.pattern,
        ),
        load=run_result.Load(workers=1, queue_depth=bench.many or most),
        warmup_s=0.0,
        started_at_ns=bench.started_at_ns,
        host=bench.host,
        parts=_parts(((at, done, done * mean_s) for at, _, done, mean_s in rows), kind, block),
        checks=tuple(checks),
        derived={} if bench.many or most is None else {"queue_depth": "most_outstanding_seen"},
        remarks=("no_percentiles",),
    )


def _parts(
    rows: Iterable[tuple[int, int, float]], kind: str, block: int | None
) -> tuple[run_result.Part, ...]:
    """Intervals from cumulative rows of second, operations and total latency in seconds (0 without
    latencies)."""
    made = []
    before = (0, 0, 0.0)
    for row in rows:
        seconds, count, spent = (now - then for now, then in zip(row, before, strict=True))
        if seconds > 0 and count >= 0:
            known = count and spent > 0
            done = run_result.Operations(
                count=int(count),
                bytes=None if block is None else int(count) * block,
                rate_per_s=count / seconds,
                bytes_per_s=None if block is None else count * block / seconds,
                completion=run_result.Latency(int(count), spent / count * 1e9) if known else None,
            )
            made.append(run_result.Part(float(before[0]), float(seconds), {kind: done}))
        before = row
    return tuple(made)


def read_rados_json(file: File) -> Iterator[run_result.Result]:
    """The Runs of its JSON: each document."""
    place = 0
    for document, line in json_documents.read(file):
        fields = _Json(document)
        bench = _Bench(line, fields.many, fields.asked_s, _host(fields.prefix or ""))
        for key, value in document.items():
            if isinstance(value, str | int | float) and (found := figure(str(value))) is not None:
                bench.totals[key.rstrip(":").replace("_", " ")] = found
        for row in fields.rows or ():
            at, now, finished = (
                int(value or 0) for value in (row.second, row.outstanding, row.finished)
            )
            bench.rows.append((at, now, finished, row.mean_s or 0.0))
        place += 1
        yield _of_rados(file, bench, place)
    if not place:
        raise file.bad(partial(message, "no-document"))


_RBD_BEGIN = re.compile(
    r"^bench(?:-write)?\s+(?:type (?P<type>read|write|readwrite)\s+)?"
    r"(?:read:write=(?P<mix>\d+):\d+\s+)?io_size (?P<size>\d+) io_threads (?P<threads>\d+)"
    r" bytes (?P<bytes>\d+) pattern"
    r" (?P<pattern>full sequential|full-seq|sequential|seq|random|rand)",
    re.MULTILINE,
)
_RBD_ROW = re.compile(r"^\s*(\d+)\s+(\d+)\s+[\d.e+]+\s+[\d.e+]+(?:\s*[KMGT]i?B/s)?\s*$")
_RBD_END = re.compile(
    r"^elapsed:\s*(?P<seconds>[\d.]+)\s+ops:\s*(?P<ops>\d+)\s+ops/sec:\s*(?P<rate>[\d.e+]+)\s+"
    r"bytes/sec:\s*(?P<bytes>[\d.e+]+)\s*(?P<unit>[KMGT]?i?B)?(?:/s)?\s*$"
)
_RBD_KINDS = ("read", "write")


def read_rbd(file: File) -> Iterator[run_result.Result]:
    """The Runs of a text: each output of the program."""
    begun: re.Match[str] | None = None
    line = place = 0
    rows: list[tuple[int, int]] = []
    for number, text in file.lines():
        if (found := _RBD_BEGIN.match(text)) is not None:
            if begun is not None:
                raise file.bad(partial(message, "rbd-without-end"), line)
            begun, line, rows = found, number, []
        elif begun is not None and (row := _RBD_ROW.match(text)) is not None:
            rows.append((int(row[1]), int(row[2])))
        elif begun is not None and (end := _RBD_END.match(text)) is not None:
            place += 1
            yield _of_rbd(file, (begun, end), rows, line, place)
            begun = None
        elif begun is not None and text.startswith("elapsed:"):
            raise file.bad(partial(message, "rbd-totals-unreadable"), number)
    if begun is not None:
        raise file.bad(partial(message, "rbd-cut"), line)


def _of_rbd(
    file: File,
    first_and_last: tuple[re.Match[str], re.Match[str]],
    rows: Sequence[tuple[int, int]],
    line: int,
    place: int,
) -> run_result.Result:
    begun, end = first_and_last
    rate, count = figure(end["rate"]), whole(end["ops"])
    size, threads = whole(begun["size"]), whole(begun["threads"])
    if not rate or not count or not size:
        raise file.bad(partial(message, "rbd-idle"), line)
    io_type = begun["type"] or "write"
    kind = io_type if io_type in _RBD_KINDS else "all"
    mix = figure(begun["mix"]) if begun["mix"] else None
    reads = {"read": 100.0, "write": 0.0}.get(io_type, 50.0 if mix is None else mix)
    unit = 1024 ** POWERS[(end["unit"] or "B")[0].lower().replace("b", "")]
    bytes_per_s = (figure(end["bytes"]) or 0.0) * unit
    # Two or three digits where there is a unit.
    loose = 0.06 if unit > 1 else 0.001
    checks = [run_result.Check(f"{kind}.bytes_per_s", bytes_per_s, rate * size, loose)]
    if seconds := figure(end["seconds"]):
        # Cut to a whole number.
        checks.append(
            run_result.Check(f"{kind}.rate_per_s", rate, count / seconds, 0.01 + 1 / seconds)
        )
    return run_result.Result(
        name=f"rbd bench {io_type}",
        at=f"output {place}",
        line=line,
        kinds={
            kind: run_result.Operations(
                count=count, bytes=count * size, rate_per_s=rate, bytes_per_s=rate * size
            )
        },
        seconds=count / rate,
        workload=run_result.Workload(
            block_size_bytes=size,
            read_percent=reads,
            trim_percent=0.0,
            pattern="random" if begun["pattern"].startswith("rand") else "sequential",
        ),
        load=run_result.Load(workers=1, queue_depth=threads),
        warmup_s=0.0,
        parts=_parts(((at, done, 0.0) for at, done in rows), kind, size),
        checks=tuple(checks),
        derived={"measure_s": "seconds_by_rate", f"{kind}.bytes": "bytes_by_block_size"},
        unknown={"response_time_ns": "no_latency", "completion_latency_ns": "no_latency"},
    )
