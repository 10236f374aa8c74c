"""What to know beside the answer of `plimsoll size`, as codes with figures: what was assumed of
guests and hosts, and how a load line was measured otherwise than the guests ask. `words.py` says
them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypedDict

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from plimsoll.judge.promise.document import Code
    from plimsoll.judge.sizing.guests import SizeFile
    from plimsoll.judge.sizing.sums import Guest

Kind = Literal[
    "assumed",
    "host_iops_not_given",
    "planned_lower",
    "end_not_confirmed",
    "missed_below",
    "two_regimes",
    "measured_by_few",
    "measured_by_unknown",
    "mix_unknown",
    "other_reads",
    "other_blocks",
    "scaled_one_down",
]
Figures = Mapping[str, float | str | list[float]]


@dataclass(frozen=True)
class Note:
    """Something to know. missed_below and two_regimes: what a search found of rates below its line
    (`judge/promise/reasons.py`)."""

    kind: Kind
    figures: Figures = field(default_factory=dict)


class Ends(TypedDict):
    """A load line in operations/s."""

    low: float
    high: float | None
    """None where none was reached."""
    plan_per_s: float
    """The rate to plan with."""
    low_confirmed: bool
    high_confirmed: bool
    objective: str | None
    below: list[str]
    """What is said of rates below it, in words."""


@dataclass(frozen=True)
class Line:
    """The load line that a store or a find document holds, and what it was measured with; None
    where it does not say."""

    ends: Ends
    source: str
    below: tuple[Code, ...] = ()
    """What is said of rates below it."""
    read: float | None = None
    """Percent of the operations."""
    block_size_bytes: int | None = None
    measured_by: int | None = None
    """How many drove the storage: hosts, or clients of a described one."""

    @property
    def planned(self) -> float:
        """What guests are planned on, in operations/s."""
        return self.ends["plan_per_s"]

    def to_json(self) -> dict[str, object]:
        """As it stands in the answer."""
        return {
            **self.ends,
            "from": self.source,
            "read": self.read,
            "block_size_bytes": self.block_size_bytes,
        }


def mix(guests: Sequence[Guest]) -> tuple[float, set[int]]:
    """Share of reads among all operations of the guests, and their block sizes."""
    every = sum(one.count * one.iops for one in guests)
    return sum(one.count * one.iops * one.read for one in guests) / every, {
        one.block_bytes for one in guests
    }


def assumed(asked: SizeFile) -> Iterator[Note]:
    """What nobody said of the guests and the hosts, and is taken for them."""
    for one in asked.profile:
        taken: dict[str, float | str | list[float]] = {}
        if "read" not in one.model_fields_set:
            taken["read_percent"] = 100
        if "block_size" not in one.model_fields_set:
            taken["block_bytes"] = 4096
        if taken:
            named: Figures = {} if len(asked.profile) == 1 else {"profile": one.name}
            yield Note("assumed", {**named, **taken})
    if asked.storage.hosts is not None and asked.storage.host_iops is None:
        yield Note("host_iops_not_given", {"hosts": asked.storage.hosts})


def of_line(asked: SizeFile, line: Line) -> Iterator[Note]:
    """What is to know of the line: what it was measured with and the guests are not, since nobody
    can convert it."""
    if line.planned < line.ends["low"]:
        yield Note("planned_lower", {"planned_per_s": line.planned, "low_per_s": line.ends["low"]})
    confirmed = {"low": line.ends["low_confirmed"], "high": line.ends["high_confirmed"]}
    for end, held in confirmed.items():
        if not held:
            yield Note("end_not_confirmed", {"end": end})
    for one in line.below:
        yield Note("missed_below" if one.kind == "missed_below" else "two_regimes", {**one.figures})
    yield from _measured_by(asked, line)
    read, blocks = mix(asked.guests())
    if line.read is None:
        yield Note("mix_unknown", {"source": line.source})
    elif abs(line.read - 100 * read) > 1:
        yield Note("other_reads", {"read_percent": line.read, "guests_read_percent": 100 * read})
    if line.block_size_bytes is not None and blocks != {line.block_size_bytes}:
        sizes: list[float] = sorted(blocks)
        yield Note(
            "other_blocks", {"block_bytes": line.block_size_bytes, "guests_block_bytes": sizes}
        )


def _measured_by(asked: SizeFile, line: Line) -> Iterator[Note]:
    hosts = asked.storage.hosts or 1
    wanted = sum(one.count for one in asked.profile)
    if line.measured_by is None:
        if hosts > 1:
            yield Note("measured_by_unknown", {"source": line.source, "hosts": hosts})
    elif line.measured_by < hosts or (line.measured_by == 1 and wanted > 1):
        yield Note("measured_by_few", {"clients": line.measured_by})
