"""Iometer's result file, written from a known truth as its builds write it (`SaveResults` of
ManagerList, Manager and Worker), and read back."""

import re
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from plimsoll.features.imports import importing
from plimsoll.features.imports.results import record
from plimsoll.features.imports.results.run_result import Result, whole
from plimsoll.features.imports.results.source import Bad
from plimsoll.native.session import parse_objective
from plimsoll.report.evidence import sweeps
from plimsoll.report.evidence.evidence import gather
from plimsoll.store import Store
from tests.features.imports.result_files import of_text, source_of

STEPS = (
    *((0, 50, "uS"), (50, 100, "uS"), (100, 200, "uS"), (200, 500, "uS"), (0.5, 1, "mS")),
    *((1, 2, "mS"), (2, 5, "mS"), (5, 10, "mS"), (10, 15, "mS"), (15, 20, "mS")),
)
COLUMNS = (
    *("Target Type", "Target Name", "Access Specification Name", "# Managers", "# Workers"),
    *("# Disks", "IOps", "Read IOps", "Write IOps"),
    *("MBps (Binary)", "Read MBps (Binary)", "Write MBps (Binary)"),
    *("MBps (Decimal)", "Read MBps (Decimal)", "Write MBps (Decimal)"),
    *("Average Response Time", "Average Read Response Time", "Average Write Response Time"),
    *("Maximum Response Time", "Maximum Read Response Time", "Maximum Write Response Time"),
    *("Errors", "Bytes Read", "Bytes Written", "Read I/Os", "Write I/Os", "Queue Depth"),
    *("% CPU Utilization",),
)


@dataclass(frozen=True)
class Disk:
    """What a worker did on one disk: operations in all of the test, and mean times in ms."""

    name: str = "PHYSICALDRIVE:1"
    reads: int = 70_000
    writes: int = 30_000
    read_ms: float = 0.7
    write_ms: float = 1.4


@dataclass(frozen=True)
class Test:
    """A test: each worker with its disks."""

    __test__ = False

    workers: tuple[tuple[Disk, ...], ...] = ((Disk(),),)
    name: str = "4K; 70% read"
    block: int = 4096
    seconds: float = 20.0
    depth: int = 16
    at: str = "2016-03-04 05:06:07:089"
    line: str = "4096,100,70,100,0,1,4096,0"

    @property
    def disks(self) -> tuple[Disk, ...]:
        return tuple(disk for disks in self.workers for disk in disks)


def cells(test: Test, disks: tuple[Disk, ...], before: tuple[object, ...], depth: int) -> list[str]:
    """A row of results: the sum over these disks."""
    reads, writes = sum(one.reads for one in disks), sum(one.writes for one in disks)
    spent = [
        sum(one.reads * one.read_ms for one in disks),
        sum(one.writes * one.write_ms for one in disks),
    ]
    each = [(reads + writes), reads, writes]
    means = [sum(spent) / max(1, each[0]), spent[0] / max(1, reads), spent[1] / max(1, writes)]
    made: list[object] = [*before, *(many / test.seconds for many in each)]
    made += [many * test.block / test.seconds / (1 << 20) for many in each]
    made += [many * test.block / test.seconds / 1e6 for many in each]
    made += [*means, *(9 * mean for mean in means), 0, reads * test.block, writes * test.block]
    made += [reads, writes, depth, 12.5]
    # All reads in one step, all writes in another.
    counts = dict.fromkeys(STEPS, 0)
    for one in disks:
        for ms, many in ((one.read_ms, one.reads), (one.write_ms, one.writes)):
            unit = {"uS": 1e-3, "mS": 1.0}
            step = next(step for step in STEPS if ms < step[1] * unit[step[2]])
            counts[step] += many
    return [*(f"{one:.6f}" if isinstance(one, float) else str(one) for one in made)] + [
        str(one) for one in counts.values()
    ]


