"""Stores: a real one, changed by the byte and by the value, read by every verb that reads one."""

import contextlib
import json
import random
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.hostile import stores
from tests.hostile.fuzzing import child, mutate

DRAWN = ("report", "report time")
"""Verbs that draw a page, which takes seconds: one case in ten."""
VERBS = [verb for verb in stores.READERS if verb not in (*DRAWN, "report --to xlsx")]
"""The spreadsheet is left out: its library brings a runtime of its own, which no fork can bear."""


def case(draw: random.Random, store: Path) -> None:
    """Spoils this copy."""
    if draw.random() < 0.4:
        store.write_bytes(_in_pages(draw, store.read_bytes()))
    else:
        with contextlib.suppress(sqlite3.Error), stores.raw_connection(store) as db:
            for _ in range(draw.choice((1, 1, 2, 5))):
                _value(draw, db)


def _in_pages(draw: random.Random, data: bytes) -> bytes:
    """Bytes flipped within pages, the head among them, pages put in each other's place, the end cut
    off."""
    out = bytearray(data)
    page = 4096
    for _ in range(draw.choice((1, 2, 8, 64))):
        at = draw.randrange(len(out)) if draw.random() < 0.8 else draw.randrange(200)
        out[at] ^= 1 << draw.randrange(8)
    if draw.random() < 0.2:
        a, b = (draw.randrange(len(out) // page) * page for _ in range(2))
        out[a : a + page], out[b : b + page] = out[b : b + page], out[a : a + page]
    if draw.random() < 0.1:
        del out[draw.randrange(len(out)) :]
    return bytes(out)


def _value(draw: random.Random, db: sqlite3.Connection) -> None:
    tables = [
        name
        for (name,) in db.execute(
            "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name"
        )
    ]
    table = draw.choice(tables)
    columns = [row[1] for row in db.execute(f'PRAGMA table_info("{table}")')]
    rows = (
        [row[0] for row in db.execute(f'SELECT rowid FROM "{table}"')]
        if "histogram" not in table and "interval" not in table
        else []
    )
    column = draw.choice(columns)
    if rows and draw.random() < 0.1:
        db.execute(f'DELETE FROM "{table}" WHERE rowid = ?', (draw.choice(rows),))
        return
    (now,) = db.execute(f'SELECT "{column}" FROM "{table}" LIMIT 1').fetchone() or (None,)
    where, which = (
        ("WHERE rowid = ?", (draw.choice(rows),)) if rows and draw.random() < 0.5 else ("", ())
    )
    db.execute(
        f'UPDATE OR REPLACE "{table}" SET "{column}" = ? {where}',
        (_mutate_value(draw, now), *which),
    )


def _mutate_value(draw: random.Random, now: Any) -> Any:
    """JSON as a tree, blobs as bytes, anything else by an odd value."""
    if isinstance(now, bytes):
        return mutate.of_bytes(draw, now)
    if isinstance(now, str) and now[:1] in "{[" and draw.random() < 0.8:
        with contextlib.suppress(ValueError):
            return json.dumps(mutate.of_tree(draw, json.loads(now)))
    odd = draw.choice([one for one in mutate.ODD if isinstance(one, str | int | float)])
    if isinstance(now, int) and draw.random() < 0.7:
        odd = draw.choice((0, -1, 1, 2**62, -(2**62), now + 1, 10**9))
    return min(odd, 2**63 - 1) if isinstance(odd, int) else odd


def try_cases(seed: int, numbers: Iterator[int]) -> Iterator[tuple[int, str]]:
    """Each case's number, and what is wrong with it (empty: nothing)."""
    child.prepare()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        store = stores.make(folder)
        work = folder / "work"
        for number in numbers:
            draw = random.Random(f"stores {seed} {number}")
            work.mkdir()
            spoilt = stores.copy(store, work)
            case(draw, spoilt)
            content = spoilt.read_bytes()
            for verb in (draw.choice(DRAWN),) if draw.random() < 0.1 else draw.sample(VERBS, 4):
                ended = child.command(list(stores.words(verb, "s.db")), work)
                # What a store holds decides what fits: no campaign of that number, no report of
                # that name.
                wrong = ended.wrong or (
                    "" if ended.code in (0, 1, 2, 64, 65) else f"ended with {ended.code}"
                )
                if not wrong and spoilt.read_bytes() != content:
                    wrong = "changed the store"
                if wrong:
                    child.save("stores", seed, number, content, f"{verb}\n{wrong}\n{ended.said}")
                    yield number, f"{verb}: {wrong}: {ended.said[-300:]}"
                    break
            else:
                yield number, ""
            shutil.rmtree(work)
