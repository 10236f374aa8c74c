"""`find --from` over what other programs measured, as people meet it: files in, a line out."""

import json
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from plimsoll.cli.schema import own
from tests.conftest import Plimsoll
from tests.schemas import keeps
from tests.truth import foreign_files
from tests.truth.foreign_files import Row

RATES = [round(100 + 1000 * i / 11, 1) for i in range(12)]


def sweep(rates: Sequence[float] = RATES, carries: float = 1500.0) -> list[Row]:
    """Of one server: a mean of 5 ms over (1 - rate / 1,500)."""
    return [Row(rate, rate, 5e-3 / (1 - rate / carries)) for rate in rates]


def import_rows(
    plimsoll: Plimsoll,
    folder: Path,
    write: Callable[[Path, Sequence[Row]], None],
    rows: Sequence[Row],
    *words: str,
) -> None:
    """Writes the rows as files and imports them into i.db."""
    files = folder / "files"
    shutil.rmtree(files, ignore_errors=True)
    files.mkdir()
    write(files, rows)
    plimsoll("import", "files", "--store", "i.db", *words, code=0)


def line(plimsoll: Plimsoll, objective: str, *words: str) -> tuple[int, Any]:
    """The exit code, and the load line."""
    ended = plimsoll("find", "--from", "i.db", "--objective", objective, "--json", *words)
    keeps(ended.document, own("find"))
    return ended.code, ended.document["load_line"]


# How near the truth a line of each format is: tests/truth/test_foreign_sweeps.py.
@pytest.mark.parametrize("write", [foreign_files.MEANS[0], foreign_files.DEVIATIONS[0]])
def test_means_alone_give_the_line_between_the_rows(
    plimsoll: Plimsoll, tmp_path: Path, write: Callable[[Path, Sequence[Row]], None]
) -> None:
    import_rows(plimsoll, tmp_path, write, sweep())
    for bound, truth in ((15, 1000.0), (10, 750.0)):
        code, found = line(plimsoll, f"mean <= {bound}ms")
        assert (code, found["grade"]) == (0, "estimated")
        assert found["low"] <= truth <= found["high"]
        assert found["high"] / found["low"] < 1.10
        assert abs(found["rate_per_s"] / truth - 1) < 0.02
        assert found["objective"] == f"mean(completion_latency, all) <= {bound}ms"
        # A rate to plan with was carried, and lies not above the line.
        assert found["plan_per_s"] <= found["low"]
        assert not found["low_confirmed"]


