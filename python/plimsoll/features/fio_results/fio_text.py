"""fio's normal output, 2.x and 3.x, also with status intervals and with lines of other programs
around it. Each figure has its unit. Each section has its own heading: percentiles below syncs do
not belong to the writes above them.

A file may hold several outputs; each is a Run. If a fio prints its status while it runs, the last
status is the Run. Clones of a job that are printed separately (`numjobs` without `group_reporting`)
are one Run together."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from plimsoll.base import units
from plimsoll.features.fio_results import fio_dialects, fio_options
from plimsoll.features.fio_results.fio_options import JobOptions
from plimsoll.features.fio_results.messages import message
from plimsoll.features.imports.numbers import POWERS
from plimsoll.features.imports.results import run_result
from plimsoll.features.imports.results.figures import number as figure
from plimsoll.features.imports.results.figures import whole
from plimsoll.features.imports.results.source import File, Sentence

_JOB = re.compile(
    r"^\s*(?P<name>\S.*): \(groupid=(?P<group>\d+), jobs=(?P<jobs>\d+)\): err=\s*(?P<err>\d+)"
    r"(?:.*?\bpid=(?P<pid>\d+))?(?P<rest>.*)"
)
_JOB_HEADER = re.compile(r"^\s*(?P<name>\S.*?): \(g=(?P<group>\d+)\): (?P<rest>rw=.+)$")
_VERSION = re.compile(r"^(?:\s*|hostname=.*\bfio=)fio-(\d[\w.-]*)(?:\s*|,.*)$")
_KIND3 = re.compile(
    r"^\s*(?P<kind>read|write|trim|mixed)\s*: IOPS=(?P<iops>[\d.]+[kKMG]?),"
    r" BW=(?P<bw>[\d.]+\s*\w+(?:/s)?).*\((?P<size>[\d.]+\s*\w*)/(?P<ms>\d+)msec\)"
)
_KIND2 = re.compile(
    r"^\s*(?P<kind>read|write|trim|mixed)\s*: io=(?P<size>[\d.]+\s*\w*),"
    r" bw=(?P<bw>[\d.]+\s*\w*/s), iops=(?P<iops>[\d.]+\s*[kKM]?)\s*, runt=\s*(?P<ms>\d+)msec"
)
_SPAN = re.compile(
    r"^\s*(?P<which>slat|clat|lat|sync) \((?P<unit>nsec|usec|msec|sec)\)\s*:"
    r"\s*min=\s*(?P<min>[\d.]+[kKMG]?)\s*,?\s*max=\s*(?P<max>[\d.]+[kKMG]?)\s*,?"
    r"\s*avg=\s*(?P<avg>[\d.]+[kKMG]?)\s*,?\s*stdev=\s*(?P<dev>[\d.]+[kKMG]?)"
)
_SYNCS = re.compile(r"^\s*fsync/fdatasync/\w+[\w/]*:\s*$")
_PERCENTILES = re.compile(
    r"^\s*(?P<which>\S.*?)\s+percentiles \((?P<unit>nsec|usec|msec|sec)\)\s*:"
)
_PERCENTILE = re.compile(r"(?P<percent>[\d.]+)th=\[\s*(?P<value>[\d.]+)\]")
_CPU = re.compile(r"^\s*cpu\s*: usr=(?P<user>[\d.]+)%, sys=(?P<system>[\d.]+)%")
_DEPTHS = re.compile(r"^\s*IO depths\s*:(?P<levels>.*%)")
# The text behind the counts shows that the last count is complete.
_ISSUED3 = re.compile(
    r"^\s*issued rwts?: total=(?P<read>\d+),(?P<write>\d+),(?P<trim>\d+)(?:,(?P<sync>\d+))?,?\s"
    r"(?:\s*short=(?P<short>\d+),)?"
)
_ISSUED2 = re.compile(
    r"^\s*issued\s*: total=r=(?P<read>\d+)/w=(?P<write>\d+)/d=(?P<trim>\d+),(?P<sync>)(?P<short>)"
)
_NS = {"nsec": 1.0, "usec": 1e3, "msec": 1e6, "sec": 1e9}
_THOUSAND = {"": 1, "k": 1e3, "K": 1e3, "M": 1e6, "G": 1e9}
_DATE_TOLERANCE_S = 2.5
"""The time between two statuses equals the progress of the job, except for rounding of dates."""


@dataclass
class _Block:
    """The figures of a job, or of one of its clones."""

    name: str
    group: str
    pid: str
    line: int
    jobs: int
    error: int
    date_ns: int | None
    kinds: dict[str, re.Match[str]] = field(default_factory=dict)
    spans: dict[tuple[str, str], tuple[float, re.Match[str]]] = field(default_factory=dict)
    percentiles: dict[tuple[str, str], dict[float, float]] = field(default_factory=dict)
    issued: dict[str, int] = field(default_factory=dict)
    syncs: int | None = None
    short: int | None = None
    depths: tuple[float, ...] = ()
    cpu: tuple[float, float] | None = None
    kind: str = ""
    """The kind to which the next lines belong."""
    heading: tuple[str, str, float] | None = None
    """Which percentiles the next lines are: of which kind, which latency, and in which unit. None
    below a heading that is of something else, such as of one priority."""

    @property
    def key(self) -> tuple[str, str, str]:
        return self.name, self.group, self.pid

    @property
    def seconds(self) -> float:
        return max((figure(row["ms"]) or 0.0 for row in self.kinds.values()), default=0.0) / 1e3

    @property
    def latency_name(self) -> str:
        """Which latency has percentiles."""
        lat = any(which == "lat" and kind != run_result.FLUSH for kind, which in self.percentiles)
        return "lat" if lat else "clat"

    def is_printed_with(self, other: _Block) -> bool:
        """Whether both blocks were printed at the same moment, according to their dates."""
        if self.date_ns is None or other.date_ns is None:
            return True
        return abs(self.date_ns - other.date_ns) <= _DATE_TOLERANCE_S * 1e9

    def is_continued_by(self, later: _Block, *, alone: bool) -> bool:
        """Whether another block of this process is a later status, which counts from its start. A
        job that has ended is printed again while others run."""
        counts = [
            (self.issued.get(kind, 0), later.issued.get(kind, 0)) for kind in ("read", "write")
        ]
        ran_on = later.seconds - self.seconds
        if ran_on < 0 or any(before > now for before, now in counts):
            return False
        if self.date_ns is None or later.date_ns is None:
            return True
        passed = (later.date_ns - self.date_ns) / 1e9
        ended = ran_on == 0 and all(before == now for before, now in counts) and not alone
        return passed >= 0 and (ended or abs(passed - ran_on) <= _DATE_TOLERANCE_S)


@dataclass
class _Output:
    version: str | None = None
    job_options: dict[tuple[str, str], dict[str, str]] = field(default_factory=dict)
    blocks: dict[tuple[str, str, str], _Block] = field(default_factory=dict)


def sniff(head: str) -> bool:
    """Whether it is fio's normal output."""
    return any(_JOB.match(_plain(line)) for line in head.split("\n"))


