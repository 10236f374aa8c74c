"""Whole searches on described stacks, on the virtual clock, against lines that we know.

`CASES` are the stacks of examples/stacks with an objective and the true line. `search` runs one
seed, `assess` says what is wrong with a set of answers, and is itself tested with searches that are
broken on purpose (test_canary.py).
"""

import pickle
import re
import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from statistics import median

from plimsoll.search.budget import Budget
from plimsoll.search.load_line import LoadLineResult
from tests.truth import family, harness, long_runs, theory
from tests.truth.places import OWN_STACKS, STACKS

WITHIN = 0.03
"""The point estimate lies within this of the truth."""
COVERAGE = 0.93
"""Share of intervals that contain it, at least, less what chance does to so few seeds."""
WIDTH = 0.05
"""Median full width of the interval, at most: what is wider is right and of little use."""


@dataclass(frozen=True)
class Case:
    """A stack, what must hold, and the line; `truth` is none where the client is the limit, and
    `reach` is its."""

    name: str
    stack: str
    objective: str
    truth: Callable[[], float] | None
    source: str = "formula"
    arrivals: str = "poisson"
    block_size: str = "4k"
    reach: float = 0.0
    read: float = 100.0
    width: float = WIDTH
    """Median full width, at most: slow storage is owed a correct interval, not a narrow one."""

    @property
    def path(self) -> Path:
        """The stack's file."""
        own = OWN_STACKS / f"{self.stack}.toml"
        return own if own.exists() else STACKS / f"{self.stack}.toml"


@cache
def mdk_line() -> float:
    # 64 servers of 1 ms; p99 of wait + service within 2 ms.
    return theory.deterministic_line(1e-3, 64, 2e-3, 1e-3)


@cache
def cap_line() -> float:
    # The limit lets one operation pass each 1/3000 s: the wait of M/D/1; the device behind it adds
    # 100 µs.
    return theory.deterministic_line(1 / 3000, 1, 5e-3, 100e-6)


@cache
def mixed_mean_line(bound_s: float) -> float:
    # S1's first array at read 70: M/H2/1 on each of 32 disks (Pollaczek and Khinchine).
    return theory.highest(lambda rate: family.mean_s(rate, 0.7) <= bound_s, 1.0, 200_000.0)


@cache
def bimodal_line() -> float:
    return theory.bimodal_line(100e-6, 2e-3, 0.05, 20e-3)


@cache
def drifting_line() -> float:
    return theory.drifting_line(5000.0, 1.25, 0.2, 1.0, 5e-3)


@cache
def worst_line() -> float:
    # One server of 5000/s: a tenth of the seconds have a response beyond 10 ms.
    return theory.worst_of_a_period_line(5000.0, 10e-3, 1.0)


LINDLEY = "Lindley, 8 M operations"


def storage_a(name: str, objective: str, truth: Callable[[], float]) -> Case:
    """S1's first array at read 70: M/H2/1 on each of its disks."""
    return Case(name, "s1-storage-a", objective, truth, "M/H2/1", block_size="8k", read=70.0)


