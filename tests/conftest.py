"""What tests share: the installed command, files to measure, and why a test is skipped."""

import contextlib
import gc
import json
import os
import signal
import subprocess
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from tools.apart import own_mounts

from plimsoll.__main__ import collect_seldom, compute_in_one_thread
from tests.browser import browser, reader
from tests.command import COMMAND, run_command

# No test depends on how fast a machine is: an example may take any time to be made and tried.
hypothesis.settings.register_profile(
    "any machine", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.load_profile("any machine")

__all__ = ["COMMAND", "browser", "reader"]

# As in the command, before anything imports numpy. Hypothesis is called at each search for garbage.
compute_in_one_thread()
collect_seldom()

# Nothing of what is imported and collected becomes garbage: looking for it again and again takes a
# third of the time of collecting, and of whatever is collected among it later.
gc.disable()


def pytest_collection_finish() -> None:
    """From here on there is garbage; what was made until now is none."""
    gc.freeze()
    gc.enable()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> Iterator[None]:
    """Just before the last line: what had failed before these tests began (`make test`)."""
    yield
    for one in os.environ.get("FAILED_BEFORE", "").splitlines():
        if one:
            terminalreporter.write_line(f"failed before these: {one}", red=True)


if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # Started in the background of a shell without job control, tests would hand on that Ctrl-C is
    # ignored.
    signal.signal(signal.SIGINT, signal.default_int_handler)


@dataclass(frozen=True)
class Ending:
    """How a command ended."""

    code: int
    out: str
    err: str

    @property
    def errors(self) -> list[str]:
        """Lines of stderr but those on who else uses this machine, which tests cannot rule out."""
        others = ("WARNING: also ", "WARNING: the hypervisor took ")
        return [line for line in self.err.strip().splitlines() if not line.startswith(others)]

    @property
    def document(self) -> Any:
        """Its stdout as JSON."""
        assert self.out, self.err
        return json.loads(self.out)


Plimsoll = Callable[..., Ending]
"""The fixture `plimsoll`: words of a command line in, how it ended out."""


def on_several_processors() -> bool:
    """Whether this is one of several processes that run tests."""
    return "PYTEST_XDIST_WORKER" in os.environ


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Files of longer tests alone are not even read where those are left out: every process would
    import them, and what they need."""
    if config.getoption("markexpr") != "not long" or collection_path.suffix != ".py":
        return None
    return b"\npytestmark = pytest.mark.long\n" in collection_path.read_bytes() or None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """On several processors the files with most of the longer tests come first, and those without
    any last: a long one at the end would leave the other processors idle until it had ended.

    Whatever opens a browser is one of the longer tests."""
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.long)
    if not on_several_processors():
        return
    tests = Counter(item.location[0] for item in items)
    longer = Counter(item.location[0] for item in items if item.get_closest_marker("long"))
    items.sort(key=lambda item: (-longer[file := item.location[0]], -tests[file], file))


@pytest.fixture(scope="session", autouse=True)
def mounts_of_ours() -> None:
    """What tests mount nobody else has mounted by chance."""
    own_mounts()


@pytest.fixture(scope="session", autouse=True)
def no_state_of_ours(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No test signs with the key of whoever runs it, nor leaves logs in their home, nor sees what
    tests beside it measure: a page asks before it starts a campaign beside another."""
    memory = Path("/dev/shm")
    with pytest.MonkeyPatch.context() as patch, contextlib.ExitStack() as stack:
        if memory.is_dir():
            pulses = stack.enter_context(tempfile.TemporaryDirectory(dir=memory))
            patch.setenv("XDG_RUNTIME_DIR", pulses)
        patch.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))
        patch.setenv("XDG_CONFIG_HOME", str(tmp_path_factory.mktemp("config")))
        patch.delenv("PLIMSOLL_STORE", raising=False)
        yield


@pytest.fixture(scope="session", autouse=True)
def runs_made_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A Run of a stack that several processes of a session need is made by one of them."""
    own = tmp_path_factory.getbasetemp()
    kept = (own.parent if on_several_processors() else own) / "runs-of-stacks"
    kept.mkdir(exist_ok=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PLIMSOLL_TEST_RUNS", str(kept))
        yield


@pytest.fixture
def state_home(tmp_path: Path) -> Path:
    """Where the command keeps its key and writes its logs in this test."""
    return tmp_path / "state"


@pytest.fixture
def plimsoll(tmp_path: Path, state_home: Path) -> Plimsoll:
    """Runs the command in a folder of its own, called in this process where that can be
    (`tests/command.py`). `before` wraps it (say, `setpriv …`): then it is the installed program.
    `code` is the exit code that it must end with."""

    def run(
        *arguments: str | Path,
        before: tuple[str, ...] = (),
        code: int | None = None,
        **environment: str,
    ) -> Ending:
        around = {"XDG_STATE_HOME": str(state_home), "NO_COLOR": "1", **environment}
        if not before:
            done = run_command(arguments, tmp_path, limit_s=300, **around)
        else:
            done = subprocess.run(
                [*before, COMMAND, *map(str, arguments)],
                cwd=tmp_path,
                env={**os.environ, **around},
                capture_output=True,
                text=True,
                timeout=300,
                check=False,
            )
        assert code in (None, done.returncode), (done.returncode, done.stdout, done.stderr)
        return Ending(done.returncode, done.stdout, done.stderr)

    return run


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """One MiB that Plimsoll did not make: 256 blocks, each with its number in it."""
    path = tmp_path / "somebodys.dat"
    path.write_bytes(b"".join(number.to_bytes(4, "big") * 1024 for number in range(256)))
    return path


@pytest.fixture
def disk(tmp_path: Path) -> Path:
    """The folder of this test, where direct I/O works; otherwise the test is skipped."""
    probe = tmp_path / "direct"
    probe.write_bytes(bytes(4096))
    try:
        os.close(os.open(probe, os.O_RDONLY | os.O_DIRECT))
    except OSError as error:
        pytest.skip(f"no direct I/O under {tmp_path}: {error.strerror}")
    probe.unlink()
    return tmp_path
