"""The stored answer of a campaign or a Point. Search answers become typed documents; other kinds
stay as stored and are read by their feature."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from plimsoll.base import documents, language
from plimsoll.judge.limiter.document import LimiterDocument
from plimsoll.search import document, events
from plimsoll.search.document import (
    EventDocument,
    FindDocument,
    KneeDocument,
    LineDocument,
    MaximumDocument,
    MaximumResult,
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
"""Placeholder for a line that was not searched, or whose search has not ended. It bounds
nothing."""


@dataclass(frozen=True)
class Answer:
    """An answer. Campaigns can be stopped at any point and each kind leaves different parts, so
    missing parts are empty."""

    document: Mapping[str, Any] = field(default_factory=dict)
    """The document as stored."""
    find: FindDocument | None = None
    """The document of a search."""
    climb: MaximumResult | None = None
    """The climb of a Point that searched only for its maximum."""
    objective: str | None = None
    verdict: str | None = None
    because: str = ""
    limited_by: LimiterDocument | None = None
    """The limiter of a Run, as its scaling Runs found it."""
    crossing_per_s: float | None = None
    """For a grid beside a search: the rate at which its curve crosses the objective."""

    @property
    def line(self) -> LineDocument:
        """The load line, or a bound on it."""
        return NO_LINE if self.find is None else self.find.load_line

    @property
    def maximum(self) -> MaximumDocument | None:
        """The maximum of a search; None where it measured none."""
        return None if self.find is None else self.find.maximum

    @property
    def maximum_per_s(self) -> float | None:
        """The rate of the maximum."""
        return None if self.maximum is None else self.maximum.rate_per_s

    @property
    def knee(self) -> KneeDocument | None:
        """The knee; None where there is none."""
        return None if self.find is None else self.find.knee

    @property
    def knee_per_s(self) -> float | None:
        """The rate of the knee."""
        return None if self.knee is None else self.knee.rate_per_s

    @property
    def regimes(self) -> Sequence[RegimeDocument]:
        """The line by the side from which it was approached."""
        return () if self.find is None else self.find.regimes

    @property
    def probes(self) -> Sequence[ProbeDocument]:
        """The probes of a search."""
        searched = self.find or self.climb
        return () if searched is None else searched.probes

    @property
    def events(self) -> Sequence[EventDocument]:
        """The events of a search."""
        searched = self.find or self.climb
        return () if searched is None else searched.events

    @cached_property
    def notes(self) -> dict[str, str]:
        """The text of the first event of each kind, by its code."""
        return {event.kind: self.event_words(event) for event in reversed(self.events)}

    def event_words(self, event: EventDocument) -> str:
        """An event of the search for a reader."""
        if language.is_english():
            return event.words
        return events.Event(event.kind, event.rate_per_s, event.figures).words

    @property
    def is_cached(self) -> bool:
        """Whether the page cache answered the search, so that its figures describe memory."""
        return "cached" in self.notes

    @property
    def read_from_runs(self) -> bool:
        """Whether the line was read from existing Runs instead of searched."""
        return not self.notes.keys().isdisjoint(("read_from_runs", "closed_loop_only"))


def of_search(found: FindDocument) -> Answer:
    """The answer of a search that has just ended."""
    return Answer(documents.plain(found), find=found)


def of(stored: Mapping[str, Any] | None) -> Answer:
    """The answer stored for a campaign or a Point; empty without one. Raises DamagedError when
    the answer of a search has the wrong form."""
    content = stored or {}
    match content.get("schema"):
        case document.SCHEMA | document.MAXIMUM:
            found = document.of_point(content)
            if isinstance(found, MaximumResult):
                return Answer(content, climb=found)
            return Answer(content, find=found)
        case _ if "load_line" in content:
            # A search's answer without its schema name is damaged: let the reader raise.
            return Answer(content, find=document.read_find(content))
        case _:
            # A Run, a Point of a grid, a grid beside a search, or the answer of a feature.
            held = {name: content.get(name) for name in ("objective", "verdict", "limited_by")}
            return Answer(
                content,
                **held,
                because=content.get("because") or "",
                crossing_per_s=(content.get("grid") or {}).get("rate_per_s"),
            )
