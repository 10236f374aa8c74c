"""What reports read of an answer, whatever kind of campaign left it: a search, a Point that found a
maximum, a check, limits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypedDict, cast

from plimsoll.judge import searched

if TYPE_CHECKING:
    from collections.abc import Mapping

    from plimsoll.judge.limiter.document import LimiterDocument
    from plimsoll.search.document import (
        EventDocument,
        HorizonDocument,
        KneeDocument,
        MaximumDocument,
        ProbeDocument,
        RegimeDocument,
        RegionDocument,
    )


class Line(searched.Line, total=False):
    """A load line as any version left it (`search.document.LineDocument`); empty where there is
    none."""

    plan_per_s: float | None
    horizon: HorizonDocument | None
    because: str
    limited_by: LimiterDocument


class Answer(TypedDict, total=False):
    """Any of these may be missing: a campaign can be stopped anywhere, and each kind leaves its
    own."""

    schema: str
    # Of a search: `plimsoll.find/1`.
    load_line: Line | None
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
    """What a store keeps of a campaign or a Point, as an answer; empty where it keeps none."""
    return cast("Answer", result or {})


def rate(of: KneeDocument | MaximumDocument | None) -> float | None:
    """The rate of a knee or a maximum; none without one."""
    return None if of is None else of["rate_per_s"]
