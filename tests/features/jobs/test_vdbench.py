"""`plimsoll vdbench`: what it prints is read back as what was measured; campaigns ask the same."""

import json
import re
import textwrap
import tomllib
from pathlib import Path
from typing import Any

import pytest

from plimsoll.features.jobs.formats.vdbench import folder
from plimsoll.store import Store
from tests.conftest import Plimsoll

JOB = """
sd=default,openflags=o_direct,size=8m
sd=sd1,lun=a.dat,threads=2
sd=sd2,lun=b.dat,threads=2
wd=wd1,sd=(sd1,sd2),xfersize=4k,rdpct=70
rd=run1,wd=wd1,iorate=(200,max),elapsed=2,interval=1
"""


def write(folder: Path, text: str, name: str = "j.parm") -> str:
    (folder / name).write_text(text)
    return name


def averages(text: str) -> list[list[str]]:
    return [line.split() for line in text.splitlines() if re.search(r"\bavg_\d+-\d+\b", line)]


@pytest.mark.long
def test_what_is_printed_is_imported_as_what_was_measured(plimsoll: Plimsoll, disk: Path) -> None:
    ended = plimsoll("vdbench", "-f", write(disk, JOB), "--store", "runs.db", code=0)
    assert "Vdbench execution completed successfully" in ended.out
    assert [row[1] for row in averages(ended.out)] == ["avg_2-2", "avg_2-2"]
    (disk / "printed.txt").write_text(ended.out)
    assert plimsoll("import", "printed.txt", "--store", "back.db").code == 0
    kept, back = records(disk / "runs.db"), records(disk / "back.db")
    assert len(kept) == len(back) == 2
    for ours, theirs in zip(kept, back, strict=True):
        # Printed with one digit of a rate and three of a millisecond.
        assert abs(ours["achieved_rate_per_s"] - theirs["achieved_rate_per_s"]) <= 0.05
        for kind in ("all", "read", "write"):
            mean, longest, _ = moments(stored_intervals(disk / "runs.db", ours), kind)
            its = theirs[kind]["completion_latency_ns"]
            assert abs(mean - its["mean"]) <= 500
            # The longest is printed of reads and of writes alone, with two digits.
            assert kind == "all" or abs(longest - its["max"]) <= 5000
    assert len(figures(ended.out)) == 4
    for row in figures(ended.out):
        rate, reads, resp, of_reads, of_writes = (float(row[at]) for at in (2, 5, 6, 7, 8))
        assert rate > 0
        # The mean of both is their means by their shares, of warm-up as well: printed with three
        # digits of a millisecond, and the share with two of a percent.
        both = (reads * of_reads + (100 - reads) * of_writes) / 100
        assert abs(resp - both) <= 0.0011 + 0.0001 * abs(of_reads - of_writes)
        assert float(row[9]) >= of_reads - 0.01
        assert float(row[10]) >= of_writes - 0.01


def figures(text: str) -> list[list[str]]:
    """The lines of intervals."""
    rows = [line.split() for line in text.splitlines()]
    return [row for row in rows if len(row) == 15 and row[1].isdigit()]


@pytest.mark.long
def test_an_output_folder_is_imported_as_what_was_measured(plimsoll: Plimsoll, disk: Path) -> None:
    job = write(disk, JOB.replace("iorate=(200,max)", "iorate=max"))
    words = ("vdbench", "-f", job, "-o", "output", "--store", "runs.db")
    ended = plimsoll(*words, code=0)
    assert f"Output directory: {disk}/output; Runs kept in: runs.db" in ended.out
    printed = [line for line in ended.out.splitlines() if line]
    kept = (disk / "output/summary.html").read_text().splitlines()[1:]
    assert [line for line in kept if line] == printed
    assert plimsoll("import", "output", "--store", "back.db").code == 0
    (ours,), (theirs,) = records(disk / "runs.db"), records(disk / "back.db")
    assert abs(ours["achieved_rate_per_s"] - theirs["achieved_rate_per_s"]) <= 0.0001
    assert theirs["imported"]["checks"]
    assert all(check["agrees"] for check in theirs["imported"]["checks"])
    for kind in ("all", "read", "write"):
        mine, its = (one[kind]["completion_latency_ns"] for one in (ours, theirs))
        mean, longest, spread = moments(stored_intervals(disk / "runs.db", ours), kind)
        # Four digits of a millisecond; a bucket of vdbench's is at most twice as wide as it begins.
        assert abs(mean - its["mean"]) <= 50
        assert abs(longest - its["max"]) <= 50
        assert kind != "all" or abs(spread - its["stddev"]) <= 50
        assert mine["p50"] / 2 <= its["p50"] <= mine["p50"] * 2
        assert theirs["imported"]["percentiles"] == "distribution"
    spec = theirs["spec"]
    assert (spec["load"]["queue_depth"], spec["workload"]["read_percent"]) == (2, 70)
    # Ours is written anew; anybody else's is left, and nothing is measured.
    slower = write(disk, JOB.replace("iorate=(200,max)", "iorate=200"), "slower.parm")
    assert plimsoll("vdbench", "-f", slower, "-o", "output").code == 0
    (disk / "output/totals.html").write_text("<title>theirs</title><pre>")
    ended = plimsoll(*words, "--store", "none.db")
    assert (ended.code, "totals.html is not of plimsoll vdbench" in ended.err) == (73, True)
    assert not (disk / "none.db").exists()
    assert plimsoll(*words[:3], "-o", "a.dat").code == 74


