"""Samples reach the store with the Run that was under way, within ten seconds."""

import json
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from plimsoll.campaign.run_recorder import CounterKeeper
from plimsoll.collect import Batch, Sample, Source, Tally
from plimsoll.store import CollectorRow, CounterRow, Store

SECOND = 1_000_000_000


class FakeCollectors:
    """Collectors that bring what a test gives them."""

    def __init__(self, *names: str) -> None:
        self.sources = tuple(Source.command(name) for name in names)
        self.waiting = [Batch([], Tally(), None) for _ in names]

    def bring(self, index: int, *samples: Sample, ended: str | None = None, **counts: Any) -> None:
        self.waiting[index] = Batch(list(samples), Tally(values=len(samples), **counts), ended)

    def take(self) -> list[Batch]:
        taken, self.waiting = self.waiting, [Batch([], Tally(), old.ended) for old in self.waiting]
        return taken


class Clock:
    def __init__(self) -> None:
        self.now_ns = 1000 * SECOND

    def __call__(self) -> int:
        return self.now_ns


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "runs.db"


def keeper(store: Store, brought: FakeCollectors, clock: Clock) -> CounterKeeper:
    campaign = store.begin_campaign("run", None, "run", 1, "{}")
    ids = store.counters.begin(campaign, [(s.kind, s.name, s.every_s) for s in brought.sources])
    return CounterKeeper(store, brought, ids, clock)  # type: ignore[arg-type]


def test_samples_are_kept_with_the_run_under_way_and_those_between_are_not(path: Path) -> None:
    brought, clock = FakeCollectors("a", "b"), Clock()
    with Store.open(path) as store:
        kept = keeper(store, brought, clock)
        runs = [store.begin_run(1, "probe", "{}") for _ in range(2)]
        for run in runs:
            brought.bring(0, Sample("before", clock.now_ns, 0.0), failed=1)
            kept.begin(run)
            clock.now_ns += SECOND
            old = Sample("x", clock.now_ns - 2 * SECOND, 9.0)
            brought.bring(
                0, Sample("x", clock.now_ns, float(run)), Sample("y", clock.now_ns, 1.0), old
            )
            brought.bring(1, Sample("x", clock.now_ns, 5.0), bad=run)
            kept.finish()
            # Nobody's: no Run is under way.
            kept.write_due()
            kept.finish()
        assert store.counters.of_run(runs[0]) == [
            CounterRow(1, "x", [(1001 * SECOND, 1.0)]),
            CounterRow(1, "y", [(1001 * SECOND, 1.0)]),
            CounterRow(2, "x", [(1001 * SECOND, 5.0)]),
        ]
        assert [row.points for row in store.counters.of_run(runs[1])] == [
            [(1002 * SECOND, 2.0)],
            [(1002 * SECOND, 1.0)],
            [(1002 * SECOND, 5.0)],
        ]
        assert store.counters.collectors(1) == [
            CollectorRow(1, 1, "command", "a", None),
            CollectorRow(2, 1, "command", "b", None),
        ]
        summaries = [row.summary for run in runs for row in store.counters.collector_summaries(run)]
        # What went wrong before a Run is told with it.
        assert [(s["values"], s["bad"], s["failed"]) for s in summaries] == [
            (2, 0, 1),
            (1, 1, 0),
            (2, 0, 1),
            (1, 2, 0),
        ]


def test_a_sample_is_on_the_disk_within_ten_seconds(path: Path) -> None:
    brought, clock = FakeCollectors("a"), Clock()
    with Store.open(path) as store, closing(Store.open(path, read_only=True)) as reading:
        kept = keeper(store, brought, clock)
        run = store.begin_run(1, "run", "{}")
        kept.begin(run)
        waits: list[int] = []
        # As `execute` does it: five times a second.
        for tick in range(1, 301):
            clock.now_ns += SECOND // 5
            brought.bring(0, *brought.waiting[0].samples, Sample("x", clock.now_ns, float(tick)))
            kept.write_due()
            waits.append(tick - sum(len(row.points) for row in reading.counters.of_run(run)))
        assert max(waits) < 10 * 5
        # And it is written in batches: far fewer than there were samples.
        assert waits.count(0) <= 300 / 5 / 5


def test_why_a_collector_died_is_kept_with_every_run_from_then_on(path: Path) -> None:
    brought, clock = FakeCollectors("a"), Clock()
    with Store.open(path) as store:
        kept = keeper(store, brought, clock)
        for run, ended in (
            (1, None),
            (2, "it ended early (exit code 3)"),
            (3, "it ended early (exit code 3)"),
        ):
            store.begin_run(1, "probe", "{}")
            kept.begin(run)
            brought.bring(0, ended=ended)
            kept.finish()
            assert store.counters.collector_summaries(run)[0].summary["ended"] == ended


def test_names_survive_a_write_that_failed(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Store.open(path) as store:
        campaign = store.begin_campaign("run", None, "run", 1, "{}")
        run = store.begin_run(campaign, "run", "{}")
        [collector] = store.counters.begin(campaign, [("command", "x", None)])
        # The second sample cannot be kept: the transaction takes the name of the first back.
        with pytest.raises(TypeError):
            store.counters.add(run, [(collector, "a", 1, 1.0), (collector, "a", 2, None)])  # type: ignore[list-item]
        assert store.counters.of_run(run) == []
        store.counters.add(run, [(collector, "a", 3, 3.0)])
        assert store.counters.of_run(run) == [CounterRow(collector, "a", [(3, 3.0)])]


def test_many_values_of_one_instant_are_all_kept(path: Path) -> None:
    with Store.open(path) as store:
        campaign = store.begin_campaign("run", None, "run", 1, "{}")
        run = store.begin_run(campaign, "run", "{}")
        [collector] = store.counters.begin(campaign, [("command", "x", None)])
        store.counters.add(run, [(collector, "a", 1, 1.0)] * 3)
        assert store.counters.of_run(run) == [CounterRow(collector, "a", [(1, 1.0)] * 3)]
        assert json.dumps(store.counters.of_run(run))
