"""What is said of a campaign lies in its store, changes nothing that was measured, and goes with
it; deleting a campaign moves all of it, and nothing else."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from plimsoll.base.errors import IoError, RefusedError, UsageError
from plimsoll.campaign import damage
from plimsoll.campaign.deleting import FOLDER, delete
from plimsoll.report import registry
from plimsoll.report.request import ReportRequest
from plimsoll.store import Labels, Store, moving
from plimsoll.store.labels import MOST_TAGS


def contents(path: Path) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every table."""
    with closing(sqlite3.connect(path)) as connection:
        names = [
            name
            for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
        ]
        return {
            name: sorted(connection.execute(f"SELECT * FROM {name}"), key=repr) for name in names
        }


def test_what_was_said_is_read_back_and_an_empty_name_is_the_first_one(path: Path) -> None:
    with Store.open(path) as store:
        one = store.begin_campaign("find", None, "load_line", 1, '{"campaign": {"name": "look"}}')
        other = store.begin_campaign("find", None, "load_line", 1, "{}")
        store.labels.rename(one, "  before\n firmware 7.2 ")
        store.labels.tag(one, ["b", "a", " b ", ""])
        store.labels.archive(one, archived=True)
        store.labels.pin(one)
    with Store.open(path, read_only=True) as store:
        row = store.known_campaign(one)
        assert row.labels == Labels("before firmware 7.2", ("a", "b"), archived=True, baseline=True)
        assert row.display_name == "before firmware 7.2"
        assert store.campaigns()[1].labels == Labels()
    with Store.open(path) as store:
        store.labels.rename(one, "")
        store.labels.tag(one, [])
        store.labels.archive(one, archived=False)
        store.labels.pin(other, instead_of=[one])
        row = store.known_campaign(one)
        assert (row.display_name, row.labels) == ("look", Labels())
        assert store.known_campaign(other).labels.baseline


def test_notes_are_those_of_the_command_and_a_mark_is_none(path: Path) -> None:
    with Store.open(path) as store:
        number = store.begin_campaign("run", None, "run", 1, "{}")
        other = store.begin_campaign("run", None, "run", 1, "{}")
        run = store.begin_run(number, "run", "{}")
        mark = store.add_event(number, run, "mark", "pulled path A", at_ns=5)
        note = store.add_event(number, None, "note", "wrong cable", at_ns=7)
        store.labels.add_note(number, "cache\nbattery")
        assert [one.text for one in store.labels.notes(number)] == ["wrong cable", "cache battery"]
        assert store.labels.notes(other) == []
        store.labels.remove_note(number, mark)
        store.labels.remove_note(other, note)
        assert len(store.events(number)) == 3, "neither a mark, nor a note of another campaign"
        store.labels.remove_note(number, note)
        assert [one.text for one in store.labels.notes()] == ["cache battery"]


@pytest.mark.parametrize(
    ("say", "why"),
    [
        (lambda labels, n: labels.rename(n, "x" * 121), "at most 120"),
        (lambda labels, n: labels.tag(n, ["y" * 41]), "at most 40"),
        (lambda labels, n: labels.tag(n, ["a,b"]), "comma"),
        (lambda labels, n: labels.tag(n, map(str, range(MOST_TAGS + 1))), "at most 20 tags"),
        (lambda labels, n: labels.add_note(n, " \n "), "needs words"),
        (lambda labels, n: labels.add_note(n, "z" * 2001), "at most 2000"),
    ],
)
def test_what_no_list_could_show_is_refused(
    path: Path, say: Callable[[Any, int], None], why: str
) -> None:
    with Store.open(path) as store:
        number = store.begin_campaign("run", None, "run", 1, "{}")
        with pytest.raises(UsageError, match=why):
            say(store.labels, number)
        assert store.known_campaign(number).labels == Labels()


