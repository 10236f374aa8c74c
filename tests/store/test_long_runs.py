"""Long Runs: older intervals are merged, and nothing that was told before is lost by it.

The same Run is kept twice, once merged and once whole. Steps are a tenth of the real ones, so that
forty minutes stand for seven hours.
"""

import json
import signal
import subprocess
import sys
import zlib
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from plimsoll import campaign
from plimsoll.base.errors import DamagedError
from plimsoll.judge.timeline import Series, episodes
from plimsoll.judge.timeline.on_the_way import EDGE
from plimsoll.native import fine, histogram
from plimsoll.native.session import Session
from plimsoll.report.run import timeline
from plimsoll.store import IntervalRow, Store, coarsening
from plimsoll.store.coarsening import Coarsening, Piece, Span
from tests.judge.test_timeline import rows

MEASURE_S = 2400
STALLED_AT_S, STALLED_S, SLOWER_AT_S = 300, 4, 1500
STACK = f"""
[fault.stands]
stall_at = "{STALLED_AT_S + 1}s"
stall_for = "{STALLED_S}s"
slow_at = "{SLOWER_AT_S + 1}s"
slow_for = "10000s"
slow_by = "3ms"
[device.disk]
servers = 4
service = {{ distribution = "exponential", mean = "1ms" }}
[volume.data]
size = "1g"
path = ["stands", "disk"]
"""
SMALL = {"FINE": 360, "BATCH": 60, "STEPS": ((0.0, 10.0), (600.0, 60.0), (1200.0, 600.0))}


class RunStores(NamedTuple):
    merged: Store
    whole: Store
    said: list[str]


def _measure(store: Store, stack: Path, said: list[str]) -> None:
    request: Any = {
        "target": f"stack:{stack}",
        "virtual": True,
        "workload": {"block_size": "4k", "read": 70},
    }
    with Session.open(request) as session:
        session.keeper = campaign.begin(
            store,
            "run",
            request,
            objective=None,
            strategy="run",
            seed=1,
            asked={},
            tell=lambda words: said.append(str(words)),
        )
        session.run(
            {
                "rate": 50,
                "measure_for": f"{MEASURE_S}s",
                "warmup_for": "1s",
                "interval": "1s",
                "seed": 1,
                "objective": "p99 <= 8ms",
            },
            role="run",
        )


@pytest.fixture(scope="module")
def run_stores(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunStores]:
    folder = tmp_path_factory.mktemp("long")
    stack = folder / "stands.toml"
    stack.write_text(STACK)
    said: list[str] = []
    with (
        Store.open(folder / "merged.db") as merged,
        Store.open(folder / "whole.db") as whole,
        pytest.MonkeyPatch.context() as patch,
    ):
        _measure(whole, stack, [])
        for name, value in SMALL.items():
            patch.setattr(coarsening, name, value)
        _measure(merged, stack, said)
        yield RunStores(merged, whole, said)


def _rows_in_measure(store: Store) -> list[IntervalRow]:
    return [row for row in store.intervals(1) if row.document["phase"] == "measure"]


def _totals(found: list[IntervalRow]) -> dict[str, int]:
    names = ("arrived", "issued", "reads", "writes", "errors", "read_bytes", "written_bytes")
    return {name: sum(row.document[name] or 0 for row in found) for name in names}


@pytest.mark.long
def test_every_operation_is_still_there_and_every_second_covered_once(
    run_stores: RunStores,
) -> None:
    merged, whole = _rows_in_measure(run_stores.merged), _rows_in_measure(run_stores.whole)
    assert len(merged) < len(whole) / 2
    assert _totals(merged) == _totals(whole)
    for before, after in pairwise(merged):
        end_s = before.document["start_s"] + before.document["length_s"]
        assert after.document["start_s"] == pytest.approx(end_s, abs=1e-4)
    assert sum(row.document["length_s"] for row in merged) == pytest.approx(MEASURE_S, abs=0.1)


@pytest.mark.long
def test_distributions_are_merged_exactly(run_stores: RunStores) -> None:
    for metric in ("response_time", "completion_latency"):
        one, other = (
            [blob for row in _rows_in_measure(store) if (blob := getattr(row, metric))]
            for store in (run_stores.merged, run_stores.whole)
        )
        assert histogram.buckets(one, 64) == histogram.buckets(other, 64)
    # And each row's figures are those of its own distribution.
    for row in _rows_in_measure(run_stores.merged):
        assert row.response_time is not None
        if row.document.get("merged"):
            assert row.document["response_time_ns"] == histogram.summary([row.response_time])


