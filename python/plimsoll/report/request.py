"""The request for a report: a store, campaigns, and optionally a Run."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property

from plimsoll.report import labels
from plimsoll.report.describe import Page
from plimsoll.report.evidence.evidence import Evidence, gather
from plimsoll.report.labels import ReportLabels
from plimsoll.store import Store

Curve = Callable[[list[bytes], int], list[tuple[float, int]]]


def native_curve(blobs: list[bytes], steps: int) -> list[tuple[float, int]]:
    """Points of a percentile curve from V2 histograms."""
    from plimsoll.native.histogram import curve

    return curve(blobs, steps)


@dataclass(frozen=True)
class ReportRequest:
    """One requested report. The first campaign is its subject; the others are laid over it or
    compared with it."""

    store: Store
    campaigns: tuple[int, ...]
    run: int | None = None
    """For the report of one Run. None: the Run that the answer rests on."""
    curve: Curve = field(default=native_curve, repr=False)
    chart: str | None = None
    """For forms that draw one chart: its name. None: the first chart."""
    columns: tuple[str, ...] = ()
    """For CSV: its columns, in this order. Empty: all columns."""
    like: str | None = None
    """For CSV: the program whose columns are written instead."""
    labels: ReportLabels = field(default_factory=ReportLabels)
    """Replace those in the campaign's file."""
    stem: str | None = None
    """Stem of the output file, for forms that name files beside it. None: no file is written."""
    pages: dict[tuple[str, str], Page] = field(
        init=False, default_factory=dict, compare=False, repr=False
    )
    """Pages that were built, by report and language."""

    def to(self, stem: str) -> ReportRequest:
        """The same request for a file of this name. Evidence that was read already is reused."""
        same = replace(self, stem=stem)
        vars(same).update(
            {
                name: read
                for name in ("evidence", "others")
                if (read := vars(self).get(name)) is not None
            }
        )
        return same

    @property
    def letterhead(self) -> ReportLabels:
        """The labels of the first campaign, and over them those of this request."""
        return self.labels.over(labels.of_campaign(self.evidence.campaign))

    @cached_property
    def evidence(self) -> Evidence:
        """Evidence of the first campaign. Raises InputError when the store has no such campaign,
        and lists those it has."""
        return gather(self.store, self.campaigns[0])

    @cached_property
    def others(self) -> tuple[Evidence, ...]:
        """Evidence of the other campaigns."""
        return tuple(gather(self.store, number) for number in self.campaigns[1:])
