"""What every report owes of every campaign: it fits or says why not; where it fits, building it
never fails, and what it says can be drawn."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from plimsoll.base.errors import UsageError
from plimsoll.report import registry
from plimsoll.report.describe import Chart, Figure, Table
from plimsoll.report.forms import xlsx
from plimsoll.store import Reason, Store
from tests import stores

from . import answers, making, sample
from .office import is_sound

pytestmark = pytest.mark.long


def demo(store: Store) -> int:
    return stores.demo(store)


def search_on_the_virtual_clock(store: Store) -> int:
    return stores.demo(store, virtual=True)


def search_without_an_end(store: Store) -> int:
    return stores.demo(store, finish=False)


def one_run(store: Store) -> int:
    return stores.campaign(store, "run").run("run", sample.record(None, 2, 1)).finish()


def nothing_at_all(store: Store) -> int:
    return stores.campaign(store, "find").number


def an_interrupted_run(store: Store) -> int:
    intervals = sample.record(9_000.0, 3, 1)[0]["intervals"]
    return stores.campaign(store, "run").abandon("run", intervals).number


def grid(store: Store) -> int:
    return (
        stores.grid(store, repeats=2, objective="mean(response_time, all) <= 20ms")
        .measure_all()
        .finish()
    )


def grid_without_runs(store: Store) -> int:
    return stores.grid(store).number


def grid_of_failures(store: Store) -> int:
    return stores.grid(store).measure_all(outcome="failed").number


def grid_that_lost_everything(store: Store) -> int:
    campaign = stores.grid(store)
    for point in campaign.points:
        store.plans.start(point.id)
        store.plans.fail(point.id, Reason("error", {"exit_code": 74, "error": "no such device"}))
    return campaign.number


def plan_without_points(store: Store) -> int:
    return stores.campaign(store, "campaign", spec={"campaign": {"name": "none"}}, points=[]).number


def maxima(store: Store) -> int:
    campaign = stores.grid(store, strategy="maximum")
    for number, point in enumerate(campaign.points):
        made = stores.point_record(
            {**point.workload, "target": "/dev/x"}, 500.0, stores.grid_times("4k", 1)
        )
        campaign.answer(point, made, role="maximum", distribution=True)
        rate = 500.0 + number
        asked = {"queue_depth": 32, "workers": 2, "run_id": campaign.runs[-1]}
        probe = answers.probe(rate, achieved_rate_per_s=rate, **asked)
        result = {
            "rate_per_s": 500.0 + number,
            "queue_depth": 32,
            "workers": 2,
            "lower_bound": number == 1,
            "probes": [probe],
        }
        store.plans.finish(point.id, stands=True, result=result)
    return campaign.number


def lines(store: Store) -> int:
    campaign = stores.grid(store, strategy="load_line", objective=sample.OBJECTIVE)
    for number, point in enumerate(campaign.points):
        store.plans.start(point.id)
        low = None if number == 0 else 900.0
        line = answers.line(
            low=low, high=None if number == 1 else 950.0, objective=sample.OBJECTIVE
        )
        store.plans.finish(point.id, stands=low is not None, result=answers.find(line))
    return campaign.number


def limits(store: Store) -> int:
    campaign = stores.campaign(store, "limits")
    for size in stores.SIZES:
        spec = {"block_size": size, "read": 100, "target": "x"}
        made = stores.point_record(spec, 900.0, stores.grid_times(size, 1))
        campaign.run("limit", made, distribution=True)
    return campaign.finish(answers.limits())


def check(store: Store) -> int:
    spec = {"block_size": "4k", "read": 100, "target": "x"}
    made = stores.point_record(spec, 900.0, stores.grid_times("4k", 1))
    campaign = stores.campaign(store, "check").run("check", made, distribution=True)
    return campaign.finish(answers.check("kept", "it is"))


def rates_beside_a_search(store: Store) -> int:
    campaign = stores.campaign(store, "grid", objective=sample.OBJECTIVE)
    for rate in (5_000.0, 10_000.0, 20_000.0):
        campaign.run("grid", sample.record(rate, 2, 1))
    return campaign.number


CAMPAIGNS: tuple[Callable[[Store], int], ...] = (
    demo,
    search_on_the_virtual_clock,
    search_without_an_end,
    one_run,
    nothing_at_all,
    an_interrupted_run,
    grid,
    grid_without_runs,
    grid_of_failures,
    grid_that_lost_everything,
    plan_without_points,
    maxima,
    lines,
    limits,
    check,
    rates_beside_a_search,
)


@pytest.mark.parametrize("made", CAMPAIGNS, ids=lambda made: made.__name__)
def test_every_report_fits_and_is_built_or_says_why_not(
    store: Store, made: Callable[[Store], int]
) -> None:
    campaign = made(store)
    asked = making.report_request(store, campaign)
    runs = {row.id for row in store.runs(campaign)}
    pages = []
    for report in registry.REPORTS:
        why = report.fits(asked.evidence)
        if why is not None:
            assert why
            assert not why.endswith(".")
            with pytest.raises(UsageError, match="does not fit campaign"):
                registry.build(report.name, asked)
            continue
        page = registry.build(report.name, asked)
        pages.append(page)
        assert page.answer
        charts = [s for s in page.sections if isinstance(s, Chart)]
        assert len({chart.name for chart in charts}) == len(charts), (
            f"{report.name}: names of charts are one each"
        )
        values = {slicer.name: slicer.values for slicer in page.slicers}
        for section in page.sections:
            if isinstance(section, (Chart, Table)):
                assert all(value in values[name] for name, value in section.where), (
                    f"{report.name}: {section.title}"
                )
            if isinstance(section, Table):
                assert all(len(row) == len(section.columns) for row in section.rows)
                assert not section.runs or len(section.runs) == len(section.rows)
                assert set(section.runs) - {None} <= runs
    # All in one workbook: names of sheets meet, and there are more charts than any report has.
    everything = replace(pages[0], sections=tuple(one for page in pages for one in page.sections))
    is_sound(xlsx.draw(everything, asked).content)


def test_no_figure_of_a_page_stands_on_its_first_screen_again(store: Store) -> None:
    request = making.report_request(store, stores.demo(store))
    page = registry.build("load-line", request)
    assert page.first.number is not None
    values = {figure.value for figure in page.figures}
    further = {figure.value for figure in page.further_figures}
    assert page.first.number.value in values
    assert page.first.number.value not in further
    assert not further & {value for _, value in page.first.rows}
    assert further
    # The 3 of an outage is not that of the errors.
    errors, length = Figure("Errors", "3", "of 900"), Figure("Outage", "3 s", "of 40 s")
    page = replace(page, answer="an outage of 3 s", figures=(errors, length))
    assert page.further_figures == (errors,)


def test_a_grid_is_the_answer_of_a_grid_and_a_line_that_of_a_search(store: Store) -> None:
    assert making.page(store, grid(store)).report == "grid"
    assert making.page(store, demo(store)).report == "load-line"
    # Nothing to lay out: every Run is listed instead.
    assert making.page(store, grid_without_runs(store)).report == "runs"
