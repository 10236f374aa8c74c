"""Every form draws every report: the same figures in each, no name becomes markup, nothing foreign
is overwritten."""

import json
import re
import shutil
import subprocess
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from html.parser import HTMLParser
from itertools import groupby
from pathlib import Path

import pytest
import vl_convert
from markdown_it import MarkdownIt

from plimsoll.base import language
from plimsoll.base.errors import RefusedError, UsageError
from plimsoll.report import forms, registry, writer
from plimsoll.report.describe import Chart, Column, Facts, Figure, Page, Panel, Table, categories
from plimsoll.report.forms import Form, markdown, pdf, picture
from plimsoll.report.labels import ReportLabels
from plimsoll.report.request import ReportRequest
from plimsoll.store import Store
from tests import stores

from . import kinds, report_campaigns
from .making import page, report_request, text

# What ends strings, starts commands or makes links in HTML, Markdown, Typst, JSON and XML.
HOSTILE = (
    '/data/"></title><script>alert(1)</script>\'& #panic("x") $x$ *b* `c` [l](http://h)'
    " ![i](http://h/i.png) @r \\ |p| </svg>]]>"
)
NAMES = [report.name for report in registry.REPORTS]

pytestmark = pytest.mark.long


def pdf_text(content: bytes, path: Path) -> str:
    """What a reader of the PDF can read, without the places where long words may break."""
    if shutil.which("pdftotext") is None:
        pytest.skip("pdftotext (poppler-utils) is not installed")
    path.write_bytes(content)
    ended = subprocess.run(
        ["pdftotext", "-layout", path, "-"], check=True, capture_output=True, text=True
    )
    return ended.stdout.replace("\u200b", "")


class Words(HTMLParser):
    """The text of a page, its elements, and what it links to."""

    def __init__(self, document: str) -> None:
        super().__init__()
        self.parts: list[str] = []
        self.tags: list[str] = []
        self.addresses: list[str] = []
        self.feed(document)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.addresses += [value or "" for name, value in attrs if name in ("src", "href")]

    def handle_data(self, data: str) -> None:
        self.parts.append(data)

    @property
    def text(self) -> str:
        return even(" ".join(self.parts))


def even(said: str) -> str:
    return " ".join(said.split())


@dataclass(frozen=True)
class Shelf:
    """A store that is only read, with a campaign for each report."""

    asked: tuple[ReportRequest, ...]
    _drawn: dict[tuple[str, str], bytes] = field(default_factory=dict)
    _fitting: dict[str, ReportRequest] = field(default_factory=dict)

    def content_of(self, report: str, form: str) -> bytes:
        """The report of its campaign in this form. It is drawn once for all who only read it."""
        if (report, form) not in self._drawn:
            made = writer.make(self.fitting(report), form, report)
            self._drawn[report, form] = made.content
        return self._drawn[report, form]

    def fitting(self, report: str) -> ReportRequest:
        """The first campaign that the report has something to say of, read once for all."""
        if report not in self._fitting:
            self._fitting[report] = self._fitting_request(report)
        return self._fitting[report]

    def _fitting_request(self, report: str) -> ReportRequest:
        why = None
        for of in self.asked:
            why = registry.find_report(report).fits(of.evidence)
            if why is None:
                return of
        pytest.fail(f"a report without a campaign in tests/report/report_campaigns.py: {why}")


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shelf]:
    path = report_campaigns.make(tmp_path_factory.mktemp("shelf"))
    with Store.open(path) as opened:
        yield Shelf(tuple(report_request(opened, row.id) for row in opened.campaigns()))


@pytest.fixture(scope="module")
def panels() -> dict[str, str]:
    """Those that were drawn, by what they were drawn from."""
    return {}


