"""diskspd's XML (`-Rxml`): a Run for each TimeSpan of each document.

Percentiles are given in steps of a percent and in nines, without a distribution. The file is parsed
as a stream; a document that declares entities is refused."""

import re
import xml.etree.ElementTree as ET  # entities are refused below
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from plimsoll.features.imports.messages import message
from plimsoll.features.imports.results import run_result
from plimsoll.features.imports.results.figures import date_ns, required_figure, same, times, total
from plimsoll.features.imports.results.source import File

MOST = 64 << 20
"""Characters: it has a line for each percentile and interval."""
_DEEPEST = 64


def sniff(head: str) -> bool:
    """Whether it is diskspd's XML."""
    return "<Results" in head and ("<ComputerName" in head or "<TimeSpan" in head)


def read(file: File) -> Iterator[run_result.Result]:
    """Reads the Runs."""
    roots = list(_roots(file))
    for place, root in enumerate(roots, 1):
        results = root if root.tag == "Results" else root.find(".//Results")
        if results is None:
            raise file.bad(partial(message, "no-results-element"))
        spans = results.findall("TimeSpan")
        profiles = results.findall("Profile/TimeSpans/TimeSpan")
        if not spans:
            raise file.bad(partial(message, "no-time-span"))
        for number, span in enumerate(spans, 1):
            profile = profiles[number - 1] if number <= len(profiles) else None
            found = _result(file, results, profile, span, number)
            yield replace(found, at=f"output {place}, {found.at}") if len(roots) > 1 else found


class _Parser:
    """Parses one of the documents in a file."""

    def __init__(self, file: File) -> None:
        self._file = file
        self._events: Any = ET.XMLPullParser(("start", "end"))
        self._depth = 0
        self.root: ET.Element | None = None

    @property
    def is_complete(self) -> bool:
        """Whether its last element was closed."""
        return self.root is not None and self._depth == 0

    def feed(self, text: str, number: int) -> None:
        """The next line, or a part of it."""
        if self.root is None and text.lstrip("\ufeff \t").startswith("<?xml"):
            # The text is decoded already, whatever encoding it declares.
            text = text.partition("?>")[2]
        self._events.feed(text if self.root is not None else text.lstrip("\ufeff \t\n"))
        for event, element in self._events.read_events():
            self._depth += 1 if event == "start" else -1
            self.root = element if self.root is None else self.root
            if self._depth > _DEEPEST:
                raise self._file.bad(partial(message, "xml-too-deep"), number)

    def close(self) -> None:
        """Raises ParseError where it is not whole."""
        self._events.close()


def _roots(file: File) -> Iterator[ET.Element]:
    """The first element of each document. Raises Bad where one is not whole."""
    parser = _Parser(file)
    size = last = read = 0
    try:
        for number, text in file.lines():
            last = number
            size += len(text) + 1
            if size > MOST:
                raise file.bad(partial(message, "too-large", most=MOST >> 20), number)
            if "<!ENTITY" in text or "<!DOCTYPE" in text:
                raise file.bad(partial(message, "declares-type"), number)
            for part in re.split(r"(?<=</Results>)", text + "\n"):
                if parser.is_complete and part.lstrip().startswith("<") and parser.root is not None:
                    yield parser.root
                    parser, read = _Parser(file), read + 1
                parser.feed(part, number)
        parser.close()
    except ET.ParseError as error:
        raise file.bad(
            partial(message, "xml-not-whole", why=error.msg.partition(":")[0]), last
        ) from None
    if parser.root is None and not read:
        raise file.bad(partial(message, "is-empty"))
    if parser.root is not None:
        yield parser.root


def _text(element: ET.Element | None, path: str) -> str | None:
    found = None if element is None else element.findtext(path)
    return found.strip() if found else None


def _number(file: File, element: ET.Element | None, path: str) -> float | None:
    text = _text(element, path)
    return None if text is None else required_figure(file, text, path.rpartition("/")[2])


