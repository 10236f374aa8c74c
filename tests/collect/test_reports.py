"""Counters in the report: on the axes of the Runs, means from Measure only, rises as rates, and
gaps that stay gaps."""

import math
from typing import Literal, cast

import pytest

from plimsoll.report.common import charts
from plimsoll.report.describe import GAP, At, Axis, Chart, Facts, Line, Marks, Page, Panel, Table
from plimsoll.report.evidence import counters
from plimsoll.report.evidence.counters import Inside
from plimsoll.report.evidence.evidence import gather
from plimsoll.report.forms import html, library, metrics, vega
from plimsoll.store import Store
from tests import stores
from tests.report import making

from . import counter_search

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Page:
    """The report of the campaign with counters, for those who only look."""
    with Store.open(tmp_path_factory.mktemp("counted") / "runs.db") as opened:
        return making.page(opened, counter_search.campaign(opened)[0])


def find_chart(page: Page, name: str) -> Chart | None:
    return next((s for s in page.sections if isinstance(s, Chart) and s.name == name), None)


def panel_title(panel: Panel) -> str:
    """The title without what it says of the axis."""
    return panel.title.partition(";")[0]


def panel(chart: Chart | None, title: str) -> Panel:
    return next(p for p in chart.panels if panel_title(p) == title)


def marks(panel: Panel) -> dict[float, float]:
    return {at.x: at.y for s in panel.series if isinstance(s, Marks) for at in s.points}


def line(panel: Panel) -> Line:
    return next(s for s in panel.series if isinstance(s, Line))


CPU, BUSY = "controller.cpu (collector 1)", f"{counter_search.BUSY} (collector 2), rise per second"


def test_means_over_measure_stand_over_the_offered_rate_and_a_run_without_values_is_a_gap(
    page: Page,
) -> None:
    chart = find_chart(page, "counters-over-rate")
    cpu = panel(chart, CPU)
    found = marks(cpu)
    assert sorted(found) == [3000.0, 15_000.0, 23_000.0, 24_300.0, 25_400.0]
    # 0 to 3 s of Measure: half seconds 0 to 6; those of the warm-up are left out.
    assert found[3000.0] == pytest.approx(
        12 + 70 * 3000 / 31e3 + 3 * sum(math.sin(h) for h in range(7)) / 7
    )
    # The line is broken where the Run at 20,000 has no values.
    assert [at.x for at in line(cpu).points if math.isnan(at.y)] == [20_000.0]
    assert [s.name for s in page.sections if isinstance(s, Chart)][:2] == [
        "load-line",
        "counters-over-rate",
    ]


def test_a_counter_that_only_rises_is_told_as_its_rise_per_second(page: Page) -> None:
    chart = find_chart(page, "counters-over-rate")
    busy = marks(panel(chart, BUSY))
    assert busy == {float(r): pytest.approx(r / 31e3) for r in (*counter_search.RATES, 25_400)}
    titles = [p.title for p in cast("Chart", chart).panels]
    # Its name says that it is one; a gauge that rises by chance is drawn both ways; one that falls
    # only as it is.
    assert counter_search.BUSY + " (collector 2)" not in titles
    assert {f"cache.dirty_bytes (collector 1){way}" for way in ("", ", rise per second")} <= set(
        titles
    )
    assert CPU + ", rise per second" not in titles


def test_the_time_axis_is_that_of_the_intervals_and_a_silence_is_a_gap(page: Page) -> None:
    hold, chart = find_chart(page, "hold"), find_chart(page, "counters-over-time")
    assert chart.x == hold.x
    for title in (CPU, "cache.dirty_bytes (collector 1), rise per second"):
        points = line(panel(chart, title)).points
        [gap] = [number for number, at in enumerate(points) if math.isnan(at.y)]
        # Silent between 4 s and 7.5 s.
        assert points[gap - 1].x <= 4.0 <= points[gap].x <= 7.5 <= points[gap + 1].x
        assert not any(at.y == 0 for at in points)
    # The exporter was not silent.
    assert not any(math.isnan(at.y) for at in line(panel(chart, BUSY)).points)


