"""diskspd for Linux: what the real program printed, whose percentiles of reads and writes together
count the first of several threads once for each that follows."""

from pathlib import Path

import pytest

from plimsoll.features.imports import results
from plimsoll.features.imports.results.run_result import Result
from plimsoll.features.imports.results.source import Bad
from tests.features.imports.result_files import read

OTHERS = Path(__file__).parents[2] / "fixtures/results/others"


def one(name: str) -> Result:
    (result,) = read(OTHERS / name)
    assert all(check.agrees for check in result.checks), result.checks
    return result


def test_a_mix_is_read_with_what_was_asked() -> None:
    found = one("diskspd-linux.txt")
    assert (found.target, found.direct, found.warmup_s, found.seconds) == ("df1", True, 1, 3)
    assert (found.load.workers, found.load.queue_depth) == (2, 4)
    assert (found.workload.block_size_bytes, found.workload.read_percent) == (4096, 70)
    assert found.workload.pattern == "random"
    assert {kind: one.count for kind, one in found.kinds.items()} == {
        "all": 47176,
        "read": 33129,
        "write": 14047,
    }
    both, reads = found.kinds["all"].completion, found.kinds["read"].completion
    assert both is not None
    assert (reads.mean, reads.percentiles[50.0]) == (377_000, 96_000)
    # Its column of both is wrong beyond one thread; its means and extremes are not.
    assert (both.mean, both.min, dict(both.percentiles)) == (509_000, 17_000, {})
    assert found.unknown["completion_latency_ns.percentiles"] == "first_threads_counted_again"
    assert "rates_by_time_asked" in found.remarks


def test_of_one_kind_the_column_of_that_kind_is_told() -> None:
    """The program's own proof: writes alone, and yet another 90th percentile of writes and reads
    together."""
    text = (OTHERS / "diskspd-linux-writes.txt").read_text()
    assert "   90th |        N/A |      0.009 |      0.006\n" in text
    found = one("diskspd-linux-writes.txt")
    assert set(found.kinds) == {"write"}
    latency = found.kinds["write"].completion
    assert latency.percentiles[90.0] == 9_000
    assert "completion_latency_ns.percentiles" not in found.unknown
    # Two files, opened through the system's cache.
    assert (found.target, found.direct, found.load.workers) == ("df1, df2", False, 4)


@pytest.mark.parametrize("end", range(0, 3000, 217))
def test_what_is_cut_is_refused(tmp_path: Path, end: int) -> None:
    text = (OTHERS / "diskspd-linux.txt").read_text()
    path = tmp_path / "cut.txt"
    path.write_text(text[: len(text) - 40 - end])
    (source,) = results.sources([path])
    assert source.form is not None
    with pytest.raises(Bad):
        list(source.read())


# -- several outputs in one text, and the last line of one ---------------------------------------


def test_a_second_output_has_a_target_and_a_date_of_its_own(tmp_path: Path) -> None:
    first = (OTHERS / "diskspd.txt").read_text()
    changes = (
        (r"C:\test.dat", r"D:\other.dat"),
        ("block size: 8KiB", "block size: 64KiB"),
        ("ratio: 70/30", "ratio: 50/50"),
        ("start time: 2024/01/24", "start time: 2024/02/24"),
    )
    second = first
    for old, new in changes:
        assert old in second
        second = second.replace(old, new)
    path = tmp_path / "r.txt"
    path.write_text(first + second)
    a, b = read(path)
    assert [run.at for run in (a, b)] == ["output 1, timespan 1", "output 2, timespan 1"]
    assert [one.target for one in (a, b)] == [r"C:\test.dat", r"D:\other.dat"]
    assert [one.workload.block_size_bytes for one in (a, b)] == [8192, 65536]
    assert [one.workload.read_percent for one in (a, b)] == [70, 50]
    assert (b.started_at_ns or 0) - (a.started_at_ns or 0) == 31 * 86400 * 10**9
    path.write_text(first + (OTHERS / "diskspd-linux.txt").read_text())
    assert [one.target for one in read(path)] == [r"C:\test.dat", "df1"]
    # An output that was cut is no part of the one behind it.
    path.write_text(first[: first.index("Write IO")] + first)
    with pytest.raises(Bad, match="its results are cut"):
        read(path)


@pytest.mark.parametrize("name", ["diskspd.txt", "diskspd-linux.txt"])
def test_a_last_line_without_an_end_is_whole_where_its_last_figure_is(
    name: str, tmp_path: Path
) -> None:
    text = (OTHERS / name).read_text().rstrip("\n ")
    path = tmp_path / "r.txt"
    path.write_text(text)
    (made,) = read(path)
    assert made.kinds == one(name).kinds
    path.write_text(text[:-1])
    with pytest.raises(Bad, match="middle of this line"):
        read(path)
    # A console's prompt behind it.
    path.write_text(f"{text}\n\nPS C:\\>")
    assert len(read(path)) == 1
