"""Counters that another program wrote to a file while something was measured: one file per format,
listed in RECORDINGS, known by what stands in them.

Each gives the values that stand under one time, in order, with that time on the wall clock. Times
without a zone are those of the zone that the caller names, dates in the order that it names:
`moment.dates_of` says which orders are possible. Nothing here writes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from plimsoll.formats.recordings import esxtop, iostat, iostat_json, perfmon, sar
from plimsoll.formats.recordings.moment import Moment, Times
from plimsoll.formats.results.source import File


def _lines(file: File) -> Iterator[str]:
    return (line for _, line in file.lines())


@dataclass(frozen=True)
class Recording:
    """A format: whose it is, what is read, how it is known by its begin, how it is read."""

    name: str
    program: str
    summary: str
    sniff: Callable[[str], bool]
    read: Callable[[File, Times], Iterator[Moment]]
    of_locale: bool
    """Whether its dates are in the order of the locale in which it was called."""
    dated: Callable[[File], Iterator[str]] = _lines
    """Texts that begin with its dates, or are sysstat's first line."""


RECORDINGS = (
    Recording(
        "iostat text",
        "iostat",
        "iostat -t: disks and processors",
        iostat.sniff,
        iostat.read,
        of_locale=True,
    ),
    Recording(
        "iostat json",
        "iostat",
        "iostat -t -o JSON",
        iostat_json.sniff,
        iostat_json.read,
        of_locale=True,
        dated=iostat_json.dates,
    ),
    Recording(
        "sar text",
        "sar",
        "sar, and sadf -d: disks, processors and the rest",
        sar.sniff,
        sar.read,
        of_locale=True,
    ),
    Recording(
        "esxtop csv",
        "esxtop",
        "esxtop -b, resxtop -b",
        esxtop.sniff,
        esxtop.read,
        of_locale=False,
    ),
    Recording(
        "perfmon csv",
        "perfmon",
        "performance logs of Windows as CSV, with PhysicalDisk or LogicalDisk",
        perfmon.sniff,
        perfmon.read,
        of_locale=False,
    ),
)
"""Every format. To add one: a file in this folder, and an entry here."""


def of(file: File) -> Recording | None:
    """The format of a file; none where no format knows it."""
    head = file.head
    return next((one for one in RECORDINGS if one.sniff(head)), None)
