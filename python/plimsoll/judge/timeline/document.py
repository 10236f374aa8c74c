"""The time line as a document, `plimsoll.timeline/1`: episodes, marks beside them, and each in a
sentence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from plimsoll.base.closed_model import ClosedModel
from plimsoll.judge.timeline.marks import Mark, MarkModel
from plimsoll.judge.timeline.notes import Note  # pydantic reads it
from plimsoll.judge.timeline.text import note, sentence

if TYPE_CHECKING:
    from plimsoll.judge.timeline.episodes import Episode
    from plimsoll.judge.timeline.figures import Level
    from plimsoll.judge.timeline.periods import Period
    from plimsoll.judge.timeline.series import Series

LATEST_S = 300.0
"""A mark this long before an episode is still attributed to it."""

_OutageSeconds = Annotated[
    float, Field(description="Seconds in it in which next to nothing succeeded.", ge=0)
]

Kind = Literal[
    "outage",
    "gap",
    "errors",
    "dip",
    "drop",
    "surge",
    "rise",
    "slow",
    "slower",
    "quick",
    "quicker",
    "periodic",
    "drift",
]


@dataclass(frozen=True)
class About:
    """The Run that the time line is of. `state`: running, finished, abandoned, interrupted."""

    run: int
    state: str
    clock: str
    outcome: str | None = None
    role: str = "run"


class LevelModel(ClosedModel):
    """A figure before, at its worst, and after."""

    before: float | None = Field(description="Before it began; null where nothing came before.")
    worst: float = Field(
        description="Furthest from before, of an interval; of what stays, the new level."
    )
    after: float | None = Field(description="Behind its end; null where the Run ended.")


class EpisodeModel(ClosedModel):
    """Something that happened."""

    kind: Kind = Field(
        description="What it was; docs/how-to/watch-a-failover.md says what each means."
    )
    at_s: float = Field(description="When it began, seconds since the start of Measure.")
    until_s: float | None = Field(
        description="When it was over; null: it lasted, or the Run ended first."
    )
    within_s: float = Field(description="How exactly times are known, either way.", ge=0)
    confidence: float = Field(description="That it is no chance, 0 to 1.", ge=0, le=1)
    shown_by: list[str] = Field(description="Signals that show it: rate, response_time, errors.")
    rate_per_s: LevelModel | None = Field(description="Operations that succeeded per second.")
    response_time_ns: LevelModel | None = Field(description="Mean response time of intervals.")
    longest_wait_ns: float | None = Field(
        description=(
            "The slowest operation in it, of what passes (outage, errors, dip, slow); null where"
            " it isn't known: where the Run ended first, or intervals were merged."
        )
    )
    outage_s: _OutageSeconds
    unrecorded_s: float = Field(
        default=0.0,
        description="Seconds in it of which nothing was recorded: neither an outage nor none.",
        ge=0,
    )
    machine_stood_still: bool = Field(
        default=False,
        description="Of a gap: this machine stood still, and the storage was not measured.",
    )
    to_worst_s: float | None = Field(
        description="From its start to its worst, within a tenth of the depth."
    )
    recovered_s: float | None = Field(
        description=(
            "From its start until the rate was back at 95 % and the response time was back; null"
            " where not."
        )
    )
    errors: int = Field(description="Operations that failed in it.", ge=0)
    waited: int = Field(description="The most operations that waited at one time.", ge=0)
    period_s: float | None = Field(description="From one repeat to the next, of what repeats.")
    repeats: int | None = Field(description="How often it was seen, of what repeats.")
    after_mark: MarkModel | None = Field(description="The mark before it, where one is near.")
    after_mark_s: float | None = Field(description="Seconds from that mark to its start.")
    words: str = Field(description="The same in a sentence.")


class PeriodModel(ClosedModel):
    """An hour or a day of a long Run."""

    at_s: float = Field(description="When it began, seconds since the start of Measure.")
    until_s: float = Field(description="When it ended.")
    count: int = Field(description="Operations that succeeded in it.", ge=0)
    errors: int = Field(description="Operations that failed in it.", ge=0)
    rate_per_s: float = Field(description="Operations that succeeded per second.", ge=0)
    lowest_rate_per_s: float = Field(description="The same of its slowest interval.", ge=0)
    bytes_per_s: float = Field(description="Bytes moved per second.", ge=0)
    response_time_ns_mean: float | None = Field(
        description="Mean response time; null where distributions were not kept."
    )
    response_time_ns_p99: float | None = Field(
        description="p99 of all its operations; null where they cannot carry it."
    )
    response_time_ns_p99_9: float | None = Field(
        description="p99.9 of all its operations; null where they cannot carry it."
    )
    worst_at_s: float = Field(
        description="Start of its worst interval: one in which nothing succeeded, else the slowest."
    )
    worst_rate_per_s: float = Field(
        description="Operations that succeeded per second in that interval.", ge=0
    )
    worst_response_time_ns: float | None = Field(
        description="Mean response time of that interval; null where nothing ended."
    )
    outage_s: _OutageSeconds
    unrecorded_s: float = Field(
        default=0.0, description="Seconds in it of which nothing was recorded.", ge=0
    )
    episodes: int = Field(description="Episodes that began in it.", ge=0)
    objective: Literal["held", "missed", "undecided"] | None = Field(
        description=(
            "Whether its own figures keep the objective; undecided where it cannot be told from"
            " them, null without an objective."
        )
    )


class TimeLine(ClosedModel):
    """What happened in a Run, and when."""

    document: Literal["plimsoll.timeline/1"] = Field(
        alias="schema", description="The document's name."
    )
    run: int = Field(description="The Run in its store.")
    role: str = Field(description="Why it ran.")
    state: Literal["running", "finished", "abandoned", "interrupted"] = Field(
        description="Where it stands."
    )
    outcome: str | None = Field(description="Its outcome; null without a record.")
    clock: Literal["real", "virtual"] = Field(description="The clock that it ran on.")
    load: Literal["open", "closed"] = Field(description="The kind of its load.")
    intervals: int = Field(description="Intervals of Measure that were read.", ge=0)
    interval_s: float = Field(description="Their length, seconds.", ge=0)
    until_s: float = Field(
        description="The end of the last of them, seconds since the start of Measure."
    )
    rate_per_s: float | None = Field(description="Mean of operations that succeeded per second.")
    episodes: list[EpisodeModel] = Field(description="What happened, in order of time.")
    marks: list[MarkModel] = Field(description="Marks and notes, in order of time.")
    periods: list[PeriodModel] = Field(
        description="A Run of six hours or more hour by hour, of more than two days day by day."
    )
    notes: list[str] = Field(description="What a reader should know.")
    noted: list[Note] = Field(description="The same as codes, in that order.")


def document(
    about: About,
    series: Series,
    episodes: Sequence[Episode],
    marks: Sequence[Mark],
    notes: Sequence[Note] = (),
    periods: Sequence[Period] = (),
) -> TimeLine:
    """The time line of a Run as its document."""
    length = float(series.length_s.sum())
    return TimeLine(
        document="plimsoll.timeline/1",
        run=about.run,
        role=about.role,
        state=about.state,
        outcome=about.outcome,
        clock=about.clock,
        load="open" if series.open_loop else "closed",
        intervals=len(series),
        interval_s=round(series.interval_s, 6),
        until_s=_seconds(float(series.stop_s[-1])) if len(series) else 0.0,
        rate_per_s=float(series.completed.sum()) / length if length else None,
        episodes=[
            _episode(episode, marks, running=about.state == "running") for episode in episodes
        ],
        marks=[_mark(mark) for mark in sorted(marks, key=lambda mark: mark.at_s)],
        periods=[_period(period) for period in periods],
        notes=[note(entry) for entry in notes],
        noted=list(notes),
    )


def _episode(episode: Episode, marks: Sequence[Mark], *, running: bool) -> EpisodeModel:
    mark = _before(episode, marks)
    return EpisodeModel(
        kind=episode.kind,
        at_s=_seconds(episode.at_s),
        until_s=None if episode.until_s is None else _seconds(episode.until_s),
        within_s=round(episode.within_s, 6),
        confidence=round(episode.confidence, 4),
        shown_by=list(episode.shown_by),
        rate_per_s=_level(episode.rate),
        response_time_ns=_level(episode.response_ns),
        longest_wait_ns=episode.longest_wait_ns,
        outage_s=_seconds(episode.outage_s),
        unrecorded_s=_seconds(episode.unrecorded_s),
        machine_stood_still=episode.machine_stood_still,
        to_worst_s=None if episode.to_worst_s is None else _seconds(episode.to_worst_s),
        recovered_s=None if episode.recovered_s is None else _seconds(episode.recovered_s),
        errors=episode.errors,
        waited=episode.waited,
        period_s=None if episode.period_s is None else _seconds(episode.period_s),
        repeats=episode.repeats,
        after_mark=None if mark is None else _mark(mark),
        after_mark_s=None if mark is None else _seconds(episode.at_s - mark.at_s),
        words=sentence(episode, running=running),
    )


def _period(period: Period) -> PeriodModel:
    worst = period.worst
    return PeriodModel(
        at_s=_seconds(period.at_s),
        until_s=_seconds(period.until_s),
        count=period.count,
        errors=period.errors,
        rate_per_s=period.rate_per_s,
        lowest_rate_per_s=period.lowest_rate_per_s,
        bytes_per_s=period.bytes_per_s,
        response_time_ns_mean=period.mean_ns,
        response_time_ns_p99=period.p99_ns,
        response_time_ns_p99_9=period.p99_9_ns,
        worst_at_s=_seconds(worst.at_s),
        worst_rate_per_s=worst.rate_per_s,
        worst_response_time_ns=worst.response_ns,
        outage_s=_seconds(period.outage_s),
        unrecorded_s=_seconds(period.unrecorded_s),
        episodes=period.episodes,
        objective=period.objective,
    )


def _before(episode: Episode, marks: Sequence[Mark]) -> Mark | None:
    """The last mark that may have led to it. A mark is not known better than the interval: one that
    comes that much later counts."""
    if episode.kind in ("periodic", "drift"):
        return None
    before = [
        mark
        for mark in marks
        if mark.at_s <= episode.at_s + episode.within_s and episode.at_s - mark.at_s <= LATEST_S
    ]
    return max(before, key=lambda mark: mark.at_s, default=None)


def _mark(mark: Mark) -> MarkModel:
    return MarkModel(at_s=_seconds(mark.at_s), text=mark.text, kind=mark.kind)


def _level(level: Level | None) -> LevelModel | None:
    return (
        None
        if level is None
        else LevelModel(before=level.before, worst=level.worst, after=level.after)
    )


def _seconds(value: float) -> float:
    """Rounded to the millisecond: no interval is more exact."""
    return round(value, 3) + 0.0
