"""Several load lines in one report: every figure is the store's own, and what keeps lines apart is
said."""

import json
import sqlite3
from dataclasses import replace

import pytest

from plimsoll.base.errors import UsageError
from plimsoll.report.common import curves
from plimsoll.report.describe import Chart, Line, Marks, RuleX, RuleY, Table
from plimsoll.report.evidence import records, run_figures, system_load
from plimsoll.report.forms import html
from plimsoll.report.load_line import first, lines
from plimsoll.report.request import ReportRequest
from plimsoll.store import Store
from tests import stores

from . import making, sample


def charts(store: Store, *campaigns: int, report: str = "load-line") -> dict[str, Chart]:
    page = making.page(store, *campaigns, report=report)
    return {section.name: section for section in page.sections if isinstance(section, Chart)}


def table(store: Store, *campaigns: int) -> dict[str, dict[str, str]]:
    page = making.page(store, *campaigns, report="load-line")
    found = next(
        s for s in page.sections if isinstance(s, Table) and s.title.startswith("The lines")
    )
    labels = [column.label for column in found.columns]
    return {row[0]: dict(zip(labels, row, strict=True)) for row in found.rows}


@pytest.mark.long
def test_each_line_has_the_figures_that_its_search_left_in_the_store(store: Store) -> None:
    campaigns = [
        stores.search(store, target=f"/data/{name}", scale=scale).confirm()
        for name, scale in (("a", 1.0), ("b", 2.0))
    ]
    rows = table(store, *campaigns)
    for campaign, name in zip(campaigns, ("/data/a", "/data/b"), strict=True):
        with sqlite3.connect(f"file:{store.path}?mode=ro", uri=True) as raw:
            result = json.loads(
                raw.execute("SELECT result FROM campaign WHERE id = ?", (campaign,)).fetchone()[0]
            )
        row = rows[name]
        assert row["Recommended, IOPS"] == f"{result['load_line']['low']:,.0f}"
        assert row["Up to"] == f"{result['load_line']['high']:,.0f}"
        knee = result["knee"]
        assert (
            row["Knee"] == f"{knee['rate_per_s']:,.0f} ({knee['low']:,.0f} .. {knee['high']:,.0f})"
        )
        assert row["Maximum"] == f"{result['maximum']['rate_per_s']:,.0f}"
        assert row["Held for"] == "12 s"


def test_the_curves_pass_only_what_runs_measured_and_each_line_is_named_and_marked(
    store: Store,
) -> None:
    campaigns = [
        stores.search(store, target=f"/data/{name}", scale=scale).confirm()
        for name, scale in (("a", 1.0), ("b", 2.0))
    ]
    chart = charts(store, *campaigns)["lines"]
    panel = chart.panels[0]
    kept = {
        row.id: (row.offered_rate_per_s, store.record(row.id)["all"]["response_time_ns"]["p99"])  # type: ignore[index]
        for campaign in campaigns
        for row in store.runs(campaign)
    }
    drawn = [series for series in panel.series if isinstance(series, Line)]
    assert [line.name for line in drawn] == ["/data/a", "/data/b"]
    for line in drawn:
        assert len(line.points) >= 4
        for point in line.points:
            assert point.run is not None
            assert (point.x, point.y) == pytest.approx(kept[point.run])
    # Told apart without colour, each with its own knee and load line.
    assert (
        len({line.dash for line in drawn})
        == len(
            {s.shape for s in panel.series if isinstance(s, Marks) and s.legend.startswith("/data")}
        )
        == 2
    )
    knees = [
        s.points[0].x for s in panel.series if isinstance(s, Marks) and s.legend.startswith("knee")
    ]
    assert knees == [20_000.0, 40_000.0]
    rules = [series.name for series in panel.series if isinstance(series, RuleX)]
    assert rules == ["/data/a: load line 25,400 .. 26,100", "/data/b: load line 50,800 .. 52,200"]
    assert [rule.y for rule in panel.series if isinstance(rule, RuleY)] == [1e6]


