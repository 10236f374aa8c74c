"""What a campaign or a Point left as its answer, read once: of a search its line, maximum, knee,
Runs and notes, which reports then take by attribute."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, cast

from plimsoll import documents
from plimsoll.errors import DamagedError
from plimsoll.store.reading import WHAT_NOW

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from plimsoll.judge.limiter.document import LimiterDocument
    from plimsoll.search.document import (
        EventDocument,
        FindDocument,
        HorizonDocument,
        KneeDocument,
        MaximumDocument,
        MaximumResult,
        ProbeDocument,
        RegimeDocument,
    )


@dataclass(frozen=True)
class LoadLine:
    """The load line of a search, with the keys of its document. Without arguments: there is
    none."""

    grade: Literal["confirmed", "estimated", "bounded"] | None = None
    rate_per_s: float | None = None
    low: float | None = None
    high: float | None = None
    low_confirmed: bool = False
    high_confirmed: bool = False
    plan_per_s: float | None = None
    confidence: float | None = None
    horizon: HorizonDocument | None = None
    objective: str | None = None
    objective_from: str | None = None
    reason: str = ""
    because: str = ""
    limited_by: LimiterDocument | None = None

    @property
    def exists(self) -> bool:
        """Whether a search left it, be it only as a bound."""
        return self.grade is not None

    @property
    def estimated(self) -> bool:
        """Whether it is what all Runs together support, and no hold confirmed it."""
        return self.grade == "estimated"

    @property
    def held(self) -> tuple[float | None, float | None]:
        """Its ends that holds confirmed: the rate that passed, and the lowest that failed."""
        if not self.low_confirmed:
            return None, None
        return self.low, self.high if self.high_confirmed else None


NO_LINE = LoadLine()


@dataclass(frozen=True)
class Answer:
    """An answer. A campaign can be stopped anywhere, and each kind leaves its own: what it does not
    have is empty."""

    document: Mapping[str, Any] = field(default_factory=dict)
    """As it is stored: all there is of a check and of limits, which have types of their own."""
    line: LoadLine = NO_LINE
    maximum: MaximumDocument | None = None
    knee: KneeDocument | None = None
    regimes: Sequence[RegimeDocument] = ()
    probes: Sequence[ProbeDocument] = ()
    events: Sequence[EventDocument] = ()
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
    def maximum_per_s(self) -> float | None:
        """The maximum of a search; None where it measured none."""
        return None if self.maximum is None else self.maximum["rate_per_s"]

    @property
    def knee_per_s(self) -> float | None:
        """The knee; None where there is none."""
        return None if self.knee is None else self.knee["rate_per_s"]

    @cached_property
    def notes(self) -> dict[str, str]:
        """What a search noted, by its code: the first words of each."""
        return {event["kind"]: event["words"] for event in reversed(self.events)}

    @property
    def cached(self) -> bool:
        """Whether the page cache answered in a search: its figures speak about memory."""
        return "cached" in self.notes

    @property
    def read_from_runs(self) -> bool:
        """Whether a line was read from Runs that were there, and not searched."""
        return not self.notes.keys().isdisjoint(("read_from_runs", "closed_loop_only"))


def of(document: Mapping[str, Any] | None) -> Answer:
    """What a store keeps of a campaign or a Point; empty where it keeps none. Raises DamagedError
    where the answer of a search is not what such a document is."""
    document = document or {}
    match document.get("schema"):
        case "plimsoll.find/1":
            from plimsoll.search.document import FindDocument

            _check(document, FindDocument)
            found = cast("FindDocument", document)
            return Answer(
                document,
                LoadLine(**found["load_line"]),
                found["maximum"],
                found["knee"],
                found["regimes"],
                found["probes"],
                found["events"],
            )
        case "plimsoll.maximum/1":
            from plimsoll.search.document import MaximumResult

            _check(document, MaximumResult)
            top = cast("MaximumResult", document)
            return Answer(document, probes=top["probes"], events=top["events"], climb=top)
        case _:
            # A Run, the Point of a grid, a check, limits, a grid beside a search.
            return Answer(
                document,
                objective=document.get("objective"),
                verdict=document.get("verdict"),
                because=document.get("because") or "",
                limited_by=document.get("limited_by"),
                crossing_per_s=(document.get("grid") or {}).get("rate_per_s"),
            )


def _check(document: Mapping[str, Any], type_: object) -> None:
    if (why := documents.difference(document, type_)) is not None:
        raise DamagedError(f"the answer of a search is not what it should be: {why}", WHAT_NOW)