def begins(head: str) -> bool:
    """Whether it begins as what fio prints before it runs, whatever form its results have."""
    return re.search(r"^.{1,200}: \(g=\d+\): rw=\w+", head, re.MULTILINE) is not None


def read(file: File) -> Iterator[run_result.Result]:
    """The Runs, in the order in which jobs first ended."""
    outputs, last = _outputs(file)
    if not last:
        raise file.bad(partial(message, "fio-no-job"))
    if not last.issued:
        raise file.bad(partial(message, "fio-job-cut", job=last.name), last.line)
    several = len(outputs) > 1
    for number, output in enumerate(outputs, 1):
        before = f"output {number}, " if several else ""
        for result in _runs(file, output):
            yield replace(result, at=f"{before}{result.at}")


def _plain(text: str) -> str:
    """Strips the marks of a quotation, and the host that a client prints before the lines of its
    server."""
    return re.sub(r"^(?:(?:>\s?)+|<[\w.:-]+>\s)", "", text)


def _outputs(file: File) -> tuple[list[_Output], _Block | None]:
    """Every output with its blocks, and the last block of the file."""
    outputs = [_Output()]
    block: _Block | None = None
    last: _Block | None = None
    for number, quoted in file.lines():
        text = _plain(quoted)
        if (job := _JOB.match(text)) is not None:
            _add_block(outputs, last)
            last = block = _block(job, number)
        elif (found := _VERSION.match(text)) is not None:
            _close(outputs, last)
            block = last = None
            outputs[-1].version = found[1]
        elif (found := _JOB_HEADER.match(text)) is not None:
            _close(outputs, last)
            block = last = None
            outputs[-1].job_options[found["name"], found["group"]] = _options(found["rest"])
        elif text.lstrip().startswith("Run status group"):
            block = None
        elif block is not None:
            _line(block, text)
    last_block = last
    _add_block(outputs, last)
    if last_block is None:
        last_block = next(
            (other for output in reversed(outputs) for other in reversed(output.blocks.values())),
            None,
        )
    return [output for output in outputs if output.blocks], last_block


