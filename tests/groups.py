"""Cgroups for tests, by names that no other test, program or earlier run has."""

import contextlib
import os
import secrets
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.patience import until

BLKIO = Path("/sys/fs/cgroup/blkio")


@contextlib.contextmanager
def group(*inner: str) -> Iterator[Path]:
    """A group of the hierarchy of version 1 for block I/O, with groups of these names in it."""
    around = BLKIO / f"plimsoll-test-{secrets.token_hex(6)}"
    made = [around, *(around / name for name in inner)]
    try:
        for folder in made:
            folder.mkdir()
        yield around
    finally:
        for folder in reversed(made):
            remove_group(folder)


def whole_disk(path: Path) -> str | None:
    """major:minor of the disk beneath a path: the throttle knows disks, not partitions."""
    number = path.stat().st_dev
    node = Path(f"/sys/dev/block/{os.major(number)}:{os.minor(number)}")
    if not node.exists():
        return None
    if (node / "partition").exists():
        return (node.resolve().parent / "dev").read_text().strip()
    return (node / "dev").read_text().strip()


def throttled_disk(folder: Path, *files: str) -> str:
    """The disk beneath a folder, where the kernel's throttle can hold it by these files; else the
    test is skipped."""
    if os.geteuid() != 0:
        pytest.skip("needs root: the kernel's throttle is set up for a group of processes")
    if not all((BLKIO / name).exists() for name in files):
        pytest.skip(f"this kernel has no cgroup v1 blkio throttle mounted at {BLKIO}")
    disk = whole_disk(folder)
    if disk is None:
        pytest.skip(f"{folder} is not on a disk")
    return disk


def remove_group(folder: Path) -> None:
    """Removes a group. Its last process may have ended, and the kernel not noticed it yet."""

    def is_gone() -> bool:
        with contextlib.suppress(OSError):
            folder.rmdir()
        return not folder.exists()

    until(is_gone, why=f"{folder} cannot be removed")
