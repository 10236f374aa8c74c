"""All collectors of a session: started together, asked for what came, told about once, ended
together.

Whoever keeps the samples calls `take` now and then, from one thread. That is also when problems are
told, so that no other thread ever writes to the terminal.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from plimsoll.collect.command import POLITE_S, Command, adopt
from plimsoll.collect.intake import MOST_NAMES, MOST_VALUES_PER_S, Intake, Sample, Tally, shortened

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from plimsoll.collect.scrape import Scrape
    from plimsoll.collect.source import Source

_GRACE_S = 0.5
"""Beyond the time between SIGTERM and SIGKILL, until a thread that is ended counts as hanging."""


@dataclass(frozen=True)
class Batch:
    """What came from one collector since the last time. `ended` says why it is over, if it is, and
    `ended_ns` since when (CLOCK_MONOTONIC)."""

    samples: list[Sample]
    tally: Tally
    ended: str | None
    ended_ns: int | None = None


class Remote:
    """A collector that runs on another host: what it brings comes with what that host hands over,
    and whoever carries it (`cluster`) puts it into the intake, with times on this machine's clock.
    There is nothing here to start or to end: the host does both."""

    def __init__(self, source: Source) -> None:
        assert source.on is not None, "it runs on a host"
        self.source = source
        self.host = source.on
        self.intake = Intake()
        self.ended: str | None = None
        """Why it is over on its host, if it is."""
        self.ended_ns: int | None = None

    def start(self) -> None:
        """The host starts it."""

    def end(self) -> None:
        """The host ends it."""

    def join(self, timeout_s: float) -> None:
        """There is no thread to wait for."""

    def kill(self) -> None:
        """There is no process to kill."""


class Collectors:
    """Use as a context manager. `tell` is given one line for each kind of trouble, once, and the
    sums at the end."""

    def __init__(self, sources: Sequence[Source], *, tell: Callable[[str], None]) -> None:
        self.sources = tuple(sources)
        self._tell = tell
        self._all: list[Command | Scrape | Remote] = [_make_collector(source) for source in sources]
        self._sums = [Tally() for _ in sources]
        self._told: set[tuple[int, str]] = set()

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
        # What came last, and was kept by nobody, counts for the sums; so does an end that was just
        # seen.
        self.take()
        self._tell_sums()

    def remote(self) -> list[Remote]:
        """Those that run on other hosts: who reaches those hosts fills them."""
        return [one for one in self._all if isinstance(one, Remote)]

    def take(self) -> list[Batch]:
        """What came from each since the last time, in the order of `sources`."""
        batches = []
        for index, collector in enumerate(self._all):
            ended, ended_ns = collector.ended, collector.ended_ns
            samples, tally = collector.intake.take()
            self._sums[index].add(tally)
            self._tell_news(index, tally, ended)
            batches.append(Batch(samples, tally, ended, ended_ns))
        return batches

    def _end(self) -> None:
        """No more than POLITE_S and a little, however many there are and whatever they do."""
        until = time.monotonic() + POLITE_S + _GRACE_S
        try:
            for collector in self._all:
                collector.end()
            for collector in self._all:
                collector.join(max(0.0, until - time.monotonic()))
            adopt(False)
        except BaseException:
            # Somebody cannot wait even that long.
            for collector in self._all:
                collector.kill()
            raise

    def _tell_news(self, index: int, tally: Tally, ended: str | None) -> None:
        news = {
            "ended": ended and f"{ended}; its counters end here",
            "failed": tally.first_failed and f"{tally.first_failed}; it will be tried again",
            "bad": tally.first_bad and f"it prints lines that cannot be read: {tally.first_bad}",
            "over_rate": (
                tally.over_rate
                and f"it sends too many: at most {MOST_VALUES_PER_S:,} values per second are kept"
            ),
            "over_names": (
                tally.over_names
                and (
                    f"it has more than {MOST_NAMES} names: the first {MOST_NAMES} are kept"
                    f"{_choose(self.sources[index])}"
                )
            ),
        }
        for kind, words in news.items():
            if words and (index, kind) not in self._told:
                self._told.add((index, kind))
                self._tell(f"{self._name(index)}: {words}")

    def _tell_sums(self) -> None:
        for index, tally in enumerate(self._sums):
            lost = losses(tally)
            if lost:
                self._tell(
                    f"{self._name(index)}: {tally.values:,} values collected; {'; '.join(lost)}"
                )
            elif (
                not tally.values
                and (index, "ended") not in self._told
                and self.sources[index].kind != "host"
            ):
                self._tell(f"{self._name(index)}: no values were collected")

    def _name(self, index: int) -> str:
        return f"collector {index + 1} ({shortened(self.sources[index].name)})"


def losses(tally: Tally) -> list[str]:
    """What was not kept, in words with their counts; empty when nothing was lost."""
    return [
        words
        for count, words in (
            (tally.bad, f"{tally.bad:,} that could not be read"),
            (tally.failed, f"{tally.failed:,} requests without counters"),
            (
                tally.over_rate,
                (
                    f"at least {tally.over_rate:,} values or lines beyond {MOST_VALUES_PER_S:,} per"
                    " second dropped"
                ),
            ),
            (
                tally.over_names,
                f"{tally.over_names:,} values of names beyond the first {MOST_NAMES} dropped",
            ),
            (tally.not_numbers, f"{tally.not_numbers:,} that are not finite numbers skipped"),
        )
        if count
    ]


def _choose(source: Source) -> str:
    return "" if source.kind == "command" else "; choose with URL#PATTERN"


def _make_collector(source: Source) -> Command | Scrape | Remote:
    if source.on is not None:
        return Remote(source)
    if source.kind == "command":
        return Command(source)
    # The parser and the HTTP client are loaded before anything runs, and only when they are needed.
    from plimsoll.collect.scrape import Scrape

    return Scrape(source)
