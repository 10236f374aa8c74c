"""The rounds of a campaign: the results of the tracked tests, and whether another round follows.

Read from the store alone, so that a killed campaign continues. `judge/rounds.py` judges a window of
rounds.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from plimsoll.judge.rounds import Rest, Rounds, Track, Window, first_whole, judge, rests_of_runs
from plimsoll.store import PlannedPointRow, RunRow, Store
from plimsoll.store.rows import Reason

Why = Literal["steady", "written"]


@dataclass(frozen=True)
class RoundsProgress:
    """The progress of the rounds."""

    complete: int
    """Rounds whose Points have all ended."""
    windows: tuple[Window | None, ...]
    """The last window of each track; None where it has none yet."""
    drive_writes: float
    """Bytes written, as a multiple of the target's size."""
    why_over: Why | None
    """Why there is no further round; None where there may be one."""
    rests: tuple[Rest, ...] = ()
    """Pauses of the target: rounds before and after one are not judged together."""

    @property
    def reason(self) -> Reason:
        """Why the remaining rounds are skipped."""
        if self.why_over == "written":
            return Reason("rounds_written", {"written": self.drive_writes, "round": self.complete})
        return Reason("rounds_steady", {"round": self.complete})


@dataclass
class RoundTracker:
    """The rounds of one campaign. Caches what it reads of Runs."""

    store: Store
    campaign_id: int
    rule: Rounds
    _bytes: dict[int, tuple[int, int]] = field(default_factory=dict)
    """By Run: bytes written, and the size of the target."""
    _values: dict[tuple[int, str], float | None] = field(default_factory=dict)

    def progress(self) -> RoundsProgress:
        """The progress so far."""
        plans = self.store.plans
        points = plans.points(self.campaign_id)
        waiting = [point.repeat for point in points if point.state in ("planned", "running")]
        ended = {point.repeat for point in points if point.state in ("finished", "failed")}
        complete = len([number for number in ended if number < min(waiting, default=number + 1)])
        belonging, runs = plans.of_campaign(self.campaign_id), self.store.runs(self.campaign_id)
        answers = plans.answers(points, belonging, runs)
        rests: tuple[Rest, ...] = ()
        if not self._virtual:
            rests = rests_of_runs(points, belonging, runs, self.store.interval_documents)
        begin = first_whole(rests)
        windows = tuple(
            judge(self._series(points, answers, track, complete), self.rule, begin=begin)
            for track in self.rule.tracks
        )
        if self.rule.capacity is None:
            steady = all(window is not None and window.passes for window in windows)
            return RoundsProgress(complete, windows, 0.0, "steady" if steady else None, rests)
        writes = self._drive_writes([run for runs in answers.values() for run in runs])
        over: Why | None = "written" if writes >= self.rule.capacity else None
        return RoundsProgress(complete, windows, writes, over, rests)

    @cached_property
    def _virtual(self) -> bool:
        """Whether the campaign is on the virtual clock, where a target does not rest."""
        return self.store.known_campaign(self.campaign_id).virtual

    def ended_well(self) -> bool:
        """Whether every Point that ran is valid, and the rounds reached their end."""
        points = self.store.plans.points(self.campaign_id)
        if any(p.state != "finished" or not p.stands for p in points if p.state != "skipped"):
            return False
        # A saturation test ends by bytes or time; steady state is reported, not required.
        return self.rule.capacity is not None or self.progress().why_over is not None

    def _series(
        self,
        points: Sequence[PlannedPointRow],
        answers: dict[int, list[RunRow]],
        track: Track,
        complete: int,
    ) -> list[float | None]:
        """The value of a track in each round; None where it has no valid answer."""
        found: list[float | None] = [None] * complete
        for point in points:
            if point.repeat <= complete and point.stands and track.is_of(point.workload):
                runs = answers[point.id]
                found[point.repeat - 1] = self._value(runs[-1], track) if runs else None
        return found

    def _value(self, run: RunRow, track: Track) -> float | None:
        if track.of == "rate":
            return run.achieved_rate_per_s
        key = (run.id, track.of)
        if key not in self._values:
            record = self.store.record(run.id, intervals=False)
            self._values[key] = (
                None
                if record is None
                else float(record["bytes_per_s"])
                if track.of == "bytes"
                else record["all"]["response_time_ns"]["mean"]
            )
        return self._values[key]

    def _drive_writes(self, runs: Sequence[RunRow]) -> float:
        """Bytes that these Runs wrote, as a multiple of the target's size."""
        for run in runs:
            if run.id not in self._bytes:
                record = self.store.record(run.id, intervals=False)
                self._bytes[run.id] = (
                    (0, 0)
                    if record is None
                    else (record["bytes_written"], record["spec"]["target"]["size_bytes"])
                )
        size = max((size for _, size in self._bytes.values()), default=0)
        return sum(written for written, _ in self._bytes.values()) / size if size else 0.0
