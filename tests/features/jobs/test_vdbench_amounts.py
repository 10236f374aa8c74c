"""What ends a Run of vdbench's before its time, and what a file leaves to vdbench's defaults."""

from pathlib import Path

import pytest

from plimsoll.features.jobs.formats.job_run import Setup
from plimsoll.features.jobs.formats.problems import Notes
from plimsoll.features.jobs.formats.vdbench import job, plan
from tests.features.jobs.test_vdbench_language import plan_runs, problems_of, read, turns_of

MIB, GIB = 1 << 20, 1 << 30
TWO = """
sd=default,size=1g,openflags=o_direct,threads=4
sd=sd1,lun=/t/a
sd=sd2,lun=/t/b
wd=wd1,sd=sd*,xfersize=1m,rdpct=0,seekpct=0
"""


def ends(tmp_path: Path, text: str) -> list[int | None]:
    """Bytes after which the Runs end on each lun."""
    found = plan_runs(turns_of(tmp_path, text))
    return [run.probe.get("bytes_each") for runs in found for run in runs]


@pytest.mark.parametrize(
    ("asked", "each"),
    [
        # Of both luns together, as vdbench counts: a fill writes each of them once.
        ("maxdata=1", GIB),
        ("maxdata=3", 3 * GIB),
        ("maxdata=0.5", GIB // 2),
        ("maxdata=64m", 32 * MIB),
        ("maxdatawritten=64m", 32 * MIB),
        ("maxdatawritten=1", GIB),
        # The first that is reached ends it.
        ("maxdata=64m,maxdatawritten=1", 32 * MIB),
        # Nothing is read, and 999t says that there is no limit.
        ("maxdataread=64m", None),
        ("maxdata=999t", None),
        ("maxdata=100t", None),
        ("maxdata=99t", 99 * 1024 * GIB // 2),
    ],
)
def test_each_lun_ends_after_its_part_of_an_amount_of_data(
    tmp_path: Path, asked: str, each: int | None
) -> None:
    assert ends(tmp_path, f"{TWO}rd=r,wd=wd1,iorate=max,{asked}") == [each]


def test_what_counts_reads_ends_when_both_have_brought_so_many(tmp_path: Path) -> None:
    mixed = TWO.replace("rdpct=0", "rdpct=25")
    assert ends(tmp_path, f"{mixed}rd=r,wd=wd1,iorate=max,maxdataread=64m") == [128 * MIB]
    assert ends(tmp_path, f"{mixed}rd=r,wd=wd1,iorate=max,maxdatawritten=96m") == [64 * MIB]


def test_workloads_have_parts_of_an_amount_as_of_the_rate(tmp_path: Path) -> None:
    text = f"""{TWO}
    wd=wd2,sd=sd1,xfersize=1m,skew=75
    wd=wd3,sd=sd2,xfersize=1m
    rd=r,wd=(wd2,wd3),iorate=100,maxdata=64m
    rd=s,wd=(wd2,wd3),iorate=100,maxdata=1
    """
    # 1: each lun once, whatever its share; an amount in bytes is the sum.
    assert ends(tmp_path, text) == [48 * MIB, 16 * MIB, GIB, GIB]


def test_workloads_of_one_lun_fill_it_together(tmp_path: Path) -> None:
    text = f"""{TWO}
    wd=wd2,sd=sd1,xfersize=1m,skew=75
    wd=wd3,sd=sd1,xfersize=1m
    rd=r,wd=(wd2,wd3),iorate=100,maxdata=2
    """
    assert ends(tmp_path, text) == [3 * GIB // 2, GIB // 2]


def test_a_run_that_data_end_counts_from_the_beginning_unless_it_warms_up(tmp_path: Path) -> None:
    asks = "wd=wd1,iorate=max,elapsed=60,interval=5,maxdata=1"
    text = f"{TWO}rd=r,{asks}\nrd=s,{asks},warmup=10"
    ((cold,), (warm,)) = plan_runs(turns_of(tmp_path, text))
    assert (cold.probe["warmup_for"], cold.probe["measure_for"]) == ("0s", "60s")
    assert (warm.probe["warmup_for"], warm.probe["measure_for"]) == ("10s", "60s")


def test_a_limit_of_time_that_data_come_before_may_be_any(tmp_path: Path) -> None:
    a_year = 366 * 86_400
    for end in ("wd=wd1,maxdata=1", "wd=wd2"):
        text = f"{TWO}wd=wd2,sd=sd*,seekpct=eof\nrd=r,{end},iorate=max,elapsed=999999h,interval=7"
        ((run,),) = plan_runs(turns_of(tmp_path, text))
        assert run.probe["measure_for"] == f"{a_year // 7 * 7}s"
    told = problems_of(tmp_path, f"{TWO}rd=r,wd=wd1,iorate=max,elapsed=999999h")
    assert "elapsed=999999h is longer than a year" in told


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ("maxdata=1", "rd=r,maxdata=1: each lun ends after as many bytes as it has; vdbench adds"),
        ("maxdata=2", "rd=r,maxdata=2: each lun ends after 2 times its size; vdbench adds"),
        ("maxdata=8g", "rd=r,maxdata=8g: each lun ends after its part of that; vdbench adds"),
        ("maxdata=999t", "rd=r,maxdata=999t: taken as no limit; elapsed= ends the Run"),
        ("curve=(90-120,10)", "rd=r: 110 %, 120 % of the maximum cannot be held: such Runs show"),
        ("curve=(90-100,10)", None),
    ],
)
def test_what_is_different_is_told(tmp_path: Path, asked: str, says: str | None) -> None:
    rate = "curve" if "curve" in asked else "max"
    found = read(tmp_path, f"{TWO}rd=r,wd=wd1,iorate={rate},{asked}")
    turns = job.turns(found)
    assert found.notes.problems == []
    assert turns
    told = [one.what for one in found.notes.remarks]
    assert (says is None and not told) or (len(told) == 1 and told[0].startswith(says or "-"))


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ("maxdata=0", "maxdata=0 is no amount of data"),
        ("maxdata=lots", "maxdata=lots is not a number"),
        ("maxdata=50%", "maxdata=50% is a percentage, which is not supported"),
    ],
)
def test_an_amount_that_is_none_is_refused(tmp_path: Path, asked: str, says: str) -> None:
    assert says in problems_of(tmp_path, f"{TWO}rd=r,wd=wd1,iorate=max,{asked}")


