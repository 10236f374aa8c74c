"""The report of a grid: its figures are the store's, percentiles are merged and never averaged,
nothing that failed or is missing is left out."""

import itertools
import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from plimsoll.base import language
from plimsoll.report import first_screen
from plimsoll.report.describe import Bars, Chart, Heat, Line, Marks, Page, RuleY, Table
from plimsoll.report.evidence import properties
from plimsoll.store import Reason, Store
from tests import stores

from . import answers, making, sample
from .conftest import page_text


def charts(page: Page, begins: str) -> list[Chart]:
    return [s for s in page.sections if isinstance(s, Chart) and s.name.startswith(begins)]


def table(page: Page, begins: str) -> list[dict[str, str]]:
    found = next(s for s in page.sections if isinstance(s, Table) and s.title.startswith(begins))
    labels = [column.label for column in found.columns]
    return [dict(zip(labels, row, strict=True)) for row in found.rows]


def achieved_rates(store: Store) -> dict[tuple[str, int, float], list[float]]:
    """Achieved rates by target, block size and read %, read with nothing of Plimsoll's."""
    found: dict[tuple[str, int, float], list[float]] = {}
    with sqlite3.connect(store.path) as connection:
        for text, rate in connection.execute(
            "SELECT spec, achieved_rate_per_s FROM run WHERE outcome = 'ok' ORDER BY id"
        ):
            spec = json.loads(text)
            work = spec["workload"]
            key = (
                spec["target"]["name"].removeprefix("/dev/"),
                work["block_size_bytes"],
                work["read_percent"],
            )
            found.setdefault(key, []).append(rate)
    return found


def cells(page: Page, panel: str) -> dict[tuple[str, str, str], Any]:
    """The cells of a heat map by target, block size and read %."""
    found = {}
    for chart in charts(page, "heat"):
        target = dict(chart.where)["target"]
        one = next(p for p in chart.panels if p.title.startswith(panel))
        heat = next(s for s in one.series if isinstance(s, Heat))
        for cell in heat.cells:
            x, y = round((cell.x + cell.x_to) / 2), round((cell.y + cell.y_to) / 2)
            found[target, chart.x.categories[x], one.y.categories[y]] = cell
    return found


def marks(page: Page, panel: str) -> dict[tuple[str, str, str], Any]:
    """The marks of the compared targets by target, block size and read %."""
    found = {}
    for chart in charts(page, "bars"):
        read = dict(chart.where)["read %"]
        one = next(p for p in chart.panels if p.title.startswith(panel))
        for series in (s for s in one.series if isinstance(s, Marks)):
            for at in series.points:
                size = next(n for n, bytes_ in stores.SIZES.items() if bytes_ == at.x)
                target = series.legend.partition(":")[0]
                found[target, stores.SIZE_NAMES[size], read] = (at, series.legend)
    return found


MIXES = {100.0: "all reads", 30.0: "30 % read"}


def test_cells_bars_and_tables_have_the_rates_of_the_store_with_their_spread(store: Store) -> None:
    page = making.page(store, stores.grid(store, repeats=2).measure_all().finish())
    assert page.report == "grid"
    heat, drawn = cells(page, "Achieved rate"), marks(page, "Achieved rate")
    rows = table(page, "Every question")
    truth = achieved_rates(store)
    assert len(truth) == len(heat) == len(drawn) == len(rows) == 12
    for (target, size, read), rates in truth.items():
        mean = sum(rates) / len(rates)
        key = (
            target,
            next(stores.SIZE_NAMES[n] for n, b in stores.SIZES.items() if b == size),
            MIXES[read],
        )
        assert heat[key].value == pytest.approx(mean, rel=1e-12)
        at, legend = drawn[key]
        assert (at.y, at.low, at.high) == (pytest.approx(mean, rel=1e-12), min(rates), max(rates))
        row = next(r for r in rows if (r["Target"], r["Block size"], r["Read %"]) == key)
        spread = f"({min(rates):,.0f} .. {max(rates):,.0f})"
        assert row["Achieved rate, IOPS"] == f"{mean:,.0f} {spread}"
        assert dict(at.hover)["Achieved rate"] == f"{mean:,.0f} IOPS"
        assert (legend, row["Repeats"], row["n"]) == (target, "2 of 2", "4,000")


