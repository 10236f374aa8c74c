"""The intervals of a search as a chart: shares from distributions, this machine's standstill,
pauses of the storage, and cells that merge several intervals."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest

from plimsoll.base import language
from plimsoll.native import histogram
from plimsoll.report.describe import Cell, Chart, Heat, Marks, RuleY
from plimsoll.report.evidence import evidence
from plimsoll.report.forms.vega import heat
from plimsoll.report.forms.vega.legend import legend
from plimsoll.report.load_line import slow_intervals
from plimsoll.store import Store
from tests import stores
from tests.report import answers, sample

from . import making

BOUND_NS = 1_000_000
FAST_NS, SLOW_NS = 200_000.0, 4_000_000.0
QUARTER_S = 0.25


@dataclass(frozen=True)
class Quarter:
    """An interval of a Run: operations below and above the bound, and whether this machine stood
    still."""

    fast: int
    slow: int
    disturbed: bool = False


def keep_run(
    made: stores.CampaignBuilder,
    role: str,
    rate: float,
    quarters: Sequence[Quarter],
    *,
    length_s: float = QUARTER_S,
    pauses: Iterable[dict[str, float]] = (),
    kind: str = "all",
) -> None:
    """Keeps a Run with these intervals and their distributions."""
    record, times = sample.record(rate, 1, int(rate))
    pattern = record["intervals"][-1]
    record["measure_s"] = length_s * len(quarters)
    record["intervals"] = []
    record["spec"]["stop"] = {
        "kind": "fixed",
        "confidence": 0.95,
        "objective": f"p99(response_time, {kind}) <= 1ms",
    }
    listed = list(pauses)
    record["storage_time"] = {
        "seconds": record["measure_s"],
        "disturbed_s": 0.0,
        "pauses": len(listed),
        "paused_s": sum(pause["length_s"] for pause in listed),
        "listed": listed,
        "objectives": [],
        "judgement": None,
        "without_pauses": None,
    }
    store = made.store
    run = store.begin_run(made.number, role, "{}")
    for index, quarter in enumerate(quarters):
        counts = {"judged": quarter.fast + quarter.slow, "exceeded": quarter.slow, "sum_ns": 0}
        document = pattern | {
            "index": index,
            "start_s": index * length_s,
            "length_s": length_s,
            "issued": quarter.fast + quarter.slow,
            "reads": quarter.fast + quarter.slow,
            "writes": 0,
            "disturbed": quarter.disturbed,
            "objectives": [counts | {"disturbed": {"judged": 0, "exceeded": 0, "sum_ns": 0}}],
        }
        spans = [FAST_NS] * quarter.fast + [SLOW_NS] * quarter.slow
        blob = sample.blobs(spans)["read.response_time"]
        store.add_interval(run, index, json.dumps(document), blob, blob)
    store.finish_run(run, json.dumps(record), sample.blobs(times))
    made.runs.append(run)


LOW = [Quarter(100, 0), Quarter(97, 3), Quarter(50, 50, disturbed=True), Quarter(0, 0)]
HIGH = [Quarter(0, 80), Quarter(60, 40), Quarter(100, 0), Quarter(99, 1)]


def search(store: Store, *, reason: str | None = None) -> int:
    """A search of two Runs: the lower rate ran first."""
    made = stores.campaign(store, "find", objective=sample.OBJECTIVE)
    keep_run(
        made, "probe", 1000.0, LOW, pauses=[{"start_s": 0.75, "length_s": 0.2, "recovered_s": 0.2}]
    )
    keep_run(made, "probe", 2000.0, HIGH)
    line: dict[str, Any] = {"objective": sample.OBJECTIVE, "reason": reason}
    if reason is None:
        line = {"objective": sample.OBJECTIVE, "low": 1000.0, "high": 2000.0}
    return made.finish(answers.find(answers.line(**line)))


def drawn_chart(store: Store, campaign: int) -> Chart:
    found = slow_intervals.chart(evidence.gather(store, campaign))
    assert found is not None
    return found


def cells_of(chart: Chart) -> tuple[Cell, ...]:
    return heat_of(chart).cells


def heat_of(chart: Chart) -> Heat:
    return next(series for series in chart.panels[0].series if isinstance(series, Heat))


def test_a_cell_has_the_share_of_its_distribution(store: Store) -> None:
    campaign = search(store)
    chart = drawn_chart(store, campaign)
    runs = evidence.gather(store, campaign).measured_runs
    expected = {}
    for run in runs:
        for row in run.rows():
            total, slow = histogram.beyond([row.response_time or b""], BOUND_NS)
            expected[run.row.id, row.document["start_s"]] = slow / total if total else None
    for cell in cells_of(chart):
        share = expected[cell.run or 0, cell.x]
        assert (
            (cell.value == pytest.approx(share)) if share is not None else cell.value != cell.value
        )
    assert sorted(cell.value for cell in cells_of(chart) if cell.value == cell.value) == [
        0.0, 0.0, 0.01, 0.03, 0.4, 0.5, 1.0,
    ]  # fmt: skip
    assert chart.title == "Every quarter second: share of operations above 1 ms"


def test_rows_are_in_order_of_rate_with_the_line_between(store: Store) -> None:
    chart = drawn_chart(store, search(store))
    panel = chart.panels[0]
    assert panel.y.categories == ("1,000", "2,000")
    [rule] = [series for series in panel.series if isinstance(series, RuleY)]
    assert rule.y == 0.5
    assert "1,000 .. 2,000" in rule.name


def test_a_target_that_changed_is_drawn_in_order_of_time(store: Store) -> None:
    chart = drawn_chart(store, search(store, reason="target_changed"))
    # The first Run is on top, and a category axis begins at the bottom.
    assert chart.panels[0].y.categories == ("2,000", "1,000")
    assert "in the order they ran" in chart.panels[0].title
    assert not [series for series in chart.panels[0].series if isinstance(series, RuleY)]


def test_standstill_is_hatched_over_the_colour_and_pauses_are_marked(store: Store) -> None:
    chart = drawn_chart(store, search(store))
    assert [cell.x for cell in cells_of(chart) if cell.marked] == [0.5]
    [pauses] = [series for series in chart.panels[0].series if isinstance(series, Marks)]
    assert [(at.x, at.y) for at in pauses.points] == [(pytest.approx(0.85), 0.0)]
    words = [key.words for key in legend(chart)]
    assert "this machine stood still: left out" in words
    assert "pause of the storage, counted apart" in words


def test_a_cell_of_several_intervals_counts_them_all(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(slow_intervals, "MAX_COLUMNS", 2)
    chart = drawn_chart(store, search(store))
    cells = {(cell.run, cell.x): cell for cell in cells_of(chart)}
    low, high = sorted({cell.run or 0 for cell in cells_of(chart)})
    assert len(cells) == 4
    assert cells[high, 0.0].value == pytest.approx((80 + 40) / (80 + 100))
    assert cells[low, 0.0].value == pytest.approx(3 / 200)
    # Half of the time was left out, and nothing completed in the rest.
    assert cells[low, 0.5].marked
    assert chart.title.startswith("Every 500 ms")
    assert "A cell merges up to 2 intervals that follow each other." in chart.caption


def test_cells_stay_few(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slow_intervals, "MAX_CELLS", 3)
    assert len(cells_of(drawn_chart(store, search(store)))) <= 3


def test_intervals_longer_than_a_quarter_second_have_their_length(store: Store) -> None:
    made = stores.campaign(store, "find", objective=sample.OBJECTIVE)
    keep_run(made, "probe", 1000.0, LOW, length_s=1.0)
    keep_run(made, "probe", 2000.0, HIGH)
    line = answers.line(objective=sample.OBJECTIVE, low=1000.0, high=2000.0)
    chart = drawn_chart(store, made.finish(answers.find(line)))
    assert chart.title == "Share of operations above 1 ms, by intervals of 250 ms to 1 s"
    assert {cell.x_to - cell.x for cell in cells_of(chart)} == {0.25, 1.0}


def test_an_objective_of_one_kind_uses_its_own_counts(store: Store) -> None:
    text = "p99(response_time, read) <= 1ms"
    made = stores.campaign(store, "find", objective=text)
    keep_run(made, "probe", 1000.0, LOW, kind="read")
    keep_run(made, "probe", 2000.0, HIGH, kind="read")
    line = answers.line(objective=text, low=1000.0, high=2000.0)
    chart = drawn_chart(store, made.finish(answers.find(line)))
    assert chart.title == "Every quarter second: share of reads above 1 ms"
    assert cells_of(chart)[1].value == pytest.approx(0.03)


def test_no_chart_without_distributions_or_with_a_single_run(store: Store) -> None:
    assert slow_intervals.chart(evidence.gather(store, stores.demo(store))) is None
    made = stores.campaign(store, "find", objective=sample.OBJECTIVE)
    keep_run(made, "probe", 1000.0, LOW)
    campaign = made.finish(answers.find(answers.line(objective=sample.OBJECTIVE)))
    assert slow_intervals.chart(evidence.gather(store, campaign)) is None


def test_a_report_has_it_after_the_curve_in_each_language(store: Store) -> None:
    campaign = search(store)
    titles = {}
    for name in ("en", "ja", "tr"):
        with language.writing(name):
            page = making.page(store, campaign, report="load-line")
        charts = [section for section in page.sections if isinstance(section, Chart)]
        assert [chart.name for chart in charts[:2]] == ["load-line", "slow-intervals"]
        titles[name] = charts[1].title
    assert titles["ja"] == "0.25秒ごとの1 ms超のI/Oの割合"
    assert titles["tr"] == "Her çeyrek saniyede 1 ms üstündeki işlemlerin payı"


def test_several_searches_have_a_panel_each_while_one_colour_means_one_thing(store: Store) -> None:
    one = evidence.gather(store, search(store))
    drawn = slow_intervals.chart_of_lines([("A", one), ("B", one)])
    assert drawn.has_switch
    assert [panel.switch for panel in drawn.panels] == ["A", "B"]
    (alone,) = slow_intervals.chart(one).panels  # type: ignore[union-attr]
    assert [panel.series for panel in drawn.panels] == [alone.series, alone.series]
    assert one.objective is not None
    stricter = replace(one.objective, text="p99 <= 1ms", single="p99 <= 1ms")
    other = replace(one, objective=stricter)
    assert slow_intervals.chart_of_lines([("A", one), ("B", other)]) is None


def test_zero_is_the_palest_colour_of_a_fixed_log_scale() -> None:
    cells = (Cell(0, 1, 0, 1, 0.0), Cell(1, 2, 0, 1, 1.0))
    fixed = Heat("share", "share", cells, log=True, scale=(0.001, 1.0))
    assert heat.colour_of(0.0, fixed) == heat.RAMP[0]
    assert heat.colour_of(1.0, fixed) == heat.RAMP[-1]
    assert heat.colour_of(0.0, replace(fixed, scale=None)) == "transparent"
