"""What a collector hands in, within bounds: samples wait here until somebody takes them, the rest
is counted.

The bounds keep a collector that floods from becoming a load of its own on the machine that
measures.
"""

from __future__ import annotations

import math
import threading
import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from plimsoll.base.errors import one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

MOST_VALUES_PER_S = 10_000
"""Values per second that are kept of one collector."""
MOST_NAMES = 200
"""Names of counters that are kept of one collector: the first that come."""
MOST_WAITING = 200_000
"""Samples of one collector that wait to be taken: twenty seconds at the highest rate, about 20
MB."""
LONGEST_NAME = 400
SHOWN_LETTERS = 120
SECOND_NS = 1_000_000_000


class Sample(NamedTuple):
    """A value of a counter. `t_ns` is CLOCK_MONOTONIC, in ns."""

    name: str
    t_ns: int
    value: float


@dataclass
class Tally:
    """What came and what became of it, since it was last taken."""

    values: int = 0
    """Kept."""
    over_rate: int = 0
    """Values, or lines that were not even read, beyond MOST_VALUES_PER_S."""
    over_names: int = 0
    """Values of names beyond the first MOST_NAMES, or of names that are too long."""
    not_numbers: int = 0
    """Strings, lists, and numbers that are not finite."""
    bad: int = 0
    """Lines, or whole answers, that could not be read."""
    first_bad: str | None = None
    """The first of them and why, shortened."""
    failed: int = 0
    """Scrapes without an answer that could be used."""
    first_failed: str | None = None
    """Why the first of them failed."""
    first_failed_ns: int | None = None
    """When: CLOCK_MONOTONIC."""
    held_back: bool = False
    """It wrote faster than it was read: what waited in between was thrown away."""

    def add(self, more: Tally) -> None:
        """Counts of both; the first words stay."""
        self.values += more.values
        self.over_rate += more.over_rate
        self.over_names += more.over_names
        self.not_numbers += more.not_numbers
        self.bad += more.bad
        self.failed += more.failed
        self.first_bad = self.first_bad or more.first_bad
        if self.first_failed is None:
            self.first_failed, self.first_failed_ns = more.first_failed, more.first_failed_ns
        self.held_back = self.held_back or more.held_back


class Intake:
    """The bounded place between a collector's thread and whoever keeps its samples."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._samples: list[Sample] = []
        self._tally = Tally()
        self._names: dict[str, str] = {}
        self._second_ns = -SECOND_NS
        self._left = 0

    def values(
        self, t_ns: int, pairs: Iterable[tuple[str, float]], *, arrived_ns: int | None = None
    ) -> None:
        """Takes values of one instant: as many as the bounds allow, counted against the second of
        their arrival."""
        with self._lock:
            self._turn(t_ns if arrived_ns is None else arrived_ns)
            for name, value in pairs:
                known = self._names.get(name)
                if known is None:
                    if len(self._names) >= MOST_NAMES or len(name) > LONGEST_NAME:
                        self._tally.over_names += 1
                        continue
                    known = self._names[name] = clean(name)
                if not math.isfinite(value):
                    self._tally.not_numbers += 1
                elif self._left <= 0 or len(self._samples) >= MOST_WAITING:
                    self._tally.over_rate += 1
                else:
                    self._left -= 1
                    self._tally.values += 1
                    self._samples.append(Sample(known, t_ns, value))

    def count(
        self,
        *,
        over_rate: int = 0,
        not_numbers: int = 0,
        bad: str | None = None,
        held_back: bool = False,
    ) -> None:
        """Counts what brought no value. `bad`: a line that could not be read, and why."""
        with self._lock:
            self._tally.add(
                Tally(over_rate=over_rate, not_numbers=not_numbers, held_back=held_back)
            )
            if bad is not None:
                self._tally.add(Tally(bad=1, first_bad=shortened(bad)))

    def count_failure(self, why: str) -> None:
        """Counts a scrape that brought nothing."""
        with self._lock:
            now = time.monotonic_ns()
            self._tally.add(Tally(failed=1, first_failed=shortened(why), first_failed_ns=now))

    def bring(self, samples: Sequence[Sample], tally: Tally) -> None:
        """Takes what another intake has taken in already, with what it has counted."""
        with self._lock:
            over = max(0, len(self._samples) + len(samples) - MOST_WAITING)
            if over:
                tally = replace(tally, values=tally.values - over, over_rate=tally.over_rate + over)
            self._samples += samples[: len(samples) - over]
            self._tally.add(tally)

    def take(self) -> tuple[list[Sample], Tally]:
        """What came since the last time, in order of arrival."""
        with self._lock:
            taken = self._samples, replace(self._tally)
            self._samples, self._tally = [], Tally()
            return taken

    def _turn(self, t_ns: int) -> None:
        if t_ns - self._second_ns >= SECOND_NS:
            self._second_ns, self._left = t_ns, MOST_VALUES_PER_S


def shortened(text: str) -> str:
    """The text on one line, without signs that a terminal would obey, and not longer than can be
    read at a glance."""
    # A little more than is shown: a line may be long, and blanks are drawn together.
    line = one_line(clean(text[: 4 * SHOWN_LETTERS], instead=" "))
    return line if len(line) <= SHOWN_LETTERS else f"{line[: SHOWN_LETTERS - 1]}…"


def clean(text: str, *, instead: str = "\ufffd") -> str:
    """The text without signs that cannot be shown or kept: control characters, halves of surrogate
    pairs."""
    return (
        text
        if text.isprintable()
        else "".join(sign if sign.isprintable() else instead for sign in text)
    )
