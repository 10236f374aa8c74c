"""What a report is made from: a store, which campaigns, which Run."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property

from plimsoll.report.evidence.evidence import Evidence, gather
from plimsoll.store import Store

Curve = Callable[[list[bytes], int], list[tuple[float, int]]]


def native_curve(blobs: list[bytes], steps: int) -> list[tuple[float, int]]:
    """Points of a percentile curve from V2 histograms."""
    from plimsoll.native.histogram import curve

    return curve(blobs, steps)


@dataclass(frozen=True)
class ReportRequest:
    """One report that was asked for. The first campaign is what it is of; others are laid over it
    or compared with it."""

    store: Store
    campaigns: tuple[int, ...]
    run: int | None = None
    """Of the report of one Run; none: the one that the answer rests on."""
    curve: Curve = field(default=native_curve, repr=False)
    chart: str | None = None
    """Of the forms that draw one chart: its name; none: the first."""
    columns: tuple[str, ...] = ()
    """Of CSV: its columns, in this order; none: all."""
    like: str | None = None
    """Of CSV: the program whose columns it has instead."""
    stem: str | None = None
    """Of the file that it is written to, for forms that name what lies beside it; none: to no
    file."""

    def to(self, stem: str) -> ReportRequest:
        """The same for a file of this name. What was read already is kept."""
        same = replace(self, stem=stem)
        vars(same).update(
            {
                name: read
                for name in ("evidence", "others")
                if (read := vars(self).get(name)) is not None
            }
        )
        return same

    @cached_property
    def evidence(self) -> Evidence:
        """The first campaign. Raises InputError when the store has no such campaign, and names
        those it has."""
        return gather(self.store, self.campaigns[0])

    @cached_property
    def others(self) -> tuple[Evidence, ...]:
        """The campaigns beside it."""
        return tuple(gather(self.store, number) for number in self.campaigns[1:])
