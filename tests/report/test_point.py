"""The report of one Run: everything about it, whatever became of it."""

from typing import Any

import pytest

from plimsoll.base.errors import InputError
from plimsoll.judge import run_verdict
from plimsoll.report.describe import Chart, Facts, Page, RuleX, Table
from plimsoll.report.evidence import records, run_figures
from plimsoll.report.run import tables as run_tables
from plimsoll.store import Store
from tests import stores
from tests.report import making, sample


def page_of(store: Store, campaign: int, run: int | None = None) -> Page:
    return making.page(store, campaign, report="point", run=run)


def facts(page: Page) -> dict[str, str]:
    """By name; the Run's own stand before those of the campaign."""
    items = [item for s in page.sections if isinstance(s, Facts) for item in s.items]
    return dict(reversed(items))


def figures(record: dict[str, Any]) -> run_figures.RunFigures:
    return run_figures.of(records.of(record))


def test_without_a_number_it_is_the_hold_that_the_answer_rests_on(store: Store) -> None:
    campaign = stores.demo(store)
    hold = [run.id for run in store.runs(campaign) if run.role == "hold_low"][-1]
    page = page_of(store, campaign)
    assert page.title == f"Run {hold}, hold low"
    assert any("the hold that the answer rests on" in text for text in page.because)


@pytest.mark.long
def test_every_metric_of_every_kind_stands_with_a_dash_where_the_sample_carries_none(
    store: Store,
) -> None:
    campaign = stores.demo(store)
    for row in store.runs(campaign):
        record = store.record(row.id)
        assert record is not None
        page = page_of(store, campaign, row.id)
        table = next(s for s in page.sections if isinstance(s, Table) and s.title == "Every metric")
        told = {(cells[0], cells[1]): cells[3:] for cells in table.rows}
        labels = [column.label.replace(".", "_") for column in table.columns[3:]]
        assert {kind for kind, _ in told} == {
            k for k in ("all", "read", "write", "trim", "flush") if record[k]["count"]
        }
        for (kind, metric), cells in told.items():
            spans = record[kind][f"{metric.replace(' ', '_')}_ns"]
            for label, text in zip(labels, cells, strict=True):
                assert (text == "–") == (spans.get(label) is None)


def test_offered_issued_achieved_outcome_limiter_and_judgement_are_the_records(
    store: Store,
) -> None:
    campaign = stores.demo(store)
    row = next(run for run in store.runs(campaign) if run.outcome == "cannot_carry")
    record = store.record(row.id)
    assert record is not None
    page = page_of(store, campaign, row.id)
    told = facts(page)
    for key in ("offered", "issued", "achieved"):
        assert f"{key} {record[f'{key}_rate_per_s']:,.0f}" in told["Rates"]
    assert told["Outcome"].startswith("cannot carry")
    assert "Outcome: cannot carry" in page.answer
    assert told["Judgement"].startswith(f"{run_verdict.of(record)}: cannot carry")
    assert "(from this Run alone, 90 % sure)" in told["Limited by"]
    assert f"measure {record['measure_s']:g} s" in told["Phases"]


def test_a_note_of_the_run_and_its_system_load_are_told(store: Store) -> None:
    made = sample.record(9_000.0, 4, 1, notes=("buffers were refused",))
    campaign = stores.campaign(store, "run").run("hold", made)
    told = facts(page_of(store, campaign.number, campaign.runs[0]))
    assert told["Note"] == "buffers were refused"
    assert "system" in told["System load"]


def test_an_interrupted_run_tells_what_it_had_sealed(store: Store) -> None:
    intervals = sample.record(9_000.0, 4, 1)[0]["intervals"]
    request = {"session": {"target": "/data/x"}}
    why = "the machine was switched off"
    campaign = stores.campaign(store, "run").abandon("run", intervals, why, request=request)
    (run,) = campaign.runs
    page = page_of(store, campaign.number, run)
    assert (
        "abandoned (the machine was switched off) and has no record; the intervals it completed"
        " are kept: 4 s of Measure" in page.answer
    )
    chart = next(s for s in page.sections if isinstance(s, Chart))
    assert chart.title == f"Run {run} over time"
    assert "/data/x" in facts(page)["Session"]


def test_a_mark_inside_measure_stands_on_the_time_axis(store: Store) -> None:
    made = sample.record(9_000.0, 4, 1)
    kept = stores.campaign(store, "run").run("run", made)
    campaign, run = kept.number, kept.runs[0]
    # Measure begins a second of warm-up after the start.
    store.add_event(
        campaign, run, "mark", "controller pulled", at_ns=made[0]["started_at_ns"] + 3_000_000_000
    )
    chart = next(s for s in page_of(store, campaign, run).sections if isinstance(s, Chart))
    marks = [(s.name, s.x) for s in chart.panels[0].series if isinstance(s, RuleX)]
    assert marks == [("controller pulled", pytest.approx(2.0, abs=0.01))]


def test_a_run_that_the_campaign_does_not_have_is_an_error_that_names_those_it_has(
    store: Store,
) -> None:
    campaign = stores.demo(store)
    last = store.runs(campaign)[-1].id
    with pytest.raises(InputError, match=f"no Run 999.*Its Runs are 1 to {last}"):
        page_of(store, campaign, 999)


def test_workers_stand_one_by_one_and_a_small_sample_carries_no_p99(store: Store) -> None:
    campaign = stores.demo(store)
    record = store.record(store.runs(campaign)[-1].id)
    assert record is not None
    share = {
        key: record["all"][key] if key in record["all"] else record[key]
        for key in ("count", "errors", "unfinished", "response_time_ns", "own_lag_ns")
    }
    share |= {"achieved_rate_per_s": 100.0, "bytes_per_s": 409600.0, "outstanding_mean": 1.0}
    few = share | {
        "worker": 1,
        "response_time_ns": share["response_time_ns"] | {"p99": None},
        "errors": 3,
    }
    table = run_tables.workers(figures(record | {"workers": [share | {"worker": 0}, few]}))
    read = {
        column.label: tuple(cells[at] for cells in table.rows)
        for at, column in enumerate(table.columns)
    }
    assert (read["Worker"], read["Achieved, IOPS"]) == (("0", "1"), ("100", "100"))
    assert (read["p99"][1], read["Errors"][1]) == ("–", "3")
    # One worker is the Run.
    assert run_tables.workers(figures(record | {"workers": [share | {"worker": 0}]})) is None
    assert run_tables.workers(figures(record)) is None