def _close(outputs: list[_Output], last: _Block | None) -> None:
    """Begins a new output: the lines that fio prints before its jobs start come after earlier
    results."""
    _add_block(outputs, last)
    if outputs[-1].blocks:
        outputs.append(_Output())


def _add_block(outputs: list[_Output], block: _Block | None) -> None:
    """Adds a block to its output: a later status in the place of the one before. One that
    contradicts it is of another fio."""
    if block is None:
        return
    blocks = outputs[-1].blocks
    before = blocks.get(block.key)
    if before is not None:
        same = before is block or before.is_continued_by(block, alone=len(blocks) == 1)
    else:
        # Clones are printed at the same moment.
        clones = [other for other in blocks.values() if other.key[:2] == block.key[:2]]
        same = not clones or any(clone.is_printed_with(block) for clone in clones)
    if not same:
        outputs.append(replace(outputs[-1], blocks={}))
    outputs[-1].blocks[block.key] = block


def _block(job: re.Match[str], number: int) -> _Block:
    return _Block(
        job["name"],
        job["group"],
        job["pid"] or "",
        number,
        whole(job["jobs"]) or 1,
        whole(job["err"]) or 0,
        fio_dialects.date_ns(job["rest"]),
    )


_BOUNDS = r"([\d.]+\s*\w*?)B?-([\d.]+\s*\w*?)B?(?=[,/]|$)"


def _options(rest: str) -> dict[str, str]:
    """`rw=randread, bs=(R) 4096B-4096B, (W) 16.0KiB-16.0KiB, …, ioengine=libaio, iodepth=8`, before
    3.0 `bs=4K-4K/16K-16K/4K-4K`."""
    found = dict(re.findall(r"(\w+)=([^,]+)", rest))
    made = {key: found[key].strip() for key in ("rw", "ioengine", "iodepth") if key in found}
    sizes = re.search(r"bs(?:\(seq/rand\))?=(.*?), (?:bs_is_seq_rand, )?ioengine=", rest)
    pairs = re.findall(_BOUNDS, re.sub(r"\([RWT]\) ", "", sizes[1])) if sizes else []
    if not pairs:
        return made
    each = [(_exact(low), _exact(high)) for low, high in pairs]
    if "seq" in rest.partition("ioengine=")[0].partition("bs")[2]:
        # Two sizes: of sequential operations, and of random ones.
        each = [each[-1] if found["rw"].startswith("rand") else each[0]]
    if all(low is not None and low == high for low, high in each):
        made["bs"] = ",".join(str(low) for low, _ in each)
    else:
        made["bsrange"] = sizes[1].strip() if sizes else ""
    return made


def _exact(text: str) -> int | None:
    """A block size as the header has it; none where it is rounded to what can be no block."""
    found = re.fullmatch(r"([\d.]+)\s*([kKMGT]?)(i?)", text.strip())
    value = None if found is None else figure(found[1])
    if found is None or value is None:
        return None
    step = 1000.0 if found[2] == "k" else 1024.0
    size = value * step ** POWERS[found[2].lower()]
    return int(size) if size == int(size) and size else None


def _line(block: _Block, text: str) -> None:
    if (row := _KIND3.match(text) or _KIND2.match(text)) is not None:
        block.kind, block.heading = row["kind"], None
        block.kinds[block.kind] = row
    elif _SYNCS.match(text):
        block.kind, block.heading = run_result.FLUSH, None
    elif block.kind and (span := _SPAN.match(text)) is not None:
        which = span["which"]
        kind, which = (run_result.FLUSH, "lat") if which == "sync" else (block.kind, which)
        block.spans[kind, which] = (_NS[span["unit"]], span)
    elif block.kind and (heading := _PERCENTILES.match(text)) is not None:
        _heading(block, heading)
    elif text.lstrip().startswith("|"):
        _percentiles(block, text)
    else:
        _counts(block, text)


