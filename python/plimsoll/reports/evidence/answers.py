"""What reports read of an answer, whatever kind of campaign left it: a search, a Point that found a
maximum, a check, limits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from typing_extensions import TypedDict

from plimsoll import documents
from plimsoll.errors import DamagedError
from plimsoll.store.reading import WHAT_NOW

if TYPE_CHECKING:
    from collections.abc import Mapping

    from plimsoll.judge.limiter.document import LimiterDocument
    from plimsoll.search.document_keys import (
        EventDocument,
        KneeDocument,
        Line,
        MaximumDocument,
        ProbeDocument,
        RegimeDocument,
        RegionDocument,
    )

__all__ = ["Answer", "Line", "of", "rate"]


class Answer(TypedDict, total=False):
    """Any of these may be missing: a campaign can be stopped anywhere, and each kind leaves its
    own."""

    schema: str
    # Of a search: `plimsoll.find/1`.
    load_line: Line
    maximum: MaximumDocument | None
    knee: KneeDocument | None
    regimes: list[RegimeDocument]
    non_monotone: list[RegionDocument]
    probes: list[ProbeDocument]
    events: list[EventDocument]
    test_seconds: float
    seed: int
    # Of a Point that found a maximum: `plimsoll.maximum/1`.
    rate_per_s: float
    lower_bound: bool
    queue_depth: int
    workers: int
    limited_by: str | LimiterDocument
    # Of a check or of limits, which have documents of their own; of a Point of a grid the verdict
    # alone.
    verdict: str
    evidence: list[Any]
    # Of what did not get so far.
    objective: str | None
    reason: str
    because: str


def of(result: Mapping[str, object] | None) -> Answer:
    """What a store keeps of a campaign or a Point, as an answer; empty where it keeps none. Raises
    DamagedError where the answer of a search is not what such a document is."""
    if result is None:
        return {}
    if (schema := result.get("schema")) in ("plimsoll.find/1", "plimsoll.maximum/1"):
        from plimsoll.search.document import FindDocument, MaximumResult

        type_ = FindDocument if schema == "plimsoll.find/1" else MaximumResult
        if (why := documents.difference(result, type_)) is not None:
            raise DamagedError(f"the answer of a search is not what it should be: {why}", WHAT_NOW)
    return cast("Answer", result)


def rate(of: KneeDocument | MaximumDocument | None) -> float | None:
    """The rate of a knee or a maximum; none without one."""
    return None if of is None else of["rate_per_s"]