def test_a_run_whose_outcome_is_not_ok_is_marked_and_not_joined(store: Store) -> None:
    campaigns = [stores.search(store, target=target).confirm() for target in ("/data/a", "/data/b")]
    panel = charts(store, *campaigns)["lines"].panels[0]
    lost = {
        row.id
        for campaign in campaigns
        for row in store.runs(campaign)
        if row.outcome == "cannot_carry"
    }
    marked = [s for s in panel.series if isinstance(s, Marks) and "cannot carry" in s.legend]
    points = [point for marks in marked for point in marks.points]
    assert {point.run for point in points} == lost
    # Both at 33,000/s: beside each other, so that none hides the other, and no further from their
    # rate than a mark is wide.
    assert len({point.x for point in points}) == len(points) == 2
    assert sum(point.x for point in points) / 2 == pytest.approx(33_000.0)
    assert all(abs(point.x - 33_000.0) < 0.01 * 33_000.0 for point in points)
    assert not lost & {point.run for s in panel.series if isinstance(s, Line) for point in s.points}
    page = making.page(store, *campaigns, report="load-line")
    every = next(
        s for s in page.sections if isinstance(s, Table) and s.title.startswith("All Runs")
    )
    assert sum("cannot carry" in row for row in every.rows) == len(lost)


def test_the_highest_of_lines_that_overlap_is_too_close_to_call(store: Store) -> None:
    for scale, alike in ((1.01, True), (2.0, False)):
        found = [
            stores.search(store, target=f"/data/{name}-{scale}", scale=of).confirm()
            for name, of in (("a", 1.0), ("b", scale))
        ]
        drawn = lines.gather_lines(ReportRequest(store, tuple(found)))
        highest = first.summary(drawn).number
        basis = f"/data/b-{scale}"
        if alike:
            basis += f"; too close to call beside /data/a-{scale}"
        assert highest is not None
        assert highest.basis == basis
        said = " ".join(making.page(store, *found, report="load-line").because)
        assert ("Too close to call" in said) is alike


def test_other_objectives_are_said_before_anything_else(store: Store) -> None:
    strict = stores.search(store, target="/data/a").confirm()
    loose = stores.search(
        store, target="/data/b", scale=2.0, objective="p99(response_time, all) <= 50ms"
    ).confirm()
    page = making.page(store, strict, loose, report="load-line")
    assert page.because[0].startswith(
        "The objectives differ (/data/a: p99 response time <= 1 ms; /data/b: p99 response time <="
        " 50 ms)"
    )
    assert "each with its own objective" in page.answer
    panel = charts(store, strict, loose)["lines"].panels[0]
    assert [rule.y for rule in panel.series if isinstance(rule, RuleY)] == [1e6, 50e6]


def test_workloads_that_differ_beside_the_target_are_said(store: Store) -> None:
    page = making.page(
        store,
        stores.search(store, target="/data/a").confirm(),
        stores.search(store, target="/data/b", read=100.0).confirm(),
        report="load-line",
    )
    assert any(
        "differ in several properties: target, read %" in sentence for sentence in page.because
    )
    assert "/data/b, all reads" in page.answer


def test_an_alignment_that_goes_with_the_block_size_is_no_difference_of_its_own() -> None:
    def workload(block: int, align: int) -> dict[str, object]:
        return {
            "align_bytes": align,
            "read_blocks": [{"bytes": block, "percent": 100.0}],
            "write_blocks": [],
        }

    assert lines.asked_for(workload(4096, 4096), "align_bytes") == lines.asked_for(
        workload(16384, 16384), "align_bytes"
    )
    assert lines.asked_for(workload(16384, 4096), "align_bytes") == "4 KiB"
    assert lines.asked_for({}, "align_bytes") == "–"


def test_a_family_is_found_from_any_of_its_lines(store: Store) -> None:
    first = stores.search(
        store, read=100.0, scale=2.0, family={"over": "read", "label": "read 100 %", "first": None}
    ).confirm()
    second = stores.search(
        store, read=0.0, family={"over": "read", "label": "read 0 %", "first": first}
    ).confirm()
    other = stores.search(store, read=0.0).confirm()
    for campaign in (first, second):
        found = lines.gather_lines(making.report_request(store, campaign))
        assert [(one.name, one.evidence.campaign.id) for one in found] == [
            ("all reads", first),
            ("all writes", second),
        ]
    assert len(lines.gather_lines(making.report_request(store, other))) == 1
    page = making.page(store, second)
    assert (page.report, page.slicers[0].name, page.slicers[0].values) == (
        "load-line",
        "read %",
        ("all reads", "all writes"),
    )
    chart = charts(store, second)["rates"]
    held = next(
        s
        for s in chart.panels[0].series
        if isinstance(s, Marks) and s.legend.startswith("load line")
    )
    assert chart.x.categories == ("100 %", "0 %")
    assert [(at.y, at.low, at.high) for at in held.points] == [
        (50_800.0, 50_800.0, 52_200.0),
        (25_400.0, 25_400.0, 26_100.0),
    ]


