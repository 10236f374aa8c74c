"""All collectors of a session: started, read and ended together.

The keeper of the samples calls `take` from time to time, from one thread. Problems are reported in
that call, so that no other thread writes to the terminal.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from plimsoll.base import units
from plimsoll.collect.command import POLITE_S, Command, adopt
from plimsoll.collect.intake import MOST_NAMES, MOST_VALUES_PER_S, Intake, Sample, Tally, shorten
from plimsoll.collect.messages import message

if TYPE_CHECKING:
    from plimsoll.collect.scrape import Scrape
    from plimsoll.collect.source import Source

_GRACE_S = 0.5
"""Time after SIGKILL until the thread of a collector counts as hanging."""


@dataclass(frozen=True)
class Batch:
    """The samples of one collector since the last `take`. `ended`: why the collector has ended, if
    so; `ended_ns`: when (CLOCK_MONOTONIC)."""

    samples: list[Sample]
    tally: Tally
    ended: str | None
    ended_ns: int | None = None


class Remote:
    """A collector on another host, which starts and ends it. Its samples come with the host's
    results; the carrier (`features/hosts`) puts them into the intake, with times on this machine's
    clock."""

    def __init__(self, source: Source) -> None:
        assert source.on is not None, "it runs on a host"
        self.source = source
        self.host = source.on
        self.intake = Intake()
        self.ended: str | None = None
        """Why it has ended on its host, if so."""
        self.ended_ns: int | None = None

    def start(self) -> None:
        """Nothing to do: the host starts it."""

    def end(self) -> None:
        """Nothing to do: the host ends it."""

    def join(self, timeout_s: float) -> None:
        """Nothing to do: it has no thread here."""

    def kill(self) -> None:
        """Nothing to do: it has no process here."""


class Collectors:
    """Use as a context manager. `tell` gets a line for the first problem of each kind, and the sums
    at the end."""

    def __init__(self, sources: Sequence[Source], *, tell: Callable[[str], None]) -> None:
        self.sources = tuple(sources)
        self._tell = tell
        self._all: list[Command | Scrape | Remote] = [_make_collector(source) for source in sources]
        self._sums = [Tally() for _ in sources]
        self._reported: set[tuple[int, str]] = set()

    def __enter__(self) -> Collectors:
        adopt(True)
        try:
            for collector in self._all:
                collector.start()
        except BaseException:
            self._end()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._end()
        # The last samples are not stored, but they and a new end count for the sums.
        self.take()
        self._report_sums()

    def remote(self) -> list[Remote]:
        """The collectors on other hosts, for the carrier to fill."""
        return [collector for collector in self._all if isinstance(collector, Remote)]

    def take(self) -> list[Batch]:
        """The samples of each collector since the last call, in the order of `sources`."""
        batches = []
        for index, collector in enumerate(self._all):
            ended, ended_ns = collector.ended, collector.ended_ns
            samples, tally = collector.intake.take()
            self._sums[index].add(tally)
            self._report_problems(index, tally, ended)
            batches.append(Batch(samples, tally, ended, ended_ns))
        return batches

    def _end(self) -> None:
        """Ends all collectors within POLITE_S and _GRACE_S."""
        until = time.monotonic() + POLITE_S + _GRACE_S
        try:
            for collector in self._all:
                collector.end()
            for collector in self._all:
                collector.join(max(0.0, until - time.monotonic()))
            adopt(False)
        except BaseException:
            # Interrupted while waiting.
            for collector in self._all:
                collector.kill()
            raise

    def _report_problems(self, index: int, tally: Tally, ended: str | None) -> None:
        most = units.count(MOST_VALUES_PER_S)
        choose = "" if self.sources[index].kind == "command" else "-choose"
        problems = {
            "ended": ended and message("problem-ended", why=ended),
            "failed": tally.first_failed and message("problem-failed", why=tally.first_failed),
            "bad": tally.first_bad and message("problem-bad", why=tally.first_bad),
            "over_rate": tally.over_rate and message("problem-over-rate", most=most),
            "over_names": (
                tally.over_names and message(f"problem-over-names{choose}", most=MOST_NAMES)
            ),
        }
        for kind, words in problems.items():
            if words and (index, kind) not in self._reported:
                self._reported.add((index, kind))
                self._tell(message("collector-reports", collector=self._name(index), words=words))

    def _report_sums(self) -> None:
        for index, tally in enumerate(self._sums):
            lost = losses(tally)
            if lost:
                self._tell(
                    message(
                        "collected-with-losses",
                        collector=self._name(index),
                        values=units.count(tally.values),
                        losses="; ".join(lost),
                    )
                )
            elif (
                not tally.values
                and (index, "ended") not in self._reported
                and self.sources[index].kind != "host"
            ):
                self._tell(message("collected-nothing", collector=self._name(index)))

    def _name(self, index: int) -> str:
        return message("collector", number=index + 1, name=shorten(self.sources[index].name))


def losses(tally: Tally) -> list[str]:
    """Lost samples, in words with counts."""
    counts = {
        "bad": tally.bad,
        "failed": tally.failed,
        "over-rate": tally.over_rate,
        "over-names": tally.over_names,
        "not-numbers": tally.not_numbers,
    }
    most = {"over-rate": units.count(MOST_VALUES_PER_S), "over-names": MOST_NAMES}
    return [
        message(f"lost-{kind}", count=units.count(count), most=most.get(kind))
        for kind, count in counts.items()
        if count
    ]


def _make_collector(source: Source) -> Command | Scrape | Remote:
    if source.on is not None:
        return Remote(source)
    if source.kind == "command":
        return Command(source)
    # Parser and HTTP client are loaded only if needed, and before anything runs.
    from plimsoll.collect.scrape import Scrape

    return Scrape(source)
