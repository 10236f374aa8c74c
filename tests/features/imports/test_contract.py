"""The contract of every result format: found by what stands in a file, told where each figure comes
from, what is not told stays unknown, damage is an error with a file and nothing half imported.

A format that has no fixture fails here; so does a fixture that no format, or another one, takes.
"""

import hashlib
import json
import math
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from plimsoll.base import documents
from plimsoll.base.errors import InputError
from plimsoll.campaign import damage
from plimsoll.features.imports import importing, reading, recordings, results
from plimsoll.features.imports.results import record, registry
from plimsoll.features.imports.results.source import Bad, File
from plimsoll.native import record_reading
from plimsoll.store import Store, imported_run, unknown_figures
from tests.conftest import Plimsoll
from tests.features.imports.result_files import source_of
from tests.store_edits import edit_store

ROOT = Path(__file__).parents[2] / "fixtures/results"
CASE = "hcibench/vdb-4vmdk-100ws-8k-50rdpct-100randompct-2threads-1700000000"
FILES = {
    "plimsoll record": "plimsoll/record.json",
    "fio json": "fio/mixed-jsonplus.json",
    "fio terse": "fio/terse.txt",
    "fio text": "fio/normal.txt",
    "vdbench flatfile": "vdbench/flatfile.html",
    "vdbench report": "vdbench/stdout-50407.txt",
    "hcibench result": f"{CASE}-res.txt",
    "iometer csv": "others/iometer.csv",
    "diskspd xml": "others/diskspd.xml",
    "diskspd text": "others/diskspd.txt",
    "ndisk64 text": "others/ndisk64.txt",
    "crystaldiskmark text": "others/crystaldiskmark.txt",
    "rados bench text": "more/rados-bench.txt",
    "rados bench json": "more/rados-bench.json",
    "rbd bench text": "more/rbd-bench.txt",
    "kdiskmark text": "more/kdiskmark.txt",
    "elbencho csv": "others/elbencho.csv",
    "elbencho text": "more/elbencho.txt",
    "elbencho live csv": "more/elbencho-live.csv",
    "elbencho json": "others/elbencho.json",
}
FOLDERS = {"hcibench folder": CASE, "vdbench folder": "vdbench", "fio logs": "fio"}
FORMATS = {one.name: one for one in registry.formats()}
each_file = pytest.mark.parametrize("name", FILES)


def test_the_list_of_formats_says_of_each_which_files_it_reads(plimsoll: Plimsoll) -> None:
    """A format without its message would end the list with an internal error."""
    listed = plimsoll("import", "--list", code=0)
    every = (*registry.formats(), *registry.folders(), *recordings.RECORDINGS)
    assert [line.partition("  ")[0] for line in listed.out.splitlines()] == [
        form.name for form in every
    ]


def made_of(path: Path, name: str) -> list[record.ImportedRecord]:
    file = File(path, path.name)
    told = source_of(FORMATS[name].program, name, path.name)
    return [record.make(one, told) for one in FORMATS[name].read(file)]


def test_every_format_has_a_fixture() -> None:
    assert set(FILES) == {one.name for one in registry.formats()}
    assert set(FOLDERS) == {one.name for one in registry.folders()}


@each_file
def test_a_file_is_known_by_what_stands_in_it_and_by_one_format_alone(
    name: str, tmp_path: Path
) -> None:
    # Under a name that says nothing.
    path = tmp_path / "x"
    shutil.copy(ROOT / FILES[name], path)
    head = File(path, "x").head
    assert [one.name for one in registry.formats() if one.sniff(head)] == [name]


def spans(document: Any, at: str = "") -> Iterator[tuple[str, Any]]:
    if isinstance(document, dict):
        for key, value in document.items():
            yield from spans(value, f"{at}.{key}")
    else:
        yield at, document


@each_file
def test_a_record_says_where_its_figures_come_from(name: str) -> None:
    found = made_of(ROOT / FILES[name], name)
    assert found
    for made in found:
        document = json.loads(json.dumps(made.record, allow_nan=False))
        assert documents.difference(document, imported_run.ImportedRun) is None
        imported = document["imported"]
        assert (imported["source"]["format"], bool(imported["at"])) == (name, True)
        assert all(one["agrees"] for one in imported["checks"]), imported["checks"]
        assert document["achieved_rate_per_s"] > 0
        if name == "plimsoll record":
            continue
        # What is not told is null, never 0.
        assert "response_time_ns" in imported["unknown"]
        for metric in ("response_time_ns", "slot_wait_ns", "own_lag_ns"):
            assert set(document["all"][metric].values()) == {None}
        completion = document["all"]["completion_latency_ns"]
        if completion["mean"] is None:
            assert "completion_latency_ns" in imported["unknown"]
        within = completion.pop("within", {})
        assert all(low < high for low, high in within.values())
        assert all(value is None or value > 0 for value in completion.values())


