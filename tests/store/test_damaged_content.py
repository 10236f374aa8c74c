"""Damage inside a file that SQLite finds whole: one line with the store and the place, 65,
whichever verb reads it; never a crash.

Each kind of damage is read by every third of the verbs that read a store, by turns, and by two of
those that must stumble, which is said beside it: a verb that does not read what is damaged answers
as ever.
"""

import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from plimsoll import cli
from plimsoll.campaign import damage
from plimsoll.store import store as stores
from tests.store.conftest import FIND, write_questions
from tests.store_edits import seal

VERBS = {
    "status": "campaign status d.db --campaign 1",
    "resume": "campaign resume d.db --campaign 1",
    "restore": "campaign restore d.db",
    "list": "report --list --store d.db",
    "html": "report --store d.db --campaign 1 --to html --output r.html",
    "xlsx": "report --store d.db --campaign 1 --to xlsx --output r.xlsx",
    "csv": "report --store d.db --campaign 1 --to csv --output r.csv",
    "json": "report --store d.db --campaign 2 --to json --output r.json",
    "point": "report point --store d.db --campaign 1 --to md --output r.md",
    "time": "report time --store d.db --campaign 1 --to json --output t.json",
    "time page": "report time --store d.db --campaign 1 --to html --output t.html",
    "timeline": "timeline --store d.db --run 1",
    "compare": "compare d.db#1 d.db#2",
    "curve": "curve --store d.db --campaign 1",
    "limits": "limits --store d.db --campaign 1",
    "check": "check p.toml --store d.db --campaign 1",
    "size": "size --line d.db#2 --guest-iops 10",
    "watch": "watch --store d.db --campaign 1 --once",
    "mark": "mark x --store d.db --campaign 1",
}
RECORDS = {
    *("html", "xlsx", "csv", "json", "point"),
    *("timeline", "compare", "curve", "limits", "check"),
}
EVERY = set(VERBS)
PLANNED = {"status", "resume", "html", "csv", "compare"}
DAMAGES: dict[str, tuple[str, set[str]]] = {
    "a record that is no JSON": ("UPDATE run SET record = '{\"all\":'", RECORDS),
    "a record that is a list": ("UPDATE run SET record = '[]'", RECORDS),
    "a record without anything": ("UPDATE run SET record = '{}'", RECORDS),
    "a record that is nested without end": (f"UPDATE run SET record = '{'[' * 50_000}'", RECORDS),
    "a record that is no text": ("UPDATE run SET record = CAST(x'7b22a0ff' AS TEXT)", RECORDS),
    "figures that are words": (
        "UPDATE run SET record = json_set(record, '$.all', 'many')",
        {"html", "csv", "json", "curve"},
    ),
    "a figure that is a word": (
        "UPDATE run SET record = json_set(record, '$.all.response_time_ns', 'x')",
        {"html", "csv", "json"},
    ),
    "what was asked that is no JSON": ("UPDATE run SET spec = '{'", EVERY - {"restore", "mark"}),
    "a seed that is no number": ("UPDATE run SET seed = 'x'", EVERY - {"restore", "mark"}),
    "an interval that is no JSON": (
        "UPDATE interval SET json = '{'",
        {"time", "time page", "timeline", "limits"},
    ),
    "an interval that is a list": ("UPDATE interval SET json = '[]'", {"timeline", "limits"}),
    "an interval with a word for a length": (
        "UPDATE interval SET json = json_set(json, '$.length_s', 'x')",
        {"timeline", "time", "csv"},
    ),
    "a distribution that is noise": (
        "UPDATE histogram SET v2 = randomblob(400)",
        {"html", "xlsx", "point"},
    ),
    "distributions of intervals that are noise": (
        "UPDATE interval SET response_time = randomblob(300)",
        {"timeline", "point"},
    ),
    "a Point that is no JSON": ("UPDATE planned_point SET workload = '{'", PLANNED),
    "a Point of another shape": (
        'UPDATE planned_point SET target = \'{"name": 5, "path": 7}\'',
        {"status"},
    ),
    "an answer that is no JSON": ("UPDATE planned_point SET result = 'no'", PLANNED),
    "a document that is no JSON": ("UPDATE campaign SET spec = '{'", EVERY - {"timeline"}),
    "a document of another shape": (
        "UPDATE campaign SET spec = '{\"campaign\": 5}'",
        {"status", "resume", "html", "watch"},
    ),
    "a result of another shape": (
        'UPDATE campaign SET result = \'{"load_line": 5, "probes": 7, "events": 3}\'',
        {"html", "json"},
    ),
    "a result that is a list": ("UPDATE campaign SET result = '[1]'", EVERY - {"timeline"}),
    "an objective that is none": ("UPDATE campaign SET objective = 'fast'", set()),
    "a record with a figure that is NaN": (
        (
            "UPDATE run SET record = replace(record, '\"issued_rate_per_s\":',"
            ' \'"issued_rate_per_s":NaN,"x":\')'
        ),
        RECORDS,
    ),
    "a record with a figure that no float holds": (
        "UPDATE run SET record = '{\"x\":-1e999,' || substr(record, 2)",
        RECORDS,
    ),
    "a result with a figure that is infinite": (
        "UPDATE campaign SET result = '{\"x\":Infinity,' || substr(result, 2)",
        {"html", "list"},
    ),
    "an interval with a figure that is NaN": (
        "UPDATE interval SET json = '{\"x\":NaN,' || substr(json, 2)",
        {"time", "time page", "timeline", "limits"},
    ),
    "a rate without end": ("UPDATE run SET achieved_rate_per_s = 9e999", {"html"}),
    "times without sense": ("UPDATE run SET started_at_ns = -9223372036854775808", set()),
    "a Point that is gone": ("DELETE FROM planned_point WHERE number = 1", set()),
    "commands that are none": (
        "INSERT INTO setting_journal VALUES (1, 1, 'a', 'b', 'c', '{\"x\": 5}', 1, NULL, NULL, 0)",
        {"status", "resume", "restore"},
    ),
    "a table that is gone": ("DROP TABLE interval", EVERY),
}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A campaign, and a search."""
    folder = tmp_path_factory.mktemp("whole")
    write_questions(folder)
    for words in (("campaign", "run", str(folder / "c.toml")), FIND):
        assert cli.main([*words, "--store", str(folder / "whole.db")]) in (0, 2)
    return folder / "whole.db"


@pytest.fixture
def opened_here() -> Iterator[None]:
    """A command looks for damage in the stores that its process has opened: each test is one."""
    before = dict(stores._OPENED)
    stores._OPENED.clear()
    yield
    stores._OPENED.clear()
    stores._OPENED.update(before)


@pytest.mark.parametrize(
    ("number", "name"),
    [
        pytest.param(number, name, marks=pytest.mark.long if number else ())
        for number, name in enumerate(DAMAGES)
    ],
)
def test_every_verb_tells_damage_in_a_line(
    number: int,
    name: str,
    whole: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    opened_here: None,
) -> None:
    statement, must = DAMAGES[name]
    monkeypatch.chdir(tmp_path)
    shutil.copy(whole.parent / "p.toml", "p.toml")
    shutil.copy(whole, "damaged.db")
    connection = sqlite3.connect("damaged.db", isolation_level=None)
    connection.execute("PRAGMA foreign_keys = OFF")
    connection.execute("PRAGMA journal_mode = OFF")
    connection.execute(statement)
    seal(connection)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.close()
    for verb in sorted({*list(VERBS)[number % 3 :: 3], *sorted(must)[:2]}):
        words = VERBS[verb]
        for old in tmp_path.glob("d.db*"):
            old.unlink()
        shutil.copy("damaged.db", "d.db")
        code = cli.main([*words.split(), *(["--force"] if "--output" in words else [])])
        said = [
            line for line in capsys.readouterr().err.splitlines() if line.startswith("plimsoll: ")
        ]
        assert code in ((65,) if verb in must else (0, 2, 64, 65)), (verb, code, said)
        if code == 65:
            assert len(said) == 1, (verb, said)
            assert "d.db is damaged: " in said[0] or verb not in must, (verb, said)
            assert "Restore a copy of it" in said[0] or verb not in must, (verb, said)


def test_what_is_whole_is_not_called_damaged(whole: Path) -> None:
    assert damage.of(whole) is None


def test_a_defect_of_ours_stays_one(
    whole: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    opened_here: None,
) -> None:
    def raise_key_error(*_: object, **__: object) -> None:
        raise KeyError("a defect")

    monkeypatch.setattr("plimsoll.campaign.status.of", raise_key_error)
    assert cli.main(["campaign", "status", str(whole)]) == 70
    assert "internal error: KeyError: 'a defect'" in capsys.readouterr().err
