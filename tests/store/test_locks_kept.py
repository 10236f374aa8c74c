"""What a process that holds a store open must not lose when it looks at the same file once more:
its locks.

POSIX drops all of them when any descriptor of the file is closed; the last writer elsewhere then
takes the log away, the reader sees the past for ever, and what it writes goes nowhere. SQLite
itself is the witness: another process.
"""

from __future__ import annotations

import subprocess
import sys
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from plimsoll.store import Store
from plimsoll.store.opening import is_store
from plimsoll.web.shelf import Shelf

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

WRITE = """
import sys
from plimsoll.store import Store
with Store.open(sys.argv[1]) as store:
    store.begin_campaign("run", None, "single", 1, "{}", version="1")
"""


def begin_elsewhere(path: Path) -> None:
    subprocess.run([sys.executable, "-c", WRITE, str(path)], check=True)


def open_again(path: Path) -> None:
    with Store.open(path, create=False, read_only=True) as store:
        store.campaigns()


@pytest.mark.parametrize(
    "look",
    [open_again, is_store, lambda path: Shelf(folder=path.parent).paths()],
    ids=["open", "is_store", "shelf"],
)
def test_a_second_look_at_a_store_does_not_make_the_first_one_blind(
    look: Callable[[Path], object], tmp_path: Path
) -> None:
    path = tmp_path / "s.db"
    begin_elsewhere(path)
    with closing(Store.open(path, create=False, read_only=True)) as held:
        assert len(held.campaigns()) == 1
        look(path)
        for n in (2, 3):
            # Each of them is the last that writes, and would remove the log if nobody else held it.
            begin_elsewhere(path)
            assert len(held.campaigns()) == n


def test_the_shelf_sees_what_takes_the_place_of_a_store(tmp_path: Path) -> None:
    path = tmp_path / "s.db"
    shelf = Shelf(files=(path,))
    begin_elsewhere(path)
    before = shelf.opened(path)
    assert shelf.opened(path) is before
    for old in tmp_path.glob("s.db*"):
        old.unlink()
    for _ in range(2):
        begin_elsewhere(path)
    assert len(shelf.opened(path).campaigns()) == 2
    assert len(before.campaigns()) == 1, "whoever still reads from the old one is not cut off"
    shelf.close()
    before.close()


def test_what_is_left_of_a_store_is_still_known_as_one(tmp_path: Path) -> None:
    path = tmp_path / "s.db"
    begin_elsewhere(path)
    whole = path.read_bytes()
    for content in (whole[:5000], whole[:100], whole[:100] + bytes(len(whole) - 100)):
        path.write_bytes(content)
        assert is_store(path)
        assert "damaged" in Shelf(folder=tmp_path).entries()[1][0], (
            "it does not vanish from the shelf"
        )
    path.write_bytes(b"SQLite format 3\0")
    assert not is_store(path)
