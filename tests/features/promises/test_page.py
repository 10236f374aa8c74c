"""The report of a check of promises: its verdict and figures are those that were kept, its bounds
those of the file."""

import shlex
from pathlib import Path

import pytest

from plimsoll.base.errors import UsageError
from plimsoll.report import registry, writer
from plimsoll.report.describe import At, Badge, Chart, Marks, Page, Panel, Table
from plimsoll.report.first.summary import MOST_ROWS, Summary
from plimsoll.report.request import ReportRequest
from plimsoll.store import Store
from tests import stores
from tests.report import virtual
from tests.stack_texts import disk

MIXED = """
name = "a volume"
target = "stack:{stack}"
virtual = true
[workload]
block_size = "4k"
[load]
workers = 2
queue_depth = 8
[lengths]
warmup_for = "1s"
measure_for = "5s"
[[promise]]
name = "enough"
direction = "at_least"
value = "2000 IOPS"
margin = 2
[[promise]]
name = "too much"
direction = "at_least"
value = "4000 IOPS"
[[promise]]
name = "fast"
objective = "mean"
ideal = "1us"
tolerable = "1s"
"""
STACK = disk("1ms", servers=64, before="[limit.p]\nops_per_s = 3000")


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("promises")
    (folder / "cap.toml").write_text(STACK)
    (folder / "promise.toml").write_text(MIXED.format(stack=folder / "cap.toml"))
    virtual.plimsoll(folder / "check.db", "check", str(folder / "promise.toml"), "--seed", "1")
    return folder / "check.db"


@pytest.fixture(scope="module")
def page(path: Path) -> Page:
    with Store.open(path, create=False, read_only=True) as store:
        assert writer.default(ReportRequest(store, (1,))) == "promises"
        return registry.build("promises", ReportRequest(store, (1,)))


def panel(page: Page, unit: str) -> Panel:
    chart = next(one for one in page.sections if isinstance(one, Chart))
    return next(one for one in chart.panels if one.y.unit == unit)


def points(page: Page, unit: str, legend: str) -> list[At]:
    return [
        at
        for one in panel(page, unit).series
        if isinstance(one, Marks) and one.legend.startswith(legend)
        for at in one.points
    ]


def test_the_headline_is_the_verdict_and_names_what_is_broken(page: Page) -> None:
    assert page.verdict == "broken"
    assert page.answer.startswith("Broken: a volume: 1 of 3 promises broken: too much")
    # What is broken is told first.
    assert page.because[0].startswith("Broken: too much: ")
    # The table has what is kept.
    assert not any("fast" in line for line in page.because)


def test_what_was_measured_stands_against_what_was_promised(path: Path, page: Page) -> None:
    figures = [one["measured"] for one in virtual.stored_answer(path)["evidence"]]
    rates = {at.x: at for at in points(page, "rate", "measured")}
    assert set(rates) == {0, 1}
    for place, at in rates.items():
        assert (at.y, at.low, at.high) == (
            figures[int(place)]["value"],
            figures[int(place)]["low"],
            figures[int(place)]["high"],
        )
    promised = {at.x: at for at in points(page, "rate", "promised")}
    # At least 2,000 with 2 %: the margin reaches down only.
    assert (promised[0].y, promised[0].low, promised[0].high) == (2000, pytest.approx(1960), 2000)
    assert (promised[1].y, promised[1].low) == (4000, pytest.approx(3960))


def test_the_levels_of_an_objective_are_bounds_in_time(page: Page) -> None:
    assert [(at.x, at.y) for at in points(page, "time", "ideal")] == [(2, 1e3)]
    assert [(at.x, at.y) for at in points(page, "time", "tolerable")] == [(2, 1e9)]
    [measured] = points(page, "time", "measured")
    # 16 outstanding at 3,000/s are 5.33 ms each (Little's law).
    assert measured.y == pytest.approx(16 / 3000 * 1e9, rel=0.02)


def test_verdicts_are_words_and_shapes_not_colours(page: Page) -> None:
    chart = next(one for one in page.sections if isinstance(one, Chart))
    assert [name.rpartition(": ")[2] for name in chart.x.categories] == [
        "kept",
        "broken",
        "kept, within tolerable",
    ]
    shapes = {one.legend: one.shape for one in panel(page, "rate").series if isinstance(one, Marks)}
    assert shapes["measured: kept"] != shapes["measured: broken"]


def test_the_table_says_margin_evidence_and_what_would_decide(path: Path, page: Page) -> None:
    table = next(
        one for one in page.sections if isinstance(one, Table) and one.title == "Promises (3)"
    )
    for row, one in zip(table.rows, virtual.stored_answer(path)["evidence"], strict=True):
        assert row[0] == one["promise"]
        assert row[1].startswith(one["verdict"])
        assert (row[8], row[9]) == (one["because"], one["would_decide"] or "–")
    assert [row[7] for row in table.rows] == ["2 %", "1 %", "1 %"]


@pytest.mark.long
def test_what_is_inconclusive_says_what_would_decide_it(tmp_path: Path) -> None:
    virtual.plimsoll(
        tmp_path / "c.db",
        *shlex.split("check examples/promises/s3-four-processes.toml --measure-for 5s --seed 1"),
    )
    with Store.open(tmp_path / "c.db", create=False, read_only=True) as store:
        page = registry.build("promises", ReportRequest(store, (1,)))
    assert page.verdict == "inconclusive"
    assert "To decide it: more outstanding I/O" in page.because[0]
    assert points(page, "rate", "measured: inconclusive")


def test_a_check_that_was_stopped_has_its_runs_and_no_verdict(store: Store) -> None:
    campaign = stores.campaign(store, "check").number
    page = registry.build("promises", ReportRequest(store, (campaign,)))
    assert page.verdict == ""
    assert "still running" in page.answer


@pytest.mark.long
def test_what_checked_nothing_says_what_to_do(store: Store) -> None:
    campaign = stores.demo(store)
    with pytest.raises(UsageError, match="it checked no promise") as told:
        registry.build("promises", ReportRequest(store, (campaign,)))
    assert "plimsoll check PROMISE --store" in told.value.message


@pytest.mark.long
def test_the_first_screen_of_the_reports_limit_has_every_promise(tmp_path: Path) -> None:
    """Six promises at six sizes, all kept: the sixth, at 1m, is there like the others."""
    promise = virtual.ROOT / "examples" / "promises" / "s0-limit.toml"
    virtual.plimsoll(tmp_path / "check.db", "check", str(promise), "--seed", "1")
    with Store.open(tmp_path / "check.db", create=False, read_only=True) as store:
        first = registry.build("promises", ReportRequest(store, (1,))).first
    assert first.number.value == "6 of 6"
    assert first.rows == (
        ("Kept", "3000, whatever the size at 4k, 8k, 16k, 64k"),
        ("Kept", "never more than 3000 at 128k, 1m"),
        (
            "Caveat",
            "each was tested for 30 s or longer; longer bursts, credits or caches would not show",
        ),
    )


@pytest.mark.parametrize("many", range(12))
def test_a_first_screen_says_how_many_rows_it_leaves_out(many: int) -> None:
    rows = tuple((f"row {i}", str(i)) for i in range(many))
    told = Summary(Badge("met", "Kept"), ("Kept.",)).with_rows(*rows, ("without a value", ""))
    shown = told.visible_rows
    assert len(shown) <= MOST_ROWS
    left = int(shown[-1][1].split()[0]) if shown and shown[-1][0] == "And" else 0
    assert len([row for row in shown if row[0] != "And"]) + left == many