def test_a_gap_breaks_the_line_that_is_drawn(page: Page) -> None:
    for name in ("counters-over-rate", "counters-over-time"):
        chart = find_chart(page, name)
        spec = vega.specs(chart)[[panel_title(p) for p in chart.panels].index(CPU)]
        [values] = [
            spec["datasets"][layer["data"]["name"]]
            for layer in spec["layer"]
            if layer["mark"]["type"] == "line"
        ]
        assert sum(value["y"] is None for value in values) == 1
        # Two pieces: a path that begins anew.
        import vl_convert

        svg = vl_convert.vegalite_to_svg(spec | {"width": 800}, vl_version=vega.VEGA_LITE)
        assert any(
            part.count("M") == 2 for part in svg.split('d="') if "L" in part.partition('"')[0]
        )


def test_twelve_are_drawn_those_that_vary_first_and_the_rest_are_listed(store: Store) -> None:
    page = making.page(store, counter_search.campaign(store, more_names=30)[0])
    for name in ("counters-over-rate", "counters-over-time"):
        chart = find_chart(page, name)
        assert len(chart.panels) == 12
        assert {CPU, BUSY} <= {panel_title(p) for p in chart.panels[:4]}
        assert "Not drawn: 23 more, in the table below." in chart.caption
    table = next(
        s for s in page.sections if isinstance(s, Table) and s.title.startswith("Collected")
    )
    assert len(table.rows) == 34
    assert table.rows[-2][0] == "port.29.errors (collector 1)"


def test_the_table_shows_the_hold_and_the_collectors_say_what_they_lost(store: Store) -> None:
    campaign, hold = counter_search.campaign(store)
    page = making.page(store, campaign)
    table = next(
        s for s in page.sections if isinstance(s, Table) and s.title.startswith("Collected")
    )
    rows = {row[0]: row[1:] for row in table.rows}
    assert rows["controller.temperature (collector 1)"] == ("19", "41.5", "41.5", "41.5", "–")
    assert rows[f"{counter_search.BUSY} (collector 2)"][-1] == f"{25_400 / 31e3:.4g}"
    assert f"Run {hold}, while it was measured" in table.caption
    facts = next(s for s in page.sections if isinstance(s, Facts) and s.title == "Collectors")
    said = dict(facts.items)
    assert (
        said["1, command"] == "ssh array stats; 18 values kept; 12 unreadable; first: not JSON:"
        " <b>hello</b>"
    )
    assert said["2, scrape"].startswith("http://10.0.0.7:9100/metrics, every 500 ms")
    assert said["3, command"].endswith("it ended early (exit code 127): sh: nope: not found")


def test_records_that_do_not_tell_when_measure_began_draw_nothing_and_say_so(store: Store) -> None:
    page = making.page(store, counter_search.campaign(store, placed=False)[0])
    assert find_chart(page, "counters-over-rate") is None
    assert find_chart(page, "counters-over-time") is None
    table = next(
        s for s in page.sections if isinstance(s, Table) and s.title.startswith("Collected")
    )
    assert "lacks the start of Measure" in table.caption


def test_a_campaign_without_counters_says_nothing_of_them(store: Store) -> None:
    page = making.page(store, stores.demo(store))
    assert counters.gather(store, gather(store, 1)) is None
    assert not any("ollect" in section.title for section in page.sections)


