"""Reads Iometer's configuration (.icf): access specifications, the workers with their assignments,
run time, ramp-up and cycling, as the Runs of one manager.

A line that begins with a quote is the heading of the lines below it (after Iometer's own writer,
CPageSetup, AccessSpecList and ManagerList). Workers run their specifications at the same time;
outstanding I/Os are per target. Targets mostly have names of Windows, which the caller maps to
paths."""

import itertools
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from plimsoll.base.errors import InputError
from plimsoll.base.reading import text_of
from plimsoll.features.imports.numbers import block_mix, size_text
from plimsoll.features.jobs.formats import campaigns
from plimsoll.features.jobs.formats.campaigns import CampaignRun
from plimsoll.features.jobs.formats.job_run import JobRun, Layout, Setup, probe_of, session_of
from plimsoll.features.jobs.formats.problems import Notes, Option, cut, option, options
from plimsoll.native.record import ProbeRequest, WorkloadRequest

SECTOR = 512
SCREEN = re.compile(r"RESULTS\s+DISPLAY", re.IGNORECASE)
"""Heading of the window settings, which are skipped."""
MOST_RUNS = 10_000
_NETWORK = "network workers are not run here"

_SPAWNED = "the list of managers has the workers"
LINES = (
    *options(
        "honoured",
        *("Test Description", "Run Time", "Ramp Up Time (s)", "Worker Cycling", "Disk Cycling"),
        *("Target Cycling", "Queue Depth Cycling", "Test Type", "Worker", "Worker type", "Target"),
        *("Access specification name,default assignment", "Number of outstanding IOs"),
        *("Disk maximum size,starting sector", "Assigned access specs", "Target type"),
    ),
    Option("Version", "no_meaning", "1.1.0 and 2006.07.27 are read alike"),
    Option("Default Disk Workers to Spawn", "no_meaning", _SPAWNED),
    Option("Default Network Workers to Spawn", "no_meaning", _SPAWNED),
    Option("Record Results", "no_meaning", "every Run is kept whole"),
    Option("RESULTS DISPLAY", "no_meaning", "what Iometer's window shows"),
    Option("Manager ID, manager name", "differs", "of one manager; refused with several"),
    Option("Manager network address", "no_meaning", "the load comes from this machine, or --hosts"),
    Option("Data pattern", "differs", "blocks hold random data"),
    Option("test connection rate", "refused", "files are opened once"),
    Option("use fixed seed", "no_meaning", "a campaign has a seed"),
    *options("refused", "Local network interface", "VI outstanding IOs", why=_NETWORK),
)
COLUMNS = (
    *options("honoured", "size", "% of size", "% reads"),
    Option(
        "% random",
        "differs",
        "between 0 and 100 an operation leaves the walk for a random place and the walk goes on"
        " where it was; in Iometer it goes on from there. Lines with different shares are refused",
    ),
    Option("delay", "refused", "take think_time of a campaign"),
    Option("burst", "no_meaning", "without a delay there are no bursts"),
    Option("align", "honoured"),
    Option("reply", "refused", _NETWORK),
)
_TYPES = """
NORMAL CYCLE_OUTSTANDING_IOS CYCLE_WORKERS CYCLE_TARGETS CYCLE_WORKERS_AND_TARGETS
CYCLE_OUTSTANDING_IOS_AND_TARGETS
"""
_SERIES = ("INCREMENT_TARGETS_PARALLEL", "INCREMENT_TARGETS_SERIAL")
TYPES = (
    *options("honoured", *_TYPES.split()),
    *options("refused", *_SERIES, why="give CYCLE_TARGETS"),
)
SECTIONS = {"Lines": LINES, "Columns of an access specification": COLUMNS, "Test types": TYPES}


@dataclass(frozen=True)
class _Item:
    head: str
    text: str
    line: int

    @property
    def cells(self) -> list[str]:
        return [cell.strip() for cell in self.text.split(",")]


@dataclass(frozen=True)
class _Row:
    size: int
    share: float
    reads: float
    random: float
    align: int
    line: int


@dataclass
class _Spec:
    name: str
    default: str
    line: int
    rows: list[_Row] = field(default_factory=list)
    notes: Notes = field(default_factory=Notes)
    """Problems of the specification. They count only if a worker uses it, since Iometer saves all
    that it knows."""


