"""Episodes of a long Run while it runs: the time line's own judgement over a window of the newest
intervals.

The window has a fixed size, whatever the length of the Run. Only some intervals of an outage stay
in it, so that the level before is not forgotten while the outage lasts. The window is judged every
`STEP` intervals, and sooner when an interval is odd. The time line at the end comes from all
intervals (`episodes.py`); drifts and patterns of the whole Run appear only there.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from plimsoll.judge.timeline.episodes import KINDS, Episode, episodes
from plimsoll.judge.timeline.series import Series
from plimsoll.judge.timeline.stretches import LASTING_KINDS, QUIET_SHARE
from plimsoll.native import fine

if TYPE_CHECKING:
    from plimsoll.native.record import Interval

WINDOW = 1200
"""Intervals in the window: twenty minutes of those of one second."""
STEP = 120
"""Intervals from one look to the next."""
SOON = 12
"""Intervals after which something odd is looked at, and that it must have lasted to be reported."""
EDGE = 60
"""An episode that seems to begin this near the start of a full window was looked at when it was
newer; a level that is to stay has stayed at least so long."""
NEAR = 3
"""Beginnings so many intervals apart belong to one episode."""
_SILENT = 2 * EDGE
"""Intervals of one outage that stay in the window."""
_ODD = 0.5
"""An interval with less than this share of the usual completions is odd."""


@dataclass
class _ReportedEpisode:
    at_s: float
    over: bool
    until_s: float


@dataclass(frozen=True)
class EpisodeReport:
    """A report of an episode: that it began, or that it is over."""

    episode: Episode
    over: bool
    interval_s: float

    @property
    def weight(self) -> float:
        """Its importance beside others: an outage has most, of outages the longest."""
        return (len(KINDS) - list(KINDS).index(self.episode.kind)) * 1e6 + self.episode.outage_s

    def around(self) -> Iterator[tuple[float, float]]:
        """The stretches of the Run that show the episode, in seconds: all of it with a margin, or
        the two ends of a long one."""
        margin = EDGE * self.interval_s
        begin = self.episode.at_s
        end = begin if self.episode.until_s is None else self.episode.until_s
        if end - begin <= 2 * margin:
            yield begin - margin / 2, end + margin / 2
        else:
            yield begin - margin / 2, begin + margin / 2
            yield end - margin / 2, end + margin / 2


class OnTheWay:
    """Takes the intervals of one Run as they are sealed."""

    def __init__(self) -> None:
        self._rows: deque[fine.Fine] = deque(maxlen=WINDOW)
        self._silent = 0
        self._look_in = STEP
        self._usual = 0.0
        self._odd = False
        self._reports: list[_ReportedEpisode] = []

    def add(self, interval: Interval) -> list[EpisodeReport]:
        """Adds the next interval; returns reports that are due."""
        if interval["phase"] != "measure" or interval["length_s"] <= 0:
            return []
        row = fine.of(interval)
        if row.completed == fine.NONE:
            # This machine stood still.
            return []
        rate = row.completed / row.length_ns
        self._keep(row, silent=rate <= QUIET_SHARE * self._usual)
        odd = bool(row.errors) or rate < _ODD * self._usual
        if odd != self._odd:
            # An episode begins or ends: judge it when there are enough intervals.
            self._look_in = min(self._look_in, SOON + 1)
        self._odd = odd
        if not odd:
            self._usual += (rate - self._usual) / min(len(self._rows), EDGE)
        self._look_in -= 1
        if self._look_in > 0:
            return []
        self._look_in = STEP
        return list(self._look())

    def _keep(self, row: fine.Fine, *, silent: bool) -> None:
        """Puts the newest interval into the window; in an outage in place of an earlier one."""
        self._silent = self._silent + 1 if silent else 0
        if self._silent > _SILENT:
            # The beginning of the outage stays before the gap, the newest intervals after it; rows
            # have their own times.
            del self._rows[len(self._rows) - _SILENT + EDGE]
        self._rows.append(row)

    def rest(self) -> list[EpisodeReport]:
        """Returns the last reports when the Run has ended."""
        return list(self._look()) if self._rows else []

    def _look(self) -> Iterator[EpisodeReport]:
        series = Series.of_fine(self._rows)
        full = len(self._rows) == WINDOW
        for episode in episodes(series):
            if episode.kind in ("periodic", "drift") or (full and episode.index < EDGE):
                continue
            over = episode.until_s is not None and episode.kind not in LASTING_KINDS
            near_s = NEAR * series.interval_s
            known = next((k for k in self._reports if abs(k.at_s - episode.at_s) <= near_s), None)
            if known is None:
                if len(series) - episode.index < (EDGE if episode.kind in LASTING_KINDS else SOON):
                    # Too young to classify.
                    self._look_in = SOON
                    continue
                if not _plain(episode) or self._is_recovery(episode, series.interval_s):
                    continue
                self._reports.append(_ReportedEpisode(episode.at_s, over, _end(episode)))
            elif known.over or not over:
                continue
            else:
                known.over, known.until_s = True, _end(episode)
            if not over and episode.kind not in LASTING_KINDS:
                self._look_in = min(self._look_in, EDGE)
            yield EpisodeReport(episode, over, series.interval_s)
        oldest_s = float(series.start_s[0])
        self._reports = [
            report for report in self._reports if report.until_s >= oldest_s or not report.over
        ]

    def _is_recovery(self, episode: Episode, interval_s: float) -> bool:
        """Whether an improvement is only the end of a change that was reported."""
        return episode.kind in ("rise", "quicker") and any(
            report.at_s < episode.at_s
            and (not report.over or episode.at_s <= report.until_s + EDGE * interval_s)
            for report in self._reports
        )


def _end(episode: Episode) -> float:
    return episode.at_s if episode.until_s is None else episode.until_s


def _plain(episode: Episode) -> bool:
    """Whether the levels on both sides of a lasting change agree with its kind: with few intervals
    they may not, and then it is too early to report."""
    up = {"rise": True, "drop": False, "slower": True, "quicker": False}.get(episode.kind)
    level = episode.rate if episode.kind in ("rise", "drop") else episode.response_ns
    if up is None or level is None or level.before is None:
        return True
    return (level.worst > level.before) == up
