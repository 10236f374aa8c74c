"""A store that was deleted or replaced under who writes it is told: what is written then, nobody
finds."""

from collections.abc import Callable
from pathlib import Path

import pytest

from plimsoll.base.errors import IoError
from plimsoll.store import Store

from .conftest import smallest_record


def delete(path: Path) -> None:
    for one in (path, *path.parent.glob(f"{path.name}-*")):
        one.unlink()


def delete_alone(path: Path) -> None:
    path.unlink()


def move(path: Path) -> None:
    path.rename(path.with_name("elsewhere"))


def replace(path: Path) -> None:
    other = path.with_name("other.db")
    Store.open(other).close()
    other.replace(path)


def delete_log(path: Path) -> None:
    Path(f"{path}-wal").unlink()


def replace_log(path: Path) -> None:
    log = Path(f"{path}-wal")
    content = log.read_bytes()
    assert log.rename(log.with_name("kept")).exists(), "its inode is taken"
    log.write_bytes(content)


@pytest.mark.parametrize(
    ("happens", "says"),
    [
        (delete, "was deleted or moved away"),
        (delete_alone, "was deleted or moved away"),
        (move, "was deleted or moved away"),
        (replace, "was replaced by another file"),
        (delete_log, "-wal, the log of the store, was deleted"),
        (replace_log, "-wal, the log of the store, was deleted or replaced"),
    ],
)
@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_a_run_is_not_said_to_be_kept_in_a_store_that_is_gone(
    path: Path, happens: Callable[[Path], None], says: str
) -> None:
    store = Store.open(path)
    run = store.begin_run(None, "run", "{}")
    happens(path)
    for attempt in (
        lambda: store.finish_run(run, smallest_record(), {}),
        lambda: store.begin_run(None, "run", "{}"),
        lambda: store.add_event(None, run, "mark", "x"),
    ):
        with pytest.raises(IoError, match=says) as told:
            attempt()
        assert str(path) in str(told.value)
        assert len(str(told.value).splitlines()) == 1
    # What it knew it still tells: the answer of a search is read from it.
    assert [one.id for one in store.runs()] == [run]
    store.close()


def test_what_happens_during_the_last_write_is_told_too(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store.open(path)
    campaign = store.begin_campaign("run", None, "run", 1, "{}")
    durable = path.stat()

    def as_it_commits() -> int:
        if path.exists() and path.stat().st_ino == durable.st_ino:
            path.unlink()
        return 1

    monkeypatch.setattr(store, "_wall_ns", as_it_commits)
    with pytest.raises(IoError, match="was deleted"):
        store.finish_campaign(campaign, {})
    store.close()


def test_a_store_behind_a_link_is_the_one_that_the_link_names(path: Path) -> None:
    Store.open(path).close()
    link = path.with_name("link.db")
    link.symlink_to(path)
    with Store.open(link) as store:
        store.begin_run(None, "run", "{}")
        link.unlink()
        link.symlink_to(path.with_name("nowhere"))
        with pytest.raises(IoError, match="was deleted or moved away"):
            store.begin_run(None, "run", "{}")


def test_who_only_reads_goes_on_with_what_was_there(path: Path) -> None:
    with Store.open(path) as store:
        store.begin_run(None, "run", "{}")
    with Store.open(path, read_only=True) as store:
        delete(path)
        assert len(store.runs()) == 1
