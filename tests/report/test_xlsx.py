"""The workbook: LibreOffice reads the store's numbers back from it, and nothing in it is what Excel
is known to refuse."""

import json
import re
import shutil
import sqlite3
import statistics
import subprocess
import zipfile
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from plimsoll.base.errors import RefusedError
from plimsoll.report import writer
from plimsoll.report.describe import Axis, Chart, Line, Page
from plimsoll.report.forms import xlsx
from plimsoll.report.forms.excel import data
from plimsoll.store import Store
from tests import stores

from . import large, making, office, sample
from .office import is_sound, parts

HOSTILE = (
    '=cmd|"/c calc"!A1',
    "+1+1",
    "-2",
    "@SUM(A1)",
    "_x0041_ \x01 \ud7ff <&>'\"",
    "t" * 40_000,
)


pytestmark = pytest.mark.long


def workbook(store: Store, campaign: int, report: str | None = None) -> bytes:
    return writer.make(making.report_request(store, campaign), "xlsx", report).content


def records(store: Store) -> dict[int, Any]:
    """The records of the Runs, read with nothing of Plimsoll's."""
    with sqlite3.connect(store.path) as connection:
        rows = connection.execute(
            "SELECT id, spec, record FROM run WHERE record IS NOT NULL ORDER BY id"
        )
        return {run: json.loads(record) | {"spec": json.loads(spec)} for run, spec, record in rows}


def close(text: str, value: float) -> bool:
    return number(text) == pytest.approx(value, rel=1e-12)


def number(text: str) -> float:
    """A cell; LibreOffice writes those that are shown as a share of a hundred so, with all their
    digits."""
    return float(text[:-1]) / 100 if text.endswith("%") else float(text)


@dataclass(frozen=True)
class Book:
    """A workbook as LibreOffice reads it, the page that it is of, and the records of its Runs."""

    kept: dict[int, Any]
    page: Page
    sheets: office.Sheets


def search_of_everything(store: Store) -> int:
    campaign = stores.demo(store)
    store.abandon_run(store.begin_run(campaign, "probe", "{}"), "=HYPERLINK(1)")
    return campaign


def grid_with_a_failure(store: Store) -> int:
    campaign = stores.grid(store, repeats=2)
    for place, point in enumerate(campaign.points):
        campaign.measure(point, outcome="failed" if place == 0 else "ok")
    return campaign.number


def hostile_names(store: Store) -> int:
    campaign = stores.campaign(store, "run")
    for seed, name in enumerate(HOSTILE):
        campaign.run("run", sample.record(None, 1, seed, target=name))
    return campaign.number


CAMPAIGNS = {
    "search": search_of_everything,
    "grid": grid_with_a_failure,
    "hostile": hostile_names,
    "large": lambda store: large.campaign(store, 60, 1),
}


@pytest.fixture(scope="module")
def books(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Book]:
    """All campaigns, opened by LibreOffice at once: most of its time goes into starting."""
    folder = tmp_path_factory.mktemp("books")
    found, paths = [], []
    for name, fill in CAMPAIGNS.items():
        with Store.open(folder / f"{name}.db") as store:
            campaign = fill(store)
            content = workbook(store, campaign)
            is_sound(content)
            paths.append(folder / f"{name}.xlsx")
            paths[-1].write_bytes(content)
            found.append((name, records(store), making.page(store, campaign)))
    read = office.sheets(paths, folder)
    return {
        name: Book(kept, page, sheets)
        for (name, kept, page), sheets in zip(found, read, strict=True)
    }


@pytest.fixture
def search(books: dict[str, Book]) -> Book:
    return books["search"]


