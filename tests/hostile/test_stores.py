"""A store may be anybody's: what stands in it is never run, damage is told in a line, and nobody's
Runs are lost when it is deleted, cut, locked or full beneath a measurement.
"""

from __future__ import annotations

import contextlib
import json
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.hostile import stores
from tests.hostile.rig import (
    MIB,
    WHOLE,
    Rig,
    as_root,
    assert_no_change,
    assert_refusal,
    table,
    tools,
    whole,
)
from tests.hostile.stores import READERS, WRITERS, copy, raw_connection, words

if TYPE_CHECKING:
    from tests.hostile.conftest import Attempts

pytestmark = pytest.mark.long

MEASURED = "SELECT id, achieved_rate_per_s, record FROM run"
FEW = ("report --to csv", "campaign status", "mark")
"""Of the short form."""


def verbs(*, writing: bool = True) -> list[str]:
    """Those to try: all, or a few in the short form."""
    known = [*READERS, *(WRITERS if writing else ())]
    return known if WHOLE else [verb for verb in known if verb in FEW]


# What stands in it is never run
# ---------------------------------------------------------------------------------------

DECLARED = {
    "a trigger that deletes": (
        "CREATE TRIGGER t AFTER INSERT ON event BEGIN DELETE FROM run; DELETE FROM campaign; END"
    ),
    "a trigger that lies": (
        "CREATE TRIGGER t AFTER UPDATE ON campaign BEGIN UPDATE run SET achieved_rate_per_s ="
        " 1e9; END"
    ),
    "a trigger on a table of ours": (
        "CREATE TRIGGER t BEFORE INSERT ON run BEGIN SELECT RAISE(FAIL, 'no'); END"
    ),
    "a view in place of a table": (
        "ALTER TABLE event RENAME TO hidden; CREATE VIEW event AS SELECT * FROM hidden"
    ),
    "a view that never ends": (
        "ALTER TABLE event RENAME TO hidden; CREATE VIEW event AS WITH RECURSIVE n(i) AS (SELECT 1"
        " UNION ALL SELECT i + 1 FROM n) SELECT i AS id, 1 AS campaign_id, 1 AS run_id, 1 AS at_ns,"
        " 'mark' AS kind, 'x' AS text FROM n"
    ),
    "an index over an expression": "CREATE INDEX i ON run (json_extract(record, '$'))",
    "a column that is computed": (
        "ALTER TABLE event ADD COLUMN more TEXT AS (hex(zeroblob(100000000))) VIRTUAL"
    ),
    "another table": "CREATE TABLE more (x)",
    "a virtual table": "CREATE VIRTUAL TABLE more USING fts5(x)",
}


@pytest.mark.parametrize("name", table(DECLARED, "a trigger that deletes"))
def test_what_a_store_declares_is_not_run(
    rig: Rig, attempts: Attempts, full_store: Path, name: str
) -> None:
    store = copy(full_store, rig.folder)
    with contextlib.closing(sqlite3.connect(store)) as db:
        db.executescript(DECLARED[name])
        before = db.execute(MEASURED).fetchall()
    for verb in verbs():
        ended = rig.plimsoll(*words(verb, store))
        if name == "another table":
            # Nobody calls it: it does no harm.
            assert ended.code in (0, 2, 64, 65, 73), (verb, ended)
        else:
            assert_refusal(ended, 65, store.name)
        attempts.count_success()
    with contextlib.closing(sqlite3.connect(store)) as db:
        assert db.execute(MEASURED).fetchall()[: len(before)] == before


def add_journal(store: Path, folder: Path) -> None:
    """Makes of a harmless campaign one that was cut, with a setting to put back: its commands are
    the attacker's."""
    orders = (
        f'{{"read": "id > {folder}/PWNED; echo 1", "restore": "touch {folder}/PWNED2", "limit_s":'
        " 60.0}"
    )
    with raw_connection(store) as db:
        db.execute("UPDATE campaign SET state = 'running' WHERE id = 2")
        db.execute(
            "UPDATE planned_point SET state = 'planned' WHERE campaign_id = 2 AND number > 2"
        )
        db.execute(
            "INSERT INTO setting_journal (campaign_id, configuration, setting, original, commands,"
            " journalled_at_ns) VALUES (2, 'off', 'x', '1', ?, 1)",
            (orders,),
        )


