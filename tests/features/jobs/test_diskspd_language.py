"""diskspd's command line and XML profile: what they mean, and what is refused."""

from pathlib import Path
from typing import Any

import pytest

from plimsoll.base.errors import InputError, PlimsollError, UsageError
from plimsoll.features.jobs.formats import campaigns
from plimsoll.features.jobs.formats.diskspd import command, names, plan, profile
from plimsoll.features.jobs.formats.diskspd.profile_model import Span
from plimsoll.features.jobs.formats.job_run import JobRun, Setup
from plimsoll.features.jobs.formats.problems import Notes

SETUP = Setup(lambda path: 1 << 30, lambda path: True, ())


def span(words: str) -> Span:
    """What a command line with nothing wrong in it asks for."""
    notes = Notes()
    found = command.span(command.read(words.split(), notes))
    assert notes.problems == []
    return found


def runs(asked: Span) -> list[JobRun]:
    notes = Notes()
    found = plan.runs(asked, "timespan 1", SETUP, notes)
    assert notes.problems == []
    return found


def workload(words: str) -> Any:
    ((run),) = runs(span(words))
    return run.session["workload"]


def problems_of(words: str) -> str:
    notes = Notes()
    plan.runs(command.span(command.read(words.split(), notes)), "timespan 1", SETUP, notes)
    return "; ".join(str(one) for one in notes.problems)


def campaign(*words: str, places: tuple[str, ...] = ()) -> str:
    """The campaign of a command line with nothing wrong in it."""
    notes = Notes()
    found = plan.read(words, places, SETUP, notes)
    assert notes.problems == []
    (text,) = campaigns.files("c", found, "diskspd").values()
    return text


def test_a_command_line_is_workers_with_a_queue_depth_each() -> None:
    (run,) = runs(span("-b8K -d60 -o32 -t4 -r -w30 -Sh -L a b"))
    assert run.targets == ("a", "b")
    assert (run.probe["workers"], run.probe["queue_depth"]) == (4, 32)
    assert (run.probe["warmup_for"], run.probe["measure_for"]) == ("5s", "60s")
    inside = run.session["workload"]
    assert (inside["block_size"], inside["read"], inside["pattern"]) == ("8k", 70, "random")
    assert (run.session["cached"], inside["sync"]) == (False, "dsync")


def test_the_defaults_are_diskspds() -> None:
    (run,) = runs(span("a"))
    assert (run.probe["workers"], run.probe["queue_depth"]) == (1, 2)
    assert (run.probe["warmup_for"], run.probe["measure_for"]) == ("5s", "10s")
    inside = run.session["workload"]
    assert (inside["block_size"], inside["read"], inside["pattern"]) == ("64k", 100, "sequential")
    assert run.session["cached"] is True


@pytest.mark.parametrize(
    ("words", "pattern"),
    [
        ("-r a", "random"),
        ("-rs30 a", "sequential+30%random"),
        ("-t4 a", "sequential:each"),
        ("-t4 -si a", "sequential:shared"),
        ("-b4K -s64K a", "strided:65536"),
        ("-b4K -s1b a", "sequential"),
    ],
)
def test_where_operations_go(words: str, pattern: str) -> None:
    assert workload(words)["pattern"] == pattern


def test_sizes_may_be_given_in_blocks_whatever_stands_first() -> None:
    inside = workload("-B2b -f10b -b4K a")
    assert (inside["working_set_offset"], inside["working_set"]) == (8192, 32768)
    assert workload("-r4K -b8K a")["align"] == 4096


def test_a_throughput_is_of_each_thread_there_and_of_all_here() -> None:
    (run,) = runs(span("-b8K -t4 -o8 -g100i a b"))
    assert (run.probe["rate"], run.probe["max_outstanding"]) == (800, 64)
    # 8192 bytes a millisecond are 1000 blocks of 8 KiB a second.
    (run,) = runs(span("-b8K -g8192 a"))
    assert (run.probe["rate"], run.probe["arrivals"]) == (1000, "constant")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("", "needs a target"),
        ("-q a", "flag -q is not one of diskspd's"),
        ("-b8Q a", "flag -b8Q has a unit that is not known: Q"),
        ("-d0 a", "flag -d0 is not between 1 and"),
        ("-w130 a", "flag -w130 is not between 0 and 100"),
        ("-rdpct10/90 a", "flag -rdpct10/90 is not supported: take the pattern zones"),
        ("-j10 a", "flag -j10 is not supported: take think_time"),
        ("-Sm a", "flag -Sm is not supported: files are not mapped"),
        ("-yseve a", "flag -yseve is not supported"),
        ("-F4 a b", "-F and -O with several targets"),
        ("-T1M -t2 a", "flag -T1M is not supported"),
        ("-Z1M,file a", "flag -Z1M,file is not supported"),
        ("-s64K -b4K -t2 a", "-s65536 with 2 threads is not supported"),
        ("-F4 -t2 a", "-F and -t exclude each other"),
        ("-B2G a", "0 bytes of a are addressed, less than a block of 65536"),
    ],
)
def test_what_is_not_supported_is_refused_by_name(words: str, says: str) -> None:
    assert says in problems_of(words)