def test_a_folders_name_is_meant_as_in_vdbench(tmp_path: Path) -> None:
    assert folder.folder_path(f"{tmp_path}/out", 0.0) == tmp_path / "out"
    assert folder.folder_path(f"{tmp_path}/out+", 0.0) == tmp_path / "out"
    (tmp_path / "out").mkdir()
    (tmp_path / "out001").mkdir()
    assert folder.folder_path(f"{tmp_path}/out+", 0.0) == tmp_path / "out002"
    stamped = folder.folder_path(f"{tmp_path}/out.tod", 1_000_000_000.0).name
    assert re.fullmatch(r"out\.010909\.\d\d4640|out\.010908\.\d\d4640", stamped)


def stored_intervals(store: Path, record: Any) -> list[Any]:
    """The intervals of Measure of this Run, read from its store."""

    with Store.open(store) as opened:
        runs = [run for one in opened.campaigns() for run in opened.runs(one.id)]
        (mine,) = (run.id for run in runs if opened.record(run.id) == record)
        found = [row.document for row in opened.intervals(mine)]
    return [one for one in found if one["phase"] == "measure"]


def moments(intervals: list[Any], kind: str) -> tuple[float, float, float]:
    """Mean, longest and standard deviation of the operations of these intervals."""
    told = [
        (one[f"{name}s"], one[f"{name}_completion_latency_ns"])
        for one in intervals
        for name in ("read", "write")
        if kind in (name, "all") and one[f"{name}s"]
    ]
    n = sum(count for count, _ in told)
    mean = sum(count * one["mean"] for count, one in told) / n
    square = sum(count * (one["stddev"] ** 2 + one["mean"] ** 2) for count, one in told) / n
    return mean, max(one["max"] for _, one in told), (square - mean**2) ** 0.5


def records(store: Path) -> list[Any]:
    """The records of a store, in order."""

    with Store.open(store) as opened:
        runs = [run for one in opened.campaigns() for run in opened.runs(one.id)]
        return [opened.record(run.id) for run in runs]


@pytest.mark.long
def test_a_curve_runs_at_shares_of_its_own_maximum(plimsoll: Plimsoll, disk: Path) -> None:
    text = JOB.replace("iorate=(200,max)", "iorate=curve,curve=(10,50)").replace("4k", "256k")
    ended = plimsoll("vdbench", "-f", write(disk, text), code=0)
    rates = re.findall(r"RD=(\S+); I/O rate: ([^;]+);", ended.out)
    assert [name for name, _ in rates] == ["run1", "run1_(10%)", "run1_(50%)"]
    maximum = float(averages(ended.out)[0][2])
    for (_, rate), percent in zip(rates[1:], (10, 50), strict=True):
        # Rounded up to 100 above 1,000 and to 10 below.
        share = int(maximum) * percent // 100
        assert share <= int(rate) < share + (100 if share > 1000 else 10) + 1


@pytest.mark.long
def test_a_file_that_is_there_is_written_only_if_it_is_ours_or_confirmed(
    plimsoll: Plimsoll, disk: Path
) -> None:
    (disk / "a.dat").write_bytes(b"precious" * (1 << 20))
    job = write(disk, JOB.replace("iorate=(200,max)", "iorate=200"))
    ended = plimsoll("vdbench", "-f", job)
    assert (ended.code, "i-will-lose-the-data-on" in ended.err) == (73, True)
    assert (disk / "a.dat").read_bytes().startswith(b"precious")
    plimsoll("vdbench", "-f", job, "--i-will-lose-the-data-on", "a.dat", "-e", "2", code=0)


