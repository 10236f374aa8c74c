"""Readers convert the output of common programs to JSON lines for `--collect`. ONE ENTRY PER
READER.

A reader takes lines as they come and yields names and numbers at once, so that their stamps are
right. It ignores unknown text.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import Protocol, cast

from plimsoll.collect.messages import message


class ReaderModule(Protocol):
    """The module of a reader."""

    def values(self, lines: Iterable[str]) -> Iterator[dict[str, float]]:
        """Names and numbers; one mapping for values of the same time."""


@dataclass(frozen=True)
class Reader:
    """A reader."""

    name: str
    example: str
    """An argument of --collect."""

    @property
    def what(self) -> str:
        """The programs that it reads, for a list."""
        return message(f"reader-{self.name}")

    def values(self, lines: Iterable[str]) -> Iterator[dict[str, float]]:
        """See ReaderModule."""
        module = import_module(f"plimsoll.collect.readers.{self.name}")
        return cast("ReaderModule", module).values(lines)


READERS = (
    Reader("iostat", "LC_ALL=C stdbuf -oL iostat -xyk 1 | plimsoll collect iostat"),
    Reader(
        "esxtop",
        (
            "ssh root@esx01 esxtop -b -d 2 | plimsoll collect esxtop --only 'Physical Disk"
            " Adapter.*(Commands|MBytes|MilliSec)'"
        ),
    ),
    Reader(
        "snmp",
        (
            "while sleep 1; do snmpbulkwalk -v2c -c public switch01 1.3.6.1.2.1.31.1.1.1.6; done |"
            " plimsoll collect snmp"
        ),
    ),
)
"""Every reader. To add one: its module here and an entry."""


def find_reader(name: str) -> Reader | None:
    """The reader of this name."""
    return next((reader for reader in READERS if reader.name == name), None)