def test_all_met_is_at_least_and_all_missed_is_less_than(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    import_rows(plimsoll, tmp_path, foreign_files.vdbench_stdout, sweep())
    code, met = line(plimsoll, "mean <= 20ms")
    assert (code, met["grade"], met["low"], met["high"]) == (0, "bounded", 1100.0, None)
    assert met["plan_per_s"] == 1100.0
    code, missed = line(plimsoll, "mean <= 4ms")
    assert (code, missed["grade"], missed["low"], missed["high"]) == (2, "bounded", None, 100.0)
    assert (
        "carries at least 1,100 IOPS"
        in plimsoll("find", "--from", "i.db", "--objective", "mean <= 20ms", "--why").out
    )
    assert (
        "it lies below 100 IOPS"
        in plimsoll("find", "--from", "i.db", "--objective", "mean <= 4ms", "--why").out
    )


def test_a_bad_moment_at_a_low_rate_is_not_said_away(plimsoll: Plimsoll, tmp_path: Path) -> None:
    """The lowest rate had a bad moment: neither "no rate missed it" nor "no rate met it"."""
    slow = [Row(100.0, 100.0, 9e-3)]
    rest = [Row(rate, rate, 2e-3) for rate in (200.0, 400.0, 800.0, 1600.0)]
    import_rows(plimsoll, tmp_path, foreign_files.vdbench_stdout, [*slow, *rest])
    code, found = line(plimsoll, "mean <= 4ms")
    assert (code, found["low"], found["high"], found["plan_per_s"]) == (2, 1600.0, None, None)
    assert "though 1 of 5 Runs missed the objective" in found["because"]
    said = plimsoll("find", "--from", "i.db", "--objective", "mean <= 4ms", "--why").out
    assert "Runs at 100 IOPS missed the objective. No rate to plan with" in said
    assert "No Run clearly missed it" not in said

    (tmp_path / "i.db").unlink()
    high = [Row(rate, rate, 9e-3) for rate in (100.0, 200.0, 800.0, 1600.0)]
    import_rows(
        plimsoll, tmp_path, foreign_files.vdbench_stdout, [*high, Row(400.0, 400.0, 3.8e-3)]
    )
    ended = plimsoll("find", "--from", "i.db", "--objective", "mean <= 4ms", "--why")
    assert "only a bound: it lies below" in ended.out
    assert "though 1 of 5 Runs met it" in ended.out


def test_no_line_lies_above_what_was_measured(plimsoll: Plimsoll, tmp_path: Path) -> None:
    """A cap of 1,000: what was offered beyond was not carried."""
    rows = [Row(rate, min(rate, 1000.0), 2e-3 if rate < 1000 else 0.25) for rate in RATES]
    import_rows(plimsoll, tmp_path, foreign_files.vdbench_flatfile, rows)
    code, found = line(plimsoll, "mean <= 10ms")
    assert (code, found["grade"]) == (0, "estimated")
    below = max(rate for rate in RATES if rate < 1000)
    assert below * 0.98 <= found["low"] <= found["rate_per_s"] <= found["high"] <= 1000.0


def test_a_latency_that_was_named_is_not_replaced(plimsoll: Plimsoll, tmp_path: Path) -> None:
    import_rows(plimsoll, tmp_path, foreign_files.vdbench_stdout, sweep())
    refused = plimsoll("find", "--from", "i.db", "--objective", "mean(response_time) <= 15ms")
    assert refused.code == 65
    assert "do not give response time" in refused.err
    said = plimsoll("find", "--from", "i.db", "--objective", "mean <= 15ms", "--why").out
    assert "completion latency is compared, which vdbench counts from submission" in said
    assert "918 IOPS met the objective (12.9 ms) and 1,009 IOPS missed it (15.3 ms)" in said


def test_a_mean_of_fio_is_of_lat_and_says_so(plimsoll: Plimsoll, tmp_path: Path) -> None:
    """A submission of 3 ms before a clat of 5 / (1 - rate / 1,500) ms: 8 ms in all at the lightest
    load, so that 13 ms in all is 750 IOPS, where clat alone would say 923."""

    def write(folder: Path, rows: Sequence[Row]) -> None:
        foreign_files.fio_json_means(folder, rows)
        for file, row in zip(sorted(folder.iterdir()), rows, strict=True):
            told = json.loads(file.read_text())
            read = told["jobs"][0]["read"]
            clat, lat = row.mean * 1e9, (row.mean + 3e-3) * 1e9
            spans = read.pop("lat_ns")
            read["clat_ns"] = {**spans, "mean": clat, "percentile": {"50.000000": round(clat)}}
            read["lat_ns"] = {**spans, "mean": lat, "max": spans["max"] + 3e6}
            read["slat_ns"] = {**spans, "mean": 3e6, "stddev": 1e5, "max": 4e6}
            file.write_text(json.dumps(told))

    import_rows(plimsoll, tmp_path, write, sweep())
    _, found = line(plimsoll, "mean <= 13ms")
    assert found["low"] <= 750 <= found["high"]
    assert (
        "fio's lat is compared"
        in plimsoll("find", "--from", "i.db", "--objective", "mean <= 13ms", "--why").out
    )
    _, named = line(plimsoll, "mean(completion_latency) <= 13ms")
    assert named["low"] <= 923 <= named["high"]


def test_a_closed_loop_of_unknown_depth_has_an_answer(plimsoll: Plimsoll, tmp_path: Path) -> None:
    import_rows(plimsoll, tmp_path, foreign_files.vdbench_stdout, [Row(None, 1500.0, 5e-3)])
    code, found = line(plimsoll, "mean <= 4ms")
    assert (code, found["low"], found["high"], found["reason"]) == (
        2,
        None,
        1500.0,
        "closed_loop_only",
    )
    code, found = line(plimsoll, "mean <= 15ms")
    assert (code, found["low"], found["high"]) == (2, None, None)
    # One load does not tell who limited it.
    assert found["limited_by"]["value"] == "unknown"
    assert (
        "generator's outstanding"
        not in plimsoll("find", "--from", "i.db", "--objective", "mean <= 15ms", "--why").out
    )


def test_a_maximum_beside_the_rates_bounds_the_line(plimsoll: Plimsoll, tmp_path: Path) -> None:
    """vdbench's curve: as fast as possible first, then shares of that."""
    rows = [Row(None, 1480.0, 0.17), *sweep([150, 450, 750, 1050, 1350])]
    import_rows(plimsoll, tmp_path, foreign_files.vdbench_stdout, rows)
    code, found = line(plimsoll, "mean <= 60ms")
    # 5 / (1 - rate / 1,500) = 60 ms at 1,375.
    assert (code, found["grade"]) == (0, "estimated")
    assert found["low"] <= 1375 <= found["high"] <= 1480


def write_sweeps(folder: Path, *, kinds: Sequence[str] = ("randread", "randwrite")) -> None:
    """Writes sweeps of one kind of operation each, with a file for each rate."""
    for kind in kinds:
        of = folder / kind
        of.mkdir(parents=True)
        foreign_files.fio_json_means(of, sweep())
        if kind != "randread":
            for file in of.iterdir():
                told = json.loads(file.read_text())
                (job,) = told["jobs"]
                job["write"] = job.pop("read")
                job["job options"]["rw"] = kind
                file.write_text(json.dumps(told))


def test_lines_without_the_figure_are_left_out_and_named(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    write_sweeps(tmp_path / "files")
    plimsoll("import", "files", "--store", "i.db")
    both = plimsoll("find", "--from", "i.db", "--objective", "mean <= 15ms", "--json")
    keeps(both.document, own("find"))
    assert len(both.document["lines"]) == 2
    asked = ("--objective", "mean(completion_latency, read) <= 15ms")
    ended = plimsoll("find", "--from", "i.db", *asked, "--json", code=0)
    assert ended.document["load_line"]["low"] <= 1000 <= ended.document["load_line"]["high"]
    assert "left out: " in ended.err
    assert "no completion latency of read" in ended.err
    plimsoll(
        "find", "--from", "i.db", "--objective", "p97(completion_latency, read) <= 15ms", code=65
    )


def test_flags_of_a_workload_choose_among_the_lines(plimsoll: Plimsoll, tmp_path: Path) -> None:
    write_sweeps(tmp_path / "files")
    plimsoll("import", "files", "--store", "i.db", "--as", "old array")
    for words in (("--read", "0"), ("--read", "0%", "--block-size", "4k")):
        code, found = line(plimsoll, "mean <= 15ms", *words)
        assert (code, found["grade"]) == (0, "estimated")
    both = ("--read", "100,0", "--configuration", "old array")
    ended = plimsoll("find", "--from", "i.db", "--objective", "mean <= 15ms", "--json", *both)
    assert len(ended.document["lines"]) == 2
    for words, known in (
        (("--read", "70"), "--read 0, 100"),
        (("--block-size", "8k"), "--block-size 4k"),
        (("--configuration", "new array"), "'old array'"),
    ):
        refused = plimsoll("find", "--from", "i.db", "--objective", "mean <= 15ms", *words, code=64)
        assert known in refused.err
    assert plimsoll("find", "--target", "x", "--configuration", "a").code == 64
    assert plimsoll("find", "--from", "i.db", "--read", "x").code == 64


def test_runs_of_two_systems_under_one_name_are_not_mixed(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    """Nine rates of 2 / (1 - rate / 1,000) and of 2 / (1 - rate / 4,000) ms: no line of both."""
    rates = [float(100 * n) for n in range(1, 10)]
    rows = [
        Row(rate, rate, 2e-3 / (1 - rate / carries)) for carries in (1000, 4000) for rate in rates
    ]
    import_rows(plimsoll, tmp_path, foreign_files.vdbench_stdout, rows)
    code, found = line(plimsoll, "mean <= 6ms")
    assert (code, found["low"], found["high"]) == (2, None, None)
    assert "disagree" in found["because"]
