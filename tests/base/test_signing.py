"""The key that signs: made once, for its owner alone; and not used when it may be anybody's."""

import os
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as any_of

from plimsoll.base import signing, state
from plimsoll.base.errors import IoError

NOBODY = 65534


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state" / "plimsoll"


def needs_root() -> None:
    if os.geteuid() != 0:
        pytest.skip("needs to give files to another user, which takes root")


def test_a_key_is_made_for_its_owner_alone_and_stays(folder: Path) -> None:
    assert signing.read() is None
    assert not folder.parent.exists(), "looking makes nothing"
    made = signing.read_or_make()
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE((folder / "signing.key").stat().st_mode) == 0o600
    assert [path.name for path in folder.iterdir()] == ["signing.key"]
    assert signing.read() == signing.read_or_make() == made
    assert len(made.secret) == 32
    assert repr(made) == "Key()", "a secret is in no message"


def test_of_many_who_make_it_at_once_all_have_the_same(folder: Path) -> None:
    with ThreadPoolExecutor(16) as pool:
        assert (
            len({key.secret for key in pool.map(lambda _: signing.read_or_make(), range(64))}) == 1
        )


def test_a_signature_is_of_exactly_this(folder: Path) -> None:
    key, other = signing.read_or_make(), signing.Key(bytes(32))
    signature = key.sign("setting", 1, {"a": ["b"]})
    assert key.is_signature(signature, "setting", 1, {"a": ["b"]})
    for content in (
        ("setting", 1, {"a": ["c"]}),
        ("setting", "1", {"a": ["b"]}),
        ("settin", "g", 1, {"a": ["b"]}),
    ):
        assert not key.is_signature(signature, *content)
    assert not other.is_signature(signature, "setting", 1, {"a": ["b"]})
    for wrong in (None, "", signature[:-1], signature.upper(), "ü"):
        assert not key.is_signature(wrong, "setting", 1, {"a": ["b"]})


JSON = any_of.recursive(
    any_of.none() | any_of.booleans() | any_of.integers() | any_of.text(),
    lambda inner: (
        any_of.lists(inner, max_size=3) | any_of.dictionaries(any_of.text(), inner, max_size=3)
    ),
    max_leaves=6,
)


def same(one: object, other: object) -> bool:
    """Equal, with true apart from 1."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    return type(one) is type(other) and one == other


@pytest.mark.long
@given(any_of.lists(JSON, max_size=3), any_of.lists(JSON, max_size=3))
def test_no_two_contents_have_the_same_bytes(one: list[object], other: list[object]) -> None:
    assert (signing.canonical(*one) == signing.canonical(*other)) == same(one, other)


def test_a_key_that_others_can_read_is_not_used(folder: Path) -> None:
    signing.read_or_make()
    for mode in (0o640, 0o604, 0o622, 0o666):
        (folder / "signing.key").chmod(mode)
        with pytest.raises(IoError, match=r"others may read or write it.*rm "):
            signing.read()


def test_a_key_that_is_no_plain_whole_file_is_not_used(folder: Path) -> None:
    signing.read_or_make()
    key = folder / "signing.key"
    whole = key.rename(folder / "whole")
    key.symlink_to(whole)
    with pytest.raises(IoError, match="it is a link"):
        signing.read()
    key.unlink()
    os.mkfifo(key, 0o600)
    with pytest.raises(IoError, match="not a regular file"):
        signing.read()
    key.unlink()
    for content in (b"", whole.read_bytes()[:31], whole.read_bytes() + b"x"):
        key.write_bytes(content)
        key.chmod(0o600)
        with pytest.raises(IoError, match="does not have 32 bytes"):
            signing.read_or_make()


def test_another_users_key_or_folder_is_not_used(folder: Path) -> None:
    needs_root()
    signing.read_or_make()
    os.chown(folder / "signing.key", NOBODY, NOBODY)
    with pytest.raises(IoError, match="it belongs to nobody"):
        signing.read()
    os.chown(folder, NOBODY, NOBODY)
    with pytest.raises(IoError, match=r"it belongs to nobody, and you are root\. Under sudo"):
        signing.read()


def test_nothing_is_made_in_somebody_elses_home(folder: Path) -> None:
    needs_root()
    home = folder.parent.parent / "home"
    home.mkdir()
    os.chown(home, NOBODY, NOBODY)
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("XDG_STATE_HOME")
        patch.setenv("HOME", str(home))
        assert state.place() == home / ".local/state/plimsoll"
        with pytest.raises(
            IoError,
            match=(
                r"belongs to nobody, and you are root\. Under sudo take your own home with"
                r" 'sudo -H'"
            ),
        ):
            signing.read_or_make()
    assert list(home.iterdir()) == []


def test_a_folder_that_others_may_write_to_is_not_used_and_one_that_they_may_read_is_closed(
    folder: Path,
) -> None:
    folder.mkdir(parents=True)
    folder.chmod(0o755)
    signing.read_or_make()
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    folder.chmod(0o770)
    with pytest.raises(IoError, match="others may write into it"):
        signing.read()


def test_a_folder_that_is_a_link_is_not_used(folder: Path) -> None:
    folder.parent.mkdir()
    folder.symlink_to(folder.parent)
    for ask in (signing.read, signing.read_or_make):
        with pytest.raises(IoError, match="it is a link, or not a folder"):
            ask()


def test_a_user_without_a_home_is_told_what_to_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 123456)
    with pytest.raises(IoError, match=r"no HOME\. Set XDG_STATE_HOME"):
        state.place({"XDG_STATE_HOME": "relative/is/ignored"})
    assert state.place({"XDG_STATE_HOME": "/x"}) == Path("/x/plimsoll")
    assert state.place({"HOME": "/y"}) == Path("/y/.local/state/plimsoll")


def test_a_home_that_is_not_there_is_not_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("XDG_STATE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path / "nonexistent"))
    assert signing.read() is None
    with pytest.raises(IoError, match=r"there is no .*nonexistent\. Set XDG_STATE_HOME"):
        signing.read_or_make()
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_made_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    with pytest.raises(IoError, match=r"cannot make .*Set XDG_STATE_HOME"):
        signing.read_or_make()
