"""The folder of pulses: hostile ones are refused quietly, and whatever is wrong with it ends no
Run."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from plimsoll.cli import main
from plimsoll.live import runtime_dir
from plimsoll.live.state import State
from plimsoll.store import Store
from tests.words import argv

NAME = f"{'a' * 16}-1.json"


@pytest.fixture
def only(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The one folder that there is."""
    path = tmp_path / "plimsoll"
    monkeypatch.setattr(runtime_dir, "folders", lambda: [path])
    return path


def memory(_: Path) -> bool:
    return True


def assert_no_access(path: Path) -> None:
    """Nothing can be written there, and what lies there is not read."""
    before = sorted(path.iterdir())
    # Which error is the system's affair.
    with pytest.raises(OSError), runtime_dir.open_writable(memory):  # noqa: PT011
        pytest.fail("it was opened")
    assert list(runtime_dir.contents()) == []
    assert sorted(path.iterdir()) == before


def test_a_folder_of_our_own_is_made_for_us_alone_and_keeps_what_is_written(only: Path) -> None:
    with runtime_dir.open_writable(memory) as folder:
        runtime_dir.write(folder, NAME, b"one")
        runtime_dir.write(folder, NAME, b"two")
    assert only.stat().st_mode & 0o777 == 0o700
    assert list(runtime_dir.contents()) == [(NAME, b"two")]
    assert list(only.iterdir()) == [only / NAME]


def a_link(only: Path) -> None:
    there = only.with_name("elsewhere")
    there.mkdir(mode=0o700)
    only.symlink_to(there)


def entered_by_others(only: Path) -> None:
    only.mkdir()
    only.chmod(0o755)


def of_another_user(only: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root can give a folder away")
    only.mkdir(mode=0o700)
    os.chown(only, 65534, 65534)


@pytest.mark.parametrize("made", [a_link, entered_by_others, of_another_user])
def test_a_folder_that_is_not_ours_alone_is_refused(
    only: Path, made: Callable[[Path], None]
) -> None:
    made(only)
    (only / NAME).write_bytes(b"planted")
    assert_no_access(only)


def test_links_and_pipes_in_the_folder_are_neither_read_nor_written_through(
    only: Path, tmp_path: Path
) -> None:
    victim = tmp_path / "victim"
    victim.write_bytes(b"precious")
    only.mkdir(mode=0o700)
    (only / NAME).symlink_to(victim)
    os.mkfifo(only / f"{'b' * 16}-2.json")
    assert list(runtime_dir.contents()) == []
    (only / f".{NAME}.new").symlink_to(victim)
    with runtime_dir.open_writable(memory) as folder:
        runtime_dir.write(folder, NAME, b"ours")
    assert victim.read_bytes() == b"precious"
    assert not (only / NAME).is_symlink()


def test_a_folder_on_a_disk_is_never_made_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        runtime_dir, "folders", lambda: [Path("/tmp/plimsoll-nobody")]
    )  # it must not be made
    with pytest.raises(OSError, match="on a disk"), runtime_dir.open_writable(lambda _: False):
        pytest.fail("it was opened")
    assert not Path("/tmp/plimsoll-nobody").exists()


def test_a_runtime_folder_that_is_on_a_disk_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk, there = tmp_path / "disk", tmp_path / "memory"
    for path in (disk, there):
        path.mkdir(mode=0o700)
    monkeypatch.setattr(runtime_dir, "folders", lambda: [disk / "plimsoll", there / "plimsoll"])
    with runtime_dir.open_writable(lambda path: path == there) as folder:
        runtime_dir.write(folder, NAME, b"one")
    assert list(disk.iterdir()) == [], (
        "twice a second a file would have been written on what may be measured"
    )
    assert (there / "plimsoll" / NAME).read_bytes() == b"one"


def test_where_pulses_lie_follows_the_environment() -> None:
    found = [str(path) for path in runtime_dir.folders({"XDG_RUNTIME_DIR": "/run/there"}, uid=7)]
    assert found == [
        "/run/there/plimsoll",
        "/run/user/7/plimsoll",
        "/dev/shm/plimsoll-7",
        "/tmp/plimsoll-7",
    ]
    assert (
        str(runtime_dir.folders({"XDG_RUNTIME_DIR": "not/absolute"}, uid=7)[0])
        == "/run/user/7/plimsoll"
    )


def full(*_: object) -> None:
    raise OSError(28, "No space left on device")


def defect(_: State) -> str:
    raise RuntimeError("a defect")


@pytest.mark.long
@pytest.mark.parametrize(
    ("of", "name", "broken"),
    [
        (runtime_dir, "folders", lambda: [Path("/proc/nowhere/plimsoll")]),
        (runtime_dir, "write", full),
        (State, "text", defect),
    ],
    ids=["nowhere", "full", "a defect"],
)
def test_a_run_does_not_fail_for_its_pulse(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    of: object,
    name: str,
    broken: object,
) -> None:
    monkeypatch.setattr(of, name, broken)
    store = tmp_path / "kept.db"
    words = argv(f"run --target null: --rate 100 --measure-for 1200ms --store {store} --json")
    assert main([*words]) in (0, 2)
    notes = [line for line in capsys.readouterr().err.splitlines() if "live view" in line]
    assert len(notes) == 1, "told once"
    with Store.open(store, read_only=True) as kept:
        assert kept.runs(1)[0].state == "finished"
