"""ndisk64's text (nmon's author, AIX and Linux). It has no latency. With one operation at a time
per process, processes ÷ rate is a lower bound of the mean, which a remark gives; the record has no
latency.

The grammar is that of one version, byte for byte; no others were available."""

import re
from collections.abc import Iterator
from functools import partial

from plimsoll.features.imports.messages import message
from plimsoll.features.imports.results.figures import Fields, Figure, Text, Whole, whole
from plimsoll.features.imports.results.figures import number as figure
from plimsoll.features.imports.results.run_result import Check, Load, Operations, Result, Workload
from plimsoll.features.imports.results.source import File

_ROW = re.compile(
    r"^\s*(\d+)\s+-\s+(\d+)\s+([\d.]+)\s*\|\s*([\d.]+)\s+([\d.]+)(?:\s+([\d.]+))?\s*$"
)
_TOTALS = re.compile(r"^\s*TOTALS\s+(\d+)\s+([\d.]+)\s*\|\s*([\d.]+)(?:\s+([\d.]+))?")
_MARK = re.compile(r"^Command: \S*ndisk|<-----Disk IO---->", re.MULTILINE)
_FACTS = {
    "processes": r"No\. of processes\s*=\s*(\d+)",
    "pattern": r"I/O type\s*=\s*(\w+)",
    "block": r"Block size\s*=\s*(\d+)",
    "mix": r"Read-Write\s*=\s*(.+)",
    "mode": r"File open\(\) mode\s*=\s*(.+)",
    "files": r"Number of files\s*=\s*(\d+)",
    "size": r"File size\s*=\s*(\d+)\s*bytes",
    "seconds": r"Run time\s*=\s*(\d+)\s*seconds",
    "read": r"read=\s*(\d+)%",
    "command": r"^Command:\s*(.+)",
}


class _Facts(Fields):
    """The facts above the rows, by the names of `_FACTS`."""

    processes = Whole("processes")
    pattern = Text("pattern")
    block_bytes = Whole("block")
    mix = Text("mix")
    mode = Text("mode")
    size_bytes = Whole("size")
    seconds = Figure("seconds")
    read = Figure("read")
    command = Text("command")


def sniff(head: str) -> bool:
    """Whether it is ndisk64's."""
    return "No. of processes" in head and _MARK.search(head) is not None


def read(file: File) -> Iterator[Result]:
    """Reads the Runs; a file may hold several."""
    facts: dict[str, str] = {}
    rows: list[re.Match[str]] = []
    totals: re.Match[str] | None = None
    begin = made = 0
    for number, text in file.lines():
        if text.startswith("Command:") and rows:
            made += 1
            yield _result(file, _Facts(facts), rows, totals, begin, made)
            facts, rows, totals, begin = {}, [], None, 0
        begin = begin or (number if text.startswith("Command:") else 0)
        for name, pattern in _FACTS.items():
            if (found := re.search(pattern, text.strip())) is not None:
                facts.setdefault(name, found[1].strip())
        if (row := _ROW.match(text)) is not None:
            rows.append(row)
        elif (found := _TOTALS.match(text)) is not None:
            totals = found
            file.refuse_cut(number, complete=re.search(r"\.\d\d\s*$", found[4] or "") is not None)
    if not rows:
        raise file.bad(partial(message, "not-finished"))
    yield _result(file, _Facts(facts), rows, totals, begin, made + 1)