@pytest.mark.parametrize(
    "verb",
    [
        "campaign restore",
        "campaign resume",
        *(pytest.param(v, marks=whole) for v in READERS),
        pytest.param("mark", marks=whole),
    ],
)
def test_commands_of_a_store_are_not_run(
    rig: Rig, full_store: Path, verb: str, request: pytest.FixtureRequest
) -> None:
    store = copy(full_store, rig.folder)
    add_journal(store, rig.folder)
    # Nobody is there to confirm: neither a terminal nor an answer.
    for answer in (None, "", "y\n", "yes\n") if verb in WRITERS else (None,):
        ended = rig.plimsoll(*words(verb, store), stdin=answer)
        assert ended.code in (0, 2, 64, 65, 73, 74), ended
    assert list(rig.folder.glob("PWNED*")) == []


@whole
def test_the_campaign_in_a_store_does_not_bring_commands(
    rig: Rig, attempts: Attempts, full_store: Path
) -> None:
    """`campaign resume` of a strange store: settings, collectors, caches to clear."""
    order = f"touch {rig.folder}/PWNED"
    setting = {"name": "x", "set": order, "read": order, "restore": order, "expect": None}
    for path, value in (
        ("$.campaign.clear_caches", order),
        ("$.campaign.collect", [order]),
        ("$.configuration", {"a": {"setting": [setting]}}),
        ("$.configuration.changed.setting", [setting]),
    ):
        store = copy(full_store, rig.folder)
        with raw_connection(store) as db:
            db.execute(
                "UPDATE campaign SET state = 'running', spec = json_set(spec, ?, json(?)) WHERE"
                " id = 2",
                (path, json.dumps(value)),
            )
            db.execute("UPDATE planned_point SET state = 'planned' WHERE campaign_id = 2")
            db.execute("UPDATE campaign SET writer = 'somebody else'")
        ended = rig.plimsoll("campaign", "resume", store, "--campaign", "2")
        assert ended.code in (2, 64, 65, 73, 74), ended
        assert list(rig.folder.glob("PWNED*")) == []
        store.unlink()
        attempts.count_success()


# Other users'
# ---------------------------------------------------------------------------------------------------------


def test_a_store_of_another_user_is_read_without_a_trace_and_never_written(
    rig: Rig, attempts: Attempts, full_store: Path
) -> None:
    as_root("to give a file to another user")
    shared = rig.path("shared")
    shared.mkdir()
    shared.chmod(0o1777)
    store = copy(full_store, rig.folder).rename(shared / "s.db")
    os.chown(store, 65534, 65534)
    with assert_no_change(shared):
        for verb in verbs():
            ended = rig.plimsoll(*words(verb, store))
            # Root may write everything, and does not.
            assert ended.code == 73 if verb in WRITERS else ended.code in (0, 2, 64, 65), (
                verb,
                ended,
            )
            attempts.count_success()


@pytest.mark.parametrize("side", ["-wal", "-shm", "-journal"])
@pytest.mark.parametrize("how", ["a link to somebody's file", "a folder", "noise", "a pipe"])
@whole
def test_what_lies_beside_a_store_leads_nowhere(
    rig: Rig, attempts: Attempts, full_store: Path, side: str, how: str
) -> None:
    """SQLite writes beside its file: where another user put something of that name, it must not be
    followed."""
    victim = rig.image("victim", 1)
    for verb in ("report --list", "mark", "run", "campaign status"):
        folder = rig.path(verb)
        folder.mkdir()
        store = copy(full_store, folder)
        beside = folder / f"s.db{side}"
        beside.unlink(missing_ok=True)
        made: dict[str, Callable[[], object]] = {
            "a link to somebody's file": lambda at=beside: at.symlink_to(victim),
            "a folder": beside.mkdir,
            "noise": lambda at=beside: at.write_bytes(victim.read_bytes()[:50_000]),
            "a pipe": lambda at=beside: os.mkfifo(at),
        }
        made[how]()
        with assert_no_change(victim):
            ended = rig.plimsoll(*words(verb, store), cwd=folder)
            assert ended.code in (0, 2, 65, 73, 74), ended
            attempts.count_success()


# Not a store, or none any more
# ----------------------------------------------------------------------------------------


def with_noise(store: Path) -> None:
    with store.open("r+b") as file:
        file.seek(8192)
        file.write(os.urandom(64 * 1024))


def instead(store: Path, make: Callable[[], object]) -> None:
    store.unlink()
    make()


def execute_sql(store: Path, sql: str) -> None:
    with raw_connection(store) as db:
        db.execute(sql)


