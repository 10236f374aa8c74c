"""The report of a Run over time: figures against the store read on its own, and what happened by
its names."""

import base64
import functools
import json
import math
import sqlite3
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hdrh.histogram import HdrHistogram

from plimsoll.base.errors import UsageError
from plimsoll.native import record_reading
from plimsoll.report import registry
from plimsoll.report.describe import Chart, Heat, Line, Page, Panel, RuleX, RuleY, Table
from plimsoll.report.evidence import time_columns
from plimsoll.report.forms import markdown
from plimsoll.report.request import ReportRequest
from plimsoll.store import IntervalRow, Store
from tests import stores
from tests.report import gallery, virtual

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return virtual.stalled_store(tmp_path_factory.mktemp("stalled"), "--objective", "p99 <= 20ms")


@pytest.fixture(scope="module")
def page(path: Path) -> Page:
    with Store.open(path, create=False, read_only=True) as store:
        return registry.build("time", ReportRequest(store, (1,)))


def chart(page: Page, name: str) -> Chart:
    return next(one for one in page.sections if isinstance(one, Chart) and one.name == name)


def cells(page: Page) -> Heat:
    return next(
        one for one in chart(page, "latency-heat-map").panels[0].series if isinstance(one, Heat)
    )


@functools.cache
def stored_intervals(path: Path) -> list[tuple[dict[str, Any], bytes]]:
    """The intervals of Measure as SQLite has them."""
    with sqlite3.connect(path) as store:
        rows = store.execute(
            "SELECT json, response_time FROM interval WHERE run_id = 1 ORDER BY idx"
        ).fetchall()
    read = [(json.loads(text), blob) for text, blob in rows]
    return [(one, blob) for one, blob in read if one["phase"] == "measure"]


def histogram_of(blob: bytes) -> HdrHistogram:
    return HdrHistogram.decode(base64.b64encode(blob))


def test_every_column_of_the_heat_map_sums_to_all_of_its_operations(path: Path, page: Page) -> None:
    shares: dict[float, float] = {}
    for cell in cells(page).cells:
        shares[cell.x] = shares.get(cell.x, 0.0) + cell.value
    assert all(math.isclose(total, 1.0, rel_tol=1e-9) for total in shares.values())
    # 300 intervals in columns of three; of 30 of those intervals nothing was answered, so of at
    # least 9 columns.
    assert 88 <= len(shares) <= 91


def test_the_cells_hold_the_operations_of_the_intervals_at_their_response_times(
    path: Path, page: Page
) -> None:
    """Counted again with the other implementation of the histogram."""
    for cell in [one for one in cells(page).cells if dict(one.hover)["operations"] != "1"][::150]:
        inside = [
            blob
            for one, blob in stored_intervals(path)
            if cell.x - 1e-6 <= one["start_s"] < cell.x_to - 1e-6 and blob
        ]
        count = 0
        for blob in inside:
            histogram = histogram_of(blob)
            # Its own iterator asks each of 30,000 places where it is; few of them hold something.
            counts = np.ctypeslib.as_array(histogram.counts)
            for place in np.flatnonzero(counts):
                value = histogram.get_highest_equivalent_value(
                    histogram.get_value_from_index(int(place))
                )
                count += int(counts[place]) if cell.y < value <= cell.y_to else 0
        told = int(dict(cell.hover)["operations"].replace(",", ""))
        # A recorded value is a range of 0.1 %: one at the edge may be counted on either side of it.
        assert abs(told - count) <= max(2, 0.05 * count)


def test_all_operations_of_the_record_are_in_the_columns(path: Path) -> None:
    with Store.open(path, create=False, read_only=True) as store:
        made = time_columns.columns(store.intervals(1))
        record = store.record(1)
    assert record is not None
    counted = sum(one["reads"] + one["writes"] for one, _ in stored_intervals(path))
    assert (
        sum(one.completed for one in made)
        == counted
        == sum(cell.count for one in made for cell in one.bins)
    )
    # The record counts by when operations were intended, intervals by when they ended.
    assert counted == pytest.approx(record["all"]["completed"], abs=50)
    assert len(made) <= time_columns.MAX_COLUMNS


