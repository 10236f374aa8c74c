"""Counts of the questions of a campaign that meet its objective, shared by grid and summary.

The unit is a place: a repeated question counts once, and failed places are in the denominator.
`figures.meets_objective` decides each place."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from plimsoll.base import units
from plimsoll.report.describe import Figure
from plimsoll.report.evidence import figures

if TYPE_CHECKING:
    from plimsoll.report.evidence.evidence import Evidence
    from plimsoll.report.evidence.points import Places
    from plimsoll.store import Store


@dataclass(frozen=True)
class ObjectiveCounts:
    """Counts of places that meet the objective, miss it, stay undecided, or have no valid
    answer."""

    noun: str
    promised: str
    kept: int
    missed: int
    undecided: int
    unanswered: tuple[tuple[str, int], ...]
    brief_objective_words: str = ""
    """The objective in the words of a headline."""
    compared: bool = False
    """Whether some places are closed loops, which are compared with the bound and not judged."""

    @property
    def total(self) -> int:
        """The number of all places."""
        return self.kept + self.missed + self.undecided + sum(n for _, n in self.unanswered)

    @property
    def value(self) -> str:
        """`0 of 12 questions`."""
        return f"{units.count(self.kept)} of {units.count(self.total)} {self.noun}"

    @property
    def verb(self) -> str:
        """The verb for the places that meet the objective; closed loops are only compared with
        the bound."""
        return (
            "met the bound (closed loops: compared, not judged)"
            if self.compared
            else ("met the objective")
        )

    @property
    def words(self) -> str:
        """`0 of 12 questions keep p99 response time <= 1 ms`."""
        return f"{self.value} meet {self.promised}"

    @property
    def rest(self) -> str:
        """The other places: `4 miss it, 2 undecided, 6 failed`; empty without any."""
        others = (
            ("miss it" if self.missed != 1 else "misses it", self.missed),
            ("undecided", self.undecided),
            *self.unanswered,
        )
        return ", ".join(f"{units.count(n)} {word}" for word, n in others if n)

    @property
    def figure(self) -> Figure:
        """The counts as a prominent figure."""
        notes = [self.promised, *([self.rest] if self.rest else [])]
        notes += ["closed loops are compared with it, not judged"] if self.compared else []
        return Figure("Objective met", self.value, "; ".join(notes))


def gather(store: Store, evidence: Evidence, places: Places) -> ObjectiveCounts | None:
    """The counts of a campaign. None without an objective, and for load lines, whose answer is
    the rate that meets it."""
    if not figures.objectives(evidence) or places.leaves == "line":
        return None
    verdicts = [(place, figures.meets_objective(store, evidence, place)) for place in places.all]
    left = [place for place, is_met in verdicts if is_met is None]
    return ObjectiveCounts(
        places.noun if len(places.all) != 1 else places.noun[:-1],
        evidence.objective_words,
        sum(is_met is True for _, is_met in verdicts),
        sum(is_met is False for _, is_met in verdicts),
        sum(place.stands for place in left),
        tuple(
            Counter(
                place.mark or "without an answer" for place in left if not place.stands
            ).most_common()
        ),
        evidence.brief_objective_words,
        any(
            run is not None and run.offered_rate is None
            for place in places.all
            for run in (repeat.run for repeat in place.counting)
        ),
    )
