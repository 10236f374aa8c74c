"""Ctrl-C is obeyed from the first instruction on: before Python runs, while it starts, while a verb
is loaded, and at work; also by a process that inherited SIGINT as ignored. Nothing is left behind,
and nobody sees a traceback.
"""

import contextlib
import os
import random
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from plimsoll.cli import _interrupts
from plimsoll.cli._stop import stopping
from plimsoll.native.session import Stop
from tests.conftest import COMMAND
from tests.patience import PATIENCE_S
from tests.stack_texts import disk

STACK = disk("100us", servers=4, size="64m")
CAMPAIGN = """
[campaign]
name = "long"
virtual = true
measure_for = "60s"
[target]
path = "stack:stack.toml"
[workload]
read = [100, 90, 80, 70, 60, 50, 40, 30]
[load]
queue_depth = [1, 2, 4, 8, 16, 32, 64]
"""
VERBS = {
    "web": ("web", "--listen", "127.0.0.1:0"),
    "serve": ("serve", "stack.toml", "--unix", "s.sock", "--control", "c.sock"),
    "run": ("run", "--target", "null:", "--rate", "1000", "--measure-for", "10m"),
    "find": (*("find", "--target", "null:", "--objective", "p99 <= 1ms"), "--between", "50..1000"),
    "campaign": ("campaign", "run", "campaign.toml"),
    "demo": ("demo", "--size", "16m"),
    "report": ("report", "--store", "kept.db"),
}
"""Each goes on for long, the last apart; those that load a disk or CPUs as they can are `demo` and
`campaign`."""
STAYS = {"stack.toml", "campaign.toml", "report.html"} | {
    f"{store}.db{beside}" for store in ("kept", "plimsoll") for beside in ("", "-wal", "-shm")
}
"""What was there, what was measured, and what a report is for."""

needs_env = pytest.mark.skipif(
    subprocess.run(
        ["env", "--block-signal=INT", "true"], capture_output=True, check=False
    ).returncode
    != 0,
    reason="this env cannot hold a signal back (it takes that of GNU, 8.31 or newer)",
)


def blocked_and_pending() -> None:
    """In the child, before it becomes the command: somebody has pressed Ctrl-C already."""
    signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT,))
    os.kill(os.getpid(), signal.SIGINT)


