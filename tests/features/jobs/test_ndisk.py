"""ndisk64's command line and its text."""

import re
from pathlib import Path
from typing import Any

import pytest

from plimsoll.base.errors import UsageError
from plimsoll.features.jobs.formats import ndisk
from plimsoll.features.jobs.formats.job_run import Setup

SEEN = Path(__file__).with_name("ndisk_seen.txt").read_text()
"""The grammar as it was seen; the rows hold the counts that its rates come from."""

LINES = (Path(__file__).parents[2] / "fixtures/reports/s3-ndisk64.txt").read_text().splitlines()
"""The command lines of report S3, as they are printed there."""
SETUP = Setup(lambda _: None, lambda _: True, ())
THERE = Setup(lambda _: 1 << 30, lambda _: True, ())


def record(*counts: int) -> Any:
    """A Run of 60 s in which each process did so many operations of 4 KiB."""
    workers = [{"completed": count, "bytes": 4096 * count} for count in counts]
    total = {"completed": sum(counts), "bytes": 4096 * sum(counts)}
    return {"measure_s": 60.0, "all": total, "workers": workers if len(counts) > 1 else []}


def words(command: str) -> ndisk.CommandLine:
    """What a command line asks for."""
    return ndisk.command_line(command.split())


def test_the_text_is_ndisk64s_byte_for_byte() -> None:
    ask = words("-f /dev/sdb -R -r 50 -M 4 -b 4K -s 1G -t 60 -D")
    lines = ndisk.text(ask, record(300800, 300400, 300200, 300398), 1 << 30, "./ndisk64")
    assert "\n".join(lines) + "\n" == SEEN


@pytest.mark.parametrize("line", LINES)
def test_the_lines_of_report_s3_run_and_are_told_as_they_are_printed(line: str) -> None:
    program, *rest = line.split()
    ask = ndisk.command_line(rest)
    named = int(found[1]) if (found := re.search(r"-M (\d)", line)) else 1
    run = ndisk.run(ask, SETUP, 1)
    assert run.targets == ("f1", "f2", "f3", "f4")[:named]
    assert [(one.path, one.bytes) for one in run.layouts] == [(f, 32 << 20) for f in run.targets]
    probe = run.probe
    assert (probe["workers"], probe["queue_depth"], probe["measure_for"]) == (1, 1, "60s")
    assert run.session["cached"] is ("-D" not in rest)
    assert run.session["workload"] == {
        "block_size": 4096,
        "read": 50.0,
        "pattern": "random" if "-R" in rest else "sequential",
        "working_set": 32 << 20,
    }
    lines = list(ndisk.text(ask, record(*[300_000] * named), 32 << 20, program))
    assert lines[0] == f"Command: {line.replace(':', ' ')}"
    assert f"\tNo. of processes = {named}" in lines
    assert f"\tI/O type         = {'Random' if '-R' in rest else 'Sequential'}" in lines
    assert "\tNumber of files  = 4" in lines
    assert "\tFile size        = 33554432 bytes = 32768 KB = 32 MB" in lines
    assert ("\tFile open() mode = Direct I/O mode - O_DIRECT" in lines) is ("-D" in rest)
    rows = [one for one in lines if re.match(r" +\d - ", one)]
    assert [one.split()[0] for one in rows] == [str(n + 1) for n in range(named)]
    kind = "Random" if "-R" in rest else "Seqential"
    last = f"- {kind} procs=  {named} read= 50% bs=  4KB" if named > 1 else rows[-1]
    assert lines[-1] == last


def test_one_process_has_no_totals_and_no_footer() -> None:
    lines = list(ndisk.text(words("-f a -R -r 50"), record(322752), 1 << 20, "ndisk64"))
    assert lines[-1] == "   1 -    322752   5379.2 |     21.01     21516.80  60.00"


def test_described_storage_has_totals_and_makes_no_processes_up() -> None:
    """Its record does not tell workers apart."""
    lines = list(ndisk.text(words("-f a -R -r 50 -M 2"), record(1_200_000), 1 << 20, "ndisk64"))
    assert lines[-3:] == [
        " Num -     TOTAL   IO/sec |    MB/sec       KB/sec  Seconds",
        "TOTALS   1200000  20000.0 |     78.12     80000.00",
        "- Random procs=  2 read= 50% bs=  4KB",
    ]


def test_a_process_has_one_outstanding_on_a_file_of_its_own() -> None:
    run = ndisk.run(words("-f a:b:c:d -S -r 50 -M 4 -D"), THERE, 1)
    assert run.targets == ("a", "b", "c", "d")
    assert (run.probe["workers"], run.probe["queue_depth"]) == (1, 1)
    assert run.session["workload"]["pattern"] == "sequential"
    assert run.session["cached"] is False
    run = ndisk.run(words("-f a:b:c:d -S -r 50 -M 2"), THERE, 1)
    assert (run.targets, run.session["cached"]) == (("a", "b"), True)
    run = ndisk.run(words("-f a -S -r 50 -M 3"), THERE, 1)
    assert (run.probe["workers"], run.session["workload"]["pattern"]) == (3, "sequential:each")


@pytest.mark.parametrize(
    ("command", "says"),
    [
        ("-f a -R -r 50 -W", "option -W not recognized"),
        ("-R -r 50", "needs -f"),
        ("-f a -r 50", "one of -R and -S"),
        ("-f a -R -S -r 50", "one of -R and -S"),
        ("-f a -R", "percentage of reads"),
        ("-f a -R -r 150", "-r 150 is not between 0 and 100"),
        ("-f a -R -r 50 -b 4q", "-b 4q has a unit"),
        ("-f a -R -r 50 -t -5", "-t -5 is negative"),
        ("-f a -R -r 50 x", "'x' belongs to no flag"),
        ("-f a -R -r", "option -r requires argument"),
    ],
)
def test_what_is_no_command_line_of_ndisk64_is_refused(command: str, says: str) -> None:
    with pytest.raises(UsageError) as error:
        words(command)
    assert says in str(error.value)


def test_processes_that_do_not_divide_among_the_files_are_refused() -> None:
    with pytest.raises(UsageError, match="do not divide evenly"):
        ndisk.run(words("-f a:b -R -r 50 -M 3"), THERE, 1)
    with pytest.raises(UsageError, match="a does not exist"):
        ndisk.run(words("-f a -R -r 50"), SETUP, 1)