@dataclass
class _Worker:
    name: str
    line: int
    depth: int = 1
    sectors: int = 0
    first: int = 0
    specs: list[str] = field(default_factory=list)
    targets: list[str] = field(default_factory=list)
    network: bool = False


class _Reading:
    def __init__(self, file: str, notes: Notes) -> None:
        self.file, self.notes = file, notes
        self.seconds: int | None = None
        self.ramp = 0
        self.kind = "NORMAL"
        self.cycles: dict[str, list[str]] = {}
        self.specs: list[_Spec] = []
        self.has_names = False
        """Whether specifications have names, as since May 1998."""
        self.workers: list[_Worker] = []
        self.managers = 0

    def problem(self, line: int, what: str, can_be_left_out: bool = False) -> None:
        self.notes.refuse(f"{self.file}, line {line}", what, can_be_left_out)

    def number(
        self, item: _Item, text: str, least: float, most: float, notes: Notes | None = None
    ) -> float:
        """A number within bounds; the least, with a problem noted, if it is invalid."""
        if not re.fullmatch(r"\d{1,19}(\.\d+)?", text) or not least <= float(text) <= most:
            what = f"'{cut(text)}' is no number from {least:g} to {most:g}"
            (notes or self.notes).refuse(f"{self.file}, line {item.line}", what)
            return least
        return float(text)


def read(path: Path, places: Sequence[str], setup: Setup, notes: Notes) -> list[CampaignRun]:
    """The Runs of a configuration. `places`: paths for its targets, in their order, or NAME=PATH.

    Raises NoTargetError, InputError; unsupported settings are added to the notes."""
    reading = _Reading(path.name, notes)
    for item in _items(path):
        head = item.head.lower()
        begin = next((begin for begin in LINE_HANDLERS if head.startswith(begin.lower())), "END")
        if (take := LINE_HANDLERS[begin]) is not None:
            take(reading, item)
    _check(reading)
    if notes.is_blocked:
        return []
    targets = dict.fromkeys(name for worker in reading.workers for name in worker.targets)
    here = campaigns.paths_here(list(targets), places, here=lambda name: name.startswith("/"))
    return _runs(reading, here, setup)


def _items(path: Path) -> Iterator[_Item]:
    text = text_of(path, "configuration", "It must be an .icf of Iometer.", foreign=True)
    if not re.match(r"\s*Version \S+", text):
        raise InputError(
            f"{path.name} is not an Iometer configuration: it does not begin with Version"
        )
    if not re.search(r"^[ \t]*'TEST\s+SETUP", text, re.MULTILINE | re.IGNORECASE):
        raise InputError(
            f"{path.name} is not an Iometer configuration with a test setup: it was saved without"
            " it, or is cut",
            "Save it with test setup, access specifications and manager list.",
        )
    head, display = "", False
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.strip()
        if line.startswith("'"):
            name = raw.lstrip()[1:]
            ends = name.upper().startswith("END")
            display = (display or SCREEN.match(name) is not None) and not ends
            # An indented heading names the columns of the one above it.
            if not name[:1].isspace():
                head = name.strip()
                yield _Item(f"'{head}", "", number)
        elif head and line and not display:
            yield _Item(head, line, number)


LineHandler = Callable[[_Reading, _Item], None]


def _time(reading: _Reading, item: _Item) -> None:
    words = item.text.split()
    if len(words) != 3:
        reading.problem(item.line, f"'{cut(item.text)}' is no hours, minutes and seconds")
        return
    hours, minutes, seconds = (reading.number(item, word, 0, 100_000) for word in words)
    reading.seconds = int(hours * 3600 + minutes * 60 + seconds)
    if not reading.seconds:
        reading.problem(item.line, "a run time of 0 runs until it is stopped: give a time")


def _ramp(reading: _Reading, item: _Item) -> None:
    reading.ramp = int(reading.number(item, item.text, 0, 100_000))


def _why(table: Sequence[Option], name: str) -> str:
    known = option(table, name)
    assert known is not None
    return known.why


def _kind(reading: _Reading, item: _Item) -> None:
    kind = item.text.upper()
    known = option(TYPES, kind)
    if known is None or known.kind == "refused":
        why = "is not known here" if known is None else f"is not supported: {known.why}"
        reading.problem(item.line, f"test type {cut(item.text)} {why}", True)
    else:
        reading.kind = kind


def _cycle(reading: _Reading, item: _Item) -> None:
    first = item.head.split()[0].lower()
    name = "targets" if first in ("disk", "target") else first
    reading.cycles[name] = [*item.text.split(), str(item.line)]