def ignore_sigint() -> None:
    """In the child: as a shell without job control starts what is followed by &."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., subprocess.Popen[bytes]]]:
    """Starts a verb in a folder of its own."""
    (tmp_path / "stack.toml").write_text(STACK)
    (tmp_path / "campaign.toml").write_text(CAMPAIGN)
    started: list[subprocess.Popen[bytes]] = []

    def begin(
        *arguments: str, entry: tuple[str | Path, ...] = (COMMAND,), **more: Any
    ) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            [*entry, *arguments],
            cwd=tmp_path,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, "XDG_STATE_HOME": str(tmp_path / "state"), "NO_COLOR": "1"},
            **more,
        )
        started.append(process)
        return process

    yield begin
    for process in started:
        process.kill()
        process.communicate()


def await_end(process: subprocess.Popen[bytes], *codes: int) -> None:
    """Waits until it ends, in order; a test that hangs here has found what it looks for."""
    out, err = process.communicate(timeout=PATIENCE_S)
    assert process.returncode in codes, (process.returncode, out[-500:], err[-500:])
    for words in (b"Traceback", b"Exception ignored", b"Fatal Python error", b"internal error"):
        assert words not in err, err[-2000:]


# -- before a verb is at work ----------------------------------------------------------------------


@pytest.mark.parametrize("entry", [(COMMAND,), (sys.executable, "-m", "plimsoll")])
def test_one_from_before_python_began_is_obeyed_at_the_first_instruction(
    start: Callable[..., subprocess.Popen[bytes]], tmp_path: Path, entry: tuple[str | Path, ...]
) -> None:
    """Whatever the verb: it is not looked at by then."""
    there = set(tmp_path.iterdir())
    process = start(*VERBS["run"], entry=entry, preexec_fn=blocked_and_pending)
    out, err = process.communicate(timeout=PATIENCE_S)
    assert (process.returncode, out, err) == (-signal.SIGINT, b"", b"")
    assert set(tmp_path.iterdir()) == there


@needs_env
def test_python_does_not_hear_of_it_while_it_starts(tmp_path: Path) -> None:
    """What stands in the place of Plimsoll's package sees SIGINT as the launcher hands it on: held
    back, not ignored."""
    package = tmp_path / "plimsoll"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "__main__.py").write_text(
        "import signal\n"
        "def run():\n"
        "    held = signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ())\n"
        "    print(held, signal.getsignal(signal.SIGINT) is signal.SIG_IGN)\n"
    )
    for before in (None, ignore_sigint):
        told = subprocess.run(
            [COMMAND],
            env={**os.environ, "PYTHONPATH": str(tmp_path)},
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
            check=True,
            preexec_fn=before,
        )
        assert told.stdout.split() == ["True", "False"]


@pytest.mark.long
@pytest.mark.parametrize("shell", ["sh", "bash", "dash", "busybox"])
def test_the_launcher_is_a_script_of_every_shell(tmp_path: Path, shell: str) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"no {shell} here")
    link = tmp_path / "a link"
    link.symlink_to(COMMAND)
    of = [shell, "sh"] if shell == "busybox" else [shell]
    for called in (COMMAND, link):
        told = subprocess.run(
            [*of, called, "schema", "--help"],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
            check=True,
        )
        assert told.stdout.startswith("Usage: plimsoll schema")


def test_it_starts_without_an_env_that_can_hold_signals_back(tmp_path: Path) -> None:
    (tmp_path / "env").write_text("#!/bin/sh\nexit 125\n")
    (tmp_path / "env").chmod(0o755)
    told = subprocess.run(
        [COMMAND, "--version"],
        env={**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=True,
    )
    assert told.stdout.startswith("plimsoll ")


# -- a verb at work --------------------------------------------------------------------------------


# Beyond Plimsoll's first instruction all three ways to start are one program.
@pytest.mark.long
@pytest.mark.parametrize(
    ("verb", "entry", "before"),
    [
        *((verb, "command", None) for verb in ("web", "serve", "run", "find", "campaign", "demo")),
        ("run", "command", ignore_sigint),
        ("run", "module", None),
    ],
)
def test_whenever_it_comes_it_ends_the_verb_and_leaves_nothing(
    start: Callable[..., subprocess.Popen[bytes]],
    tmp_path: Path,
    verb: str,
    entry: str,
    before: Callable[[], None] | None,
) -> None:
    """At moments that cover loading, opening and the first of the work, on a machine of whatever
    speed."""
    drawn = random.Random(f"{verb} {entry} {before}")
    # Ignored until the launcher has changed that, and Python's own until our first instruction: not
    # ours to answer for.
    first_s = 0.0 if entry == "command" and before is None else None
    command = (COMMAND,) if entry == "command" else (sys.executable, "-m", "plimsoll")
    for moment_s in moments(drawn, 1.2, 3):
        process = start(*VERBS[verb], entry=command, preexec_fn=before)
        if first_s is None:
            await_plimsoll(process)
        time.sleep(moment_s)
        process.send_signal(signal.SIGINT)
        await_end(process, 130, -signal.SIGINT, *((0,) if verb == "serve" else ()))
        left = {path.name for path in tmp_path.iterdir()} - STAYS
        assert left <= {"state"}, left


def moments(drawn: random.Random, length_s: float, times: int) -> list[float]:
    """One drawn from each equal part of this time, so that none of it goes untried."""
    part_s = length_s / times
    return [(number + drawn.random()) * part_s for number in range(times)]


def await_plimsoll(process: subprocess.Popen[bytes]) -> None:
    """Waits until the first instruction of Plimsoll has been: it has given the process its name."""
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until:
        with contextlib.suppress(OSError):
            name = Path(f"/proc/{process.pid}/comm").read_text().strip()
            called = Path(f"/proc/{process.pid}/cmdline").read_bytes().split(b"\0")[0]
            # The launcher has that name, too, while it is still a shell's.
            if name == "plimsoll" and b"python" in called:
                return
        time.sleep(0.001)
    raise AssertionError("it does not start")


@pytest.mark.long
def test_while_a_report_is_drawn_nothing_half_written_is_left(
    start: Callable[..., subprocess.Popen[bytes]], tmp_path: Path
) -> None:
    brief = "--measure-for 50ms --warmup-for 0s --store kept.db"
    await_end(start(*f"run --target null: {brief}".split()), 0, 2)
    drawn = random.Random(7)
    for moment_s in moments(drawn, 3.0, 4):
        process = start(*VERBS["report"])
        time.sleep(moment_s)
        process.send_signal(signal.SIGINT)
        await_end(process, 0, 130, -signal.SIGINT)
        assert {path.name for path in tmp_path.iterdir()} - STAYS <= {"state"}


# -- an interrupt that is lost ---------------------------------------------------------------------


def lose_interrupt() -> None:
    """Drops a KeyboardInterrupt, as a callback from C or a library that catches everything does."""
    with contextlib.suppress(KeyboardInterrupt):
        os.kill(os.getpid(), signal.SIGINT)
        signal.sigtimedwait((), 0)


def test_one_that_was_lost_is_raised_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_interrupts, "AGAIN_S", 0.01)

    def work() -> None:
        with _interrupts.raising():
            lose_interrupt()
            lose_interrupt()
            while True:
                signal.pause()

    with pytest.raises(KeyboardInterrupt):
        work()


def test_one_that_was_lost_is_heard_at_the_end_and_before_anything_is_measured(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(_interrupts, "AGAIN_S", 1000.0)
    began = []

    def work() -> None:
        with _interrupts.raising():
            lose_interrupt()
            with stopping():
                began.append(True)

    with pytest.raises(KeyboardInterrupt):
        work()
    assert not began

    def end() -> None:
        with _interrupts.raising():
            lose_interrupt()

    with pytest.raises(KeyboardInterrupt):
        end()


def test_afterwards_everything_is_as_it_was() -> None:
    before = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGALRM)]

    def work() -> None:
        with _interrupts.raising():
            os.kill(os.getpid(), signal.SIGINT)
            signal.pause()

    with pytest.raises(KeyboardInterrupt):
        work()
    assert [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGALRM)] == before
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_a_wish_to_stop_can_be_asked_from_within_itself() -> None:
    """Two signals at once: the handler of the second runs within that of the first, at any line of
    it."""
    stop = Stop()

    def again(_frame: Any, event: str, _argument: Any) -> Any:
        if event == "line":
            sys.settrace(None)
            stop.request()
            sys.settrace(again)
        return again

    def ask() -> None:
        sys.settrace(again)
        stop.request()
        sys.settrace(None)

    asking = threading.Thread(target=ask, daemon=True)
    asking.start()
    asking.join(PATIENCE_S)
    assert not asking.is_alive(), "it waits for itself"
    assert stop.is_requested


LOST = """
import signal, weakref
from plimsoll.cli import _interrupts
class Module: pass
def lose():
    one = Module()
    kept = weakref.ref(one, lambda _: signal.raise_signal(signal.SIGINT))
    with _interrupts.raising():
        del one
        assert kept() is None
