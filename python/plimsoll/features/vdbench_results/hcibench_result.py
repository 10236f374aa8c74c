"""HCIBench's own result file of a test case (`<case>-<epoch>-res.txt`): a Run for each Run
definition, or job, of each datastore.

IOPS and throughput are sums over VMs. Latencies are means over VMs of each VM's mean, which equal
the overall mean if VMs did equally many operations. `95%tile_LAT` is the mean plus 1.645 standard
deviations for vdbench, and a mean of percentiles for fio. Neither is a percentile; both are left
out. The name of the file has the request.

Written after the scripts of HCIBench (parseVdbResult.rb, parseFioResult.rb)."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from plimsoll.features.imports.results.figures import number as figure
from plimsoll.features.imports.results.figures import size, times
from plimsoll.features.imports.results.run_result import (
    Check,
    Latency,
    Load,
    Operations,
    Result,
    Workload,
)
from plimsoll.features.imports.results.source import File
from plimsoll.features.vdbench_results.messages import message
from plimsoll.features.vdbench_results.vdbench_histogram import STARTING

_MIB = 1 << 20
_FIGURE = re.compile(r"\s*([A-Za-z%\d_]+)\s*=\s*([\d.,]+)\s*(IO/s|MB/s|ms)?\s*$", re.IGNORECASE)
_RULE = re.compile(r"\s*={5,}\s*$")
_LAST = ("95%TILE_LAT", "95%TILE_W_LAT")
"""Last figures of a section, before its rule."""
_TEXT = re.compile(r"\s*(Version:|Run Def:|JOB_NAME\s*=|Datastore\s*=)\s*(.*?)\s*$")
_CASE = re.compile(
    r"(?P<disks>\d+)vmdk-(?P<set>\d+)ws-(?P<block>\d+[kmg]?)-(?P<reads>\d+)rdpct-"
    r"(?P<random>\d+)randompct-(?P<threads>\d+)threads"
)
_EPOCH = re.compile(r"-(\d{10})(?:-res)?(?:\.txt)?$")
_OF_DEVIATIONS = 1.645
"""So many standard deviations beyond the mean is HCIBench's 95 %."""


@dataclass
class Section:
    """A section of the file: what it is of, and its figures by name."""

    line: int
    datastore: str
    name: str = ""
    version: str | None = None
    values: dict[str, float] = field(default_factory=dict)
    whole: bool = False
    """Whether its end was seen."""

    def first_value(self, *names: str) -> float | None:
        """The first of these figures that it has."""
        return next((self.values[name] for name in names if name in self.values), None)

    @property
    def iops(self) -> float | None:
        """Operations per second, of all VMs together."""
        return self.first_value("IOPS")

    @property
    def bytes_per_s(self) -> float | None:
        """Bytes per second; its MB is 1024**2."""
        return times(self.first_value("THROUGHPUT"), _MIB)


def sniff(head: str) -> bool:
    """Whether it is such a file."""
    return all(
        re.search(pattern, head, re.MULTILINE) is not None
        for pattern in (r"^(VMs|PODS)\s*=\s*\d", r"^IOPS\s*=\s*[\d.]", r"^(Version:|JOB_NAME)")
    )


def of_a_folder(path: Path) -> bool:
    """Whether the folder of the case exists beside the file. Its VMs are imported then, and this
    file repeats them."""
    name = path.name.removesuffix("-res.txt")
    if name == path.name:
        return False
    case = path.parent / name
    found = ("vdbench.cfg", "fio.cfg", "hcibench.cfg")
    return case.is_dir() and any((case / file_name).is_file() for file_name in found)


def sections(file: File) -> Iterator[Section]:
    """Reads the sections in order. Raises Bad for an invalid figure."""
    datastore, section = "", None
    for number, text in file.lines():
        if (found := _TEXT.match(text)) is not None:
            what = re.split(r"[\s:=]", found[1], maxsplit=1)[0]
            if what == "Datastore":
                datastore = found[2]
            if what in ("Version", "JOB_NAME", "Datastore") and section is not None:
                yield section
                section = None
            if what == "Version":
                section = Section(number, datastore, version=found[2] or None)
            elif what == "JOB_NAME":
                section = Section(number, datastore, name=found[2])
            elif what == "Run" and section is not None:
                section.name = found[2]
        elif section is not None and (row := _FIGURE.match(text)) is not None:
            if (value := figure(row[2].replace(",", ""))) is None:
                raise file.bad(
                    partial(message, "no-figure", name=row[1], given=repr(row[2])), number
                )
            name = row[1].upper()
            if row[3] is None and name not in ("VMS", "PODS"):
                raise file.bad(partial(message, "no-unit", name=row[1]), number)
            section.values[name] = value
            section.whole = name in _LAST
        elif section is not None and section.values and _RULE.match(text):
            section.whole = True
    if section is not None:
        yield section


