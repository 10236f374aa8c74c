"""Searches that ended otherwise: the headline says so plainly, and nothing that is missing is
invented."""

import json
from pathlib import Path
from typing import Any

import pytest

from plimsoll.reports.describe import Chart, Facts, Page, Table
from plimsoll.store import Store

from . import answers, making, sample
from .conftest import written


def build(store: Store, campaign: int) -> Page:
    return making.page(store, campaign)


def finished(
    store: Store, result: dict[str, Any], *made: tuple[str, tuple[dict[str, Any], list[float]]]
) -> int:
    campaign = store.begin_campaign("find", sample.OBJECTIVE, "load_line", 1, "{}")
    for role, one in made:
        sample.keep(store, campaign, role, one)
    store.finish_campaign(campaign, json.dumps(result))
    return campaign


def test_an_objective_missed_at_the_lowest_rate_is_no_line(store: Store) -> None:
    result = answers.find(answers.line(high_confirmed=False, reason="objective_not_met"))
    page = build(
        store, finished(store, result, ("probe", sample.record(300.0, 4, 1, verdict="fail")))
    )
    assert page.answer.startswith(
        "No load line for 8 KiB random, 70 % read and p99 response time <= 1 ms: no offered rate"
        " met the objective"
    )


def test_a_client_bound_search_says_at_least(store: Store) -> None:
    line = answers.line(low=30_000.0, reason="client_bound", objective=sample.OBJECTIVE)
    page = build(
        store,
        finished(
            store, answers.find(line), ("hold_low", sample.record(30_000.0, 4, 1, verdict="pass"))
        ),
    )
    assert "carries ≥ 30,000 IOPS" in page.answer
    assert "client-bound" in page.answer


def test_what_the_search_told_on_the_way_and_why_it_stopped_is_said(store: Store) -> None:
    top = answers.maximum(
        rate_per_s=9000.0, queue_depth=8, lower_bound=True, limited_by="client_cpu"
    )
    words = "one more worker raised the rate by more than 5 %: the maximum is a lower bound"
    unknown = {"value": "unknown", "basis": "single", "confidence": 0.0}
    result = answers.find(
        answers.line(reason="stopped", limited_by=unknown),
        maximum=top,
        events=[{"kind": "maximum_is_a_lower_bound", "rate_per_s": None, "words": words}],
    )
    page = build(store, finished(store, result, ("maximum", sample.record(None, 2, 1))))
    assert page.answer.startswith("Stopped early: no load line for 8 KiB random, 70 % read")
    assert page.answer.endswith("Known by then: the maximum is ≥ 9,000 IOPS.")
    assert "One" + words[3:] + "." in page.because
    assert any("generator's processor" in sentence for sentence in page.because)
    assert any("a lower bound" in sentence for sentence in page.because)


def test_a_campaign_that_was_stopped_has_no_answer_but_its_runs(
    store: Store, tmp_path: Path, without_library: None
) -> None:
    campaign = sample.campaign(store, finish=False)
    store.begin_run(campaign, "probe", "{}")
    store._connection.execute("UPDATE campaign SET writer = 'gone'")
    store._connection.execute("UPDATE run SET writer = 'gone'")
    page = build(store, campaign)
    assert (
        page.answer
        == "No load line yet: the campaign was interrupted before it had an answer (15 Runs kept)."
    )
    assert any("1 Run was interrupted" in sentence for sentence in page.because)
    table = next(section for section in page.sections if isinstance(section, Table))
    assert table.rows[-1][9] == "interrupted"
    assert any("there is no final hold" in s.title for s in page.sections if isinstance(s, Chart))
    assert "<h1>" in written(store, campaign, tmp_path / "r.html")


def test_a_campaign_without_any_run_still_has_a_report(store: Store, tmp_path: Path) -> None:
    campaign = store.begin_campaign("find", sample.OBJECTIVE, "load_line", 1, "{}")
    page = build(store, campaign)
    assert page.answer.startswith("No load line yet")
    assert not any(isinstance(section, Chart) for section in page.sections)
    text = written(store, campaign, tmp_path / "r.html")
    # There is nothing to draw, nor to choose from: the drawing library stays away.
    assert "window.vegaEmbed" not in text
    assert 'id="plimsoll-choice"' not in text
    assert making.text(store, campaign, "csv").count("\n") == 1, "the names of the columns"


