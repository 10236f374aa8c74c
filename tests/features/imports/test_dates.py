"""When imported Runs were measured, as far as their files tell it, on every surface; and what else
of a file is told instead of left open: the processors, and which store lies beside it."""

import json
import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest

from plimsoll.web import shelf, shelf_page
from tests.conftest import Plimsoll
from tests.features.fio_results import fio_writer

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures" / "results"
ZONE = "The file names no time zone: its times are taken as UTC."
ENDED_S = 1_700_000_000
KIND = fio_writer.Kind((2_000_000,) * 1000)
TRUTH = fio_writer.Truth({"read": KIND}, options={"rw": "randread"}, ended_s=ENDED_S)


def point(plimsoll: Plimsoll, file: Path, folder: Path) -> str:
    """All that is told of the only Run of a file, or of its last."""
    copy = folder / file.name
    if copy != file:
        shutil.copy(file, copy)
    plimsoll("import", copy.name, "--store", "i.db", code=0)
    told = plimsoll("report", "point", "--store", "i.db", "--to", "md", "--output", "p.md")
    assert told.code in (0, 2), told.err
    return (folder / "p.md").read_text()


@pytest.mark.parametrize(
    ("name", "zone", "says"),
    [
        ("iometer.csv", "", True),
        ("crystaldiskmark.txt", "", True),
        ("diskspd.txt", "", False),
        ("diskspd.txt", " UTC", True),
        ("elbencho.csv", "", False),
    ],
)
def test_a_time_without_a_zone_is_said_to_be_taken_as_utc(
    plimsoll: Plimsoll, tmp_path: Path, name: str, zone: str, says: bool
) -> None:
    file = tmp_path / name
    shutil.copy(FIXTURES / "others" / name, file)
    if zone:
        # Without the one that it names.
        assert zone in file.read_text()
        file.write_text(file.read_text().replace(zone, ""))
    assert (ZONE in point(plimsoll, file, tmp_path)) == says


def test_documents_have_the_date_of_the_measurement(plimsoll: Plimsoll, tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(json.dumps(fio_writer.document(TRUTH, (3, 33))))
    assert plimsoll("import", "a.json", "--store", "i.db").code == 0
    day = f"{datetime.fromtimestamp(ENDED_S - 10, UTC):%Y-%m-%d %H:%M}"
    assert day in plimsoll("report", "--list", "--store", "i.db").out
    plimsoll("report", "--store", "i.db", "--to", "pdf", "--output", "o.pdf", code=0)
    created = f"D:{datetime.fromtimestamp(ENDED_S - 10, UTC):%Y%m%d}"
    assert created.encode() in (tmp_path / "o.pdf").read_bytes()


def test_a_run_without_a_date_has_none(plimsoll: Plimsoll, tmp_path: Path) -> None:
    document = fio_writer.document(TRUTH, (3, 33))
    for key in ("timestamp", "timestamp_ms", "time"):
        document.pop(key, None)
    (tmp_path / "a.json").write_text(json.dumps(document))
    assert plimsoll("import", "a.json", "--store", "i.db").code == 0
    listed = plimsoll("report", "--list", "--store", "i.db").out
    assert listed.count("unknown") == 1
    assert f"{datetime.now(UTC):%Y-%m-%d}" not in listed
    plimsoll("report", "--store", "i.db", "--to", "html", "--output", "o.html", code=0)
    assert "no date in the files" in (tmp_path / "o.html").read_text()


def test_the_page_has_the_dates_of_the_files(plimsoll: Plimsoll, tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(json.dumps(fio_writer.document(TRUTH, (3, 33))))
    assert plimsoll("import", "a.json", "--store", "i.db").code == 0
    entries, troubles = shelf.Shelf([tmp_path / "i.db"]).entries()
    assert not troubles
    [entry] = entries
    day = f"{datetime.fromtimestamp(ENDED_S - 10, UTC):%Y-%m-%d}"
    assert f"measured {day}" in shelf_page.date_words(entry)


def test_a_store_beside_the_results_is_not_named_as_no_result(
    plimsoll: Plimsoll, tmp_path: Path
) -> None:
    (tmp_path / "a.json").write_text(json.dumps(fio_writer.document(TRUTH, (3, 33))))
    for _ in range(2):
        ended = plimsoll("import", ".", code=0)
        assert "no result" not in ended.out
        assert ".db is" not in ended.out
    (tmp_path / "a.json").unlink()
    ended = plimsoll("import", ".", "--store", "other.db", code=65)
    assert "nothing but a store" in ended.err
    assert not (tmp_path / "other.db").exists()
    # Named itself it is refused by name.
    assert "maybe a store of Plimsoll" in plimsoll("import", "plimsoll.db", "--store", "o.db").err


def test_the_cpu_that_a_file_tells_is_shown(plimsoll: Plimsoll, tmp_path: Path) -> None:
    text = point(plimsoll, FIXTURES / "others/iometer.csv", tmp_path)
    assert "of all processors of its machine in use" in text
    assert "Generator CPU: not in the file" not in text