def test_the_comparison_has_both_side_by_side_with_the_ratio(store: Store) -> None:
    page = making.page(store, stores.grid(store).measure_all().finish())
    truth = achieved_rates(store)
    rows = table(page, "Targets compared")
    assert len(rows) == 6
    for row in rows:
        size = next(
            stores.SIZES[n] for n, words in stores.SIZE_NAMES.items() if words == row["Block size"]
        )
        read = next(r for r, words in MIXES.items() if words == row["Read %"])
        (before,), (after,) = truth["before", size, read], truth["after", size, read]
        assert row["IOPS: before"] == f"{before:,.0f}"
        assert row["IOPS: after"] == f"{after:,.0f}"
        assert row["Ratio: after / before"] == f"{after / before:.3g}"
        assert row["Bytes/s: before"].endswith("MiB/s")
    assert "before: 320 (1 MiB, 30 % read) to 8,000 (4 KiB, all reads)" in page.answer
    assert "after: 160 (1 MiB, 30 % read) to 4,000 (4 KiB, all reads)" in page.answer


def test_the_same_question_of_both_targets_is_joined_above_its_block_size(store: Store) -> None:
    page = making.page(store, stores.grid(store).measure_all().finish())
    drawn = marks(page, "Achieved rate")
    for chart in charts(page, "bars"):
        read = dict(chart.where)["read %"]
        lines = [s for s in chart.panels[0].series if isinstance(s, Line)]
        ends = [
            (float(stores.SIZES[size]), drawn[target, words, read][0].y)
            for size, words in stores.SIZE_NAMES.items()
            for target in ("after", "before")
        ]
        upright = [(at.x, at.y) for at in lines[0].points if at.y == at.y]
        assert upright == ends
        assert [[(at.x, at.y) for at in line.points] for line in lines[1:]] == [
            ends[1::2],
            ends[::2],
        ]


def test_the_first_screen_says_what_the_changed_target_does(tmp_path: Path) -> None:
    # What Runs lose with time is taken out of a comparison by their moments: here one a second.
    moments = itertools.count(1_790_000_000 * 10**9, 10**9)
    with Store.open(tmp_path / "s.db", wall_ns=moments.__next__) as store:
        first = making.page(store, stores.grid(store, repeats=3).measure_all().finish()).first
    assert first.headline == "After: 50 % fewer IOPS than before."
    assert (first.number.value, first.number.basis) == ("50 %", "after against before, 6 pairs")


