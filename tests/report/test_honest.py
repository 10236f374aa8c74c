"""Figures that would flatter are not shown as if they held: unconfirmed ends, lower bounds, the
page cache, rates not carried."""

from typing import Any

import pytest

from plimsoll.report.describe import Bars, Chart, Facts, Figure, Marks, Note, Page, RuleX
from plimsoll.report.evidence import figures
from plimsoll.report.evidence import points as campaign_points
from plimsoll.report.evidence.evidence import gather
from plimsoll.report.grid import charts as grid_charts
from plimsoll.store import Store
from tests import stores

from . import answers, making, sample


def rules(page: Page) -> list[str]:
    chart = next(one for one in page.sections if isinstance(one, Chart))
    return [one.name for one in chart.panels[0].series if isinstance(one, RuleX)]


def figure(page: Page, name: str) -> Figure | None:
    return next((one for one in page.figures if one.name == name), None)


@pytest.mark.parametrize("report", ["load-line", "summary"])
def test_a_rate_that_no_hold_confirmed_is_no_line_in_any_figure_or_chart(
    store: Store, report: str
) -> None:
    page = making.page(
        store, stores.search(store).confirm(line={"low_confirmed": False}), report=report
    )
    assert figure(page, "Load line") is None
    passed = figure(page, "Probes passed up to")
    assert passed.basis == "no load line: no hold confirmed it"
    assert not any(name.startswith("load line") for name in rules(page))
    assert any(name.startswith("no confirmed line") for name in rules(page))
    assert not any("Held for" in one for one in page.because)


@pytest.mark.parametrize("report", ["load-line", "summary"])
def test_an_upper_end_that_rests_on_probes_is_no_interval(store: Store, report: str) -> None:
    page = making.page(
        store, stores.search(store).confirm(line={"high_confirmed": False}), report=report
    )
    assert "at least 25,400" in page.answer
    assert "no hold confirmed that end" in page.answer
    assert ".." not in page.answer
    assert "load line 25,400" in rules(page)
    line = figure(page, "Load line")
    assert line.basis.endswith("by probes alone")


def test_runs_that_missed_at_or_below_the_rate_to_plan_with_are_counted(store: Store) -> None:
    def one(rate: float, verdict: str) -> dict[str, Any]:
        return answers.probe(rate, verdict=verdict)

    probes = [one(20_000.0, "pass"), one(24_000.0, "fail"), one(25_000.0, "undecided")]
    # A light load that was asked for nothing is no Run that met the objective.
    probes.append({**one(2_500.0, "pass"), "estimates": []})
    above = one(26_000.0, "fail")
    for given, said in (([*probes, above], "1 of 2 Runs missed"), ([probes[0], above], None)):
        campaign = stores.search(store).confirm(probes=given)
        answer = making.page(store, campaign, report="summary").answer
        assert (said in answer) if said else ("Runs missed" not in answer), answer


def test_whoever_signs_reads_that_the_page_cache_answered(store: Store) -> None:
    events = [
        {"kind": "late", "rate_per_s": 1.0, "words": "we were late", "figures": {}},
        {
            "kind": "cached",
            "rate_per_s": None,
            "words": "the page cache answered: the figures describe the cache",
            "figures": {},
        },
    ]
    page = making.page(store, stores.search(store).confirm(events=events), report="summary")
    assert page.answer.startswith("The page cache, not the storage")
    assert page.verdict.endswith("from the page cache")
    assert page.because[0].startswith("The page cache answered")
    assert page.because[-1].startswith("1 remark on steps")


@pytest.mark.long
def test_a_maximum_of_the_generator_is_a_lower_bound_wherever_it_stands(store: Store) -> None:
    top = answers.maximum(rate_per_s=30_000.0, lower_bound=True)
    first = stores.search(store, target="/data/a").confirm(maximum=top)
    alone = making.page(store, first, report="load-line")
    assert "maximum ≥ 30,000" in rules(alone)
    assert figure(alone, "Maximum").value == "≥ 30,000 IOPS"
    second = stores.search(store, target="/data/b", seed=3).confirm()
    both = making.page(store, first, second, report="load-line")
    drawn = next(one for one in both.sections if isinstance(one, Chart) and one.name == "rates")
    marks = {one.legend: one.points for one in drawn.panels[0].series if isinstance(one, Marks)}
    bound = next(points for legend, points in marks.items() if legend.startswith("at least this"))
    assert [at.y for at in bound] == [30_000.0]
    assert [
        at.y for at in next(p for legend, p in marks.items() if legend.startswith("maximum"))
    ] == [sample.CAPACITY]