@each_file
def test_the_parts_of_a_record_add_up_to_the_whole(name: str) -> None:
    for made in made_of(ROOT / FILES[name], name):
        kinds = [made.record[kind] for kind in ("read", "write", "trim")]
        counts = [one["count"] for one in kinds]
        if None not in counts:
            assert math.isclose(sum(counts), made.record["all"]["count"], rel_tol=1e-3, abs_tol=1)
        done = [
            (one["reads"], one["writes"])
            for one, _ in made.intervals
            if one["phase"] == "measure" and None not in (one["reads"], one["writes"])
        ]
        if done and name != "plimsoll record":
            total = sum(a + b for a, b in done)
            assert math.isclose(total, made.record["all"]["count"], rel_tol=0.01, abs_tol=2)


ENCODINGS = {
    "utf-8 with its mark": ("utf-8-sig", "\n"),
    "utf-16 with its mark": ("utf-16", "\n"),
    "utf-16-le": ("utf-16-le", "\r\n"),
    "utf-16-be": ("utf-16-be", "\n"),
    "latin-1": ("latin-1", "\r\n"),
    "old Mac": ("utf-8", "\r"),
}


@each_file
@pytest.mark.parametrize("how", ENCODINGS)
def test_any_encoding_and_line_end_gives_the_same_records(
    name: str, how: str, tmp_path: Path
) -> None:
    encoding, end = ENCODINGS[how]
    text = (ROOT / FILES[name]).read_text(encoding="utf-8")
    path = tmp_path / Path(FILES[name]).name
    path.write_bytes(text.replace("\n", end).encode(encoding))
    form = results.file_format(File(path, path.name))
    assert form.name == name
    found = [one.record for one in made_of(path, name)]
    assert found == [one.record for one in made_of(ROOT / FILES[name], name)]


