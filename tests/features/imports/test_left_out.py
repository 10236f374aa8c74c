"""What is said of a file that nothing is imported of: its name, what it is, and what to do. A
folder of any size is gone through in bounded memory, in the order of names."""

import gzip
import json
import os
import subprocess
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest

from plimsoll.features.imports import importing, reading, results
from plimsoll.features.imports.results import distributions
from plimsoll.features.imports.results import file_description as recognised
from plimsoll.features.imports.results.source import SMALL, Bad, File
from plimsoll.store import Store
from tests.conftest import Plimsoll

FIXTURES = Path(__file__).parents[2] / "fixtures/results"
NAMED = {
    "job.fio": ("; fill\n\n[global]\nioengine=libaio\n", "a job file of fio"),
    "job.vdb": (
        "*Auto Generated\nsd=sd1,lun=/dev/sda\nwd=wd1,sd=sd1\nrd=r1,wd=wd1\n",
        "a parameter file of vdbench",
    ),
    "perf-conf.yaml": ("number_vm: 4\ntesting_duration: 60\n", "a configuration of HCIBench"),
    "t.icf": ("Version 1.1.0\n'TEST SETUP ====\n", "a configuration of Iometer"),
    "t.xml": ("<Profile>\n<TimeSpans>\n", "a profile of diskspd"),
    "h.csv": (
        "end-time, samples, min, avg, median, 90%, 95%, 99%, max\n1, 2, 3\n",
        "a table of fiologparser.py or",
    ),
    "i.csv": (
        "end-time, dir, samples, min, avg, median, 50%, max\n1, read, 2\n",
        "a table of fiologparser.py or",
    ),
    "skew.html": (
        "<title>Vdbench output/skew.html</title><pre>\nskew\n",
        "a page of vdbench without results",
    ),
    "dd.txt": ("256+0 records in\n256+0 records out\n", "the output of dd"),
    "hdtune.txt": ("HD Tune Pro: ST1000 Benchmark\n", "a result of HD Tune"),
    "fb.txt": ("60.000: IO Summary: 1000 ops 100.0 ops/s\n", "a result of Filebench"),
    "pve.txt": ("CPU BOGOMIPS: 9\nFSYNCS/SECOND: 1500\n", "a result of pveperf"),
    "dbench.txt": ("===\n= Dbench Summary =\n===\n", "a result of dbench"),
    "x.json": ('{"results": [1], "unit": "MB"}\n', "JSON with results, unit"),
    "notes.txt": ("we saw 800 IOPS\n", "it begins with 'we saw 800 IOPS'"),
    "empty": ("", "empty"),
    "run.sh": ("#!/bin/sh\nfio x\n", "a script"),
}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "s.db") as opened:
        yield opened


COUNTERS = {
    "CloudWatch": '{"Label": "VolumeReadOps", "Datapoints": [{"Sum": 1.0}]}',
    "Prometheus": '{"status": "success", "data": {"resultType": "matrix", "result": []}}',
}


@pytest.mark.parametrize("program", COUNTERS)
def test_answers_of_a_monitor_are_counters_of_its_name(program: str, tmp_path: Path) -> None:
    (tmp_path / "x").write_text(COUNTERS[program])
    described = recognised.describe_file(File(tmp_path / "x", "x"))
    assert described.program == program
    assert described.sentence() == f"x has counters of {program}, and no results: it is not read"


@pytest.mark.parametrize("name", NAMED)
def test_a_file_that_is_no_result_is_told_by_what_it_is(name: str, tmp_path: Path) -> None:
    text, says = NAMED[name]
    (tmp_path / name).write_text(text)
    said = recognised.describe_file(File(tmp_path / name, name)).sentence()
    assert said.startswith(f"{name} is ")
    assert says in said


