"""What a process that holds a store open must not lose when it looks at the same file once more:
its locks.

POSIX drops all of them when any descriptor of the file is closed; the last writer elsewhere then
takes the log away, the reader sees the past for ever, and what it writes goes nowhere. SQLite
itself is the witness: another process.
"""

import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from plimsoll.base.errors import UsageError
from plimsoll.features.imports.importing import import_results
from plimsoll.store import Store
from plimsoll.store.opening import is_store
from plimsoll.store.ownership import SIDES
from plimsoll.web.launcher import size_of
from plimsoll.web.shelf import Shelf

WRITE = """
import sys
from plimsoll.store import Store
with Store.open(sys.argv[1]) as store:
    store.begin_campaign("run", None, "single", 1, "{}", version="1")
"""


def begin_elsewhere(path: Path) -> None:
    subprocess.run([sys.executable, "-c", WRITE, str(path)], check=True)


LOCKED = """
import fcntl, sys
with open(sys.argv[1] + "-shm", "r+b") as index:
    try:
        # Who has the index of the log open holds this byte: the "dead man's switch" of SQLite.
        fcntl.lockf(index, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, 128)
    except OSError:
        print("held")
"""


def open_again(path: Path) -> None:
    with Store.open(path, create=False, read_only=True) as store:
        store.campaigns()


def look_beside(path: Path) -> None:
    for side in SIDES:
        assert not is_store(Path(f"{path}{side}"))


LOOKS: dict[str, Callable[[Path], object]] = {
    "open": open_again,
    "is_store": is_store,
    "beside": look_beside,
    "shelf": lambda path: Shelf(folder=path.parent).paths(),
    "target of a campaign": lambda path: [
        size_of(one.name, path.parent) for one in path.parent.iterdir()
    ],
}


@pytest.mark.long
@pytest.mark.parametrize("named", [False, True])
def test_an_import_leaves_the_store_that_it_writes_alone(tmp_path: Path, named: bool) -> None:
    path = tmp_path / "s.db"
    begin_elsewhere(path)
    (tmp_path / "other.db").symlink_to(path)
    with closing(Store.open(path)) as held:
        held.labels.add_note(1, "as it was")
        if named:
            with pytest.raises(UsageError, match="the store to import into"):
                import_results(held, [path])
        else:
            assert import_results(held, [tmp_path]).left == []
        asked = [sys.executable, "-c", LOCKED, str(path)]
        assert subprocess.check_output(asked, text=True) == "held\n"
        begin_elsewhere(path)
        assert len(held.campaigns()) == 2


@pytest.mark.parametrize(
    "look",
    [
        pytest.param(look, marks=() if name == "open" else pytest.mark.long)
        for name, look in LOOKS.items()
    ],
    ids=LOOKS.keys(),
)
def test_a_second_look_at_a_store_does_not_make_the_first_one_blind(
    look: Callable[[Path], object], tmp_path: Path
) -> None:
    path = tmp_path / "s.db"
    begin_elsewhere(path)
    with closing(Store.open(path, create=False, read_only=True)) as held:
        assert len(held.campaigns()) == 1
        look(path)
        # Else the next process makes the index anew while we read in it, which is a bus error.
        asked = [sys.executable, "-c", LOCKED, str(path)]
        assert subprocess.check_output(asked, text=True) == "held\n"
        for n in (2, 3):
            # Each of them is the last that writes, and would remove the log if nobody else held it.
            begin_elsewhere(path)
            assert len(held.campaigns()) == n


@pytest.mark.long
def test_the_shelf_sees_what_takes_the_place_of_a_store(tmp_path: Path) -> None:
    path = tmp_path / "s.db"
    shelf = Shelf(files=(path,))
    begin_elsewhere(path)
    before = shelf.open_store(path)
    assert shelf.open_store(path) is before
    for old in tmp_path.glob("s.db*"):
        old.unlink()
    for _ in range(2):
        begin_elsewhere(path)
    assert len(shelf.open_store(path).campaigns()) == 2
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