def test_data_has_the_figures_of_the_store(search: Book) -> None:
    kept, sheets = search.kept, search.sheets
    rows = {int(row["Run"]): row for row in office.table(sheets["Data"], "Run")}
    assert len(rows) == len(kept) + 1
    for number, record in kept.items():
        row, spans = rows[number], record["all"]["response_time_ns"]
        assert close(row["achieved (IOPS)"], record["achieved_rate_per_s"])
        assert close(row["MiB/s"], record["bytes_per_s"] / 2**20)
        assert close(row["block size (KiB)"], record["spec"]["workload"]["block_size_bytes"] / 1024)
        assert close(row["response time mean (ms)"], spans["mean"] / 1e6)
        assert close(row["CPU user"], record["system_load"]["cpu"]["user"])
        assert row["n (operations)"] == str(record["all"]["count"])
        for name in ("p50", "p99", "p99_9"):
            cell = row.get(f"response time {name.replace('_', '.')} (ms)", "")
            assert (cell == "") if spans[name] is None else close(cell, spans[name] / 1e6), (
                "a dash is an empty cell"
            )
        assert row["marked"] == record["outcome"].replace("_", " ")
    marks = {row["marked"] for row in rows.values()}
    assert {"ok", "generator limited", "abandoned"} <= marks


def test_what_the_charts_draw_is_the_description_in_the_unit_of_the_title(search: Book) -> None:
    page, sheets = search.page, search.sheets
    chart = next(one for one in page.sections if isinstance(one, Chart) and one.name == "load-line")
    rows = sheets["Chart data"]
    for panel in chart.panels:
        start = next(n for n, row in enumerate(rows) if row[0] == f"{chart.title}: {panel.title}")
        for line in (one for one in panel.series if isinstance(one, Line) and one.points):
            place = rows[start + 1].index(line.name)
            x_title, y_title = rows[start + 2][place : place + 2]
            assert "k IOPS" in x_title
            by = {"time": 1e-6, "rate": 1e-3, "share": 1.0}[panel.y.unit]
            assert {"time": "ms", "rate": "k IOPS", "share": "share"}[panel.y.unit] in y_title
            cells = [
                row[place : place + 2] for row in rows[start + 3 : start + 3 + len(line.points)]
            ]
            for (x, y), point in zip(cells, line.points, strict=True):
                assert float(x) == pytest.approx(point.x / 1000, rel=1e-12)
                assert float(y) == pytest.approx(point.y * by, rel=1e-12)


def test_the_summary_answers_as_the_page_does(search: Book) -> None:
    page, sheets = search.page, search.sheets
    said = [row[0] for row in sheets["Summary"]]
    assert said[:2] == [page.title, f"✓ {page.first.badge.words}"]
    assert page.answer in said
    told = {row[0]: row[1] for row in sheets["Summary"]}
    first = next(iter(search.kept.values()))
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d UTC", told["Date"])
    assert sample.HOST["hostname"] in told["Machine"]
    assert first["spec"]["target"]["name"] in told["Target"]
    assert told["Figures"].startswith("Measured")
    assert set(page.because) <= set(said)
    rows = [row[:3] for row in sheets["Summary"]]
    further = page.further_figures
    assert further
    assert all([figure.name, figure.value, figure.basis] in rows for figure in further)
    whole = " ".join(str(cell) for row in sheets["Summary"] for cell in row)
    assert all(figure.value in whole for figure in page.figures)


def test_intervals_have_the_figures_of_the_store(search: Book, tmp_path: Path) -> None:
    kept, sheets = search.kept, search.sheets
    rows = office.table(sheets["Intervals"], "Run")
    with Store.open(tmp_path / "same.db") as store:
        stores.demo(store)
        with sqlite3.connect(store.path) as connection:
            found = connection.execute(
                "SELECT run_id, json FROM interval ORDER BY run_id, idx"
            ).fetchall()
    assert len(rows) == len(found)
    for row, (run, text) in zip(rows, found, strict=True):
        one = json.loads(text)
        assert (int(row["Run"]), row["phase"]) == (run, one["phase"])
        assert float(row["achieved (IOPS)"]) == pytest.approx(
            one["reads"] + one["writes"], abs=1e-3
        )
        assert float(row["response time mean (ms)"]) == pytest.approx(
            one["response_time_ns"]["mean"] / 1e6, abs=1e-6
        )
        assert number(row["CPU busy"]) == pytest.approx(
            1 - one["system_load"]["cpu"]["idle"], abs=1e-4
        )
    assert kept.keys() == {int(row["Run"]) for row in rows}


