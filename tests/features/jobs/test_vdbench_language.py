"""vdbench's parameter files: how they are read, what they mean, and what is refused."""

import textwrap
from pathlib import Path

import pytest

from plimsoll.base.errors import PlimsollError
from plimsoll.features.jobs.formats.job_run import JobRun, Setup
from plimsoll.features.jobs.formats.problems import Notes
from plimsoll.features.jobs.formats.vdbench import entries, job, names, plan, reader, values
from plimsoll.features.jobs.formats.vdbench.entries import Definitions
from plimsoll.features.jobs.formats.vdbench.job import Turn

ONE = """
sd=sd1,lun=/t/a,size=1g,threads=4
wd=wd1,sd=sd1
"""
MIB = 1 << 20
HCIBENCH = Path(__file__).with_name("vdbench_language_hcibench.vdbench").read_text()
"""As HCIBench's generator writes it."""


def read(tmp_path: Path, text: str, **variables: str) -> Definitions:
    path = tmp_path / "j.parm"
    path.write_text(textwrap.dedent(text))
    return entries.build_definitions(reader.read(path, variables), Notes())


def turns_of(tmp_path: Path, text: str, **variables: str) -> list[Turn]:
    """The turns of a file with nothing wrong in it."""
    found = read(tmp_path, text, **variables)
    turns = job.turns(found)
    assert found.notes.problems == []
    return turns


def plan_runs(turns: list[Turn], size: int | None = None) -> list[list[JobRun]]:
    setup = Setup(lambda path: size, lambda path: not path.startswith("/dev"), ())
    notes = Notes()
    runs = [plan.runs(turn, setup, notes) for turn in turns]
    assert notes.problems == []
    return runs


def problems_of(tmp_path: Path, text: str) -> str:
    found = read(tmp_path, text)
    turns = job.turns(found)
    setup = Setup(lambda path: None, lambda path: True, ())
    for turn in turns:
        plan.runs(turn, setup, found.notes)
    return "; ".join(str(one) for one in found.notes.problems)


def test_what_hcibench_generates_is_a_run_of_all_its_disks(tmp_path: Path) -> None:
    ((run,),) = plan_runs(turns_of(tmp_path, HCIBENCH), size=8 << 30)
    assert run.targets == ("/dev/sda", "/dev/sdb")
    assert run.session["cached"] is False
    workload = run.session["workload"]
    assert (workload["block_size"], workload["read"], workload["pattern"]) == ("4k", 70, "random")
    # The lower half of each disk; what halves and what repeats is half of what is written.
    assert (workload["working_set_offset"], workload["working_set"]) == (0, 4 << 30)
    assert (workload["compressible"], workload["duplicates"]) == (50, 50)
    assert (run.probe["workers"], run.probe["queue_depth"]) == (1, 4)
    assert (run.probe["warmup_for"], run.probe["measure_for"]) == ("1800s", "3600s")
    assert run.probe["interval"] == "5s"


def test_without_a_warmup_the_first_interval_is_left_out(tmp_path: Path) -> None:
    ((run,),) = plan_runs(turns_of(tmp_path, ONE + "rd=r,wd=wd1,iorate=max,elapsed=10,interval=2"))
    assert (run.probe["warmup_for"], run.probe["measure_for"]) == ("2s", "8s")


def test_a_walk_to_the_end_of_the_lun_ends_there_and_all_of_it_counts(tmp_path: Path) -> None:
    fill = ONE.replace("wd1,", "wd1,seekpct=eof,xfersize=1m,rdpct=0,").replace("1g", "65540k")
    (turn,) = turns_of(tmp_path, fill + "rd=r,wd=wd1,iorate=max,elapsed=10h,interval=1")
    ((run,),) = plan_runs([turn])
    assert run.session["workload"]["pattern"] == "sequential"
    # Whole blocks of it, once.
    assert (run.probe["bytes_each"], run.probe["warmup_for"]) == (64 << 20, "0s")
    assert run.probe["measure_for"] == "36000s"


