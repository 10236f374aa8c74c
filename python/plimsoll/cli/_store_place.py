"""Says where results would be written to the very disk that is measured."""

from collections.abc import Iterable
from pathlib import Path

from plimsoll.cli.terminal import screen


def note(store: Path, targets: Iterable[str]) -> None:
    """A line on stderr where a block device under test holds the file system that the store is
    in."""
    from plimsoll.library.bench import warning_of_place

    if warning := warning_of_place(store, list(targets)):
        screen.note(warning)
