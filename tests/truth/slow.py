"""Storage whose line depends on how long one looks: credits that are spent, a flash that fills.

A short search tells the line while they last, and for how long and how many bytes that was shown;
one that is asked for a longer horizon finds the line past the cliff. What is right here is a range:
past the cliff the target may have saved something up again during lighter holds.
"""

import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median

from plimsoll.search.budget import Budget
from plimsoll.search.load_line import LoadLineResult
from tests.truth import harness, long_runs, theory
from tests.truth.places import OWN_STACKS

GP2_BASE, GP2_CREDITS = 300.0, 540_000.0


def gp2_burst() -> float:
    """M/D/1 behind the burst's 3000/s, and 500 us of the medium."""
    return theory.deterministic_line(1 / 3000, 1, 20e-3, 500e-6, operations=2_000_000)


@dataclass(frozen=True)
class Slow:
    """A stack, what is asked of it, and the rates between which the true line lies."""

    name: str
    stack: Callable[[Path], Path]
    objective: str
    block_size: str
    read: float
    horizon_s: float
    """Asked for; 0: that of a search of a minute or two."""
    line: Callable[[], tuple[float, float]]
    source: str


CASES = (
    Slow(
        "gp2 under credits",
        lambda _: OWN_STACKS / "gp2-small.toml",
        "p99 <= 20ms",
        "16k",
        100,
        0.0,
        lambda: (gp2_burst(), gp2_burst()),
        "M/D/1",
    ),
    Slow(
        "gp2, held for 10 minutes",
        lambda _: OWN_STACKS / "gp2-small.toml",
        "p99 <= 20ms",
        "16k",
        100,
        600.0,
        lambda: (GP2_BASE, GP2_BASE + GP2_CREDITS / 600),
        "base, and base + credits over the horizon",
    ),
    Slow(
        "S4 while its flash takes it (256 GiB)",
        lambda folder: long_runs.s4(folder, "256g"),
        "p99 <= 20ms",
        "64k",
        0,
        0.0,
        lambda: (4 * long_runs.S4_PAST_FLASH, 6_040.0),
        "four times past the flash, and the closed loop's maximum",
    ),
    Slow(
        "S4, held for 5 minutes (64 GiB)",
        long_runs.s4,
        "p99 <= 20ms",
        "64k",
        0,
        300.0,
        lambda: (0.95 * long_runs.S4_PAST_FLASH, 1.5 * long_runs.S4_PAST_FLASH),
        "what the disks take, and half as much saved up",
    ),
)


def search(case: Slow, seed: int) -> LoadLineResult:
    # Slow storage has few operations in a demo's probes: they may be three times as long.
    short = replace(Budget.demo(), probe_s=12.0, total_s=90.0)
    budget = Budget.thorough().with_horizon(case.horizon_s) if case.horizon_s else short
    with tempfile.TemporaryDirectory() as folder:
        return harness.search_stack(
            case.stack(Path(folder)),
            case.objective,
            budget,
            seed,
            workload={"block_size": case.block_size, "read": case.read},
        )


def right(case: Slow, result: LoadLineResult) -> bool:
    """Whether the interval reaches into the range, and its lower end was held for as long as was
    asked."""
    low, high = result.graded.low, result.graded.high
    least, most = case.line()
    held = result.ends.passed
    if low is None or (case.horizon_s and (held is None or held.measure_s < case.horizon_s)):
        return False
    return low * (1 - 1e-3) <= most and (high is None or high * (1 + 1e-3) >= least)


def row(case: Slow, results: Sequence[LoadLineResult]) -> str:
    held = [r.ends.passed for r in results if r.ends.passed]
    lows, highs = (
        [r.ends.low or 0.0 for r in results],
        [r.ends.high or float("inf") for r in results],
    )
    least, most = case.line()
    truth = f"{least:,.0f}" if least == most else f"{least:,.0f} to {most:,.0f}"
    written = median(h.bytes_written for h in held) / 2**30 if held else 0.0
    return (
        f"| {case.name} | {case.objective} | {truth} | {case.source} |"
        f" {sum(right(case, r) for r in results)}/{len(results)} | {median(lows):,.0f} to"
        f" {median(highs):,.0f} | {median(h.measure_s for h in held) if held else 0:,.0f} s,"
        f" {written:,.1f} GiB |"
        f" {sum(any(e.kind == 'horizon_counts' for e in r.events) for r in results)} |"
        f" {median(r.test_seconds for r in results):,.0f} |"
    )


HEADER = (
    "| stack | objective | true line, IOPS | from | right | reported, medians | shown to hold for |"
    " says that the horizon matters | test s |\n|---|---|---|---|---|---|---|---|---|"
)


def main() -> int:
    seeds = harness.arguments(__doc__, 10).seeds
    print(f"{seeds} seeds each; made by `python -m tests.truth.slow --seeds {seeds}`.\n")
    print(HEADER, flush=True)
    wrong = []
    for case in CASES:
        results = [search(case, seed) for seed in range(seeds)]
        print(row(case, results), flush=True)
        missed = [r for r in results if not right(case, r)]
        if len(missed) > 0.07 * len(results) + 1:
            wrong.append(f"{case.name}: {len(missed)} of {len(results)} answers")
    return harness.verdict(wrong)


if __name__ == "__main__":
    sys.exit(main())