def test_percentiles_of_a_column_are_of_the_merged_distribution(path: Path) -> None:
    with Store.open(path, create=False, read_only=True) as store:
        made = time_columns.columns(store.intervals(1))
    for column in made[::20]:
        merged = HdrHistogram(1, 2**62, 3)
        for one, blob in stored_intervals(path):
            if blob and column.start_s - 1e-6 <= one["start_s"] < column.stop_s - 1e-6:
                merged.add(histogram_of(blob))
        if column.figures["p99"] is None:
            assert merged.get_total_count() < 1000
        else:
            assert column.figures["p99"] == pytest.approx(
                merged.get_value_at_percentile(99), rel=0.002
            )


def test_the_outage_is_told_first_and_drawn_where_it_was(page: Page) -> None:
    assert "outage at 10.0 s" in page.answer
    assert "succeeded for 3 s" in page.answer
    bands = [one for one in chart(page, "over-time").panels[0].series if isinstance(one, RuleX)]
    outage = next(one for one in bands if "outage" in one.name)
    assert outage.x == pytest.approx(10.0, abs=0.1)
    assert outage.to == pytest.approx(13.0, abs=0.1)
    assert any("recovered after" in one.name for one in bands)
    # On the other panels the same bands without names: each name is read once.
    assert all(
        not one.name
        for panel in chart(page, "over-time").panels[1:]
        for one in panel.series
        if isinstance(one, RuleX)
    )
    told = next(
        one for one in page.sections if isinstance(one, Table) and one.title == "What happened"
    )
    assert told.rows[0][:3] == ("A", "outage", "10.00 s")
    assert "100 %" in told.rows[0]


def test_nothing_is_drawn_where_nothing_ended(page: Page) -> None:
    response = next(panel for panel in chart(page, "over-time").panels if panel.y.unit == "time")
    for line in (one for one in response.series if isinstance(one, Line)):
        assert all(math.isnan(at.y) for at in line.points if 10.3 < at.x < 12.7)
        assert not math.isnan(line.points[0].y)
        assert not math.isnan(line.points[-1].y)


def test_the_objective_is_drawn_and_named_on_both_charts(page: Page) -> None:
    for name in ("over-time", "latency-heat-map"):
        rules = [
            one
            for panel in chart(page, name).panels
            for one in panel.series
            if isinstance(one, RuleY)
        ]
        assert [(one.name, one.y) for one in rules] == [("objective p99 <= 20 ms", 20e6)]


def test_axes_have_units_and_no_value_lies_outside(page: Page) -> None:
    for name in ("over-time", "latency-heat-map"):
        for panel in chart(page, name).panels:
            inside(panel)


def inside(panel: Panel) -> None:
    assert panel.y.low is not None
    assert panel.y.high is not None
    for line in (one for one in panel.series if isinstance(one, Line)):
        assert all(
            panel.y.low <= at.y <= panel.y.high for at in line.points if not math.isnan(at.y)
        ), panel.title


def test_a_mark_stands_on_the_chart_and_in_the_table(tmp_path: Path) -> None:
    """On the virtual clock there is no time of day: so on a made-up Run of the real one."""
    with Store.open(tmp_path / "real.db") as store:
        campaign = stores.demo(store)
        run = store.runs(campaign)[-1]
        record = store.record(run.id)
        store.add_event(
            campaign, run.id, "mark", "pulled path A", at_ns=int(record["started_at_ns"] + 3e9)
        )
        page = registry.build("time", ReportRequest(store, (campaign,), run.id))
    names = [
        one.name for one in chart(page, "over-time").panels[0].series if isinstance(one, RuleX)
    ]
    assert any(name.endswith("'pulled path A'") for name in names)
    told = next(
        one for one in page.sections if isinstance(one, Table) and one.title == "What happened"
    )
    assert any("mark 'pulled path A'" in row[1] for row in told.rows)


