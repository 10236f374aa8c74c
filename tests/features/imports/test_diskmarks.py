"""CrystalDiskMark 2 to 8 and KDiskMark, written from a known truth in each dialect and read back.
What a text does not tell follows from what it does; what it tells in another unit is seen."""

import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from plimsoll.features.imports.results import crystaldiskmark, kdiskmark
from plimsoll.features.imports.results.run_result import whole
from plimsoll.features.imports.results.source import Bad, File
from tests.features.imports.result_files import of_text


class Truth(NamedTuple):
    """A test as it was measured."""

    kind: str
    size: int
    depth: int
    threads: int
    rate: float
    us: float
    random: bool = True


def truths(seed: int) -> list[Truth]:
    """Four tests of reads and writes: sequential with and without a queue, random likewise."""
    draw = random.Random(seed)
    made = []
    for kind in ("read", "write"):
        for size, depth, at_random in (
            (128 << 10, 32, False),
            (1 << 20, 1, False),
            (4096, 32, True),
            (4096, 1, True),
        ):
            us = draw.uniform(20, 2_000)
            made.append(Truth(kind, size, depth, 1, depth / us * 1e6, us, at_random))
    return made


HEAD = """\
-----------------------------------------------------------------------
CrystalDiskMark {version} x64 (C) 2007-2018 hiyohiyo
                          Crystal Dew World : https://crystalmark.info/
-----------------------------------------------------------------------
* MB/s = 1,000,000 bytes/s [SATA/600 = 600,000,000 bytes/s]

"""
TAIL = """
  Test : 1000 MB [D: 33.0% (39.3/119.1 GB)] (x5)
  Date : 2012/02/15 20:39:27
    OS : Windows 7 Ultimate Edition SP1 [6.1 Build 7601] (x64)
"""


def mb(one: Truth) -> float:
    return one.rate * one.size / 1e6


def version_3(tests: list[Truth]) -> str:
    """`Random Read 4KB (QD=32) : 271.859 MB/s [ 66371.9 IOPS]`, sequential without a queue."""
    rows = []
    for one in tests:
        way = one.kind.capitalize()
        if one.random:
            label = f"Random {way} 4KB (QD={one.depth})"
            iops = f" [{mb(one) * 1e6 / 4096:8.1f} IOPS]"
        elif one.depth == 1:
            label, iops = f"Sequential {way}", ""
        else:
            continue
        rows.append(f"{label:>27} : {mb(one):9.3f} MB/s{iops}\n")
    return HEAD.format(version="3.0.4") + "".join(rows) + TAIL


def version_5(tests: list[Truth]) -> str:
    """`Sequential Read (Q= 32,T= 1) : 554.872 MB/s`, and `(T= 1)` without a queue."""
    rows = []
    for one in tests:
        way = one.kind.capitalize()
        label = f"Random {way} 4KiB" if one.random else f"Sequential {way}"
        queued = one.random or one.depth > 1
        queue = f"(Q={one.depth:3},T={one.threads:2})" if queued else f"(T={one.threads:2})"
        iops = f" [{mb(one) * 1e6 / 4096:9.1f} IOPS]" if one.random else ""
        rows.append(f"{label} {queue} : {mb(one):9.3f} MB/s{iops}\n")
    return HEAD.format(version="5.1.2") + "".join(rows) + TAIL


def version_8(tests: list[Truth]) -> str:
    """Sections, sizes and latencies."""
    text = HEAD.format(version="8.0.4")
    for kind in ("read", "write"):
        text += f"[{kind.capitalize()}]\n"
        for one in tests:
            if one.kind == kind:
                size = f"{one.size >> 20}MiB" if one.size >= 1 << 20 else f"{one.size >> 10}KiB"
                text += (
                    f"  {'RND' if one.random else 'SEQ'} {size:>7}"
                    f" (Q={one.depth:3}, T={one.threads:2}): {mb(one):9.3f} MB/s"
                    f" [{one.rate:9.1f} IOPS] <{one.us:9.2f} us>\n"
                )
        text += "\n"
    return text + TAIL


def of_kdiskmark(tests: list[Truth], version: str = "3.1.4") -> str:
    """Its MB/s is fio's KiB/s by 1,000."""
    text = (
        f"   KDiskMark ({version}): https://github.com/JonMagon/KDiskMark\n"
        "* MB/s = 1,000,000 bytes/s\n"
    )
    for kind in ("read", "write"):
        text += f"\n[{kind.capitalize()}]\n"
        for one in tests:
            if one.kind == kind:
                large = one.size >= 1 << 20
                size = f"{one.size >> (20 if large else 10):3} {'MiB' if large else 'KiB'}"
                kib = int(one.rate * one.size / 1024)
                text += (
                    f"{'Random' if one.random else 'Sequential'} {size}"
                    f" (Q={one.depth:3}, T={one.threads:2}): {kib / 1000:9.3f} MB/s"
                    f" [{one.rate:9.1f} IOPS] <{one.us:9.2f} us>\n"
                )
    return text + (
        "\nProfile: Default\n   Test: 1 GiB (x5) [Measure: 5 sec / Interval: 5 sec]\n"
        "   Date: 2026-11-20 14:03:11\n Target: /home 45.1% (200/440 GiB) [Samsung SSD 970]\n"
    )


