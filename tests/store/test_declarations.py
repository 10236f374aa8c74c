"""A store declares what Plimsoll declares. What else stands in the file is neither run nor passed
over: 65, before anything of it."""

import re
import sqlite3
from pathlib import Path

import pytest

from plimsoll.base.errors import InputError
from plimsoll.store import Store
from plimsoll.store.schema import APPLICATION_ID, SCHEMA, VERSION


def change(path: Path, *statements: str) -> None:
    connection = sqlite3.connect(path, isolation_level=None)
    for statement in statements:
        connection.execute(statement)
    connection.close()


def rewritten(name: str, old: str, new: str) -> tuple[str, str, str]:
    """Another declaration in the place of ours, as whoever writes the file can make one."""
    text = f"replace(sql, '{old}', '{new}')".replace("{q}", "''")
    return (
        "PRAGMA writable_schema = ON",
        f"UPDATE sqlite_schema SET sql = {text} WHERE name = '{name}'",
        "PRAGMA writable_schema = OFF",
    )


@pytest.mark.parametrize(
    "statements",
    [
        ("CREATE TRIGGER evil AFTER INSERT ON run BEGIN DELETE FROM campaign; END",),
        ("CREATE TRIGGER evil AFTER UPDATE ON run BEGIN UPDATE run SET outcome = 'ok'; END",),
        ("CREATE VIEW evil AS SELECT * FROM run",),
        ("ALTER TABLE event RENAME TO real_event", "CREATE VIEW event AS SELECT * FROM real_event"),
        ("CREATE VIRTUAL TABLE evil USING fts5(text)",),
        ("CREATE TABLE evil (x)",),
        ("CREATE INDEX evil ON run (abs(id))",),
        ("CREATE INDEX evil ON run (id) WHERE length(role) > 0",),
        ("CREATE UNIQUE INDEX evil ON run (role)",),
        ("ALTER TABLE event ADD COLUMN evil TEXT AS (upper(text))",),
        ("ALTER TABLE event ADD COLUMN evil TEXT",),
        (
            "DROP INDEX run_by_campaign",
            "CREATE INDEX run_by_campaign ON run (campaign_id, hex(id))",
        ),
        rewritten(
            "event",
            "text        TEXT NOT NULL",
            "text        TEXT NOT NULL CHECK (length(randomblob(9)) > 0)",
        ),
        # What would hide from whoever drops comments without looking at quotes.
        rewritten(
            "campaign", "{q}finished{q}))", "{q}finished--{q})), evil TEXT CHECK (length({q}\n{q}))"
        ),
        rewritten("event", "-- mark, note", "/* */ -- mark, note"),
    ],
)
@pytest.mark.parametrize("read_only", [True, False])
def test_what_is_not_ours_is_refused(
    path: Path, statements: tuple[str, ...], read_only: bool
) -> None:
    Store.open(path).close()
    change(path, *statements)
    before = path.read_bytes()
    with pytest.raises(
        InputError,
        match=(
            r"is not a store as it should be: .* (is not one of Plimsoll's|is not as Plimsoll"
            r" makes it)"
        ),
    ) as refused:
        Store.open(path, create=False, read_only=read_only)
    assert len(str(refused.value).splitlines()) == 1
    assert path.read_bytes() == before


def test_a_name_is_told_without_what_a_terminal_would_obey(path: Path) -> None:
    Store.open(path).close()
    change(path, 'CREATE TABLE "a\x1b[2J\u202e\n" (x)')
    with pytest.raises(InputError) as refused:
        Store.open(path)
    assert str(refused.value).isascii()
    assert str(refused.value).isprintable()


TABLES = re.findall(r"^CREATE TABLE (\w+)", SCHEMA, re.MULTILINE)


@pytest.mark.parametrize("table", TABLES)
def test_a_table_that_is_missing_is_damage(path: Path, table: str) -> None:
    Store.open(path).close()
    change(path, "PRAGMA foreign_keys = OFF", f"DROP TABLE {table}")
    with pytest.raises(InputError, match=f"is damaged: its table '{table}' is missing"):
        Store.open(path, read_only=True)


def test_what_sqlite_itself_puts_there_is_no_harm(path: Path) -> None:
    with Store.open(path) as store:
        store.begin_run(None, "run", "{}")
    change(path, "ANALYZE", "DROP INDEX point_by_question")
    with Store.open(path) as store:
        assert len(store.runs()) == 1


def test_comments_of_another_version_are_no_harm(path: Path) -> None:
    other = re.sub(r"--[^\n]*", "-- said otherwise; with 'quotes\" and /* all", SCHEMA)
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {VERSION}")
    # A semicolon in a comment ends no statement.
    connection.executescript(other)
    connection.close()
    with Store.open(path) as store:
        assert store.campaigns() == []


@pytest.mark.parametrize(
    "statement",
    [
        (
            "CREATE TRIGGER evil AFTER INSERT ON run BEGIN INSERT INTO event (at_ns, kind, text)"
            " VALUES (1, 'mark', 'evil'); END"
        ),
        "CREATE TRIGGER evil BEFORE INSERT ON run BEGIN SELECT RAISE(ABORT, 'evil'); END",
    ],
)
def test_a_trigger_that_is_put_in_while_a_store_is_open_does_not_fire(
    path: Path, statement: str
) -> None:
    with Store.open(path) as store:
        store.begin_run(None, "run", "{}")
        change(path, statement)
        with pytest.raises(InputError, match="put a trigger or a view into it, which was not run"):
            store.begin_run(None, "run", "{}")
        assert len(store.runs()) == 1
    change(path, "DROP TRIGGER evil")
    with Store.open(path) as store:
        assert store.begin_run(None, "run", "{}") == 2
    connection = sqlite3.connect(path)
    assert connection.execute("SELECT count(*) FROM event").fetchone() == (0,)
    connection.close()


def test_a_view_that_takes_the_place_of_a_table_meanwhile_is_not_read(path: Path) -> None:
    with Store.open(path) as store:
        change(
            path,
            "ALTER TABLE event RENAME TO real_event",
            "CREATE VIEW event AS SELECT * FROM real_event",
        )
        with pytest.raises(InputError, match="put a trigger or a view into it"):
            store.events(1)


def test_nothing_is_attached_or_loaded_through_it(store: Store) -> None:
    with pytest.raises(sqlite3.DatabaseError, match=r"not authorized|too many attached"):
        store._connection.execute("ATTACH ':memory:' AS other")
    with pytest.raises(sqlite3.DatabaseError, match="not authorized"):
        store._connection.execute("SELECT load_extension('x')")
    assert store._connection.execute("PRAGMA trusted_schema").fetchone() == (0,)
    assert store._connection.execute("PRAGMA cell_size_check").fetchone() == (1,)
