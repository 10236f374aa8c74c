"""Counts of the operations behind a figure, and of those that failed beside it.

A distribution holds operations that succeeded, and unfinished ones with their age. An operation
that ended with an error has no response time and is in no percentile, so failures are stated
beside percentiles. `count` of a record includes all three."""

from collections.abc import Iterable
from dataclasses import dataclass

from plimsoll.base import language, units
from plimsoll.report.describe import Figure
from plimsoll.report.evidence import records
from plimsoll.report.evidence.evidence import Run
from plimsoll.report.evidence.records import Counts
from plimsoll.report.messages import message


def text(figures: Counts, metric: str = "response_time") -> str:
    """The size of the distribution of a metric (`records.carried`) as it is written, or a dash."""
    n = records.sample_size(figures, metric)
    return units.DASH if n is None else units.count(n)


def beside(figures: Counts, metric: str = "response_time") -> str:
    """The basis of a figure: `n = 74,498, beside 2,228 errors`."""
    errors = int(figures["errors"] or 0)
    count = units.count(errors)
    if figures["count"] is None:
        if errors:
            return message("n-not-told-beside", errors=errors, count=count)
        return message("n-not-told")
    if errors:
        return message("n-beside", n=text(figures, metric), errors=errors, count=count)
    return message("n-is", n=text(figures, metric))


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
        if not self:
            return "0"
        return message("count-and-share", count=units.count(self.errors), share=self.share)

    @property
    def words(self) -> str:
        """`9,870 of 33,000 operations failed (30 %)`; empty when none did."""
        of, parts = units.count(self.operations), []
        if self.errors:
            failed = units.count(self.errors)
            parts.append(message("failed-of", failed=failed, of=of, share=self.share))
        if self.unfinished:
            parts.append(message("unfinished-of", unfinished=units.count(self.unfinished), of=of))
        return language.clauses(parts)

    def figures(self, basis: str) -> tuple[Figure, ...]:
        """Failures as prominent figures; empty without any."""
        from plimsoll.report.describe import Figure

        many = units.count(self.operations)
        found = []
        if self.errors:
            value = message("n-of", n=units.count(self.errors), of=many)
            share_text = message("failed-basis", share=self.share, basis=basis)
            found.append(Figure(message("operations-failed"), value, share_text))
        if self.unfinished:
            value = message("n-of", n=units.count(self.unfinished), of=many)
            age = message("unfinished-basis", basis=basis)
            found.append(Figure(message("operations-unfinished"), value, age))
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