def test_a_disk_of_windows_needs_the_device_that_it_is_here() -> None:
    """A line of a published report, with the disk in the place of its #2."""
    words = ["-b256K", "-t1", "-w100", "-W5", "-o64", "-Swu", "-r", "-d600", "-Z20M", "#2"]
    with pytest.raises(InputError, match="of another machine: '#2'"):
        plan.read(words, (), SETUP, Notes())
    for places in (("/dev/sdb",), ("#2=/dev/sdb",)):
        notes = Notes()
        (one,) = plan.read(words, places, SETUP, notes)
        assert notes.problems == []
        assert one.run.targets == ("/dev/sdb",)
    asked = one.run.session["workload"]
    assert (asked["block_size"], asked["read"], asked["pattern"]) == ("256k", 0, "random")
    assert (one.run.probe["workers"], one.run.probe["queue_depth"]) == (1, 64)
    assert (one.run.probe["warmup_for"], one.run.probe["measure_for"]) == ("5s", "600s")
    assert (one.run.session["cached"], asked["sync"]) == (False, "dsync")


def test_a_seed_and_an_interval_are_those_of_the_campaign() -> None:
    text = campaign("-z7", "-D500", "-d30", "-r", "/h/a")
    assert "seed = 7\n" in text
    assert 'interval = "500ms"' in text
    assert "seed" not in campaign("-d30", "-r", "/h/a")


def test_what_only_prints_there_is_accepted_without_a_word() -> None:
    notes = Notes()
    command.read(["-L", "-P", "-v", "-Rxml", "-C5", "-x", "-n", "-l", "a"], notes)
    assert (notes.problems, notes.remarks) == ([], [])
    command.read(["-a0,1", "-F2", "-O4", "-g100i", "-rs30", "-Z1M", "a"], notes)
    assert [str(one).split(":")[0] for one in notes.remarks] == [
        f"flag {word}" for word in ("-a0,1", "-F2", "-O4", "-g100i", "-rs30", "-Z1M")
    ]


def test_targets_that_are_driven_differently_at_once_are_no_campaign(tmp_path: Path) -> None:
    (tmp_path / "p.xml").write_text(PROFILE)
    notes = Notes()
    plan.read([f"-X{tmp_path}/p.xml"], (), SETUP, notes)
    (problem,) = notes.problems
    assert str(problem).startswith("timespan 1: 2 different loads run at once, but a campaign")
    with pytest.raises(UsageError, match="a profile says everything itself"):
        plan.read([f"-X{tmp_path}/p.xml", "-b8K"], (), SETUP, notes)


def test_every_flag_that_is_read_stands_in_the_table() -> None:
    carries = ("honoured", "differs")
    assert {one.name[1] for one in names.FLAGS if one.kind in carries} <= set(command.READERS)
    assert set(command.READERS) <= {one.name[1] for one in names.FLAGS}


PROFILE = Path(__file__).with_name("diskspd_language_profile.xml").read_text()


def read(tmp_path: Path, text: str) -> tuple[list[Span], Notes]:
    path = tmp_path / "p.xml"
    path.write_text(text)
    notes = Notes()
    return profile.read(path, notes), notes


def test_a_profile_says_the_same_as_a_command_line(tmp_path: Path) -> None:
    (asked,), notes = read(tmp_path, PROFILE)
    assert notes.problems == []
    assert (asked.duration, asked.warmup, asked.seed) == (30, 2, 7)
    line = span("-b8192 -c1M -o32 -t4 -r8192 -w30 -Sh -L -Zr a").targets[0]
    assert asked.targets[0] == line
    first, second = runs(asked)
    assert (first.targets, second.targets) == (("a",), ("b",))
    assert second.probe["rate"] == 50


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("<Path>a</Path>", "", "p.xml, line 19: <Target> has no <Path>"),
        ("<BlockSize>8192", "<BlockSize>8K", "line 21: <BlockSize>8K is not a whole number"),
        ("<ParallelAsyncIO>false", "<ParallelAsyncIO>true", "line 26: <ParallelAsyncIO>true is"),
        ("<Weight>1", "<Weight>2", "line 35: <Weight>2 is not supported: every thread drives"),
        ("<Warmup>2", "<Warmth>2</Warmth><Warmup>2", "line 12: <Warmth>2 is not known here"),
        ("<DisableOSCache>true", "<DisableOSCache>maybe", "is neither true nor false"),
        ("<Duration>30", "<Duration>-1", "line 11: <Duration>-1 is not a whole number"),
    ],
)
def test_a_profile_is_refused_by_element_and_line(
    tmp_path: Path, old: str, new: str, says: str
) -> None:
    _, notes = read(tmp_path, PROFILE.replace(old, new))
    assert says in "; ".join(str(one) for one in notes.problems)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("<Profile><TimeSpans></Profile>", "p.xml, line 1: no XML: mismatched tag"),
        ("<Other/>", "line 1: <Other> is no <Profile>"),
        ('<?xml version="1.0" encoding="utf-7"?><Profile/>', "p.xml: no XML: "),
        ("<Profile/>", "there is no <TimeSpan> in it"),
        ('<!DOCTYPE x [<!ENTITY a "b">]><Profile/>', "a DOCTYPE is not read"),
        ("<a>" * 40, "elements are nested too deeply"),
        ("", "no XML"),
    ],
)
def test_a_broken_profile_is_refused(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(InputError) as error:
        read(tmp_path, text)
    assert says in str(error.value)


def test_what_a_profile_has_unasked_is_accepted_without_a_word(tmp_path: Path) -> None:
    _, notes = read(tmp_path, PROFILE.replace("<ResultFormat>text", "<ResultFormat>xml"))
    assert notes.problems == []
    assert [str(one) for one in notes.remarks] == [
        (
            "p.xml, line 41: <Throughput> a schedule of that many operations: late ones are caught"
            " up on"
        )
    ]


def test_a_profile_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(PlimsollError, match=r"there is no profile .*gone\.xml"):
        profile.read(tmp_path / "gone.xml", Notes())
