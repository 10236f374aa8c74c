"""The tables of a suite: its tests in its own order with their figures; of rounds the matrix of the
standard and the judgement."""

from __future__ import annotations

from collections.abc import Callable

from plimsoll.base import units
from plimsoll.features.suites.suite_result import Suite, TrackResult
from plimsoll.features.suites.text import signed_percent, value
from plimsoll.judge.rounds import Window
from plimsoll.report.describe import Column, Table
from plimsoll.report.evidence import records
from plimsoll.report.evidence.figures import PlaceFigure, text_of
from plimsoll.store import Store

HEAD = ("test", "IOPS", "throughput", "mean", "p99", "outcome")
"""Head of the table on a terminal."""


def rows(suite: Suite, store: Store, metric: str) -> list[list[str]]:
    """Every test with its figures and its problem."""
    return [
        [
            test.name,
            text_of(test.rate),
            text_of(test.bytes_per_s),
            text_of(test.latency(store, "mean", metric)),
            text_of(test.latency(store, "p99", metric)),
            test.mark or "ok",
        ]
        for test in suite.tests
    ]


def tests(suite: Suite, store: Store, metric: str) -> Table:
    """Every test as a table of a report, with its number of repeats."""
    basis = (
        "the best repeat"
        if suite.table.told == "best" and suite.rule is None
        else "means over the repeats, percentiles of their merged distributions"
    )
    if suite.rule is not None:
        basis = "means over the rounds that are judged, percentiles of their merged distributions"
    latency = records.metric_words(metric)
    return Table.of(
        "Tests",
        suite.tests,
        {
            "Test": lambda test: test.name,
            "IOPS": lambda test: text_of(test.rate),
            "Lowest .. highest": lambda test: _spread(test.rate),
            "Throughput": lambda test: text_of(test.bytes_per_s),
            f"Mean {latency}": lambda test: text_of(test.latency(store, "mean", metric)),
            f"p99 {latency}": lambda test: text_of(test.latency(store, "p99", metric)),
            f"Longest {latency}": lambda test: text_of(test.latency(store, "max", metric)),
            "Repeats": lambda test: str(len(test.place.counting)),
            "Outcome": lambda test: test.mark or "ok",
        },
        texts=("Test", "Outcome"),
        caption=f"Figures are {basis}.",
        run=lambda test: test.place.run_id,
    )


def _spread(rate: PlaceFigure | None) -> str:
    if rate is None or rate.low == rate.high:
        return units.DASH
    return f"{units.rate(rate.low)} .. {units.rate(rate.high)}"


def steadiness(suite: Suite) -> Table | None:
    """The judgement of each track; none without rounds."""
    if suite.rule is None:
        return None

    def window_column(
        read: Callable[[TrackResult, Window], str], without: str = units.DASH
    ) -> Callable[[TrackResult], str]:
        """A column from the judged rounds; `without` where there are too few."""
        return lambda result: without if result.window is None else read(result, result.window)

    return Table.of(
        "Steady state",
        suite.tracked,
        {
            "Tracked": lambda result: result.track.name,
            "Rounds": window_column(lambda _, window: f"{window.rounds[0]} to {window.rounds[-1]}"),
            "Mean": window_column(lambda result, window: value(result.track.of, window.mean)),
            "Range": window_column(lambda _, window: units.share(window.range_share)),
            "Rise": window_column(lambda _, window: signed_percent(window.travel)),
            "Standard's test": window_column(
                lambda _, window: "passes" if window.passes else "does not pass"
            ),
            "Rise, 95 % interval": window_column(
                lambda _, window: (
                    f"{signed_percent(window.travel_low)} to {signed_percent(window.travel_high)}"
                )
            ),
            "Drift": window_column(lambda _, window: window.steadiness, "too few rounds"),
        },
        texts=("Tracked", "Rounds", "Standard's test", "Rise, 95 % interval", "Drift"),
        caption=f"The standard passes where the range is at most {suite.rule.range:g} % of the mean"
        f" and the straight line rises or falls at most {suite.rule.slope:g} % over the rounds that"
        " are judged. Noise of 10 % passes that now and then, and so does a slow decline: the"
        " interval beside it says what these rounds can tell.",
    )


def matrix(suite: Suite) -> Table | None:
    """IOPS by block size and mix, as the standard lays them out; none where only one of them
    varies."""
    from plimsoll.features.suites.charts import cells

    if suite.rule is None:
        return None
    by_cell = cells(suite)
    sizes = list(dict.fromkeys(size for size, _ in by_cell))
    mixes = list(dict.fromkeys(mix for _, mix in by_cell))
    if len(sizes) < 2 or len(mixes) < 2:
        return None
    table_rows = []
    for size in sizes:
        row = [size]
        for mix in mixes:
            test = by_cell.get((size, mix))
            row.append(text_of(None if test is None else test.rate))
        table_rows.append(tuple(row))
    return Table(
        "IOPS by block size and mix",
        (Column("Block size", number=False), *(Column(mix) for mix in mixes)),
        tuple(table_rows),
        "Means over the rounds that are judged.",
    )
