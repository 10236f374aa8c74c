"""Cgroups for tests, by names that no other test, program or earlier run has."""

from __future__ import annotations

import contextlib
import secrets
from pathlib import Path
from typing import TYPE_CHECKING

from tests.patience import until

if TYPE_CHECKING:
    from collections.abc import Iterator

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
            removed(folder)


def removed(folder: Path) -> None:
    """Removes a group. Its last process may have ended, and the kernel not noticed it yet."""

    def gone() -> bool:
        with contextlib.suppress(OSError):
            folder.rmdir()
        return not folder.exists()

    until(gone, why=f"{folder} cannot be removed")
