"""Stores to attack: a real one with something of every kind in it, and every verb that reads or
writes one."""

import contextlib
import fcntl
import json
import os
import shutil
import sqlite3
import struct
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.command import run_command
from tests.stacks.runs import KEPT
from tests.store_edits import seal
from tests.words import argv

ROOT = Path(__file__).resolve().parents[2]
STACK = ROOT / "examples/stacks/mm1.toml"
CAMPAIGN = f"""
[campaign]
name = "kept"
virtual = true
measure_for = "3s"
objective = "p99 <= 20ms"
settle = false
[target]
path = "stack:{STACK}"
[workload]
block_size = ["4k", "64k"]
[load]
rate = [500, 2000]
[configuration.base]
[configuration.changed.setting]
name = "knob"
set = "true"
read = ["echo", "1"]
restore = "true"
"""


def campaign(target: object, more: str = "", **keys: Any) -> str:
    """A campaign's file: its own keys, its target, and what comes behind."""
    lines = [f"{key} = {json.dumps(value)}" for key, value in {"name": "c", **keys}.items()]
    return "\n".join(["[campaign]", *lines, "[target]", f'path = "{target}"', more, ""])


def promise(target: object, value: str = "100 IOPS", more: str = "") -> str:
    """A file of one promise of a system."""
    return (
        f'target = "{target}"\n{more}\n[[promise]]\ndirection = "at_least"\nvalue = "{value}"\n'
        'subject = "system"\n'
    )


PROMISE = promise(f"stack:{STACK}", more="virtual = true")
REAL: dict[str, Any] = {"settle": False, "warmup_for": "0s"}
"""Keys of campaigns on the real clock."""

READERS: dict[str, tuple[str, ...]] = {
    "report --list": ("report", "--list", "--store", "{store}"),
    "report --to csv": ("report", "--store", "{store}", "--to", "csv"),
    "report --to json": ("report", "--store", "{store}", "--to", "json"),
    "report --to md": ("report", "--store", "{store}", "--to", "md"),
    "report": ("report", "--store", "{store}", "--output", "r.html", "--force"),
    "report --to xlsx": ("report", "--store", "{store}", "--output", "r.xlsx", "--force"),
    "report time": (
        "report",
        "time",
        "--store",
        "{store}",
        *argv("--campaign 1 --run 1 --output t.html --force"),
    ),
    "campaign status": ("campaign", "status", "{store}"),
    "watch": ("watch", "--store", "{store}", "--once"),
    "timeline": ("timeline", "--store", "{store}"),
    "timeline --json": ("timeline", "--store", "{store}", "--run", "1", "--json"),
    "compare": ("compare", "{store}#2:base", "{store}#2:changed"),
    "curve": ("curve", "--store", "{store}", "--campaign", "3"),
    "limits": ("limits", "--store", "{store}"),
    "check": ("check", "promise.toml", "--store", "{store}", "--campaign", "2"),
    "size": ("size", "--guest-iops", "50", "--line", "{store}#3"),
}
WRITERS: dict[str, tuple[str, ...]] = {
    "mark": ("mark", "hello", "--store", "{store}", "--campaign", "2"),
    "run": (
        *argv(
            "run --target null: --queue-depth 1 --cap-rate 100 --measure-for 100ms "
            "--warmup-for 0s --store"
        ),
        "{store}",
    ),
    "campaign resume": ("campaign", "resume", "{store}", "--campaign", "2"),
    "campaign restore": ("campaign", "restore", "{store}"),
    "campaign stop": ("campaign", "stop", "{store}", "--campaign", "2"),
}


def words(verb: str, store: Path | str) -> tuple[str, ...]:
    """The command."""
    return tuple(word.format(store=store) for word in {**READERS, **WRITERS}[verb])


def make(folder: Path) -> Path:
    """A store with a Run (1), a campaign of eight Points with a note (2), a search (3), and the
    limits of a target (4): `kept.db` in this folder. The processes of a test session make one, and
    each test gets a copy."""
    kept = os.environ.get(KEPT)
    if kept is None:
        return _make_store(folder)
    whole = Path(kept, "store-to-attack")
    with whole.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not whole.exists():
            new = whole.with_suffix(".new")
            new.mkdir()
            _make_store(new)
            new.rename(whole)
    shutil.copytree(whole, folder, dirs_exist_ok=True)
    return folder / "kept.db"


def _make_store(folder: Path) -> Path:
    (folder / "campaign.toml").write_text(CAMPAIGN)
    (folder / "promise.toml").write_text(PROMISE)
    store = folder / "kept.db"
    for command in (
        argv("run --target null: --rate 200 --measure-for 1s --warmup-for 0s --interval 100ms"),
        ("campaign", "run", "campaign.toml"),
        ("find", "--target", f"stack:{STACK}", "--virtual", "--objective", "p99 <= 5ms"),
        argv(f"limits --target stack:{STACK} --virtual --measure-for 2s --block-size 4k,64k"),
        ("mark", "somebody pulled a cable", "--campaign", "2"),
    ):
        state = str(folder / "state")
        done = run_command([*command, "--store", store], folder, XDG_STATE_HOME=state)
        assert done.returncode in (0, 2), done.stderr
    return store


def copy(store: Path, folder: Path, name: str = "s.db") -> Path:
    """A copy to spoil, with what the verbs need beside it."""
    for file in ("campaign.toml", "promise.toml"):
        shutil.copy(store.with_name(file), folder / file)
    with (
        sqlite3.connect(store) as source,
        contextlib.closing(sqlite3.connect(folder / name)) as into,
    ):
        source.backup(into)
    source.close()
    return folder / name


@contextlib.contextmanager
def raw_connection(store: Path) -> Iterator[sqlite3.Connection]:
    """As somebody with SQLite opens it, with all of its safeguards off; committed at the end."""
    connection = sqlite3.connect(store)
    try:
        connection.execute("PRAGMA ignore_check_constraints = 1")
        connection.execute("PRAGMA writable_schema = 1")
        connection.execute("PRAGMA foreign_keys = 0")
        with connection:
            yield connection
            # Whoever crafts a store computes its checksums, too.
            with contextlib.suppress(sqlite3.Error):
                seal(connection)
    finally:
        connection.close()


def rows(store: Path, query: str) -> list[tuple[Any, ...]]:
    """What a query brings; nothing while the store cannot be read."""
    with (
        contextlib.suppress(sqlite3.Error),
        contextlib.closing(sqlite3.connect(f"file:{store}?mode=ro", uri=True)) as db,
    ):
        return db.execute(query).fetchall()
    return []


def count(store: Path, what: str) -> int:
    """How many of these there are (`run WHERE state = 'finished'`)."""
    return int((rows(store, f"SELECT count(*) FROM {what}") or [(0,)])[0][0])


def is_whole(store: Path) -> bool:
    """SQLite finds nothing wrong with it."""
    return rows(store, "PRAGMA integrity_check") == [("ok",)]


def bomb(mib: int = 2048) -> bytes:
    """A histogram of some hundred kilobytes that says it is gigabytes: V2, deflated (HdrHistogram's
    own framing)."""
    squeezed = zlib.compressobj(9)
    payload = b"".join([*(squeezed.compress(bytes(1 << 20)) for _ in range(mib)), squeezed.flush()])
    return struct.pack(">ii", 0x1C849304 | 0x10, len(payload)) + payload