try:
    lose()
except KeyboardInterrupt:
    print("heard")
"""


UNFINISHED = """
import signal
from plimsoll.cli import _interrupts
class Loop:
    def __init__(self):
        signal.raise_signal(signal.SIGTERM)
        self.open = True
    def __del__(self):
        assert self.open
try:
    with _interrupts.raising():
        Loop()
except KeyboardInterrupt:
    print("heard")
"""


@pytest.mark.parametrize("program", [LOST, UNFINISHED], ids=["lost", "unfinished"])
def test_an_interrupt_that_python_loses_is_heard_and_not_told(program: str) -> None:
    """In a callback of the import machinery (a weak reference's, here), and in what is taken away
    while it is made, an exception goes nowhere but to stderr."""
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert (done.stdout, done.stderr) == ("heard\n", "")


@pytest.mark.long
@pytest.mark.parametrize("verb", ["web", "run"])
def test_a_polite_request_to_end_is_as_ctrl_c(verb: str, tmp_path: Path) -> None:
    process = subprocess.Popen(
        [COMMAND, *VERBS[verb], *(("--store", "plimsoll.db") if verb == "run" else ())],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "XDG_STATE_HOME": str(tmp_path / "state"), "PYTHONUNBUFFERED": "1"},
    )
    assert process.stdout is not None
    with process.stdout:
        first = process.stdout.readline() if verb == "web" else ""
        if verb != "web":
            end = time.monotonic() + PATIENCE_S
            while not (tmp_path / "plimsoll.db").exists():
                assert time.monotonic() < end
                time.sleep(0.02)
        process.send_signal(signal.SIGTERM)
        said = first + process.stdout.read()
    assert process.wait(PATIENCE_S) == 130, said
    assert "Traceback" not in said