@pytest.fixture
def each_panel_drawn_once(panels: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """PDF, SVG and PNG of a report have the same ones."""
    draw = vl_convert.vegalite_to_svg

    def once(spec: object, **how: object) -> str:
        key = json.dumps([spec, how])
        if key not in panels:
            panels[key] = draw(spec, **how)
        return panels[key]

    monkeypatch.setattr(vl_convert, "vegalite_to_svg", once)


@pytest.mark.parametrize("form", forms.FORMS, ids=lambda form: form.name)
@pytest.mark.parametrize("report", NAMES)
@pytest.mark.usefixtures("without_library", "each_panel_drawn_once")
def test_every_form_draws_every_report(shelf: Shelf, form: Form, report: str) -> None:
    of = shelf.fitting(report)
    if form.name in ("svg", "png") and not picture.charts(registry.build(report, of)):
        with pytest.raises(UsageError, match="has no chart"):
            writer.make(of, form.name, report)
    else:
        assert shelf.content_of(report, form.name)


@pytest.mark.parametrize("form", forms.FORMS, ids=lambda form: form.name)
@pytest.mark.usefixtures("without_library", "each_panel_drawn_once")
def test_every_form_knows_its_own_files_and_leaves_others_alone(
    store: Store, tmp_path: Path, form: Form
) -> None:
    of = report_request(store, stores.demo(store))
    path = tmp_path / f"r.{form.ending}"
    report = "load-line" if form.name in ("svg", "png") else "runs"
    files = writer.write(of, path, form.name, report)
    assert files[0] == path
    first = [file.read_bytes() for file in files]
    assert all(first)
    # Ours is written again; the same report is the same bytes where a form has no clock of its own.
    assert writer.write(of, path, form.name, report) == files
    if form.name in ("html", "pdf", "md", "csv", "json", "svg", "png", "card"):
        assert [file.read_bytes() for file in files] == first
    for file in files:
        whole = file.read_bytes()
        file.write_bytes(b"a stranger's thesis, long before any report was made of it")
        with pytest.raises(RefusedError):
            writer.write(of, path, form.name, report)
        assert file.read_bytes().startswith(b"a stranger's thesis")
        file.write_bytes(whole)
    path.write_bytes(b"a stranger's thesis, long before any report was made of it")
    assert writer.write(of, path, form.name, report, force=True) == files
    assert not list(tmp_path.glob("*.part"))


@pytest.mark.parametrize("report", NAMES)
def test_the_same_figures_stand_in_pdf_markdown_and_html(
    shelf: Shelf, tmp_path: Path, without_library: None, report: str
) -> None:
    of = shelf.fitting(report)
    said = registry.build(report, of)
    content = {form: shelf.content_of(report, form) for form in ("pdf", "md", "html")}
    printed = pdf_text(content["pdf"], tmp_path / "r.pdf")
    drawn = {
        "pdf": even(printed),
        "md": Words(MarkdownIt("commonmark").enable("table").render(content["md"].decode())).text,
        "html": Words(content["html"].decode()).text.replace("\u00a0", " "),
    }
    for form, words in drawn.items():
        assert even(said.answer) in words, form
        for figure in said.figures:
            assert figure.value in words, (form, figure)
    # The reader of PDFs guesses where spaces are: they count for nothing here.
    layout = ["".join(line.split()) for line in printed.splitlines()]
    squeezed = "".join(layout)
    for table in (section for section in said.sections if isinstance(section, Table)):
        # A longer cell is wrapped in the PDF: its words are there, but not on one line.
        numbers = [
            i
            for i, column in enumerate(table.columns)
            if column.number and max(len(row[i]) for row in table.rows) < 15
        ]
        for row in table.rows:
            cells = ".*".join(re.escape("".join(row[i].split())) for i in numbers)
            # In Markdown and HTML each cell follows the one before; in the PDF they stand on one
            # line.
            assert even(" ".join(row)) in drawn["md"], row
            assert even(" ".join(row)) in drawn["html"], row
            assert any(re.search(cells, line) for line in layout), row
            assert all(word in squeezed for cell in row for word in cell.split()), row


@pytest.mark.usefixtures("without_library")
def test_a_name_becomes_no_markup_in_any_form(store: Store, tmp_path: Path) -> None:
    clean, hostile = stores.demo(store), stores.demo(store, target=HOSTILE)
    rendered = [
        Words(MarkdownIt("commonmark").enable("table").render(text(store, one, "md")))
        for one in (clean, hostile)
    ]
    assert (rendered[0].tags, rendered[1].addresses) == (rendered[1].tags, [])
    assert even(HOSTILE) in rendered[1].text
    pages_of = [Words(text(store, one, "html")) for one in (clean, hostile)]
    assert pages_of[0].tags.count("script") == pages_of[1].tags.count("script")
    told = pdf_text(
        writer.make(report_request(store, hostile), "pdf", "runs").content, tmp_path / "r.pdf"
    )
    # Long words are wrapped, so words are looked for without their spaces.
    assert "".join(HOSTILE.split()) in "".join(told.split())


def test_a_pdf_has_the_answer_the_version_on_every_page_and_cuts_long_tables_aloud(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pdf, "ROWS", 80)
    columns = tuple(Column(f"Column {i} of these", number=i != 1) for i in range(26))
    rows = tuple(tuple(f"{r:,}.{c}" for c in range(26)) for r in range(2000))
    said = Page(
        "Title",
        "It carries 5 IOPS.",
        (),
        (),
        (Table("Wide", columns, rows), Facts("Facts", (("a", "b" * 300),))),
        "Plimsoll 9.8.7, campaign 1",
        verdict="kept",
    )
    told = pdf_text(pdf.draw(said).content, tmp_path / "r.pdf")
    sheets = told.split("\f")[:-1]
    assert len(sheets) > 2
    for number, sheet in enumerate(sheets, 1):
        assert "Plimsoll 9.8.7" in sheet
        assert f"page {number} of {len(sheets)}" in sheet
    assert "It carries 5 IOPS." in sheets[0]
    assert "Verdict: kept" in sheets[0]
    assert f"The first {pdf.ROWS} of 2,000 rows" in even(told)
    # Of what is shown no cell is missing, in whatever part of the columns it stands, and heads are
    # repeated.
    shown = set(told.split())
    assert {cell for row in rows[: pdf.ROWS] for cell in row} <= shown
    assert f"{pdf.ROWS}.0" not in shown
    assert all("Column" in sheet for sheet in sheets[1:-1])
    assert "b" * 300 in "".join(told.split())


def test_a_pdf_begins_with_the_page_to_sign_and_no_page_is_left_white(
    store: Store, tmp_path: Path
) -> None:
    campaign = stores.demo(store)
    path = tmp_path / "r.pdf"
    content = writer.make(report_request(store, campaign), "pdf").content
    sheets = pdf_text(content, path).split("\f")[:-1]
    assert "Accepted by" in sheets[0]
    assert "Evidence: " in sheets[1]
    assert not any("Accepted by" in sheet for sheet in sheets[1:])
    shares = list(white_shares(path))
    assert len(shares) == len(sheets)
    assert max(shares) <= 0.4, shares


def test_a_grid_with_a_long_head_is_signed_on_one_page(store: Store, tmp_path: Path) -> None:
    """Two targets at two depths, with the head of a company and its stamps: what ran over left a
    page of a few lines."""
    long = "Example Storage Ltd, Department of Acceptance and Procurement of Storage, Second Floor"
    labels = ReportLabels(customer=long, author=long, document=long, stamps=("A", "B", "C"))
    loads = ({"queue_depth": 1}, {"queue_depth": 32})
    targets = ("before the change of the policy", "after the change of the policy")
    campaign = stores.grid(store, targets=targets, loads=loads, repeats=2).measure_all().finish()
    request = replace(report_request(store, campaign), labels=labels)
    sheets = pdf_text(writer.make(request, "pdf").content, tmp_path / "r.pdf").split("\f")
    assert "What was not controlled" in sheets[0]
    assert "Evidence: " in sheets[1]


def white_shares(path: Path) -> Iterator[float]:
    """Of each page, the share of its height in gaps of more than 6 mm without any ink."""
    dots_per_mm = 2
    drawn = subprocess.run(
        ["pdftoppm", "-gray", "-r", f"{25.4 * dots_per_mm}", path], check=True, capture_output=True
    ).stdout
    while drawn:
        head = re.match(rb"P5\s(\d+)\s(\d+)\s255\s", drawn)
        width, height = int(head[1]), int(head[2])
        image, drawn = drawn[head.end() :][: width * height], drawn[head.end() + width * height :]
        # Between the margins, without the footer.
        rows = [
            min(image[row * width : (row + 1) * width]) == 255
            for row in range(14 * dots_per_mm, height - 18 * dots_per_mm)
        ]
        gaps = [len(list(run)) for white, run in groupby(rows) if white]
        yield sum(gap for gap in gaps if gap > 6 * dots_per_mm) / len(rows)


def test_what_runs_a_little_over_a_page_is_set_smaller(tmp_path: Path) -> None:
    def sheets(lines: int) -> list[str]:
        said = Page(
            "t",
            "a",
            (),
            (),
            (Facts("f", tuple((f"name {i}", "value") for i in range(lines))),),
            "f",
        )
        return pdf_text(pdf.draw(said).content, tmp_path / "r.pdf").split("\f")[:-1]

    over = 40 + bisect_left(range(40, 120), 2, key=lambda lines: len(sheets(lines)))
    # One line fewer fits on one page, on which type of the usual size has room for fewer.
    assert sheets(over)[0].count("name ") < over - 2


def test_a_long_document_is_set_a_few_times_while_its_density_is_chosen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    import typst

    def tries(pages: int) -> int:
        asked: list[object] = []

        def query(*_: object, **__: object) -> str:
            # All of its pages are nearly white.
            asked.append(pages)
            return json.dumps([[page, 40.0] for page in range(1, pages + 1)])

        monkeypatch.setattr(typst, "query", query)
        chart = Chart("c", "", categories("", ("a",)), (Panel("", kinds.RATE, kinds.bars(1, 1)),))
        pdf.draw(Page("t", "a", (), (), (chart,), "f"))
        return len(asked)

    assert tries(10) == 10
    assert tries(70) == 3
    assert tries(500) == 1


def test_a_document_is_placed_without_its_drawings_where_it_stands_with_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    import typst

    whole = typst.query
    placed: list[str] = []

    def query(*given: object, **named: dict[str, str]) -> str:
        found: str = whole(*given, **named)
        placed.append(found)
        document = json.loads(named["sys_inputs"]["page"])
        for section, chart in zip(document["page"]["sections"], charts, strict=True):
            assert not any("<path" in part for part in section["parts"])
            alone = (replace(chart, title="", panels=(panel,)) for panel in chart.panels)
            section["parts"] = [picture.svg(part, embedded=False) for part in alone]
            assert all("<path" in part for part in section["parts"])
        drawn = {"page": json.dumps(document)}
        assert json.loads(found) == json.loads(whole(*given, **named | {"sys_inputs": drawn}))
        return found

    monkeypatch.setattr(typst, "query", query)
    panels = tuple(Panel(name, kinds.RATE, kinds.bars(1, 1)) for name in "ab")
    charts = [Chart(f"c{i}", "", categories("", ("a",)), panels) for i in range(4)]
    pdf.draw(Page("t", "a", (), (), tuple(charts), "f"))
    assert placed


def test_a_report_is_built_once_for_a_request_and_a_language(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    request = shelf.fitting("runs")
    again = request.to("another")
    assert registry.build("runs", request) == registry.build("runs", again)
    report = registry.find_report("runs")
    assert report.build(request) is report.build(request)
    assert report.build(again) is not report.build(request)
    loads = request.evidence.loads()
    monkeypatch.setattr(Store, "processor_load", None)
    assert request.evidence.loads() == loads


def test_no_number_within_japanese_is_parted_in_a_pdf(tmp_path: Path) -> None:
    # Six and seven digits beside each other are wider than the box.
    value = "33,682,343件中10,551,918件"
    with language.writing("ja"):
        content = pdf.draw(
            Page("t", "a", (), (Figure("完了しなかったI/O", value, ""),), (), "f")
        ).content
    told = pdf_text(content, tmp_path / "r.pdf")
    assert "33,682,343" in told
    assert "10,551,918" in told


def test_no_line_of_a_pdf_is_cut_off(tmp_path: Path) -> None:
    if shutil.which("pdftotext") is None:
        pytest.skip("pdftotext (poppler-utils) is not installed")
    columns = tuple(
        Column(label, number=i != 1)
        for i, label in enumerate(("Run", "Target", "Rate", "Outcome", "WWWWWWWWWWWW"))
    )
    rows = tuple(
        (f"{r}", "/dev/mapper/" + "W" * 60, "999,999,999 IOPS", "generator limited", "@" * 9)
        for r in range(60)
    )
    path = tmp_path / "r.pdf"
    path.write_bytes(
        pdf.draw(
            Page("T" * 200, "A" * 200, (), (), (*kinds.CHARTS, Table("t", columns, rows)), "f")
        ).content
    )
    ended = subprocess.run(
        ["pdftotext", "-bbox", path, "-"], check=True, capture_output=True, text=True
    )
    for sheet in ended.stdout.split("<page ")[1:]:
        wide, high = (
            float(re.search(rf'{side}="([\d.]+)"', sheet)[1]) for side in ("width", "height")
        )  # type: ignore[index]
        for found in re.finditer(
            r'xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.]+)" yMax="([\d.]+)">(.*?)<', sheet
        ):
            left, top, right, bottom = (float(found[i]) for i in range(1, 5))
            # 17 mm of margin are 48 points; the head of an upright letter may stand out by one.
            assert left >= 46, found[5]
            assert right <= wide - 46, found[5]
            assert 0 <= top < bottom <= high, found[5]


@pytest.mark.usefixtures("each_panel_drawn_once")
def test_markdown_links_the_charts_that_lie_beside_it(store: Store, tmp_path: Path) -> None:
    campaign = stores.demo(store)
    files = writer.write(report_request(store, campaign), tmp_path / "fri day.md", "md")
    rendered = Words(MarkdownIt("commonmark").render(files[0].read_text(encoding="utf-8")))
    charts = [section for section in page(store, campaign).sections if isinstance(section, Chart)]
    assert [file.name for file in files[1:]] == [f"fri day-{chart.name}.svg" for chart in charts]
    assert rendered.addresses == [file.name.replace(" ", "%20") for file in files[1:]]
    # To no file: a word instead of links that lead nowhere.
    said = text(store, campaign, "md")
    assert Words(MarkdownIt("commonmark").render(said)).addresses == []
    assert "Charts are left out here (load-line, " in said


def test_markdown_cuts_long_tables_aloud() -> None:
    rows = tuple((str(i),) for i in range(2000))
    said = markdown.document(Page("t", "a", (), (), (Table("All", (Column("Run"),), rows),), "f"))
    assert said.count("\n| ") == markdown.ROWS + 2
    assert f"The first {markdown.ROWS} of 2,000 rows; all of them are in the HTML report." in said


@pytest.mark.usefixtures("each_panel_drawn_once")
def test_a_picture_beside_a_report_that_is_not_ours_is_left_as_it_is(
    store: Store, tmp_path: Path
) -> None:
    campaign = stores.demo(store)
    mine = tmp_path / "r-load-line.svg"
    mine.write_text("<svg>my own</svg>")
    with pytest.raises(RefusedError, match=r"r-load-line\.svg"):
        writer.write(report_request(store, campaign), tmp_path / "r.md", "md")
    assert mine.read_text() == "<svg>my own</svg>"
    assert not (tmp_path / "r.md").exists()


def test_one_chart_is_chosen_by_name_and_an_unknown_one_lists_those_there_are(store: Store) -> None:
    said = page(store, stores.demo(store))
    names = [chart.name for chart in picture.charts(said)]
    assert len(names) > 1
    assert picture.find_chart(said, None).name == names[0]
    assert picture.find_chart(said, names[1]).name == names[1]
    with pytest.raises(UsageError) as refused:
        picture.find_chart(said, "nope")
    assert all(name in str(refused.value) for name in names)
