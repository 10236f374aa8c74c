"""Some fifty campaigns, each with the verdict that a hostile buyer would let pass: the same in the
terminal, in every form of the page to sign, in the rows, on the web page and on the shelf."""

import csv
import html
import io
import json
import re
import shutil
import subprocess
import zipfile
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from plimsoll.base import limiter_text, units
from plimsoll.cli import main
from plimsoll.cli.schema import own
from plimsoll.features.compare import report as compare_report
from plimsoll.report import registry, writer
from plimsoll.report.describe import HEADLINE, Chart, Page
from plimsoll.report.forms import markdown
from plimsoll.report.forms.captions import SIGNS
from plimsoll.report.request import ReportRequest
from plimsoll.store import Store
from plimsoll.web import campaign_page, shelf_page
from plimsoll.web.shelf import Shelf
from tests.conftest import Ending
from tests.schemas import keeps

from .forty import CASES, STORE, Case

Ask = Callable[..., Ending]

pytestmark = pytest.mark.long


@pytest.fixture
def ask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Ask:
    """The command within this process: what takes long to load is loaded once for all."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "400")

    def run(*words: str) -> Ending:
        capsys.readouterr()
        return Ending(main([str(word) for word in words]), *capsys.readouterr())

    return run


@dataclass(frozen=True)
class Form:
    """What one form says, without the spaces at which it breaks lines."""

    name: str
    text: str

    def holds(self, words: str) -> bool:
        return _without_spaces(words) in self.text


def _without_spaces(text: str) -> str:
    return re.sub(r"[\s\u200b]", "", text)


def _pdf(content: bytes, path: Path) -> str:
    path.write_bytes(content)
    return subprocess.run(
        ["pdftotext", "-layout", path, "-"], check=True, capture_output=True, text=True
    ).stdout


def _workbook(content: bytes) -> str:
    with zipfile.ZipFile(io.BytesIO(content)) as book:
        parts = [
            book.read(name).decode()
            for name in book.namelist()
            if name == "xl/sharedStrings.xml" or name == "xl/worksheets/sheet1.xml"
        ]
    return html.unescape(re.sub(r"<[^>]*>", "", " ".join(parts)))


FIRST = {case.badge: case.name for case in reversed(CASES)}
"""The first case with each badge."""
FIRST_STANDING = {case.badge.partition(":")[0]: case.name for case in reversed(CASES)}
"""The first case of each standing, which is all that a badge is drawn by besides its words."""


def _page_forms(asked: ReportRequest, page: Page, folder: Path, case: Case) -> list[Form]:
    """The page to sign in its forms. Slow forms draw one of each standing: all draw one page."""
    found = []
    slow = ("xlsx", "pdf") if case.name in FIRST_STANDING.values() else ()
    for form in ("md", "html", *slow):
        if form == "pdf" and shutil.which("pdftotext") is None:
            continue
        content = writer.forms.find_form(form).make(asked, lambda: page).content
        match form:
            case "md":
                text = re.sub(r"\\(.)", r"\1", content.decode())
            case "html":
                body = content.decode().partition("<body")[2]
                bare = re.sub(r"<script.*?</script>|<[^>]*>", "", body, flags=re.DOTALL)
                text = html.unescape(bare)
            case "xlsx":
                text = _workbook(content)
            case _:
                text = _pdf(content, folder / "page.pdf")
        found.append(Form(form, _without_spaces(text)))
    return found


def _shape(text: str) -> str:
    """With `#` for every figure."""
    return re.sub(r"(?<![A-Za-z\d])\d[\d,.]*", "#", text)


def _in_order(words: tuple[str, ...], text: str) -> bool:
    at = 0
    for word in words:
        at = text.find(word, at)
        if at < 0:
            return False
        at += len(word)
    return True


def test_there_are_at_least_forty() -> None:
    assert len({case.name for case in CASES}) == len(CASES) >= 40


@pytest.mark.usefixtures("without_library")
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_every_form_has_the_verdict(case: Case, ask: Ask, tmp_path: Path) -> None:
    terminal = case.make(ask, tmp_path)
    path = tmp_path / STORE
    with Store.open(path, read_only=True) as store:
        asked = ReportRequest(store, (1,))
        page = registry.build("summary", asked)
        assert _shape(page.verdict) == case.verdict or not case.verdict, page.verdict
        assert _in_order(case.headline, page.answer), page.answer
        assert f"{page.first.badge.standing}: {page.first.badge.words}" == case.badge
        # What is drawn takes time and says no verdict.
        words_alone = tuple(one for one in page.sections if not isinstance(one, Chart))
        forms = _page_forms(asked, replace(page, sections=words_alone), tmp_path, case)
        for form in forms:
            assert form.holds(f"Verdict: {page.verdict}".replace("**", "")) or form.holds(
                f"Verdict: **{page.verdict}**"
            ), form.name
            assert form.holds(page.answer) or form.name == "md", (form.name, page.answer)
            _opens_alike(form, page)
        said = [Form("terminal", _without_spaces(terminal)), *_on_the_web(path, case, page), *forms]
        verdicts = _rows(asked, case)
        if asked.evidence.campaign.kind == "run" and terminal:
            # Those that are made by hand have a record of what the page to sign reads.
            _pages_of_a_run(asked, *set(verdicts))
        if case.compared:
            found = compare_report.compare_variants([asked.evidence], store.histograms)
            assert compare_report.verdict(found) == case.compared
            assert compare_report.headline(found) in page.because
    for words in case.terminal:
        assert words in terminal, terminal
    for form in said:
        for words in case.never:
            assert not form.holds(words), (form.name, words)
    if case.status:
        status = ask("campaign", "status", STORE, "--why").out
        assert all(words in status for words in case.status), status
    if case.json is not None:
        _document(case, ask, path)
    # The page of the others was drawn above.
    for form in ("md", "csv", "json") if FIRST[case.badge] == case.name else ("json",):
        # A table of Runs is data, and claims no answer.
        answered = form == "csv" or case.answered
        ended = ask("report", "--store", STORE, "--to", form, "--output", "-")
        assert ended.code == (0 if answered else 2), (form, ended.err)
        if form == "json":
            _answers_alike(ended.document["answer"], page)


def _opens_alike(form: Form, page: Page) -> None:
    """The first screen is the same in every form: badge with its sign, headline, number, rows."""
    first = page.first
    assert 0 < len(first.headline) <= HEADLINE
    said = [SIGNS[first.badge.standing] + first.badge.words, first.origin, first.headline]
    said += [value for _, value in (*first.about, *first.rows)]
    said += [first.number.value, first.number.basis] if first.number else []
    said += [words for words in (first.obstacle, first.todo) if words]
    for words in said:
        assert form.holds(words), (form.name, words)


def _answers_alike(told: dict[str, Any], page: Page) -> None:
    """The JSON report has the answer of the first screen, and the figures and codes behind it."""
    first = page.first
    assert first is not None
    keeps(told, own("campaign", "answer"))
    assert (told["standing"], told["grade"]) == (first.badge.standing, first.badge.words)
    assert (told["origin"], told["headline"]) == (first.origin, first.headline)
    assert (told["usable"], told["obstacle"]) == (first.usable, first.obstacle)
    value = told["value"]
    assert (value and value["text"]) == (first.number and first.number.value)
    # Whoever is named as the limit is named alike, on the page and in the document.
    named = {words for name, words in first.rows if name == "Limited by"}
    if told["limited_by"] is not None:
        named.discard(limiter_text.words(told["limited_by"]))
    assert not named or told["limited_by"] is None, (named, told["limited_by"])
    for one in told["lines"]:
        assert one["usable"] == (one["plan_per_s"] is not None)
    if len(told["lines"]) == 1 and told["usable"] and value["amount"] is not None:
        assert value["amount"] == told["lines"][0]["plan_per_s"]


def _pages_of_a_run(asked: ReportRequest, verdict: str) -> None:
    """What else is drawn of a Run has its verdict in the same words, and no other."""
    for report in registry.fitting(asked.evidence):
        if report.name not in ("point", "time"):
            continue
        text = markdown.document(registry.build(report.name, asked))
        said = (f"objective {verdict}", *((f"{verdict}: ",) if report.name == "time" else ()))
        assert not verdict or any(words in text for words in said), report.name
        others = {"met", "missed", "undecided"} - {verdict}
        assert not [one for one in others if f"objective {one}" in text], report.name
        assert not verdict or not re.search("(pass|fail): ", text), report.name


def _rows(asked: ReportRequest, case: Case) -> list[str]:
    """CSV, JSON and Parquet have one verdict for each Run: the same."""
    made = {form: writer.make(asked, form, None).content for form in ("csv", "json", "parquet")}
    of_csv = list(csv.DictReader(io.StringIO(made["csv"].decode())))
    of_json = json.loads(made["json"])["runs"]
    import pyarrow.parquet as pq

    of_parquet = pq.read_table(io.BytesIO(made["parquet"])).to_pylist()
    verdicts = [[row["verdict"] or "" for row in rows] for rows in (of_csv, of_json, of_parquet)]
    assert verdicts[0] == verdicts[1] == verdicts[2]
    if case.rows is not None:
        results = [row for row in of_csv if row["result"] == "true"]
        ordered = sorted(results, key=lambda row: float(row["offered_rate_per_s"] or 0))
        assert tuple(row["verdict"] for row in ordered) == case.rows
    return verdicts[0]


def _on_the_web(path: Path, case: Case, page: Page) -> list[Form]:
    """The shelf and the page of the campaign: the same answer in one sentence."""
    shelf = Shelf(files=(path,))
    try:
        entries, troubles = shelf.entries()
        assert not troubles
        entry = next(one for one in entries if one.number == 1)
        drawn = {"shelf": shelf_page.draw(entries, (), where="here")}
        if entry.state != "running":
            for name, busy in (("web page", ()), ("web page while another measures", ("it",))):
                drawn[name] = campaign_page.draw(
                    entry, "", "", log="", command="", can_resume=False, repeatable=False, busy=busy
                )
    finally:
        shelf.close()
    forms = [
        Form(name, _without_spaces(html.unescape(re.sub(r"<[^>]*>", "", bytes(one.body).decode()))))
        for name, one in drawn.items()
    ]
    assert entry.first == page.first
    for form in forms:
        # Headline, badge and number stand everywhere. All of the answer stands in the report on the
        # page, and on the page itself when no report is drawn.
        assert form.holds(entry.answer) or form.name in ("shelf", "web page"), form.name
        assert form.holds(entry.first.headline), form.name
        assert form.holds(SIGNS[entry.first.badge.standing] + entry.first.badge.words), form.name
        assert form.holds(entry.first.origin), form.name
        number = entry.first.number
        assert number is None or form.holds(number.value), form.name
    if entry.search is not None and (line := entry.search["line"]) is not None:
        number = entry.first.number
        assert units.rate(line["plan"]) in number.value, "the curve has the number of the answer"
    if entry.kind in ("run", "find", "demo"):
        assert entry.answer == page.answer
    else:
        # What is met and missed stands in both, in the same words.
        for part in page.verdict.split("; "):
            judged = part.partition(" (")[0]
            if " met the objective" in judged or " miss '" in judged:
                assert judged in entry.answer, (judged, entry.answer)
    return forms


def _document(case: Case, ask: Ask, path: Path) -> None:
    """What `--json` says of the same store."""
    assert case.json is not None
    with Store.open(path, read_only=True) as store:
        row = store.campaign(1)
    assert row is not None
    place, expected = case.json
    found: object = row.result
    for key in place.split("."):
        found = found[int(key)] if isinstance(found, list) else found[key]  # type: ignore[index]
    assert found == expected
    if row.kind == "limits":
        assert ask("limits", "--store", STORE, "--json").document["verdict"] == expected