def _spec(reading: _Reading, item: _Item) -> None:
    name, _, default = item.text.rpartition(",")
    reading.has_names = True
    reading.specs.append(_Spec(name.strip(), default.strip().upper(), item.line))


def _row(reading: _Reading, item: _Item) -> None:
    cells = item.cells if "," in item.text else item.text.split()
    if len(cells) == len(COLUMNS) - 2:
        # Before 1999 there was neither alignment nor reply.
        cells = [*cells, "0", "0"]
    if len(cells) != len(COLUMNS) or (reading.has_names and not reading.specs):
        reading.problem(
            item.line,
            f"'{cut(item.text)}' is no line of 8 columns of a specification, nor of the 6 that"
            " there were before 1999",
        )
        return
    spec = reading.specs[-1] if reading.has_names else _nameless_spec(reading, item)
    where = f"{reading.file}, line {item.line}"
    size, share, reads, random, delay, _, align, reply = (
        reading.number(item, cell, 0, 100 if place in (1, 2, 3) else 1 << 40, spec.notes)
        for place, cell in enumerate(cells)
    )
    for name, value in (("delay", delay), ("reply", reply)):
        if value:
            what = f"{name} {value:g} is not supported: {_why(COLUMNS, name)}"
            spec.notes.refuse(where, what, True)
    if not size:
        spec.notes.refuse(where, "a size of 0 bytes")
    if 0 < random < 100:
        spec.notes.remark(where, f"{random:g} % random: {_why(COLUMNS, '% random')}")
    spec.rows.append(_Row(int(size), share, reads, random, int(align), item.line))
    if not reading.has_names and len(spec.rows) == 1:
        spec.name = _smart_name(spec)


def _nameless_spec(reading: _Reading, item: _Item) -> _Spec:
    """The specification of a line without names. Lines that add up to 100 % form one, and all
    workers have all of them."""
    last = reading.specs[-1] if reading.specs else None
    if last is None or sum(row.share for row in last.rows) >= 100:
        reading.specs.append(_Spec(f"Untitled {len(reading.specs) + 1}", "ALL", item.line))
    return reading.specs[-1]


def _smart_name(spec: _Spec) -> str:
    """A name as Iometer makes it for unnamed specifications: `2k random 67% reads`."""
    row = spec.rows[0]
    if row.share < 100:
        return spec.name
    places = {0: "sequential", 100: "random"}.get(int(row.random), f"{row.random:g}% random")
    kinds = {0: "writes", 100: "reads"}.get(int(row.reads), f"{row.reads:g}% reads")
    return f"{size_text(row.size)} {places} {kinds}"


def _manager(reading: _Reading, item: _Item) -> None:
    reading.managers += 1
    if reading.managers == 2:
        reading.problem(
            item.line,
            "several managers are not supported: name one, and hosts with --hosts of plimsoll"
            " campaign run",
        )


def _of_worker(take: Callable[[_Reading, _Item, _Worker], None]) -> LineHandler:
    """The handler of a line that belongs to the worker above it."""

    def handle(reading: _Reading, item: _Item) -> None:
        if reading.workers:
            take(reading, item, reading.workers[-1])
        else:
            reading.problem(item.line, f"'{cut(item.head)}' comes before any worker")

    return handle


@_of_worker
def _worker_type(reading: _Reading, item: _Item, worker: _Worker) -> None:
    if not item.text.upper().startswith("DISK"):
        worker.network = True
        reading.problem(item.line, f"worker {cut(worker.name)} is no disk worker: {_NETWORK}", True)


@_of_worker
def _depth(reading: _Reading, item: _Item, worker: _Worker) -> None:
    worker.depth = int(reading.number(item, item.cells[0], 1, 1 << 16))
    if len(item.cells) > 1 and item.cells[1].upper() == "ENABLED":
        name = "test connection rate"
        reading.problem(item.line, f"{name} is not supported: {_why(LINES, name)}", True)


@_of_worker
def _disk(reading: _Reading, item: _Item, worker: _Worker) -> None:
    if len(item.cells) > 1:
        worker.sectors, worker.first = (
            int(reading.number(item, cell, 0, 1 << 53)) for cell in item.cells[:2]
        )


