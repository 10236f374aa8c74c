"""What attacks are made of: the installed command under a watch, devices and mounts that are always
taken away again, and the proof that nothing was written where nothing may be.

Whatever a `Rig` sets up it takes down when the test ends, in reverse order. A loop device is known
by the number that the kernel gave it, and only that one is detached.
"""

import contextlib
import fcntl
import hashlib
import os
import random
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from tests import loops
from tests.command import COMMAND, call_command
from tests.conftest import Ending
from tests.patience import PATIENCE_S
from tests.words import argv

DOCUMENTED = frozenset({0, 1, 2, 64, 65, 66, 73, 74, 75, 130})
"""Exit codes that the command may end with (docs/concepts/outcomes-and-exit-codes.md). 70, a
defect, is none of them."""
HANGS_AFTER_S = PATIENCE_S
MIB = 1 << 20


WHOLE = os.environ.get("HOSTILE") == "whole"
"""The form of `make hostile`; else that of `make test`."""
whole = pytest.mark.whole


def table(rows: Iterable[str], *in_short: str) -> list[pytest.ParameterSet]:
    """Each row by its name; the short form takes those named here. The others are not collected
    there: together they would be three tenths of all that each process of tests collects."""
    named = [pytest.param(row) for row in rows if WHOLE or row in in_short]
    return named or [pytest.param(row, marks=whole) for row in rows]


def number(name: str, default: int) -> int:
    """As the environment says (`make hostile KILLS=50`), else this."""
    return int(os.environ.get(f"HOSTILE_{name.upper()}", default))


def many(name: str, in_whole: int, in_short: int) -> int:
    """How many tries of something random; the whole form's number can be given."""
    return number(name, in_whole) if WHOLE else in_short


def seed() -> int:
    """Of everything random; printed when a test fails, since pytest shows the values of a failed
    assertion."""
    return number("seed", 1)