def test_a_rate_that_no_hold_confirmed_is_no_line(store: Store) -> None:
    good = stores.search(store, target="/data/a").confirm()
    bad = stores.search(store, target="/data/b").confirm(line={"low_confirmed": False})
    page = making.page(store, good, bad, report="load-line")
    assert page.answer.startswith("No load line of /data/b.")
    assert "25,400" in page.answer  # of a
    assert table(store, good, bad)["/data/b"]["Recommended, IOPS"] == "–"
    rates = charts(store, good, bad)["rates"].panels[0]
    unsure = next(
        s for s in rates.series if isinstance(s, Marks) and s.legend.startswith("not confirmed")
    )
    assert [at.x for at in unsure.points] == [1]


def test_lines_of_a_campaigns_points_are_each_of_their_own_runs(store: Store) -> None:
    points = [
        {"rate": rate, "configuration": name}
        for name in ("old", "new")
        for rate in (2_000.0, 9_000.0, 20_000.0)
    ]
    campaign = stores.campaign_of(store, points)
    found = lines.gather_lines(making.report_request(store, campaign))
    assert [one.name for one in found] == ["new", "old"]
    assert all(
        [run.offered_rate for run in one.evidence.measured_runs] == [2_000.0, 9_000.0, 20_000.0]
        for one in found
    )
    page = making.page(store, campaign, report="load-line")
    assert (
        page.answer
        == "No load line was searched: these are 2 curves of Runs at fixed offered rates."
    )


def test_a_campaign_that_has_no_line_cannot_be_laid_over_others(store: Store) -> None:
    line = stores.search(store).confirm()
    grid = stores.campaign_of(store, [{}, {}])
    with pytest.raises(UsageError, match=rf"campaign {grid} has no load line to overlay"):
        making.page(store, line, grid, report="load-line")
    with pytest.raises(UsageError, match="covers one campaign, and 2 are named"):
        making.page(store, line, grid, report="runs")
    with pytest.raises(UsageError, match="is named twice"):
        making.page(store, line, line, report="load-line")


@pytest.mark.long
@pytest.mark.usefixtures("without_library")
def test_twelve_lines_are_drawn_and_no_two_share_dash_and_shape(store: Store) -> None:
    campaigns = [
        stores.search(store, target=f"/data/{n}", scale=1 + n / 7).confirm() for n in range(12)
    ]
    chart = charts(store, *campaigns)["lines"]
    panel = chart.panels[0]
    looks = list(
        zip(
            [s.dash for s in panel.series if isinstance(s, Line)],
            [
                s.shape
                for s in panel.series
                if isinstance(s, Marks) and s.legend.startswith("/data")
            ],
            strict=True,
        )
    )
    assert len(set(looks)) == 12
    # Too many for rules with names: each is marked on its line.
    assert not [s for s in panel.series if isinstance(s, RuleX)]
    assert (
        len([s for s in panel.series if isinstance(s, Marks) and s.legend.startswith("load line")])
        == 12
    )
    assert "/data/11" in html.document(making.page(store, *campaigns, report="load-line"))


def test_every_figure_of_the_final_hold_is_told_also_p95(store: Store) -> None:
    campaign = stores.search(store).confirm()
    chart = charts(store, campaign)["load-line"]
    assert {s.name for s in chart.panels[0].series if isinstance(s, Line)} == {
        "p99",
        "p95",
        "p50",
        "mean",
    }
    both = stores.search(
        store, objective="mean(response_time, all) <= 700us and p99(response_time, all) <= 1ms"
    ).confirm()
    bounds = [s for s in charts(store, both)["load-line"].panels[0].series if isinstance(s, RuleY)]
    assert [(rule.name, rule.y) for rule in bounds] == [
        ("objective mean <= 700 µs", 700e3),
        ("objective p99 <= 1 ms", 1e6),
    ]