def _result(
    file: File, results: ET.Element, profile: ET.Element | None, span: ET.Element, number: int
) -> run_result.Result:
    seconds = _number(file, span, "TestTimeSeconds")
    if not seconds:
        raise file.bad(partial(message, "span-without-time", number=number))
    threads = span.findall("Thread")
    targets = [target for thread in threads for target in thread.findall("Target")]
    many = _number(file, span, "ThreadCount")
    if threads and many and len(threads) != int(many):
        raise file.bad(
            partial(message, "span-cut", number=number, threads=len(threads), of=int(many))
        )
    kinds = {}
    for kind, name in (("read", "Read"), ("write", "Write")):
        one = _operations(file, span, targets, name, seconds)
        if one.count:
            kinds[kind] = one
    if not kinds:
        raise file.bad(partial(message, "span-idle", number=number))
    every = run_result.together(kinds.values())
    if len(kinds) > 1:
        latency = _latency(file, span, "Total", every.count or 0)
        if latency is not None:
            kinds["all"] = run_result.Operations(
                every.count, every.bytes, None, every.rate_per_s, every.bytes_per_s, latency
            )
    profile_targets = [] if profile is None else profile.findall("Targets/Target")
    paths = ", ".join(
        dict.fromkeys(path for target in profile_targets if (path := _text(target, "Path")))
    )
    checks, asked_s = [*_checks(file, targets, kinds)], _number(file, profile, "Duration")
    if asked_s and seconds > asked_s:
        # Longer than the program runs: only a stop by hand ends it, and earlier.
        checks.append(run_result.Check("measure_s", seconds, asked_s, 0.05 + 1 / seconds))
    return run_result.Result(
        name=paths or f"TimeSpan {number}",
        at=f"TimeSpan {number}",
        line=None,
        kinds=kinds,
        seconds=seconds,
        asked_s=asked_s,
        starts=run_result.latency_start(kinds),
        workload=_workload(file, profile_targets),
        load=_load(file, profile_targets, span),
        target=paths or None,
        target_kind="file" if profile_targets else None,
        direct=same(_direct(target) for target in profile_targets),
        warmup_s=_number(file, profile, "Warmup"),
        started_at_ns=started_ns(_text(results, "System/RunTime")) if number == 1 else None,
        zone_told=(_text(results, "System/RunTime") or "").endswith("UTC"),
        host=_text(results, "System/ComputerName"),
        machine_cpu=_machine_cpu(file, span),
        program_version=_text(results, "System/Tool/Version"),
        checks=tuple(checks),
        remarks=("percentiles_told_alone",) if span.find("Latency/Bucket") is not None else (),
    )


def started_ns(text: str | None) -> int | None:
    """`2024/01/24 10:00:00 UTC`: when the first timespan was begun."""
    return date_ns((text or "").removesuffix(" UTC"), "%Y/%m/%d %H:%M:%S")


def _machine_cpu(file: File, span: ET.Element) -> tuple[float, float] | None:
    """Shares of all processors: in use, and in the system."""
    average = span.find("CpuUtilization/Average")
    used = _number(file, average, "UsagePercent")
    system = _number(file, average, "KernelPercent")
    return None if used is None or system is None else (used / 100, system / 100)


def _workload(file: File, targets: Sequence[ET.Element]) -> run_result.Workload:
    """The settings that all targets share."""
    block = same(_number(file, target, "BlockSize") for target in targets)
    writes = same(_number(file, target, "WriteRatio") for target in targets)
    sizes = [_number(file, target, "FileSize") for target in targets]
    return run_result.Workload(
        block_size_bytes=int(block) if block else None,
        read_percent=None if writes is None else 100.0 - writes,
        trim_percent=0.0,
        pattern=same(_pattern(file, target) for target in targets),
        working_set_bytes=int(total(sizes) or 0) or None,
    )


def _pattern(file: File, target: ET.Element) -> str | None:
    """None where a share of the operations is random."""
    if (_number(file, target, "RandomRatio") or 100.0) < 100:
        return None
    return "random" if target.find("Random") is not None else "sequential"


