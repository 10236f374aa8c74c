"""The command, called in this process or started in one of its own.

`run_command` calls the entry of `plimsoll.__main__` here. Arguments, folder, environment, standard
streams and exit code are those of a fresh process. What a process loses at its end is restored:
signal handlers, folder, variables, threads, the list of open stores. Modules stay loaded, so that
Python starts and imports once for all tests, and so do results that are cached by their arguments.

`start_command` begins the installed program, for whatever needs a process: signals, limits,
servers, a command that goes on beside others. `run_command` does so too where a call cannot stand
for a process: in a thread other than the main one, which alone handles signals; with variables that
Python and the loader read when they start; for verbs that start Ray.
"""

import atexit
import contextlib
import contextvars
import faulthandler
import fcntl
import os
import pty
import signal
import struct
import subprocess
import sys
import termios
import threading
import traceback
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from plimsoll.__main__ import run
from plimsoll.store import store as stores

COMMAND = Path(sys.executable).with_name("plimsoll")
"""The installed program."""

START_VARIABLES = ("PYTHON", "LD_", "LANG", "LC_", "TMPDIR")
"""How the names of variables begin that Python and the loader read once, when they start."""

RAY_WORDS = ("--hosts", "hosts")
"""A command with one of these words starts Ray, whose threads and signal handlers stay."""

THREAD_PATIENCE_S = 30.0
"""A thread of a command that is still there so long after its end is a defect."""

COMM = Path("/proc/self/comm")
"""The name of this process in `top`."""


