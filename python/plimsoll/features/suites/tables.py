"""The tables of a suite: its tests in its own order with their figures; of rounds the matrix of the
standard and the judgement."""

from collections.abc import Callable
from functools import partial

from plimsoll.base import language, units
from plimsoll.features.suites.messages import message
from plimsoll.features.suites.suite_result import Suite, Test, TrackResult
from plimsoll.features.suites.text import signed_percent, value
from plimsoll.judge.rounds import Window
from plimsoll.report.describe import Column, Table
from plimsoll.report.evidence import records
from plimsoll.report.evidence.figures import PlaceFigure, text_of
from plimsoll.store import Store


def _is_durable(suite: Suite) -> bool:
    """Whether any of its tests makes its writes durable."""
    return any(test.commits_per_s is not None for test in suite.tests)


def head(suite: Suite) -> list[str]:
    """Head of the table on a terminal."""
    durable = ("commits", "commit-mean", "write-p99", "sync-p99")
    latencies = durable if _is_durable(suite) else ("mean", "p99")
    codes = ("test", "iops", "throughput", *latencies, "outcome")
    return [message(f"head-of-{code}") for code in codes]


def rows(suite: Suite, store: Store, metric: str) -> list[list[str]]:
    """Every test with its figures and its problem."""
    if _is_durable(suite):
        read = partial(_commit_texts, store)
    else:
        read = partial(_latency_texts, store, metric)
    return [
        [test.name, text_of(test.rate), text_of(test.bytes_per_s), *read(test), test.mark or "ok"]
        for test in suite.tests
    ]


def _latency_texts(store: Store, metric: str, test: Test) -> tuple[str, ...]:
    return tuple(text_of(test.latency(store, figure, metric)) for figure in ("mean", "p99"))


def _commit_texts(store: Store, test: Test) -> tuple[str, ...]:
    """Commits, with the same meaning whichever call makes them durable: latencies of all operations
    would hold a sync as an operation of its own."""
    return (
        units.rate(test.commits_per_s),
        units.nanos(test.commit_mean_ns),
        text_of(test.write_latency(store, "p99")),
        text_of(test.sync_latency(store, "p99")),
    )


def tests(suite: Suite, store: Store, metric: str) -> Table:
    """Every test as a table of a report, with its number of repeats."""
    basis = "rounds" if suite.rule is not None else suite.table.told
    return Table.of(
        message("tests"),
        suite.tests,
        {
            message("test"): lambda test: test.name,
            "IOPS": lambda test: text_of(test.rate),
            message("column-spread"): lambda test: _spread(test.rate),
            message("column-throughput"): lambda test: text_of(test.bytes_per_s),
            **(_commit_columns(store) if _is_durable(suite) else _latency_columns(store, metric)),
            message("fact-repeats"): lambda test: str(len(test.place.counting)),
            message("column-outcome"): lambda test: test.mark or "ok",
        },
        texts=(message("test"), message("column-outcome")),
        caption=message(f"caption-{basis}"),
        run=lambda test: test.place.run_id,
    )


def _latency_columns(store: Store, metric: str) -> dict[str, Callable[[Test], str]]:
    latency = records.metric_words(metric)
    return {
        message("column-mean", latency=latency): lambda test: text_of(
            test.latency(store, "mean", metric)
        ),
        f"p99 {latency}": lambda test: text_of(test.latency(store, "p99", metric)),
        message("column-longest", latency=latency): lambda test: text_of(
            test.latency(store, "max", metric)
        ),
    }


def _commit_columns(store: Store) -> dict[str, Callable[[Test], str]]:
    return {
        message("head-of-commits"): lambda test: units.rate(test.commits_per_s),
        message("head-of-commit-mean"): lambda test: units.nanos(test.commit_mean_ns),
        message("head-of-write-p99"): lambda test: text_of(test.write_latency(store, "p99")),
        message("head-of-sync-p99"): lambda test: text_of(test.sync_latency(store, "p99")),
    }


def _spread(rate: PlaceFigure | None) -> str:
    if rate is None or rate.low == rate.high:
        return units.DASH
    return language.interval(units.rate(rate.low), units.rate(rate.high))


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
        message("steady-state"),
        suite.tracked,
        {
            message("tracked"): lambda result: result.track.name,
            message("rounds"): window_column(
                lambda _, window: message("range", low=window.rounds[0], high=window.rounds[-1])
            ),
            message("mean"): window_column(
                lambda result, window: value(result.track.of, window.mean)
            ),
            message("column-range"): window_column(
                lambda _, window: units.share(window.range_share)
            ),
            message("column-rise"): window_column(lambda _, window: signed_percent(window.travel)),
            message("standards-test"): window_column(
                lambda _, window: message("passes" if window.passes else "does-not-pass")
            ),
            message("rise-interval"): window_column(
                lambda _, window: message(
                    "range",
                    low=signed_percent(window.travel_low),
                    high=signed_percent(window.travel_high),
                )
            ),
            message("drift"): window_column(
                lambda _, window: message(f"steadiness-{window.steadiness}"),
                message("column-too-few"),
            ),
        },
        texts=[
            message(code)
            for code in ("tracked", "rounds", "standards-test", "rise-interval", "drift")
        ],
        caption=message(
            "caption-steadiness",
            range=f"{suite.rule.range:g} %",
            slope=f"{suite.rule.slope:g} %",
        ),
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
        message("matrix"),
        (Column(message("block-size"), number=False), *(Column(mix) for mix in mixes)),
        tuple(table_rows),
        message("matrix-caption"),
    )
