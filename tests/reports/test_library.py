"""The script that every HTML report carries is bundled once for a user; what is kept is taken only
when it is ours, whole and of this version."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import vl_convert

from plimsoll.report.forms import library

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def bundled(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """What was bundled so far; the cache folder is that of this test."""
    made: list[str] = []

    def bundle(*_: str) -> str:
        made.append(f"made {len(made) + 1}\r\n\u2028\n")
        return made[-1]

    monkeypatch.setattr(vl_convert, "javascript_bundle", bundle)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return made


def kept(tmp_path: Path) -> Path:
    return tmp_path / "plimsoll" / library.NAME


def test_it_is_bundled_once_and_is_the_same_then(bundled: list[str], tmp_path: Path) -> None:
    assert [library.script() for _ in range(3)] == ["made 1\r\n\u2028\n"] * 3
    assert len(bundled) == 1
    assert [path.name for path in (tmp_path / "plimsoll").iterdir()] == [library.NAME]
    assert kept(tmp_path).stat().st_mode & 0o077 == 0


def test_that_of_another_version_is_made_anew(
    bundled: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library.script()
    monkeypatch.setattr(vl_convert, "__version__", "99.0")
    assert [library.script() for _ in range(2)] == ["made 2\r\n\u2028\n"] * 2


@pytest.mark.parametrize(
    "damage",
    [b"", b"cut", b"\xff\xfe", b"// mine\nalert(1)"],
    ids=["empty", "cut", "bytes", "else"],
)
def test_what_is_damaged_or_not_ours_is_not_taken(
    bundled: list[str], tmp_path: Path, damage: bytes
) -> None:
    library.script()
    whole = kept(tmp_path).read_bytes()
    kept(tmp_path).write_bytes(whole[:-1] if damage == b"cut" else damage)
    assert library.script() == bundled[-1] == "made 2\r\n\u2028\n"


def test_a_link_is_not_followed_and_a_folder_of_others_not_used(
    bundled: list[str], tmp_path: Path
) -> None:
    library.script()
    elsewhere = tmp_path / "elsewhere.js"
    kept(tmp_path).rename(elsewhere)
    kept(tmp_path).symlink_to(elsewhere)
    was = elsewhere.read_bytes()
    assert library.script() == bundled[1]
    assert elsewhere.read_bytes() == was
    assert not kept(tmp_path).is_symlink()
    # Whoever may write into it could put another script into our reports.
    kept(tmp_path).parent.chmod(0o777)
    assert library.script() == bundled[2]
    assert bundled[1] in kept(tmp_path).read_bytes().decode()


def test_without_a_place_to_keep_it_reports_are_drawn_all_the_same(
    bundled: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert [library.script() for _ in range(2)] == bundled
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path / "nowhere"))
    assert library.script() == bundled[2]
    assert not (tmp_path / "nowhere").exists()