def test_a_run_definition_without_a_workload_takes_vdbenchs_defaults(tmp_path: Path) -> None:
    sds = TWO[: TWO.index("wd=")]
    ((run,),) = plan_runs(turns_of(tmp_path, f"{sds}rd=r,sd=(sd1,sd2),iorate=max"))
    workload = run.session["workload"]
    assert run.targets == ("/t/a", "/t/b")
    assert (workload["block_size"], workload["read"], workload["pattern"]) == ("4k", 100, "random")
    # What loops say goes before them, and so does wd=default.
    filled = f"{sds}rd=r,sd=sd1,iorate=max,forxfersize=(1m),forrdpct=(0),forseekpct=(0)"
    ((run,),) = plan_runs(turns_of(tmp_path, filled))
    workload = run.session["workload"]
    assert (workload["block_size"], workload["read"], workload["pattern"]) == (
        "1m",
        0,
        "sequential",
    )
    ((run,),) = plan_runs(turns_of(tmp_path, f"{sds}wd=default,xf=8k\nrd=r,sd=sd1,iorate=max"))
    assert run.session["workload"]["block_size"] == "8k"
    told = problems_of(tmp_path, f"{sds}rd=r,iorate=max")
    assert "line 5: rd=r has neither wd= nor sd=: name a WD, or the SDs" in told


@pytest.mark.parametrize("where", ["sd=default,", "rd=r,"])
def test_a_flag_that_is_not_supported_is_left_out_alone(tmp_path: Path, where: str) -> None:
    """With --lenient only `fsync` is left out: without o_direct a cache would answer."""
    text = TWO.replace(",openflags=o_direct", "") + "rd=r,wd=wd1,iorate=max"
    text = text.replace(where, f"{where}openflags=(o_direct,o_sync,fsync),")
    found = read(tmp_path, text)
    (turn,) = job.turns(found)
    (problem,) = found.notes.problems
    assert problem.can_be_left_out
    assert "fsync flushes when it ends; give o_dsync" in problem.what
    notes = Notes()
    (run,) = plan.runs(turn, Setup(lambda _: None, lambda _: True, ()), notes)
    assert notes.problems == []
    assert run.session["cached"] is False
    assert run.session["workload"]["sync"] == "dsync"