CASES = (
    Case("M/M/1", "mm1", "p99 <= 5ms", lambda: theory.mm1_line(5000, 5e-3)),
    Case("M/M/1, mean", "mm1", "mean <= 1ms", lambda: 5000 - 1 / 1e-3),
    Case("M/D/64", "mdk", "p99 <= 2ms", mdk_line, LINDLEY),
    Case("IOPS cap, Poisson", "iops-cap", "p99 <= 5ms", cap_line, LINDLEY),
    Case("IOPS cap, constant", "iops-cap", "p99 <= 5ms", lambda: 3000.0, "the cap", "constant"),
    Case(
        "bytes/s cap, 16 KiB",
        "bytes-cap",
        "p99 <= 5ms",
        lambda: 6000.0,
        "93.75 MiB/s / 16 KiB",
        "constant",
        "16k",
    ),
    # 4 workers of 100,000/s; a queue of Poisson arrivals at the client's own processor is late
    # before it is full.
    Case("beyond the client", "beyond-client", "p99 <= 1ms", None, "client-bound", reach=400_000.0),
    storage_a("S1 at read 70, two objectives", family.OBJECTIVE, lambda: family.truth(70.0)),
    Case("M/M/1, worst of a second", "mm1", "max over 1s <= 10ms", worst_line, LINDLEY, width=0.10),
    Case(
        "a disk",
        "hdd",
        "p99 <= 100ms",
        lambda: long_runs.HDD_P99_100MS,
        "a Run of 40,000 s",
        width=0.10,
    ),
    storage_a("S1 at read 70", "mean <= 1ms", lambda: mixed_mean_line(1e-3)),
    storage_a("S1 at read 70, farther", "mean <= 2ms", lambda: mixed_mean_line(2e-3)),
    Case(
        "S1's third array",
        "s1-storage-c",
        "mean <= 1ms",
        lambda: long_runs.S1_C_MEAN_1MS,
        "96 servers, 4 M operations",
        block_size="8k",
        read=70.0,
    ),
    Case("M/M/7", "mm7", "p99 <= 12ms", lambda: theory.mmk_line(7, 1e-3, 12e-3)),
    Case("bimodal service", "bimodal", "p99 <= 20ms", bimodal_line, LINDLEY),
    Case("drifting", "drifting", "p99 <= 5ms", drifting_line, LINDLEY),
    Case(
        "a client that stands still", "stalling", "p99 <= 5ms", lambda: theory.mm1_line(5000, 5e-3)
    ),
    Case("neighbours", "noisy", "p99 <= 5ms", lambda: theory.mm1_line(4000, 5e-3)),
)
SMOKE = ("M/M/1", "IOPS cap, constant", "beyond the client")


@dataclass(frozen=True)
class Answer:
    """One search: what it said, what it took."""

    result: LoadLineResult
    real_s: float
    processor_s: float
    commit: str = "the tree as it is"

    @property
    def operations(self) -> int:
        return sum(probe.operations for probe in self.result.probes)


def search(case: Case, seed: int, budget: Budget | None = None) -> Answer:
    began, busy = time.perf_counter(), time.process_time()
    result = harness.search_stack(
        case.path,
        case.objective,
        budget or Budget.virtual(),
        seed,
        arrivals=case.arrivals,
        workload={"block_size": case.block_size, "read": case.read},
    )
    return Answer(result, time.perf_counter() - began, time.process_time() - busy)


def search_by_name(name: str, seed: int) -> Answer:
    """The same in another process: a case itself does not travel."""
    return search(next(case for case in CASES if case.name == name), seed)


def cached_answer(folder: Path, name: str, seed: int) -> Answer:
    """The same from a folder of answers (pickles of this tool, which only it reads), else asked and
    put there."""
    path = folder / f"{re.sub('[^A-Za-z0-9]+', '-', name)}.{seed}.pickle"
    if path.exists():
        answer: Answer = pickle.loads(path.read_bytes())
        return answer
    answer = replace(search_by_name(name, seed), commit=_commit())
    folder.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part")
    part.write_bytes(pickle.dumps(answer))
    part.rename(path)
    return answer


@cache
def _commit() -> str:
    words = ["git", "rev-parse", "--short=10", "HEAD"]
    return subprocess.run(
        words, cwd=STACKS, capture_output=True, text=True, check=True
    ).stdout.strip()


def relative_width(result: LoadLineResult) -> float:
    low, high = result.graded.low, result.graded.high
    return high / low - 1 if low and high else float("inf")


def contains(result: LoadLineResult, truth: float) -> bool:
    """Whether the interval holds the truth. A rate is told with four digits, so that much is
    allowed at its ends."""
    low, high = result.graded.low, result.graded.high
    return low is not None and high is not None and low * (1 - 1e-3) <= truth <= high * (1 + 1e-3)


