"""diskspd's XML (`-Rxml`): a Run for each TimeSpan of its results.

Percentiles are told in buckets of a percent and in nines, the distribution is not. Read as a
stream: nothing is resolved, and a document that declares entities is refused."""

from __future__ import annotations

import datetime
import xml.etree.ElementTree as ET  # entities are refused below
from collections.abc import Callable, Iterator
from typing import Any

from plimsoll.formats.results.measured import (
    Check,
    Latency,
    Load,
    Operations,
    Result,
    Workload,
    beside_parts,
    together,
)
from plimsoll.formats.results.source import File

MOST = 64 << 20
"""Characters: it has a line for each percentile and interval."""
_DEEPEST = 64


def sniff(head: str) -> bool:
    """Whether it is diskspd's XML."""
    return "<Results" in head and ("<ComputerName" in head or "<TimeSpan" in head)


def read(file: File) -> Iterator[Result]:
    """Its Runs."""
    root = _root(file)
    results = root if root.tag == "Results" else root.find(".//Results")
    if results is None:
        raise file.bad("it has no Results")
    spans = results.findall("TimeSpan")
    profiles = results.findall("Profile/TimeSpans/TimeSpan")
    if not spans:
        raise file.bad("it has no TimeSpan with results: the program did not finish")
    for number, span in enumerate(spans, 1):
        profile = profiles[number - 1] if number <= len(profiles) else None
        yield _result(file, results, profile, span, number)


def _root(file: File) -> ET.Element:
    parser: Any = ET.XMLPullParser(("start", "end"))
    depth = size = last = 0
    root: ET.Element | None = None
    try:
        for number, text in file.lines():
            last = number
            size += len(text) + 1
            if size > MOST:
                raise file.bad(f"it is larger than {MOST >> 20} Mi characters", number)
            if "<!ENTITY" in text or "<!DOCTYPE" in text:
                raise file.bad(
                    "it declares a document type, which no result of diskspd does", number
                )
            # What encoding it says it has is decoded by now.
            declares = number == 1 and text.lstrip("\ufeff").startswith("<?xml")
            parser.feed((text.partition("?>")[2] if declares else text) + "\n")
            for event, element in parser.read_events():
                depth += 1 if event == "start" else -1
                root = element if root is None else root
                if depth > _DEEPEST:
                    raise file.bad("its elements are nested too deeply", number)
        parser.close()
    except ET.ParseError as error:
        raise file.bad(
            f"it is no whole XML document ({error.msg.partition(':')[0]})", last
        ) from None
    if root is None:
        raise file.bad("it is empty")
    return root


def _text(of: ET.Element | None, path: str) -> str | None:
    found = None if of is None else of.findtext(path)
    return found.strip() if found else None


def _number(file: File, of: ET.Element | None, path: str) -> float | None:
    text = _text(of, path)
    if text is None:
        return None
    try:
        value = float(text)
    except ValueError:
        raise file.bad(f"{path.rpartition('/')[2]} is '{text[:40]}', which is no number") from None
    if not 0 <= value < 1e18:
        raise file.bad(f"{path.rpartition('/')[2]} is {text[:40]}, which cannot be") from None
    return value


def _result(
    file: File, results: ET.Element, profile: ET.Element | None, span: ET.Element, number: int
) -> Result:
    seconds = _number(file, span, "TestTimeSeconds")
    if not seconds:
        raise file.bad(f"TimeSpan {number} has no TestTimeSeconds")
    threads = span.findall("Thread")
    targets = [target for thread in threads for target in thread.findall("Target")]
    kinds = {}
    for kind, name in (("read", "Read"), ("write", "Write")):
        one = _operations(file, span, targets, name, seconds)
        if one.count:
            kinds[kind] = one
    if not kinds:
        raise file.bad(f"TimeSpan {number} has no operations")
    every = together(kinds.values())
    if len(kinds) > 1:
        latency = _latency(file, span, "Total", every.count or 0)
        if latency is not None:
            kinds["all"] = Operations(
                every.count, every.bytes, None, every.rate_per_s, every.bytes_per_s, latency
            )
    asked = [] if profile is None else profile.findall("Targets/Target")
    target = asked[0] if asked else None
    paths = ", ".join(dict.fromkeys(path for one in asked if (path := _text(one, "Path"))))
    workload, load = _asked(file, target)
    return Result(
        name=paths or f"TimeSpan {number}",
        at=f"TimeSpan {number}",
        line=None,
        kinds=kinds,
        seconds=seconds,
        asked_s=_number(file, profile, "Duration"),
        starts="submission" if any(one.completion for one in kinds.values()) else None,
        workload=workload,
        load=load(int(_number(file, span, "ThreadCount") or 0) or len(threads) or None),
        target=paths or None,
        target_kind="file" if target is not None else None,
        direct=_direct(target),
        warmup_s=_number(file, profile, "Warmup"),
        started_at_ns=_started(_text(results, "System/RunTime")) if number == 1 else None,
        zone_told=(_text(results, "System/RunTime") or "").endswith("UTC"),
        host=_text(results, "System/ComputerName"),
        machine_cpu=_machine_cpu(file, span),
        program_version=_text(results, "System/Tool/Version"),
        checks=tuple(_checks(file, targets, kinds)),
        unknown={"response_time_ns": "starts_at_submission"},
        remarks=("percentiles_told_alone",) if span.find("Latency/Bucket") is not None else (),
    )