@_of_worker
def _assignment(reading: _Reading, item: _Item, worker: _Worker) -> None:
    if all(item.text != spec.name for spec in reading.specs):
        known = ", ".join(spec.name for spec in reading.specs[:8]) or "none"
        reading.problem(
            item.line, f"there is no access specification '{cut(item.text)}'; there are: {known}"
        )
    worker.specs.append(item.text)


def _refuse_network(reading: _Reading, item: _Item) -> None:
    reading.problem(item.line, f"{cut(item.head)} is not supported: {_NETWORK}", True)


DEFAULTS = ("ALL", "DISK", "1", "2")
"""Default assignments that include disk workers; older versions write numbers."""
SECTION_HEADS = ("TEST SETUP", "RESULTS DISPLAY", "ACCESS SPEC", "MANAGER LIST", "Default target")
SCREEN_HEADS = ("Bar chart", "Update Frequency", "Record Last")


def _note_foreign_line(reading: _Reading, item: _Item) -> None:
    head = item.head[1:]
    known = (*LINE_HANDLERS, *SECTION_HEADS, *SCREEN_HEADS)
    if head and not any(head.lower().startswith(start.lower()) for start in known if start != "'"):
        reading.problem(item.line, f"'{cut(head)}' is not known here", True)


LINE_HANDLERS: Mapping[str, LineHandler | None] = {
    # The headings themselves; `_unknown` reports those that are missing below.
    "'": _note_foreign_line,
    "Test Description": None,
    "Run Time": _time,
    "Ramp Up Time": _ramp,
    "Default ": None,
    "Record ": None,
    "Worker Cycling": _cycle,
    "Disk Cycling": _cycle,
    "Target Cycling": _cycle,
    "Queue Depth Cycling": _cycle,
    "Test Type": _kind,
    "Access specification name": _spec,
    "size,": _row,
    "Manager ID": _manager,
    "Manager network": None,
    "Worker type": _worker_type,
    "Worker": lambda reading, item: reading.workers.append(_Worker(item.text, item.line)),
    "Number of outstanding": _depth,
    "Disk maximum size": _disk,
    "Assigned access specs": _assignment,
    "Target type": None,
    "Target assignments": None,
    "Target manager": None,
    "Target": _of_worker(lambda _, item, worker: worker.targets.append(item.text)),
    "Local network interface": _refuse_network,
    "VI outstanding": _refuse_network,
    "END": None,
    "End": None,
}
"""Handlers by the begin of the heading; the first match counts. None: without a meaning here."""


def _check(reading: _Reading) -> None:
    if reading.seconds is None:
        reading.problem(1, "there is no run time in it: it is cut")
    reading.workers = [worker for worker in reading.workers if not worker.network]
    if not reading.workers:
        reading.problem(1, "there is no disk worker in it: it is cut, or was saved without them")
    everywhere = [spec.name for spec in reading.specs if spec.default in DEFAULTS]
    for worker in reading.workers:
        worker.specs = worker.specs or everywhere
        if not worker.targets:
            reading.problem(worker.line, f"worker {cut(worker.name)} has no target")
        if not worker.specs:
            reading.problem(worker.line, f"worker {cut(worker.name)} has no access specification")
    for worker in reading.workers:
        first = reading.workers[0]
        alike = (worker.specs, worker.depth, worker.sectors, worker.first)
        if alike != (first.specs, first.depth, first.sectors, first.first):
            reading.problem(
                worker.line,
                f"worker {cut(worker.name)} does other than {cut(first.name)} at the same time, and"
                " a campaign asks one load at a time",
            )
    used = {name for worker in reading.workers for name in worker.specs}
    for spec in reading.specs:
        if spec.name in used:
            _check_spec(reading, spec)


def _check_spec(reading: _Reading, spec: _Spec) -> None:
    reading.notes.add(spec.notes)
    total = sum(row.share for row in spec.rows)
    if not spec.rows or abs(total - 100) > 0.5:
        reading.problem(spec.line, f"'{cut(spec.name)}' has lines of {total:g} %, not 100")
    if len({row.random for row in spec.rows}) > 1:
        reading.problem(
            spec.line,
            f"'{cut(spec.name)}' has lines with different shares of random operations: not"
            " supported",
            True,
        )


