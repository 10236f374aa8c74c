"""The report of a search for limits: its figures are those of the kept answer, its lines those of
the laws."""

from pathlib import Path

import pytest

from plimsoll.base.errors import UsageError
from plimsoll.report import registry, writer
from plimsoll.report.describe import Chart, Line, Marks, Page, RuleX, Table
from plimsoll.report.request import ReportRequest
from plimsoll.store import Store
from tests import stores
from tests.report import virtual
from tests.stack_texts import disk

pytestmark = pytest.mark.long

POLICY = "stack:examples/stacks/s0-policy.toml"
NEWER = "stack:examples/stacks/s0-esxi-mclock.toml"
KIB = 1024


def run_limits(folder: Path, target: str, sizes: str, *more: str) -> Path:
    store = folder / "limits.db"
    virtual.plimsoll(
        store,
        "limits",
        "--target",
        target,
        "--virtual",
        "--seed",
        "1",
        "--block-size",
        sizes,
        *more,
    )
    return store


def report(path: Path, name: str = "limits") -> Page:
    with Store.open(path, create=False, read_only=True) as store:
        return registry.build(name, ReportRequest(store, (1,)))


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return run_limits(
        tmp_path_factory.mktemp("limits"), POLICY, "4k,64k,128k,1m", "--measure-for", "10s"
    )


@pytest.fixture(scope="module")
def page(path: Path) -> Page:
    return report(path)


@pytest.fixture(scope="module")
def tied_page(tmp_path_factory: pytest.TempPathFactory) -> Page:
    return report(
        run_limits(
            tmp_path_factory.mktemp("tied"), NEWER, "4k,32k,64k,128k", "--measure-for", "10s"
        )
    )


def chart(page: Page) -> Chart:
    return next(one for one in page.sections if isinstance(one, Chart))


def lines(page: Page) -> dict[str, Line]:
    return {one.name: one for one in chart(page).panels[0].series if isinstance(one, Line)}


def test_it_is_what_a_search_for_limits_is_answered_with(path: Path) -> None:
    with Store.open(path, create=False, read_only=True) as store:
        assert writer.default(ReportRequest(store, (1,))) == "limits"


def test_the_headline_says_the_cap_and_for_how_long_it_held(page: Page) -> None:
    assert page.verdict == "found"
    assert page.answer.startswith(
        "Found: a cap of 3,000 IOPS and of 250 MiB/s, whichever is reached first, set by a"
        " throttle; the rates held for 9 s at each size"
    )


def test_what_was_measured_stands_with_its_interval_at_its_size(path: Path, page: Page) -> None:
    cells = {one["block_bytes"]: one for one in virtual.stored_answer(path)["volumes"][0]["cells"]}
    marks = [
        one
        for one in chart(page).panels[0].series
        if isinstance(one, Marks) and one.legend.startswith("measured")
    ]
    sizes = (4 * KIB, 64 * KIB, 128 * KIB, KIB * KIB)
    assert (chart(page).x.unit, chart(page).x.log, chart(page).x.ticks) == ("bytes", True, sizes)
    assert tuple(at.x for at in marks[0].points) == sizes
    assert [one.legend for one in marks] == ["measured: held"]
    for at, size in zip(marks[0].points, sizes, strict=True):
        assert at.y == pytest.approx(cells[size]["rate_per_s"])
        assert at.low == pytest.approx(at.y * (1 - 1.96 * cells[size]["error"]), rel=1e-3)
        assert at.high == pytest.approx(at.y * (1 + 1.96 * cells[size]["error"]), rel=1e-3)
        assert at.run == cells[size]["run_ids"][-1]


def test_the_law_that_was_found_is_wide_and_goes_through_the_truth(page: Page) -> None:
    """The stack's own arithmetic: min(3000, 250 MiB / size)."""
    wide = [one for one in lines(page).values() if one.wide]
    assert [one.name for one in wide] == ["IOPS and bytes/s, found"]
    truth = [
        min(3000, 250 * KIB * KIB / size) for size in (4 * KIB, 64 * KIB, 128 * KIB, KIB * KIB)
    ]
    assert [at.y for at in wide[0].points] == pytest.approx(truth, rel=0.02)


