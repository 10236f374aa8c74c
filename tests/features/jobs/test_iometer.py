"""Iometer's configurations: what they mean, and what is refused."""

import textwrap
from pathlib import Path

import pytest

from plimsoll.base.errors import InputError, PlimsollError
from plimsoll.features.jobs.formats import iometer
from plimsoll.features.jobs.formats.campaigns import CampaignRun
from plimsoll.features.jobs.formats.job_run import Setup
from plimsoll.features.jobs.formats.problems import Notes

SETUP = Setup(lambda path: 1 << 30, lambda path: True, ())
WORKER = Path(__file__).with_name("iometer_worker.icf").read_text()
ICF = f"""\
Version 1.1.0
'TEST SETUP ====================================================================
'Test Description
	a test
'Run Time
'	hours      minutes    seconds
	0          1          30
'Ramp Up Time (s)
	5
'Default Disk Workers to Spawn
	NUMBER_OF_CPUS
'Default Network Workers to Spawn
	0
'Record Results
	ALL
'Worker Cycling
'	start      step       step type
	1          1          LINEAR
'Disk Cycling
'	start      step       step type
	1          1          LINEAR
'Queue Depth Cycling
'	start      end        step       step type
	1          32         2          EXPONENTIAL
'Test Type
	NORMAL
'END test setup
'RESULTS DISPLAY ===============================================================
'Record Last Update Results,Update Frequency,Update Type
	DISABLED,0,WHOLE_TEST
'Bar chart 1 statistic
	Total I/Os per Second
'END results display
'ACCESS SPECIFICATIONS =========================================================
'Access specification name,default assignment
	4K; 100% Read,NONE
'size,% of size,% reads,% random,delay,burst,align,reply
	4096,100,100,100,0,1,4096,0
'Access specification name,default assignment
	Mix,ALL
'size,% of size,% reads,% random,delay,burst,align,reply
	4096,60,100,0,0,1,0,0
	65536,40,50,0,0,1,0,0
'END access specifications
'MANAGER LIST ==================================================================
'Manager ID, manager name
	1,HOST1
'Manager network address
	10.0.0.1
{WORKER}'End manager
'END manager list
Version 1.1.0
"""


def read(
    tmp_path: Path, text: str, *places: str, setup: Setup = SETUP
) -> tuple[list[CampaignRun], str]:
    path = tmp_path / "t.icf"
    path.write_text(textwrap.dedent(text))
    notes = Notes()
    found = iometer.read(path, places or ("/dev/sdb",), setup, notes)
    return found, "; ".join(map(str, notes.problems))


def runs_of(tmp_path: Path, text: str, *places: str) -> list[CampaignRun]:
    found, problems = read(tmp_path, text, *places)
    assert problems == ""
    return found


def test_each_specification_is_a_run_on_the_workers_target(tmp_path: Path) -> None:
    plain, mix = (one.run for one in runs_of(tmp_path, ICF))
    assert (plain.session["target"], plain.session["cached"]) == ("/dev/sdb", False)
    assert (plain.probe["workers"], plain.probe["queue_depth"]) == (1, 16)
    assert (plain.probe["warmup_for"], plain.probe["measure_for"]) == ("5s", "90s")
    workload = plain.session["workload"]
    assert (workload["block_size"], workload["read"], workload["pattern"]) == ("4k", 100, "random")
    # Sectors of 512 bytes.
    assert (workload["working_set_offset"], workload["working_set"]) == (4096, 1 << 20)
    workload = mix.session["workload"]
    # 60 + 40 x 50 % are reads: 60 of 4 KiB to 20 of 64 KiB; what is written is all of 64 KiB.
    assert (workload["read"], workload["pattern"]) == (80, "sequential")
    assert (workload["block_size"], workload["write_block_size"]) == ("4k:75,64k:25", "64k")


def test_random_places_begin_at_a_sector_where_no_alignment_is_given(tmp_path: Path) -> None:
    text = ICF.replace("4096,100,100,100,0,1,4096,0", "4096,100,100,100,0,1,0,0")
    assert runs_of(tmp_path, text)[0].run.session["workload"]["align"] == 512
    assert "align" not in runs_of(tmp_path, ICF)[0].run.session["workload"]


def test_outstanding_ios_are_cycled(tmp_path: Path) -> None:
    found = runs_of(tmp_path, ICF.replace("NORMAL", "CYCLE_OUTSTANDING_IOS"))
    depths = [one.run.probe["queue_depth"] for one in found if one.part == "Mix"]
    assert depths == [1, 2, 4, 8, 16, 32]


def test_workers_on_one_target_and_workers_on_targets_of_their_own(tmp_path: Path) -> None:
    shared = ICF.replace(WORKER, WORKER + WORKER.replace("Worker 1", "Worker 2"))
    first, second = (one.run for one in runs_of(tmp_path, shared))
    assert (first.probe["workers"], first.session["more_targets"]) == (2, [])
    assert second.session["workload"]["pattern"] == "sequential:each"
    own = ICF.replace(WORKER, WORKER + WORKER.replace("DRIVE:1", "DRIVE:2"))
    run = runs_of(tmp_path, own, "PHYSICALDRIVE:2=/dev/sdc", "/dev/sdb")[0].run
    assert (run.probe["workers"], run.session["target"]) == (1, "/dev/sdb")
    assert run.session["more_targets"] == ["/dev/sdc"]
    cycled = runs_of(tmp_path, own.replace("NORMAL", "CYCLE_WORKERS"), "/dev/sdb", "/dev/sdc")
    assert [one.run.session["more_targets"] for one in cycled[:2]] == [[], ["/dev/sdc"]]


