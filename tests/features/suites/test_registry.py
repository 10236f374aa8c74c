"""The suites that are known: each reads as a campaign, says where every value comes from, and asks
what its source asks.

What a suite asks is held against its source by way of fio: the source's options stand in
`tests/fixtures/suites`, and what `plimsoll fio` would ask for them is what the suite must ask.
"""

import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from plimsoll.base.errors import InputError, UsageError
from plimsoll.campaign import plan
from plimsoll.campaign.spec import Spec
from plimsoll.campaign.suite_table import Deviation
from plimsoll.features.jobs.formats import job_run
from plimsoll.features.jobs.formats.fio import job, reader
from plimsoll.features.jobs.formats.fio import plan as fio_plan
from plimsoll.features.jobs.formats.problems import Notes
from plimsoll.features.suites import catalogue as suites
from plimsoll.features.suites import runs as suite_files
from plimsoll.features.suites.deviations import texts
from plimsoll.native.session import parse_size, parse_span
from tests.words import argv

FIXTURES = Path(__file__).parents[2] / "fixtures" / "suites"
SIZE = 100 << 30
EVERY = [pytest.param(one, id=one.full_name) for one in suites.all_suites()]
OF_FIO = sorted(FIXTURES.glob("*.fio"))
FAMILIES = argv(
    "snia-pts-e- snia-pts-c- hcibench-easy-run kdiskmark crystaldiskmark kubestr kbench"
    " vmfleet- aws- azure- gcp- oci- elbencho- etcd wal s0- s4-"
)


def read(name: str) -> Spec:
    spec, _ = suite_files.read(name, suite_files.SuiteRequest(("target",)))
    return spec


def test_at_least_twelve_families_are_there() -> None:
    assert all(any(name.startswith(one) for name in suites.names()) for one in FAMILIES)
    assert len(FAMILIES) >= 12


@pytest.mark.parametrize("one", EVERY)
def test_a_suite_is_a_campaign_with_its_version_in_its_file_name(one: suites.StandardSuite) -> None:
    spec = read(one.full_name)
    assert (spec.suite.name, one.path.stem) == (spec.campaign.name, one.full_name)
    assert one.path.read_text().startswith("# ")
    assert plan.number(spec) == len(list(plan.points(spec)))


@pytest.mark.parametrize("one", EVERY)
def test_every_value_has_its_source(one: suites.StandardSuite) -> None:
    text = one.path.read_text()
    spec = read(one.full_name)
    # How it is run is ours, and the same for all: in the suite's order, without settling.
    ours = {"campaign.name", "campaign.order", "campaign.settle", "rounds.window", "rounds.range"}
    ours |= {"rounds.slope"}
    table, keys = "", set()
    for line in text.splitlines():
        if found := re.fullmatch(r"\[+([a-z.]+)\]+", line):
            table = found[1]
        elif (found := re.match(r"([a-z_]+) = ", line)) and not table.startswith("suite"):
            keys.add(f"{table}.{found[1]}" if "tracks" not in table else "rounds.tracks")
    assert keys - ours - {"workload.name", "load.name"} - set(spec.suite.sources) == set()
    assert re.search(r"20\d\d|report S", spec.suite.origin)


@pytest.mark.parametrize("path", OF_FIO, ids=lambda path: path.stem)
def test_a_suite_asks_what_its_source_asks(path: Path) -> None:
    asked = reader.command_line([str(path)], {})
    notes = Notes()
    jobs = [job.meaning(section, notes) for section in asked.sections]
    setup = job_run.Setup(lambda _: SIZE, lambda _: False, ("target",))
    # What an engine is asked on the way counts too: calls and buffers as fio has them.
    theirs = [_of_fio(unit) for unit in fio_plan.plan(jobs, setup, notes)]
    assert notes.problems == []
    spec = read(path.stem)
    ours = [
        (*_of_point(point, spec), (point.target["engine"], point.target["engine_options"]))
        for point in plan.points(spec)
        if point.repeat == 1
    ]
    # Sequential jobs of several threads have a file each in Google's recipe.
    assert [one for one in ours if one in theirs] == theirs


@pytest.mark.parametrize("path", OF_FIO, ids=lambda path: path.stem)
def test_jobs_that_run_at_the_same_time_there_are_a_deviation_here(path: Path) -> None:
    # A suite's tests follow one another. In a file of several jobs that is stonewall's doing: the
    # source's own, or ours where the source has commands of their own, or else it is another test.
    lines = path.read_text().splitlines()
    if "stonewall" not in lines:
        return
    [said] = [line for line in lines if line.startswith("# stonewall is ")]
    theirs = said.startswith("# stonewall is theirs: ")
    commands = re.search(r"there .*(command|process)", said) is not None
    at_once = "there the jobs run at the same time" in said
    assert [theirs, commands, at_once].count(True) == 1
    suite = read(path.stem).suite
    assert any("at the same time" in one for one in texts(suite.deviations)) == at_once


@pytest.mark.parametrize("one", EVERY)
def test_every_deviation_of_a_suite_has_words(one: suites.StandardSuite) -> None:
    deviations = read(one.full_name).suite.deviations
    for deviation, words in zip(deviations, texts(deviations), strict=True):
        assert isinstance(deviation, Deviation)
        assert words != deviation.code