def document(
    tests: list[Test], *, disks: bool = True, old: bool = False, depth: int | None = None
) -> str:
    """A result file. `disks`: with the rows of all targets. `depth`: as ALL has it."""
    lines = ["'Test Type,Test Description", "0,Array A", "'Version", "1.1.0"]
    for test in tests:
        every = test.disks
        lines += ["'Time Stamp", test.at, "'Access specifications"]
        lines += ["'Access specification name,default assignment", f"{test.name},1"]
        lines += ["'size,% of size,% reads,% random,delay,burst,align,reply", f"{test.line},"]
        lines += ["'End access specifications", "'Results"]
        steps = [f"{low:g} to {high:g} {unit}" for low, high, unit in STEPS]
        lines.append("'" + ",".join([*COLUMNS, *steps]))
        told = test.depth if depth is None else depth
        workers = len(test.workers)
        head: tuple[object, ...] = ("ALL", "All", test.name, 1, workers, len(every))
        lines.append(",".join(cells(test, every, head, told)))
        head = ("MANAGER", "HOST1", "", "", workers, len(every))
        lines.append(",".join(cells(test, every, head, told)))
        for number, mine in enumerate(test.workers, 1):
            head = ("WORKER", f"Worker {number}", test.name, "", "", len(mine))
            lines.append(",".join(cells(test, mine, head, told)))
            if disks:
                for one in mine:
                    head = ("DISK", one.name, "", "", "", "")
                    lines.append(",".join(cells(test, (one,), head, test.depth)))
        lines += ["'Time Stamp", "2016-03-04 05:06:37:089"]
    text = "\n".join(lines) + "\n"
    if old:
        # 2006: without decimal megabytes and without steps.
        kept = [n for n, one in enumerate(COLUMNS) if "Decimal" not in one]
        text = re.sub(
            r"(?m)^('Target Type|ALL|MANAGER|WORKER|DISK),.*$",
            lambda row: ",".join(row[0].split(",")[n] for n in kept),
            text,
        ).replace(" (Binary)", "")
    return text


def read(tmp_path: Path, text: str) -> list[Result]:
    return of_text(tmp_path, text, "x.csv", "iometer csv")


FAST = Disk("PHYSICALDRIVE:2", 30_000, 20_000, 0.3, 0.6)
TESTS = {
    "one disk": Test(),
    "four workers of two disks": Test(((Disk(), FAST),) * 4),
    "reads alone": Test(((Disk(writes=0),),), line="4096,100,100,100,0,1,4096,0"),
    "unequal workers": Test(((Disk(),), (FAST,), (Disk(), FAST))),
}


@pytest.mark.parametrize("old", [False, True])
@pytest.mark.parametrize("name", TESTS)
def test_a_test_is_the_sum_of_its_disks(tmp_path: Path, name: str, old: bool) -> None:
    test = TESTS[name]
    (found,) = read(tmp_path, document([test], old=old))
    reads, writes = (sum(one.reads for one in test.disks), sum(one.writes for one in test.disks))
    every = whole(found.kinds)
    assert every.count == reads + writes
    assert every.rate_per_s == pytest.approx((reads + writes) / test.seconds)
    assert every.bytes_per_s == pytest.approx((reads + writes) / test.seconds * 4096, rel=1e-5)
    spent = sum(one.reads * one.read_ms + one.writes * one.write_ms for one in test.disks)
    assert every.completion.mean == pytest.approx(spent / (reads + writes) * 1e6, rel=1e-5)
    assert found.seconds == pytest.approx(test.seconds)
    assert found.load.most_outstanding == 16 * len(test.disks)
    assert found.target == ", ".join(dict.fromkeys(one.name for one in test.disks))
    assert found.checks
    assert all(one.agrees for one in found.checks)
    assert ("write" in found.kinds) is bool(writes)
    assert "zone_not_told" in found.remarks


def test_disks_that_are_not_the_whole_are_told(tmp_path: Path) -> None:
    test = TESTS["four workers of two disks"]
    text = document([test])
    first = next(line for line in text.splitlines() if line.startswith("DISK"))
    (found,) = read(tmp_path, text.replace(first + "\n", "", 1))
    assert [one.figure for one in found.checks if not one.agrees] == ["all.rate_per_s"]


def test_of_many_disks_their_number_is_told(tmp_path: Path) -> None:
    test = Test((tuple(Disk(f"PHYSICALDRIVE:{n}") for n in range(1, 7)),))
    (found,) = read(tmp_path, document([test]))
    assert found.target == "6 disks"
    (alone,) = read(tmp_path, document([test], disks=False))
    assert alone.target == "All"


@pytest.mark.parametrize("ambiguous", [-1, -2])
def test_depths_that_differ_are_not_told(tmp_path: Path, ambiguous: int) -> None:
    """Iometer has a negative number for what its workers do not have alike."""
    (found,) = read(tmp_path, document([Test()], depth=ambiguous))
    assert found.load.queue_depth is None
    assert whole(found.kinds).rate_per_s == 5_000


