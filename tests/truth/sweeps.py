"""`python -m tests.truth.sweeps`: what is read from a sweep of rates, on a queue whose line is
known.

Each seed is a sweep of its own on the virtual clock: rates of fixed length, laid before anything is
known, as a campaign asks them. Truth: M/M/1 of 200 us, where p99 <= T holds up to mu - ln(100) / T.
With stalls the whole client stands still; the true line is that of the storage alone.
"""

import math
import random
import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import lru_cache, partial
from statistics import median
from typing import Any, cast

from plimsoll.native.listener import ActiveRun, Listener, RunOutput
from plimsoll.native.session import parse_objective
from plimsoll.search import rejudgement, sweep
from plimsoll.search.grades import GradedLine
from tests.stack_texts import disk
from tests.truth import harness

STACK = disk("200us", spread="exponential")
STALLS = '[client]\nstall_every = "200ms"\nstall_for = "10ms"\n'
COVERED = 0.9
"""What is asked: how often an interval holds the line."""
NEAR = 1.002


@dataclass(frozen=True)
class Case:
    """A sweep: its rates in operations/s, how long each Run is in s, what its Runs are judged by
    and what is asked of them."""

    name: str
    rates: tuple[float, ...]
    measure_s: float
    truth: float
    asked: str = "p99 <= 5ms"
    judged: str | None = "p99 <= 5ms"
    ascending: bool = False
    stalls: bool = False


def spread(low: float, high: float, n: int) -> tuple[float, ...]:
    """So many rates, evenly apart."""
    return tuple(float(f"{low + (high - low) * i / (n - 1):.4g}") for i in range(n))


def p99_line(bound_s: float) -> float:
    """The true line of p99 <= this bound."""
    return 5000 - math.log(100) / bound_s


WIDE, DENSE, FINE = spread(500, 5500, 12), spread(3500, 4700, 12), spread(3900, 4250, 16)
LINE = p99_line(5e-3)
CASES = (
    Case("12 rates, 500 to 5,500, 5 s", WIDE, 5.0, LINE),
    Case("the same, 20 s", WIDE, 20.0, LINE),
    Case("the same, 20 s, rising", WIDE, 20.0, LINE, ascending=True),
    Case("the same, 20 s, each twice", WIDE * 2, 20.0, LINE),
    Case("12 rates, 3,500 to 4,700, 20 s", DENSE, 20.0, LINE),
    Case("16 rates, 3,900 to 4,250, 20 s", FINE, 20.0, LINE),
    Case("6 rates, 1,000 to 6,000, 20 s", spread(1000, 6000, 6), 20.0, LINE),
    Case(
        "asked p99 <= 10ms, judged by 5ms, 20 s", WIDE, 20.0, p99_line(10e-3), asked="p99 <= 10ms"
    ),
    Case("asked mean <= 1ms, judged by p99, 20 s", WIDE, 20.0, 4000.0, asked="mean <= 1ms"),
    Case("judged by nothing, 20 s", WIDE, 20.0, LINE, judged=None),
    Case("the client stalls 10 ms, 5 a second; 20 s", WIDE, 20.0, LINE, stalls=True),
)


class _HistogramKeeper(Listener):
    """Keeps the histograms of Runs, as a store does."""

    def __init__(self) -> None:
        self.of: dict[int, dict[str, bytes]] = {}

    def run_begins(self, run: ActiveRun) -> None:
        run.id = len(self.of) + 1

    def run_ends(self, run: ActiveRun, result: RunOutput) -> None:
        assert run.id is not None
        self.of[run.id] = dict(result.histograms)


def read_sweep(case: Case, seed: int) -> GradedLine:
    """One sweep; what is read from it."""
    rates = list(case.rates)
    if not case.ascending:
        random.Random(seed).shuffle(rates)
    asked = parse_objective(case.asked)
    runs, histograms = _measure_sweep(tuple(rates), case.measure_s, case.judged, case.stalls, seed)
    made = [
        (number, rejudgement.rejudge(cast("Any", record), asked, lambda n=number: histograms[n]))
        for number, record in runs
    ]  # type: ignore[misc]
    found = sweep.read(
        [sweep.SweepRun(one[0], number) for number, one in made if one is not None],
        objective=asked,
        objective_from="asked",
        arrivals="poisson",
        seed=seed,
        rejudged=sum(one[1] for _, one in made if one is not None),
    )
    return found.graded


# Cases differ in what is asked of the same Runs.
@lru_cache(64)
def _measure_sweep(
    rates: tuple[float, ...], measure_s: float, judged_by: str | None, stalls: bool, seed: int
) -> tuple[list[tuple[int, Any]], dict[int, dict[str, bytes]]]:
    """The Runs of a sweep by their numbers, and their histograms."""
    kept, runs = _HistogramKeeper(), []
    judged = None if judged_by is None else parse_objective(judged_by)
    stack = STACK + (STALLS if stalls else "")
    with harness.open_stack(stack, defaults={"arrivals": "poisson"}) as session:
        session.keeper = kept
        for number, rate in enumerate(rates, 1):
            record = session.probe(
                rate=rate,
                measure_for_s=measure_s,
                warmup_for_s=1.0,
                objective=judged,
                stop_when_decided=False,
                seed=seed * 1000 + number,
                role="run",
            )
            runs.append((number, record))
    return runs, kept.of


def holds(graded: GradedLine, truth: float) -> bool:
    """Whether the line lies inside of what was told."""
    return (graded.low or 0.0) <= truth * NEAR and (graded.high or math.inf) >= truth / NEAR


def row(case: Case, found: Sequence[GradedLine]) -> tuple[str, bool]:
    """A row of the table, and whether it is as was asked."""
    grades = Counter(one.grade for one in found)
    confirmed = [one for one in found if one.grade == "confirmed"]
    sized = [one for one in found if one.rate is not None and one.low and one.high]
    width = median((one.high or 0.0) / (one.low or 1.0) - 1 for one in sized) if sized else math.nan
    off = median(abs((one.rate or 0.0) / case.truth - 1) for one in sized) if sized else math.nan
    right = sum(holds(one, case.truth) for one in found)
    above = sum((one.low or 0.0) > case.truth * NEAR for one in found)
    sure = (
        f"{sum(holds(one, case.truth) for one in confirmed)} of {len(confirmed)}"
        if confirmed
        else "–"
    )
    words = (
        f"| {case.name} | {grades['confirmed']} / {grades['estimated']} / {grades['bounded']} |"
        f" {right} of {len(found)} | {sure} | {above} | {off * 100:.1f} % | {width * 100:.1f} % |"
    )
    return words, right >= COVERED * len(found)


HEADER = (
    "| sweep | confirmed / estimated / bounded | holds the line | of those confirmed | lower end"
    " above it | off, median | width, median |\n|---|---|---|---|---|---|---|"
)


def main() -> int:
    given = harness.arguments(__doc__, 60)
    with ProcessPoolExecutor(given.jobs) as pool:

        def sweep_seeds(case: Case) -> list[GradedLine]:
            return list(pool.map(partial(read_sweep, case), range(given.seeds)))

        return harness.table(HEADER, (row(case, sweep_seeds(case)) for case in CASES))


if __name__ == "__main__":
    sys.exit(main())
