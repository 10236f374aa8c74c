"""How long it will still take: the stages ahead at their expected length, the one under way at what
it shows.

An honest estimate, not a smooth one. Expected lengths are upper bounds where a search may end
early, so the time left shrinks in jumps and seldom grows. A stage that takes longer than expected
is never told as all but over: what has taken long may take longer still.
"""

import time
from collections.abc import Callable, Mapping

OVERDUE = 0.2
"""Of the time that a stage has taken, it takes so much more at least, as far as anybody knows."""
MIN_PART = 0.02
"""Less of a stage done than this says nothing yet about how long the whole of it takes."""


class Pace:
    """Stages in order with the seconds that each is expected to take."""

    def __init__(
        self, stages: Mapping[str, float], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._expected = dict(stages)
        self._clock = clock
        self._stage: str | None = None
        self._entered = 0.0

    def enter(self, stage: str) -> None:
        """This stage begins, those before it are over. Entering the one under way changes nothing.

        A search may go back to one that was over: what it still takes is not known, so it counts as
        nothing.
        """
        if stage == self._stage:
            return
        if stage in self._expected:
            for name in list(self._expected):
                if name == stage:
                    break
                del self._expected[name]
        self._stage = stage
        self._entered = self._clock()

    def expect(self, stage: str, seconds: float) -> None:
        """A better idea of how long a stage takes in all; one that is over is not heard."""
        if stage in self._expected:
            self._expected[stage] = seconds

    def part(self, done: float) -> None:
        """How much of the stage under way is done, 0 to 1: its length then follows from the time it
        took."""
        if self._stage is not None and done >= MIN_PART:
            self._expected[self._stage] = (self._clock() - self._entered) / done

    def left_s(self) -> float:
        """Seconds that still remain, all stages."""
        spent = self._clock() - self._entered if self._stage else 0.0
        return sum(
            max(OVERDUE * spent, seconds - spent) if name == self._stage else seconds
            for name, seconds in self._expected.items()
        )
