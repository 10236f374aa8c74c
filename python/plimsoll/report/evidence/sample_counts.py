"""Counts of the operations behind a figure, and of those that failed beside it.

A distribution holds operations that succeeded, and unfinished ones with their age. An operation
that ended with an error has no response time and is in no percentile, so failures are stated
beside percentiles. `count` of a record includes all three."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from plimsoll.base import units
from plimsoll.report.evidence import records

if TYPE_CHECKING:
    from collections.abc import Iterable

    from plimsoll.report.describe import Figure
    from plimsoll.report.evidence.evidence import Run
    from plimsoll.report.evidence.records import Counts


def text(figures: Counts, metric: str = "response_time") -> str:
    """The size of the distribution of a metric (`records.carried`) as it is written, or a dash."""
    n = records.sample_size(figures, metric)
    return units.DASH if n is None else units.count(n)


def beside(figures: Counts, metric: str = "response_time") -> str:
    """The basis of a figure: `n = 74,498, beside 2,228 errors`."""
    errors = int(figures["errors"] or 0)
    lost = f", beside {units.count(errors)} error{'s' * (errors != 1)}" if errors else ""
    if figures["count"] is None:
        return f"n {units.NOT_TOLD}{lost}"
    return f"n = {text(figures, metric)}{lost}"


def of_runs(runs: Iterable[Run | None]) -> int:
    """The size of the merged distribution of response time of some Runs."""
    return sum(
        records.sample_size(run.record["all"]) or 0
        for run in runs
        if run is not None and run.record
    )


@dataclass(frozen=True)
class FailureCounts:
    """Counts of failed and unfinished operations, out of all."""

    errors: int
    operations: int
    unfinished: int = 0

    def __bool__(self) -> bool:
        return self.errors > 0 or self.unfinished > 0

    @property
    def share(self) -> str:
        """`30 %`."""
        return units.share(self.errors / self.operations)

    @property
    def error_text(self) -> str:
        """`9,870 (30 %)`; `0` when all succeeded."""
        return f"{units.count(self.errors)} ({self.share})" if self else "0"

    @property
    def words(self) -> str:
        """`9,870 of 33,000 operations failed (30 %)`; empty when none did."""
        many, parts = units.count(self.operations), []
        if self.errors:
            parts.append(f"{units.count(self.errors)} of {many} operations failed ({self.share})")
        if self.unfinished:
            parts.append(f"{units.count(self.unfinished)} of {many} operations never finished")
        return "; ".join(parts)

    def figures(self, basis: str) -> tuple[Figure, ...]:
        """Failures as prominent figures; empty without any."""
        from plimsoll.report.describe import Figure

        many = units.count(self.operations)
        found = []
        if self.errors:
            value = f"{units.count(self.errors)} of {many}"
            share_text = f"{self.share}, {basis}; in no response time"
            found.append(Figure("Operations failed", value, share_text))
        if self.unfinished:
            value = f"{units.count(self.unfinished)} of {many}"
            found.append(Figure("Operations never finished", value, f"{basis}; with their age"))
        return tuple(found)


NONE = FailureCounts(0, 0)


def count_failures(runs: Iterable[Run | None]) -> FailureCounts:
    """Failed and unfinished operations of these Runs, in Measure."""
    every = [run.record["all"] for run in runs if run is not None and run.record]
    return FailureCounts(
        sum(int(counts["errors"] or 0) for counts in every),
        sum(int(counts["count"] or 0) for counts in every),
        sum(int(counts["unfinished"] or 0) for counts in every),
    )
