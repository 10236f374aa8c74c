"""The buffer of a collector's samples. Samples above its limits are counted and dropped, so that a
flood does not load the measuring machine.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from plimsoll.base.errors import one_line

MOST_VALUES_PER_S = 10_000
"""Limit per collector."""
MOST_NAMES = 200
"""Limit per collector; the first names win."""
MOST_WAITING = 200_000
"""Limit of buffered samples: twenty seconds at the highest rate, about 20 MB."""
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
    """Counts since the last `take`."""

    values: int = 0
    """Values in the buffer."""
    over_rate: int = 0
    """Values or unread lines above MOST_VALUES_PER_S."""
    over_names: int = 0
    """Values of names above MOST_NAMES, or with names that are too long."""
    not_numbers: int = 0
    """Strings, lists, and numbers that are not finite."""
    bad: int = 0
    """Lines or whole replies that could not be parsed."""
    first_bad: str | None = None
    """The first of them with the reason, shortened."""
    failed: int = 0
    """Scrapes without a usable reply."""
    first_failed: str | None = None
    """Why the first of them failed."""
    first_failed_ns: int | None = None
    """When, on CLOCK_MONOTONIC."""
    held_back: bool = False
    """The command wrote faster than it was read, and waiting data was dropped."""

    def add(self, more: Tally) -> None:
        """Adds other counts; the first messages stay."""
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
    """The buffer between a collector's thread and the keeper of the samples."""

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
        """Takes values of one time, within the limits of the second in which they arrived."""
        with self._lock:
            self._turn(t_ns if arrived_ns is None else arrived_ns)
            for name, value in pairs:
                cleaned = self._names.get(name)
                if cleaned is None:
                    if len(self._names) >= MOST_NAMES or len(name) > LONGEST_NAME:
                        self._tally.over_names += 1
                        continue
                    cleaned = self._names[name] = clean(name)
                if not math.isfinite(value):
                    self._tally.not_numbers += 1
                elif self._left <= 0 or len(self._samples) >= MOST_WAITING:
                    self._tally.over_rate += 1
                else:
                    self._left -= 1
                    self._tally.values += 1
                    self._samples.append(Sample(cleaned, t_ns, value))

    def count(
        self,
        *,
        over_rate: int = 0,
        not_numbers: int = 0,
        bad: str | None = None,
        held_back: bool = False,
    ) -> None:
        """Counts input without values. `bad`: an unreadable line, with the reason."""
        with self._lock:
            self._tally.add(
                Tally(over_rate=over_rate, not_numbers=not_numbers, held_back=held_back)
            )
            if bad is not None:
                self._tally.add(Tally(bad=1, first_bad=shorten(bad)))

    def count_failure(self, why: str) -> None:
        """Counts a failed scrape."""
        with self._lock:
            now = time.monotonic_ns()
            self._tally.add(Tally(failed=1, first_failed=shorten(why), first_failed_ns=now))

    def bring(self, samples: Sequence[Sample], tally: Tally) -> None:
        """Takes samples and counts of another intake."""
        with self._lock:
            over = max(0, len(self._samples) + len(samples) - MOST_WAITING)
            if over:
                tally = replace(tally, values=tally.values - over, over_rate=tally.over_rate + over)
            self._samples += samples[: len(samples) - over]
            self._tally.add(tally)

    def take(self) -> tuple[list[Sample], Tally]:
        """The samples and counts since the last call, in order of arrival."""
        with self._lock:
            taken = self._samples, replace(self._tally)
            self._samples, self._tally = [], Tally()
            return taken

    def _turn(self, t_ns: int) -> None:
        if t_ns - self._second_ns >= SECOND_NS:
            self._second_ns, self._left = t_ns, MOST_VALUES_PER_S


def shorten(text: str) -> str:
    """The text on one short line, without control characters."""
    # Some more than is shown, since blanks are collapsed.
    line = one_line(clean(text[: 4 * SHOWN_LETTERS], instead=" "))
    return line if len(line) <= SHOWN_LETTERS else f"{line[: SHOWN_LETTERS - 1]}…"


def clean(text: str, *, instead: str = "\ufffd") -> str:
    """The text without control characters and lone surrogates."""
    return (
        text
        if text.isprintable()
        else "".join(char if char.isprintable() else instead for char in text)
    )
