"""Report S0: a virtual disk under an IOPS limit, by block size and pattern."""

from typing import Any

from tests.stacks.runs import command, mean_response_ms, rate_per_s, simulate_run
from tests.stacks.tables.shape import Maker, Table, count, ms
from tests.words import argv

SIZES = ("4k", "8k", "16k", "64k", "128k", "1m")
PATTERNS = {
    "write": ("--read", "0", "--pattern", "sequential"),
    "randwrite": ("--read", "0", "--pattern", "random"),
    "read": ("--read", "100", "--pattern", "sequential"),
    "randread": ("--read", "100", "--pattern", "random"),
}
"""As fio names them."""
LOAD = ("--workers", "8", "--queue-depth", "32")
# 256 outstanding at the 93.75/s of the slowest row take 2.7 s to go round once; what is counted
# comes after that.
TIMES = ("--warmup-for", "5s", "--measure-for", "30s")
PROFILES = ("s0-before", "s0-policy", "s0-esxi-mclock", "s0-vsan")


def run(stack: str, size: str, pattern: str) -> Any:
    return simulate_run(stack, "--block-size", size, *PATTERNS[pattern], *LOAD, *TIMES)


def sizes() -> Table:
    """The policy of the report, all its patterns."""
    rows = []
    for size in SIZES:
        runs = [run("s0-policy", size, pattern) for pattern in PATTERNS]
        said = "3,000" if size not in ("128k", "1m") else "below 3,000"
        ours = dict.fromkeys(count(rate_per_s(one)) for one in runs)
        rows.append((size, said, " to ".join(ours), ms(mean_response_ms(runs[-1]))))
    return Table(
        (
            command(
                *argv("s0-policy --block-size SIZE --read READ --pattern PATTERN"), *LOAD, *TIMES
            ),
        ),
        ("block size", "report, IOPS", "ours in each pattern, IOPS", "mean response"),
        rows,
    )


def profiles() -> Table:
    """What the same user would have seen elsewhere."""
    rows = [
        (size, *(count(rate_per_s(run(stack, size, "randread"))) for stack in PROFILES))
        for size in SIZES
    ]
    return Table(
        (command("STACK", "--block-size", "SIZE", *PATTERNS["randread"], *LOAD, *TIMES),),
        ("block size", *PROFILES),
        rows,
    )


TABLES: dict[str, Maker] = {"s0-sizes": sizes, "s0-profiles": profiles}
