"""Notes on the answer of `plimsoll size`, as codes with figures: assumptions about guests and
hosts, and differences between the load line's test and the guests. `words.py` has their
sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, field
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field
from pydantic.dataclasses import dataclass

from plimsoll.features.promises.rules.document import Code  # pydantic reads it

if TYPE_CHECKING:
    from plimsoll.features.sizing.guests import SizeFile
    from plimsoll.features.sizing.sums import Guest, Storage

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
    "on_savings",
]
Figures = Mapping[str, float | str | list[float]]


@dataclass(frozen=True, config={"extra": "forbid"})
class Note:
    """What to know beside the answer, as a code. missed_below and two_regimes: what a search found
    of rates below its line."""

    kind: Annotated[Kind, Field(description="The code.")]
    figures: Annotated[
        Figures,
        Field(
            description=(
                "Per s, bytes, percentages, numbers of things, by name; names that were given."
            )
        ),
    ] = field(default_factory=dict)


@dataclass(frozen=True, config={"extra": "forbid"})
class Savings:
    """What an element of described storage had saved up (burst, credits) and spent on a rate above
    its own."""

    element: Annotated[str, Field(description="Its name.")]
    held_s: Annotated[float, Field(description="Seconds for which the rate was carried.")]
    lasting_per_s: Annotated[float, Field(description="IOPS that it carries in the long run.")]


@dataclass(frozen=True, config={"extra": "forbid", "populate_by_name": True})
class Line:
    """The load line that guests are planned on. Of one that was given as numbers nothing else is
    known."""

    source: Annotated[
        str, Field(alias="from", description="A campaign of a store, a file; given: as numbers.")
    ]
    low: Annotated[float, Field(description="Low end, IOPS.")]
    high: Annotated[float | None, Field(description="High end; null where it was not reached.")]
    plan_per_s: Annotated[float, Field(description="The rate to plan with: at most the low end.")]
    objective: Annotated[str | None, Field(description="What the line keeps.")] = None
    low_confirmed: Annotated[
        bool | None, Field(description="Whether a hold passed at the low end.")
    ] = None
    high_confirmed: Annotated[
        bool | None, Field(description="Whether a hold failed at the high end.")
    ] = None
    below: Annotated[
        tuple[Code, ...], Field(description="What was found of rates below the line.")
    ] = ()
    read: Annotated[float | None, Field(description="Percent of reads it was measured with.")] = (
        None
    )
    block_size_bytes: Annotated[
        int | None, Field(description="Block size it was measured with; null for a mix.")
    ] = None
    measured_by: Annotated[
        int | None, Field(description="Hosts, or clients of described storage, that measured it.")
    ] = None
    savings: Annotated[
        Savings | None,
        Field(description="What it was carried on, where it cannot last; null if it lasts."),
    ] = None

    @staticmethod
    def from_numbers(storage: Storage) -> Line | None:
        """A line that was given as numbers. None with raw drives."""
        if storage.low is None:
            return None
        return Line("given", storage.low, storage.high, storage.low)


def mix(guests: Sequence[Guest]) -> tuple[float, set[int]]:
    """Share of reads among all operations of the guests, and their block sizes."""
    total = sum(guest.count * guest.iops for guest in guests)
    return sum(guest.count * guest.iops * guest.read for guest in guests) / total, {
        one.block_bytes for one in guests
    }


def assumptions(file: SizeFile) -> Iterator[Note]:
    """Defaults that stand in for missing figures of guests and hosts."""
    for kind in file.profile:
        defaults: dict[str, float | str | list[float]] = {}
        if "read" not in kind.model_fields_set:
            defaults["read_percent"] = 100
        if "block_size" not in kind.model_fields_set:
            defaults["block_bytes"] = 4096
        if defaults:
            named: Figures = {} if len(file.profile) == 1 else {"profile": kind.name}
            yield Note("assumed", {**named, **defaults})
    if file.storage.hosts is not None and file.storage.host_iops is None:
        yield Note("host_iops_not_given", {"hosts": file.storage.hosts})


def line_notes(file: SizeFile, line: Line) -> Iterator[Note]:
    """Differences between the line's test and the guests, which nobody can convert."""
    if line.savings is not None:
        yield Note("on_savings", asdict(line.savings))
    if line.plan_per_s < line.low:
        yield Note("planned_lower", {"planned_per_s": line.plan_per_s, "low_per_s": line.low})
    if line.low_confirmed is False:
        yield Note("end_not_confirmed", {"end": "low"})
    if line.high_confirmed is False and line.high is not None:
        yield Note("end_not_confirmed", {"end": "high"})
    for code in line.below:
        yield Note(
            "missed_below" if code.kind == "missed_below" else "two_regimes", {**code.figures}
        )
    yield from _measured_by(file, line)
    read, blocks = mix(file.guests())
    if line.read is None:
        yield Note("mix_unknown", {"source": line.source})
    elif abs(line.read - 100 * read) > 1:
        yield Note("other_reads", {"read_percent": line.read, "guests_read_percent": 100 * read})
    if line.block_size_bytes is not None and blocks != {line.block_size_bytes}:
        sizes: list[float] = sorted(blocks)
        yield Note(
            "other_blocks", {"block_bytes": line.block_size_bytes, "guests_block_bytes": sizes}
        )


def _measured_by(file: SizeFile, line: Line) -> Iterator[Note]:
    hosts = file.storage.hosts or 1
    wanted = sum(kind.count for kind in file.profile)
    if line.measured_by is None:
        if hosts > 1:
            yield Note("measured_by_unknown", {"source": line.source, "hosts": hosts})
    elif line.measured_by < hosts or (line.measured_by == 1 and wanted > 1):
        yield Note("measured_by_few", {"clients": line.measured_by})