def test_comments_continuations_quotes_blanks_and_eof(tmp_path: Path) -> None:
    (turn,) = turns_of(
        tmp_path,
        """
        * a comment
        # another
        / and one more
        sd=sd1,lun="/t/a b,c=d",size=1g   what follows a blank is a comment, rd=no
        wd=wd1,sd=sd1,
           xfersize=8k,
           rdpct=50
        rd=r,wd=wd1,iorate=10
        eof
        rd=another,nonsense
        """,
    )
    (workload,) = turn.workloads
    assert workload.storages[0].lun == "/t/a b,c=d"
    assert (workload.sizes, workload.read_percent, turn.rate) == (((8192, 100.0),), 50.0, 10.0)


def test_keywords_may_be_abbreviated_and_the_first_in_vdbenchs_order_is_meant() -> None:
    assert [
        one and one.name for one in (names.find_keyword("rd", "io"), names.find_keyword("rd", "el"))
    ] == ["iorate", "elapsed"]
    # As the source compares: for… before the names without it, threads only where nothing else is.
    told = {
        word: (names.find_keyword("rd", word) or names.RD[0]).name for word in ("th", "fort", "xf")
    }
    assert told == {"th": "threads", "fort": "forthreads", "xf": "xfersize"}
    assert names.find_keyword("sd", "o") is None
    assert names.find_keyword("wd", "s") is None


def test_defaults_hold_for_what_comes_after_them(tmp_path: Path) -> None:
    first, second = turns_of(
        tmp_path,
        """
        sd=default,size=1g,threads=2
        sd=sd1,lun=/t/a
        sd=default,threads=16
        sd=sd2,lun=/t/b
        wd=default,xfersize=16k
        wd=wd1,sd=sd1
        wd=wd2,sd=sd2,xf=1m
        rd=default,iorate=100,elapsed=20
        rd=r1,wd=wd1
        rd=r2,wd=wd2,el=40
        """,
    )
    assert [turn.workloads[0].storages[0].threads for turn in (first, second)] == [2, 16]
    assert [turn.workloads[0].sizes[0][0] for turn in (first, second)] == [16384, MIB]
    assert [turn.timing.elapsed for turn in (first, second)] == [20, 40]


def test_loops_turn_in_the_order_in_which_they_are_written_and_rates_fastest(
    tmp_path: Path,
) -> None:
    turns = turns_of(
        tmp_path, ONE + "rd=r,wd=wd1,iorate=(100,200,max),forxfersize=(4k,8k),forthreads=(1-4,d)"
    )
    told = [turn.loops for turn in turns]
    assert len(told) == 2 * 3 * 3
    assert told[:4] == [
        "xfersize=4k threads=1 iorate=100",
        "xfersize=4k threads=1 iorate=200",
        "xfersize=4k threads=1 iorate=max",
        "xfersize=4k threads=2 iorate=100",
    ]
    assert turns[-1].workloads[0].storages[0].threads == 4
    assert turns[-1].rate is None


def test_a_curve_is_its_maximum_and_points_of_it(tmp_path: Path) -> None:
    turns = turns_of(tmp_path, ONE + "rd=r,wd=wd1,iorate=curve,curve=(10,90),stopcurve=5")
    assert [(one.name, one.curve, one.share) for one in turns] == [
        ("r", True, None),
        ("r_(10%)", False, 10.0),
        ("r_(90%)", False, 90.0),
    ]
    usual = turns_of(tmp_path, ONE + "rd=r,wd=wd1,iorate=curve")
    assert [one.share for one in usual] == [None, 10, 50, 70, 80, 90, 100]


@pytest.mark.parametrize(
    ("maximum", "percent", "rate"),
    [
        # Up to 100 above 1,000, up to 10 below it; nothing below 10.
        (12_345.9, 10, 1300),
        (12_345.9, 50, 6200),
        (1000, 100, 1000),
        (999, 50, 500),
        (995, 10, 100),
        (9, 10, None),
    ],
)
def test_rates_of_a_curve_are_rounded_up(maximum: float, percent: float, rate: int | None) -> None:
    assert job.curve_rate(maximum, percent) == rate


