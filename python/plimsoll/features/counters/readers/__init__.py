"""The formats of counters, a file each, listed in READERS; a file is known by its content."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple, Protocol

from plimsoll.base.errors import InputError
from plimsoll.features.counters.messages import message
from plimsoll.features.counters.readers import (
    azure,
    cloudwatch,
    gcp,
    prometheus,
    recordings,
    sysstat_json,
)
from plimsoll.features.counters.series import Series
from plimsoll.features.imports.recordings.moment import Times
from plimsoll.features.imports.results.source import Bad, File


class Reader(NamedTuple):
    """A format: its name, how it is known by its begin, how it is read."""

    name: str
    sniff: Callable[[str], bool]
    read: Callable[[File, Times], Iterator[Series]]


class _Module(Protocol):
    def sniff(self, head: str) -> bool: ...
    def read(self, file: File, times: Times) -> Iterator[Series]: ...


def _of(name: str, module: _Module) -> Reader:
    return Reader(name, module.sniff, module.read)


READERS = (
    _of("CloudWatch", cloudwatch),
    _of("Azure Monitor", azure),
    _of("Google Cloud Monitoring", gcp),
    _of("Prometheus", prometheus),
    _of("sadf JSON", sysstat_json),
    _of("iostat, sar, sadf, esxtop, perfmon", recordings),
)
"""Every format. To add one: a file in this folder, and a line here."""


def read(path: Path, times: Times) -> tuple[Reader, list[Series]]:
    """The series of a file with the format that it has. Raises NoTargetError without a file, and
    InputError for one that is damaged, of no known format, or without values."""
    try:
        return _read(path, times)
    except Bad as bad:
        raise InputError(bad.message, message("bad-todo")) from None


def _read(path: Path, times: Times) -> tuple[Reader, list[Series]]:
    file = File(path, str(path))
    head = file.head
    if not head.strip():
        raise file.bad(partial(message, "empty-file"))
    reader = next((one for one in READERS if one.sniff(head)), None)
    if reader is None:
        known = ", ".join(one.name for one in READERS)
        raise file.bad(partial(message, "unknown-format", known=known))
    found = [one for one in reader.read(file, times) if one.points]
    if not found:
        raise file.bad(partial(message, "no-values"))
    if reader.read is not recordings.read:
        _refuse_twice(file, found)
    return reader, found


def _refuse_twice(file: File, found: list[Series]) -> None:
    """Raises Bad where two series of a file are the same figure of the same volume and differ:
    another statistic, or two volumes whose names are equal."""
    values: dict[tuple[str, str], dict[tuple[int, int], float]] = {}
    for one in found:
        seen = values.setdefault((one.volume, one.figure), {})
        for point in one.points:
            if seen.setdefault((point.length_ns, point.end_ns), point.value) != point.value:
                raise file.bad(partial(message, "twice", volume=one.volume, figure=one.figure))