def test_the_reports_own_explanation_is_drawn_as_refuted_with_its_datum(page: Page) -> None:
    """Report S0 explains its rates by IOPS x 32 KB: 1,500/s at 64k, where 3,000/s were reached."""
    refuted = lines(page)["size / 32k, refuted"]
    assert refuted.points[1].y == pytest.approx(1500, rel=0.02)
    assert refuted.dash != "solid"
    marks = [
        one
        for one in chart(page).panels[0].series
        if isinstance(one, Marks) and " refutes: " in one.legend
    ]
    at_64k = next(at for one in marks for at in one.points if at.x == 64 * KIB)
    assert at_64k.y == pytest.approx(3000, rel=0.02)
    assert "size / 32k" in dict(at_64k.hover)["refutes"]


def test_lines_are_told_apart_without_colour(page: Page, tied_page: Page) -> None:
    for one in (page, tied_page):
        styles = [(line.dash, line.colour) for line in lines(one).values()]
        assert len(set(styles)) == len(styles)
        assert sum(line.dash == "solid" for line in lines(one).values()) == 1


def test_the_table_has_every_law_with_its_standing(path: Path, page: Page) -> None:
    volume = virtual.stored_answer(path)["volumes"][0]
    table = next(
        one
        for one in page.sections
        if isinstance(one, Table) and one.title.startswith("Laws tested")
    )
    standing = [row[0] for row in table.rows]
    assert standing.count("found") == 1
    assert standing.count("refuted") == len(volume["refuted"]) >= 8
    assert all(row[3] for row in table.rows)
    assert "rate from 2,9" in table.rows[0][2]


def test_the_size_that_would_tell_tied_laws_apart_is_drawn_and_not_as_measured(
    tied_page: Page,
) -> None:
    assert 36 * 1024 in chart(tied_page).x.ticks
    assert "Not measured: 36k." in chart(tied_page).caption
    assert "to tell it from the one other law that fits, measure 36k reads" in tied_page.answer
    rules = [one.name for one in chart(tied_page).panels[0].series if isinstance(one, RuleX)]
    assert rules == ["36k decides: started units of 32k"]

    def says(law: str) -> float:
        return next(at.y for at in lines(tied_page)[law].points if at.x == 36 * 1024)

    # ceil(36 / 32) = 2 units against 36 / 32.
    assert says("started units of 32k, tied") == pytest.approx(1500, rel=0.02)
    assert says("size / 32k, found") == pytest.approx(3000 * 32 / 36, rel=0.02)


def test_bursts_stand_apart_from_the_rate(tmp_path: Path) -> None:
    stack = tmp_path / "credits.toml"
    limit = '[limit.p]\nops_per_s = 1000\nburst_ops = 10000\nscope = "disk"'
    stack.write_text(disk("10ms", servers=64, before=limit))
    page = report(run_limits(tmp_path, f"stack:{stack}", "4k,64k", "--measure-for", "20s"))
    burst = [
        one
        for one in chart(page).panels[0].series
        if isinstance(one, Marks) and one.legend.startswith("burst")
    ]
    measured = [
        one
        for one in chart(page).panels[0].series
        if isinstance(one, Marks) and one.legend.startswith("measured")
    ]
    assert all(at.y == pytest.approx(1000, rel=0.02) for one in measured for at in one.points)
    assert all(at.y > 2000 for one in burst for at in one.points)
    assert any(isinstance(one, Table) and one.title.startswith("Bursts") for one in page.sections)


def test_no_value_lies_outside_its_axis(page: Page, tied_page: Page) -> None:
    for one in (page, tied_page):
        for panel in chart(one).panels:
            assert panel.y.low is not None
            assert panel.y.high is not None
            for series in panel.series:
                points = series.points if isinstance(series, Line | Marks) else ()
                assert all(panel.y.low * 0.999 <= at.y <= panel.y.high for at in points), (
                    panel.title,
                    series,
                )


def test_one_depth_is_only_seen_and_said_so(tmp_path: Path) -> None:
    """An array that is never full: rates rise with the outstanding I/O everywhere, so there is no
    limit."""
    stack = tmp_path / "wide.toml"
    stack.write_text(disk("1ms", servers=4096))
    asked = ("--measure-for", "1s", "--queue-depth", "4", "--most-outstanding", "32")
    page = report(run_limits(tmp_path, f"stack:{stack}", "4k,64k", *asked))
    assert page.verdict == "absent"
    assert page.answer.startswith("No limit found: ")
    marks = [one.legend for one in chart(page).panels[0].series if isinstance(one, Marks)]
    assert "measured: at least this" in marks


def test_what_looked_for_no_limits_says_what_to_do(store: Store) -> None:
    campaign = stores.demo(store)
    with pytest.raises(UsageError, match="it did not look for limits") as told:
        registry.build("limits", ReportRequest(store, (campaign,)))
    assert "plimsoll limits --store" in told.value.message
