"""Report S1: an all-flash array under a rising offered rate, and two storages to compare it
with."""

from itertools import pairwise
from typing import Any

from tests.stacks.runs import command, mean_response_ms, rate_per_s, simulate_run
from tests.stacks.tables.shape import Maker, Table, count, ms, off

STORAGES = ("s1-storage-a", "s1-storage-b", "s1-storage-c")
LINES = {"s1-storage-a": 160_000, "s1-storage-b": 62_000, "s1-storage-c": 132_000}
"""Where the files say that the mean response time passes 1 ms, near enough to look there."""
RATES = (10_000, 30_000, 60_000, 75_000, 100_000, 130_000, 150_000, 160_000, 180_000)
READS = tuple(range(100, -10, -10))
# The queues forget within milliseconds what they began with.
TIMES = ("--warmup-for", "100ms", "--measure-for", "5s")
MAXIMUM = TIMES


def at_rate(stack: str, rate: int) -> Any:
    return simulate_run(stack, "--rate", str(rate), *TIMES)


def maximum(stack: str, read: int) -> Any:
    """Closed loop, as the file describes the clients."""
    return simulate_run(stack, "--read", str(read), *MAXIMUM)


def crossing(stack: str) -> float:
    """The rate at which the mean response time passes 1 ms: between two Runs, on the straight
    line."""
    step = LINES[stack] // 50
    rates = [LINES[stack] + step * n for n in (-1, 0, 1)]
    points = [(rate, mean_response_ms(at_rate(stack, rate))) for rate in rates]
    for (low, below), (high, above) in pairwise(points):
        if below <= 1 < above:
            return low + (high - low) * (1 - below) / (above - below)
    raise AssertionError(f"{stack} does not pass 1 ms between these: {points}")


def figures() -> Table:
    """What the report says of its array, and ours."""
    stack = STORAGES[0]
    most, mixed, line = (
        rate_per_s(maximum(stack, 100)),
        rate_per_s(maximum(stack, 70)),
        crossing(stack),
    )
    asked, sweet, beyond = at_rate(stack, 10_000), at_rate(stack, 150_000), at_rate(stack, 220_000)
    rows = [
        ("maximum at read 100", "about 350,000", count(most), off(most, 350_000)),
        ("maximum at read 70", "above 200,000", count(mixed), off(mixed, 200_000)),
        ("mean response passes 1 ms at", "about 160,000", count(line), off(line, 160_000)),
        (
            "8 VMs x 1,250 offered: achieved",
            "10,000",
            count(rate_per_s(asked)),
            off(rate_per_s(asked), 10_000),
        ),
        ("mean response there", "-", ms(mean_response_ms(asked)), "-"),
        (
            "sweet spot 150,000 offered: mean response",
            "below 1 ms",
            ms(mean_response_ms(sweet)),
            "-",
        ),
        ("220,000 offered: achieved", "growth has ended", count(rate_per_s(beyond)), "-"),
    ]
    typed = (command(stack, "--read", "READ", *MAXIMUM), command(stack, "--rate", "RATE", *TIMES))
    return Table(typed, ("", "report", "ours", "difference"), rows)


def ratios() -> Table:
    """Eleven read shares, 100 to 0."""
    rows = []
    for read in READS:
        one = maximum(STORAGES[0], read)
        rows.append((f"{read}", count(rate_per_s(one)), ms(mean_response_ms(one))))
    return Table(
        (command(STORAGES[0], "--read", "READ", *MAXIMUM),),
        ("read %", "maximum, IOPS", "mean response at 256"),
        rows,
    )


def three() -> Table:
    """Three storages under the same load."""

    def cell(stack: str, rate: int) -> str:
        one = at_rate(stack, rate)
        return ms(mean_response_ms(one)) if one["outcome"] == "ok" else "does not carry it"

    rows = [(f"{rate:,}", *(cell(stack, rate) for stack in STORAGES)) for rate in RATES]
    rows.append(("**1 ms is passed at**", *(f"**{count(crossing(stack))}**" for stack in STORAGES)))
    rows.append(("maximum", *(count(rate_per_s(maximum(stack, 70))) for stack in STORAGES)))
    typed = (command("STACK", "--rate", "RATE", *TIMES), command("STACK", "--read", "70", *MAXIMUM))
    return Table(typed, ("offered, IOPS", *STORAGES), rows)


TABLES: dict[str, Maker] = {"s1-figures": figures, "s1-ratios": ratios, "s1-three": three}