def test_the_load_on_the_system_is_drawn_for_each_line_and_read_from_its_runs(store: Store) -> None:
    one, other = (
        stores.search(store).confirm(),
        stores.search(store, target="/data/b", scale=0.5).confirm(),
    )
    panels = {panel.title: panel for panel in charts(store, one, other)["lines"].panels}
    disk = panels["Disk busy, share of the time"]
    assert (disk.y.low, disk.y.high) == (0.0, 1.0)
    lines = [s for s in disk.series if isinstance(s, Line)]
    assert len({(line.name, line.dash) for line in lines}) == len(lines) == 2
    drawn = {at.run: at.y for s in disk.series if isinstance(s, Marks) for at in s.points}
    assert len(drawn) > 4
    for run, share in drawn.items():
        record = store.record(run) if run is not None else None
        assert record["system_load"]["disks"][-1]["utilisation"] == share
    processors = panels["Processors of the host, user, system and stolen, share of the time"]
    at = next(s for s in processors.series if isinstance(s, Marks)).points[0]
    record = store.record(at.run) if at.run is not None else None
    cpu = record["system_load"]["cpu"]
    assert at.y == pytest.approx(sum(cpu.get(key) or 0.0 for key in ("user", "system", "steal")))


def test_lines_on_the_virtual_clock_have_no_load_on_a_system(store: Store) -> None:
    for number, target in enumerate(("stack:a.toml", "stack:b.toml")):
        stores.search(store, target=target, scale=1.0 + number).confirm()
    bare = {run.id: store.record(run.id) for campaign in (1, 2) for run in store.runs(campaign)}
    assert all(record is not None and record["system_load"] is not None for record in bare.values())
    found = lines.gather_lines(ReportRequest(store, (1, 2)))
    drawn = curves.chart([strip(one.curve()) for one in found], achieved=True)
    assert [panel.title for panel in drawn.panels if "share of the time" in panel.title] == []


def strip(curve: curves.Curve) -> curves.Curve:
    """The same without any load on a system, as the virtual clock leaves it."""

    def bare(spot: curves.Spot) -> curves.Spot:
        return replace(spot, figures=replace(spot.figures, shares=system_load.Shares()))

    every, joined = (tuple(map(bare, part)) for part in (curve.spots, curve.joined))
    return replace(curve, spots=every, joined=joined, held=None)


def spots(*asked: tuple[float, str]) -> tuple[curves.Spot, ...]:
    """Runs at offered rates that ended so."""

    def figures(rate: float, number: int, ended: str) -> run_figures.RunFigures:
        return run_figures.of(records.of({**sample.record(rate, 1, number)[0], "outcome": ended}))

    return tuple(
        curves.Spot(n, rate, figures(rate, n, lost or "ok"), lost)
        for n, (rate, lost) in enumerate(asked, 1)
    )


def test_the_first_rate_not_carried_is_drawn_and_what_lies_beyond_told_by_outcome() -> None:
    every = spots(
        (5000.0, ""),
        (20_000.0, ""),
        (60_000.0, "generator_limited"),
        (120_000.0, "cannot_carry"),
        (130_000.0, "generator_limited"),
    )
    drawn = curves.chart([curves.Curve("4 KiB", "4 KiB", every, every[:2])])
    assert 60_000.0 < (drawn.x.high or 0.0) < 120_000.0
    lost = {at.run for s in drawn.panels[0].series if isinstance(s, Marks) for at in s.points} - {
        1,
        2,
    }
    assert lost == {3}
    # Run 3 and 5 say nothing about the target: nothing tells that it did not carry these rates.
    assert drawn.caption.endswith(
        "Beyond the right edge, in the table: 1 cannot carry, 1 generator limited."
    )


def test_a_run_far_beyond_what_was_carried_does_not_make_a_stump_of_the_curve() -> None:
    every = spots((1000.0, ""), (2000.0, ""), (90_000.0, "cannot_carry"))
    drawn = curves.chart([curves.Curve("a", "a", every, every[:2])])
    assert drawn.x.high == pytest.approx(2200.0)


def test_what_was_not_carried_has_the_shape_of_its_outcome_in_every_panel() -> None:
    every = spots((5000.0, ""), (6000.0, "cannot_carry"))
    drawn = curves.chart([curves.Curve("a", "a", every, every[:1])], achieved=True)
    assert drawn is not None
    seen = 0
    for panel in drawn.panels:
        of = {at.run: s.shape for s in panel.series if isinstance(s, Marks) for at in s.points}
        assert (of[2], of[1]) == ("hollow triangle", "dot")
        seen += 1
    assert seen >= 3
