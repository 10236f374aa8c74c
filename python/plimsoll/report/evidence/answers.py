"""What a campaign or a Point left as its answer, read once: of a search its document, which reports
read by attribute; of other kinds the document as it is stored, which their feature reads."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from plimsoll.base import documents
from plimsoll.search import document
from plimsoll.search.document import FindDocument, LineDocument, MaximumResult

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from plimsoll.judge.limiter.document import LimiterDocument
    from plimsoll.search.document import (
        EventDocument,
        KneeDocument,
        MaximumDocument,
        ProbeDocument,
        RegimeDocument,
    )

NO_LINE = LineDocument(
    grade="bounded",
    rate_per_s=None,
    low=None,
    high=None,
    low_confirmed=False,
    high_confirmed=False,
    plan_per_s=None,
    confidence=None,
    horizon=None,
    objective=None,
    objective_from="asked",
    reason="",
    because="",
    limited_by={"value": "unknown", "basis": "single", "confidence": 0.0},
)
"""What stands for the line where none was searched, or its search has not ended: it bounds
nothing."""


@dataclass(frozen=True)
class Answer:
    """An answer. A campaign can be stopped anywhere, and each kind leaves its own: what it does not
    have is empty."""

    document: Mapping[str, Any] = field(default_factory=dict)
    """As it is stored."""
    find: FindDocument | None = None
    """Of a search."""
    climb: MaximumResult | None = None
    """Of a Point that looked for its maximum alone."""
    objective: str | None = None
    verdict: str | None = None
    because: str = ""
    limited_by: LimiterDocument | None = None
    """What scaling Runs found of a Run."""
    crossing_per_s: float | None = None
    """Of a grid beside a search: where its curve crosses the objective."""

    @property
    def line(self) -> LineDocument:
        """The load line, be it only a bound."""
        return NO_LINE if self.find is None else self.find.load_line

    @property
    def maximum(self) -> MaximumDocument | None:
        """The maximum of a search; None where it measured none."""
        return None if self.find is None else self.find.maximum

    @property
    def maximum_per_s(self) -> float | None:
        """The same as a rate."""
        return None if self.maximum is None else self.maximum.rate_per_s

    @property
    def knee(self) -> KneeDocument | None:
        """The knee; None where there is none."""
        return None if self.find is None else self.find.knee

    @property
    def knee_per_s(self) -> float | None:
        """The same as a rate."""
        return None if self.knee is None else self.knee.rate_per_s

    @property
    def regimes(self) -> Sequence[RegimeDocument]:
        """The line by the side from which it was approached."""
        return () if self.find is None else self.find.regimes

    @property
    def probes(self) -> Sequence[ProbeDocument]:
        """The Runs of a search."""
        searched = self.find or self.climb
        return () if searched is None else searched.probes

    @property
    def events(self) -> Sequence[EventDocument]:
        """What a search noted."""
        searched = self.find or self.climb
        return () if searched is None else searched.events

    @cached_property
    def notes(self) -> dict[str, str]:
        """The same by its code: the first words of each."""
        return {event.kind: event.words for event in reversed(self.events)}

    @property
    def is_cached(self) -> bool:
        """Whether the page cache answered in a search: its figures speak about memory."""
        return "cached" in self.notes

    @property
    def read_from_runs(self) -> bool:
        """Whether a line was read from Runs that were there, and not searched."""
        return not self.notes.keys().isdisjoint(("read_from_runs", "closed_loop_only"))


def of_search(found: FindDocument) -> Answer:
    """The answer of a search that has just ended."""
    return Answer(documents.plain(found), find=found)


def of(stored: Mapping[str, Any] | None) -> Answer:
    """What a store keeps of a campaign or a Point; empty where it keeps none. Raises DamagedError
    where the answer of a search is not what such a document is."""
    content = stored or {}
    match content.get("schema"):
        case document.SCHEMA | document.MAXIMUM:
            found = document.of_point(content)
            if isinstance(found, MaximumResult):
                return Answer(content, climb=found)
            return Answer(content, find=found)
        case _ if "load_line" in content:
            # A search's without the name of its document, which is damage: reading it says so.
            return Answer(content, find=document.stored(content))
        case _:
            # A Run, the Point of a grid, a grid beside a search, what a feature left.
            return Answer(
                content,
                objective=content.get("objective"),
                verdict=content.get("verdict"),
                because=content.get("because") or "",
                limited_by=content.get("limited_by"),
                crossing_per_s=(content.get("grid") or {}).get("rate_per_s"),
            )
