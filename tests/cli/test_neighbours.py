"""Real neighbours are named: at the start, in the record, and in the report. Others may be at work
on this machine: what is asserted is that the one that was started is among those that are named,
and that nothing of our own is."""

import contextlib
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from plimsoll.native.session import chain
from plimsoll.store import Store
from tests.beside import among, busy, running_process, until
from tests.command import run_command
from tests.conftest import COMMAND, Ending, Plimsoll
from tests.patience import PATIENCE_S
from tests.stack_texts import disk

pytestmark = pytest.mark.long

BRIEF = ("--measure-for", "1s", "--warmup-for", "0s", "--read", "100")


@pytest.fixture(scope="module")
def on_disk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of this module on a block device, with a filled file."""
    folder = tmp_path_factory.mktemp("disk")
    if not chain(str(folder))["devices"]:
        pytest.skip(f"no block device beneath {folder}")
    made = run_command(["prepare", "test.dat", "--size", "16m"], folder)
    assert made.returncode == 0, made.stderr
    return folder


@pytest.fixture
def file(on_disk: Path) -> Path:
    return on_disk / "test.dat"


ALONE = ("env",)
"""Before the command: then it is a process of its own, and children of this one are neighbours."""


def neighbours_of(ended: Ending) -> list[dict[str, Any]]:
    """The neighbours that a Run's record names."""
    found: list[dict[str, Any]] = ended.document["neighbours"]["named"]
    return found


def pids(ended: Ending) -> set[int | None]:
    """Their processes."""
    return {one["pid"] for one in neighbours_of(ended)}


def environment(folder: Path) -> dict[str, str]:
    """Of a command that is started by hand."""
    return {**os.environ, "XDG_STATE_HOME": str(folder / "state"), "NO_COLOR": "1"}


@contextlib.contextmanager
def another_plimsoll(file: Path) -> Iterator[subprocess.Popen[str]]:
    """A Run that goes on for as long as this is open, at a rate that leaves the processors free."""
    words = ("run", "--target", file, "--read", "100", "--rate", "200", "--measure-for", "10m")
    with running_process(COMMAND, *words, "--no-store", env=environment(file.parent)) as other:
        until(other, "measuring")
        yield other


def test_a_second_plimsoll_is_named_at_the_start_in_the_record_and_in_the_report(
    plimsoll: Plimsoll, file: Path
) -> None:
    with another_plimsoll(file) as other:
        words = ("run", "--target", file, *BRIEF, "--store", "kept.db", "--json")
        ended = among(other.pid, lambda: plimsoll(*words, before=ALONE), pids)
    assert ended.code == 0, ended.err
    # Other tests may write to the same disk meanwhile; neighbours stand before anything else.
    first, *rest = [line for line in ended.err.splitlines() if "also writing to" not in line]
    assert first.startswith("WARNING: also measuring on this machine: ")
    assert str(other.pid) in re.findall(r"\d+", first), (first, rest)
    found = next(one for one in neighbours_of(ended) if one["pid"] == other.pid)
    assert (found["name"], found["kind"]) == ("plimsoll run", "measuring")
    assert found["read_bytes_per_s"] > 0
    report = plimsoll("report", "--store", "kept.db", "--to", "md", code=0)
    _, _, told = report.out.partition("What was not controlled")
    assert "Also measuring on this machine: " in told
    assert "plimsoll run" in told


@pytest.mark.skipif(shutil.which("dd") is None, reason="there is no dd")
def test_a_dd_on_the_same_disk_is_named_with_its_rate(
    plimsoll: Plimsoll, file: Path, on_disk: Path
) -> None:
    # Slow on purpose, and bounded: 4 GiB at most.
    words = ("if=/dev/zero", f"of={on_disk / 'dd.dat'}", "bs=64k", "count=65536")
    with running_process("dd", *words, "oflag=direct,dsync") as copy:
        run = ("run", "--target", file, *BRIEF, "--rate", "100", "--no-store", "--json")
        ended = among(copy.pid, lambda: plimsoll(*run, before=ALONE), pids)
        assert copy.poll() is None, "it wrote for as long as the Run was"
    (on_disk / "dd.dat").unlink()
    found = next(one for one in neighbours_of(ended) if one["pid"] == copy.pid)
    assert (found["name"], found["kind"]) == ("dd", "device")
    assert found["written_bytes_per_s"] > 0
    assert ended.document["neighbours"]["device"] is not None
    assert ended.document["neighbours"]["device_others_written_bytes_per_s"] > 0


