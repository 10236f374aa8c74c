"""`python -m tests.truth.stairs`: what the search of a real machine says, on stacks whose line is
known, with clients that stand still.

Every search is whole, from the maximum to the holds, with the budget of `plimsoll demo` (a minute
of the Run's clock). The stall of a client is the whole machine's: nothing is submitted and nothing
is found meanwhile, the storage goes on. The true line is that of the storage alone.
"""

import math
import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from statistics import median

from plimsoll.search.budget import Budget
from plimsoll.search.grades import GradedLine
from plimsoll.search.load_line import LoadLineResult
from tests.truth import harness

SERVERS = """
[device.disk]
servers = {servers}
service = {{ distribution = "{distribution}", mean = "{mean_us}us" }}
[volume.data]
size = "16g"
path = ["disk"]
"""
STALLS = {
    "none": "",
    "1 ms, 5 a second": '[client]\nstall_every = "200ms"\nstall_for = "1ms"\n',
    "3 ms, 5 a second": '[client]\nstall_every = "200ms"\nstall_for = "3ms"\n',
    "10 ms, 1 a second": '[client]\nstall_every = "1s"\nstall_for = "10ms"\n',
}
COVERED, NARROW = 0.9, 0.35
"""What is asked of the intervals: how often they hold the line, and how wide they are in the
median."""


@dataclass(frozen=True)
class Case:
    """A stack with its line, in operations/s."""

    name: str
    stack: str
    objective: str
    line: float


def _mm1(mean_us: float, bound_s: float) -> float:
    return 1e6 / mean_us - math.log(100) / bound_s


def mm1(mean_us: float, objective: str, line: float) -> Case:
    stack = SERVERS.format(servers=1, distribution="exponential", mean_us=mean_us)
    return Case(f"M/M/1 of {mean_us:g} us", stack, objective, line)


CASES = (
    mm1(50, "p99 <= 5ms", _mm1(50, 5e-3)),
    mm1(50, "p99 <= 20ms", _mm1(50, 20e-3)),
    mm1(50, "mean <= 1ms", 20_000 - 1_000),
    mm1(200, "p99 <= 20ms", _mm1(200, 20e-3)),
)


def search(case: Case, stall: str, seed: int, seconds: float) -> tuple[GradedLine, float]:
    """One search; what it says, and the test time in seconds."""
    found = result(case, stall, seed, seconds)
    return found.graded, found.test_seconds


def result(case: Case, stall: str, seed: int, seconds: float) -> LoadLineResult:
    """All that one search found."""
    budget = Budget.demo().within(seconds)
    return harness.search_stack(case.stack + STALLS[stall], case.objective, budget, seed)


def row(case: Case, stall: str, found: Sequence[tuple[GradedLine, float]]) -> tuple[str, bool]:
    """A row of the table, and whether it is as was asked."""
    graded = [one for one, _ in found]
    sized = [
        one
        for one in graded
        if one.low is not None and one.high is not None and one.rate is not None
    ]
    holds = sum(
        (one.low or 0.0) <= case.line * 1.002 and (one.high or math.inf) >= case.line / 1.002
        for one in graded
    )
    width = median((one.high or 0.0) / (one.low or 1.0) - 1 for one in sized) if sized else math.nan
    off = median(abs((one.rate or 0.0) / case.line - 1) for one in sized) if sized else math.nan
    planned = sorted((one.plan or 0.0) / case.line for one in graded)
    above = sum((one.low or 0.0) > case.line * 1.002 for one in graded)
    grades = Counter(one.grade for one in graded)
    words = (
        f"| {case.name} | {case.objective} | {stall} | {case.line:,.0f} | {grades['confirmed']} /"
        f" {grades['estimated']} / {grades['bounded']} | {holds / len(graded):.1%} |"
        f" {above / len(graded):.1%} | {off:.1%} | {width:.1%} | {median(planned):.0%}"
        f" ({planned[0]:.0%} to {planned[-1]:.0%}) | {median(s for _, s in found):,.0f} |"
    )
    return words, holds >= COVERED * len(graded) and width <= NARROW and planned[-1] <= 1.002


HEADER = (
    "| stack | objective | stalls of the client | line, IOPS | confirmed / estimated / bounded |"
    " interval holds the line | lower end above it | headline off, median | width, median | rate to"
    " plan with, of the line | test s |\n|---|---|---|---|---|---|---|---|---|---|---|"
)


def main() -> int:
    given = harness.arguments(__doc__, 200, seconds=62.0)
    with ProcessPoolExecutor(given.jobs) as pool:

        def search_seeds(case: Case, stall: str) -> list[tuple[GradedLine, float]]:
            one = partial(search, case, stall, seconds=given.seconds)
            return list(pool.map(one, range(given.seeds)))

        rows = (row(case, stall, search_seeds(case, stall)) for case in CASES for stall in STALLS)
        return harness.table(HEADER, rows)


if __name__ == "__main__":
    sys.exit(main())