def test_a_rate_is_divided_by_skew_and_then_evenly(tmp_path: Path) -> None:
    ((first, second, third),) = plan_runs(
        turns_of(
            tmp_path,
            """
            sd=default,size=1g
            sd=sd1,lun=/t/a,threads=2
            sd=sd2,lun=/t/b,threads=2
            sd=sd3,lun=/t/c,threads=8
            wd=wd1,sd=(sd1-sd3),skew=60
            wd=wd2,sd=sd3,rdpct=0
            rd=r,wd=wd*,iorate=1000
            """,
        )
    )
    assert [run.probe["rate"] for run in (first, second, third)] == [400, 200, 400]
    assert [run.probe["max_outstanding"] for run in (first, second, third)] == [4, 8, 8]
    assert {run.probe["arrivals"] for run in (first, second, third)} == {"poisson"}


def test_sizes_are_one_a_mix_or_a_range(tmp_path: Path) -> None:
    def size(text: str) -> object:
        line = ONE.replace("sd=sd1\n", f"sd=sd1,xfersize={text}\n") + "rd=r,wd=wd1,iorate=max"
        ((run,),) = plan_runs(turns_of(tmp_path, line))
        return run.session["workload"]["block_size"]

    assert size("64k") == "64k"
    assert size("(4k,10,8k,10,16k,80)") == "4k:10,8k:10,16k:80"
    assert size("(4k,12k,4k)") == "4k:33.3333,8k:33.3333,12k:33.3333"


def test_a_range_above_100_is_in_bytes(tmp_path: Path) -> None:
    text = ONE.replace("threads=4", "threads=4,range=(1m,9m)") + "rd=r,wd=wd1,iorate=max"
    ((run,),) = plan_runs(turns_of(tmp_path, text))
    workload = run.session["workload"]
    assert (workload["working_set_offset"], workload["working_set"]) == (MIB, 8 * MIB)


def test_flags_of_open_say_what_is_direct_and_what_lasts(tmp_path: Path) -> None:
    def session(flags: str) -> tuple[object, object]:
        text = ONE.replace("threads=4", f"threads=4{flags}").replace("sd=sd1\n", "sd=sd1,rdpct=0\n")
        ((run,),) = plan_runs(turns_of(tmp_path, text + "rd=r,wd=wd1,iorate=max"))
        return run.session["cached"], run.session["workload"].get("sync")

    assert session("") == (True, None)
    assert session(",openflags=directio") == (False, None)
    assert session(",openflags=(o_direct,o_dsync)") == (False, "dsync")


