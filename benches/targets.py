"""The targets of the comparison, made for it and gone afterwards: each is a context manager that
yields a name, or says why it is not to be had here.

Filled with random bytes: what compresses or was never written would be answered without the
storage.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from benches.tools import PLIMSOLL, time_command

if TYPE_CHECKING:
    from collections.abc import Iterator


class NotHereError(Exception):
    """This machine cannot make the target; the text says why."""


@contextlib.contextmanager
def file(folder: Path, size: str = "1g") -> Iterator[str]:
    """A filled file on the file system of `folder`."""
    path = folder / f"plimsoll-bench-{os.getpid()}.dat"
    try:
        time_command([*PLIMSOLL, "prepare", str(path), "--size", size])
        yield str(path)
    finally:
        path.unlink(missing_ok=True)


@contextlib.contextmanager
def zram() -> Iterator[str]:
    """A zram block device of 1 GiB full of random bytes: completes every I/O in the submitting
    thread, by waiting."""
    control = Path("/sys/class/zram-control/hot_add")
    if os.geteuid() != 0 or not control.exists():
        raise NotHereError("a zram device needs root and the kernel's zram")
    number = control.read_text().strip()
    device = Path(f"/dev/zram{number}")
    sizes = Path(f"/sys/block/zram{number}/disksize")
    try:
        sizes.write_text("1G")
        _wait_for(device)
        _fill(device, 1 << 30)
        yield str(device)
    finally:
        _remove_zram(number)


def _remove_zram(number: str) -> None:
    """Gives the device back. It stays busy for a moment after the last process has closed it."""
    for _ in range(100):
        try:
            # Unbuffered, so that a refusal comes here and not when the file is closed.
            with Path("/sys/class/zram-control/hot_remove").open("wb", buffering=0) as out:
                out.write(number.encode())
        except OSError:
            time.sleep(0.05)
        else:
            return
    print(
        f"zram{number} is still busy: remove it with echo {number} >"
        " /sys/class/zram-control/hot_remove",
        file=sys.stderr,
    )


@contextlib.contextmanager
def loop() -> Iterator[str]:
    """A loop device on a file in memory, direct and truly asynchronous."""
    if os.geteuid() != 0 or shutil.which("losetup") is None:
        raise NotHereError("a loop device needs root and losetup")
    mount = Path(f"/tmp/plimsoll-bench-{os.getpid()}")
    mount.mkdir()
    device = ""
    try:
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1200m", "tmpfs", mount], check=True)
        _fill(mount / "disk", 1 << 30, make=True)
        made = subprocess.run(
            ["losetup", "--find", "--show", "--direct-io=on", "-b", "4096", mount / "disk"],
            check=True,
            capture_output=True,
            text=True,
        )
        device = made.stdout.strip()
        yield device
    finally:
        if device:
            subprocess.run(["losetup", "-d", device], check=False)
        subprocess.run(["umount", mount], check=False)
        with contextlib.suppress(OSError):
            mount.rmdir()


@contextlib.contextmanager
def nbd(*, log: Path | None = None) -> Iterator[tuple[str, str]]:
    """A memory export of nbdkit on a Unix socket: the URI, and fio's spelling of it. With `log`,
    every request is logged."""
    if shutil.which("nbdkit") is None:
        raise NotHereError("nbdkit is not installed")
    socket = Path(f"/tmp/plimsoll-bench-{os.getpid()}.sock")
    filters = ["--filter=log"] if log else []
    command = ["nbdkit", "--foreground", "--unix", str(socket), *filters, "memory", "1G"]
    server = subprocess.Popen([*command, *([f"logfile={log}"] if log else [])])
    try:
        _wait_for(socket)
        uri = f"nbd+unix:///?socket={socket}"
        yield uri, uri
    finally:
        server.terminate()
        server.wait()
        socket.unlink(missing_ok=True)


def _wait_for(path: Path) -> None:
    for _ in range(200):
        if path.exists():
            return
        time.sleep(0.02)
    raise NotHereError(f"{path} did not appear")


def _fill(path: Path, size: int, *, make: bool = False) -> None:
    with path.open("wb" if make else "r+b", buffering=0) as out:
        for _ in range(size >> 20):
            out.write(os.urandom(1 << 20))
        os.fsync(out.fileno())