def run_command(
    words: Sequence[str | Path], folder: Path, *, limit_s: float = 600, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Runs a command to its end in this folder, with these variables beside those of this process;
    its output as text."""
    arguments = [str(word) for word in words]
    variables = {**os.environ, **environment}
    if _needs_process(arguments, environment):
        return subprocess.run(
            [COMMAND, *arguments],
            cwd=folder,
            env=variables,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=limit_s,
            check=False,
        )
    code, out, err = call_command(arguments, folder, variables, limit_s=limit_s)
    return subprocess.CompletedProcess(arguments, code, out.decode(), err.decode())


def run_on_terminal(
    words: Sequence[str | Path], folder: Path, *, columns: int, lines: int = 40
) -> tuple[int, str]:
    """Exit code of a command and what it writes to a terminal of this size, which is its standard
    output."""
    outer, inner = pty.openpty()
    fcntl.ioctl(inner, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
    left_out = ("COLUMNS", "LINES", "NO_COLOR")
    variables = {name: text for name, text in os.environ.items() if name not in left_out}
    parts: list[bytes] = []
    # A terminal holds a few KiB only: somebody has to read while the command writes.
    reader = threading.Thread(target=_read_terminal, args=(outer, parts))
    reader.start()
    try:
        arguments = [str(word) for word in words]
        code, _, _ = call_command(arguments, folder, {**variables, "TERM": "xterm"}, terminal=inner)
    finally:
        os.close(inner)
        reader.join(THREAD_PATIENCE_S)
        os.close(outer)
    return code, b"".join(parts).decode()


def _read_terminal(outer: int, parts: list[bytes]) -> None:
    """Reads until nobody has the inner end of the terminal open, which Linux calls an error."""
    with contextlib.suppress(OSError):
        while part := os.read(outer, 65536):
            parts.append(part)


def start_command(
    words: Sequence[str | Path], folder: Path, *, with_errors: bool = True, **environment: str
) -> subprocess.Popen[str]:
    """Starts a command in this folder, with these variables beside those of this process. Its
    standard error is a pipe, or nobody's."""
    return subprocess.Popen(
        [COMMAND, *map(str, words)],
        cwd=folder,
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE if with_errors else subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    )


def call_command(
    arguments: Sequence[str],
    folder: Path,
    environment: Mapping[str, str],
    *,
    stdin: bytes = b"",
    terminal: int | None = None,
    limit_s: float = 600,
) -> tuple[int, bytes, bytes]:
    """Exit code, standard output and standard error of a command that is called in this process.
    With a terminal its standard output goes there. One that does not end in time ends this process
    with the traceback of every thread."""
    assert threading.current_thread() is threading.main_thread(), "only it handles signals"
    with contextlib.ExitStack() as restored:
        output = restored.enter_context(_streams(stdin, terminal))
        restored.enter_context(_process_state())
        restored.enter_context(_variables(environment))
        restored.enter_context(_folder(folder))
        restored.enter_context(_python_state(arguments))
        # Standard error is the command's own by now; the traceback belongs on that of the tests.
        faulthandler.dump_traceback_later(limit_s, exit=True, file=output.outer_err)
        restored.callback(faulthandler.cancel_dump_traceback_later)
        code = contextvars.copy_context().run(_exit_code)
    return code & 0xFF, *output.read()


def _needs_process(arguments: Sequence[str], environment: Mapping[str, str]) -> bool:
    return (
        threading.current_thread() is not threading.main_thread()
        or any(name.startswith(START_VARIABLES) for name in environment)
        or any(word in RAY_WORDS for word in arguments)
    )


def _exit_code() -> int:
    """The exit code that Python gives a process whose main module ends so."""
    try:
        return run()
    except SystemExit as end:
        if end.code is None or isinstance(end.code, int):
            return end.code or 0
        sys.stderr.write(f"{end.code}\n")
    except BaseException:  # noqa: BLE001  # whatever it is, a process ends with it
        traceback.print_exc()
    return 1


class _Output:
    """What a command wrote to its descriptors 1 and 2, from Python, Rust or
    a child."""

    def __init__(self, outer_err: int) -> None:
        self.outer_err = outer_err
        self.files = [os.memfd_create(name) for name in ("out", "err")]

    def read(self) -> tuple[bytes, bytes]:
        """Standard output and standard error; once, since it closes both."""
        out, err = (_read_whole(file) for file in self.files)
        return out, err


def _read_whole(descriptor: int) -> bytes:
    with os.fdopen(descriptor, "rb") as file:
        file.seek(0)
        return file.read()


@contextlib.contextmanager
def _streams(stdin: bytes, terminal: int | None) -> Iterator[_Output]:
    """Descriptors 0, 1 and 2 of the command, and Python's streams on them."""
    before = sys.stdin, sys.stdout, sys.stderr
    for stream in before[1:]:
        stream.flush()
    kept = [fcntl.fcntl(number, fcntl.F_DUPFD_CLOEXEC, 3) for number in range(3)]
    output = _Output(kept[2])
    try:
        opened = [_open_input(stdin), *map(_open_to_append, output.files)]
        for number, its in enumerate(opened):
            os.dup2(its, number)
            os.close(its)
        if terminal is not None:
            os.dup2(terminal, 1)
        with (
            open(0, encoding="utf-8", closefd=False) as sys.stdin,
            open(1, "w", encoding="utf-8", closefd=False) as sys.stdout,
            open(2, "w", 1, "utf-8", "backslashreplace", closefd=False) as sys.stderr,
        ):
            yield output
    finally:
        sys.stdin, sys.stdout, sys.stderr = before
        for number, its in enumerate(kept):
            os.dup2(its, number)
            os.close(its)


def _open_to_append(file: int) -> int:
    """Another opening of a file in memory: what is written to it goes to the end, as in a pipe."""
    return os.open(f"/proc/self/fd/{file}", os.O_WRONLY | os.O_APPEND)


def _open_input(content: bytes) -> int:
    """The null device, or a file in memory with this content."""
    if not content:
        return os.open(os.devnull, os.O_RDONLY)
    file = os.memfd_create("in")
    os.write(file, content)
    os.lseek(file, 0, os.SEEK_SET)
    return file


@contextlib.contextmanager
def _process_state() -> Iterator[None]:
    """What the system keeps for a process: handlers of signals and those that are held back, the
    timer, the mask of new files, the name."""
    handlers = {number: signal.getsignal(number) for number in signal.valid_signals()}
    held_back = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    mask = os.umask(0o077)
    os.umask(mask)
    name = COMM.read_text()
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        for number, handler in handlers.items():
            # None: one that was not set by Python.
            if handler is not None and signal.getsignal(number) is not handler:
                signal.signal(number, handler)
        signal.pthread_sigmask(signal.SIG_SETMASK, held_back)
        os.umask(mask)
        COMM.write_text(name)


@contextlib.contextmanager
def _variables(environment: Mapping[str, str]) -> Iterator[None]:
    before = dict(os.environ)
    _set_variables(environment)
    try:
        yield
    finally:
        _set_variables(before)


def _set_variables(wanted: Mapping[str, str]) -> None:
    for name in [one for one in os.environ if one not in wanted]:
        del os.environ[name]
    for name, value in wanted.items():
        if os.environ.get(name) != value:
            os.environ[name] = value


@contextlib.contextmanager
def _folder(folder: Path) -> Iterator[None]:
    """By its descriptor, since a command may rename or remove what it was called."""
    before = os.open(".", os.O_PATH | os.O_DIRECTORY)
    try:
        os.chdir(folder)
        yield
    finally:
        os.fchdir(before)
        os.close(before)


@contextlib.contextmanager
def _python_state(arguments: Sequence[str]) -> Iterator[None]:
    """What Python and Plimsoll keep for a process. At the end threads are joined and functions of
    ours that wait for the end are called, as by an interpreter that ends."""
    argv, opened = sys.argv, dict(stores._OPENED)
    hooks = sys.excepthook, sys.unraisablehook, threading.excepthook
    threads = set(threading.enumerate())
    sys.argv = [str(COMMAND), *arguments]
    sys.excepthook, sys.unraisablehook = sys.__excepthook__, sys.__unraisablehook__
    threading.excepthook = threading.__excepthook__
    stores._OPENED.clear()
    try:
        with warnings.catch_warnings(), _exit_functions() as at_exit:
            _filter_as_python()
            try:
                yield
            finally:
                _join(set(threading.enumerate()) - threads)
                while at_exit:
                    at_exit.pop()()
    finally:
        sys.argv = argv
        sys.excepthook, sys.unraisablehook, threading.excepthook = hooks
        stores._OPENED.clear()
        stores._OPENED.update(opened)


def _join(threads: set[threading.Thread]) -> None:
    """A daemon would be gone with its process; here it must end, too."""
    for thread in threads:
        thread.join(THREAD_PATIENCE_S)
    left = [thread.name for thread in threads if thread.is_alive()]
    assert not left, f"the command left threads behind: {left}"


@contextlib.contextmanager
def _exit_functions() -> Iterator[list[Callable[[], object]]]:
    """Collects what modules of ours register for the end; libraries register once for a process."""
    found: list[Callable[[], object]] = []
    register = atexit.register

    def collect(function: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
        if not (getattr(function, "__module__", None) or "").startswith("plimsoll."):
            return register(function, *arguments, **named)
        found.append(lambda: function(*arguments, **named))
        return function

    atexit.register = collect  # type: ignore[assignment]
    try:
        yield found
    finally:
        atexit.register = register


def _filter_as_python() -> None:
    """Warnings as an interpreter shows them that nobody gave options: pytest's are errors."""

    def show(
        message: Warning | str,
        category: type[Warning],
        filename: str,
        lineno: int,
        file: Any = None,
        line: str | None = None,
    ) -> None:
        (file or sys.stderr).write(
            warnings.formatwarning(message, category, filename, lineno, line)
        )

    warnings.showwarning = show
    warnings.resetwarnings()
    for category in (DeprecationWarning, PendingDeprecationWarning, ImportWarning, ResourceWarning):
        warnings.simplefilter("ignore", category)
