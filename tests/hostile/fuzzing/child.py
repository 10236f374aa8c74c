"""One case in a process of its own, forked from one that has everything imported: its code, what it
said, and whether it had to be interrupted. Bounded in memory and in time.
"""

import contextlib
import os
import resource
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from tests.hostile.rig import DOCUMENTED, MIB
from tests.patience import PATIENCE_S

MEMORY = 1536 * MIB
"""Bytes of data that a case may take beside what its parent holds already (a test runner that has
run much else)."""
ENDS_WITHIN_S = PATIENCE_S


@dataclass(frozen=True)
class CaseResult:
    """How a case ended; `code` is negative after a signal, and `interrupted` says that it was asked
    to end."""

    code: int
    said: str
    interrupted: bool

    @property
    def wrong(self) -> str:
        """What is wrong with it; empty when nothing is."""
        if self.code not in DOCUMENTED:
            return f"ended with {self.code}"
        if "Traceback" in self.said or "panicked" in self.said:
            return "told a traceback"
        if self.interrupted and self.code not in (0, 2, 130):
            return f"was interrupted and ended with {self.code}"
        return ""


def prepare() -> None:
    """Imports what most cases need, once. No threads: a fork takes none along."""
    os.environ |= {"NO_COLOR": "1", "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
    for name in (
        "scipy.special",
        "scipy.optimize",
        "plimsoll.campaign.plan",
        "plimsoll.campaign.line_search",
        "plimsoll.features.promises.runs",
        "plimsoll.features.compare.rules.comparison",
        "plimsoll.judge.curves",
        "plimsoll.features.limits.rules",
        "plimsoll.judge.timeline",
        "plimsoll.report.common.charts",
        "plimsoll.report.forms.html",
        "plimsoll.report.registry",
        "plimsoll.store",
    ):
        import_module(name)
    from plimsoll.cli import VERBS, app

    app(VERBS)


def command(
    arguments: list[str], folder: Path, *, interrupt_after_s: float | None = None
) -> CaseResult:
    """The command line with these arguments."""

    def run() -> int:
        from plimsoll.cli import main

        return main(arguments)

    return apart(run, folder, interrupt_after_s)


def apart(run: Callable[[], int], folder: Path, interrupt_after_s: float | None) -> CaseResult:
    """In a child in this folder. It is interrupted after that time, if one is given, and killed
    when it does not end."""
    with tempfile.TemporaryFile() as output:
        child = os.fork()
        if child == 0:
            _enter_child(output.fileno(), folder)
            code = 70
            try:
                code = run()
            except SystemExit as ended:
                code = ended.code if isinstance(ended.code, int) else 1
            finally:
                with contextlib.suppress(Exception):
                    sys.stdout.flush()
                    sys.stderr.flush()
                os._exit(code)
        code, interrupted = _await_exit(child, interrupt_after_s)
        output.seek(0)
        return CaseResult(code, output.read(1 << 20).decode(errors="replace"), interrupted)


def _enter_child(output: int, folder: Path) -> None:
    os.setsid()
    os.chdir(folder)
    os.environ["XDG_STATE_HOME"] = str(folder / "state")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(output, 1)
    os.dup2(output, 2)
    # Whoever ran the fuzzer may have taken the streams away from Python (pytest does).
    sys.stdout, sys.stderr = (
        open(n, "w", encoding="utf-8", errors="replace", closefd=False)  # noqa: SIM115
        for n in (1, 2)
    )
    most = MEMORY + _data()
    resource.setrlimit(resource.RLIMIT_DATA, (most, most))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    signal.signal(signal.SIGINT, signal.default_int_handler)


def _data() -> int:
    """Bytes of data that this process has."""
    status = Path("/proc/self/status").read_text()
    return (
        next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmData:"))
        * 1024
    )


def _await_exit(child: int, interrupt_after_s: float | None) -> tuple[int, bool]:
    began = time.monotonic()
    interrupted = False
    while True:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status), interrupted
        took = time.monotonic() - began
        if interrupt_after_s is not None and took > interrupt_after_s and not interrupted:
            os.kill(child, signal.SIGINT)
            interrupted = True
        if took > ENDS_WITHIN_S + (interrupt_after_s or 0):
            with contextlib.suppress(ProcessLookupError):
                os.killpg(child, signal.SIGKILL)
            os.waitpid(child, 0)
            return -signal.SIGKILL, interrupted
        time.sleep(0.002)


def save(kind: str, seed: int, number: int, content: bytes, ended: str) -> Path:
    """What found something, to be kept."""
    folder = Path(__file__).resolve().parents[3] / "fuzz" / "artifacts"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{kind}-{seed}-{number}"
    path.write_bytes(content)
    path.with_suffix(".said").write_text(ended)
    return path