def test_every_objective_has_its_figure_and_one_that_was_missed_says_so(store: Store) -> None:
    both = "mean(response_time, all) <= 1ms and p99(response_time, all) <= 3ms"
    page = making.page(store, stores.search(store, objective=both).confirm(), report="load-line")
    assert figure(page, "mean response time") is not None
    assert figure(page, "p99 response time") is not None
    # Without a hold that passed the figure is of one that did not, and it says so.
    lost = (
        stores.campaign(store, "find", objective=sample.OBJECTIVE)
        .run("hold_low", sample.record(33_000.0, 3, 9))
        .finish(answers.find(answers.line(objective=sample.OBJECTIVE)))
    )
    told = figure(making.page(store, lost, report="load-line"), "p99 response time")
    assert "cannot carry" in told.basis
    assert "the objective was missed" in told.basis


def test_a_rate_that_was_not_carried_misses_the_objective(store: Store) -> None:
    made = stores.grid(store, objective="p99(response_time, all) <= 1s")
    points = made.points
    for number, point in enumerate(points):
        made.measure(point, outcome="cannot_carry" if number == 0 else "ok")
        # As a campaign keeps it: that a rate was not carried is an answer.
        store.plans.finish(point.id, stands=True, result=None)
    campaign = made.finish({"points": {"finished": len(points)}})
    evidence = gather(store, campaign)
    met = [
        figures.meets_objective(store, evidence, place)
        for place in campaign_points.gather(evidence).all
    ]
    assert (met.count(False), met.count(None), met.count(True)) == (1, 0, len(points) - 1)
    page = making.page(store, campaign, report="summary")
    assert page.verdict.endswith("(1 could not carry the offered rate)")


def test_a_figure_that_is_only_a_lower_bound_does_not_meet_an_objective(store: Store) -> None:
    campaign = stores.grid(store, objective="p99(response_time, all) <= 1s").measure_all().finish()
    evidence = gather(store, campaign)
    place = campaign_points.gather(evidence).all[0]
    assert figures.meets_objective(store, evidence, place) is True
    place.repeats[0].run.record["all"]["response_time_ns"]["at_least"] = ["p99"]
    place.figures.clear()
    assert figures.meets_objective(store, evidence, place) is None


def test_no_bar_stands_on_a_log_scale(store: Store) -> None:
    campaign = stores.grid(store)
    for number, point in enumerate(campaign.points):
        campaign.measure(point, outcome="not_steady" if number == 1 else "ok")
    found = campaign_points.gather(gather(store, campaign.number))
    measures = (figures.rate(found), figures.response(store, "mean"))
    charts = grid_charts.bars(found, measures, ())
    panels = [panel for chart in charts for panel in chart.panels]
    assert {panel.y.log for panel in panels} == {True, False}
    for panel in panels:
        assert panel.y.log or panel.y.low == 0
        assert not (panel.y.log and any(isinstance(one, Bars) for one in panel.series))
    marked = [
        one
        for p in panels
        if p.y.log
        for one in p.series
        if isinstance(one, Marks) and "not steady" in one.legend
    ]
    assert [len(one.points) for one in marked] == [1]
    # Each place once, at its own value.
    told = sorted(
        at.y
        for p in panels
        if p.y.log
        for one in p.series
        if isinstance(one, Marks)
        for at in one.points
    )
    values = [value.value for place in found.all if (value := measures[1].read(place)) is not None]
    assert told == sorted(values)