@pytest.mark.long
@pytest.mark.parametrize("number", [1, 4])
def test_a_deleted_campaign_is_whole_elsewhere_and_the_others_are_as_they_were(
    four_campaigns: Path, number: int
) -> None:
    with Store.open(four_campaigns) as store:
        store.labels.tag(number, ["gone"])
        store.labels.add_note(number, "a slip")
        before = {
            row.id: [page.answer for page in pages(store, row.id)] for row in store.campaigns()
        }
        into = delete(store, number, "look", " look ")
        assert [row.id for row in store.campaigns()] == sorted(set(before) - {number})
        assert store.dangling() == []
        for other in set(before) - {number}:
            assert [page.answer for page in pages(store, other)] == before[other]
        with pytest.raises(UsageError, match=f"'look'.*was deleted.*{FOLDER}"):
            store.known_campaign(number)
        assert store.begin_campaign("run", None, "run", 1, "{}") == 5, "a number is given once"
    assert into.parent == four_campaigns.parent / FOLDER
    assert damage.of(into) is None
    with Store.open(into, read_only=True) as moved:
        (row,) = moved.campaigns()
        assert (row.id, row.labels.tags) == (number, ("gone",))
        assert [one.text for one in moved.labels.notes()] == ["a slip"]
        assert [page.answer for page in pages(moved, number)] == before[number]
        assert moved.dangling() == []


def pages(store: Store, number: int) -> list[Any]:
    asked = ReportRequest(store, (number,))
    return [registry.build(one.name, asked) for one in registry.fitting(asked.evidence)]


def test_no_row_is_lost_and_none_is_left(four_campaigns: Path) -> None:
    """Whichever campaigns leave: what stays and what left are together what was there."""
    with Store.open(four_campaigns) as store:
        store.labels.rename(1, "x")
    whole = contents(four_campaigns)
    with Store.open(four_campaigns) as store:
        moved = [delete(store, number, "x", "x") for number in (1, 4)]
    parts = [contents(path) for path in (four_campaigns, *moved)]
    for table, rows in whole.items():
        if table not in ("identity", "signature", "deleted"):
            found = {row for part in parts for row in part.get(table, [])}
            assert found == set(rows), table
            if table not in ("configuration", "host"):
                assert sum(len(part.get(table, [])) for part in parts) == len(rows), table


def test_deleting_needs_the_name_and_nothing_else_happens(four_campaigns: Path) -> None:
    with Store.open(four_campaigns) as store:
        for typed in (None, "", "loo", "LOOK"):
            with pytest.raises(UsageError, match="it is called 'look'"):
                delete(store, 2, "look", typed)
        assert len(store.campaigns()) == 4
    assert not (four_campaigns.parent / FOLDER).exists()


def test_nothing_is_deleted_beside_a_measurement_or_with_settings_changed(path: Path) -> None:
    with Store.open(path) as store:
        done = store.begin_campaign("campaign", None, "grid", 1, "{}")
        store.finish_campaign(done, {})
        running = store.begin_campaign("run", None, "run", 1, "{}")
        with pytest.raises(RefusedError, match="is running"):
            delete(store, done, "look", "look")
        store.finish_campaign(running, {})
        commands = {"read": "a", "restore": "b", "limit_s": 1.0}
        entry = store.plans.journal(done, "off", "x", "1", commands)
        with pytest.raises(RefusedError, match=r"not put back.*campaign restore"):
            delete(store, done, "look", "look")
        store.plans.note_restore(entry)
        delete(store, done, "look", "look")
        assert [row.id for row in store.campaigns()] == [running]


def test_a_folder_that_somebody_else_put_there_is_not_followed(
    four_campaigns: Path, tmp_path: Path
) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (four_campaigns.parent / FOLDER).symlink_to(elsewhere)
    with Store.open(four_campaigns) as store:
        with pytest.raises(RefusedError, match="is a link"):
            delete(store, 2, "look", "look")
        assert len(store.campaigns()) == 4
    assert list(elsewhere.iterdir()) == []


def test_a_copy_that_does_not_come_about_costs_nothing(
    four_campaigns: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(*_: object) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr(moving, "_copy_rows", breaks)
    with Store.open(four_campaigns) as store:
        before = len(store.runs(1))
        with pytest.raises((IoError, sqlite3.Error)):
            delete(store, 1, "look", "look")
        assert len(store.campaigns()) == 4
        assert len(store.runs(1)) == before
    assert list((four_campaigns.parent / FOLDER).iterdir()) == [], "what is not whole is no copy"


def test_no_other_process_writes_between_the_copy_of_a_campaign_and_its_removal(
    four_campaigns: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A campaign that is resumed in between would lose the Runs that it then stores."""

    copied, held = moving.copy, []
    with Store.open(four_campaigns) as store:

        def copy(*given: Any) -> None:
            held.append(store._connection.in_transaction)
            copied(*given)

        monkeypatch.setattr(moving, "copy", copy)
        delete(store, 2, "look", "look")
    assert held == [True]
