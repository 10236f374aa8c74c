"""Stores that a real command fills on the virtual clock, for tests of reports. Nothing here is a
test."""

import json
import shlex
import sqlite3
from pathlib import Path
from typing import Any

from tests.command import run_command

ROOT = Path(__file__).resolve().parents[2]
STALLS = Path(__file__).with_name("virtual_stalls.toml").read_text()
"""Stands still for 3 s, from the 10th second of Measure on after a warm-up of 1 s."""


def plimsoll(store: Path, *words: str) -> str:
    """The output of a command with this store; fails the test when it ends other than with an
    answer."""
    ended = run_command([*words, "--store", store], ROOT)
    assert ended.returncode in (0, 1, 2), ended.stderr
    return ended.stdout


def stored_answer(store: Path) -> dict[str, Any]:
    """The answer of its first campaign as it is kept."""
    with sqlite3.connect(store) as connection:
        answer: dict[str, Any] = json.loads(
            connection.execute("SELECT result FROM campaign").fetchone()[0]
        )
    return answer


def stalled_store(folder: Path, *more: str) -> Path:
    """A store with one Run of 30 s at 2,000/s offered, in which nothing was answered for 3 s."""
    stack = folder / "stalls.toml"
    stack.write_text(STALLS)
    store = folder / "stalled.db"
    how = "--virtual --seed 1 --rate 2000 --arrivals poisson --warmup-for 1s --measure-for 30s"
    asked = shlex.split(how)
    plimsoll(store, "run", "--target", f"stack:{stack}", *asked, "--interval", "100ms", *more)
    return store