def test_curves_of_a_comparison_are_of_one_workload_each(store: Store) -> None:
    questions = (
        (
            {"name": name, "path": f"/dev/{name}"},
            {"block_size": size, "read": 100.0},
            {"rate": rate},
        )
        for name in ("old", "new")
        for size in ("4k", "64k")
        for rate in (1000.0, 2000.0, 3000.0)
    )
    campaign = stores.plan(store, questions, spec={"target": [{"name": "old"}, {"name": "new"}]})
    sizes: dict[int, str] = {}
    for point in campaign.points:
        size, rate = point.workload["block_size"], point.load["rate"]
        asked = {"block_size": size, "read": 100.0, "target": point.target["path"]}
        made = stores.point_record(asked, rate, stores.grid_times(size, 1), offered=rate)
        campaign.answer(point, made, distribution=True)
        sizes[campaign.runs[-1]] = stores.SIZE_NAMES[size]
    page = making.page(store, campaign.finish(), report="compare")
    drawn = [
        one for one in page.sections if isinstance(one, Chart) and one.name.startswith("overlay")
    ]
    assert len(drawn) == 2
    for chart in drawn:
        runs = {
            at.run
            for panel in chart.panels
            for one in panel.series
            if isinstance(one, Marks)
            for at in one.points
        }
        of = {sizes[run] for run in runs if run is not None}
        assert len(of) == 1
        assert of.pop() in chart.title


def test_runs_of_two_machines_are_never_told_under_the_name_of_one(store: Store) -> None:
    campaigns = []
    for seed, name in enumerate(("rack7-node3", "rack9-node1")):
        made = stores.campaign(store, "find", objective=sample.OBJECTIVE)
        for role, rate in (("maximum", None), ("probe", 15_000.0), ("hold_low", sample.LINE)):
            record, times = sample.record(
                rate, 3, seed + 7, target=f"/data/{seed}", verdict="pass" if rate else None
            )
            record["host"] |= {"hostname": name}
            made.run(role, (record, times))
        campaigns.append(made.finish(sample.result()))
    page = making.page(store, *campaigns, report="load-line")
    conditions = next(
        one for one in page.sections if isinstance(one, Facts) and one.title == "Conditions"
    )
    machine = dict(conditions.items)["Machine"]
    assert "rack7-node3" in machine
    assert "rack9-node1" in machine
    assert any(one.startswith("Different machine: ") for one in page.because)


@pytest.mark.long
def test_whoever_signs_reads_that_it_was_a_simulation_and_what_else_differs(store: Store) -> None:
    campaign = (
        stores.campaign(store, "find", objective=sample.OBJECTIVE)
        .run("hold_low", sample.record(sample.LINE, 3, 9, virtual=True))
        .finish(sample.result())
    )
    assert making.page(store, campaign, report="summary").because[0].startswith("A simulation")
    grid = stores.grid(store, repeats=2)
    for point in grid.points:
        workers = 24 if point.target["name"] == "after" else 2
        point = point._replace(load={**point.load, "workers": workers})  # noqa: PLW2901
        grid.measure(point)
    page = making.page(store, grid.number, report="summary")
    # Which is which: the number of the one may well explain its rate.
    assert "Also different: workers: 2 (before), 24 (after)." in page.because
    assert not any(one.startswith("A simulation") for one in page.because)


def test_what_has_no_figure_never_looks_like_what_was_not_carried(store: Store) -> None:
    campaign = stores.grid(store)
    ended = {1: "not_steady", 2: "cannot_carry", 3: "generator_limited"}
    for number, point in enumerate(campaign.points):
        campaign.measure(point, outcome=ended.get(number, "ok"))
    found = campaign_points.gather(gather(store, campaign.number))
    # An ok Run of which the figure cannot be told stands beside Runs that are not ok.
    first = next(place for place in found.all if not place.mark)
    told = figures.response(store, "mean")
    short = figures.Measure(
        told.name, told.unit, lambda place: None if place is first else told.read(place)
    )
    shapes: dict[str, set[str]] = {}
    notes: list[Note] = []
    for chart in grid_charts.bars(found, (figures.rate(found), short), ()):
        notes += chart.notes
        for series in (
            one
            for panel in chart.panels
            if panel.y.log
            for one in panel.series
            if isinstance(one, Marks)
        ):
            for words in ("too few operations", "not steady", "cannot carry", "generator limited"):
                if words in series.legend:
                    shapes.setdefault(words, set()).add(series.shape)
    assert shapes.keys() == {"not steady", "cannot carry", "generator limited"}
    assert any("no figure for 1 of" in note.text and "too few" in note.text for note in notes)
    assert len(set.union(*shapes.values())) == 3