def _cycle_values(reading: _Reading, name: str, most: int) -> list[int]:
    given = reading.cycles.get(name, [])
    line = int(given[-1]) if given else 1
    words = given[:-1]
    if name != "queue":
        words = [*words[:1], str(most), *words[1:]]
    if len(words) != 4 or not all(word.isdigit() for word in words[:3]):
        raise InputError(f"{reading.file}, line {line}: cycling is no start, step and step type")
    start, end, step = (int(word) for word in words[:3])
    grows = words[3].upper() == "EXPONENTIAL"
    if start < 1 or step < (2 if grows else 1) or end < start or end > 1 << 16:
        raise InputError(f"{reading.file}, line {line}: cycling from {start} by {step} never ends")
    found: list[int] = []
    value = start
    while value <= end and len(found) <= MOST_RUNS:
        found.append(value)
        value = value * step if grows else value + step
    return found


def _runs(reading: _Reading, places: Mapping[str, str], setup: Setup) -> list[CampaignRun]:
    first = reading.workers[0]
    widest = max(len(worker.targets) for worker in reading.workers)
    kind = reading.kind
    workers = [len(reading.workers)]
    targets, depths = [widest], [first.depth]
    if "WORKERS" in kind:
        workers = _cycle_values(reading, "worker", len(reading.workers))
    if "TARGETS" in kind:
        targets = _cycle_values(reading, "targets", widest)
    if "OUTSTANDING" in kind:
        depths = _cycle_values(reading, "queue", 0)
    specs = {spec.name: spec for spec in reading.specs}
    runs = []
    for combination in itertools.product(first.specs, workers, targets, depths):
        spec, many, wide, depth = combination
        run = _run(reading, specs[spec], (many, wide, depth), places, setup)
        runs.append(CampaignRun(spec, f"{spec}, {many} workers, depth {depth}", run))
        if len(runs) > MOST_RUNS:
            raise InputError(f"{reading.file}: it has more than {MOST_RUNS:,} Runs")
    return runs


def _run(
    reading: _Reading,
    spec: _Spec,
    amounts: tuple[int, int, int],
    places: Mapping[str, str],
    setup: Setup,
) -> JobRun:
    many, wide, depth = amounts
    workers = reading.workers[:many]
    counted = Counter(places[name] for worker in workers for name in worker.targets[:wide])
    each = set(counted.values())
    if len(each) > 1:
        raise InputError(
            f"{reading.file}, line {workers[0].line}: its targets have different numbers of workers"
            " at once, and a campaign asks one load at a time"
        )
    paths, of_each = list(counted), each.pop()
    first = reading.workers[0]
    sizes = [setup.size_of(path) for path in paths]
    begin = first.first * SECTOR
    known = [size for size in sizes if size]
    size = first.sectors * SECTOR or (min(known) - begin if len(known) == len(paths) else 0)
    workload = _workload(spec, of_each)
    if size > 0:
        workload |= {"working_set": size, "working_set_offset": begin}
    # Iometer always bypasses the cache.
    session = session_of(paths, workload, setup, cached=False)
    timing: ProbeRequest = {"warmup_for": f"{reading.ramp}s", "measure_for": f"{reading.seconds}s"}
    probe = probe_of(timing, workers=of_each, depth=depth, most=depth)
    layouts = tuple(Layout(path, begin + size) for path in paths if size > 0)
    return JobRun(spec.name, session, probe, layouts)


def _workload(spec: _Spec, workers: int) -> WorkloadRequest:
    reads = sum(row.share * row.reads for row in spec.rows) / 100
    random = spec.rows[0].random
    walk = "sequential:each" if workers > 1 else "sequential"
    found: WorkloadRequest = {
        "block_size": _mix([(row.size, row.share * row.reads) for row in spec.rows]),
        "read": round(reads, 6),
        "pattern": "random" if random >= 100 else f"{walk}+{random:g}%random" if random else walk,
    }
    writes = _mix([(row.size, row.share * (100 - row.reads)) for row in spec.rows])
    if reads <= 0:
        found["block_size"] = writes
    elif reads < 100 and writes != found["block_size"]:
        found["write_block_size"] = writes
    # 0 means alignment to sectors.
    align = min(row.align or SECTOR for row in spec.rows)
    if random and align != min(row.size for row in spec.rows):
        found["align"] = align
    return found


def _mix(pairs: Sequence[tuple[int, float]]) -> str:
    sizes: dict[int, float] = {}
    for size, weight in pairs:
        if weight > 0:
            sizes[size] = sizes.get(size, 0.0) + weight
    total = sum(sizes.values()) or 1.0
    return block_mix((size, 100 * weight / total) for size, weight in sizes.items())