def test_a_headline_with_many_values_counts_them_and_is_not_cut(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, after = "before the change of the policy", "after the change of the policy"
    monkeypatch.setattr(stores, "READS", (100.0, 90.0, 80.0, 70.0, 60.0, 30.0))
    # Only reads of 30 % stay as they were.
    monkeypatch.setattr(
        stores,
        "grid_rate",
        lambda target, size, read, repeat: (
            (4000.0 if target == after and read > 30 else 8000.0) * (1 + 0.02 * (repeat - 1))
        ),
    )
    moments = itertools.count(1_790_000_000 * 10**9, 10**9)
    with Store.open(tmp_path / "s.db", wall_ns=moments.__next__) as store:
        campaign = stores.grid(store, targets=(before, after), repeats=3).measure_all().finish()
        first = making.page(store, campaign).first
    assert first.headline == ("After the change of the policy: 50 % fewer IOPS in 15 of 18 pairs.")


def test_a_percentile_of_repeats_is_that_of_their_operations_together_and_no_average(
    store: Store,
) -> None:
    pytest.importorskip("plimsoll._native")
    page = making.page(store, stores.grid(store, repeats=2).measure_all().finish())
    both = sorted([*stores.grid_times("4k", 1), *stores.grid_times("4k", 2)])
    merged = both[int(len(both) * 0.99)]
    average = sum(sorted(stores.grid_times("4k", r))[int(2000 * 0.99)] for r in (1, 2)) / 2
    cell = cells(page, "p99 response time")["before", "4 KiB", "all reads"]
    assert cell.value == pytest.approx(merged, rel=0.002)
    assert abs(average / merged - 1) > 0.3


def test_without_distributions_each_repeat_has_its_own_percentile(store: Store) -> None:
    page = making.page(
        store, stores.grid(store, repeats=2).measure_all(distribution=False).finish()
    )
    cell = cells(page, "p99 response time")["before", "4 KiB", "all reads"]
    first, second = cell.text.split(" / ")
    assert (first, second) == ("1.49 ms", "7.45 ms")


def test_what_failed_or_is_missing_has_its_place_and_its_reason_in_words(store: Store) -> None:
    campaign = stores.grid(store)
    points = campaign.points
    stopped, failed, skipped, unasked, *others = points
    for point in others:
        campaign.measure(point)
    campaign.measure(stopped, outcome="not_steady")
    store.plans.start(failed.id)
    store.plans.fail(failed.id, Reason("error", {"exit_code": 74, "error": "the export went away"}))
    store.plans.skip(skipped.id, Reason("error", {"exit_code": 74, "error": "the time was up"}))
    page = making.page(store, campaign.number)
    heat, drawn = cells(page, "Achieved rate"), marks(page, "Achieved rate")
    assert len(heat) == len(points)
    wanted = {
        stopped.id: "not steady",
        failed.id: "failed",
        skipped.id: "skipped",
        unasked.id: "not run yet",
    }
    for point in points:
        key = (
            point.target["name"],
            stores.SIZE_NAMES[point.workload["block_size"]],
            MIXES[point.workload["read"]],
        )
        mark = wanted.get(point.id, "")
        assert heat[key].marked == mark
        # Without a figure there is no mark, for it would stand where nothing was measured.
        measured = mark in ("", "not steady")
        assert (key in drawn) == measured
        if measured:
            assert drawn[key][0].y == heat[key].value
            assert drawn[key][1].partition(": ")[2] == mark
    for words in wanted.values():
        assert words in page.answer
    assert "8 of 12 Points ended ok so far; 3 did not: " in page.answer
    assert page.answer.endswith("; 1 not run yet.")
    told = " ".join(page.because) + str(table(page, "Every Point"))
    assert "the export went away" in told
    assert "the time was up" in told
    # A Run that does not count is neither the lowest nor the highest.
    assert stopped.workload == {"block_size": "4k", "read": 100.0}
    assert "8,000" not in page.answer


@pytest.mark.long
def test_a_repeat_that_does_not_count_is_told_and_stays_out_of_the_figures(store: Store) -> None:
    campaign = stores.grid(store, repeats=2)
    *others, last = campaign.points
    for point in others:
        campaign.measure(point)
    campaign.measure(last, outcome="failed", achieved=1.0)
    key = (
        last.target["name"],
        stores.SIZE_NAMES[last.workload["block_size"]],
        MIXES[last.workload["read"]],
    )
    page = making.page(store, campaign.number)
    cell, (at, legend) = cells(page, "Achieved rate")[key], marks(page, "Achieved rate")[key]
    only = stores.grid_rate(
        last.target["name"], last.workload["block_size"], last.workload["read"], 1
    )
    assert (cell.value, at.y, cell.marked) == (only, only, "1 of 2 failed")
    assert legend.endswith(": 1 of 2 failed")
    assert "23 of 24 Points ended ok; 1 did not: 1 failed." in page.answer


def test_the_objective_is_a_named_line_and_the_points_that_keep_it_are_counted(
    store: Store,
) -> None:
    page = making.page(
        store,
        stores.grid(store, objective="mean(response_time, all) <= 20ms").measure_all().finish(),
    )
    for chart in charts(page, "bars"):
        rules = {
            s.name: s.y
            for p in chart.panels
            if p.title.startswith("Mean")
            for s in p.series
            if isinstance(s, RuleY)
        }
        assert rules == {"objective mean <= 20 ms": 20e6}
    # 1 MiB takes some 90 ms, in two targets and two mixes.
    assert "8 of 12 Points meet mean response time <= 20 ms: 4 miss it." in " ".join(page.because)
    assert {r["Block size"] for r in table(page, "Every Point") if r["Objective"] == "missed"} == {
        "1 MiB"
    }


def test_levels_of_a_promise_are_named_lines(store: Store) -> None:
    promise = {"name": "saturated", "objective": "mean", "ideal": "20ms", "tolerable": "100ms"}
    spec = {"promise": {"target": "stack:any.toml", "promise": [promise]}}
    campaign = stores.campaign(store, "check", spec=spec)
    for size in stores.SIZES:
        asked = {"block_size": size, "read": 30, "target": "x"}
        made = stores.point_record(asked, 500.0, stores.grid_times(size, 1))
        campaign.run("run", made, distribution=True)
    answered = answers.promise("8 hosts", "kept", "so")
    campaign.finish(answers.check("kept", "all are kept", answered))
    page = making.page(store, campaign.number, report="grid")
    (chart,) = charts(page, "bars")
    lines = {s.name: s.y for p in chart.panels for s in p.series if isinstance(s, RuleY)}
    assert lines == {
        "8 hosts (at least 4,000)": 4000.0,
        "ideal mean <= 20 ms": 20e6,
        "tolerable mean <= 100 ms": 100e6,
    }
    assert page.answer.startswith("Kept: ")


def test_runs_of_a_check_at_different_offered_rates_are_no_repeats(store: Store) -> None:
    campaign = stores.campaign(store, "check")
    for offered in (500.0, 4000.0):
        for size in ("4k", "64k"):
            spec = {"block_size": size, "read": 30, "target": "x"}
            times = stores.grid_times(size, 1)
            made = stores.point_record(spec, offered, times, offered=offered)
            campaign.run("run", made, distribution=True)
    rows = table(making.page(store, campaign.number, report="grid"), "Every Point")
    assert sorted(r["Achieved rate, IOPS"] for r in rows) == ["4,000", "4,000", "500", "500"]


@pytest.mark.long
def test_of_load_lines_the_interval_is_drawn_and_one_that_was_not_held_is_marked(
    store: Store,
) -> None:
    campaign = stores.grid(
        store, strategy="load_line", objective=sample.OBJECTIVE, targets=("only",)
    )
    points = campaign.points
    for number, point in enumerate(points):
        low = 1000.0 * (number + 1)
        made = stores.point_record(
            {**point.workload, "target": "/dev/only"},
            low,
            stores.grid_times("4k", 1),
            verdict="pass",
            offered=low,
        )
        line = answers.line(
            low=low, high=low * 1.1, low_confirmed=number != 0, objective=sample.OBJECTIVE
        )
        result = answers.find(line, maximum=answers.maximum(rate_per_s=low * 1.5))
        campaign.answer(point, made, role="hold_low", distribution=True, result=result)
    page = making.page(store, campaign.number, report="grid")
    first, *others = points
    drawn = {}
    for chart in charts(page, "bars"):
        for series in (s for s in chart.panels[0].series if isinstance(s, Bars)):
            for at, told in zip(series.points, series.told, strict=True):
                drawn[chart.x.categories[int(at.x)], series.name] = (at, told)
    for number, point in enumerate(points):
        at, told = drawn[
            stores.SIZE_NAMES[point.workload["block_size"]], MIXES[point.workload["read"]]
        ]
        assert (at.y, at.low, at.high) == (
            1000.0 * (number + 1),
            1000.0 * (number + 1),
            pytest.approx(1100.0 * (number + 1)),
        )
        assert ("not confirmed" in told) == (point.id == first.id)
    assert (
        f"{len(others)} of {len(points)} Points ended ok; 1 did not: 1 not confirmed by a hold."
        in page.answer
    )
    assert "5 load lines, from 2,000 to 6,000 IOPS" in page.answer


@pytest.mark.parametrize(
    ("counts", "across", "down", "compared", "rest"),
    [
        (
            {"target": 2, "operations": 4, "block size": 6},
            "block size",
            "operations",
            "target",
            ("target",),
        ),
        ({"block size": 3, "read %": 11, "workers": 4}, "block size", "read %", "", ("workers",)),
        ({"target": 2, "queue depth": 6}, "queue depth", "target", "target", ()),
        (
            {"target": 4, "workers": 4, "queue depth": 2},
            "workers",
            "queue depth",
            "target",
            ("target",),
        ),
        (
            {"target": 2, "block size": 9, "read %": 2},
            "block size",
            "read %",
            "target",
            ("target",),
        ),
        (
            {"configuration": 2, "target": 2, "block size": 3},
            "block size",
            "configuration",
            "configuration",
            ("target",),
        ),
        ({"block size": 3}, "block size", "", "", ()),
        ({"target": 3}, "target", "", "", ()),
    ],
)
def test_the_axes_of_the_founding_needs(
    counts: dict[str, int], across: str, down: str, compared: str, rest: tuple[str, ...]
) -> None:
    assert properties.axes(counts) == properties.Axes(across, down, compared, rest)


def test_every_chart_can_be_chosen_and_every_row_is_of_a_run_of_the_store(store: Store) -> None:
    page = making.page(store, stores.grid(store, repeats=2).measure_all().finish())
    offered = {slicer.name: set(slicer.values) for slicer in page.slicers}
    # What is compared is seen side by side; of the rest one at a time.
    assert [slicer.name for slicer in page.slicers if slicer.one] == ["read %"]
    for chart in charts(page, ""):
        assert all(value in offered[name] for name, value in chart.where)
    runs = {row.id for row in store.runs(1)}
    for section in page.sections:
        if isinstance(section, Table) and section.runs:
            assert len(section.runs) == len(section.rows)
            assert set(section.runs) - {None} <= runs


def test_levels_that_the_campaigns_file_names_are_drawn(store: Store) -> None:
    levels = {"ideal": "mean <= 20ms", "slow": "p99.9 <= 1s", "hosts": "rate >= 4,000"}
    page = making.page(store, stores.grid(store, levels=levels).measure_all().number)
    for chart in charts(page, "bars"):
        lines = {
            (p.title.split(",")[0], s.name): s.y
            for p in chart.panels
            for s in p.series
            if isinstance(s, RuleY)
        }
        assert lines == {
            ("Achieved rate", "hosts: rate >= 4,000"): 4000.0,
            ("Mean response time", "ideal: mean <= 20ms"): 20e6,
            ("p99.9 response time", "slow: p99.9 <= 1s"): 1e9,
        }


MANY_LEVELS = {
    "a first level with a name": "mean <= 1ms",
    "a second one that is long": "mean <= 2ms",
    "and a third": "rate >= 9000",
}


@pytest.mark.parametrize("code", language.LANGUAGES)
def test_a_headline_of_many_levels_is_never_cut(store: Store, code: str) -> None:
    number = stores.grid(store, levels=MANY_LEVELS).measure_all().finish()
    with language.writing(code):
        first = first_screen.of(making.report_request(store, number))
        assert "…" not in first.headline
        # What a short headline leaves out stands in a row.
        said = " ".join([first.headline, *(value for _, value in first.rows)])
        assert all(name in said for name in MANY_LEVELS)


@pytest.mark.parametrize("code", language.LANGUAGES)
def test_the_headline_of_a_grid_is_not_said_again_in_a_row(store: Store, code: str) -> None:
    number = stores.grid(store, objective=sample.OBJECTIVE).measure_all().finish()
    with language.writing(code):
        request = making.report_request(store, number)
        first = first_screen.of(request)
        assert request.evidence.brief_objective_words in first.headline
        values = [value for _, value in first.rows]
        assert request.evidence.objective_words not in values
        assert not any(value in first.headline for value in values)


def test_a_heat_map_opens_with_every_row_and_is_dark_where_little_is_on_a_dark_page(
    store: Store, tmp_path: Path, reader: Callable[..., Any]
) -> None:
    text = page_text(store, stores.grid(store).measure_all().finish(), tmp_path / "r.html")
    assert "data-free" in text
    page = reader(tmp_path / "r.html", color_scheme="dark").page
    first = page.locator("#heat-0-0 .mark-rect.inverts > *").first
    page.locator("[id^=heat-]").first.scroll_into_view_if_needed()
    first.wait_for(state="attached")
    seen = (
        "[...document.querySelectorAll('#heat-0-0 .mark-rect.inverts > *')].map(one =>"
        " getComputedStyle(one).visibility)"
    )
    # Read % is chosen one at a time, and stands on an axis here: all of it is shown.
    assert page.evaluate(seen) == ["visible"] * 6
    other = page.locator("[role=radio][aria-checked=false], [aria-checked=false]").first
    other.click()
    assert page.evaluate(seen) == ["visible"] * 6
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme)
        filtered = page.evaluate(
            "getComputedStyle(document.querySelector('#heat-0-0 .mark-rect.inverts')).filter"
        )
        assert (filtered == "none") == (scheme == "light")