def _heading(block: _Block, heading: re.Match[str]) -> None:
    which, unit = heading["which"], _NS[heading["unit"]]
    if which == "sync":
        block.heading = (run_result.FLUSH, "lat", unit)
    else:
        known = which in ("clat", "lat", "slat") and block.kind != run_result.FLUSH
        block.heading = (block.kind, which, unit) if known else None


def _percentiles(block: _Block, text: str) -> None:
    if block.heading is None:
        return
    kind, which, unit = block.heading
    percentiles = block.percentiles.setdefault((kind, which), {})
    for found in _PERCENTILE.finditer(text):
        percent, value = figure(found["percent"]), figure(found["value"])
        if percent is not None and value is not None:
            percentiles[round(percent, 6)] = value * unit


def _counts(block: _Block, text: str) -> None:
    if (cpu := _CPU.match(text)) is not None:
        block.cpu = ((figure(cpu["user"]) or 0.0) / 100, (figure(cpu["system"]) or 0.0) / 100)
    elif (depths := _DEPTHS.match(text)) is not None:
        block.depths = tuple(
            share
            for number in re.findall(r"=([\d.]+)%", depths["levels"])
            if (share := figure(number)) is not None
        )
    elif (issued := _ISSUED3.match(f"{text} ") or _ISSUED2.match(text)) is not None:
        if issued.re is _ISSUED3 and not re.search(r"total=\d+,\d+,\d+(,\d+)?[,\s]", text):
            return
        block.issued = {kind: int(issued[kind]) for kind in ("read", "write", "trim")}
        block.syncs = int(issued["sync"]) if issued["sync"] else None
        block.short = int(issued["short"]) if issued["short"] else None


def _prefixed_number(text: str) -> float:
    figures = text.rstrip("kKMG")
    return (figure(figures) or 0.0) * _THOUSAND.get(text[len(figures) :], 1.0)


def _runs(file: File, output: _Output) -> Iterator[run_result.Result]:
    clones: dict[tuple[str, str], list[_Block]] = {}
    for block in output.blocks.values():
        clones.setdefault((block.name, block.group), []).append(block)
    if len(clones) > 1:
        # Drop the sum of all hosts, which follows the separate hosts.
        clones = {key: blocks for key, blocks in clones.items() if key[0] != "All clients"}
    groups = list(dict.fromkeys(group for _, group in clones))
    lengths = {
        group: max(
            block.seconds for key, each in clones.items() if key[1] == group for block in each
        )
        for group in groups
    }
    for place, ((_, group), blocks) in enumerate(clones.items()):
        # Groups run one after the other, and the date is the end of the last group.
        after = sum(lengths[later] for later in groups[groups.index(group) + 1 :])
        yield _result(file, blocks, output, place, after)


def _result(
    file: File, blocks: Sequence[_Block], output: _Output, place: int, after_s: float
) -> run_result.Result:
    first = blocks[0]
    at = f"job {place}"
    if (why := next((gap for block in blocks if (gap := _missing_part(block))), None)) is not None:
        if not any(block.kinds for block in blocks):
            raise file.bad(why, first.line)
        return run_result.Result(first.name, at, first.line, {}, None, refused=why)
    options = _options_of(output, blocks)
    seconds = max(block.seconds for block in blocks)
    checks: list[run_result.Check] = []
    derived: dict[str, str] = {}
    each = [_Job(block, options, output.version, checks, derived).kinds for block in blocks]
    kinds = run_result.by_kind(each, seconds)
    request = fio_options.job_request(
        options, workers=sum(block.jobs for block in blocks), kinds=kinds, every_option=False
    )
    remarks = ["percentiles_told"] if any(block.percentiles for block in blocks) else []
    if first.latency_name != "lat":
        remarks.insert(0, "clat_without_submission")
    dates = [block.date_ns for block in blocks if block.date_ns is not None]
    untold_bytes = any(ops.count and ops.bytes is None for ops in kinds.values())
    return run_result.Result(
        name=first.name,
        at=at,
        line=first.line,
        kinds=kinds,
        seconds=seconds,
        starts="submission" if first.latency_name == "lat" else "after_submission",
        workload=request.workload,
        # This output does not show a rate limit.
        load=request.load,
        engine=request.engine,
        started_at_ns=max(dates) - round((seconds + after_s) * 1e9) if dates else None,
        zone_told=False,
        cpu_share=run_result.mean_shares([block.cpu for block in blocks]),
        program_version=output.version,
        checks=tuple(checks),
        derived=derived,
        unknown={
            "direct": "not_told",
            **_untold_syncs(blocks, output.version, kinds),
            **({"bytes_per_s": "figures_disagree"} if untold_bytes else {}),
        },
        remarks=(*remarks, *(("jobs_put_together",) if options.shared else ()), "rate_not_told"),
    )


