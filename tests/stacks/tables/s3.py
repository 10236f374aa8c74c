"""Report S3: a cloud volume's IOPS per GB."""

from typing import Any

from tests.stacks.runs import command, mean_response_ms, rate_per_s, simulate_run
from tests.stacks.tables.shape import Maker, Table, count, ms, off

LARGE, SMALL, TIER3, CACHED = "s3-tier1-2000gb", "s3-tier1-100gb", "s3-tier3", "s3-page-cache"
# The report's Runs: a minute that begins with what was saved up.
MINUTE = ("--warmup-for", "0s", "--measure-for", "60s")
# The minute after that one.
LATER = ("--warmup-for", "60s", "--measure-for", "60s")
# As much of the time when it is spent: 19,020 operations of it last 2.3 s at what eight processes
# offer.
SPENT = ("--warmup-for", "10s", "--measure-for", "30s")


# Nothing is saved up in the client's memory, and its operations all take as long: at 638,000 IOPS a
# second says what a minute does.
SECONDS = ("--warmup-for", "0s", "--measure-for", "1s")


def minute(stack: str, processes: int, pattern: str = "random") -> Any:
    times = SECONDS if stack == CACHED else MINUTE
    return simulate_run(stack, "--workers", str(processes), "--pattern", pattern, *times)


def later(stack: str, processes: int) -> Any:
    return simulate_run(stack, "--workers", str(processes), *LATER)


def run_without_credits(stack: str, processes: int) -> Any:
    return simulate_run(stack, "--workers", str(processes), *SPENT)


MEASURED: tuple[tuple[str, str, int, str, float], ...] = (
    ("2,000 GB, 1 process", LARGE, 1, "random", 5379.2),
    ("2,000 GB, 2 processes", LARGE, 2, "random", 10_312.0),
    ("2,000 GB, 4 processes", LARGE, 4, "random", 20_030.0),
    ("2,000 GB, 4 processes, sequential", LARGE, 4, "sequential", 20_137.1),
    ("100 GB, 1 process", SMALL, 1, "random", 1015.8),
    ("100 GB, 1 process, sequential", SMALL, 1, "sequential", 1015.8),
    ("page cache, 4 processes", CACHED, 4, "random", 638_410.0),
    ("page cache, 4 processes, sequential", CACHED, 4, "sequential", 77_991.0),
)


def iops_table() -> Table:
    rows = []
    for name, stack, processes, pattern, said in MEASURED:
        one = minute(stack, processes, pattern)
        ours = rate_per_s(one)
        rows.append(
            (name, f"{said:,.1f}", f"{ours:,.1f}", off(ours, said), ms(mean_response_ms(one)))
        )
    load = ("--workers", "PROCESSES", "--pattern", "PATTERN")
    return Table(
        (command("STACK", *load, *MINUTE), command(CACHED, *load, *SECONDS)),
        ("", "report, IOPS", "ours, IOPS", "difference", "our mean response"),
        rows,
    )


def proof() -> Table:
    """Twice as much outstanding, as often as it needs to see the cap."""
    rows = []
    for processes in (1, 2, 4, 8, 16):
        large, tier3 = run_without_credits(LARGE, processes), run_without_credits(TIER3, processes)
        cells = [
            cell
            for one in (large, tier3)
            for cell in (count(rate_per_s(one)), ms(mean_response_ms(one)))
        ]
        rows.append((str(processes), *cells))
    header = ("processes", "tier 1, IOPS", "mean response", "tier 3, IOPS", "mean response")
    return Table((command("STACK", "--workers", "PROCESSES", *SPENT),), header, rows)


TABLES: dict[str, Maker] = {"s3-measured": iops_table, "s3-proof": proof}