def assess(
    results: Sequence[LoadLineResult],
    truth: float | None,
    reach: float = 0.0,
    *,
    width: float = WIDTH,
    within: float = WITHIN,
) -> list[str]:
    """What is wrong with these answers, in words; empty when nothing is."""
    wrong = [
        f"seed {result.seed}: {result.reason} tells ends that no hold confirmed"
        for result in results
        if result.graded.grade == "confirmed" and not result.is_confirmed
    ]
    if truth is None:
        for result in results:
            low = result.graded.low or 0.0
            if (
                result.reason != "client_bound"
                or result.graded.high is not None
                or not 0.5 * reach <= low <= reach
            ):
                wrong.append(
                    f"seed {result.seed}: {result.reason}, low {low:,.0f}: not '>= x, client-bound'"
                )
        return wrong
    wrong += [
        f"seed {result.seed}: line {result.rate_per_s}, truth {truth:,.0f}"
        for result in results
        if result.rate_per_s is None or abs(result.rate_per_s / truth - 1) > within
    ]
    covered = sum(contains(result, truth) for result in results)
    # With n seeds a true coverage of 93 % gives fewer than this with a chance of a thousandth at
    # most (binomial).
    if covered < coverage_bound(len(results)):
        wrong.append(f"{covered} of {len(results)} intervals contain the truth")
    return [*wrong, *too_wide(results, width)]


def too_wide(results: Sequence[LoadLineResult], width: float) -> list[str]:
    """That the intervals are wider than is asked for, in words: they may well be right."""
    typical = median(relative_width(result) for result in results)
    return (
        [f"the intervals are {typical:.1%} wide (median), more than {width:.0%}"]
        if typical > width
        else []
    )


def coverage_bound(n: int, share: float = COVERAGE, chance: float = 1e-3) -> int:
    """The largest c with P(Binomial(n, share) < c) <= chance."""
    from math import comb

    below = 0.0
    for c in range(n + 1):
        below += comb(n, c) * share**c * (1 - share) ** (n - c)
        if below > chance:
            return c
    return n


HEADER = (
    "| stack | objective | arrivals | true line, IOPS | from | within 3 % | interval contains it |"
    " median width | widest | median error | probes | holds | operations, M | real s per 3 M"
    " operations | CPU s per 3 M operations"
    " |\n|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|"
)


def row(case: Case, answers: Sequence[Answer]) -> str:
    """A line of the table."""
    results, n = [answer.result for answer in answers], len(answers)
    operations = sum(a.operations for a in answers)
    real, busy = (
        3e6 * sum(spent) / operations
        for spent in zip(*((a.real_s, a.processor_s) for a in answers), strict=True)
    )
    probes = median(sum(p.role == "probe" for p in r.probes) for r in results)
    holds = median(sum(p.role.startswith("hold") for p in r.probes) for r in results)
    cost = f"{probes:g} | {holds:g} | {operations / n / 1e6:.2f} | {real:.2f} | {busy:.2f}"
    head = f"| {case.name} | {case.objective} | {case.arrivals}"
    if case.truth is None:
        right = n - len(assess(results, None, case.reach))
        lows = [r.graded.low or 0.0 for r in results]
        return (
            f"{head} | beyond {case.reach:,.0f} | {case.source} | {right}/{n} '>= x, client-bound'"
            f" | x from {min(lows):,.0f} to {max(lows):,.0f} | – | – | – | {cost} |"
        )
    truth = case.truth()
    errors = [abs((r.rate_per_s or 0.0) / truth - 1) for r in results]
    widths = [relative_width(r) for r in results]
    return (
        f"{head} | {truth:,.1f} | {case.source} | {sum(e <= WITHIN for e in errors)}/{n} |"
        f" {sum(contains(r, truth) for r in results)}/{n} | {median(widths):.1%} |"
        f" {max(widths):.1%} | {median(errors):.2%} | {cost} |"
    )
