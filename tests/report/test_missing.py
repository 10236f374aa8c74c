"""Searches that ended otherwise: the headline says so plainly, and nothing that is missing is
invented."""

from pathlib import Path

import pytest

from plimsoll.base import language
from plimsoll.report.conditions import uncontrolled_factors
from plimsoll.report.describe import Chart, Facts, Page, Table
from plimsoll.report.evidence.evidence import gather
from plimsoll.store import Store
from tests import stores

from . import answers, making, sample
from .conftest import page_text


def build(store: Store, campaign: int) -> Page:
    return making.page(store, campaign)


def search(store: Store) -> stores.CampaignBuilder:
    """A search that has kept no Run yet."""
    return stores.campaign(store, "find", objective=sample.OBJECTIVE)


def test_what_the_search_told_on_the_way_and_why_it_stopped_is_said(store: Store) -> None:
    top = answers.maximum(
        rate_per_s=9000.0, queue_depth=8, lower_bound=True, limited_by="client_cpu"
    )
    words = "one more worker raised the rate by more than 5 %: the maximum is a lower bound"
    unknown = {"value": "unknown", "basis": "single", "confidence": 0.0}
    result = answers.find(
        answers.line(reason="stopped", limited_by=unknown),
        maximum=top,
        events=[
            {"kind": "maximum_is_a_lower_bound", "rate_per_s": None, "words": words, "figures": {}}
        ],
    )
    page = build(store, search(store).run("maximum", sample.record(None, 2, 1)).finish(result))
    assert page.answer.startswith("Stopped early: no load line for 8 KiB random, 70 % read")
    assert page.answer.endswith("Known by then: the maximum is ≥ 9,000 IOPS.")
    assert "One" + words[3:] + "." in page.because
    assert page.first is not None
    assert any("generator's processor" in value for _, value in page.first.rows)
    assert any("a lower bound" in sentence for sentence in page.because)


def test_a_campaign_that_was_stopped_has_no_answer_but_its_runs(
    store: Store, tmp_path: Path, without_library: None
) -> None:
    campaign = stores.demo(store, finish=False)
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
    assert "<h1>" in page_text(store, campaign, tmp_path / "r.html")


def test_a_campaign_without_any_run_still_has_a_report(store: Store, tmp_path: Path) -> None:
    campaign = search(store).number
    page = build(store, campaign)
    assert page.answer.startswith("No load line yet")
    assert not any(isinstance(section, Chart) for section in page.sections)
    text = page_text(store, campaign, tmp_path / "r.html")
    # There is nothing to draw, nor to choose from: the drawing library stays away.
    assert "window.vegaEmbed" not in text
    assert 'id="plimsoll-choice"' not in text
    assert making.text(store, campaign, "csv").count("\n") == 1, "the names of the columns"


@pytest.mark.long
def test_on_the_virtual_clock_there_is_no_host_and_no_system_load(
    store: Store, tmp_path: Path, without_library: None
) -> None:
    campaign = stores.demo(store, target="stack:s1.toml", virtual=True)
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
    assert "CPU steal" not in page_text(store, campaign, tmp_path / "r.html")


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
    page = build(store, search(store).run("probe", (record, times)).finish())
    table = next(section for section in page.sections if isinstance(section, Table))
    assert table.rows[0][6:8] == ("–", "> 5 s")
    chart = next(section for section in page.sections if isinstance(section, Chart))
    assert "arrow" in [getattr(series, "shape", None) for series in chart.panels[0].series]


@pytest.mark.parametrize(
    ("code", "words"), [("en", "Mark: path A"), ("ja", "マーク: path A"), ("tr", "İşaret: path A")]
)
def test_a_mark_is_named_in_the_language_of_the_reader(store: Store, code: str, words: str) -> None:
    result = answers.find(answers.line(), maximum=answers.maximum())
    campaign = search(store).run("maximum", sample.record(None, 2, 1)).finish(result)
    store.add_event(campaign, None, "mark", "path A")
    with language.writing(code):
        factors = uncontrolled_factors(gather(store, campaign))
    assert words in [text for _, text in factors.items]


def test_what_was_not_controlled_is_said(store: Store) -> None:
    page = build(store, stores.demo(store))
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