def _load(file: File, targets: Sequence[ET.Element], span: ET.Element) -> run_result.Load:
    """-o and -g are of each thread and target: with -F a thread has several targets."""
    threads = span.findall("Thread")
    workers = int(_number(file, span, "ThreadCount") or 0) or len(threads)
    workers = workers or int(
        sum(_number(file, target, "ThreadsPerFile") or 0 for target in targets)
    )
    driven = [[_text(target, "Path") for target in thread.findall("Target")] for thread in threads]
    depths = {_text(target, "Path"): _number(file, target, "RequestCount") for target in targets}
    limits = {_text(target, "Path"): _limit(file, target) for target in targets}
    # Depth and rate of a thread are sums over its targets.
    depth = same(total([depths.get(path) for path in paths]) for paths in driven)
    rates = [limits.get(path) for paths in driven for path in paths]
    offered = total(rates)
    if not driven:
        depth = same(depths.values())
        rate = same(limits.values())
        offered = rate * workers if rate else None
    return run_result.Load(
        workers=workers or None,
        queue_depth=int(depth) if depth else None,
        offered_rate_per_s=offered or None,
        arrivals="constant" if offered else None,
    )


def _limit(file: File, target: ET.Element) -> float | None:
    """IOPS that each thread was held to on this target."""
    found = target.find("Throughput")
    limit = _number(file, target, "Throughput") if found is not None else None
    if not limit or found is None or found.get("unit") == "IOPS":
        return limit or None
    # Bytes in a millisecond.
    block = _number(file, target, "BlockSize")
    return limit * 1000 / block if block else None


def _direct(target: ET.Element) -> bool:
    """Whether the file cache is bypassed. Before 2.0.17 both elements were always present, as true
    or false."""
    return any(
        (_text(target, name) or "false").lower() == "true"
        for name in ("DisableAllCache", "DisableOSCache", "DisableLocalCache")
    )


def _operations(
    file: File, span: ET.Element, targets: list[ET.Element], name: str, seconds: float
) -> run_result.Operations:
    count = sum(int(_number(file, target, f"{name}Count") or 0) for target in targets)
    size = sum(int(_number(file, target, f"{name}Bytes") or 0) for target in targets)
    return run_result.Operations(
        count=count,
        bytes=size,
        rate_per_s=count / seconds,
        bytes_per_s=size / seconds,
        completion=_latency(file, span, name, count),
    )


def _latency(file: File, span: ET.Element, name: str, count: int) -> run_result.Latency | None:
    latency = span.find("Latency")
    if latency is None or not count:
        return None
    mean = _number(file, latency, f"Average{name}Milliseconds")
    spread = _number(file, latency, "LatencyStdev" if name == "Total" else f"{name}LatencyStdev")
    percentiles: dict[float, float] = {}
    for bucket in latency.findall("Bucket"):
        percent = _number(file, bucket, "Percentile")
        value = _number(file, bucket, f"{name}Milliseconds")
        if percent is not None and value is not None:
            percentiles[round(percent, 9)] = value * 1e6
    made = run_result.Latency(
        count=count,
        mean=times(mean, 1e6),
        stddev=times(spread, 1e6),
        min=percentiles.pop(0.0, None),
        max=percentiles.pop(100.0, None),
        percentiles=percentiles,
    )
    return made if made.has_values else None


def _checks(
    file: File, targets: list[ET.Element], kinds: dict[str, run_result.Operations]
) -> Iterator[run_result.Check]:
    total = sum(int(_number(file, target, "IOCount") or 0) for target in targets)
    parts = sum(ops.count or 0 for kind, ops in kinds.items() if kind != "all")
    if total:
        yield run_result.Check("all.operations", total, parts, 1e-9)
    size = sum(int(_number(file, target, "BytesCount") or 0) for target in targets)
    if size:
        moved = sum(ops.bytes or 0 for kind, ops in kinds.items() if kind != "all")
        yield run_result.Check("all.bytes", size, moved, 1e-9)
    yield from run_result.beside_parts(kinds)
