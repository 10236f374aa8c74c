"""fio's normal output, 2.x and 3.x, also with status intervals and with other programs' lines
around it: the last block of each job. Units stand beside each figure and are read from there;
percentiles are of clat unless the block says lat."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from plimsoll.formats.results import fio_options
from plimsoll.formats.results.figures import number as figure
from plimsoll.formats.results.figures import whole
from plimsoll.formats.results.measured import Check, Latency, Operations, Result
from plimsoll.formats.results.source import File

_JOB = re.compile(
    r"^(?P<name>.+): \(groupid=(?P<group>\d+), jobs=(?P<jobs>\d+)\): err=\s*(?P<err>\d+)"
)
_ASKED = re.compile(r"^(?P<name>.+?): \(g=\d+\): (?P<rest>rw=.+)$")
_KIND3 = re.compile(
    r"^\s+(?P<kind>read|write|trim|mixed)\s*: IOPS=(?P<iops>[\d.]+[kKMG]?),"
    r" BW=(?P<bw>[\d.]+\s*\w+/s).*\((?P<size>[\d.]+\w*)/(?P<ms>\d+)msec\)"
)
_KIND2 = re.compile(
    r"^\s+(?P<kind>read|write|trim|mixed)\s*: io=(?P<size>[\d.]+\w*), bw=(?P<bw>[\d.]+\w*/s),"
    r" iops=(?P<iops>[\d.]+[kKM]?)\s*, runt=\s*(?P<ms>\d+)msec"
)
_SPAN = re.compile(
    r"^\s+(?P<which>slat|clat|lat) \((?P<unit>nsec|usec|msec|sec)\)\s*:"
    r"\s*min=\s*(?P<min>[\d.]+[kKMG]?),?\s*max=\s*(?P<max>[\d.]+[kKMG]?),?\s*avg=\s*(?P<avg>[\d.]+[kKMG]?),"
    r"\s*stdev=\s*(?P<dev>[\d.]+[kKMG]?)"
)
_PERCENTILES = re.compile(
    r"^\s+(?P<which>clat|lat|slat) percentiles \((?P<unit>nsec|usec|msec|sec)\):"
)
_PERCENTILE = re.compile(r"(?P<percent>[\d.]+)th=\[\s*(?P<value>[\d.]+)\]")
_CPU = re.compile(r"^\s+cpu\s*: usr=(?P<user>[\d.]+)%, sys=(?P<system>[\d.]+)%")
_ISSUED3 = re.compile(r"^\s+issued rwts?: total=(?P<read>\d+),(?P<write>\d+),(?P<trim>\d+)")
_ISSUED2 = re.compile(r"^\s+issued\s*: total=r=(?P<read>\d+)/w=(?P<write>\d+)/d=(?P<trim>\d+)")
_NS = {"nsec": 1.0, "usec": 1e3, "msec": 1e6, "sec": 1e9}
_THOUSAND = {"": 1, "k": 1e3, "K": 1e3, "M": 1e6, "G": 1e9}


@dataclass
class _Block:
    """What is said of a job."""

    name: str
    line: int
    jobs: int
    error: int
    asked: dict[str, str]
    kinds: dict[str, dict[str, str]] = field(default_factory=dict)
    spans: dict[tuple[str, str], tuple[float, re.Match[str]]] = field(default_factory=dict)
    percentiles: dict[str, dict[float, float]] = field(default_factory=dict)
    of: str = "clat"
    issued: dict[str, int] = field(default_factory=dict)
    last: int = 0
    """The line that ends its figures."""
    cpu: tuple[float, float] | None = None


def sniff(head: str) -> bool:
    """Whether it is fio's normal output."""
    return any(_JOB.match(line) for line in head.split("\n"))


def read(file: File) -> Iterator[Result]:
    """The Runs, in the order in which jobs first ended."""
    blocks: dict[tuple[str, str], _Block] = {}
    asked: dict[str, dict[str, str]] = {}
    version: str | None = None
    block: _Block | None = None
    kind = ""
    unit = 1.0
    for number, text in file.lines():
        if (job := _JOB.match(text)) is not None:
            name = job["name"]
            block = _Block(
                name, number, whole(job["jobs"]) or 1, whole(job["err"]) or 0, asked.get(name, {})
            )
            blocks[name, job["group"]] = block
            kind = ""
        elif (found := re.match(r"fio-(\d[\w.-]*)\s*$", text)) is not None:
            version = found[1]
        elif (found := _ASKED.match(text)) is not None:
            asked[found["name"]] = _options(found["rest"])
        elif text.startswith("Run status group"):
            block = None
        elif block is not None:
            kind, unit = _line(block, text, number, kind, unit)
    if not blocks:
        raise file.bad("there is no job in it")
    for one in blocks.values():
        if not one.issued:
            raise file.bad(f"what is said of job {one.name} is cut", one.line)
        file.refuse_cut(one.last)
    for place, one in enumerate(blocks.values()):
        yield _result(file, one, version, place)


def _options(rest: str) -> dict[str, str]:
    """`rw=randread, bs=(R) 4096B-4096B, …, ioengine=libaio, iodepth=8`."""
    found = dict(re.findall(r"(\w+)=([^,]+)", rest))
    size = re.search(r"bs=(?:\(R\) )?(\d+\w*?)B?-(\d+\w*?)B?[,/]", rest)
    made = {key: found[key].strip() for key in ("rw", "ioengine", "iodepth") if key in found}
    if size is not None and size[1] == size[2]:
        made["bs"] = size[1]
    elif size is not None:
        made["bsrange"] = f"{size[1]}-{size[2]}"
    return made