WRITERS: dict[str, Callable[[list[Truth]], str]] = {
    "3": version_3,
    "5": version_5,
    "8": version_8,
    "kdiskmark": of_kdiskmark,
}


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("dialect", WRITERS)
def test_every_dialect_gives_back_what_was_measured(
    dialect: str, seed: int, tmp_path: Path
) -> None:
    tests = truths(seed)
    found = of_text(tmp_path, WRITERS[dialect](tests))
    asked = [one for one in tests if dialect != "3" or one.random or one.depth == 1]
    assert len(found) == len(asked)
    for one in asked:
        (same,) = (
            run
            for run in found
            if (run.load.queue_depth, run.workload.block_size_bytes) == (one.depth, one.size)
            and one.kind in run.kinds
        )
        every = whole(same.kinds)
        assert every.rate_per_s == pytest.approx(one.rate, rel=0.002)
        assert every.bytes_per_s == pytest.approx(one.rate * one.size, rel=0.002)
        assert same.workload.pattern == ("random" if one.random else "sequential")
        assert all(check.agrees for check in same.checks), same.checks
        if dialect in ("8", "kdiskmark"):
            assert every.completion.mean == pytest.approx(one.us * 1e3, rel=0.01)
        else:
            assert every.completion is None
            assert same.unknown["completion_latency_ns"] == "not_told"


@pytest.mark.parametrize("mark", ["", "."])
@pytest.mark.parametrize("dialect", WRITERS)
def test_decimal_commas_are_read_as_points(dialect: str, mark: str, tmp_path: Path) -> None:
    """Of a text that was copied where commas are decimal: 554,872 MB/s are no 554,872."""
    text = WRITERS[dialect](truths(1))
    plain = of_text(tmp_path, text)
    german = re.sub(
        r"(?<=[ <])(\d+)\.(\d+)(?= (?:MB/s|IOPS|us))",
        lambda found: f"{int(found[1]):,}".replace(",", mark) + f",{found[2]}",
        text,
    )
    assert german != text
    assert of_text(tmp_path, german) == plain


@pytest.mark.parametrize(
    ("text", "decimals", "value"),
    [
        ("554.872", 3, 554.872),
        ("554,872", 3, 554.872),
        ("7,554.872", 3, 7_554.872),
        ("7.554,872", 3, 7_554.872),
        ("66371.9", 1, 66_371.9),
        ("66371,9", 1, 66_371.9),
        ("66,371.9", 1, 66_371.9),
        ("66.371,9", 1, 66_371.9),
        ("66,371", 1, 66_371.0),
        ("1,066,371", 1, 1_066_371.0),
        ("66371", 1, 66_371.0),
        ("12,50", 2, 12.5),
    ],
)
def test_a_comma_is_what_the_decimals_make_it(text: str, decimals: int, value: float) -> None:
    assert crystaldiskmark._figure(text, decimals) == value


def test_what_the_versions_do_not_tell_is_said(tmp_path: Path) -> None:
    found = of_text(tmp_path, version_5(truths(1)))
    told = {run.workload.pattern: run.remarks for run in found}
    assert "block_size_of_version" in told["sequential"]
    assert "block_size_of_version" not in told["random"]
    assert {run.program_version for run in found} == {"5.1.2"}
    assert {(run.target, run.workload.working_set_bytes) for run in found} == {("D:", 1000 << 20)}


def test_the_size_of_version_2_has_its_own_line(tmp_path: Path) -> None:
    text = (
        version_3(truths(1))
        .replace("3.0.4", "2.2")
        .replace("  Test : 1000 MB", "Test Size : 100 MB")
    )
    found = of_text(tmp_path, text)
    assert {run.workload.working_set_bytes for run in found} == {100 << 20}


def test_the_megabyte_of_kdiskmark_is_told_by_its_iops(tmp_path: Path) -> None:
    """1,024,000 bytes; a MiB in its first versions; never the 1,000,000 of its header."""
    row = "Sequential 1 MiB (Q= 8, T= 1): {mb:9.3f} MB/s [ {iops:8.1f} IOPS] < 15000.00 us>\n"
    head = "KDiskMark: https://github.com/JonMagon/KDiskMark\n\n[Read]\n"
    tail = "\n   Date: 2026-11-20 14:03:11\n"
    for unit in (1_024_000, 1 << 20):
        text = head + row.format(mb=(528 << 20) / unit, iops=528) + tail
        (found,) = of_text(tmp_path, text)
        assert found.kinds["read"].bytes_per_s == pytest.approx(528 << 20, rel=1e-5)
        assert all(check.agrees for check in found.checks)
    (found,) = of_text(tmp_path, head + row.format(mb=(528 << 20) / 1e6, iops=528) + tail)
    assert not all(check.agrees for check in found.checks)


