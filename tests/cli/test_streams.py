"""The standard streams closed, full, read by nobody or of another encoding: what was measured is
kept, the exit code tells how it went, and not a byte of what is printed ends up in a target.
"""

import fcntl
import hashlib
import os
import select
import shlex
import signal
import subprocess
import time
from pathlib import Path

import pytest

from plimsoll.native import serving
from plimsoll.store import Store
from tests.conftest import COMMAND, Plimsoll
from tests.on_time import ENOUGH
from tests.patience import PATIENCE_S
from tests.stack_texts import disk

pytestmark = pytest.mark.long

READ = (
    "run --target target.dat --cached --read 100 --measure-for 50ms --warmup-for 0s --store kept.db"
)
STREAMS = {
    "stdout closed": ("{run} >&-", 0),
    "stderr closed": ("{run} 2>&-", 0),
    "stdin closed": ("{run} <&-", 0),
    "all closed": ("{run} <&- >&- 2>&-", 0),
    "stdout full": ("{run} >/dev/full", 75),
    "stderr full": ("{run} 2>/dev/full", 0),
    "both full, as JSON": ("{run} --json >/dev/full 2>&1", 75),
    # Python has no stream on the descriptor of a folder.
    "stdout is a folder's": ("{run} 1</", 0),
    "stdout is open for reading": ("{run} 1</dev/null", 74),
    "nobody reads stdout": ("{run} | true; exit ${{PIPESTATUS[0]}}", 141),
    "nobody reads stderr": ("{run} 2>&1 >out | true; exit ${{PIPESTATUS[0]}}", 0),
    "letters of ASCII only": ("PYTHONIOENCODING=ascii {run} --json", 0),
    "letters of ASCII only, and strictly": ("PYTHONIOENCODING=ascii:strict {run}", 0),
    "no locale": ("LC_ALL=C PYTHONCOERCECLOCALE=0 PYTHONUTF8=0 {run}", 0),
    "no environment": ("env -i {run}", 0),
}


@pytest.fixture
def target(tmp_path: Path) -> Path:
    """A file of 1 MiB to be read."""
    path = tmp_path / "target.dat"
    path.write_bytes(os.urandom(1 << 20))
    return path


@pytest.mark.parametrize("streams", STREAMS)
def test_what_was_measured_is_kept_and_nothing_is_printed_into_the_target(
    bash: Plimsoll, tmp_path: Path, target: Path, streams: str
) -> None:
    line, code = STREAMS[streams]
    before = hashlib.sha256(target.read_bytes()).digest()
    for _ in range(ENOUGH):
        ended = bash(line.format(run=f'"$PLIMSOLL" {READ}'))
        with Store.open(tmp_path / "kept.db", create=False, read_only=True) as store:
            [run] = store.runs(1)
        if run.outcome != "generator_limited":
            break
        # This machine stood still for all of Measure (`tests/on_time.py`): begun anew.
        (tmp_path / "kept.db").unlink()
    assert ended.code == code, ended.err
    assert "Traceback" not in ended.err
    if "ASCII" in streams:
        assert ended.out.isascii()
        assert "--json" not in line or ended.document["schema"]
    assert not (tmp_path / "state" / "plimsoll").exists(), "no defect was met"
    assert hashlib.sha256(target.read_bytes()).digest() == before
    assert (run.state, run.outcome) in (("finished", "ok"), ("finished", "cached"))


def test_a_target_that_is_written_holds_only_what_was_meant(bash: Plimsoll, tmp_path: Path) -> None:
    """The file that is prepared would get the first number that is free: that of a closed
    stdout."""
    made = bash('"$PLIMSOLL" prepare made.dat --size 1m --content zero <&- >&- 2>&-')
    assert made.code == 0
    content = (tmp_path / "made.dat").read_bytes()
    assert content.count(0) == len(content) == 1 << 20


def test_a_server_whose_output_is_not_read_ends_when_it_is_told_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It used to wait in the write of a line of statistics, where no signal is heard."""
    (tmp_path / "stack.toml").write_text(disk("100us", servers=4, size="64m"))
    (out, to_out), (err, to_err) = os.pipe(), os.pipe()
    for pipe in (to_out, to_err):
        # The smallest there is: it is full after two or three lines.
        fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, 4096)
    words = shlex.split("serve stack.toml --unix s.sock --control c.sock --statistics-every 100ms")
    server = subprocess.Popen([COMMAND, *words], cwd=tmp_path, stdout=to_out, stderr=to_err)
    os.close(to_out)
    os.close(to_err)
    try:
        assert select.select([out], [], [], 60)[0], "it serves"
        # Its own folder: the whole path may be longer than that of a socket can be.
        monkeypatch.chdir(tmp_path)
        # Twenty lines later.
        while serving.send_request(Path("c.sock"), {"ask": "statistics"})["elapsed_ns"] < 2e9:
            time.sleep(0.05)
        server.send_signal(signal.SIGINT)
        assert server.wait(PATIENCE_S) == 0
    finally:
        server.kill()
        server.wait()
        os.close(out)
        os.close(err)