def _line(block: _Block, text: str, number: int, kind: str, unit: float) -> tuple[str, float]:
    if (row := _KIND3.match(text) or _KIND2.match(text)) is not None:
        kind = row["kind"]
        block.kinds[kind] = row.groupdict()
    elif kind and (span := _SPAN.match(text)) is not None:
        block.spans[kind, span["which"]] = (_NS[span["unit"]], span)
    elif kind and (heading := _PERCENTILES.match(text)) is not None:
        unit = _NS[heading["unit"]]
        block.of = heading["which"]
        block.percentiles.setdefault(kind, {})
    elif kind and text.lstrip().startswith("|") and kind in block.percentiles:
        for one in _PERCENTILE.finditer(text):
            percent, value = figure(one["percent"]), figure(one["value"])
            if percent is not None and value is not None:
                block.percentiles[kind][round(percent, 6)] = value * unit
    elif (cpu := _CPU.match(text)) is not None:
        block.cpu = (
            (figure(cpu["user"]) or 0.0) / 100,
            (figure(cpu["system"]) or 0.0) / 100,
        )
    elif (issued := _ISSUED3.match(text) or _ISSUED2.match(text)) is not None:
        block.issued = {name: whole(value) or 0 for name, value in issued.groupdict().items()}
        block.last = number
    return kind, unit


def _scaled(text: str) -> float:
    figures = text.rstrip("kKMG")
    return (figure(figures) or 0.0) * _THOUSAND.get(text[len(figures) :], 1.0)


def _bytes(text: str) -> float | None:
    """`2316KiB`, `2262MiB/s`; fio 2 wrote KB for 1,024 bytes."""
    found = re.fullmatch(r"([\d.]+)\s*([KMGTP]?)i?B?(?:/s)?", text, re.IGNORECASE)
    power = {"": 0, "K": 1, "M": 2, "G": 3, "T": 4, "P": 5}
    value = None if found is None else figure(found[1])
    return None if found is None or value is None else value * 1024 ** power[found[2].upper()]


def _result(file: File, block: _Block, version: str | None, place: int) -> Result:
    if not block.kinds:
        raise file.bad(f"job {block.name} has no figures: it is cut, or did nothing", block.line)
    checks: list[Check] = []
    kinds = {}
    for name, row in block.kinds.items():
        kinds["all" if name == "mixed" else name] = _operations(file, block, name, row, checks)
    options = dict(block.asked)
    asked = fio_options.asked(options, workers=block.jobs, kinds=kinds)
    remarks = ["percentiles_told"] if block.percentiles else []
    if block.of != "lat":
        remarks.insert(0, "clat_without_submission")
    return Result(
        name=block.name,
        at=f"job {place}",
        line=block.line,
        kinds=kinds,
        seconds=max((figure(row["ms"]) or 0.0) for row in block.kinds.values()) / 1e3,
        starts="submission" if block.of == "lat" else "after_submission",
        workload=asked.workload,
        # Whether a rate was asked for is not in this output.
        load=asked.load,
        engine=asked.engine,
        cpu_share=block.cpu,
        program_version=version,
        checks=tuple(checks),
        unknown={"response_time_ns": "starts_at_submission", "direct": "not_told"},
        remarks=(*remarks, "rate_not_told"),
    )


def _operations(
    file: File, block: _Block, name: str, row: Mapping[str, str], checks: list[Check]
) -> Operations:
    seconds = (figure(row["ms"]) or 0.0) / 1e3
    if seconds <= 0:
        raise file.bad(f"job {block.name} did not run: its runtime is 0", block.line)
    told = _scaled(row["iops"])
    # `issued` is of the reads of a job even where those of several were put together.
    count = block.issued.get(name) or round(told * seconds)
    size, bandwidth = _bytes(row["size"]), _bytes(row["bw"])
    digits = 0.02 + 2e-3 / seconds
    checks.append(Check(f"{name}.rate_per_s", told, count / seconds, digits + 1 / max(told, 1)))
    if size and bandwidth:
        checks.append(Check(f"{name}.bytes_per_s", bandwidth, size / seconds, digits))
    spans = {which: _latency(block, name, which, count) for which in ("slat", "clat", "lat")}
    if spans["clat"] is None and block.of != "lat":
        spans["clat"] = spans["lat"]
    return Operations(
        count=count,
        bytes=None if size is None else int(size),
        errors=0 if block.error == 0 else None,
        rate_per_s=count / seconds,
        bytes_per_s=None if size is None else size / seconds,
        completion=spans["lat"] if block.of == "lat" else spans["clat"],
        submission=spans["slat"],
        whole=spans["lat"],
    )


def _latency(block: _Block, name: str, which: str, count: int) -> Latency | None:
    found = block.spans.get((name, which))
    if found is None:
        return None
    unit, span = found
    return Latency(
        count=count,
        mean=_scaled(span["avg"]) * unit,
        stddev=_scaled(span["dev"]) * unit,
        min=_scaled(span["min"]) * unit,
        max=_scaled(span["max"]) * unit,
        percentiles=block.percentiles.get(name, {}) if which == block.of else {},
    )