def _options_of(output: _Output, blocks: Sequence[_Block]) -> JobOptions:
    """The options of a job. A block of several jobs has those that all jobs of its group have in
    common, since fio reports a group as one job with the name of the first."""
    first = blocks[0]
    own = output.job_options.get((first.name, first.group), {})
    every = [given for (_, group), given in output.job_options.items() if group == first.group]
    if len(blocks) > 1 or first.jobs == 1 or all(given == own for given in every):
        return JobOptions(own)
    # Jobs that are named before --output are shown elsewhere.
    every.append(own)
    common = set.intersection(*(set(given.items()) for given in every))
    return JobOptions(dict(common), shared=True)


def _missing_part(block: _Block) -> Sentence | None:
    """The missing part of a block, as a sentence; None if it is complete."""
    if not block.issued:
        return partial(message, "fio-job-cut", job=block.name)
    if not block.kinds:
        return partial(message, "fio-job-without-figures", job=block.name)
    if block.seconds <= 0:
        return partial(message, "fio-job-did-not-run", job=block.name)
    missing = [
        kind
        for kind, count in block.issued.items()
        if count and kind not in block.kinds and "mixed" not in block.kinds
    ]
    if missing:
        kind = missing[0]
        job, issued = block.name, block.issued[kind]
        return lambda: message("fio-line-missing", job=job, issued=units.count(issued), kind=kind)
    return None


def _untold_syncs(
    blocks: Sequence[_Block], version: str | None, kinds: Mapping[str, run_result.Operations]
) -> dict[str, str]:
    known = fio_dialects.times_syncs(fio_dialects.version(version))
    # Later versions count syncs, whether there are any or not.
    if run_result.FLUSH in kinds or known or all(block.syncs is not None for block in blocks):
        return {}
    return {run_result.FLUSH: "syncs_before_3_4"}


