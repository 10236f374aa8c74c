"""A file of thousands of Runs, and thousands of files: work that grows with their number and no
faster, memory for a batch of them, and all of a file or nothing."""

import json
import tracemalloc
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from plimsoll.features.imports import import_names, importing
from plimsoll.store import Store
from plimsoll.store.imports import ImportedRunRow

STATEMENTS = 5
"""Statements of SQL for a Run: its row, its Point's, its planned Point's, that they belong
together, and its name."""
RUN_BYTES = 5_000
"""A Run's share of what is in memory at the most: what the file says of it, and the names that it
is found by. Its record alone takes more."""


def write_jobs(
    path: Path, jobs: int, *, damaged: int | None = None, idle: int | None = None
) -> Path:
    """A file of fio with so many jobs, of which one counts less than nothing, or did not run."""
    made = []
    for number in range(jobs):
        operations = 1_000 + 37 * number
        section = {
            "io_bytes": operations * 4096,
            "io_kbytes": operations * 4,
            "bw": operations * 4,
            "iops": float(operations),
            "runtime": 0 if number == idle else 1000,
            "total_ios": -1 if number == damaged else operations,
        }
        options = {"filename": "/dev/sda", "rw": "randread", "bs": "4k", "iodepth": "8"}
        made.append(
            {"jobname": f"j{number}", "groupid": 0, "read": section, "job options": options}
        )
    document = {"fio version": "fio-3.33", "timestamp": 1_700_000_000, "jobs": made}
    path.write_text(json.dumps(document))
    return path


def bring_in(folder: Path, *paths: Path) -> importing.Tally:
    with Store.open(folder / "s.plimsoll") as store:
        return importing.import_results(store, paths)


def test_statements_grow_by_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    counts: list[int] = []
    execute = Store._execute

    def count(self: Store, statement: str, values: Sequence[Any] = ()) -> Any:
        counts[-1] += 1
        return execute(self, statement, values)

    monkeypatch.setattr(Store, "_execute", count)
    for jobs in (300, 900):
        counts.append(0)
        (tmp_path / str(jobs)).mkdir()
        tally = bring_in(tmp_path / str(jobs), write_jobs(tmp_path / f"{jobs}.json", jobs))
        assert len(tally.runs) == jobs
    assert counts[1] - counts[0] <= 600 * STATEMENTS


def test_memory_holds_the_file_and_a_batch_of_records(tmp_path: Path) -> None:
    peaks: list[int] = []
    for jobs in (300, 300, 1_500):
        folder = tmp_path / str(len(peaks))
        folder.mkdir()
        file = write_jobs(tmp_path / f"{jobs}.json", jobs)
        tracemalloc.start()
        bring_in(folder, file)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert (peaks[2] - peaks[1]) / 1_200 < RUN_BYTES


TARGET = '{"name":"/dev/sda"}'


def places(runs: int) -> list[tuple[str, str, str]]:
    """Section, file and place of the jobs of a file."""
    return [(f"j{number}", "a.json", f"jobs[{number}]") for number in range(runs)]


class Row(ImportedRunRow):
    """A row that counts how often its figures and names are looked at."""

    looks = 0

    def __getattribute__(self, name: str) -> Any:
        Row.looks += 1
        return super().__getattribute__(name)


def test_names_are_given_in_one_pass() -> None:
    """Runs of one question whose rates are far apart: each is told from all others by its place."""
    looks = []
    for runs in (200, 400):
        rows = [
            Row(
                n, n, "as found", TARGET, "{}", "{}", "", None, "fio", *place, 100.0 * n, None, None
            )
            for n, place in enumerate(places(runs), 1)
        ]
        Row.looks = 0
        named = import_names.names(rows)
        assert len(set(named.values())) == runs
        looks.append(Row.looks)
    assert looks[1] <= 2.1 * looks[0]


def test_a_damaged_run_behind_the_first_batch_leaves_nothing_of_its_file(tmp_path: Path) -> None:
    many = importing.BATCH_RUNS + 50
    whole = write_jobs(tmp_path / "b.json", many)
    damaged = write_jobs(tmp_path / "a.json", many, damaged=many - 1)
    alone = bring_in(tmp_path, damaged)
    assert (alone.campaign, alone.runs, alone.findings) == (None, [], [])
    with Store.open(tmp_path / "s.plimsoll") as store:
        assert store.campaigns() == []
    tally = bring_in(tmp_path, damaged, whole)
    assert len(tally.runs) == many
    assert [file.file for file in tally.left] == [str(damaged)]
    with Store.open(tmp_path / "s.plimsoll") as store:
        assert [row.id for row in store.runs(tally.campaign)] == tally.runs
