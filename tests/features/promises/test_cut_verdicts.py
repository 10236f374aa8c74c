"""A verdict of Runs that a store holds, where one of them was cut or the verdict is damaged: the
first is told beside what is left, the second is refused. Neither looks like a whole answer."""

import json
from pathlib import Path

import pytest

from plimsoll.store import store as stores
from tests.conftest import Plimsoll
from tests.store_edits import edit_store

STACK = Path(__file__).resolve().parents[3] / "examples/stacks/iops-cap.toml"
PROMISE = f"""
target = "stack:{STACK}"
virtual = true
[lengths]
measure_for = "2s"
[[promise]]
direction = "at_most"
value = "3000 IOPS"
"""
LIMITS = ("--target", f"stack:{STACK}", "--virtual", "--block-size", "4k", "--measure-for", "5s")


@pytest.fixture(autouse=True)
def write_promise(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Writes a promise to the folder, for commands that look for damage in the stores that their
    process has opened: each test is one."""
    monkeypatch.setattr(stores, "_OPENED", {})
    (tmp_path / "p.toml").write_text(PROMISE)


def cut(store: str) -> None:
    """The last Run of a store, killed: it left no record, and its campaign no answer."""
    with edit_store(store) as connection:
        connection.execute(
            "UPDATE run SET state = 'abandoned', why = 'killed', record = NULL"
            " WHERE id = (SELECT max(id) FROM run)"
        )
        connection.execute("UPDATE campaign SET state = 'running', result = NULL")


def test_a_run_that_was_cut_is_told_beside_the_verdict_of_the_others(inside: Plimsoll) -> None:
    assert inside("check", "p.toml", "--store", "s.db").code == 0
    whole = inside("check", "p.toml", "--store", "s.db", "--campaign", "1", "--why")
    assert "did not finish" not in whole.out
    cut("s.db")
    ended = inside("check", "p.toml", "--store", "s.db", "--campaign", "1", "--why")
    assert ended.code == 2, ended.out
    assert "not counted: 1 Run of this campaign that did not finish" in ended.out


def test_a_run_that_was_cut_is_left_out_of_a_limit_by_name(inside: Plimsoll) -> None:
    inside("limits", *LIMITS, "--store", "s.db")
    assert "left out" not in inside("limits", "--store", "s.db", "--campaign", "1", "--why").out
    cut("s.db")
    found = inside("limits", "--store", "s.db", "--campaign", "1", "--why")
    assert "One Run was left out (the Run did not finish)" in found.out


@pytest.mark.parametrize("verb", ["check", "limits"])
def test_a_report_of_a_damaged_verdict_is_refused(inside: Plimsoll, verb: str) -> None:
    inside(verb, *(("p.toml",) if verb == "check" else LIMITS), "--store", "s.db")
    with edit_store("s.db") as connection:
        [(text,)] = connection.execute("SELECT result FROM campaign").fetchall()
        kept = json.dumps(json.loads(text) | {"verdict": "perhaps"})
        connection.execute("UPDATE campaign SET result = ?", (kept,))
    ended = inside("report", "--store", "s.db", "--to", "md", "--output", "r.md")
    assert ended.code == 65, ended.out
    assert "s.db is damaged: " in ended.err
    assert not Path("r.md").exists()
