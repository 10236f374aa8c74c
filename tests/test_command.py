"""A command that is called in this process ends as one in a process of its own does, and leaves
nothing behind."""

import atexit
import os
import signal
import subprocess
import sys
import threading
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests import command
from tests.patience import PATIENCE_S

Call = Callable[..., tuple[int, bytes, bytes]]


@pytest.fixture
def call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Call:
    """Calls a function in place of the entry of the command; how that ended."""

    def call_body(body: Callable[[], int], stdin: bytes = b"") -> tuple[int, bytes, bytes]:
        monkeypatch.setattr(command, "run", body)
        variables = {**os.environ, "ONLY_ITS": "own"}
        return command.call_command(["a", "b"], tmp_path, variables, stdin=stdin)

    return call_body


def test_output_is_what_anybody_wrote_to_the_descriptors(call: Call) -> None:
    def body() -> int:
        print("python", flush=True)
        os.write(1, b"native\n")
        subprocess.run(["echo", "child"])
        sys.stderr.write("µ")
        return 3

    assert call(body) == (3, b"python\nnative\nchild\n", "µ".encode())


def test_arguments_folder_variables_and_input_are_its_own(call: Call, tmp_path: Path) -> None:
    def body() -> int:
        print(sys.argv[1:], Path.cwd(), os.environ["ONLY_ITS"], sys.stdin.read())
        return 0

    assert call(body, b"typed")[1].decode() == f"['a', 'b'] {tmp_path} own typed\n"
    assert call(lambda: len(sys.stdin.read()))[0] == 0, "without input there is the null device"


def _fail() -> int:
    raise RuntimeError("a defect")


@pytest.mark.parametrize(
    ("body", "code", "says"),
    [
        (lambda: 256, 0, b""),
        (lambda: -1, 255, b""),
        (sys.exit, 0, b""),
        (lambda: sys.exit(5), 5, b""),
        (lambda: sys.exit("why"), 1, b"why\n"),
        (_fail, 1, b"RuntimeError: a defect\n"),
    ],
)
def test_an_exit_code_is_that_of_a_process(
    call: Call, body: Callable[[], int], code: int, says: bytes
) -> None:
    ended, out, err = call(body)
    assert (ended, out) == (code, b"")
    assert err.endswith(says)


def state() -> list[object]:
    """What a process has once."""
    mask = os.umask(0)
    os.umask(mask)
    return [
        mask,
        Path.cwd(),
        dict(os.environ),
        sys.argv,
        (sys.stdin, sys.stdout, sys.stderr),
        (sys.excepthook, sys.unraisablehook, threading.excepthook),
        [(os.fstat(number).st_dev, os.fstat(number).st_ino) for number in range(3)],
        [signal.getsignal(number) for number in signal.valid_signals()],
        signal.pthread_sigmask(signal.SIG_BLOCK, ()),
        signal.getitimer(signal.ITIMER_REAL),
        warnings.filters[:],
        command.COMM.read_text(),
    ]


def open_descriptors() -> set[str]:
    """The numbers of the files that this process has open."""
    # The one of the listing itself is closed by then.
    return {one.name for one in Path("/proc/self/fd").iterdir() if one.exists()}


def test_nothing_of_it_is_left(call: Call, tmp_path: Path) -> None:
    def body() -> int:
        os.umask(0o123)
        (tmp_path / "inner").mkdir()
        os.chdir(tmp_path / "inner")
        os.environ.pop("PATH")
        os.environ["LEFT"] = "behind"
        sys.argv.append("more")
        sys.excepthook = sys.unraisablehook = threading.excepthook = print  # type: ignore[assignment]
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGUSR1})
        signal.setitimer(signal.ITIMER_REAL, 600)
        warnings.simplefilter("ignore")
        command.COMM.write_text("another")
        with Path(os.devnull).open("wb") as null:
            os.dup2(null.fileno(), 1)
        return 0

    before, descriptors = state(), open_descriptors()
    assert call(body)[0] == 0
    assert state() == before
    assert open_descriptors() <= descriptors


def test_what_waits_for_the_end_happens_at_its_end(call: Call) -> None:
    done: list[str] = []

    def at_end() -> None:
        done.append("end")

    at_end.__module__ = "plimsoll.somewhere"

    def body() -> int:
        atexit.register(at_end)
        threading.Timer(0.05, lambda: done.append("thread")).start()
        return 0

    call(body)
    assert done == ["thread", "end"]


def test_a_thread_that_stays_is_named(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "THREAD_PATIENCE_S", 0.01)
    over = threading.Event()

    def body() -> int:
        threading.Thread(target=over.wait, name="endless", daemon=True).start()
        return 0

    try:
        with pytest.raises(AssertionError, match="endless"):
            call(body)
    finally:
        over.set()


def test_a_warning_is_printed_and_no_error(call: Call) -> None:
    def body() -> int:
        warnings.warn("old", stacklevel=1)
        warnings.warn("older", DeprecationWarning, stacklevel=1)
        return 0

    code, _, err = call(body)
    assert (code, b"UserWarning: old" in err, b"older" in err) == (0, True, False)


@pytest.mark.parametrize("words", [("run", "--rate", "1"), ("engines", "--json")])
def test_it_says_what_the_installed_program_says(tmp_path: Path, words: tuple[str, ...]) -> None:
    called: Any = command.run_command(words, tmp_path)
    process = command.start_command(words, tmp_path)
    out, err = process.communicate(timeout=PATIENCE_S)
    assert (called.returncode, called.stdout, called.stderr) == (process.returncode, out, err)