@pytest.mark.long
def test_reads_and_writes_of_a_merged_row_are_those_of_its_intervals(run_stores: RunStores) -> None:
    for count, latency in (
        ("reads", "read_completion_latency_ns"),
        ("writes", "write_completion_latency_ns"),
    ):
        sums = []
        for store in (run_stores.merged, run_stores.whole):
            told: list[Any] = [row.document for row in _rows_in_measure(store)]
            some = [one for one in told if one[count]]
            n = np.array([one[count] for one in some], float)
            mean, spread, most = (
                np.array([one[latency][name] for one in some]) for name in ("mean", "stddev", "max")
            )
            sums.append((n.sum(), n @ mean, n @ (spread**2 + mean**2), most.max()))
        assert sums[0] == pytest.approx(sums[1], rel=1e-9)


@pytest.mark.long
def test_the_time_line_is_the_one_of_the_whole_series_to_the_last_digit(
    run_stores: RunStores,
) -> None:
    told = [
        timeline.read(store, store.runs(1)[0])[0] for store in (run_stores.merged, run_stores.whole)
    ]
    assert told[0].episodes
    assert told[0] == told[1]


@pytest.mark.long
def test_what_was_planted_long_ago_is_told_with_its_second(run_stores: RunStores) -> None:
    found = episodes(Series.of(run_stores.merged.interval_series(1)))
    assert [one.kind for one in found] == ["outage", "slower"]
    assert found[0].at_s == pytest.approx(STALLED_AT_S, abs=1)
    assert found[0].outage_s == pytest.approx(STALLED_S, abs=1)
    assert found[1].at_s == pytest.approx(SLOWER_AT_S, abs=2)


