"""Points of a campaign on the virtual clock, two at a time beside one at a time: how many times as
fast, and what of it is spent besides.

    python -m benches.jobs --rounds 5

`examples/campaigns/s4.toml` with a shorter Measure, run by the installed command into a new store;
rounds of pairs, who begins changes; medians of the pairs' ratios with their range. The clock says
how fast only on a machine that nobody else uses: what others took meanwhile is told beside.
Processor time says, on any machine, what side by side costs.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from benches.targets import NotHereError
from benches.tools import PLIMSOLL, time_command

TITLE = "## Points side by side"
CAMPAIGN = Path(__file__).resolve().parent.parent / "examples" / "campaigns" / "s4.toml"
MEASURE_S = 5.0
JOBS = 2
LEAST_TIMES = 1.8
"""The mark, on two processors that nobody else uses."""
QUIET = 0.05
"""Processors that others may have for that."""


@dataclass(frozen=True)
class CommandCost:
    """What the command took, and what others took beside it."""

    wall_s: float
    user_s: float
    system_s: float
    others: float
    """Processors that others had meanwhile, the hypervisor among them."""


def command_cost(campaign: Path, jobs: int) -> CommandCost:
    """The whole command, once."""
    with tempfile.TemporaryDirectory() as folder:
        before, began = _busy_s(), time.monotonic()
        words = ["campaign", "run", str(campaign), "--store", str(Path(folder, "s.db"))]
        _, user, system = time_command([*PLIMSOLL, *words, "--jobs", str(jobs), "--json"])
        wall_s, busy_s = time.monotonic() - began, _busy_s() - before
    return CommandCost(wall_s, user, system, max(0.0, busy_s - user - system) / wall_s)


def _busy_s() -> float:
    """Processor time of everybody since the machine started (proc_stat(5))."""
    user, nice, system, _, _, irq, softirq, steal = map(
        int, Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:9]
    )
    return (user + nice + system + irq + softirq + steal) / os.sysconf("SC_CLK_TCK")


def shorten_campaign(folder: Path, measure_s: float) -> Path:
    """The campaign with this Measure."""
    text = CAMPAIGN.read_text()
    asked = 'measure_for = "30s"'
    assert asked in text, "the example has changed"
    text = text.replace(asked, f'measure_for = "{measure_s:g}s"')
    stacks = CAMPAIGN.parent.parent / "stacks"
    made = folder / "s4.toml"
    made.write_text(text.replace("stack:../stacks/", f"stack:{stacks}/"))
    return made


def page(rounds: int, measure_s: float = MEASURE_S) -> list[str]:
    """The section of the page. Raises NotHereError where there is but one processor."""
    if len(os.sched_getaffinity(0)) < JOBS:
        raise NotHereError(f"fewer than {JOBS} processors")
    pairs: list[tuple[CommandCost, CommandCost]] = []
    with tempfile.TemporaryDirectory() as folder:
        campaign = shorten_campaign(Path(folder), measure_s)
        for number in range(rounds):
            print(f"side by side: round {number + 1} of {rounds}", file=sys.stderr)
            order = (1, JOBS) if number % 2 == 0 else (JOBS, 1)
            taken = {jobs: command_cost(campaign, jobs) for jobs in order}
            pairs.append((taken[1], taken[JOBS]))
    return section_lines(pairs, measure_s)


def section_lines(pairs: list[tuple[CommandCost, CommandCost]], measure_s: float) -> list[str]:
    """The section, from pairs of one and two at a time."""

    def range_text(values: list[float]) -> str:
        return f"{statistics.median(values):.2f} ({min(values):.2f} to {max(values):.2f})"

    faster = [one.wall_s / two.wall_s for one, two in pairs]
    user = [two.user_s / one.user_s for one, two in pairs]
    every = [two.user_s + two.system_s for _, two in pairs]
    busy = [(two.user_s + two.system_s) / two.wall_s for _, two in pairs]
    others = statistics.median(one.others for pair in pairs for one in pair)
    return [
        TITLE,
        "",
        (
            f"The campaign `s4.toml`, 36 Points of {measure_s:g} s of virtual time, as installed:"
            f" `--jobs {JOBS}` against `--jobs 1`, {len(pairs)} pairs, medians of the pairs' ratios"
            f" with their range. The mark: {LEAST_TIMES:g} times as fast on two processors that"
            f" nobody else uses. In the median, others used {others:.2f} processors at the same"
            " time"
            f"{', which lowers the first figure' if others > QUIET else ''}."
        ),
        "",
        "| times as fast by the clock | user time, it / one at a time | processors at work |",
        "|---:|---:|---:|",
        f"| {range_text(faster)} | {range_text(user)} | {statistics.median(busy):.2f} |",
        "",
        (f"In the median the command took {statistics.median(every):.1f} s of processor time."),
        "",
    ]


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=MEASURE_S, help="of virtual time")
    asked = parser.parse_args()
    print("\n".join(page(asked.rounds, asked.seconds)))


if __name__ == "__main__":
    main()
