"""A changed digit, byte or row of a store is found when it is read, and never shown as a figure."""

import random
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from plimsoll.base.errors import InputError
from plimsoll.campaign import damage
from plimsoll.native import fine
from plimsoll.report import registry
from plimsoll.report.forms import markdown
from plimsoll.report.request import ReportRequest
from plimsoll.store import Store, checksums
from plimsoll.store.rows import Reason
from tests.store_edits import edit_store

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def kept_once(made_once: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with a row in every table that carries figures."""
    path = tmp_path_factory.mktemp("kept") / "four.db"
    shutil.copy(made_once, path)
    with Store.open(path) as store:
        campaign, run = 4, store.runs(4)[0].id
        point = store.plans.points(campaign)[0]
        store.add_event(campaign, run, "mark", "cable 7 pulled")
        store.labels.add_note(campaign, "firmware 7.2")
        (collector,) = store.counters.begin(campaign, [("command", "iostat 1", 1.0)])
        store.counters.add(run, [(collector, "busy", 1_000, 0.25)], [(collector, {"kept": 1})])
        store.plans.journal(
            campaign, "off", "x", "17", {"read": "r", "restore": "w", "limit_s": 60.0}
        )
        store.plans.keep_reference(
            campaign, "as found", str(point.target["name"]), {"mean_ns": 100.0, "noise_ns": 5.0}
        )
        store.plans.fail(point.id, Reason("error", {"exit_code": 74}))
        with store._transaction() as execute:
            first = execute("SELECT run_id, idx FROM interval LIMIT 1", ()).fetchone()
            row = (*first, 1, fine.pack([fine.Fine(0, 10, 1, 1, 0, 0, 5, 5)]))
            execute("INSERT INTO fine VALUES (?, ?, ?, ?, ?)", (*row, checksums.of(*row)))
    assert damage.of(path) is None
    return path


@pytest.fixture
def store_copy(kept_once: Path, tmp_path: Path) -> Path:
    """A copy of the store, which a test may change."""
    return Path(shutil.copy(kept_once, tmp_path / "four.db"))


KEYS = ("id", "run_id", "idx", "campaign_id", "planned_point_id", "name_id", "collector_id")
"""A row that belongs elsewhere is found by the indexes when the store is opened."""
COVERED = [
    (table, [column for column in columns if column not in KEYS])
    for table, parts in checksums.COLUMNS.items()
    for columns in parts.values()
]


@pytest.mark.parametrize(("table", "columns"), COVERED)
def test_one_changed_value_is_found_in_every_table_with_figures(
    store_copy: Path, table: str, columns: list[str]
) -> None:
    """A checksum is of all the columns that `COLUMNS` names, or it would not fit what is whole: in
    which of them the value lies is drawn."""
    draw = random.Random(f"{table} {columns}")
    with closing(sqlite3.connect(store_copy)) as db, db:
        db.execute("PRAGMA ignore_check_constraints = ON")
        named = columns if table != "settle_reference" else ["reference"]
        for column in draw.sample(named, len(named)):
            # Some have no value in any row.
            found = f"SELECT rowid, {column} FROM {table} WHERE {column} IS NOT NULL"
            if rows := db.execute(found).fetchall():
                break
        rowid, was = draw.choice(rows)
        db.execute(
            f"UPDATE {table} SET {column} = ? WHERE rowid = ?", (changed_value(draw, was), rowid)
        )
    told = damage.of(store_copy)
    assert told is not None, (table, column, was)
    assert told.exit_code == 65


def changed_value(draw: random.Random, was: Any) -> Any:
    """The same but for one digit, letter or byte."""
    if isinstance(was, bytes):
        at = draw.randrange(len(was))
        return was[:at] + bytes([was[at] ^ 1 << draw.randrange(8)]) + was[at + 1 :]
    if isinstance(was, str):
        digits = [at for at, one in enumerate(was) if one.isdigit()] or range(len(was))
        at = draw.choice(digits)
        return f"{was[:at]}{'1' if was[at] != '1' else '9'}{was[at + 1 :]}"
    return was + 1


def test_the_run_whose_record_was_changed_is_named(store_copy: Path) -> None:
    with closing(sqlite3.connect(store_copy)) as db, db:
        (run,) = db.execute("SELECT max(id) FROM run WHERE record IS NOT NULL").fetchone()
        (record,) = db.execute("SELECT record FROM run WHERE id = ?", (run,)).fetchone()
        at = record.index('"p99":') + len('"p99":')
        digit = "9" if record[at] != "9" else "1"
        spoilt = record[:at] + digit + record[at + 1 :]
        db.execute("UPDATE run SET record = ? WHERE id = ?", (spoilt, run))
    with Store.open(store_copy, read_only=True) as store, pytest.raises(InputError) as raised:
        store.record(run)
    assert f"the record of Run {run} is not what was written" in str(raised.value)
    assert raised.value.exit_code == 65


CONTRADICTIONS = {
    "p99 of its all response_time is above p99_9": ("$.all.response_time_ns", "p99", 90_674_175),
    "min of its all response_time is above p50": ("$.all.response_time_ns", "min", 10**12),
    "mean of its read completion_latency is above max": (
        "$.read.completion_latency_ns",
        "mean",
        1e15,
    ),
}


@pytest.mark.parametrize("why", CONTRADICTIONS)
def test_figures_that_contradict_each_other_are_not_shown_even_where_the_checksum_is_right(
    store_copy: Path, why: str
) -> None:
    place, name, value = CONTRADICTIONS[why]
    with edit_store(store_copy) as db:
        (run,) = db.execute(
            "SELECT max(id) FROM run WHERE json_extract(record, '$.all.response_time_ns.p99_9')"
            " IS NOT NULL"
        ).fetchone()
        db.execute(
            f"UPDATE run SET record = json_set(record, '{place}.{name}', ?) WHERE id = ?",
            (value, run),
        )
    with Store.open(store_copy, read_only=True) as store, pytest.raises(InputError) as raised:
        store.record(run)
    assert f"the record of Run {run} contradicts itself: {why}" in str(raised.value)


def test_no_report_shows_a_figure_that_was_changed_in_the_file(four_campaigns: Path) -> None:
    """Bytes of the file, wherever they lie: an error, or the same page to the letter."""
    whole = report_contents(four_campaigns)
    content = four_campaigns.read_bytes()
    draw = random.Random(7)
    for _ in range(8):
        spoilt = bytearray(content)
        at = draw.randrange(100, len(content))
        spoilt[at] ^= 1 << draw.randrange(8)
        four_campaigns.write_bytes(spoilt)
        try:
            shown = report_contents(four_campaigns)
        except (InputError, sqlite3.Error):
            continue
        assert shown == whole, f"byte {at}"


def report_contents(path: Path) -> list[bytes]:
    """Everything that the reports of the store's campaigns say."""
    with Store.open(path, create=False, read_only=True) as store:
        made = []
        for row in store.campaigns():
            asked = ReportRequest(store, (row.id,))
            for report in registry.fitting(asked.evidence):
                page = registry.build(report.name, asked)
                made.append(markdown.draw(page, asked).content)
        return made
