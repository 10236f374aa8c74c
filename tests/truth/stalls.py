"""What episodes in which the client stands still, and pauses of the storage, do to a load line.

`python -m tests.truth.stalls --seeds 40`: searches of a minute on M/M/1 of known line. In an
episode the client stands still for half of the time, in stalls of 10 ms; episodes last three
seconds on average and make up 0 to 20 % of the time. Intervals that are marked are left out: the
line must be the undisturbed one. Pauses of the storage are not left out: 0.25 s each, as often as
the row says; the line is then that of the budget that they leave.
"""

import math
import statistics
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial

from plimsoll.search.budget import Budget
from plimsoll.search.grades import GradedLine
from tests.truth import harness

CAPACITY, BOUND_S, ALLOWED = 20_000.0, 5e-3, 0.01
PAUSE_S = 0.25
CLOSE = 0.03
"""How far the headline may lie off the line."""

STACK = """
[device.disk]
servers = 1
service = {{ distribution = "exponential", mean = "50us" }}
{pauses}
[volume.data]
size = "16g"
path = [{path}"disk"]
{client}
"""
EPISODES = """
[client]
stall_every = "10ms"
stall_for = "10ms"
stalls_every = "{every:.3f}s"
stalls_last = "3s"
"""
PAUSES = """
[fault.pauses]
stall_at = "3s"
stall_for = "250ms"
stall_every = "{every}s"
"""


@dataclass(frozen=True)
class Case:
    """Share of the time in episodes, and seconds from one pause of the storage to the next."""

    episodes: float
    pause_every_s: float | None = None

    @property
    def line(self) -> float:
        """P(R > d) = exp(-(µ - λ)·d) is what pauses of their own length leave of 1 %."""
        budget = ALLOWED
        if self.pause_every_s is not None:
            budget -= PAUSE_S / self.pause_every_s
        return CAPACITY + math.log(budget) / BOUND_S

    @property
    def words(self) -> str:
        """A row's head."""
        pauses = "none" if self.pause_every_s is None else f"every {self.pause_every_s:g} s"
        return f"| {self.episodes:.0%} | {pauses} | {self.line:,.0f} "


CASES = (Case(0), Case(0.05), Case(0.1), Case(0.2), Case(0, 60.0), Case(0.1, 60.0))


def search(case: Case, seed: int) -> GradedLine:
    """One search of a minute."""
    client = EPISODES.format(every=3 / case.episodes - 3) if case.episodes else ""
    pauses = PAUSES.format(every=case.pause_every_s) if case.pause_every_s else ""
    path = '"pauses", ' if pauses else ""
    stack = STACK.format(client=client, pauses=pauses, path=path)
    return harness.search_stack(stack, f"p99 <= {BOUND_S * 1e3:g}ms", Budget.demo(), seed).graded


def row(case: Case, found: list[GradedLine]) -> tuple[str, bool]:
    """A row of the table, and whether it is as was asked."""
    placed = [one for one in found if one.low is not None and one.high is not None]
    rated = [one.rate for one in placed if one.rate is not None]
    holds = sum(
        (one.low or 0) <= case.line * 1.002 and (one.high or 0) >= case.line / 1.002
        for one in placed
    )
    off = statistics.median(rated) / case.line - 1 if rated else math.nan
    plans = [one.plan for one in found if one.plan is not None]
    above = sum(plan > case.line * 1.002 for plan in plans)
    confirmed = sum(one.grade == "confirmed" for one in found)
    words = (
        f"{case.words}| {len(placed)} of {len(found)} | {holds / max(1, len(placed)):.0%} |"
        f" {off:+.1%} | {confirmed} | {len(plans)} | {above} |"
    )
    return words, abs(off) <= CLOSE and holds >= 0.93 * len(placed)


HEADER = (
    "| in episodes | pauses | line, IOPS | with a line | interval holds it | headline off, median |"
    " confirmed | with a rate to plan with | of these above the line |\n"
    "|---|---|---|---|---|---|---|---|---|"
)


def main() -> int:
    given = harness.arguments(__doc__, 40)
    with ProcessPoolExecutor(given.jobs) as pool:

        def search_seeds(case: Case) -> list[GradedLine]:
            return list(pool.map(partial(search, case), range(given.seeds)))

        return harness.table(HEADER, (row(case, search_seeds(case)) for case in CASES))


if __name__ == "__main__":
    sys.exit(main())