@pytest.mark.long
def test_it_is_told_on_the_way_and_kept_as_it_was_sealed(run_stores: RunStores) -> None:
    assert len(run_stores.said) == 2, run_stores.said
    for words, kind, at_s in zip(
        run_stores.said, ("outage", "slower"), (STALLED_AT_S, SLOWER_AT_S), strict=True
    ):
        when, said, _ = words.split(": ", 2)
        assert said == kind
        seconds = float(when.removeprefix("at ").removesuffix(" s").replace(",", ""))
        assert seconds == pytest.approx(at_s, abs=2)
    around = range(STALLED_AT_S - EDGE // 2 + 1, STALLED_AT_S + EDGE // 2)
    starts = {round(row.document["start_s"]) for row in _rows_in_measure(run_stores.merged)}
    assert set(around) <= starts
    coarse = [row for row in _rows_in_measure(run_stores.merged) if row.document.get("merged")]
    assert max(row.document["length_s"] for row in coarse) > 60.5


@pytest.mark.long
def test_a_merged_row_says_what_its_sum_hides(run_stores: RunStores) -> None:
    whole = _rows_in_measure(run_stores.whole)
    for row in _rows_in_measure(run_stores.merged):
        if (said := row.document.get("merged")) is None:
            continue
        start_s, stop_s = (
            row.document["start_s"],
            row.document["start_s"] + row.document["length_s"],
        )
        inside = [
            one.document
            for one in whole
            if start_s - 1e-6 <= one.document["start_s"] < stop_s - 0.5
        ]
        rates = [(one["reads"] + one["writes"]) / one["length_s"] for one in inside]
        assert said["intervals"] == len(inside)
        assert said["lowest_rate_per_s"] == pytest.approx(min(rates))
        assert said["highest_rate_per_s"] == pytest.approx(max(rates))
        assert row.document["backlog"] == max(one["backlog"] for one in inside)


# -- the rule --------------------------------------------------------------------------------------


def _over(
    hours: float, *, held: tuple[Span, ...] = (), since: Coarsening | None = None, after: float = 0
) -> Coarsening:
    """A Run of one-second intervals, merged as it went on; or what comes `after` so many hours of
    one."""
    run = since or Coarsening()
    for i in range(round(after * 3600), round(hours * 3600)):
        run.add(Piece(i, i * 10**9, (i + 1) * 10**9, merged=False))
        for span in held:
            if span.stop_ns == (i + 1) * 10**9:
                run.hold(span)
        if run.due():
            run.apply_merge(list(run.groups()))
    return run


@pytest.mark.long
def test_the_rows_of_a_run_grow_slowly_and_the_newest_hour_stays() -> None:
    half = _over(12)
    in_half_a_day = len(half.pieces)
    day = _over(24, since=half, after=12)
    assert len(day.pieces) < in_half_a_day + 200 < 6300
    newest = day.pieces[-coarsening.FINE :]
    assert not any(piece.merged for piece in newest)
    for before, after in pairwise(day.pieces):
        assert before.stop_ns == after.start_ns
        # No row lies in two hours.
        assert before.start_ns // (3600 * 10**9) == (before.stop_ns - 1) // (3600 * 10**9)


@pytest.mark.long
def test_what_is_held_stays_as_long_as_nothing_weightier_needs_the_room() -> None:
    s = 10**9
    light, heavy = Span(1000 * s, 1060 * s, 1.0), Span(2000 * s, 2060 * s, 5.0)
    run = _over(8, held=(light, heavy))
    for span in (light, heavy):
        inside = [p for p in run.pieces if span.start_ns <= p.start_ns < span.stop_ns]
        assert len(inside) == 60
    more = tuple(
        Span((4000 + 100 * i) * s, (4059 + 100 * i) * s, 3.0) for i in range(coarsening.HELD // 60)
    )
    run = _over(8, held=(light, heavy, *more))
    still = {p.start_ns for p in run.pieces if not p.merged}
    assert heavy.start_ns in still
    assert light.start_ns not in still
    assert len(run.pieces) < coarsening.FINE + coarsening.BATCH + coarsening.HELD + 3000


# -- what is kept of single intervals --------------------------------------------------------------


def test_what_is_kept_of_an_interval_is_what_the_time_line_reads() -> None:
    random = np.random.default_rng(3)
    told = rows(random.poisson(900, 500), random.normal(1.0, 0.1, 500), arrived=range(500))
    told[7]["reads"], told[7]["response_time_ns"]["mean"] = 0, None
    packed = fine.pack(map(fine.of, told))
    assert len(packed) < 16 * len(told)
    whole = {**told[0], "merged": {"intervals": 500}, "length_s": 500.0}
    apart, packed_up = vars(Series.of(told)), vars(Series.of([(whole, packed)]))
    assert apart.pop("unrecorded") == packed_up.pop("unrecorded")
    for one, other in zip(apart.values(), packed_up.values(), strict=True):
        np.testing.assert_array_equal(one, other)


@pytest.mark.parametrize("damage", [b"", b"no packing", "cut", "longer"])
def test_what_cannot_be_unpacked_is_damage(damage: bytes | str) -> None:
    whole = fine.pack([fine.of(one) for one in rows([5, 6, 7])])
    damaged = {"cut": whole[:-3], "longer": zlib.compress(b"x" * 65)}
    with pytest.raises(DamagedError):
        fine.unpack(damaged[damage] if isinstance(damage, str) else damage)


# -- a kill ----------------------------------------------------------------------------------------

# Goes on for ever, merging every few intervals; says how many were surely written.
WRITER = """
import json, sys
from plimsoll.native import histogram
from plimsoll.store import Store, coarsening
coarsening.FINE, coarsening.BATCH = 30, 10
blob = bytes.fromhex(sys.argv[2])
document = json.loads(sys.argv[3])
store = Store.open(sys.argv[1])
run = store.begin_run(None, "run", "{}")
for i in range(10**9):
    document |= {"index": i, "start_s": float(i), "length_s": 1.0}
    store.add_interval(run, i, json.dumps(document), blob, blob)
    if i % 10 == 9:
        store.flush()
        store.merging.merge_due()
        print(i + 1, flush=True)
"""


@pytest.mark.long
@pytest.mark.parametrize("lines", [5, 44])
def test_a_kill_in_the_middle_of_a_merge_loses_nothing(
    run_stores: RunStores, tmp_path: Path, lines: int
) -> None:
    row = _rows_in_measure(run_stores.whole)[0]
    path = tmp_path / "killed.db"
    document = json.dumps(row.document)
    with subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path), row.response_time.hex(), document],
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        said = [int(process.stdout.readline()) for _ in range(lines)]
        process.send_signal(signal.SIGKILL)
        said += [int(line) for line in process.stdout.read().split()]
    with Store.open(path, create=False) as store:
        found = store.interval_series(1)
    assert any(packed for _, packed in found) or said[-1] <= 40
    series = Series.of(found)
    assert len(series) >= said[-1]
    np.testing.assert_array_equal(series.start_s, np.arange(len(series)))
    each = row.document["reads"] + row.document["writes"]
    assert series.completed.tolist() == [each] * len(series)
    assert sum(one["reads"] + one["writes"] for one, _ in found) == each * len(series)
