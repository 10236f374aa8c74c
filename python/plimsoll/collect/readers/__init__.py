"""Readers: the output of a program that people have, as JSON lines for `--collect`. ONE ENTRY PER
READER.

A reader is handed lines as they come and gives names and numbers as soon as it has them, so that
each is stamped when it was valid. Text that it does not know is nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Protocol, cast

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


class ReaderModule(Protocol):
    """What a reader's module has."""

    def values(self, lines: Iterable[str]) -> Iterator[dict[str, float]]:
        """Names and numbers, one mapping for all that came together."""


@dataclass(frozen=True)
class Reader:
    """A reader."""

    name: str
    what: str
    """What it reads, for a list."""
    example: str
    """As it is given to --collect."""

    def values(self, lines: Iterable[str]) -> Iterator[dict[str, float]]:
        """See ReaderModule."""
        module = import_module(f"plimsoll.collect.readers.{self.name}")
        return cast("ReaderModule", module).values(lines)


READERS = (
    Reader(
        "iostat",
        "iostat of sysstat: disks, and processors where it prints them",
        "LC_ALL=C stdbuf -oL iostat -xyk 1 | plimsoll collect iostat",
    ),
    Reader(
        "esxtop",
        "the batch mode of esxtop, resxtop: counters of an ESXi host",
        (
            "ssh root@esx01 esxtop -b -d 2 | plimsoll collect esxtop --only 'Physical Disk"
            " Adapter.*(Commands|MBytes|MilliSec)'"
        ),
    ),
    Reader(
        "snmp",
        "snmpget, snmpwalk and snmpbulkwalk: switches, arrays, PDUs",
        (
            "while sleep 1; do snmpbulkwalk -v2c -c public switch01 1.3.6.1.2.1.31.1.1.1.6; done |"
            " plimsoll collect snmp"
        ),
    ),
)
"""Every reader. To add one: its module here and an entry."""


def named(name: str) -> Reader | None:
    """The reader of this name."""
    return next((one for one in READERS if one.name == name), None)
