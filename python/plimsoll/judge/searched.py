"""What a search left in a store, as far as others read it: any version may have left it, so every
key may be missing.

Rates in operations/s. What is written today: `search/document.py`.
"""

from __future__ import annotations

from typing import Literal

from typing_extensions import ReadOnly, TypedDict


class Line(TypedDict, total=False):
    """A load line."""

    grade: ReadOnly[Literal["confirmed", "estimated", "bounded"]]
    rate_per_s: ReadOnly[float | None]
    low: ReadOnly[float | None]
    high: ReadOnly[float | None]
    low_confirmed: ReadOnly[bool]
    high_confirmed: ReadOnly[bool]
    confidence: ReadOnly[float | None]
    objective: ReadOnly[str | None]
    reason: ReadOnly[str]


class Region(TypedDict):
    """The objective is missed at one rate and met at a higher one."""

    fails_at: float
    passes_at: float


class Regime(TypedDict):
    """The low end of a line by the side from which it was approached: below or above."""

    approached_from: str
    low: float


class WholeLine(Line, total=False):
    """A load line with what was told of rates below it."""

    non_monotone: list[Region]
    regimes: list[Regime]


class Knee(TypedDict, total=False):
    """A knee."""

    rate_per_s: ReadOnly[float | None]
    low: ReadOnly[float | None]
    high: ReadOnly[float | None]


class Maximum(TypedDict, total=False):
    """A maximum, with its queue depth per worker."""

    rate_per_s: ReadOnly[float | None]
    lower_bound: ReadOnly[bool]
    queue_depth: ReadOnly[int]
    workers: ReadOnly[int]


class Found(TypedDict, total=False):
    """The answer of a search for a load line."""

    load_line: ReadOnly[Line | None]
    maximum: ReadOnly[Maximum | None]
    knee: ReadOnly[Knee | None]
    arrivals: ReadOnly[str]


class Searched(Found, Maximum, total=False):
    """An answer of either kind: of a search for a load line, or a maximum by itself
    (`plimsoll.maximum/1`)."""

    schema: ReadOnly[str]


class PointResult(Searched, total=False):
    """What a Point of a campaign left, by its strategy: a search, or a Run with its verdict."""

    verdict: ReadOnly[str]
    maximum_per_s: ReadOnly[float]
    maximum_is_lower_bound: ReadOnly[bool]
    """What the rate of a Run is a share of, and whether the target may do more."""
