"""Counts of the questions of a campaign that meet its objective, shared by grid and summary.

The unit is a place: a repeated question counts once, and failed places are in the denominator.
`figures.meets_objective` decides each place."""

from collections import Counter
from dataclasses import dataclass

from plimsoll.base import language, units
from plimsoll.report.describe import Figure
from plimsoll.report.evidence import figures
from plimsoll.report.evidence.evidence import Evidence
from plimsoll.report.evidence.points import Places
from plimsoll.report.messages import message
from plimsoll.store import Store


@dataclass(frozen=True)
class ObjectiveCounts:
    """Counts of places that meet the objective, miss it, stay undecided, or have no valid
    answer."""

    kind: str
    """Points or questions."""
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
        n, of = units.count(self.kept), units.count(self.total)
        if self.kind == "Points":
            return message("points-of", n=n, total=self.total, of=of)
        return message("questions-of", n=n, total=self.total, of=of)

    @property
    def verdict(self) -> str:
        """How many met the objective; closed loops are only compared with the bound."""
        judged = "compared" if self.compared else "judged"
        return message("places-met-objective", places=self.value, judged=judged)

    @property
    def words(self) -> str:
        """`0 of 12 questions meet p99 response time <= 1 ms`."""
        return message("places-meet", places=self.value, objective=self.promised)

    @property
    def rest(self) -> str:
        """The other places: `4 miss it, 2 undecided, 6 failed`; empty without any."""
        others = []
        if self.missed:
            count = units.count(self.missed)
            others.append(message("miss-it", n=self.missed, count=count))
        if self.undecided:
            others.append(message("count-undecided", count=units.count(self.undecided)))
        others += [
            message("count-marked", count=units.count(n), mark=mark) for mark, n in self.unanswered
        ]
        return language.listing(others)

    @property
    def figure(self) -> Figure:
        """The counts as a prominent figure."""
        notes = [self.promised, *([self.rest] if self.rest else [])]
        notes += [message("closed-loops-compared")] if self.compared else []
        return Figure(message("objective-met"), self.value, language.clauses(notes))


def gather(store: Store, evidence: Evidence, places: Places) -> ObjectiveCounts | None:
    """The counts of a campaign. None without an objective, and for load lines, whose answer is
    the rate that meets it."""
    if not figures.objectives(evidence) or places.leaves == "line":
        return None
    verdicts = [(place, figures.meets_objective(store, evidence, place)) for place in places.all]
    left = [place for place, is_met in verdicts if is_met is None]
    return ObjectiveCounts(
        places.noun,
        evidence.objective_words,
        sum(is_met is True for _, is_met in verdicts),
        sum(is_met is False for _, is_met in verdicts),
        sum(place.stands for place in left),
        tuple(
            Counter(
                place.mark or message("without-answer") for place in left if not place.stands
            ).most_common()
        ),
        evidence.brief_objective_words,
        any(
            run is not None and run.offered_rate is None
            for place in places.all
            for run in (repeat.run for repeat in place.counting)
        ),
    )