Spoil = Callable[[Path], object]
SPOILT: dict[str, tuple[Spoil, tuple[int, ...]]] = {
    "cut in half": (lambda store: os.truncate(store, store.stat().st_size // 2), (65,)),
    "of the future": (lambda store: execute_sql(store, "PRAGMA user_version = 999"), (65,)),
    "of another program": (lambda store: execute_sql(store, "PRAGMA application_id = 1"), (65,)),
    "text": (lambda store: store.write_text("campaign = 'none'\n" * 1000), (65,)),
    "empty": (lambda store: store.write_bytes(b""), (65,)),
    "pages of noise": (with_noise, (65,)),
    "a pipe": (lambda store: instead(store, lambda: os.mkfifo(store)), (65, 66)),
    "a folder": (lambda store: instead(store, store.mkdir), (65, 66)),
    "a device": (lambda store: instead(store, lambda: store.symlink_to("/dev/zero")), (65, 66)),
    "larger than any disk": (lambda store: os.truncate(store, 1 << 40), (0, 2, 64, 65, 73)),
}


@pytest.mark.parametrize("how", table(SPOILT, "cut in half"))
def test_what_is_no_store_is_told_and_left_as_it_is(
    rig: Rig, attempts: Attempts, full_store: Path, how: str
) -> None:
    spoil, codes = SPOILT[how]
    store = copy(full_store, rig.folder)
    spoil(store)
    regular = store.is_file() and store.stat().st_size < 1 << 30
    with assert_no_change(*([store] if regular else [])):
        for verb in verbs():
            # What is no store may be meant as a campaign's file, which is not one either.
            ended = rig.plimsoll(*words(verb, store))
            assert ended.code in codes, (verb, ended)
            attempts.count_success()


@pytest.mark.parametrize("sql", ["DROP TABLE interval", "ALTER TABLE run DROP COLUMN outcome"])
@whole
def test_a_store_without_a_table_or_a_column_is_damaged(
    rig: Rig, attempts: Attempts, full_store: Path, sql: str
) -> None:
    store = copy(full_store, rig.folder)
    execute_sql(store, sql)
    for verb in verbs():
        assert_refusal(rig.plimsoll(*words(verb, store)), 65, store.name)
        attempts.count_success()


VALUES = {
    "not JSON": "{",
    "another kind": "[]",
    "null": "null",
    "deep": "[" * 100_000,
    "deep and closed": "[" * 5000 + "]" * 5000,
    "infinite": '{"a": 1e999}',
    "NaN": "NaN",
    "long": '"' + "x" * 5_000_000 + '"',
    "nothing": "",
    "control": "\0\x1b[2J\u202e",
    "a number": 42,
    "SQL": "'; DROP TABLE run; --",
}
COLUMNS = (
    "run.record",
    "run.spec",
    "interval.json",
    "campaign.spec",
    "campaign.result",
    "planned_point.target",
    "planned_point.workload",
    "planned_point.load",
    "point.target",
    "configuration.settings",
    "host.fingerprint",
)


@pytest.mark.parametrize("column", table(COLUMNS, "run.record"))
def test_content_that_was_damaged_by_hand_is_told(
    rig: Rig, attempts: Attempts, full_store: Path, column: str
) -> None:
    """Whole pages, wrong values: 65 with the store's name, or an answer from what is sound; never a
    defect."""
    table, _, name = column.partition(".")
    readers = verbs(writing=False)
    tried = COLUMNS.index(column)
    for value in [*VALUES.values()] if WHOLE else ["{", "[]"]:
        store = copy(full_store, rig.folder)
        with raw_connection(store) as db:
            db.execute(f"UPDATE {table} SET {name} = ?", (value,))
        # Three of the verbs for each value: all of them for each column.
        for _ in range(3):
            verb = readers[tried % len(readers)]
            tried += 5
            ended = rig.plimsoll(*words(verb, store))
            assert ended.code in (0, 2, 64, 65), (verb, str(value)[:20], ended)
            attempts.count_success()
        store.unlink()


@whole
def test_a_small_store_takes_no_large_memory(
    rig: Rig, attempts: Attempts, full_store: Path
) -> None:
    """A histogram of two megabytes that inflates to two gigabytes."""
    tools("prlimit")
    store = copy(full_store, rig.folder)
    with raw_connection(store) as db:
        db.execute("UPDATE histogram SET v2 = ?", (stores.bomb(),))
        db.execute("UPDATE interval SET response_time = ?", (stores.bomb(),))
    for verb in ("report --to csv", "report", "timeline", "compare", "curve"):
        ended = rig.plimsoll(
            *words(verb, store), before=("prlimit", f"--data={1536 * MIB}"), within_s=60
        )
        assert ended.code in (0, 2, 64, 65), (verb, ended)
        attempts.count_success()
