"""What is written reads back, also while it is being written, and at the latest after ten
seconds."""

import json
import math
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from plimsoll.native import record_reading
from plimsoll.store import Store

from .conftest import smallest_record


def test_a_finished_run_reads_back_whole(store: Store, path: Path) -> None:
    campaign = store.begin_campaign(
        "find",
        "p99(response_time, all) <= 1ms",
        "load line",
        2**64 - 1,
        '{"target":"x"}',
        version="0.1.0",
    )
    run = store.begin_run(campaign, "probe", "{}")
    store.add_interval(run, 0, '{"index":0,"reads":0}', b"r0", b"c0")
    record, histograms = (
        smallest_record(),
        {"read.response_time": b"\x00\xff", "write.own_lag": b""},
    )
    store.finish_run(run, record, histograms)
    store.finish_campaign(campaign, {"load_line": None})
    with Store.open(path, create=False) as again:
        assert again.record(run) == record_reading.run_record(json.loads(record))
        assert again.histograms(run) == histograms
        assert [(i.number, i.response_time) for i in again.intervals(run)] == [
            (0, b"r0"),
            (1, None),
            (2, None),
        ]
        (row,) = again.campaigns()
        assert (row.seed, row.state, row.result, row.version) == (
            2**64 - 1,
            "finished",
            {"load_line": None},
            "0.1.0",
        )
        (found,) = again.runs(campaign)
        assert (found.seed, found.outcome, found.version, found.offered_rate_per_s) == (
            2**64 - 1,
            "ok",
            "0.1.0",
            1000.0,
        )
        assert again.campaign(campaign) == row
        assert again.campaign(campaign + 1) is None
        assert again.record(run + 1) is None


def test_a_run_outside_a_campaign_is_kept_apart(store: Store) -> None:
    campaign = store.begin_campaign("find", None, "load line", 1, "{}")
    inside, outside = store.begin_run(campaign, "probe", "{}"), store.begin_run(None, "run", "{}")
    assert [r.id for r in store.runs(campaign)] == [inside]
    assert [r.id for r in store.runs()] == [outside]


def test_the_same_question_asked_again_is_the_next_repeat(store: Store, path: Path) -> None:
    campaign = store.begin_campaign("find", None, "load line", 1, "{}")
    for rate in (1000.0, 2000.0, 1000.0):
        store.finish_run(store.begin_run(campaign, "probe", "{}"), smallest_record(rate), {})
    points = (
        sqlite3.connect(path)
        .execute(
            "SELECT json_extract(load, '$.offered_rate_per_s'), repeat, configuration_id FROM point"
        )
        .fetchall()
    )
    assert points == [(1000.0, 1, 1), (2000.0, 1, 1), (1000.0, 2, 1)]
    assert sqlite3.connect(path).execute("SELECT count(*) FROM host").fetchone() == (1,)


def test_an_abandoned_run_says_why_and_keeps_its_intervals(store: Store) -> None:
    run = store.begin_run(None, "run", "{}")
    store.add_interval(run, 0, '{"index":0}', b"r", b"c")
    store.abandon_run(run, "the device went away")
    assert (store.runs()[0].state, store.runs()[0].why) == ("abandoned", "the device went away")
    assert len(store.intervals(run)) == 1


@pytest.mark.parametrize("interval_s", [0.1, 4.9, 60.0])
def test_an_interval_waits_at_most_ten_seconds_or_until_the_next(
    path: Path, interval_s: float
) -> None:
    now = [0.0]
    with (
        Store.open(path, clock=lambda: now[0]) as writing,
        closing(Store.open(path, read_only=True)) as reading,
    ):
        run = writing.begin_run(None, "run", "{}")
        for index in range(120):
            now[0] += interval_s
            writing.add_interval(run, index, "{}", None, None)
            # Sealed at (index + 1) * interval_s; everything older than 10 s must be visible to
            # others by now.
            due = sum(1 for i in range(index + 1) if now[0] - (i + 1) * interval_s >= 10.0)
            assert len(reading.intervals(run)) >= due
        writing.flush()
        assert len(reading.intervals(run)) == 120


def test_two_read_while_one_writes(store: Store, path: Path) -> None:
    with Store.open(path, create=False) as one, closing(Store.open(path, read_only=True)) as two:
        for count in range(1, 6):
            store.finish_run(
                store.begin_run(None, "run", "{}"), smallest_record(), {"read.response_time": b"x"}
            )
            assert len(one.runs()) == len(two.runs()) == count


def test_marks_lie_on_the_time_line(path: Path) -> None:
    with Store.open(path, wall_ns=lambda: 1_700_000_000_000_000_000) as store:
        campaign = store.begin_campaign("find", None, "load line", 1, "{}")
        store.add_event(campaign, None, "mark", "pulled path A")
        (event,) = store.events(campaign)
    assert (event.kind, event.text, event.at_ns) == (
        "mark",
        "pulled path A",
        1_700_000_000_000_000_000,
    )


def test_the_store_loads_nothing_heavy() -> None:
    # `--help` and refusals answer at once because of this; a time would depend on the machine, the
    # list does not.
    heavy = "{'vl_convert', 'numpy', 'rich', 'typer', 'plimsoll._native', 'dataclasses'}"
    code = (
        f"import sys, plimsoll.store; sys.exit(repr({heavy} & set(sys.modules)) if {heavy} &"
        " set(sys.modules) else 0)"
    )
    assert (
        subprocess.run(
            [sys.executable, "-c", code], check=False, capture_output=True, text=True
        ).stderr
        == ""
    )


@pytest.mark.parametrize("figure", [math.inf, -math.inf, math.nan])
def test_a_result_that_no_reader_would_take_is_not_written(tmp_path: Path, figure: float) -> None:
    with Store.open(tmp_path / "s.db") as store:
        campaign = store.begin_campaign("find", None, "load line", 1, "{}")
        with pytest.raises(ValueError, match="not JSON compliant"):
            store.finish_campaign(campaign, {"rate_per_s": figure})
        (row,) = store.campaigns()
        assert row.state == "running"
