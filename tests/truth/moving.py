"""`python -m tests.truth.moving`: what a search says of a line that moves by itself while it is
searched for, as on a shared disk.

The target is a model (`ShiftingLine` in tests/search/model.py) whose line is known second by
second, so that this takes a minute. There is no one line to be held: beside the width of the
interval the table tells whether it holds the median of the line over the search, how far the
headline lies from that, and how often the rate to plan with would have missed, over stretches of
ten seconds of the search: in the mean over searches, and in the worst tenth of them.
"""

import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from statistics import fmean, median

from plimsoll.search.budget import Budget
from plimsoll.search.grades import GradedLine
from tests.search.model import ShiftingLine, search_target
from tests.truth import harness

LENGTHS = {
    "a demo": Budget.demo(),
    "--time 5m": Budget.thorough(),
    "--time 30m": Budget.thorough().within(1800),
}
STRETCH_S = 10
DEMO_WIDE, DEMO_SHARE = 0.35, 0.9
"""What is asked of demos: so many are no wider than this."""
COVERED = 0.9
"""What is asked of the intervals: how often they hold the middle of the line."""


@dataclass(frozen=True)
class MovingResult:
    """What a search said, and what the line did meanwhile."""

    graded: GradedLine
    middle: float
    """Of the line, over the seconds of the search."""
    missed: float | None
    """Share of the stretches in which the rate to plan with would have missed."""


def search(budget: Budget, seed: int) -> MovingResult:
    line = ShiftingLine(seed)
    graded = search_target(line, seed, budget, "p99 <= 5ms").graded
    return MovingResult(
        graded,
        median(at for at, _ in line.seconds),
        None if graded.plan is None else line.missed_share(graded.plan, STRETCH_S),
    )


@dataclass(frozen=True)
class Row:
    """Of the table, with the findings on it."""

    words: str
    wrong: Sequence[str]
    wide: Sequence[str]


def row(name: str, found: Sequence[MovingResult]) -> Row:
    """The row of searches of one length."""
    widths, held, off, seeds = [], 0, [], len(found)
    for one in found:
        graded = one.graded
        if graded.low is None or graded.high is None or graded.rate is None:
            continue
        widths.append(graded.high / graded.low - 1)
        held += graded.low <= one.middle <= graded.high
        off.append(graded.rate / one.middle - 1)
    missed = [one.missed for one in found if one.missed is not None]
    widths.sort()
    confirmed = sum(one.graded.grade == "confirmed" for one in found)
    narrow = [sum(width <= at for width in widths) / seeds for at in (0.15, DEMO_WIDE)]
    words = (
        f"| {name} | {confirmed} / {len(widths) - confirmed} / {seeds - len(widths)} |"
        f" {median(widths):.1%} | {widths[int(0.9 * len(widths))]:.1%} | {narrow[0]:.0%} |"
        f" {narrow[1]:.0%} | {held / seeds:.0%} | {median(off):+.1%} | {fmean(missed):.1%},"
        f" {sorted(missed)[int(0.9 * len(missed))]:.0%} |"
    )
    wrong = [] if held >= COVERED * seeds else [f"{name}: {held} of {seeds} hold the median line"]
    wide = (
        [f"{name}: {narrow[1]:.0%} are no wider than {DEMO_WIDE:.0%}, not {DEMO_SHARE:.0%}"]
        if name == "a demo" and narrow[1] < DEMO_SHARE
        else []
    )
    return Row(words, wrong, wide)


HEADER = (
    "| search | confirmed / estimated / bounded | width, median | nine in ten up to | no wider than"
    " 15 % | no wider than 35 % | interval holds the median line | headline off it, median |"
    " stretches of 10 s missed at the rate to plan with: mean, and what a tenth of the searches"
    " exceed |\n|---|---|---|---|---|---|---|---|---|"
)


def main() -> int:
    given = harness.arguments(__doc__, 200)
    with ProcessPoolExecutor(given.jobs) as pool:

        def search_seeds(budget: Budget) -> list[MovingResult]:
            return list(pool.map(partial(search, budget), range(given.seeds)))

        print(HEADER, flush=True)
        rows = []
        for name, budget in LENGTHS.items():
            rows.append(row(name, search_seeds(budget)))
            print(rows[-1].words, flush=True)
    wide = [words for each in rows for words in each.wide]
    code = harness.verdict([words for each in rows for words in each.wrong], wide)
    # How narrow a demo is belongs to what is asked for here.
    return 1 if wide else code


if __name__ == "__main__":
    sys.exit(main())