@pytest.mark.parametrize("name", ["search", "grid", "large"])
def test_a_figure_stands_once_in_the_columns_that_charts_are_drawn_from(
    books: dict[str, Book], name: str
) -> None:
    sheets = books[name].sheets
    start = next(n for n, row in enumerate(sheets["Explore"]) if "achieved (IOPS)" in row)
    head, body = sheets["Explore"][start], sheets["Explore"][start + 1 :]
    at = head.index("achieved (IOPS)")
    mine = [n for n, name in enumerate(head) if name.endswith(": IOPS")]
    offered = head.index("offered (IOPS)") if "offered (IOPS)" in head else None
    data = {row["Run"]: row for row in office.table(sheets["Data"], "Run")}
    run = head.index("Run")
    assert len(body) > 10
    for row in body:
        found = [row[n] for n in mine if row[n]]
        # A closed loop has no place on an axis of rates.
        assert found == ([] if offered is not None and not row[offered] else [row[at]])
        assert row[at] == data[row[run]]["achieved (IOPS)"]


def pivot(sheets: office.Sheets, properties: int) -> dict[tuple[str, ...], list[float]]:
    """The pivot table as LibreOffice fills it: the figures of each row, by its properties."""
    rows = sheets["Pivot"]
    start = next(n for n, row in enumerate(rows) if "Runs" in row)
    found, at = {}, [""] * properties
    for row in rows[start + 1 :]:
        figures = [number(cell) for cell in row[properties : properties + 5] if cell]
        if not figures:
            break
        at = [now or before for now, before in zip(row[:properties], at, strict=True)]
        found[tuple(at)] = figures
    return found


def test_the_pivot_table_has_means_of_rates_and_the_largest_of_percentiles(
    books: dict[str, Book],
) -> None:
    kept, sheets = books["grid"].kept, books["grid"].sheets
    expected: dict[tuple[str, ...], list[Any]] = {}
    for record in kept.values():
        spec = record["spec"]
        key = (
            record["outcome"],
            spec["target"]["name"].removeprefix("/dev/"),
            f"{spec['workload']['read_percent']:g}",
            f"{spec['workload']['block_size_bytes'] // 1024}",
        )
        expected.setdefault(key, []).append(record)
    found = pivot(sheets, 4)
    assert found.keys() == expected.keys()
    for key, those in expected.items():
        rate, through, mean, p99, count = found[key]
        assert rate == pytest.approx(statistics.mean(one["achieved_rate_per_s"] for one in those))
        assert through == pytest.approx(
            statistics.mean(one["bytes_per_s"] for one in those) / 2**20
        )
        spans = [one["all"]["response_time_ns"] for one in those]
        assert mean == pytest.approx(statistics.mean(one["mean"] for one in spans) / 1e6)
        assert p99 == pytest.approx(max(one["p99"] for one in spans) / 1e6)
        assert count == len(those)


def test_of_a_search_the_pivot_table_says_what_was_achieved_at_each_offered_rate(
    search: Book,
) -> None:
    head = next(row for row in search.sheets["Pivot"] if "Runs" in row)
    properties = head.index("Achieved, IOPS (mean)")
    at = head[:properties].index("offered (IOPS)")
    count: dict[float, float] = {}
    largest: dict[float, float] = {}
    for key, figures in pivot(search.sheets, properties).items():
        if key[at] != "(empty)":
            rate = number(key[at].replace(",", ""))
            count[rate] = count.get(rate, 0) + figures[-1]
            # A p99 that the sample does not carry is an empty cell.
            largest[rate] = max(largest.get(rate, 0), figures[3] if len(figures) == 5 else 0)
    expected: dict[float, list[Any]] = {}
    for record in search.kept.values():
        if record["offered_rate_per_s"] is not None:
            expected.setdefault(record["offered_rate_per_s"], []).append(record)
    assert count == {rate: len(those) for rate, those in expected.items()}
    for rate, those in expected.items():
        p99s = [one["all"]["response_time_ns"]["p99"] or 0 for one in those]
        assert largest[rate] == pytest.approx(max(p99s) / 1e6)