def test_on_the_virtual_clock_there_is_no_host_and_no_system_load(
    store: Store, tmp_path: Path, without_library: None
) -> None:
    campaign = sample.campaign(store, target="stack:s1.toml", virtual=True)
    page = build(store, campaign)
    assert page.answer.startswith("The stack s1.toml carries")
    titles = [
        panel.title
        for section in page.sections
        if isinstance(section, Chart)
        for panel in section.panels
    ]
    assert not any("System load" in title for title in titles)
    facts = dict(
        next(s for s in page.sections if isinstance(s, Facts) and s.title == "Conditions").items
    )
    assert "virtual clock" in facts["Machine"]
    assert "CPU steal" not in written(store, campaign, tmp_path / "r.html")


def test_a_percentile_that_is_not_carried_is_a_dash_and_a_bound_is_said(store: Store) -> None:
    record, times = sample.record(20_000.0, 4, 1)
    record["all"]["response_time_ns"] |= {
        "p50": None,
        "p99": 5_000_000_000,
        "p99_9": None,
        "p99_99": None,
        "max": 5_000_000_000,
        "at_least": ["p99"],
    }
    page = build(store, finished(store, {}, ("probe", (record, times))))
    table = next(section for section in page.sections if isinstance(section, Table))
    assert table.rows[0][6:8] == ("–", "> 5 s")
    chart = next(section for section in page.sections if isinstance(section, Chart))
    assert "arrow" in [getattr(series, "shape", None) for series in chart.panels[0].series]


def test_what_was_not_controlled_is_said(store: Store) -> None:
    page = build(store, sample.campaign(store))
    said = " ".join(
        text
        for s in page.sections
        if isinstance(s, Facts) and s.title == "What was not controlled"
        for _, text in s.items
    )
    for part in (
        "Caches inside the device",
        "guest (KVM)",
        "governor could not be read",
        "ext4",
        "hypervisor gave processor time",
    ):
        assert part in said
    assert "registered buffers were refused (10 of 17 Runs)" in said


def test_a_single_run_is_a_report_too(store: Store) -> None:
    campaign = store.begin_campaign("run", None, "single", 1, "{}")
    sample.keep(store, campaign, "run", sample.record(None, 3, 1))
    store.finish_campaign(campaign, "{}")
    page = build(store, campaign)
    assert page.answer.startswith("This disk did 30,")
    assert "p99 response time" in page.answer
    # That it ended ok is no verdict.
    assert "ok" not in page.answer.split()
    assert "outcome" not in page.answer


def test_markdown_says_the_same_and_escapes_names(store: Store) -> None:
    campaign = sample.campaign(store, target="/data/a|b<script>*x*")
    page, text = build(store, campaign), making.text(store, campaign, "md")
    assert page.first is not None
    assert f"**{page.first.headline}**" in text
    assert page.answer in text
    assert "a\\|b&lt;script>\\*x\\*" in text
    table = [line for line in text.splitlines() if line.startswith("| ")]
    assert len(table) == 2 + len(store.runs(campaign))


def test_rows_are_the_stores_figures_in_csv_and_json(store: Store) -> None:
    import csv

    campaign = sample.campaign(store, target="=cmd()")
    told = json.loads(making.text(store, campaign, "json"))["runs"]
    lines = list(csv.DictReader(making.text(store, campaign, "csv").splitlines()))
    assert len(told) == len(lines) == len(store.runs(campaign))
    for row, line in zip(told, lines, strict=True):
        record = store.record(row["run"])
        assert record is not None
        assert row["response_time_ns_p99"] == record["all"]["response_time_ns"]["p99"]
        assert line["response_time_ns_p99"] == (
            "" if row["response_time_ns_p99"] is None else str(row["response_time_ns_p99"])
        )
        assert line["target"] == "'=cmd()", "a spreadsheet must not run a name"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "–"),
        (0, "0 ns"),
        (850, "850 ns"),
        (999_600, "1 ms"),
        (999_400, "999 µs"),
        (1_250_000, "1.25 ms"),
        (12.5e9, "12.5 s"),
    ],
)
def test_spans_are_written_as_the_field_does(value: float | None, text: str) -> None:
    from plimsoll.units import nanos

    assert nanos(value) == text
