"""Results of other programs: one file per format, listed in FORMATS, known by what stands in them.

`find` says what of the paths that a user names can be imported; `Format.read` gives the Runs in a
file (`measured.py`), of which `record.py` makes records. Nothing here writes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from plimsoll.formats.results import fio_json
from plimsoll.formats.results.measured import Result
from plimsoll.formats.results.source import File


@dataclass(frozen=True)
class Format:
    """A format: whose it is, what it is called, how it is known by its begin, how it is read."""

    name: str
    program: str
    summary: str
    sniff: Callable[[str], bool]
    read: Callable[[File], Iterator[Result]]


FORMATS = (
    Format("fio json", "fio", "json and json+, one status or many", fio_json.sniff, fio_json.read),
)
"""Every format, in the order in which they are tried. To add one: a file in this folder, and a line
here."""


def of(file: File) -> Format | None:
    """The format of a file; none where no format knows it."""
    head = file.head
    return next((one for one in FORMATS if one.sniff(head)), None)