def test_lines_are_told_apart_by_dashes_and_axes_are_logarithmic_as_described(store: Store) -> None:
    campaign = stores.demo(store)
    page = making.page(store, campaign, report="load-line")
    found = parts(workbook(store, campaign, "load-line"))
    axes: list[tuple[Axis, Axis]] = [
        (chart.x, panel.y)
        for chart in page.sections
        if isinstance(chart, Chart)
        for panel in chart.panels
    ]
    for number, (x, y) in enumerate(axes, 1):
        text = found[f"xl/charts/chart{number}.xml"].decode()
        scalings = re.findall(r"<c:scaling>(.*?)</c:scaling>", text)
        assert ["logBase" in one for one in scalings] == [x.log, y.log]
        dashes = re.findall(r'<a:srgbClr val="(\w+)" /></a:solidFill><a:prstDash val="(\w+)"', text)
        assert len(set(dashes)) == len(set(dashes) | {(colour, dash) for colour, dash in dashes})


def test_names_are_never_formulas(books: dict[str, Book]) -> None:
    told = [row["target"] for row in office.table(books["hostile"].sheets["Data"], "Run")]
    assert told[:4] == list(HOSTILE[:4])
    assert told[4] == HOSTILE[4].replace("\x01", "\\x01"), "what XML cannot hold is written out"
    assert told[5] == "t" * 32_767


def test_the_same_campaign_gives_the_same_bytes_and_says_when_it_began(store: Store) -> None:
    campaign = stores.demo(store)
    one = workbook(store, campaign)
    assert one == workbook(store, campaign)
    said = parts(one)["docProps/core.xml"].decode()
    began = store.campaigns()[0].started_at_ns // 10**9
    assert f">{datetime.fromtimestamp(began, UTC):%Y-%m-%dT%H:%M:%SZ}</dcterms:created>" in said


def test_only_an_untouched_workbook_of_ours_is_written_over(store: Store, tmp_path: Path) -> None:
    campaign = stores.demo(store)
    path = tmp_path / "book.xlsx"
    asked = making.report_request(store, campaign)
    writer.write(asked, path, "xlsx")
    assert writer.write(asked, path, "xlsx") == [path]
    # As Excel saves what somebody worked on.
    with zipfile.ZipFile(tmp_path / "theirs.xlsx", "w") as other:
        for name, content in parts(path.read_bytes()).items():
            other.writestr(name, content.replace(b"lastModifiedBy>Plimsoll", b"lastModifiedBy>Ada"))
    for name, content in (("plain.xlsx", b"PK\x03\x04 no zip"), ("empty.xlsx", b"")):
        (tmp_path / name).write_bytes(content)
    for name in ("theirs.xlsx", "plain.xlsx", "empty.xlsx"):
        before = (tmp_path / name).read_bytes()
        with pytest.raises(RefusedError):
            writer.write(asked, tmp_path / name, "xlsx")
        assert (tmp_path / name).read_bytes() == before


def test_intervals_that_do_not_fit_lie_beside_and_the_sheet_says_so(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    campaign = stores.demo(store)
    monkeypatch.setattr(data, "MOST", 10)
    path = tmp_path / "book.xlsx"
    written = writer.write(making.report_request(store, campaign), path, "xlsx")
    assert written == [path, tmp_path / "book-intervals.csv"]
    total = len(written[1].read_text().splitlines()) - 1
    found = parts(path.read_bytes())
    rows = next(text for name, text in found.items() if f"The first 10 of {total}".encode() in text)
    assert rows.count(b"<row ") == 12, "a note, the headings, ten intervals"
    assert xlsx.is_ours(path.read_bytes())


def test_a_grid_of_132_points_is_printed_on_at_most_twelve_pages(
    store: Store, tmp_path: Path
) -> None:
    """As LibreOffice prints it: sheets of rows print their first page, charts the first two."""
    program, count = shutil.which("soffice"), shutil.which("pdfinfo")
    if program is None or count is None:
        pytest.skip("LibreOffice (soffice) or poppler (pdfinfo) is not installed")
    (tmp_path / "r.xlsx").write_bytes(workbook(store, large.campaign(store, 132)))
    profile = f"-env:UserInstallation=file://{tmp_path / 'profile'}"
    asked = [program, profile, "--headless", "--convert-to", "pdf", "--outdir", str(tmp_path)]
    subprocess.run([*asked, str(tmp_path / "r.xlsx")], check=True, capture_output=True, timeout=300)
    told = subprocess.run(
        [count, str(tmp_path / "r.pdf")], check=True, capture_output=True, text=True
    ).stdout
    assert int(re.search(r"^Pages:\s+(\d+)$", told, re.MULTILINE)[1]) <= 12
