"""Files that a user asked for, in a folder where others write meanwhile: nothing of theirs is
replaced, and no link is followed."""

import contextlib
import os
import socket
import stat
from pathlib import Path

import pytest

from plimsoll import cli
from plimsoll.base import writing
from plimsoll.base.errors import RefusedError
from plimsoll.features.promises import junit
from plimsoll.native import serving
from tests.cli.test_refusals import assert_refusal
from tests.conftest import Plimsoll
from tests.hostile import stores
from tests.hostile.conftest import Attempts
from tests.hostile.rig import as_root

PRECIOUS = "the only copy\n" * 100


@pytest.fixture
def victim(tmp_path: Path) -> Path:
    file = tmp_path / "victim"
    file.write_text(PRECIOUS)
    return file


@pytest.mark.long
def test_a_report_follows_no_link_that_was_laid_for_its_part(
    full_store: Path, tmp_path: Path, victim: Path, attempts: Attempts
) -> None:
    for form in ("html", "md", "json", "csv", "svg"):
        report = tmp_path / f"r.{form}"
        (tmp_path / f".{report.name}.{os.getpid()}.part").symlink_to(victim)
        assert (
            cli.main(
                ["report", "--store", str(full_store), "--campaign", "2", "--output", str(report)]
            )
            == 0
        )
        assert (victim.read_text(), report.is_symlink()) == (PRECIOUS, False)
        attempts.count_success()


LINKED = {
    "report": ("report", "--store", "{kept}", "--campaign", "2", "--output", "{it}.html"),
    "check --junit": ("check", "{promise}", "--no-store", "--junit", "{it}.xml"),
    "stack show --svg": ("stack", "show", str(stores.STACK), "--svg", "{it}.svg"),
    "compare --chart": ("compare", "{kept}#2:base", "{kept}#2:changed", "--chart", "{it}.svg"),
}


@pytest.mark.long
@pytest.mark.parametrize("dangles", [False, True], ids=["link", "dangling link"])
@pytest.mark.parametrize("name", LINKED)
def test_nothing_is_written_through_a_link(
    full_store: Path,
    tmp_path: Path,
    victim: Path,
    plimsoll: Plimsoll,
    name: str,
    dangles: bool,
) -> None:
    known = {
        "kept": str(full_store),
        "promise": str(full_store.with_name("promise.toml")),
        "it": str(tmp_path / "it"),
    }
    words = [word.format(**known) for word in LINKED[name]]
    link = tmp_path / next(word for word in words if "it." in word).rpartition("/")[2]
    target = tmp_path / "elsewhere" if dangles else victim
    link.symlink_to(target)
    ended = plimsoll(*words, code=73)
    assert "left as it is" in ended.err or "left as it was" in ended.err
    assert (link.is_symlink(), target.exists(), victim.read_text()) == (True, not dangles, PRECIOUS)


@pytest.mark.long
def test_a_file_that_came_while_it_was_measured_is_left_and_the_verdict_is_told(
    full_store: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    results, drawn = tmp_path / "results.xml", junit.text

    def meanwhile(*given: object) -> str:
        results.write_text(PRECIOUS)
        return drawn(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(junit, "text", meanwhile)
    code = cli.main(
        ["check", str(full_store.with_name("promise.toml")), "--no-store", "--junit", str(results)]
    )
    told = capsys.readouterr()
    assert (code, results.read_text()) == (73, PRECIOUS), told.err
    assert "The promise of 'promise.toml' is kept." in told.out
    assert sorted(path.name for path in tmp_path.iterdir()) == ["results.xml"], (
        "no part of it is left"
    )


def test_what_comes_at_the_last_moment_is_looked_at(tmp_path: Path) -> None:
    """Where nothing stood, it is put there only while nothing does: there is no moment in
    between."""
    file = tmp_path / "file"

    def is_foreign() -> None:
        raise RefusedError("it is somebody's")

    writing.write(file, b"1", "", is_foreign)
    assert file.read_bytes() == b"1"
    with pytest.raises(RefusedError):
        writing.write(file, b"2", "", is_foreign)
    assert file.read_bytes() == b"1"
    writing.write(file, b"3", "", None)
    assert file.read_bytes() == b"3"
    with pytest.raises(RefusedError, match="not a regular file"):
        writing.write(tmp_path, b"4", "", None)
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


# Control sockets
# ------------------------------------------------------------------------------------------------------


class _Nothing:
    """A served stack that is never asked."""


def test_a_control_socket_takes_only_its_own_name_away(tmp_path: Path) -> None:
    at = tmp_path / "c.sock"
    with serving.control(at, _Nothing()):  # type: ignore[arg-type]
        assert stat.S_IMODE(at.lstat().st_mode) == 0o600
    assert not at.exists()
    with serving.control(at, _Nothing()):  # type: ignore[arg-type]
        at.unlink()
        at.write_text(PRECIOUS)
    assert at.read_text() == PRECIOUS, "what came in its place is somebody's"


@pytest.mark.parametrize("flag", ["--control", "--unix"])
def test_a_dead_socket_is_replaced_only_when_it_is_ours(
    tmp_path: Path, plimsoll: Plimsoll, flag: str
) -> None:
    as_root("to leave a socket of another user's")
    at = tmp_path / "c.sock"
    with contextlib.closing(socket.socket(socket.AF_UNIX)) as left:
        left.bind(str(at))
    os.chown(at, 65534, 65534)
    words = ("--unix", tmp_path / "a.sock") if flag == "--control" else ()
    before = at.lstat()
    assert_refusal(
        plimsoll("serve", stores.STACK, *words, flag, at), 73, "another user's socket is there"
    )
    assert at.lstat() == before


@pytest.mark.long
def test_who_listens_and_does_not_accept_holds_nobody(tmp_path: Path, plimsoll: Plimsoll) -> None:
    at = tmp_path / "c.sock"
    with contextlib.ExitStack() as held:
        listener = held.enter_context(contextlib.closing(socket.socket(socket.AF_UNIX)))
        listener.bind(str(at))
        listener.listen(0)
        with contextlib.suppress(BlockingIOError):
            while True:
                client = held.enter_context(contextlib.closing(socket.socket(socket.AF_UNIX)))
                client.setblocking(False)
                client.connect(str(at))
        assert_refusal(
            plimsoll("serve", stores.STACK, "--unix", at, before=("timeout", "60")),
            73,
            "somebody listens there",
        )


def test_what_is_no_control_socket_is_called_what_it_is(tmp_path: Path, plimsoll: Plimsoll) -> None:
    os.mkfifo(tmp_path / "ff")
    (tmp_path / "file").touch()
    assert_refusal(plimsoll("switch", "ff"), 74, "ff is a pipe, not a control socket")
    assert_refusal(plimsoll("switch", "file"), 74, "file is a file, not a control socket")
