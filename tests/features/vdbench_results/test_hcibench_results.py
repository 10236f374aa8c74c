"""What HCIBench leaves behind is read as it was: VMs whose files are of one truth, and its own
result file."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from plimsoll.features.imports import importing
from plimsoll.features.imports.results import record
from plimsoll.features.imports.results.source import Bad, File
from plimsoll.features.vdbench_results import hcibench_result
from plimsoll.store import Store
from tests.features.imports.result_files import read, source_of
from tests.features.vdbench_results import vdbench_writer as writer
from tests.features.vdbench_results.vdbench_writer import Truth, steady

CASE = "vdb-4vmdk-100ws-4k-70rdpct-100randompct-2threads-1700000000"
CONFIGURATION = """sd=sd1,lun=/dev/sda,openflags=o_direct,threads=2
sd=sd2,lun=/dev/sdb,openflags=o_direct,threads=2
wd=wd1,sd=(sd1,sd2),xfersize=4k,rdpct=70,seekpct=100
rd=run1,wd=wd1,iorate=max,elapsed=40,interval=1
"""
RESULT = Path(__file__).with_name("hcibench_results_result.txt").read_text()
OF_FIO = Path(__file__).with_name("hcibench_results_of_fio.txt").read_text()


def case(tmp_path: Path, vms: Sequence[Truth], result: str = "", *, glued: bool = False) -> Path:
    """A test case of so many VMs, with its own result file if that is given."""
    folder = tmp_path / CASE
    folder.mkdir()
    (folder / "vdbench.cfg").write_text(CONFIGURATION)
    for number, truth in enumerate(vms, 1):
        text = writer.output_text([truth], "50407")
        if glued:
            text = text.replace(f" {truth.label}", truth.label)
        (folder / f"hci-vdb-ds-{number}.txt").write_text(text)
    if result:
        (tmp_path / f"{CASE}-res.txt").write_text(result)
    return folder


def test_a_case_is_the_sum_of_its_vms(tmp_path: Path) -> None:
    slow, fast = replace(steady(1_000.0, 150, 1.0), warmup=30), steady(3_000.0, 150, 2.0)
    folder = case(tmp_path, [slow, replace(fast, warmup=30)], glued=True)
    (result,) = read(folder)
    every = result.kinds["all"]
    assert every.rate_per_s == pytest.approx(4_000, abs=0.02)
    # Weighted by operations: not the 1.5 ms between them.
    assert every.completion.mean == pytest.approx(1.75e6, abs=600)
    assert "unfinished_status" not in result.remarks
    assert (result.load.workers, result.load.queue_depth, result.direct) == (4, 2, True)
    assert result.started_at_ns is not None
    assert result.started_at_ns // 10**9 % 86_400 == 36_030


def test_a_row_that_one_vm_lacks_is_not_known_of_all(tmp_path: Path) -> None:
    one, other = steady(1_000.0, 40), steady(2_000.0, 40)
    (result,) = read(case(tmp_path, [one.without(*range(15, 27)), other]))
    assert [part.kinds["all"].rate_per_s for part in result.parts] == [3_000.0] * 27
    told = record.make(result, source_of("HCIBench")).record["imported"]["unrecorded"]
    assert told["gaps"] == [{"at_s": 13.0, "length_s": 12.0}]
    # Both averages say that the load went on.
    assert told["operations"] == pytest.approx(36_000, abs=50)


def test_a_vm_whose_rows_begin_later_is_not_shifted(tmp_path: Path) -> None:
    rising = Truth(tuple(writer.Interval(100.0 * n) for n in range(1, 41)))
    (result,) = read(case(tmp_path, [rising, rising.without(2, 3, 4)]))
    found = [part.kinds["all"].rate_per_s for part in result.parts]
    assert found == pytest.approx([200.0 * n for n in range(5, 41)])
    assert result.parts[0].start_s == 3.0


def test_the_result_file_is_read_where_it_is_all_there_is(tmp_path: Path) -> None:
    path = tmp_path / f"{CASE}-res.txt"
    path.write_text(RESULT)
    (result,) = read(path)
    every, reads, writes = (result.kinds[kind] for kind in ("all", "read", "write"))
    assert (every.rate_per_s, every.bytes_per_s) == (3999.9, 15.62 * (1 << 20))
    assert (every.completion.mean, every.completion.percentiles) == (1.3e6, {})
    # HCIBench adds 1.645 deviations to the mean and calls that its 95th percentile.
    assert every.completion.stddev == pytest.approx(1e6)
    assert (reads.rate_per_s, writes.rate_per_s) == (
        pytest.approx(3999.9 * 0.7),
        pytest.approx(3999.9 * 0.3),
    )
    assert (result.load.workers, result.load.queue_depth) == (16, 2)
    assert result.load.offered_rate_per_s == 4_000
    assert (result.workload.block_size_bytes, result.workload.pattern) == (4096, "random")
    assert (result.target, result.seconds) == ("ds1", 3600.0)
    assert result.started_at_ns == 1_700_000_000 * 10**9
    assert all(check.agrees for check in result.checks)
    assert "hcibench_means" in result.remarks


def test_several_datastores_and_runs_are_several_runs(tmp_path: Path) -> None:
    second = RESULT.partition("Version:")[2].partition("Resource")[0].replace("run1", "run2")
    text = RESULT.replace("Resource Usage:", f"Version:{second}Resource Usage:")
    text += RESULT.replace("ds1", "ds2").replace("3999.9", "100.5")
    (tmp_path / "x-res.txt").write_text(text)
    found = read(tmp_path / "x-res.txt")
    assert [(one.name, one.target) for one in found] == [
        ("run1", "ds1"),
        ("run2", "ds1"),
        ("run1", "ds2"),
    ]
    assert [one.kinds["all"].rate_per_s for one in found] == [3999.9, 3999.9, 100.5]
    # The name of the file tells nothing of blocks and depth.
    assert {one.load.workers for one in found} == {None}
    assert {one.workload.block_size_bytes for one in found} == {None}


def test_the_result_file_of_fio_has_means_of_reads_and_of_writes(tmp_path: Path) -> None:
    path = tmp_path / "fio-4vmdk-100ws-4k-0rdpct-100randompct-2threads-1700000000-res.txt"
    path.write_text(OF_FIO)
    (result,) = read(path)
    every = result.kinds["all"]
    assert (result.name, every.rate_per_s) == ("job0", 26833.38)
    assert every.completion.mean == 11.28e6
    assert "read" not in result.kinds
    # Of a mix whose shares nobody tells there is no mean of all.
    mixed = OF_FIO.replace("R_LATENCY     = 0.00", "R_LATENCY     = 5.00")
    (tmp_path / "y-res.txt").write_text(mixed)
    (result,) = read(tmp_path / "y-res.txt")
    assert result.kinds["all"].completion is None


def test_a_result_file_beside_its_case_is_no_second_run(tmp_path: Path) -> None:
    truth = steady(1_000.0, 40, 1.3)
    case(tmp_path, [truth] * 4, RESULT)
    (result,) = read(tmp_path)
    assert result.kinds["all"].rate_per_s == 4_000
    own = [one for one in result.checks if one.told in (3999.9, 15.62 * (1 << 20))]
    assert len(own) == 2
    assert all(one.agrees for one in own)


@pytest.mark.parametrize(
    ("behind", "says"),
    [
        ("VMs\t\t= 4\n", "line 3: .* has no IOPS: the file is cut"),
        ("IOPS\t\t= 3999.9 IO/S\n", "line 3: .* does not end: the file is cut"),
        ("R_LATENCY\t= 1.0", "line 9: R_LATENCY has no unit: the file is cut in this line"),
    ],
)
def test_a_result_file_that_is_cut_is_refused(tmp_path: Path, behind: str, says: str) -> None:
    head, found, _ = RESULT.partition(behind)
    path = tmp_path / "x-res.txt"
    path.write_text(head + found)
    with pytest.raises(Bad, match=f"x-res.txt, {says}"):
        list(hcibench_result.read(File(path, path.name)))


def test_the_last_figure_of_a_copy_needs_no_rule_behind_it(tmp_path: Path) -> None:
    head, found, _ = RESULT.partition("2.945 ms")
    (tmp_path / "x-res.txt").write_text(head + found)
    (result,) = read(tmp_path / "x-res.txt")
    assert result.kinds["all"].rate_per_s == 3999.9


def test_a_case_has_its_own_date_in_a_store(tmp_path: Path) -> None:
    folder = case(tmp_path, [steady(1_000.0, 40)])
    with Store.open(tmp_path / "s.db") as store:
        tally = importing.import_results(store, [folder])
        (run,) = store.runs(tally.campaign or 0)
        assert run.started_at_ns is not None
        assert run.started_at_ns // 10**9 == 1_706_090_401


@pytest.mark.parametrize(
    ("asked", "at"),
    [
        ("number_vm: 2\n", "2 VMs: "),
        ("number_vm: 4\n", "2 of 4 VMs: "),
        ('number_vm: "4"\n', "2 of 4 VMs: "),
        ("vm_groups:\n  - number_vm: 4\n", "2 VMs: "),
    ],
)
def test_vms_without_results_are_told(tmp_path: Path, asked: str, at: str) -> None:
    """The sum over the others is no result of the case."""
    folder = case(tmp_path, [steady(1_000.0, 40)] * 2)
    (folder / "hcibench.cfg").write_text(f"vm_prefix: hci-vdb\n{asked}")
    (result,) = read(folder)
    assert result.kinds["all"].rate_per_s == pytest.approx(2_000)
    assert result.at.startswith(at)
    assert ("vms_missing" in result.remarks) is ("of" in at)


def test_a_run_that_one_vm_did_not_finish_is_of_fewer_vms(tmp_path: Path) -> None:
    folder = case(tmp_path, [steady(1_000.0, 40)] * 2)
    second = steady(1_000.0, 40, name="run2", began_s=37_000.0)
    (folder / "hci-vdb-ds-1.txt").write_text(
        writer.output_text([steady(1_000.0, 40), second], "50407")
    )
    first, last = read(folder)
    assert first.at.startswith("2 VMs: RD=run1")
    assert last.at.startswith("1 of 2 VMs: RD=run2")
    assert "vms_missing" in last.remarks


def test_a_kind_without_a_latency_was_done_all_the_same(tmp_path: Path) -> None:
    path = tmp_path / f"{CASE}-res.txt"
    path.write_text(RESULT.replace("R_LATENCY\t= 1.0 ms\n", ""))
    (result,) = read(path)
    assert result.kinds["read"].rate_per_s == pytest.approx(3999.9 * 0.7)
    assert result.kinds["read"].completion is None


@pytest.mark.parametrize(
    ("given", "wrong"),
    [("LATENCY\t\t= 1.3", "LATENCY\t\t= 3.9"), ("W_LATENCY\t= 2.0", "W_LATENCY\t= 6.0")],
)
def test_a_mean_is_held_against_those_of_reads_and_writes(
    tmp_path: Path, given: str, wrong: str
) -> None:
    path = tmp_path / f"{CASE}-res.txt"
    path.write_text(RESULT)
    assert all(
        check.agrees for one in read(path) for check in one.checks if check.figure == "all.mean"
    )
    path.write_text(RESULT.replace(given, wrong))
    (result,) = read(path)
    assert "all.mean" in [check.figure for check in result.checks if not check.agrees]