class _Job:
    """The figures of a block. Each is held against the others; what contradicts them is checked or
    not shown."""

    def __init__(
        self,
        block: _Block,
        options: JobOptions,
        version: str | None,
        checks: list[run_result.Check],
        derived: dict[str, str],
    ) -> None:
        self._block, self._options, self._derived = block, options, derived
        self._version = fio_dialects.version(version)
        self._checks = checks
        self.kinds = {
            "all" if name == "mixed" else name: self._operations(name, row)
            for name, row in block.kinds.items()
        }
        syncs = self._syncs()
        if syncs is not None:
            self.kinds[run_result.FLUSH] = syncs

    def _operations(self, name: str, row: re.Match[str]) -> run_result.Operations:
        seconds = (figure(row["ms"]) or 0.0) / 1e3
        printed = fio_dialects.printed_figure(row["iops"], self._version_of(row), size=False)
        count = self._block.issued.get(name, 0)
        if name == "mixed":
            count = sum(self._block.issued.values())
        kind = "all" if name == "mixed" else name
        rate = count / seconds
        if printed is not None:
            # Runtimes are whole milliseconds.
            loose = 2e-3 / seconds + 1e-3
            off = max(printed.high - printed.value, printed.value - printed.low)
            tolerance = 1.0 if not printed.value else off / max(printed.value, rate) + loose
            self._checks.append(
                run_result.Check(f"{kind}.rate_per_s", printed.value, rate, tolerance, decides=True)
            )
        size = self._size(kind, row, count, seconds)
        spans = {which: self._latency(name, which, count) for which in ("slat", "clat", "lat")}
        if spans["clat"] is None and self._block.latency_name != "lat":
            spans["clat"] = spans["lat"]
        return run_result.Operations(
            count=count,
            bytes=size,
            errors=0 if self._block.error == 0 else None,
            rate_per_s=rate,
            bytes_per_s=None if size is None else size / seconds,
            completion=spans["lat"] if self._block.latency_name == "lat" else spans["clat"],
            submission=spans["slat"],
            whole=spans["lat"],
        )

    def _size(self, kind: str, row: re.Match[str], count: int, seconds: float) -> int | None:
        """The bytes: operations × block, if the printed size agrees. A size has four digits, and
        fio 2.20 to 3.25 may print it almost a whole unit too low."""
        printed = fio_dialects.printed_figure(row["size"], self._version_of(row), size=True)
        bandwidth = fio_dialects.printed_figure(row["bw"], self._version_of(row), size=True)
        if printed is None:
            return None
        block = self._one_block(kind)
        if block is None and count:
            block = fio_options.block_between(printed.low / count, printed.high / count)
        if block is not None and printed.holds(count * block, 1e-3):
            self._derived[f"{kind}.bytes"] = "bytes_by_block_size"
            size: float = count * block
        else:
            size = printed.middle
            if bandwidth is not None and printed.holds(bandwidth.value * seconds, 2e-3 / seconds):
                narrow = bandwidth.high - bandwidth.low < (printed.high - printed.low) / seconds
                size = bandwidth.value * seconds if narrow else size
        if bandwidth is None:
            return int(size)
        off = max(bandwidth.high - bandwidth.value, bandwidth.value - bandwidth.low)
        loose = off / max(bandwidth.value, size / seconds, 1e-9) + 2e-3 / seconds + 1e-3
        check = run_result.Check(f"{kind}.bytes_per_s", bandwidth.value, size / seconds, loose)
        self._checks.append(check)
        return int(size) if check.agrees else None

    def _version_of(self, row: re.Match[str]) -> fio_dialects.Version | None:
        """The version; without one, a version that prints rows of this form."""
        if self._version is not None:
            return self._version
        return (2, 0) if row.re is _KIND2 else None

    def _one_block(self, kind: str) -> int | None:
        way = {"read": "randread", "write": "randwrite", "trim": "randtrim"}.get(kind)
        if self._options.bs is None:
            return None
        return self._options.requested_block(way or self._options.rw or "rw")

    def _syncs(self) -> run_result.Operations | None:
        """The syncs, timed from before the call: in the unit of their own heading."""
        latency = self._latency(run_result.FLUSH, "lat", 1)
        if latency is None:
            return None
        count, seconds = self._sync_count(), self._block.seconds
        return run_result.Operations(
            count=count,
            bytes=0,
            rate_per_s=None if count is None else count / seconds,
            bytes_per_s=0.0,
            completion=replace(latency, count=count),
        )

    def _sync_count(self) -> int | None:
        """The number of syncs. The engine `sync` counts its syncs as short operations; the depths
        include them as a share of the operations, in tenths of a percent."""
        block = self._block
        if block.syncs:
            return block.syncs
        done = sum(block.issued.values())
        beyond = (sum(block.depths) / 100 - 1) * done
        blur = 5e-4 * done * max(1, sum(1 for share in block.depths if share)) + 0.5
        if block.short and abs(block.short - beyond) <= blur:
            return block.short
        return round(beyond) if beyond > 0 and blur <= 0.02 * beyond else None

    def _latency(self, name: str, which: str, count: int) -> run_result.Latency | None:
        found = self._block.spans.get((name, which))
        if found is None:
            return None
        unit, span = found
        shown = name == run_result.FLUSH or which in (self._block.latency_name, "slat")
        return run_result.Latency(
            count=count,
            mean=_prefixed_number(span["avg"]) * unit,
            stddev=_prefixed_number(span["dev"]) * unit,
            min=_prefixed_number(span["min"]) * unit or None,
            max=_prefixed_number(span["max"]) * unit,
            percentiles=self._block.percentiles.get((name, which), {}) if shown else {},
        )