@each_file
def test_a_file_that_is_cut_is_refused_or_tells_whole_runs_only(name: str, tmp_path: Path) -> None:
    raw = (ROOT / FILES[name]).read_bytes()
    whole = {
        json.dumps(one.record["all"], sort_keys=True) for one in made_of(ROOT / FILES[name], name)
    }
    path = tmp_path / Path(FILES[name]).name
    refused = 0
    for part in range(1, 40):
        path.write_bytes(raw[: len(raw) * part // 40])
        try:
            found = made_of(path, name)
        except Bad as error:
            refused += path.name in error.message
            continue
        for one in found:
            same = json.dumps(one.record["all"], sort_keys=True) in whole
            # What was cut in the middle says so; of live figures nobody knows how many there are.
            cut = one.record["imported"]["ended"] == "cut"
            assert same or cut or "live_figures" in one.record["imported"]["remarks"], part
    assert refused > 0


@pytest.mark.long
@each_file
@settings(
    max_examples=25,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
    derandomize=True,
)
@given(data=st.data())
def test_hostile_bytes_are_an_error_of_the_file_and_of_nothing_else(
    name: str, tmp_path: Path, data: st.DataObject
) -> None:
    raw = bytearray((ROOT / FILES[name]).read_bytes())
    for _ in range(data.draw(st.integers(1, 6))):
        at = data.draw(st.integers(0, len(raw) - 1))
        new = data.draw(st.one_of(st.binary(max_size=8), st.sampled_from(HOSTILE)))
        raw[at : at + data.draw(st.integers(0, 12))] = new
    path = tmp_path / Path(FILES[name]).name
    path.write_bytes(bytes(raw))
    check(path, name)


def test_a_record_of_ours_may_lack_a_key_without_a_value(tmp_path: Path) -> None:
    """The rate that a closed loop was not offered: an internal error."""
    document = json.loads((ROOT / FILES["plimsoll record"]).read_text())
    del document["offered_rate_per_s"], document["started_at_ns"]
    (tmp_path / "x.json").write_text(json.dumps(document))
    with Store.open(tmp_path / "s.db") as store:
        (run,) = importing.import_results(store, [tmp_path / "x.json"]).runs
        kept = store.record(run)
    assert (kept["offered_rate_per_s"], kept["started_at_ns"]) == (None, None)


HOSTILE = (
    b"-1",
    b"1e400",
    b"nan",
    b"inf",
    b"99999999999999999999999999",
    b"0",
    b'"',
    b"{",
    b"}",
    b"[[[[",
    b"\x00",
    b"\xff\xfe",
    b",,,,",
    b"\n\n",
    b"null",
    b"<!ENTITY a 'b'>",
)


def check(path: Path, name: str) -> None:
    """Reads it: figures that can be kept, or an error that names the file."""
    try:
        found = list(FORMATS[name].read(File(path, path.name)))
    except InputError as error:
        if path.name not in error.message:
            raise AssertionError(error.message) from error
        return
    for one in found:
        try:
            made = record.make(one, source_of("x"))
        except (ValueError, OverflowError, ZeroDivisionError):
            # `reading.read` makes an error of the file of it.
            continue
        json.dumps(made.record, allow_nan=False)
        assert math.isfinite(made.record["achieved_rate_per_s"])
        assert all(math.isfinite(one["length_s"]) for one, _ in made.intervals)


@pytest.mark.parametrize("name", [*FILES, *FOLDERS])
def test_the_store_keeps_what_was_read_and_the_same_file_twice_adds_nothing(
    name: str, tmp_path: Path
) -> None:
    path = ROOT / {**FILES, **FOLDERS}[name]
    with Store.open(tmp_path / "s.db") as store:
        tally = importing.import_results(store, [path])
        assert tally.runs
        assert not tally.left
        assert not tally.disagreeing
        again = importing.import_results(store, [path])
        assert (again.runs, again.campaign) == ([], tally.campaign)
        kept: Any = store.record(tally.runs[0], intervals=False)
        assert kept["imported"]["source"]["file"].startswith(str(path))
        if name in FILES:
            digest = hashlib.sha256(path.read_bytes()).hexdigest()
            assert kept["imported"]["source"]["sha256"] == digest


@pytest.mark.parametrize("name", [*FILES, *FOLDERS])
def test_a_store_gives_back_every_record_as_it_was_made(name: str, tmp_path: Path) -> None:
    path = ROOT / {**FILES, **FOLDERS}[name]
    made: dict[tuple[str, str], Any] = {}
    for source in results.sources([path]):
        if source.form is None:
            continue
        for result, found in reading.read_records(source, source.version()):
            assert isinstance(found, record.ImportedRecord)
            as_json = json.loads(json.dumps(found.record))
            made[source.shown, result.at] = record_reading.run_record(as_json)
    with Store.open(tmp_path / "s.db") as store:
        for run in importing.import_results(store, [path]).runs:
            kept: Any = store.record(run, intervals=False)
            imported = kept["imported"]
            expected = made.pop((imported["source"]["file"], imported["at"]))
            expected["imported"]["folder"] = imported["folder"]
            assert kept == expected
    assert not made


@each_file
def test_what_a_file_does_not_give_takes_no_room_in_a_store(name: str, tmp_path: Path) -> None:
    if name == "plimsoll record":
        return
    with Store.open(tmp_path / "s.db") as store:
        importing.import_results(store, [ROOT / FILES[name]])
    with closing(sqlite3.connect(tmp_path / "s.db")) as connection:
        rows = connection.execute("SELECT record FROM run").fetchall()
    for (text,) in rows:
        stored = json.loads(text)
        assert "spec" not in stored, "has a column of its own"
        del stored["imported"]
        assert None not in [value for _, value in spans(stored)]
        assert {} not in stored["all"].values()


@pytest.mark.parametrize(
    ("part", "found"),
    [
        ("$.all", "all"),
        ("$.all.completion_latency_ns", "all.completion_latency_ns"),
        ("$.all.completion_latency_ns.mean", "all.completion_latency_ns.mean"),
        ("$.limited_by", "limited_by"),
        ("$.limited_by.value", "limited_by.value"),
    ],
)
def test_a_part_of_a_stored_record_that_is_of_another_type_is_damage(
    tmp_path: Path, part: str, found: str
) -> None:
    path = tmp_path / "s.db"
    with Store.open(path) as store:
        importing.import_results(store, [ROOT / FILES["fio json"]])
    assert damage.of(path) is None
    with edit_store(path) as connection:
        connection.execute("UPDATE run SET record = json_set(record, ?, json('[]'))", (part,))
    assert f"is not what it should be: {found}: " in damage.of(path).message


def test_what_the_store_leaves_out_is_what_the_type_of_a_record_has() -> None:
    # Two lists, since the types load what a writer of a store must not.
    of_latency = imported_run.LatencyDocument.__annotations__
    assert list(unknown_figures.LatencyFigures.absent) == list(of_latency)
    of_kind = imported_run.KindDocument.__annotations__
    assert of_kind.keys() <= unknown_figures.KindFigures.absent.keys()


@each_file
def test_nothing_of_a_damaged_file_is_kept(name: str, tmp_path: Path) -> None:
    raw = (ROOT / FILES[name]).read_bytes()
    folder = tmp_path / "results"
    folder.mkdir()
    (folder / "whole").write_bytes(raw)
    # Zeroes over its second half.
    (folder / "damaged").write_bytes(raw[: len(raw) // 2] + bytes(len(raw) // 2))
    (folder / "empty").write_bytes(b"")
    with Store.open(tmp_path / "s.db") as store:
        tally = importing.import_results(store, [folder])
        files = {store.record(run)["imported"]["source"]["file"] for run in tally.runs}
    assert str(folder / "whole") in files
    assert not any(file.endswith("empty") for file in files)
