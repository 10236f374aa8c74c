"""Loop devices for tests, on a machine where other tests and other programs have some, too.

The numbers that `losetup --find` gives are shared by the whole machine: who detaches a device of
such a number a second time, or late, detaches somebody else's. Those of tests are far away from
them and of each device's own. Who looks at a device, as the guard of another process does, keeps it
attached until it has closed it.
"""

import contextlib
import fcntl
import os
import random
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import pytest

from tests.patience import PATIENCE_S, until

IN_USE = Path(tempfile.gettempdir()) / "plimsoll-tests-loops.lock"
"""Held together by all tests with a loop device, and alone by a test that makes each of them look
like one that must not be written: a mount from a file that no name leads to."""
_held: dict[str, IO[str]] = {}
LOOP_CTL_ADD, LOOP_CTL_REMOVE = 0x4C80, 0x4C81
NUMBERS = range(1_000, 500_000)


def attach(on: Path | str, *options: str) -> str:
    """A loop device on this file or device; skips the test where none can be had."""
    device = NumberedLoop()
    try:
        device.attach(on, *options)
    except AssertionError as refused:
        device.remove()
        pytest.skip(f"no loop device can be attached to {on} here: {refused}")
    return device.path


def detach(device: str) -> None:
    """Until it is nobody's, and gone. Twice does no harm."""
    number = int(device.removeprefix("/dev/loop"))
    if not Path(f"/sys/block/loop{number}").exists():
        return
    if _backing(device) is not None:
        _losetup("--detach", device)
        until(lambda: _backing(device) is None, why=f"{device} is still attached")

    def is_removed() -> bool:
        # Busy while somebody looks at it.
        with contextlib.suppress(OSError):
            _control(LOOP_CTL_REMOVE, number)
        return not Path(f"/sys/block/loop{number}").exists()

    until(is_removed, why=f"{device} cannot be removed")
    if lock := _held.pop(device, None):
        lock.close()


@contextlib.contextmanager
def no_loops() -> Iterator[None]:
    """Until no test has a loop device; no other gets one meanwhile."""
    with IN_USE.open("a") as lock:

        def is_locked() -> bool:
            with contextlib.suppress(BlockingIOError):
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return True
            return False

        until(is_locked, why="other tests have loop devices all the time")
        yield


@contextlib.contextmanager
def loop_device(on: Path | str, *options: str) -> Iterator[str]:
    """A loop device on this file or device."""
    device = attach(on, *options)
    try:
        yield device
    finally:
        detach(device)


class NumberedLoop:
    """A loop device of a number of its own, so that it can be attached again under its name."""

    def __init__(self) -> None:
        if os.geteuid() != 0:
            pytest.skip("loop devices need root")
        if shutil.which("losetup", path=f"{os.environ['PATH']}:/usr/sbin:/sbin") is None:
            pytest.skip("losetup (util-linux) is not installed")
        lock = IN_USE.open("a")
        fcntl.flock(lock, fcntl.LOCK_SH)
        self.path = f"/dev/loop{self._add_number()}"
        _held[self.path] = lock
        if not Path(self.path).exists():
            self.remove()
            pytest.skip("a loop device that is added gets no node under /dev here")

    @staticmethod
    def _add_number() -> int:
        for number in random.sample(NUMBERS, 100):
            try:
                _control(LOOP_CTL_ADD, number)
            except FileExistsError:
                continue
            except OSError as error:
                pytest.skip(f"no loop device can be added here: {error.strerror}")
            return number
        pytest.fail("a hundred numbers of loop devices are taken")

    def attach(self, on: Path | str, *options: str) -> None:
        """Onto this, once the device is free."""
        made = _losetup(*options, self.path, str(on))
        assert made.returncode == 0, made.stderr.strip()

    def detach(self) -> None:
        """It stays, and is nobody's. Twice does no harm."""
        if _backing(self.path) is not None:
            _losetup("--detach", self.path)
            until(lambda: _backing(self.path) is None, why=f"{self.path} is still attached")

    def remove(self) -> None:
        """Takes the device away."""
        detach(self.path)


def _losetup(*words: str) -> subprocess.CompletedProcess[str]:
    """Again, as long as the device is busy."""
    end = time.monotonic() + PATIENCE_S
    while True:
        made = subprocess.run(["losetup", *words], capture_output=True, text=True, check=False)
        if made.returncode == 0 or "busy" not in made.stderr or time.monotonic() > end:
            return made
        time.sleep(0.05)


def _control(order: int, number: int) -> None:
    with Path("/dev/loop-control").open("rb") as control:
        fcntl.ioctl(control, order, number)


def _backing(device: str) -> str | None:
    """What the kernel says lies behind it; none of a free one."""
    with contextlib.suppress(OSError):
        return Path("/sys/block", Path(device).name, "loop/backing_file").read_text()
    return None
