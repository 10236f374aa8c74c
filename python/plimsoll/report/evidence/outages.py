"""Episodes of Runs that means and percentiles hide, in a few words, outages first.

`judge/timeline` finds the episodes; the report `time` shows them in detail."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from plimsoll.base import language, units
from plimsoll.report.evidence import records
from plimsoll.report.messages import message

if TYPE_CHECKING:
    from plimsoll.judge.timeline import Episode
    from plimsoll.native.record import Interval
    from plimsoll.report.evidence.evidence import Run

_LASTING_EPISODES = ("drop", "rise", "slower", "quicker", "drift")
_MAX_KINDS = 3
"""Kinds of episodes that are named; the time line has all of them."""
_SHORTEST_NS = 100_000_000
"""The shortest interval. In an outage of a whole interval some operation waited this long,
failed or never finished."""
_MIN_INTERVALS = 4
"""The fewest intervals in which `episodes` finds anything."""


LEAST_STILL_SHARE = 0.01
"""A Run is incomplete if this machine stood still for this share of it. A virtual machine stands
still for some tenths of a second now and then, and only short intervals show them: a Run would be
incomplete by the length of its intervals."""


def is_incomplete(happened: Sequence[Episode], measure_s: float | None) -> bool:
    """Whether a part of a Run is not recorded that may matter: a gap, or time in which this machine
    stood still that is no moment beside the rest."""
    if any(episode.unrecorded_s > 0 and not episode.machine_stood_still for episode in happened):
        return True
    still_s = sum(episode.unrecorded_s for episode in happened if episode.machine_stood_still)
    return still_s > 0 and still_s >= LEAST_STILL_SHARE * (measure_s or 0.0)


def words(
    happened: Sequence[Episode], metric: str = "response_time", *, outcome: str | None = None
) -> str:
    """Episodes in words: `an outage of 3 s, 2 dips (9 s)`; empty without any. `metric`: the main
    latency. `outcome`: that of the Run; when it could not carry its rate, growing waits are no
    episode."""
    if outcome == "cannot_carry":
        happened = [episode for episode in happened if episode.kind != "drift"]
    return language.listing(_episode_texts(happened, metric)[:_MAX_KINDS])


def of(
    intervals: Iterable[Interval | tuple[Interval, bytes | None]], *, outcome: str | None = None
) -> str:
    """The episodes in the intervals of a record, or in those read from a store."""
    rows = list(intervals)
    merged = any(isinstance(row, tuple) and row[1] is not None for row in rows)
    if len(rows) < _MIN_INTERVALS and not merged:
        return ""
    # Importing the search for episodes takes longer than reporting a short Run.
    from plimsoll.judge.timeline import Series, episodes

    return words(episodes(Series.of(rows)), outcome=outcome)


def of_runs(runs: Iterable[Run | None]) -> str:
    """Outages of several Runs: `an outage of 3 s in 1 Run`; empty without any. Other episodes
    are too many to list."""
    found = [lengths for run in runs if run is not None and (lengths := _of(run))]
    if not found:
        return ""
    lengths = [length_s for of_run in found for length_s in of_run]
    return message("outages-in-runs", outages=_outages(lengths), runs=_runs(len(found)))


def of_run(run: Run) -> str:
    """Outages of one Run: `an outage of 3 s`; empty without any."""
    lengths = _of(run)
    return _outages(lengths) if lengths else ""


@dataclass(frozen=True)
class UnrecordedTime:
    """Unrecorded time: neither an observed outage nor time without one."""

    seconds: float = 0.0
    runs: int = 0

    @classmethod
    def of(cls, runs: Iterable[Run | None]) -> UnrecordedTime:
        """The unrecorded time of several Runs."""
        gaps = [records.unrecorded_time(run.record).gaps for run in runs if run is not None]
        missing = [sum(gap.length_s for gap in run_gaps) for run_gaps in gaps if run_gaps]
        return cls(sum(missing), len(missing))

    def __bool__(self) -> bool:
        return self.runs > 0

    @property
    def amount(self) -> str:
        """`12 s in 2 Runs`; empty without any."""
        if not self:
            return ""
        return message("time-in-runs", time=units.seconds(self.seconds), runs=_runs(self.runs))

    @property
    def words(self) -> str:
        """`12 s not recorded in 2 Runs`; empty without any."""
        if not self:
            return ""
        length = units.seconds(self.seconds)
        return message("not-recorded-in-runs", time=length, runs=_runs(self.runs))


def _runs(many: int) -> str:
    return message("runs", runs=many, count=units.count(many))


def _of(run: Run) -> list[float]:
    figures = run.measurement
    if figures is None:
        return []
    longest, every = figures.main.value("max") or 0, figures.counts()
    if longest < _SHORTEST_NS and not every["errors"] and not every["unfinished"]:
        return []
    return _lengths(run.outage_episodes)


def _lengths(found: Sequence[Episode]) -> list[float]:
    """The length of every outage; periodic ones share their total evenly."""
    return [
        episode.outage_s / (episode.repeats or 1)
        for episode in found
        if episode.outage_s > 0
        for _ in range(episode.repeats or 1)
    ]


def _outages(lengths: Sequence[float]) -> str:
    length = units.seconds(sum(lengths))
    return message("outages-of", n=len(lengths), count=units.count(len(lengths)), time=length)


def _episode_texts(found: Sequence[Episode], metric: str) -> list[str]:
    lengths = _lengths(found)
    texts = [_outages(lengths)] if lengths else []
    for still, code in ((False, "time-not-recorded"), (True, "time-stood-still")):
        gaps = [episode for episode in found if episode.machine_stood_still == still]
        if missing := sum(episode.unrecorded_s for episode in gaps):
            texts.append(message(code, time=units.seconds(missing)))
    for kind in ("dip", "slow"):
        mine = [episode for episode in found if episode.kind == kind and not episode.outage_s]
        ended = [e.until_s - e.at_s for e in mine if e.until_s is not None]
        if mine and len(ended) == len(mine):
            length = units.seconds(sum(ended))
            texts.append(message(f"passing-{kind}", n=len(mine), time=length))
        elif mine:
            texts.append(message(f"unended-{kind}", n=len(mine)))
    kinds = {episode.kind for episode in found}
    latency = records.metric_words(metric)
    texts += [
        message(f"lasting-{kind}", latency=latency) for kind in _LASTING_EPISODES if kind in kinds
    ]
    repeating = [e.period_s for e in found if e.kind == "periodic" and not e.outage_s]
    texts += [
        message("pattern-every", time=units.seconds(period_s)) for period_s in repeating if period_s
    ]
    return texts