def test_every_chart_with_counters_compiles_and_the_file_is_whole(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    import vl_convert

    monkeypatch.setattr(library, "script", lambda: "")
    for chart in (find_chart(page, "counters-over-rate"), find_chart(page, "counters-over-time")):
        assert chart is not None
        for spec in vega.specs(chart):
            assert "<svg" in vl_convert.vegalite_to_svg(
                spec | {"width": 800}, vl_version=vega.VEGA_LITE
            )
    text = html.document(page)
    assert "NaN" not in text
    assert "&lt;b&gt;hello" in text
    # Plots over one axis end at the same pixel, whatever stands beside their lines.
    line_chart, beneath = (
        text.index(f'id="{name}-0"') for name in ("load-line", "counters-over-rate")
    )
    widths = [
        text.rpartition("margin-right: ")[0] and text[:at].rpartition("margin-right: ")[2][:5]
        for at in (line_chart, beneath)
    ]
    assert widths[0] == widths[1]


def test_a_rise_leaves_out_resets_and_instants_that_come_twice() -> None:
    # Rises of 2 in 1 s, a restart, 1 in 1 s: 3 in 2 s.
    inside = Inside([(0.0, 5.0), (1.0, 6.0), (1.0, 7.0), (2.0, 0.0), (3.0, 1.0)], 3.0)
    assert inside.mean(rate=True) == 1.5
    assert Inside([(0.0, 5.0)], 3.0).mean(rate=True) is None
    assert Inside([], 3.0).mean(rate=False) is None


def test_a_long_series_is_drawn_as_means_of_equal_parts_with_its_gaps() -> None:
    points = [(i / 1000, 1.0 if i % 2 else 3.0) for i in range(10_000) if not 4000 <= i < 6000]
    thinned, was = counters._thin_points(Inside(points, 10.0), rate=False)
    assert was
    assert len(thinned) == pytest.approx(240, abs=2)
    assert {round(value, 1) for _, value in thinned} == {2.0}
    drawn_line = counters._with_gaps(thinned, rate=False)
    assert [at.y is GAP for at in drawn_line].count(True) == 1


@pytest.mark.parametrize(
    ("values", "low", "high"),
    [
        ([5.0, 10.0], 0.0, 11.0),
        ([100.0, 101.0], 99.85, 101.15),
        ([7.0, 7.0], 0.0, 8.75),
        ([0.0], 0.0, 1.0),
        ([-4.0, -4.0], -5.0, 0.0),
        ([-1.0, 1.0], -1.3, 1.3),
        ([0.1, 0.1 + 1e-16], 0.0, 0.125),
    ],
)
def test_an_axis_shows_its_values_and_has_ticks(
    values: list[float], low: float, high: float
) -> None:
    found = counters._range(values)
    assert found == (pytest.approx(low), pytest.approx(high))
    ticks = metrics.ticks(*found)
    assert 3 <= len(ticks) <= 6
    assert all(found[0] - 1e-9 <= tick <= found[1] + 1e-9 for tick in ticks)


def test_ticks_far_from_zero_are_told_apart() -> None:
    import vl_convert

    axis = Axis("", "plain", low=1_234_567_000.0, high=1_234_567_010.0)
    chart = Chart("c", "", Axis("x", "seconds", low=0.0, high=1.0), (Panel("", axis, (), 84),))
    svg = vl_convert.vegalite_to_svg(
        vega.specs(chart)[0] | {"width": 800}, vl_version=vega.VEGA_LITE
    )
    labels = [
        part.partition("<")[0]
        for part in svg.split(">")
        if part.partition("<")[0].startswith("1.2345")
    ]
    assert len(labels) == len(set(labels)) >= 3


def test_markdown_leaves_a_bound_as_it_is_and_a_tag_harmless(store: Store) -> None:
    text = making.text(store, counter_search.campaign(store)[0], "md")
    assert "p99 response time <= 1 ms" in text
    assert "&lt;b>hello&lt;/b>" in text
    assert "| controller.cpu (collector 1) | 19 |" in text
    assert charts.load_line(gather(store, 1)) is not None


@pytest.mark.parametrize(
    ("name", "rises", "rate", "values", "low", "high"),
    [
        ("host.cpu_percent", "no", False, [42.0, 45.0], 0.0, 100.0),
        ("busy_ratio", "no", False, [0.42, 0.45], 0.0, 1.0),
        ("reads_total", "declared", True, [10_000.0, 10_100.0], 0.0, 11_110.0),
        ("uptime", "seen", False, [1e9, 1e9 + 10], 1e9 - 1.5, 1e9 + 11.5),
        ("free", "no", False, [60.0, 80.0], 0.0, 88.0),
    ],
)
def test_a_rate_and_a_share_begin_at_zero_and_what_does_not_says_so(
    name: str,
    rises: Literal["no", "seen", "declared"],
    rate: bool,
    values: list[float],
    low: float,
    high: float,
) -> None:
    counter = counters.Counter(1, name, name, rises, varies=True)
    made = counters._panel(
        counter, rate, (), tuple(At(float(n), value) for n, value in enumerate(values))
    )
    assert (made.y.low, made.y.high) == (pytest.approx(low), pytest.approx(high))
    assert ("does not begin at 0" in made.title) == (low > 0)
