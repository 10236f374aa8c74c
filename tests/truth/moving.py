"""`python -m tests.truth.moving`: what a search says of a line that moves by itself while it is
searched for, as on a shared disk.

The target is a model (`ShiftingLine` in tests/search/model.py) whose line is known second by
second, so that this takes a minute. There is no one line to be held: beside the width of the
interval the table tells whether it holds the median of the line over the search, how far the
headline lies from that, and how often the rate to plan with would have missed, over stretches of
ten seconds of the search.
"""

from __future__ import annotations

import argparse
import sys
from statistics import median
from typing import TYPE_CHECKING

from plimsoll.search.budget import Budget
from plimsoll.search.load_line import find
from tests.search.model import ShiftingLine

if TYPE_CHECKING:
    from plimsoll.search.grades import Graded

LENGTHS = {
    "a demo": Budget.demo(),
    "--time 5m": Budget.thorough(),
    "--time 30m": Budget.thorough().within(1800),
}
STRETCH_S = 10
DEMO_WIDE, DEMO_SHARE = 0.35, 0.9
"""What is asked of demos: nine in ten are no wider than this."""


def search(budget: Budget, seed: int) -> tuple[Graded, ShiftingLine]:
    line = ShiftingLine(seed)
    found = find(
        line,  # type: ignore[arg-type]
        objective="p99 <= 5ms",
        arrivals="poisson",
        seed=seed,
        budget=budget,
        on_step=lambda _: None,
    )
    return found.graded, line


def row(name: str, budget: Budget, seeds: int) -> tuple[str, bool]:
    """A row of the table, and whether it is as was asked."""
    found = [search(budget, seed) for seed in range(seeds)]
    widths, held, off, missed = [], 0, [], []
    for graded, line in found:
        if graded.low is None or graded.high is None or graded.rate is None:
            continue
        middle = median(at for at, _ in line.seconds)
        widths.append(graded.high / graded.low - 1)
        held += graded.low <= middle <= graded.high
        off.append(graded.rate / middle - 1)
        if graded.plan is not None:
            missed.append(line.missed(graded.plan, STRETCH_S))
    widths.sort()
    confirmed = sum(graded.grade == "confirmed" for graded, _ in found)
    narrow = [sum(width <= at for width in widths) / seeds for at in (0.15, DEMO_WIDE)]
    words = (
        f"| {name} | {confirmed} / {len(widths) - confirmed} / {seeds - len(widths)} |"
        f" {median(widths):.1%} | {widths[int(0.9 * len(widths))]:.1%} | {narrow[0]:.0%} |"
        f" {narrow[1]:.0%} | {held / seeds:.0%} | {median(off):+.1%} | {median(missed):.0%} |"
    )
    return words, name != "a demo" or narrow[1] >= DEMO_SHARE


HEADER = (
    "| search | confirmed / estimated / bounded | width, median | nine in ten up to | no wider than"
    " 15 % | no wider than 35 % | interval holds the median line | headline off it, median |"
    " stretches of 10 s missed at the rate to plan with, median"
    " |\n|---|---|---|---|---|---|---|---|---|"
)


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--seeds", type=int, default=200)
    given = asked.parse_args()
    well = True
    print(HEADER)
    for name, budget in LENGTHS.items():
        words, good = row(name, budget, given.seeds)
        print(words, flush=True)
        well &= good
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main())
