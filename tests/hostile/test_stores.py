"""A store may be anybody's: its commands are never run, what lies beside it leads nowhere, and a
small one takes no large memory. That every verb refuses what is no store, what declares more than
ours and what is damaged is held in tests/store."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.hostile import stores
from tests.hostile.conftest import Attempts
from tests.hostile.rig import MIB, WHOLE, Rig, as_root, assert_no_change, tools, whole
from tests.hostile.stores import READERS, WRITERS, copy, raw_connection, words

pytestmark = pytest.mark.long

FEW = ("report --to csv", "campaign status", "mark")
"""Of the short form."""


def verbs() -> list[str]:
    """Those to try: all, or a few in the short form."""
    known = [*READERS, *WRITERS]
    return known if WHOLE else [verb for verb in known if verb in FEW]


# What stands in it is never run
# ---------------------------------------------------------------------------------------


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