def test_counted_and_single_sds_and_variables_and_includes(tmp_path: Path) -> None:
    (tmp_path / "more.parm").write_text("wd=wd1,sd=sd*\n")
    turns = turns_of(
        tmp_path,
        """
        sd=sd,lun=$place/f,size=1g,count=(1,3)
        include=more.parm
        rd=r,wd=wd1,sd=single,iorate=max
        """,
        place="/t",
    )
    assert [turn.rd for turn in turns] == ["r_sd1", "r_sd2", "r_sd3"]
    assert [turn.workloads[0].storages[0].lun for turn in turns] == ["/t/f1", "/t/f2", "/t/f3"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("fsd=fsd1,anchor=/t,depth=1", "line 1: fsd=fsd1: file system workloads"),
        ("wd=w,rhpct=50", "line 1: rhpct=50 is not supported: a share of hits"),
        ("wd=w,whpct=50", "line 1: whpct=50 is not supported"),
        ("sd=sd1,lnu=/t/a", "line 1: keyword 'lnu' is not known in sd=sd1 (like it: lun"),
        ("hd=a,system=other", "line 1: system=other is another machine"),
        ("validate=yes", "line 1: validate=yes is not supported: use verify"),
        ("startcmd=rm", "line 1: startcmd=rm is not supported: a parameter file never runs"),
        ("sd=sd1,size=1g", "line 1: sd=sd1 has no lun="),
        ("sd=sd1,lun=/t/a,threads=many", "line 1: threads=many is not a number"),
        (ONE + "rd=r,wd=wd2,iorate=max", "there is no wd=wd2; there are: wd1"),
        (ONE.replace("sd=sd1\n", "sd=sd9\n") + "rd=r,wd=wd1,iorate=max", "there is no sd=sd9"),
        (ONE + "rd=r,wd=wd1", "line 4: rd=r has no iorate=: give max, or a rate"),
        (ONE + "rd=r,wd=wd1,iorate=0", "has a rate that is not above 0"),
        (ONE + "rd=r,wd=wd1,iorate=max,elapsed=5,interval=3", "less than two intervals"),
        (ONE + "rd=r,wd=wd1,iorate=max,elapsed=10,interval=3", "must be multiples of interval=3"),
        (ONE + "rd=r,wd=wd1,iorate=50%", "is a percentage, which is not supported"),
        (ONE + "rd=r,wd=wd1,iorate=9,distribution=uniform", "give exponential or deterministic"),
        (ONE.replace("wd1,", "wd1,xf=(4k,50),"), "there is no run definition"),
        (ONE.replace("wd1,", "wd1,xf=(4k,50,8k,20),") + "rd=r,wd=wd1,io=max", "of 70 % together"),
        (ONE.replace("wd1,", "wd1,xf=1000,") + "rd=r,wd=wd1,io=max", "no multiple of 512"),
        (ONE.replace("wd1,", "wd1,seekpct=p,") + "rd=r,wd=wd1,io=max", "has no counterpart here"),
        (ONE + "wd=wd1,sd=sd1\nrd=r,wd=wd1,io=max", "there are two wd=wd1"),
        ("sd=sd1,lun=/t/a\nwd=wd1,sd=sd1\nrd=r,wd=wd1,io=max", "/t/a does not exist: give size="),
        (ONE + "wd=wd2,sd=sd1\nrd=r,wd=wd*,io=max", "share its threads: not supported"),
        (ONE + "wd=wd2,sd=sd1,skew=20\nrd=r,wd=wd*,io=max", "skew= with iorate=max"),
        (ONE + "rd=r,wd=wd1,io=max,forthreads=(1-1000000,1)", "more than 10,240 values"),
    ],
)
def test_what_is_not_supported_is_refused_by_name_and_line(
    tmp_path: Path, text: str, says: str
) -> None:
    assert says in problems_of(tmp_path, text)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("sd=sd1,lun=(a,b", "line 1: a '(' is not closed"),
        ("sd=sd1,lun=a)", "line 1: a ')' closes nothing"),
        ('sd=sd1,lun="a', 'line 1: a quote (") is not closed'),
        ("\nsd=sd1,,lun=a", "line 2: there is nothing between two commas"),
        ("sd=sd1,lun", "line 1: 'lun' is no keyword=value"),
        ("sd=sd1,lun=", "line 1: lun= has no value"),
        ("sd=sd1,lun=$disk", "line 1: $disk is not given"),
        ("include=gone.parm", "line 1: include=gone.parm does not exist"),
        ("sd=a\0b", "is not text"),
    ],
)
def test_a_broken_file_is_refused_with_its_line(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(PlimsollError) as error:
        read(tmp_path, text)
    assert says in str(error.value)


def test_numbers_have_vdbenchs_units_and_ranges() -> None:
    assert [values.number(text) for text in ("4k", "4kb", "1.5m", "2g", "7")] == [
        *(4096, 4096, 1.5 * MIB, 2 << 30, 7)
    ]
    assert [values.seconds(text) for text in ("30", "5m", "2h")] == [30, 300, 7200]
    assert values.number_list(("1-10", "3", "20")) == [1, 4, 7, 10, 20]
    assert values.number_list(("1-64", "d")) == [1, 2, 4, 8, 16, 32, 64]
    assert values.names(("sd01-sd03", "sd9")) == ["sd01", "sd02", "sd03", "sd9"]