@pytest.mark.parametrize("reads", [0, 50, 70, 100])
def test_a_mix_of_kdiskmark_is_the_sum_of_reads_and_writes(reads: int, tmp_path: Path) -> None:
    share = reads / 100
    # Of 10,000 IOPS so many are reads, and the mean of both weighted by their shares is printed.
    printed = 10_000 * (share * share + (1 - share) * (1 - share))
    text = of_kdiskmark([]).replace(
        "\nProfile",
        f"\n[Mix] Read {reads}%/Write {100 - reads}%\n"
        f"Random 4 KiB (Q= 32, T= 1): {printed * 4 / 1000:9.3f} MB/s [{printed:9.1f} IOPS]"
        " < 3200.00 us>\n\nProfile",
    )
    (found,) = of_text(tmp_path, text)
    every = found.kinds["all"]
    assert every.rate_per_s == pytest.approx(10_000, rel=0.001)
    assert every.bytes_per_s == pytest.approx(40_960_000, rel=0.001)
    assert found.workload.read_percent == reads


def test_latency_of_kdiskmark_starts_where_its_version_reads_it(tmp_path: Path) -> None:
    for version, starts in (("2.3.0", "submission"), ("3.1.4", "submission"), ("3.2.0", None)):
        (found, *_) = of_text(tmp_path, of_kdiskmark(truths(1), version))
        assert found.starts == (starts or "after_submission")


def test_rows_alone_are_read_and_the_same_rows_again_are_another_output(tmp_path: Path) -> None:
    """As they stand in forums."""
    first, second = (
        [
            line
            for line in version_5(truths(seed)).splitlines()
            if "MB/s" in line and "*" not in line
        ]
        for seed in (1, 2)
    )
    found = of_text(tmp_path, "\n".join([*first, "", "and the other disk", *second]))
    assert len(found) == 16
    assert [run.at.partition(",")[0] for run in found[::8]] == ["output 1", "output 2"]
    assert found[0].name == found[8].name
    assert whole(found[0].kinds).rate_per_s != whole(found[8].kinds).rate_per_s


def test_two_outputs_in_one_text_keep_their_own_drives(tmp_path: Path) -> None:
    text = version_8(truths(1)) + version_8(truths(2)).replace("[D:", "[E:")
    assert [run.target for run in of_text(tmp_path, text)] == ["D:"] * 8 + ["E:"] * 8


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("  Date :", "  Day :", "it ends before its date: it is cut"),
        ("(Q=  1, T= 1): ", "(Q=  1, T= 1): MB/s ", "has no figures that can be read"),
    ],
)
def test_what_is_cut_or_damaged_is_refused(old: str, new: str, says: str, tmp_path: Path) -> None:
    text = version_8(truths(1))
    assert old in text
    with pytest.raises(Bad, match=says):
        of_text(tmp_path, text.replace(old, new))


@pytest.mark.parametrize("dialect", ["8", "kdiskmark"])
def test_a_lost_section_is_refused(dialect: str, tmp_path: Path) -> None:
    """The writes were read as reads."""
    text = WRITERS[dialect](truths(1))
    with pytest.raises(
        Bad, match=r"tests under \[Read\] come twice: the line that begins the next"
    ):
        of_text(tmp_path, text.replace("[Write]\n", ""))


def test_a_test_that_was_chosen_twice_is_no_lost_section(tmp_path: Path) -> None:
    """Its four tests can be chosen freely."""
    tests = [one for one in truths(1) if one.kind == "read"]
    chosen = [tests[0], tests[1], tests[0], tests[2]]
    assert len(of_text(tmp_path, version_8(chosen))) == 4


def test_tests_that_were_not_run_are_no_results(tmp_path: Path) -> None:
    tests = truths(1)
    idle = [one._replace(rate=0.0, us=0.0) for one in tests]
    assert len(of_text(tmp_path, version_8([*tests[:3], *idle[3:]]))) == 3
    with pytest.raises(Bad, match="no test in it was run"):
        of_text(tmp_path, version_8(idle))


def test_each_program_knows_its_own(tmp_path: Path) -> None:
    for name, writer in WRITERS.items():
        (tmp_path / "x").write_text(writer(truths(3)))
        head = File(tmp_path / "x", "x").head
        assert crystaldiskmark.sniff(head) is (name != "kdiskmark")
        assert kdiskmark.sniff(head) is (name == "kdiskmark")