class Rig:
    """The folder of a test, and what it has set up."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._down = contextlib.ExitStack()

    def close(self) -> None:
        """Takes everything down."""
        self._down.close()

    def later(self, undo: Callable[..., object], *arguments: object) -> None:
        """Does this when the test ends."""
        self._down.callback(undo, *arguments)

    # Commands
    # -------------------------------------------------------------------------------------------------------

    def environment(self, **more: str) -> dict[str, str]:
        """Of the command: its logs lie in the folder."""
        return {**os.environ, "XDG_STATE_HOME": str(self.folder / "state"), "NO_COLOR": "1", **more}

    def plimsoll(
        self,
        *arguments: str | Path,
        before: tuple[str, ...] = (),
        within_s: float = HANGS_AFTER_S,
        cwd: Path | None = None,
        stdin: str | None = None,
        **environment: str,
    ) -> Ending:
        """Runs the command to its end. It must end in time, with a documented code, and without a
        traceback. In the short form a plain one is called in this process (`tests/command.py`)."""
        if not (before or environment or stdin or WHOLE) and _alone():
            ended = self._call_command(map(str, arguments), cwd or self.folder, within_s)
        else:
            ended = self._run_command(arguments, before, within_s, cwd, stdin, environment)
        assert ended.code in DOCUMENTED, f"{arguments} ended with {ended.code}: {ended.err}"
        assert "Traceback" not in ended.err + ended.out, ended.err
        assert "panicked" not in ended.err, ended.err
        return ended

    def _call_command(self, words: Iterable[str], cwd: Path, within_s: float) -> Ending:
        code, out, err = call_command(list(words), cwd, self.environment(), limit_s=within_s)
        return Ending(code, out.decode(errors="replace"), err.decode(errors="replace"))

    def _run_command(
        self,
        arguments: tuple[str | Path, ...],
        before: tuple[str, ...],
        within_s: float,
        cwd: Path | None,
        stdin: str | None,
        environment: dict[str, str],
    ) -> Ending:
        process = subprocess.Popen(
            [*before, COMMAND, *map(str, arguments)],
            cwd=cwd or self.folder,
            env=self.environment(**environment),
            stdin=subprocess.DEVNULL if stdin is None else subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        try:
            out, err = process.communicate(
                None if stdin is None else stdin.encode(), timeout=within_s
            )
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            out, err = process.communicate()
            pytest.fail(f"{arguments} did not end within {within_s:g} s; it said {err[-300:]!r}")
        return Ending(
            process.returncode, out.decode(errors="replace"), err.decode(errors="replace")
        )

    def start(self, *arguments: str | Path, **more: object) -> subprocess.Popen[bytes]:
        """Starts the command; it is killed when the test ends."""
        options = {
            "cwd": self.folder,
            "env": self.environment(),
            "stdin": subprocess.DEVNULL,
            "stdout": subprocess.PIPE,
            "stderr": subprocess.PIPE,
            "start_new_session": True,
            **more,
        }
        process = subprocess.Popen([COMMAND, *map(str, arguments)], **options)  # type: ignore[call-overload]
        self.later(_end, process)
        return process  # type: ignore[no-any-return]

    # Files
    # ----------------------------------------------------------------------------------------------------------

    def path(self, name: str) -> Path:
        """Of something in the folder."""
        return self.folder / name

    def image(self, name: str = "image", mib: int = 16, *, empty: bool = False) -> Path:
        """A file of that size: of random content, so that nothing in it can be taken for a
        signature, or of holes. A few sectors more, so that the guard of another test's Run never
        takes its target for this file, which may be out of sight behind a loop device."""
        path = self.path(name)
        noise = random.Random(name)
        with path.open("wb") as file:
            for _ in range(0 if empty else mib):
                file.write(noise.randbytes(MIB))
        os.truncate(path, mib * MIB + 512 * random.randrange(1, 2048))
        return path

    # Devices
    # --------------------------------------------------------------------------------------------------------

    def loop(self, on: Path | str, *options: str) -> str:
        """A loop device on a file or on a device."""
        device = loops.attach(on, *options)
        self.later(loops.detach, device)
        return device

    def partition(self, device: str) -> str:
        """A partition of 8 MiB on a loop device, 1 MiB in, as the kernel sees it, without a
        table."""
        tools("addpart", "delpart")
        made = run("addpart", device, "1", "2048", "16384", may_fail=True)
        partition = Path(f"{device}p1")
        if made.returncode or not partition.exists():
            pytest.skip(f"no partition can be added here: {made.stderr.strip()}")
        self.later(run, "delpart", device, "1")
        return str(partition)

    def ext4(self, on: Path | str, *options: str) -> None:
        """Makes a file system that does not write by itself later."""
        tools("mkfs.ext4", "e2fsck")
        run(
            *argv("mkfs.ext4 -q -F -m 0 -E lazy_itable_init=0,lazy_journal_init=0,nodiscard"),
            *options,
            on,
        )

    def mount(
        self, what: Path | str, *options: str, at: str = "mnt", kind: str | None = None
    ) -> Path:
        """Mounts it in the folder."""
        tools("mount", "umount")
        as_root("to mount")
        where = self.path(at)
        if not where.exists():
            where.mkdir()
        made = run("mount", *(("-t", kind) if kind else ()), *options, what, where, may_fail=True)
        if made.returncode:
            pytest.skip(f"mounting is not possible here: {made.stderr.strip()}")
        self.later(self.unmount, where)
        return where

    def unmount(self, where: Path) -> None:
        """Once; what has been unmounted already is left alone."""
        if os.path.ismount(where) or _is_mounted(where):
            # The files of a process are let go of a little after it has ended, those of a ring at
            # least.
            until(lambda: run("umount", where, may_fail=True).returncode == 0, f"umount {where}")

    def elsewhere(self, what: Path | str, *options: str) -> None:
        """Mounts it in a mount namespace of its own: no table that we can read shows it."""
        tools("unshare", "mount")
        as_root("for a mount namespace")
        self.path("elsewhere").mkdir()
        words = [
            *argv("unshare --mount --propagation private sh -c"),
            'mount "$@" && echo mounted && exec sleep 1000',
            "sh",
            *options,
            str(what),
            str(self.path("elsewhere")),
        ]
        process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.later(_end, process)
        if process.stdout.readline() != b"mounted\n":
            pytest.skip(f"no mount in a namespace here: {process.stderr.read().decode().strip()}")

    @contextlib.contextmanager
    def alone(self, name: str) -> Iterator[None]:
        """Nobody else on this machine who asks for the same name is in here meanwhile: for what
        there is once."""
        with (Path(tempfile.gettempdir()) / f"plimsoll-tests-{name}.lock").open("a") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def held_alone(self, name: str) -> None:
        """The same until the test ends."""
        self.until_the_end(self.alone(name))

    def until_the_end(self, held: AbstractContextManager[None]) -> None:
        """Enters it until the test ends."""
        self._down.enter_context(held)

    def zram(self, mib: int = 16) -> str:
        """A disk in memory."""
        tools("zramctl")
        as_root("for zram")
        self.held_alone("zram")
        made = run("zramctl", "--find", "--size", f"{mib}M", may_fail=True)
        if made.returncode:
            pytest.skip(f"no zram here: {made.stderr.strip()}")
        device = made.stdout.strip()
        self.later(run, "zramctl", "--reset", device)
        return device


class FileSystem:
    """An ext4 with something of value in it, on a file or a device: whole, or not.

    It is filled to the last blocks, so that whatever is written anywhere into it meets a file or
    the file system's own.
    """

    def __init__(self, rig: Rig, on: Path | str, *options: str) -> None:
        self.rig, self.on = rig, on
        rig.ext4(on, *options)
        self.at = self.mount("filled")
        with contextlib.suppress(OSError), (self.at / "filler").open("wb") as filler:
            noise = random.Random(7)
            while True:
                filler.write(noise.randbytes(MIB))
        os.sync()
        self.tree = tree_of(self.at)
        assert self.tree
        rig.unmount(self.at)

    def mount(self, at: str = "mnt", *options: str) -> Path:
        """Mounts it as one does."""
        on = str(self.on)
        return self.rig.mount(
            on, *options, *(() if on.startswith("/dev/") else ("-o", "loop")), at=at
        )

    def check(self) -> None:
        """Every file is as it was, and the file system is sound. Unmounts what is mounted of it."""
        for mounted in ("mnt", "second", "filled"):
            self.rig.unmount(self.rig.path(mounted))
        found = run("e2fsck", "-f", "-n", self.on, may_fail=True)
        assert found.returncode == 0, f"the file system was damaged:\n{found.stdout}"
        assert tree_of(self.mount("filled", "-o", "ro")) == self.tree, "a file in it was changed"
        self.rig.unmount(self.rig.path("filled"))


@contextlib.contextmanager
def assert_no_change(*things: Path | str) -> Iterator[None]:
    """Not a byte of these files, folders and devices is changed in here, and none has gone or
    come."""
    before = {str(thing): checksum(thing) for thing in things}
    yield
    changed = [name for name, was in before.items() if checksum(name) != was]
    assert not changed, f"CHANGED: {', '.join(changed)}"


@contextlib.contextmanager
def swapped_only(*swaps: Path | str) -> Iterator[None]:
    """Active swap changes in as many pages as the kernel says to have swapped out, at most."""
    page, counted = os.sysconf("SC_PAGESIZE"), _swapped_out()
    before = {str(swap): _bytes(swap) for swap in swaps}
    yield
    changed = sum(
        was[at : at + page] != now[at : at + page]
        for name, was in before.items()
        for now in [_bytes(name)]
        for at in range(0, len(was), page)
    )
    by_the_kernel = _swapped_out() - counted
    assert changed <= by_the_kernel, (
        f"CHANGED: {changed} pages of swap, {by_the_kernel} of them by the kernel"
    )


def _bytes(thing: Path | str) -> bytes:
    if Path(thing).is_block_device():
        run("blockdev", "--flushbufs", thing, may_fail=True)
    return Path(thing).read_bytes()


def _swapped_out() -> int:
    return int(
        dict(line.split() for line in Path("/proc/vmstat").read_text().splitlines())["pswpout"]
    )


def checksum(thing: Path | str) -> str:
    """Of a file's or a device's bytes; of a folder's files, one by one; of nothing, when there is
    nothing."""
    path = Path(thing)
    if not path.exists():
        return "nothing"
    if path.is_dir():
        return repr(tree_of(path))
    if path.is_block_device():
        # What was written past the page cache must not be hidden by it.
        run("blockdev", "--flushbufs", path, may_fail=True)
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def tree_of(folder: Path) -> dict[str, str]:
    """Each file beneath it with its checksum."""
    return {
        str(path.relative_to(folder)): checksum(path)
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.is_symlink()
    }


def run(*words: str | Path, may_fail: bool = False) -> subprocess.CompletedProcess[str]:
    """A tool of the system."""
    done = subprocess.run(
        [*map(str, words)], capture_output=True, text=True, timeout=120, check=False
    )
    assert may_fail or done.returncode == 0, f"{' '.join(map(str, words))}: {done.stderr}"
    return done


PACKAGES = {
    "mkfs.ext4": "e2fsprogs",
    "e2fsck": "e2fsprogs",
    "chattr": "e2fsprogs",
    "mkfs.btrfs": "btrfs-progs",
    "mkfs.xfs": "xfsprogs",
    "cargo": "cargo",
    "c++": "g++",
    "nbdcopy": "libnbd-bin",
    "nbdinfo": "libnbd-bin",
    "qemu-img": "qemu-utils",
    "qemu-io": "qemu-utils",
    "nbdkit": "nbdkit",
}
"""Where Debian has what is not in util-linux."""


def tools(*names: str) -> None:
    """Skips the test where one of them is missing."""
    for name in names:
        if shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin:/sbin") is None:
            pytest.skip(f"{name} ({PACKAGES.get(name, 'util-linux')}) is not installed")


def as_root(what_for: str) -> None:
    """Skips the test for other users."""
    if os.getuid() != 0:
        pytest.skip(f"needs root {what_for}")


def _alone() -> bool:
    """Whether no other thread may ask at the same time."""
    return threading.current_thread() is threading.main_thread()


def _is_mounted(where: Path) -> bool:
    # A file can be a mount point, which `ismount` does not see.
    return any(
        line.split()[4] == str(where)
        for line in Path("/proc/self/mountinfo").read_text().splitlines()
    )


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kills it if it still runs, and what it started in its session."""
    if process.poll() is None:
        with contextlib.suppress(ProcessLookupError):
            (os.killpg if os.getpgid(process.pid) == process.pid else os.kill)(
                process.pid, signal.SIGKILL
            )
    process.wait()
    for stream in (process.stdin, process.stdout, process.stderr):
        if stream is not None:
            stream.close()


def until(true: Callable[[], object], what: str, within_s: float = PATIENCE_S) -> None:
    """Waits until it is true; what never comes true is a failure that says what was awaited."""
    end = time.monotonic() + within_s
    while not true():
        if time.monotonic() > end:
            pytest.fail(f"{what}: not within {within_s:g} s")
        time.sleep(0.01)


def process_usage(process: int) -> dict[str, int]:
    """What the kernel knows of a process: its memory in kB, its threads, its open files."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    status = dict(line.split(":", 1) for line in lines if ":" in line)
    return {
        "rss": int(status["VmRSS"].split()[0]),
        "threads": int(status["Threads"]),
        "files": len(list(Path(f"/proc/{process}/fd").iterdir())),
    }


def assert_refusal(ended: Ending, code: int, *says: str) -> None:
    """It ended with this code, and one line that says all of this and nothing else."""
    assert ended.code == code, f"{ended.code} instead of {code}: {ended.err or ended.out}"
    lines = [line for line in ended.err.splitlines() if line.startswith("plimsoll: ")]
    assert len(lines) == 1, ended.err
    for fragment in says:
        assert fragment in lines[0], lines[0]
    for character in lines[0]:
        assert character.isprintable(), f"a control character reached the terminal: {lines[0]!r}"