def test_what_is_not_supported_is_refused_or_left_out_with_a_word(
    plimsoll: Plimsoll, disk: Path
) -> None:
    job = write(disk, JOB.replace("rdpct=70", "rdpct=100,rhpct=20"))
    ended = plimsoll("vdbench", "-f", job, code=65)
    assert "j.parm, line 5: rhpct=20 is not supported" in ended.err
    ended = plimsoll("vdbench", "-f", job, "--lenient", "-s", code=0)
    assert "not as in vdbench: j.parm, line 5: rhpct=20" in ended.err
    for words, says in [
        (["-f", job, "-m", "4"], "vdbench's -m is not supported: there is no Java"),
        (["-f", job, "-vr"], "vdbench's -vr is not supported"),
        ([], "needs a parameter file"),
        (["-f", job, "nonsense"], "is neither a flag of vdbench"),
    ]:
        ended = plimsoll("vdbench", *words)
        assert (ended.code, says in ended.err) == (64, True), ended.err
    assert plimsoll("vdbench", "-f", "gone.parm").code == 66


def points(plimsoll: Plimsoll, file: str) -> list[dict[str, Any]]:
    ended = plimsoll("campaign", "plan", file, "--json", code=0)
    found: list[dict[str, Any]] = json.loads(ended.out)["points"]
    return found


def test_a_campaign_asks_what_the_file_asks(plimsoll: Plimsoll, disk: Path) -> None:
    text = JOB.replace(
        "iorate=(200,max)", "iorate=max,forthreads=(1,4),forxfersize=(4k,8k),forrdpct=(0,100)"
    )
    plimsoll("vdbench", "-f", write(disk, text), "--campaign", "c.toml", code=0)
    made = tomllib.loads((disk / "c.toml").read_text())
    assert made["load"] == {"workers": 1, "queue_depth": [1, 4]}
    assert made["workload"]["block_size"] == ["4k", "8k"]
    assert made["workload"]["read"] == [0, 100]
    assert made["target"]["path"] == [str(disk / "a.dat"), str(disk / "b.dat")]
    assert (made["campaign"]["warmup_for"], made["campaign"]["measure_for"]) == ("1s", "1s")
    for name in ("a.dat", "b.dat"):
        assert plimsoll("prepare", name, "--size", "8m").code == 0
    assert len(points(plimsoll, "c.toml")) == 8
    # Ours is written anew, another's is left.
    assert plimsoll("vdbench", "-f", "j.parm", "--campaign", "c.toml").code == 0
    (disk / "c.toml").write_text("# mine\n")
    assert plimsoll("vdbench", "-f", "j.parm", "--campaign", "c.toml").code == 73


def test_runs_that_are_no_whole_grid_become_a_campaign_each(plimsoll: Plimsoll, disk: Path) -> None:
    text = f"{JOB}rd=run2,wd=wd1,iorate=max,elapsed=4,interval=1\n"
    plimsoll("vdbench", "-f", write(disk, text), "--campaign", "c.toml", code=0)
    assert sorted(one.name for one in disk.glob("*.toml")) == ["c-run1.toml", "c-run2.toml"]


def test_what_a_campaign_does_not_do_is_told(plimsoll: Plimsoll, disk: Path) -> None:
    """Public jobs fill luns first (maxdata=1), and pause between Runs; 999t is no limit."""
    text = """
    sd=sd1,lun=a.dat,size=8m,openflags=o_direct,threads=2
    rd=default,iorate=max,elapsed=2,interval=1,pause=60
    rd=fill,sd=sd1,maxdata=1,elapsed=100000h,forrdpct=(0),forseekpct=(0),forxfersize=(1m)
    rd=soak,sd=sd1,maxdata=999t,forthreads=(1,2)
    """
    name = write(disk, textwrap.dedent(text))
    ended = plimsoll("vdbench", "-f", name, "--campaign", "c.toml", code=0)
    assert "line 4: rd=fill ends after an amount of data (maxdata=)" in ended.err
    assert ended.err.count("rd=soak,pause=60 is left out: a campaign waits until its target") == 1
    assert "rd=soak,maxdata=999t: taken as no limit" in ended.err
    made = tomllib.loads((disk / "c.toml").read_text())
    assert (made["load"]["queue_depth"], made["workload"]["block_size"]) == ([1, 2], "4k")
    assert plimsoll("campaign", "plan", "c.toml").code == 0


def test_a_fill_writes_each_lun_once(plimsoll: Plimsoll, disk: Path) -> None:
    text = JOB.replace("iorate=(200,max)", "iorate=max,maxdata=1").replace(
        "elapsed=2", "elapsed=30"
    )
    text = text.replace("4k,rdpct=70", "256k,rdpct=0,seekpct=0")
    ended = plimsoll("vdbench", "-f", write(disk, text), "--store", "runs.db", code=0)
    (record,) = records(disk / "runs.db")
    assert record["bytes_written"] == 2 * (8 << 20)
    (row,) = averages(ended.out)
    assert row[1].startswith("avg_1-")
