"""Counters that another program recorded to a file during a measurement. One module per format,
listed in RECORDINGS; a file is recognised by its content.

Each reader yields the values of one time, in order, with that time on the wall clock. The caller
gives the zone of times without one, and the order of dates: `moment.dates_of` finds the possible
orders. Nothing here writes."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Protocol

from plimsoll.features.imports.messages import message
from plimsoll.features.imports.recordings import esxtop, iostat, iostat_json, perfmon, sar
from plimsoll.features.imports.recordings.moment import Moment, Times
from plimsoll.features.imports.results.source import File


def _lines(file: File) -> Iterator[str]:
    return (line for _, line in file.lines())


@dataclass(frozen=True)
class Recording:
    """A format: whose it is, what is read, how it is known by its begin, how it is read."""

    name: str
    program: str
    sniff: Callable[[str], bool]
    read: Callable[[File, Times], Iterator[Moment]]
    of_locale: bool
    """Whether its dates are in the order of the locale in which it was called."""
    date_texts: Callable[[File], Iterator[str]] = _lines
    """Texts that begin with its dates, or are sysstat's first line."""

    def summary(self) -> str:
        """Its files, for a list of formats in the reader's language."""
        return message(f"format-{self.name.replace(' ', '-')}")


class _Module(Protocol):
    """A file of this folder that reads one format."""

    def sniff(self, head: str) -> bool: ...
    def read(self, file: File, times: Times) -> Iterator[Moment]: ...


def _by(module: _Module, name: str, program: str, *, of_locale: bool = True) -> Recording:
    return Recording(name, program, module.sniff, module.read, of_locale)


RECORDINGS = (
    _by(iostat, "iostat text", "iostat"),
    replace(_by(iostat_json, "iostat json", "iostat"), date_texts=iostat_json.dates),
    _by(sar, "sar text", "sar"),
    _by(esxtop, "esxtop csv", "esxtop", of_locale=False),
    _by(perfmon, "perfmon csv", "perfmon", of_locale=False),
)
"""Every format. To add one: a file in this folder, and an entry here."""


def recording_format(file: File) -> Recording | None:
    """The format of a file; none where no format knows it."""
    head = file.head
    return next((recording for recording in RECORDINGS if recording.sniff(head)), None)
