"""Says where results would be written to the very disk that is measured."""

from __future__ import annotations

import stat
from typing import TYPE_CHECKING

from plimsoll.base.errors import PlimsollError
from plimsoll.cli.terminal import screen

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path


def note(store: Path, targets: Iterable[str]) -> None:
    """A line where a block device under test holds the file system that the store is in. A target
    that is a file needs none: who measures a file next to the store sees where both are."""
    for target in targets:
        if shared := sorted(_beneath(str(store.absolute().parent)) & _device(target)):
            screen.note(
                f"{store} is on the device under test ({', '.join(shared)}): results that are"
                " written during a Run are measured too. Keep them on another device with --store,"
                " or once for all with 'plimsoll config store PATH'"
            )
            return


def _device(target: str) -> set[str]:
    from pathlib import Path

    try:
        return _beneath(target) if stat.S_ISBLK(Path(target).stat().st_mode) else set()
    except (OSError, ValueError):
        # No path (null:, stack:, nbd://), or not there yet.
        return set()


def _beneath(path: str) -> set[str]:
    """The disks that a path rests on."""
    from plimsoll.native import session as execute

    try:
        return {device["name"] for device in execute.chain(path)["devices"]}
    except PlimsollError:
        return set()