def started_ns(name: str) -> int | None:
    """When a case began, by the name of its folder or file."""
    found = _EPOCH.search(name)
    return None if found is None else int(found[1]) * 10**9


def read(file: File) -> Iterator[Result]:
    """The Runs of a result file."""
    for section in sections(file):
        if section.iops is None or not section.whole:
            code = "test-without-iops" if section.iops is None else "test-cut"
            named = "yes" if section.name else "no"
            why = partial(message, code, name=section.name or "", named=named)
            raise file.bad(why, section.line)
        if section.first_value("VMS", "PODS") != 0:
            yield _result(section, file.path.name)


def _result(section: Section, file_name: str) -> Result:
    case = _CASE.search(file_name)
    start = STARTING.search(f"Starting {section.name}")
    vms = round(section.first_value("VMS", "PODS") or 0) or None
    rate_per_vm = None if start is None else figure((start[2] or "").strip().replace(",", ""))
    share = float(case["reads"]) if case else None
    kinds, derived = _kinds(section, share)
    rate, every = section.iops or 0.0, kinds["all"]
    block = size(case["block"]) if case else None
    checks = []
    if block and every.bytes_per_s and rate:
        checks.append(Check("all.bytes_per_s", every.bytes_per_s, rate * block, 0.03))
    checks += _beside_kinds(section, share)
    name = start[1].strip() if start else section.name or "run"
    elapsed = re.match(r"\d+", start[3]) if start else None
    where = f" on {section.datastore}" if section.datastore else ""
    return Result(
        name=name,
        at=f"{'RD=' if start else ''}{name}{where}",
        line=section.line,
        kinds=kinds,
        seconds=None if elapsed is None else float(elapsed[0]),
        starts="submission" if every.completion is not None else None,
        workload=Workload(
            block_size_bytes=block,
            read_percent=share,
            trim_percent=0.0,
            pattern={"100": "random", "0": "sequential"}.get(case["random"]) if case else None,
        ),
        load=Load(
            workers=None if case is None or vms is None else vms * int(case["disks"]),
            queue_depth=None if case is None else int(case["threads"]),
            offered_rate_per_s=None if not rate_per_vm or not vms else rate_per_vm * vms,
            arrivals=None,
        ),
        target=section.datastore or "virtual disks",
        engine=section.version,
        started_at_ns=started_ns(file_name),
        checks=tuple(checks),
        derived=derived,
        remarks=("hcibench_means", "no_percentiles"),
    )


def _beside_kinds(section: Section, share: float | None) -> list[Check]:
    """Checks the latency of all operations against reads and writes, weighted by the requested
    shares. All three are means over VMs, whose shares differ a little."""
    latencies_ms = [section.first_value(name) for name in ("LATENCY", "R_LATENCY", "W_LATENCY")]
    if share is None or None in latencies_ms or not latencies_ms[0]:
        return []
    mean, reads, writes = (latency_ms or 0.0 for latency_ms in latencies_ms)
    both = (share * reads + (100 - share) * writes) / 100
    return [Check("all.mean", mean, both, 0.1 + 0.01 / mean)] if both else []


def _kinds(section: Section, share: float | None) -> tuple[dict[str, Operations], dict[str, str]]:
    """All operations; also reads and writes if the name of the case has their shares."""
    rate, derived = section.iops or 0.0, {}
    mean, reads, writes = (
        section.first_value(key) for key in ("LATENCY", "R_LATENCY", "W_LATENCY")
    )
    if mean is None and reads is not None and writes is not None:
        # fio's means come apart; a kind that was not done has 0.
        part = 1.0 if not writes else 0.0 if not reads else None if share is None else share / 100
        mean = None if part is None else part * reads + (1 - part) * writes
        if part not in (None, 0.0, 1.0):
            derived["all.mean"] = "by_share_asked"
    beyond = section.first_value("95%TILE_LAT")
    deviation = None
    if mean and beyond is not None and beyond > mean:
        deviation = (beyond - mean) / _OF_DEVIATIONS * 1e6
        derived["all.stddev"] = "by_percentile_of_hcibench"
    latency = None if not mean else Latency(mean=mean * 1e6, stddev=deviation)
    kinds = {"all": Operations(None, None, None, rate, section.bytes_per_s, latency)}
    for kind, mean_ms, part in (
        ("read", reads, share),
        ("write", writes, None if share is None else 100.0 - share),
    ):
        if part:
            # The requested shares stand for the actual ones.
            derived[f"{kind}.rate_per_s"] = "by_share_asked"
            of_kind = Latency(mean=mean_ms * 1e6) if mean_ms else None
            kinds[kind] = Operations(rate_per_s=rate * part / 100, completion=of_kind)
    return kinds, derived