@pytest.mark.parametrize("separator", [";", "\t"])
@pytest.mark.parametrize("old", [False, True])
def test_a_file_that_a_spreadsheet_saved_is_read_the_same(
    tmp_path: Path, separator: str, old: bool
) -> None:
    """Where commas are decimal it puts something else between the cells."""
    test = replace(Test(), name="4K 70% read")
    text = document([test], old=old)
    saved = re.sub(r"(?<=[;\t])(\d+)\.(\d+)", r"\1,\2", text.replace(",", separator))
    assert saved != text
    assert read(tmp_path, saved) == read(tmp_path, text)


def test_a_test_that_did_nothing_takes_no_other_with_it(tmp_path: Path) -> None:
    idle = Test(((Disk(reads=0, writes=0),),), name="idle")
    path = tmp_path / "x.csv"
    path.write_text(document([Test(), idle, Test(name="again")]))
    with Store.open(tmp_path / "s.db") as store:
        tally = importing.import_results(store, [path])
        assert len(tally.runs) == 2
    (left,) = tally.left
    assert "idle" in str(left.document())
    assert "it did nothing" in str(left.document())


def test_a_percentile_lies_somewhere_in_its_step(tmp_path: Path) -> None:
    """The steps are up to two and a half times as long at their end as at their begin."""
    test = Test(((Disk(read_ms=0.3, write_ms=3.0),),), line="4096,100,70,100,0,1,4096,0")
    (found,) = read(tmp_path, document([test]))
    spans = record.make(found, source_of("Iometer", "iometer csv")).record["all"][
        "completion_latency_ns"
    ]
    assert spans["within"]["p50"] == (200_000, 500_000)
    assert spans["within"]["p99"] == (2_000_000, 5_000_000)


@pytest.mark.parametrize(
    ("asked", "below", "says"),
    [
        # At 16 outstanding p99 lies from 0.5 to 1 ms, at 32 from 1 to 2.
        ("p99 <= 1.5ms", None, "clearly met the objective up to 16 outstanding"),
        ("p99 <= 0.9ms", 20_000, "clearly met the objective at no depth and missed it at 32"),
        ("p99 <= 2ms", None, "loop met the objective up to 32 outstanding"),
        ("mean <= 1ms", 20_000, "met the objective up to 16 outstanding"),
    ],
)
def test_a_step_across_the_bound_decides_no_depth(
    tmp_path: Path, asked: str, below: float | None, says: str
) -> None:
    tests = []
    for depth in (1, 2, 4, 8, 16, 32):
        rate = min(depth / 0.5e-3, 20_000)
        ms, many = depth / rate * 1e3, round(rate * 20)
        disk = Disk(reads=many * 7 // 10, writes=many * 3 // 10, read_ms=ms, write_ms=ms)
        tests.append(Test(((disk,),), depth=depth))
    path = tmp_path / "x.csv"
    path.write_text(document(tests))
    with Store.open(tmp_path / "s.db") as store:
        campaign = importing.import_results(store, [path]).campaign
        assert campaign is not None
        (cell,) = sweeps.cells([gather(store, campaign)])
        found = sweeps.line(
            cell,
            parse_objective(asked),
            asked=True,
            histograms=store.histograms,
            latency_told=False,
        ).load_line
    assert found.rate_per_s is None
    assert found.high == below
    assert says in found.because


def test_a_delay_before_bursts_is_thinking(tmp_path: Path) -> None:
    """10 ms before every four operations: that its depth is not reached says nothing."""
    (found,) = read(tmp_path, document([Test(line="4096,100,70,100,10,4,4096,0")]))
    assert found.load.think_ns == 2_500_000


def test_a_file_that_ends_in_its_figures_is_refused(tmp_path: Path) -> None:
    text = document([Test()])
    begin = text.index("ALL,")
    with pytest.raises(Bad, match=r"it is cut|ends in the middle"):
        read(tmp_path, text[: begin + 60])
    with pytest.raises(Bad, match="ends in the middle"):
        read(tmp_path, text[: text.index("\n", begin)])
    with pytest.raises(Bad, match="no row of type ALL"):
        read(tmp_path, text[:begin])