def test_a_long_run_has_no_more_columns_and_loses_no_outage() -> None:
    def interval(number: int) -> IntervalRow:
        done = 0 if number == 5000 else 100
        figures = dict.fromkeys(("mean", "p50", "p99", "max"), None if done == 0 else 1e6)
        document = record_reading.interval(
            {
                "phase": "measure",
                "start_s": float(number),
                "length_s": 1.0,
                "arrived": 100,
                "reads": done,
                "writes": 0,
                "errors": 0,
                "backlog": 0,
                "outstanding_mean": 1.0,
                "response_time_ns": figures,
                "system_load": None,
            }
        )
        return IntervalRow(number, document, None, None)

    made = time_columns.columns([interval(number) for number in range(21_600)])
    assert len(made) == 120
    assert sum(one.completed for one in made) == 21_599 * 100
    assert [one.lowest for one in made].count(0.0) == 1
    # Percentiles of intervals can't be merged without their distributions.
    assert all(one.figures["p99"] is None and one.bins == () for one in made)


def test_an_unknown_run_is_refused_with_those_there_are(path: Path) -> None:
    with (
        Store.open(path, create=False, read_only=True) as store,
        pytest.raises(UsageError, match="no Run 7") as told,
    ):
        registry.build("time", ReportRequest(store, (1,), 7))
    assert "It has: 1" in str(told.value.what_now)


def test_a_campaign_without_intervals_has_nothing_over_time(store: Store) -> None:
    campaign = stores.campaign(store, "run").number
    with pytest.raises(UsageError, match="it has no Runs"):
        registry.build("time", ReportRequest(store, (campaign,)))


def test_the_failover_of_the_gallery_is_told_by_its_longest_wait(tmp_path: Path) -> None:
    """Operations waited 3 s, where 0.4 ms is usual."""
    failover = next(scene for scene in gallery.SCENES if scene.name == "s4-failover")
    failover.run(tmp_path / "gallery.db")
    with Store.open(tmp_path / "gallery.db", create=False, read_only=True) as store:
        page = registry.build("time", ReportRequest(store, (1,)))
    (outage,) = page.data["time_line"]["episodes"]
    assert outage["kind"] == "outage"
    assert outage["longest_wait_ns"] == pytest.approx(3e9, rel=0.01)
    assert outage["response_time_ns"]["worst"] > 1000 * outage["response_time_ns"]["before"]
    assert "longest wait 3 s (usually 429 µs)" in outage["words"]
    text = markdown.document(page)
    assert "Longest wait" in text
    assert "3 s (usually 429 µs)" in text
    assert "429 µs → 320 µs" not in text
    assert "at its worst" not in text


def test_a_run_of_a_minute_sees_an_outage_of_three_seconds_without_being_told_to(
    tmp_path: Path,
) -> None:
    """The gallery's command without its --interval."""
    (command,) = next(scene for scene in gallery.SCENES if scene.name == "s4-failover").commands
    assert command.endswith(" --interval 250ms")
    gallery.Scene("s4-default", "", (command.removesuffix(" --interval 250ms"),), ()).run(
        tmp_path / "s4.db"
    )
    with Store.open(tmp_path / "s4.db", create=False, read_only=True) as store:
        page = registry.build("time", ReportRequest(store, (1,)))
    (outage,) = page.data["time_line"]["episodes"]
    assert (outage["kind"], outage["outage_s"]) == ("outage", pytest.approx(3, abs=0.1))
    assert page.first.headline.startswith("3 s outage at 20.0 s")


@pytest.mark.parametrize(
    ("interval", "todo"),
    [
        ("5s", "'plimsoll run --interval 500ms' would show more."),
        ("100ms", "A longer Run would show more."),
    ],
)
def test_few_intervals_are_answered_with_what_shows_more(
    tmp_path: Path, interval: str, todo: str
) -> None:
    steady = "plimsoll run --target stack:examples/stacks/s1-storage-b.toml --virtual --seed 1"
    length = "30s" if interval == "5s" else "1s"
    asked = f"{steady} --rate 500 --measure-for {length} --interval {interval}"
    gallery.Scene("few", "", (asked,), ()).run(tmp_path / "few.db")
    with Store.open(tmp_path / "few.db", create=False, read_only=True) as store:
        page = registry.build("time", ReportRequest(store, (1,)))
    assert "Too few intervals" in page.first.headline
    assert page.first.todo == todo
