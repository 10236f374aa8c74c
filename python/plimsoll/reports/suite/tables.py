"""The tables of a suite: its tests in its own order with their figures; of rounds the matrix of the
standard and the judgement."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plimsoll import units
from plimsoll.reports.describe import Column, Table
from plimsoll.reports.evidence import records
from plimsoll.reports.suite.text import signed, value

if TYPE_CHECKING:
    from plimsoll.reports.suite.found import Suite
    from plimsoll.store import Store

HEAD = ("test", "IOPS", "throughput", "mean", "p99", "outcome")
"""Of the rows on a terminal."""


def rows(suite: Suite, store: Store, metric: str) -> list[list[str]]:
    """Every test: its figures, and what is wrong with it."""
    found = []
    for test in suite.tests:
        rate, speed = test.rate, test.bytes_per_s
        mean, p99 = (test.latency(store, name, metric) for name in ("mean", "p99"))
        found.append(
            [
                test.name,
                units.DASH if rate is None else rate.text,
                units.DASH if speed is None else speed.text,
                units.DASH if mean is None else mean.text,
                units.DASH if p99 is None else p99.text,
                test.mark or "ok",
            ]
        )
    return found


def tests(suite: Suite, store: Store, metric: str) -> Table:
    """The same as a table of a report, with how many repeats each figure is of."""
    made = []
    for test, row in zip(suite.tests, rows(suite, store, metric), strict=True):
        rate = test.rate
        spread = (
            units.DASH
            if rate is None or rate.low == rate.high
            else f"{units.rate(rate.low)} .. {units.rate(rate.high)}"
        )
        most = test.latency(store, "max", metric)
        made.append(
            (
                *(row[0], row[1], spread, *row[2:5]),
                units.DASH if most is None else most.text,
                str(len(test.place.counting)),
                row[5],
            )
        )
    of = (
        "the best repeat"
        if suite.table.told == "best" and suite.rule is None
        else "means over the repeats, percentiles of their merged distributions"
    )
    if suite.rule is not None:
        of = "means over the rounds that are judged, percentiles of their merged distributions"
    return Table(
        "Tests",
        (
            Column("Test", number=False),
            Column("IOPS"),
            Column("Lowest .. highest"),
            Column("Throughput"),
            Column(f"Mean {records.said(metric)}"),
            Column(f"p99 {records.said(metric)}"),
            Column(f"Longest {records.said(metric)}"),
            Column("Repeats"),
            Column("Outcome", number=False),
        ),
        tuple(made),
        f"Figures are {of}.",
        tuple(test.place.run_id for test in suite.tests),
    )


def steadiness(suite: Suite) -> Table | None:
    """The judgement of each track; none without rounds."""
    if suite.rule is None:
        return None
    made = []
    for one in suite.tracked:
        found = one.window
        if found is None:
            made.append((one.track.name, *([units.DASH] * 6), "too few rounds"))
            continue
        made.append(
            (
                one.track.name,
                f"{found.rounds[0]} to {found.rounds[-1]}",
                value(one.track.of, found.mean),
                units.share(found.range_share),
                signed(found.travel),
                "passes" if found.passes else "does not pass",
                f"{signed(found.travel_low)} to {signed(found.travel_high)}",
                found.steadiness,
            )
        )
    return Table(
        "Steady state",
        (
            Column("Tracked", number=False),
            Column("Rounds", number=False),
            Column("Mean"),
            Column("Range"),
            Column("Rise"),
            Column("Standard's test", number=False),
            Column("Rise, 95 % interval", number=False),
            Column("Drift", number=False),
        ),
        tuple(made),
        f"The standard passes where the range is at most {suite.rule.range:g} % of the mean and the"
        f" straight line rises or falls at most {suite.rule.slope:g} % over the rounds that are"
        " judged. Noise of 10 % passes that now and then, and so does a slow decline: the interval"
        " beside it says what these rounds can tell.",
    )


def matrix(suite: Suite) -> Table | None:
    """IOPS by block size and mix, as the standard lays them out; none where only one of them
    varies."""
    from plimsoll.reports.suite.charts import cells

    if suite.rule is None:
        return None
    found = cells(suite)
    sizes = list(dict.fromkeys(size for size, _ in found))
    mixes = list(dict.fromkeys(mix for _, mix in found))
    if len(sizes) < 2 or len(mixes) < 2:
        return None
    made = []
    for size in sizes:
        row = [size]
        for mix in mixes:
            test = found.get((size, mix))
            rate = None if test is None else test.rate
            row.append(units.DASH if rate is None else rate.text)
        made.append(tuple(row))
    return Table(
        "IOPS by block size and mix",
        (Column("Block size", number=False), *(Column(mix) for mix in mixes)),
        tuple(made),
        "Means over the rounds that are judged.",
    )
