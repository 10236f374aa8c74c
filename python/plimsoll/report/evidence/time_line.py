"""The time line of a Run as reports read it: `plimsoll.timeline/1`, which
`judge/timeline/document.py` makes and describes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypedDict, cast


class Level(TypedDict):
    """A figure before, at its worst, and after."""

    before: float | None
    worst: float
    after: float | None


class Mark(TypedDict):
    """A mark that a user set on the Run, seconds since the start of Measure."""

    at_s: float
    text: str
    kind: str


class Episode(TypedDict):
    """Something that happened. Times in seconds since the start of Measure, lengths in seconds."""

    kind: str
    at_s: float
    until_s: float | None
    within_s: float
    confidence: float
    shown_by: list[str]
    rate_per_s: Level | None
    response_time_ns: Level | None
    longest_wait_ns: float | None
    outage_s: float
    unrecorded_s: float
    to_worst_s: float | None
    recovered_s: float | None
    errors: int
    waited: int
    period_s: float | None
    repeats: int | None
    after_mark: Mark | None
    after_mark_s: float | None
    words: str


class Period(TypedDict):
    """An hour or a day of a long Run. Times in seconds since the start of Measure."""

    at_s: float
    until_s: float
    count: int
    errors: int
    rate_per_s: float
    lowest_rate_per_s: float
    bytes_per_s: float
    response_time_ns_mean: float | None
    response_time_ns_p99: float | None
    response_time_ns_p99_9: float | None
    worst_at_s: float
    worst_rate_per_s: float
    worst_response_time_ns: float | None
    outage_s: float
    unrecorded_s: float
    episodes: int
    objective: str | None


class Note(TypedDict):
    """A note for readers, as a code."""

    kind: str
    figures: dict[str, float | str]


class TimeLine(TypedDict):
    """The episodes, marks and periods of a Run."""

    schema: str
    run: int
    role: str
    state: str
    outcome: str | None
    clock: str
    load: str
    intervals: int
    interval_s: float
    until_s: float
    rate_per_s: float | None
    episodes: list[Episode]
    marks: list[Mark]
    periods: list[Period]
    notes: list[str]
    noted: list[Note]


def of(document: Mapping[str, object]) -> TimeLine:
    """The document of a Run as a time line."""
    return cast("TimeLine", document)