def _started(text: str | None) -> int | None:
    """`2024/01/24 10:00:00 UTC`: when the first timespan was begun."""
    try:
        found = datetime.datetime.strptime((text or "").removesuffix(" UTC"), "%Y/%m/%d %H:%M:%S")
    except ValueError:
        return None
    return int(found.replace(tzinfo=datetime.UTC).timestamp() * 1e9)


def _machine_cpu(file: File, span: ET.Element) -> tuple[float, float] | None:
    """Shares of all processors: in use, and in the system."""
    average = span.find("CpuUtilization/Average")
    used = _number(file, average, "UsagePercent")
    system = _number(file, average, "KernelPercent")
    return None if used is None or system is None else (used / 100, system / 100)


def _asked(file: File, target: ET.Element | None) -> tuple[Workload, Callable[[int | None], Load]]:
    block = _number(file, target, "BlockSize")
    writes = _number(file, target, "WriteRatio")
    depth = _number(file, target, "RequestCount")
    per_file = _number(file, target, "ThreadsPerFile")
    limit = None if target is None else target.find("Throughput")
    held = (limit.text or "").strip() if limit is not None else ""
    iops = float(held) if held.isdigit() and int(held) else None
    if iops and limit is not None and limit.get("unit") != "IOPS":
        # Bytes in a millisecond.
        iops = iops * 1000 / block if block else None
    random = target is not None and target.find("Random") is not None
    workload = Workload(
        block_size_bytes=int(block) if block else None,
        read_percent=None if writes is None else 100.0 - writes,
        trim_percent=0.0,
        pattern=None if target is None else "random" if random else "sequential",
        working_set_bytes=int(_number(file, target, "FileSize") or 0) or None,
    )

    def load(threads: int | None) -> Load:
        many = threads or (int(per_file) if per_file else None)
        return Load(
            workers=many,
            queue_depth=int(depth) if depth else None,
            # -g is of each thread.
            offered_rate_per_s=iops * many if iops and many else None,
            arrivals="constant" if iops and many else None,
        )

    return workload, load


def _direct(target: ET.Element | None) -> bool | None:
    if target is None:
        return None
    return any(target.find(name) is not None for name in ("DisableAllCache", "DisableOSCache"))


def _operations(
    file: File, span: ET.Element, targets: list[ET.Element], name: str, seconds: float
) -> Operations:
    count = sum(int(_number(file, one, f"{name}Count") or 0) for one in targets)
    size = sum(int(_number(file, one, f"{name}Bytes") or 0) for one in targets)
    return Operations(
        count=count,
        bytes=size,
        rate_per_s=count / seconds,
        bytes_per_s=size / seconds,
        completion=_latency(file, span, name, count),
    )


def _latency(file: File, span: ET.Element, name: str, count: int) -> Latency | None:
    latency = span.find("Latency")
    if latency is None or not count:
        return None
    average = "Average" + ("Total" if name == "Total" else name) + "Milliseconds"
    mean = _number(file, latency, average)
    spread = _number(file, latency, "LatencyStdev" if name == "Total" else f"{name}LatencyStdev")
    percentiles: dict[float, float] = {}
    for bucket in latency.findall("Bucket"):
        percent = _number(file, bucket, "Percentile")
        value = _number(file, bucket, f"{name}Milliseconds")
        if percent is not None and value is not None:
            percentiles[round(percent, 9)] = value * 1e6
    made = Latency(
        count=count,
        mean=None if mean is None else mean * 1e6,
        stddev=None if spread is None else spread * 1e6,
        min=percentiles.pop(0.0, None),
        max=percentiles.pop(100.0, None),
        percentiles=percentiles,
    )
    return made if made.told else None


def _checks(file: File, targets: list[ET.Element], kinds: dict[str, Operations]) -> Iterator[Check]:
    total = sum(int(_number(file, one, "IOCount") or 0) for one in targets)
    parts = sum(one.count or 0 for kind, one in kinds.items() if kind != "all")
    if total:
        yield Check("all.operations", total, parts, 1e-9)
    size = sum(int(_number(file, one, "BytesCount") or 0) for one in targets)
    if size:
        moved = sum(one.bytes or 0 for kind, one in kinds.items() if kind != "all")
        yield Check("all.bytes", size, moved, 1e-9)
    yield from beside_parts(kinds)