def test_targets_of_another_machine_need_a_path(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="of another machine: 'PHYSICALDRIVE:1'"):
        read(tmp_path, ICF, "/dev/sdb", "/dev/sdc")


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("4096,100,100,100,0,1,", "4096,100,100,100,5,1,", "line 38: delay 5 is not supported"),
        ("4096,100,100,100,0,1,4096,0", "4096,100,100", "is no line of 8 columns"),
        ("4096,60,", "4096,50,", "line 40: 'Mix' has lines of 90 %, not 100"),
        ("65536,40,50,0,", "65536,40,50,100,", "with different shares of random operations"),
        ("4096,60,100,", "4096,60,many,", "'many' is no number from 0 to 100"),
        ("	DISK\n'Default", "	NETWORK,TCP\n'Default", "is no disk worker"),
        ("NORMAL", "INCREMENT_TARGETS_SERIAL", "is not supported: give CYCLE_TARGETS"),
        ("NORMAL", "SOMETHING", "test type SOMETHING is not known here"),
        ("0          1          30", "0 0 0", "a run time of 0 runs until it is stopped"),
        ("0          1          30", "soon", "'soon' is no hours, minutes and seconds"),
        ("	Mix\n'End", "	Max\n'End", "there is no access specification 'Max'; there are: 4K"),
        (WORKER, "", "there is no disk worker in it"),
        ("'Ramp Up Time (s)", "'Colour", "'Colour' is not known here"),
        ("	16,DIS", "	0,DIS", "'0' is no number from 1 to 65536"),
        ("'End manager\n", "'Manager ID, manager name\n	2,B\n", "several managers are not"),
    ],
)
def test_what_is_not_supported_is_refused_by_line(
    tmp_path: Path, old: str, new: str, says: str
) -> None:
    assert old in ICF
    _, problems = read(tmp_path, ICF.replace(old, new))
    assert says in problems
    assert "t.icf, line" in problems


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "is not an Iometer configuration"),
        ("Version 1.1.0\n", "is not an Iometer configuration with a test setup"),
        (
            ICF.replace("NORMAL", "CYCLE_OUTSTANDING_IOS").replace("2          EXP", "1 EXP"),
            "cycling from 1 by 1 never ends",
        ),
    ],
)
def test_a_broken_file_is_refused(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(PlimsollError) as error:
        read(tmp_path, text)
    assert says in str(error.value)


ALL_IN_ONE = Path(__file__).with_name("iometer_all_in_one.icf").read_text()
"""Of Iometer's own list, and one with all that is not supported."""


def test_a_specification_that_no_worker_has_refuses_nothing(tmp_path: Path) -> None:
    listed = ICF.replace("'END access specifications", f"{ALL_IN_ONE}'END access specifications")
    assert [one.part for one in runs_of(tmp_path, listed)] == ["4K; 100% Read", "Mix"]
    used = listed.replace("	Mix\n'End", "	All in one\n'End")
    _, problems = read(tmp_path, used)
    assert "'All in one' has lines with different shares of random operations" in problems
    assert "Web server" not in problems
    assert "delay" not in problems


def test_sections_are_known_in_small_letters_too(tmp_path: Path) -> None:
    plain = runs_of(tmp_path, ICF.replace("NORMAL", "CYCLE_OUTSTANDING_IOS"))
    small = "\n".join(
        line.lower() if line.startswith("'") else line
        for line in ICF.replace("NORMAL", "cycle_outstanding_ios").splitlines()
    )
    found = runs_of(tmp_path, small + "\n")
    assert [one.run.session for one in found] == [one.run.session for one in plain]
    assert [one.run.probe for one in found] == [one.run.probe for one in plain]


def test_six_columns_are_a_line_without_alignment_and_reply(tmp_path: Path) -> None:
    text = ICF.replace("align,reply", "").replace("burst,\n", "burst\n")
    text = text.replace(",0,1,4096,0\n", ",0,1\n").replace(",0,1,0,0\n", ",0,1\n")
    assert text.count(",0,1\n") == 3
    found = runs_of(tmp_path, text)
    whole = runs_of(
        tmp_path, ICF.replace("4096,100,100,100,0,1,4096,0", "4096,100,100,100,0,1,0,0")
    )
    assert [one.run.session for one in found] == [one.run.session for one in whole]


def test_specifications_without_names_are_those_of_all_workers(tmp_path: Path) -> None:
    """As Iometer wrote them before May 1998: blanks between the columns, 100 % end one."""
    old = """\
'ACCESS SPECIFICATIONS =========================================================
'size, % of size, % reads, % random, delay, burst
2048 100 67 100 0 1
512 50 100 0 0 1
4096 50 0 0 0 1
'END access specifications
"""
    begin, end = ICF.index("'ACCESS SPEC"), ICF.index("'MANAGER LIST")
    text = ICF[:begin] + old + ICF[end:]
    text = text.replace("	4K; 100% Read\n	Mix\n", "")
    first, second = runs_of(tmp_path, text)
    assert (first.part, second.part) == ("2k random 67% reads", "Untitled 2")
    workload = first.run.session["workload"]
    assert (workload["block_size"], workload["read"], workload["pattern"]) == ("2k", 67, "random")
    workload = second.run.session["workload"]
    assert (workload["block_size"], workload["write_block_size"]) == ("512", "4k")
    assert (workload["read"], workload["pattern"]) == (50, "sequential")


def test_what_can_be_left_out_leaves_the_rest_to_be_planned(tmp_path: Path) -> None:
    """With --lenient a delay is left out; the Runs are there all the same."""
    delayed = ICF.replace("4096,100,100,100,0,1,", "4096,100,100,100,5,1,")
    found, problems = read(tmp_path, delayed)
    assert "delay 5 is not supported" in problems
    assert [one.run.session for one in found] == [one.run.session for one in runs_of(tmp_path, ICF)]
