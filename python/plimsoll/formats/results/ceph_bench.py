"""Ceph's own benchmarks: what `rados bench` prints (text or --format json) and what `rbd bench`
prints.

rados bench: an MB is a MiB (src/common/obj_bencher.cc divides by 1,024 x 1,024), latencies are
seconds and start at the submission. Its table has the operations that were finished by each second
and the mean latency since the begin: the intervals are their differences, so that a second in which
nothing was finished is one. Writes say how many are kept outstanding; of reads it is the most that
the table shows. It does not tell the pool, nor whether reads were sequential or random.

rbd bench: no latency. OPS counts from the begin; OPS/SEC is a mean over five lines and is not used
(src/tools/rbd/action/Bench.cc). A line comes when an operation was started in a new second: where
seconds are missing nothing was. The time is told in whole seconds, and follows from operations and
their rate.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from plimsoll.formats.results import json_documents
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


def sniff_rados(head: str) -> bool:
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


# -- rados bench -----------------------------------------------------------------------------------


@dataclass
class _Bench:
    """One output of rados bench."""

    line: int
    many: int | None = None
    asked_s: float | None = None
    host: str | None = None
    started_at_ns: int | None = None
    rows: list[tuple[int, int, int, float]] = field(default_factory=list)
    """Second, outstanding, finished, mean latency in seconds since the begin."""
    totals: dict[str, float] = field(default_factory=dict)
    kind: str | None = None


def read_rados(file: File) -> Iterator[Result]:
    """The Runs of a text: each output of the program."""
    bench: _Bench | None = None
    place = 0
    for number, text in file.lines():
        if (begun := _BEGIN.match(text)) is not None:
            if bench is None or bench.totals or bench.rows:
                if bench is not None:
                    place += 1
                    yield _of_rados(file, bench, place)
                bench = _Bench(number)
            bench.many = whole(begun["many"]) or bench.many
            bench.asked_s = figure(begun["seconds"]) or bench.asked_s
            bench.started_at_ns = _stamp(begun) or bench.started_at_ns
        elif (row := _ROW.match(text)) is not None:
            bench = bench or _Bench(number)
            at = int(row["sec"])
            if bench.rows and at == 0:
                place += 1
                yield _of_rados(file, bench, place)
                bench = _Bench(number)
            told = figure(row["lat"]) or 0.0
            bench.rows.append((at, int(row["now"]), int(row["finished"]), told))
        elif (found := _TOTAL.match(text)) is not None:
            bench = bench or _Bench(number)
            file.refuse_cut(number)
            name = re.sub(r"\s*\(.*?\)\s*$", "", found["name"]).strip().lower()
            bench.totals[name] = figure(found["value"]) or 0.0
        elif bench is not None and (prefix := re.search(r"Object prefix: (\S+)", text)):
            bench.host = _host(prefix[1])
    if bench is None:
        raise file.bad("there is no result of rados bench in it")
    yield _of_rados(file, bench, place + 1)


def _stamp(found: re.Match[str]) -> int | None:
    """A time that says its zone, as --show-time writes it."""
    if not found["zone"]:
        return None
    try:
        return int(datetime.datetime.fromisoformat(found["stamp"]).timestamp() * 1e9)
    except ValueError:
        return None


def _host(prefix: str) -> str | None:
    """`benchmark_data_HOST_PID`."""
    found = re.fullmatch(r"benchmark_data_(.+)_\d+", prefix)
    return found[1] if found else None


def _of_rados(file: File, bench: _Bench, place: int) -> Result:
    totals = bench.totals
    seconds = totals.get("total time run")
    count = next(
        (totals[f"total {one} made"] for one in _MADE if f"total {one} made" in totals), None
    )
    kind = next((kind for one, kind in _MADE.items() if f"total {one} made" in totals), None)
    mean = totals.get("average latency")
    if not seconds or count is None or kind is None or "min latency" not in totals or mean is None:
        raise file.bad(
            "rados bench did not end, or its totals are cut: 'Total time run' to 'Min latency' are"
            " needed",
            bench.line,
        )
    block = whole(str(totals.get(f"{kind} size") or totals.get("object size") or ""))
    rate = count / seconds
    bandwidth = totals.get("bandwidth")
    checks = []
    if block and bandwidth:
        told = bandwidth * _MIB
        checks.append(Check(f"{kind}.bytes_per_s", told, rate * block, 0.01))
    if average := totals.get("average iops"):
        # Cut to a whole number.
        checks.append(Check(f"{kind}.rate_per_s", average, rate, 0.01 + 1 / average))
    spread = totals.get("stddev latency")
    most = max((row[1] for row in bench.rows), default=0) or None
    return Result(
        name=f"rados bench {kind}",
        at=f"output {place}",
        line=bench.line,
        kinds={
            kind: Operations(
                count=int(count),
                bytes=None if block is None else int(count) * block,
                rate_per_s=rate,
                bytes_per_s=None if block is None else rate * block,
                completion=Latency(
                    count=int(count),
                    mean=mean * 1e9,
                    stddev=None if spread is None else spread * 1e9,
                    min=totals["min latency"] * 1e9,
                    max=None if "max latency" not in totals else totals["max latency"] * 1e9,
                ),
            )
        },
        seconds=seconds,
        asked_s=bench.asked_s,
        starts="submission",
        workload=Workload(
            block_size_bytes=block,
            read_percent={"read": 100.0, "write": 0.0}[kind],
            trim_percent=0.0,
            pattern="sequential" if kind == "write" else None,
        ),
        load=Load(workers=1, queue_depth=bench.many or most),
        warmup_s=0.0,
        started_at_ns=bench.started_at_ns,
        host=bench.host,
        parts=_parts(bench.rows, kind, block),
        checks=tuple(checks),
        derived={} if bench.many or most is None else {"queue_depth": "most_outstanding_seen"},
        unknown={"response_time_ns": "starts_at_submission"},
        remarks=("no_percentiles",),
    )


_MADE = {"writes": "write", "reads": "read"}


def _parts(
    rows: Sequence[tuple[int, int, int, float]], kind: str, block: int | None
) -> tuple[Part, ...]:
    """What was finished between two lines, and its mean latency from the two means."""
    made = []
    before = (0, 0, 0, 0.0)
    for row in rows:
        seconds, count = row[0] - before[0], row[2] - before[2]
        if seconds > 0 and count >= 0:
            spent = row[2] * row[3] - before[2] * before[3]
            latency = (
                Latency(count=count, mean=spent / count * 1e9) if count and spent > 0 else None
            )
            done = Operations(
                count=count,
                bytes=None if block is None else count * block,
                rate_per_s=count / seconds,
                bytes_per_s=None if block is None else count * block / seconds,
                completion=latency,
            )
            made.append(Part(float(before[0]), float(seconds), {kind: done}))
        before = row
    return tuple(made)


def read_rados_json(file: File) -> Iterator[Result]:
    """The Runs of its JSON: each document."""
    place = 0
    for document, line in json_documents.read(file):
        bench = _Bench(line)
        bench.many = whole(_text(document, "concurrent_ios"))
        bench.asked_s = figure(_text(document, "seconds_to_run"))
        bench.host = _host(_text(document, "object_prefix") or "")
        for key in document:
            name = key.rstrip(":").replace("_", " ")
            if (value := figure(_text(document, key))) is not None:
                bench.totals[name] = value
        rows = document.get("datas")
        for row in rows if isinstance(rows, list) else []:
            if isinstance(row, dict):
                at, now, finished = (
                    int(figure(_text(row, name)) or 0) for name in ("sec", "cur_ops", "finished")
                )
                bench.rows.append((at, now, finished, figure(_text(row, "avg_lat")) or 0.0))
        place += 1
        yield _of_rados(file, bench, place)
    if not place:
        raise file.bad("there is no JSON document in it")


def _text(of: Mapping[str, Any], name: str) -> str | None:
    found = of.get(name)
    return str(found) if isinstance(found, str | int | float) else None


# -- rbd bench -------------------------------------------------------------------------------------

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
_UNITS = {"": 1, "B": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}


def read_rbd(file: File) -> Iterator[Result]:
    """The Runs of a text: each output of the program."""
    begun: re.Match[str] | None = None
    line = place = 0
    rows: list[tuple[int, int]] = []
    for number, text in file.lines():
        if (found := _RBD_BEGIN.match(text)) is not None:
            if begun is not None:
                raise file.bad("this output of rbd bench does not end", line)
            begun, line, rows = found, number, []
        elif begun is not None and (row := _RBD_ROW.match(text)) is not None:
            rows.append((int(row[1]), int(row[2])))
        elif begun is not None and (end := _RBD_END.match(text)) is not None:
            place += 1
            yield _of_rbd(file, (begun, end), rows, line, place)
            begun = None
    if begun is not None:
        raise file.bad("rbd bench did not end: its last line, 'elapsed:', is missing", line)


def _of_rbd(
    file: File,
    told: tuple[re.Match[str], re.Match[str]],
    rows: Sequence[tuple[int, int]],
    line: int,
    place: int,
) -> Result:
    begun, end = told
    rate, count = figure(end["rate"]), whole(end["ops"])
    size, threads = whole(begun["size"]), whole(begun["threads"])
    if not rate or not count or not size:
        raise file.bad("this output of rbd bench did nothing", line)
    asked = begun["type"] or "write"
    kind = asked if asked in _RBD_KINDS else "all"
    mix = figure(begun["mix"]) if begun["mix"] else None
    reads = {"read": 100.0, "write": 0.0}.get(asked, 50.0 if mix is None else mix)
    unit = _UNITS[(end["unit"] or "B")[0] if end["unit"] else ""]
    bytes_per_s = (figure(end["bytes"]) or 0.0) * unit
    # Two or three digits where there is a unit.
    loose = 0.06 if unit > 1 else 0.001
    checks = [Check(f"{kind}.bytes_per_s", bytes_per_s, rate * size, loose)]
    if seconds := figure(end["seconds"]):
        # Cut to a whole number.
        checks.append(Check(f"{kind}.rate_per_s", rate, count / seconds, 0.01 + 1 / seconds))
    return Result(
        name=f"rbd bench {asked}",
        at=f"output {place}",
        line=line,
        kinds={
            kind: Operations(
                count=count, bytes=count * size, rate_per_s=rate, bytes_per_s=rate * size
            )
        },
        seconds=count / rate,
        workload=Workload(
            block_size_bytes=size,
            read_percent=reads,
            trim_percent=0.0,
            pattern="random" if begun["pattern"].startswith("rand") else "sequential",
        ),
        load=Load(workers=1, queue_depth=threads),
        warmup_s=0.0,
        parts=_rbd_parts(rows, kind, size),
        checks=tuple(checks),
        derived={"measure_s": "seconds_by_rate", f"{kind}.bytes": "bytes_by_block_size"},
        unknown={"response_time_ns": "no_latency", "completion_latency_ns": "no_latency"},
    )


def _rbd_parts(rows: Sequence[tuple[int, int]], kind: str, size: int) -> tuple[Part, ...]:
    made = []
    before = (0, 0)
    for row in rows:
        seconds, count = row[0] - before[0], row[1] - before[1]
        if seconds > 0 and count >= 0:
            done = Operations(
                count=count,
                bytes=count * size,
                rate_per_s=count / seconds,
                bytes_per_s=count * size / seconds,
            )
            made.append(Part(float(before[0]), float(seconds), {kind: done}))
        before = row
    return tuple(made)
