"""CrystalDiskMark's text (copied or saved): a Run for each line of a test, reads and writes apart.

A line has MB/s of 1,000,000 bytes, IOPS and the mean latency in microseconds; before version 7
there is no latency, before 6 the depth is in brackets. How long a test ran is that of the profile's
measure time where it is told, else unknown; it reports the best of several passes, and a remark
says so. Layout after published results."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator

from plimsoll.formats.results.figures import number as figure
from plimsoll.formats.results.measured import (
    Check,
    Latency,
    Load,
    Operations,
    Result,
    Workload,
)
from plimsoll.formats.results.source import File

_ROW = re.compile(
    r"^\s*(?P<kind>SEQ|RND|Sequential|Random)\w*\s+(?P<size>[\d.]+)?\s*(?P<unit>[KM]i?B)?"
    r"[^:]*?\(Q=\s*(?P<depth>\d+),\s*T=\s*(?P<threads>\d+)\)\s*:\s*(?P<mb>[\d.,]+)\s*MB/s"
    r"(?:\s*\[\s*(?P<iops>[\d.,]+)\s*IOPS\])?(?:\s*<\s*(?P<us>[\d.,]+)\s*us\s*>)?"
)
_SECTION = re.compile(r"^\s*\[(Read|Write|Mix\b[^\]]*)\]", re.IGNORECASE)
_SIZES = {"KiB": 1024, "MiB": 1 << 20, "KB": 1000, "MB": 1_000_000}


def sniff(head: str) -> bool:
    """Whether it is CrystalDiskMark's."""
    return "CrystalDiskMark" in head and "MB/s" in head and "(Q=" in head


def read(file: File) -> Iterator[Result]:
    """Its Runs."""
    kind, version, started, seconds, target = "read", None, None, None, None
    rows: list[tuple[int, str, re.Match[str]]] = []
    dated = False
    for number, text in file.lines():
        if (found := re.search(r"CrystalDiskMark\s+([\d.]+\w*)", text)) is not None:
            version = version or found[1]
        if (section := _SECTION.match(text)) is not None:
            kind = section[1].lower()
        elif (row := _ROW.match(text)) is not None:
            rows.append((number, kind, row))
        elif "(Q=" in text and "MB/s" in text:
            raise file.bad("a test has no figures that can be read", number)
        elif (found := re.match(r"\s*Date\s*:\s*([\d/]+ [\d:]+)", text)) is not None:
            started, dated = _start(found[1]), True
        elif (found := re.match(r"\s*Test\s*:\s*(.+)", text)) is not None:
            target = found[1].strip()
        elif (found := re.match(r"\s*Time\s*:\s*Measure\s*([\d.]+)\s*sec", text)) is not None:
            seconds = figure(found[1])
    if not rows:
        raise file.bad("there is no test in it")
    if not dated:
        raise file.bad("it ends before its date: it is cut")
    for number, section_of, row in rows:
        made = _result(file, number, section_of, row, seconds)
        from dataclasses import replace

        yield replace(made, program_version=version, started_at_ns=started, target=_volume(target))


def _volume(target: str | None) -> str | None:
    """`1 GiB (x5) [C: 66% (310/476GiB)]`: the drive."""
    found = re.search(r"\[([A-Za-z]:)", target or "")
    return found[1] if found else None


def _start(text: str) -> int | None:
    for form in ("%Y/%m/%d %H:%M:%S", "%m/%d/%Y %H:%M:%S"):
        try:
            moment = datetime.datetime.strptime(text, form).replace(tzinfo=datetime.UTC)
        except ValueError:
            continue
        return int(moment.timestamp() * 1e9)
    return None


def _figure(text: str | None) -> float | None:
    return None if text is None else figure(text.replace(",", ""))


def _result(
    file: File, number: int, section: str, row: re.Match[str], seconds: float | None
) -> Result:
    per_s = (_figure(row["mb"]) or 0.0) * 1e6
    told = figure(row["size"]) if row["unit"] else None
    size = int(told * _SIZES[row["unit"]]) if told else None
    rate, mean = _figure(row["iops"]), _figure(row["us"])
    if not per_s and not rate:
        raise file.bad("a test did nothing", number)
    derived = {}
    if rate is None and size:
        rate = per_s / size
        derived["all.rate_per_s"] = "bytes_by_block_size"
    kind = "all" if section.startswith("mix") else section
    reads = {"read": 100.0, "write": 0.0}.get(section)
    if reads is None and (mix := re.search(r"R(\d+)", section.upper())) is not None:
        reads = float(mix[1])
    checks = []
    if rate and size:
        loose = 0.01 + 1e4 / max(per_s, 1.0)
        checks.append(Check(f"{kind}.bytes_per_s", per_s, rate * size, loose))
    depth, threads = int(row["depth"]), int(row["threads"])
    return Result(
        name=row[0].partition(":")[0].strip(),
        at=f"{section}, {row[0].partition(':')[0].strip()}",
        line=number,
        kinds={
            kind: Operations(
                count=None if seconds is None or rate is None else round(rate * seconds),
                rate_per_s=rate,
                bytes_per_s=per_s,
                completion=None if mean is None else Latency(mean=mean * 1e3),
            )
        },
        seconds=seconds,
        starts=None if mean is None else "submission",
        workload=Workload(
            block_size_bytes=size,
            read_percent=reads,
            trim_percent=0.0,
            pattern="random" if row["kind"].lower().startswith(("rnd", "rand")) else "sequential",
        ),
        load=Load(workers=threads, queue_depth=depth),
        target_kind="file",
        direct=True,
        checks=tuple(checks),
        derived=derived,
        unknown={"response_time_ns": "starts_at_submission"},
        remarks=("best_of_passes", "no_percentiles"),
    )