@pytest.mark.parametrize(
    "text", ["suite = 5", "[suite]\nname = 'a'\nversion = '1'\ntitle = 'A'\ndeviations = 5"]
)
def test_a_suite_of_a_wrong_type_is_refused_with_its_line(text: str, tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(f'{text}\n[campaign]\nname = "a"\n')
    with pytest.raises(InputError, match=r"own\.toml:\d: suite"):
        read(str(file))


def test_a_deviation_that_only_its_author_knows_is_shown_as_it_stands() -> None:
    assert texts(["two disks", Deviation(code="by hand")]) == ["two disks", "by hand"]


@pytest.mark.parametrize("path", OF_FIO, ids=lambda path: path.stem)
def test_writes_to_new_files_there_are_a_deviation_here(path: Path) -> None:
    # fio fills the file of a job that reads; that of a job that only writes it allocates, and the
    # writes find space that has never been written. Here every file is written in full before.
    new = "# files are new there: each job has fio make its own" in path.read_text().splitlines()
    suite = read(path.stem).suite
    assert any("written in full before" in one for one in texts(suite.deviations)) == new


def _of_fio(unit: fio_plan.Unit) -> tuple[object, ...]:
    work, probe = unit.session["workload"], unit.probe
    size = parse_size(str(work["working_set"]))
    passes = probe.get("bytes_each")
    return (
        parse_size(str(work["block_size"])),
        work["read"],
        work["pattern"],
        size if size < SIZE else None,
        probe.get("queue_depth"),
        probe.get("workers"),
        parse_span(str(probe["warmup_for"])),
        parse_span(str(probe["measure_for"])),
        None if passes is None else passes / size,
        (unit.session["engine"], unit.session["engine_options"]),
    )


def _of_point(point: Any, spec: Spec) -> tuple[object, ...]:
    work, load = point.workload, point.load
    size = str(work["working_set"])
    return (
        parse_size(str(work["block_size"])),
        work["read"],
        work["pattern"],
        None if size.endswith("%") else parse_size(size),
        load["queue_depth"],
        load.get("workers", 1),
        parse_span(spec.campaign.warmup_for or "1s"),
        parse_span(load.get("measure_for") or spec.campaign.measure_for),
        load.get("passes"),
    )


def test_the_suite_of_etcd_writes_as_the_job_of_its_users_does() -> None:
    options = "--name=mytest --rw=write --ioengine=sync --fdatasync=1 --size=22m --bs=2300"
    asked = reader.command_line([*options.split(), "--filename=target"], {})
    notes = Notes()
    jobs = [job.meaning(section, notes) for section in asked.sections]
    setup = job_run.Setup(lambda _: SIZE, lambda _: False, ("target",))
    [unit] = fio_plan.plan(jobs, setup, notes)
    assert notes.problems == []
    spec = read("etcd")
    [point] = plan.points(spec)
    theirs = {**unit.session["workload"], "size": unit.session["workload"]["working_set"]}
    for key in ("block_size", "read", "pattern", "sync"):
        assert point.workload[key] == theirs[key], key
    assert parse_size(str(point.workload["working_set"])) == parse_size(str(theirs["size"]))
    for key in ("engine", "engine_options", "cached"):
        assert point.target[key] == unit.session[key], key
    assert point.load["queue_depth"] == unit.probe["queue_depth"]
    assert spec.campaign.levels == {"etcd at best": "p99(sync) <= 10ms"}


ELBENCHO = {
    "elbencho-files": [
        "-w -b 4M -t 16 --direct -s 80g",
        "-r -b 4k -t 16 --iodepth 16 --direct --rand --timelimit 20 -s 80g",
    ],
    "elbencho-device": [
        "-w -b 4K -t 16 --iodepth 16 --direct --rand",
        "-r -b 4K --lat --direct --rand",
    ],
}
"""The commands of its help; `-s 20g` of four files together, which the second finds there."""


@pytest.mark.parametrize("name", ELBENCHO)
def test_a_suite_asks_what_the_examples_of_elbencho_ask(name: str) -> None:
    spec = read(name)
    assert [_of_point(point, spec) for point in plan.points(spec)] == [
        _of_elbencho(command) for command in ELBENCHO[name]
    ]


def _of_elbencho(command: str) -> tuple[object, ...]:
    words = command.split()
    of = dict(pairwise(words))
    writes, threads, limit = "-w" in words, int(of.get("-t", 1)), of.get("--timelimit")
    pattern = ("random:once" if writes else "random") if "--rand" in words else "sequential"
    return (
        parse_size(of["-b"].lower()),
        0 if writes else 100,
        pattern,
        parse_size(of["-s"]) if "-s" in of else None,
        int(of.get("--iodepth", 1)),
        threads,
        0,
        # Without a time limit each thread ends at its share of the bytes.
        int(limit) if limit else 86_400,
        None if limit else 1 / threads,
    )


def test_the_newest_version_is_meant_where_none_is_given() -> None:
    assert suites.find("hcibench-easy-run").version == "2026-02"
    assert suites.find("hcibench-easy-run@2024-04").version == "2024-04"


def test_an_unknown_suite_or_version_names_those_there_are() -> None:
    with pytest.raises(UsageError, match="kubestr"):
        suites.find("kubster")
    with pytest.raises(UsageError, match="2024-04"):
        suites.find("hcibench-easy-run@2023-01")
