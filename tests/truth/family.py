"""What a family of lines costs: the search, begun from lines nearby, against the grid that is run
by hand.

The stack is S1's first array (examples/stacks/s1-storage-a.toml) at eleven read shares, 8k random,
`mean <= 1ms and p99 <= 3ms`. The grid of the report is 35 rates of 60 s each for every share.
Lengths are those of a real clock (`Budget.family`), only that the clock is virtual. The truth is a
formula: each disk serves one operation at a time, reads and writes exponential with means of their
own, so it is M/H2/1.
"""

import math
import sys
from dataclasses import dataclass
from functools import cache
from typing import Any

from scipy.optimize import brentq

from plimsoll.search import family
from plimsoll.search.budget import Budget
from plimsoll.search.ledger import probe_seed
from tests.truth import harness

OBJECTIVE = "mean(response_time, all) <= 1ms and p99(response_time, all) <= 3ms"
MEAN_S, P99_S = 1e-3, 3e-3
READ_S, WRITE_S, DISKS = 90.14e-6, 315.49e-6, 32
SHARES = tuple(range(100, -1, -10))
GRID_RATES, GRID_S = 35, 60.0
WITHIN, CHEAPER = 0.03, 40.0
"""Each line lies within this of its truth, and all of them cost so many times less than the
grid."""


def mean_s(rate: float, read: float) -> float:
    """Pollaczek and Khinchine, for one of the disks at its share of the rate."""
    per_disk = rate / DISKS
    service = read * READ_S + (1 - read) * WRITE_S
    squares = 2 * (read * READ_S**2 + (1 - read) * WRITE_S**2)
    return service + per_disk * squares / 2 / (1 - per_disk * service)


def share_beyond(rate: float, read: float, bound_s: float) -> float:
    """P(R > d) in M/H2/1.

    The transform of the response time is (1 − ρ) s B(s) / (s − λ + λ B(s)) with B the service's, a
    ratio of polynomials; one s cancels, and the two poles that are left are those of two
    exponentials.
    """
    arrivals, fast, slow = rate / DISKS, 1 / READ_S, 1 / WRITE_S
    if read in (0.0, 1.0):
        return math.exp(-((fast if read else slow) - arrivals) * bound_s)
    load = arrivals * (read * READ_S + (1 - read) * WRITE_S)
    mixed = read * fast + (1 - read) * slow
    linear = fast + slow - arrivals
    constant = fast * slow - arrivals * (fast + slow) + arrivals * mixed
    root = math.sqrt(linear**2 - 4 * constant)
    poles = ((linear - root) / 2, (linear + root) / 2)
    beyond = 0.0
    for pole, other in (poles, poles[::-1]):
        numerator = read * fast * (slow - pole) + (1 - read) * slow * (fast - pole)
        beyond += (1 - load) * numerator / (other - pole) / pole * math.exp(-pole * bound_s)
    return beyond


@cache
def truth(read_percent: float) -> float:
    """The rate at which the first of the two objectives is missed."""
    read = read_percent / 100
    full = DISKS / (read * READ_S + (1 - read) * WRITE_S)
    by_mean = brentq(lambda rate: mean_s(rate, read) - MEAN_S, 1.0, 0.9999 * full)
    by_p99 = brentq(lambda rate: share_beyond(rate, read, P99_S) - 0.01, 1.0, 0.9999 * full)
    return float(min(by_mean, by_p99))


@dataclass(frozen=True)
class FamilySearch:
    """One family: its lines, and what they were begun from."""

    result: Any
    seed: int

    @property
    def cheaper(self) -> float:
        """How many times the grid costs what the search did."""
        return len(self.result.lines) * GRID_RATES * GRID_S / float(self.result.test_seconds)

    def wrong(self, cheaper: float = CHEAPER) -> list[str]:
        """What is wrong with it, in words; `cheaper` is how many times less than the grid it shall
        cost."""
        words = [
            f"seed {self.seed}, {one.member.label}: line {one.result.rate_per_s}, truth"
            f" {truth(one.member.position):,.0f}"
            for one in self.result.lines
            if one.result.rate_per_s is None
            or abs(one.result.rate_per_s / truth(one.member.position) - 1) > WITHIN
        ]
        words += [
            f"seed {self.seed}, {one.member.label}: an end that no hold confirmed"
            for one in self.result.lines
            if not one.result.is_confirmed
        ]
        if self.cheaper < cheaper:
            words.append(
                f"seed {self.seed}: {self.cheaper:.1f} times less than the grid, not {cheaper:g}"
            )
        return words


def search(seed: int, shares: tuple[int, ...] = SHARES) -> FamilySearch:
    """The family at these read shares."""

    def one(member: family.Member, start: Any, objective: str | None) -> Any:
        return harness.search_stack(
            "s1-storage-a",
            objective,
            Budget.family(),
            probe_seed(seed, member.label, 0),
            workload={"block_size": "8k", "read": member.position},
            start=start,
        )

    members = [family.Member(f"read {share} %", float(share)) for share in shares]
    return FamilySearch(family.find(members, one, OBJECTIVE), seed)


def main() -> int:
    asked = harness.arguments(__doc__, 5)
    found = [search(seed) for seed in range(asked.seeds)]
    grid = len(SHARES) * GRID_RATES * GRID_S
    print(
        f"S1's first array at eleven read shares, 8k, `{OBJECTIVE}`, `Budget.family()` on the"
        f" virtual clock; the truth is that of M/H2/1. The grid: {GRID_RATES} rates of {GRID_S:g} s"
        f" for each share, {grid:,.0f} s. Test time is that of every Run, with warm-up, drain,"
        f" maximum and holds. Made by `python -m tests.truth.family --seeds {asked.seeds}`.\n"
    )
    print(
        "| read % | true line, IOPS | line, seed 0 | farthest, all seeds | interval contains it |"
        " median width | median test s |"
    )
    print("|---|---|---|---|---|---|---|")
    for at, share in enumerate(SHARES):
        lines = [one.result.lines[at].result for one in found]
        line = truth(share)
        errors = [result.rate_per_s / line - 1 for result in lines]
        held = sum(
            bool(r.ends.low and r.ends.high and r.ends.low <= line <= r.ends.high) for r in lines
        )
        widths = sorted(r.ends.high / r.ends.low - 1 for r in lines)
        times = sorted(r.test_seconds for r in lines)
        print(
            f"| {share} | {line:,.0f} | {lines[0].rate_per_s:,.0f} | {max(errors, key=abs):+.2%} |"
            f" {held}/{len(lines)} | {widths[len(lines) // 2]:.1%} | {times[len(lines) // 2]:.1f} |"
        )
    costs = ", ".join(
        f"{one.result.test_seconds:,.0f} s ({one.cheaper:.1f} times less)" for one in found
    )
    print(f"\nAll eleven, by seed: {costs}.")
    return harness.verdict([words for one in found for words in one.wrong()])


if __name__ == "__main__":
    sys.exit(main())