@pytest.mark.parametrize(
    ("raw", "says"),
    [
        (gzip.compress(b"x", mtime=0), "packed with gzip: unpack it"),
        (b"\x89PNG\r\n\x1a\n", "a picture"),
        (b"SQLite format 3\x00", "--store"),
        (b"\x00\x01\x02\x03" * 90, "not text"),
        (b"\xff\xff\xff", "of no known program"),
    ],
)
def test_what_is_no_text_is_told_by_its_first_bytes(raw: bytes, says: str, tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(raw)
    assert says in recognised.describe_file(File(tmp_path / "x", "x")).sentence()


def test_no_text_takes_long_to_be_looked_at(tmp_path: Path) -> None:
    """Blank lines, brackets, words without end: nothing is searched for in steps that multiply."""
    for text in ("\n" * 60_000, "[" * 60_000, "a " * 30_000, "sd=\n" * 15_000, "; \n" * 20_000):
        (tmp_path / "x").write_text(text)
        assert results.file_format(File(tmp_path / "x", "x")) is None
        assert "x is " in recognised.describe_file(File(tmp_path / "x", "x")).sentence()


def test_every_file_that_is_left_out_is_named_with_its_reason(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    folder = tmp_path / "results"
    folder.mkdir()
    whole = (FIXTURES / "fio/plain.json").read_text()
    (folder / "a.json").write_text(whole)
    (folder / "cut.json").write_text(whole[: len(whole) // 2])
    (folder / "notes.txt").write_text("we saw 800 IOPS\n")
    (folder / "job.fio").write_text("[a]\nrw=read\n")
    ended = plimsoll("import", "results", "--store", "s.db", code=0)
    assert "left out: results/cut.json, line 1: " in ended.out
    assert "(read as fio json)" in ended.out
    assert "2 files have no results that can be imported:" in ended.out
    assert "results/notes.txt is of no known program (it begins with 'we saw" in ended.out
    assert "results/job.fio is a job file of fio, not a result: plimsoll fio FILE" in ended.out
    told = json.loads(plimsoll("import", "results", "--store", "s.db", "--json").out)
    assert [one["file"] for one in told["ignored"]] == ["results/job.fio", "results/notes.txt"]
    assert [one["program"] for one in told["ignored"]] == ["fio", None]
    assert [(one["file"], one["program"], one["format"]) for one in told["left_out"]] == [
        ("results/cut.json", "fio", "fio json")
    ]


def test_where_nothing_is_a_result_each_file_is_named(plimsoll: Plimsoll, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "job.fio").write_text("[a]\nrw=read\n")
    ended = plimsoll("import", "job.fio", "--store", "s.db", code=65)
    assert "job.fio is a job file of fio, not a result: plimsoll fio FILE runs it" in ended.err
    assert plimsoll("import", "empty", "--store", "s.db").code == 65
    assert not (tmp_path / "s.db").exists()
    with Store.open(tmp_path / "s.db"):
        pass
    assert plimsoll("import", "empty", "--store", "s.db").code == 65
    assert plimsoll("import", "job.fio", "--store", "s.db").code == 65


def test_a_distribution_that_cannot_be_is_damage_of_the_file_not_of_the_store(
    store: Store, tmp_path: Path
) -> None:
    document = json.loads((FIXTURES / "fio/mixed-jsonplus.json").read_text())
    for name in ("lat_ns", "clat_ns"):
        for value in document["jobs"][0]["read"][name].get("bins", {}):
            document["jobs"][0]["read"][name]["bins"][value] = 10**17
    assert document["jobs"][0]["read"]["clat_ns"]["bins"]
    (tmp_path / "x.json").write_text(json.dumps(document))
    tally = importing.import_results(store, [tmp_path / "x.json"])
    assert not any("store" in one.document()["why"] for one in tally.left)
    # Its mean contradicts it, so that nothing of it is shown.
    (run,) = tally.runs
    assert store.record(run)["read"]["completion_latency_ns"]["p99"] is None
    with pytest.raises(ValueError, match="counts"):
        distributions.encode_histogram({1000: 1 << 54})


def test_a_folder_is_gone_through_in_order_whatever_its_size(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(results, "MOST_TOGETHER", 7)
    names = [f"{number * 7919 % 100:03}" for number in range(100)]
    for name in names:
        (tmp_path / name).write_text("x")
    (tmp_path / ".hidden").write_text("x")
    for folder in ("b", "a", "a/deeper"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "0").write_text("x")
    (tmp_path / "link").symlink_to(tmp_path / "a")
    shown = [one.shown.removeprefix(f"{tmp_path}/") for one in results.sources([tmp_path])]
    assert shown == [*sorted(names), "a/0", "a/deeper/0", "b/0"]


@pytest.mark.long
def test_folders_may_lie_deeper_in_each_other_than_functions_may_call_each_other(
    tmp_path: Path,
) -> None:
    here = os.open(tmp_path, os.O_RDONLY)
    at = here
    # Longer names than a path may have are made one below the other.
    for _ in range(1100):
        os.mkdir("d", dir_fd=at)
        below = os.open("d", os.O_RDONLY, dir_fd=at)
        if at != here:
            os.close(at)
        at = below
    os.close(at)
    os.close(here)
    try:
        assert [one.form for one in results.sources([tmp_path])] == []
    finally:
        # What pytest clears up with gives up at this depth.
        subprocess.run(["rm", "-rf", str(tmp_path / "d")], check=True)


@pytest.mark.long
def test_memory_does_not_grow_with_the_files_of_a_folder(store: Store, tmp_path: Path) -> None:
    def peak(many: int) -> int:
        folder = tmp_path / f"n{many}"
        folder.mkdir()
        for number in range(many):
            (folder / f"{number}.txt").write_text("word " * 4_000)
        tracemalloc.start()
        tally = importing.import_results(store, [folder])
        found = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert tally.ignored == many
        return found

    peak(5)
    # Of ten times the files: their names, and not what stands in them (20 kB each).
    assert peak(70) < peak(20) + 500_000


def test_a_file_of_any_size_has_the_same_lines(tmp_path: Path) -> None:
    """A small one is read at once, a large one line by line."""
    for end in ("\n", "\r\n", "\r"):
        for last in ("", "no end"):
            text = "first\n\nthird\x0b\x0c line\n"
            small = text.replace("\n", end) + last
            path = tmp_path / "x"
            path.write_bytes(small.encode())
            lines = [line for _, line in File(path, "x").lines()]
            assert lines == [*text.split("\n")[:-1], *([last] if last else [])]
            many = SMALL // len(text) + 2
            path.write_bytes((text.replace("\n", end) * many + last).encode())
            assert [line for _, line in File(path, "x").lines()] == [
                *text.split("\n")[:-1] * many,
                *([last] if last else []),
            ]


def test_a_file_that_is_written_while_it_is_looked_at_is_read_anew(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_text("one\n")
    file = File(path, "x")
    first = file.digest()
    assert [line for _, line in file.lines()] == ["one"]
    path.write_text("another\n")
    assert [line for _, line in file.lines()] == ["another"]
    assert file.digest() != first


def test_a_million_runs_of_a_file_end_in_a_clear_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "MOST_RUNS", 5)
    (tmp_path / "x.json").write_text((FIXTURES / "others/elbencho.json").read_text() * 3)
    (source,) = results.sources([tmp_path / "x.json"])
    with pytest.raises(Bad, match=r"x\.json, line \d+: it has more than 5 Runs: split it"):
        list(reading.read(source, source.version(), "c", "", []))