def test_a_program_that_takes_the_cpu_is_named(plimsoll: Plimsoll, tmp_path: Path) -> None:
    words = ("run", "--target", "null:", *BRIEF, "--rate", "100", "--store", "kept.db", "--why")

    def neighbours_of_store(_: Ending) -> list[dict[str, Any]]:
        with Store.open(tmp_path / "kept.db", create=False, read_only=True) as store:
            [*_, run] = store.runs(len(store.campaigns()))
            found: Any = store.record(run.id)["neighbours"]
        return list(found["named"])

    with busy() as hog:
        loud = among(
            hog.pid,
            lambda: plimsoll(*words, before=ALONE),
            lambda ended: {one["pid"] for one in neighbours_of_store(ended)},
        )
    found = next(one for one in neighbours_of_store(loud) if one["pid"] == hog.pid)
    assert found["kind"] == "cpu"
    assert found["cpu_share"] >= 0.1
    assert "note: also using the CPU: " in loud.out
    assert "WARNING: also" not in loud.err, "null: is nobody else's, and its start is not delayed"


def test_who_started_us_and_whom_we_started_is_no_neighbour(plimsoll: Plimsoll, file: Path) -> None:
    """A command that is collected works beside the Run, and so does who started it all."""
    pids = file.parent / "pids"
    script = file.parent / "collect.sh"
    script.write_text(f"#!/bin/sh\necho $$ >> {pids}\nwhile :; do :; done\n")
    script.chmod(0o755)
    # A shell that works itself, while the Plimsoll that it started measures.
    run = f"{COMMAND} run --target {file} --collect {script} --store s.db --json " + " ".join(BRIEF)
    shell = f"{run} > record.json & child=$!; while kill -0 $child 2>/dev/null; do :; done"
    done = subprocess.Popen(
        ["bash", "-c", shell],
        cwd=file.parent,
        env=environment(file.parent),
        stderr=subprocess.DEVNULL,
    )
    assert done.wait(120) == 0
    record = json.loads((file.parent / "record.json").read_text())
    ours = {done.pid, *map(int, pids.read_text().split())}
    assert not ours & {one["pid"] for one in record["neighbours"]["named"]}


def test_on_the_virtual_clock_there_are_no_neighbours(plimsoll: Plimsoll, tmp_path: Path) -> None:
    (tmp_path / "s.toml").write_text(disk())
    ended = plimsoll("run", "--target", "stack:s.toml", "--virtual", *BRIEF, "--json")
    assert ended.document.get("neighbours") is None
    assert "WARNING" not in ended.err


CAMPAIGN = """
[campaign]
name = "short"
measure_for = "60s"
[target]
path = "test.dat"
[workload]
read = 100
[load]
queue_depth = [1, 2]
"""
JOB = """
[global]
filename={file}
direct=1
rw=randread
bs=4k
runtime=60
time_based
[job]
"""
PARAMETERS = """
sd=sd1,lun={file},openflags=o_direct
wd=wd1,sd=sd1,rdpct=100,xfersize=4k
rd=rd1,wd=wd1,iorate=100,elapsed=60,interval=1
"""
VERBS: dict[str, tuple[str, ...]] = {
    "run": ("run", "--target", "test.dat", "--measure-for", "60s", "--read", "100", "--json"),
    "find": ("find", "--target", "test.dat", "--objective", "p99 <= 50ms", "--no-store"),
    "demo": ("demo", "--size", "16m"),
    "campaign": ("campaign", "run", "campaign.toml"),
    "limits": ("limits", "--target", "test.dat"),
    "check": ("check", "--target", "test.dat", "--rate", "100", "--objective", "p99 <= 50ms"),
    "depth": ("depth", "--target", "test.dat"),
    "fio": ("fio", "job.fio"),
    "ndisk": tuple(shlex.split("ndisk -f test.dat -R -r 100 -M 1 -b 4K -s 16M -t 60 -D")),
    "vdbench": ("vdbench", "-f", "parameters"),
}
"""Those that measure a real target; all end only after they were told to."""


@pytest.fixture(scope="module")
def busy_folder(on_disk: Path) -> Iterator[Path]:
    """A folder with what the verbs ask for, on a disk that another Plimsoll measures."""
    file = on_disk / "test.dat"
    (on_disk / "campaign.toml").write_text(CAMPAIGN)
    (on_disk / "job.fio").write_text(JOB.format(file=file))
    (on_disk / "parameters").write_text(PARAMETERS.format(file=file))
    with another_plimsoll(file):
        yield on_disk


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_that_measures_warns_before_its_first_run(busy_folder: Path, verb: str) -> None:
    with running_process(
        COMMAND, *VERBS[verb], cwd=busy_folder, env=environment(busy_folder)
    ) as process:
        lines = until(process, "WARNING: also measuring on this machine: ")
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=PATIENCE_S)
    assert "plimsoll run" in lines[-1]
    assert not [line for line in lines if line.startswith("measuring")]
