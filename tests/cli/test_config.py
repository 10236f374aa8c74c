"""Where results are kept is said once; a start that failed leaves nothing in the store."""

import json
import os
import sqlite3
from pathlib import Path

import pytest

from plimsoll.base import preferences
from plimsoll.base.errors import InputError
from plimsoll.store import Store
from tests.conftest import Plimsoll
from tests.stack_texts import disk

MM1 = disk("1ms")
RUN = (
    *("find", "--target", "stack:mm1.toml", "--virtual", "--objective", "mean <= 3ms"),
    *("--arrivals", "constant", "--between", "500..1500"),
)


@pytest.fixture
def at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "mm1.toml").write_text(MM1)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path


@pytest.mark.long
def test_the_store_that_was_said_is_that_of_every_command(plimsoll: Plimsoll, at: Path) -> None:
    (at / "results").mkdir()
    kept = at / "results" / "all.db"
    home = {"XDG_CONFIG_HOME": str(at / "config")}
    assert plimsoll("config", **home).out.startswith("store: plimsoll.db (by default")
    said = plimsoll("config", "store", "results/all.db", **home)
    assert (said.code, said.out) == (0, f"store: {kept} ({at}/config/plimsoll/config.toml)\n")
    assert json.loads(plimsoll("config", "--json", **home).out)["store"] == str(kept)
    plimsoll(*RUN, **home, code=0)
    assert kept.exists()
    assert not (at / "plimsoll.db").exists()
    brief = ("run", *RUN[1:4], "--rate", "100", "--measure-for", "1s")
    plimsoll(*brief, **home, code=0)
    with Store.open(kept, read_only=True) as store:
        assert [one.kind for one in store.campaigns()] == ["find", "run"]
    assert plimsoll("report", "--to", "md", **home).code == 0
    # What is typed wins over the environment, which wins over what was said.
    assert plimsoll(*brief, "--store", "typed.db", PLIMSOLL_STORE="other.db", **home).code == 0
    assert plimsoll(*brief, PLIMSOLL_STORE="other.db", **home).code == 0
    assert sorted(path.name for path in at.glob("*.db")) == ["other.db", "typed.db"]
    back = plimsoll("config", "store", "--unset", **home)
    assert back.out.startswith("store: plimsoll.db (by default")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("config", "stores"), "unknown setting 'stores'"),
        (("config", "--unset"), "--unset needs a key"),
        (("config", "store", "x.db", "--unset"), "contradict"),
        (("config", "store", "."), "is a folder"),
        (("config", "store", "nowhere/x.db"), "there is no folder"),
    ],
)
def test_what_cannot_be_said_is_refused(
    plimsoll: Plimsoll, at: Path, words: tuple[str, ...], said: str
) -> None:
    ended = plimsoll(*words, XDG_CONFIG_HOME=str(at / "config"))
    assert ended.code in (64, 65), ended.out
    assert said in ended.err


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("store = 3\n", "store is not an absolute path"),
        ('store = "x.db"\n', "store is not an absolute path"),
        ('stor = "/x.db"\n', "there is no 'stor'"),
        ("store\n", "not TOML"),
    ],
)
def test_a_file_that_says_something_else_is_told(at: Path, text: str, said: str) -> None:
    place = at / "config" / "plimsoll" / "config.toml"
    place.parent.mkdir(parents=True)
    place.write_text(text)
    with pytest.raises(InputError, match=said):
        preferences.store()


@pytest.mark.skipif(os.geteuid() != 0, reason="needs root to act as another user")
@pytest.mark.parametrize("there", ["config", "config/plimsoll"])
def test_a_configuration_of_another_user_is_not_written(
    plimsoll: Plimsoll, at: Path, there: str
) -> None:
    (at / there).mkdir(parents=True)
    os.chown(at / there, 1234, 1234)
    ended = plimsoll("config", "store", "x.db", XDG_CONFIG_HOME=str(at / "config"), code=74)
    assert "another user's" in ended.err
    assert list((at / there).iterdir()) == []


def test_a_start_that_failed_leaves_no_campaign(at: Path) -> None:
    with Store.open(at / "s.db") as store:
        kept = store.begin_campaign("find", None, "load_line", 1, "{}")
        store.drop_if_empty(kept)
        store.add_event(kept, None, "mark", "noted")
        empty = store.begin_campaign("find", None, "load_line", 1, "{}")
        store.abandon_run(store.begin_run(empty, "maximum", "{}"), "the server hung up")
        store.drop_if_empty(empty)
        store.counters.begin(empty, [("command", "iostat", None)])
        ended = store.begin_campaign("find", None, "load_line", 1, "{}")
        store.drop_if_empty(ended)
        store.finish_campaign(ended, {})
    with Store.open(at / "s.db", read_only=True) as store:
        assert [one.id for one in store.campaigns()] == [kept, ended]
        assert store.runs(empty) == []
    with sqlite3.connect(at / "s.db") as connection:
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    connection.close()


def test_a_target_that_is_not_there_leaves_no_campaign(plimsoll: Plimsoll, at: Path) -> None:
    ended = plimsoll("limits", "--target", f"nbd+unix:///?socket={at}/none", "--store", "s.db")
    assert ended.code != 0
    if (at / "s.db").exists():
        with Store.open(at / "s.db", read_only=True) as store:
            assert store.campaigns() == []