def _result(
    file: File,
    facts: _Facts,
    rows: list[re.Match[str]],
    totals: re.Match[str] | None,
    line: int,
    place: int,
) -> Result:
    processes = facts.processes or len(rows)
    if len(rows) != processes:
        raise file.bad(
            partial(message, "processes-cut", rows=len(rows), of=processes), line or None
        )
    if processes > 1 and totals is None:
        raise file.bad(partial(message, "totals-cut"), line or None)
    seconds = [figure(row[6]) or 0.0 for row in rows if row[6]]
    length = max(seconds, default=facts.seconds or 0.0)
    if not length:
        raise file.bad(partial(message, "length-unknown"), line or None)
    count = sum(whole(row[2]) or 0 for row in rows)
    block = facts.block_bytes
    rate, bytes_per_s = _rates(rows, totals)
    every = Operations(
        count=count,
        bytes=None if block is None else count * block,
        rate_per_s=rate,
        bytes_per_s=bytes_per_s,
    )
    reads = _reads(facts)
    kind = {0.0: "write", 100.0: "read"}.get(-1.0 if reads is None else reads, "all")
    return Result(
        name=facts.command or f"run {place}",
        at=f"run {place}",
        line=line or None,
        kinds={kind: every},
        seconds=length,
        asked_s=facts.seconds,
        workload=Workload(
            block_size_bytes=block,
            read_percent=reads,
            trim_percent=0.0,
            pattern=_PATTERNS.get((facts.pattern or "").lower()),
            working_set_bytes=facts.size_bytes,
        ),
        # A process has one operation at a time.
        load=Load(workers=processes, queue_depth=1),
        target=_target(facts.command or ""),
        target_kind="file",
        direct=None if facts.mode is None else "O_DIRECT" in facts.mode,
        warmup_s=0.0,
        checks=tuple(_checks(rows, totals, every, length)),
        derived={f"{kind}.bytes": "bytes_by_block_size"},
        unknown={"response_time_ns": "no_latency", "completion_latency_ns": "no_latency"},
        remarks=("no_latency_bound",),
    )


_PATTERNS = {"random": "random", "sequential": "sequential", "seqential": "sequential"}
"""Patterns as printed, including a misspelt one."""


def _reads(facts: _Facts) -> float | None:
    if facts.read is not None:
        return facts.read
    mix = (facts.mix or "").lower()
    if mix.startswith("equal"):
        return 50.0
    if "read only" in mix or "only read" in mix:
        return 100.0
    return 0.0 if "write only" in mix or "only write" in mix else None


def _rates(rows: list[re.Match[str]], totals: re.Match[str] | None) -> tuple[float, float | None]:
    """IOPS and bytes/s as they are printed. Each process counts over its own time, and the totals
    are the sums of their rates: they cannot be had from the operations and one time."""
    from_rows = tuple(sum(figure(row[at]) or 0.0 for row in rows) for at in (3, 5))
    rate, kib = from_rows
    if totals is not None:
        rate = figure(totals[2]) or 0.0
        kib = kib if totals[4] is None else figure(totals[4]) or 0.0
    return rate, kib * 1024


def _target(command: str) -> str | None:
    """The files. Its `Command:` line has blanks between them, the one that was typed colons."""
    found = re.search(r"(?:^|\s)-f\s+([^-\s]\S*(?:\s+[^-\s]\S*)*)", command)
    return ":".join(found[1].split()) if found else None


def _checks(
    rows: list[re.Match[str]], totals: re.Match[str] | None, every: Operations, length: float
) -> Iterator[Check]:
    """Checks the printed figures against the operations of each process."""
    count = every.count or 0
    if totals is not None:
        yield Check("all.operations", figure(totals[1]) or 0.0, count, 1e-9)
        yield Check("all.rate_per_s", every.rate_per_s or 0.0, count / length, 0.02)
        if every.bytes:
            for figure_text, unit in ((totals[3], 1 << 20), (totals[4], 1 << 10)):
                if (printed := figure(figure_text or "")) is not None:
                    rounded = 0.02 + 0.01 / max(printed, 0.01)
                    yield Check("all.bytes_per_s", printed * unit, every.bytes / length, rounded)
    for row in rows:
        if seconds := figure(row[6]):
            figure_text, done = figure(row[3]) or 0.0, figure(row[2]) or 0.0
            yield Check("worker.rate_per_s", figure_text, done / seconds, 0.01)
