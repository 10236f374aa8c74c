"""Every report in every language: nothing that a reader sees is left in English, whatever fonts a
machine has."""

import html
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from plimsoll.base import language
from plimsoll.base.messages import Catalogue
from plimsoll.report import registry, writer
from plimsoll.report.forms import library, typefaces
from plimsoll.report.request import ReportRequest
from plimsoll.store import Store

from . import report_campaigns

pytestmark = pytest.mark.long

OPEN, CLOSE = "\u2045", "\u2046"
"""Around each message of the pseudo-language."""
NAMES = re.compile(
    r"stack:\S+|\S+\.(?:toml|db|plimsoll)\S*|plimsoll [a-z].*|"
    r"too much|enough|--[a-z-]+|p99\([a-z_, ]+\)|"
    r"[a-z]+_[a-z_]+|\b(?:Plimsoll|IOPS|MiB/s|KiB|MiB|GiB|TiB)\b"
)
"""Names, commands, keys and units are the same in every language."""
STORED = re.compile(r"^- (?:target|workload|load|campaign)\.")
"""Sentences of a suite's file, where each setting names its source."""
ENGLISH = re.compile(r"\b[A-Za-z]?[a-z]{2,} [a-z]{2,}\b")
"""Two words in a row: a name has one."""


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """A campaign for each report."""
    path = report_campaigns.make(tmp_path_factory.mktemp("languages"))
    with Store.open(path, create=False, read_only=True) as opened:
        yield opened


@pytest.fixture(autouse=True)
def _short_pages(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(library, "script", lambda: "")
    yield
    language.choose("en")


def reports(store: Store) -> Iterator[tuple[str, ReportRequest]]:
    """Each report with a campaign that it fits."""
    for campaign in store.campaigns():
        request = ReportRequest(store, (campaign.id,))
        for entry in registry.fitting(request.evidence):
            yield entry.name, request


def text_of(request: ReportRequest, form: str, name: str) -> str:
    return writer.make(request, form, name).content.decode()


def outside_messages(text: str) -> str:
    """The text that stands in no message."""
    kept, depth = [], 0
    for part in re.split(f"([{OPEN}{CLOSE}])", text):
        if part in (OPEN, CLOSE):
            depth += 1 if part == OPEN else -1
            kept.append(" | ")
        elif depth == 0:
            kept.append(part)
    return "".join(kept)


def test_every_sentence_of_every_report_stands_in_a_catalogue(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask = Catalogue.__call__

    def with_brackets(self: Catalogue, code: str, /, **figures: object) -> str:
        return f"{OPEN}{ask(self, code, **figures)}{CLOSE}"

    monkeypatch.setattr(Catalogue, "__call__", with_brackets)
    # Where the language is English, what is stored is shown as it stands there.
    language.choose("ja")
    found: dict[str, str] = {}
    for name, request in reports(store):
        drawn = text_of(request, "md", name)
        for line in outside_messages(drawn).splitlines():
            if STORED.search(line):
                continue
            for words in ENGLISH.findall(NAMES.sub(" | ", line)):
                found.setdefault(words, f"{name}: {line.strip()[:160]}")
    assert not found, "\n".join(f"{words!r} in {place}" for words, place in found.items())


@pytest.mark.parametrize("code", ["ja", "tr"])
def test_every_report_can_be_drawn_in_every_language(store: Store, code: str) -> None:
    language.choose(code)
    for name, request in reports(store):
        page = text_of(request, "html", name)
        assert f'<html lang="{code}"' in page, name
        assert html.escape("$") not in page.partition("<main>")[2].partition("<script")[0], name
        assert text_of(request, "md", name)


def test_what_programs_read_is_english_in_every_language(store: Store) -> None:
    request = ReportRequest(store, (1,))
    expected = {form: writer.make(request, form).content for form in ("json", "csv")}
    language.choose("ja")
    assert {form: writer.make(request, form).content for form in expected} == expected


def test_a_document_carries_the_letters_of_its_names(store: Store) -> None:
    pytest.importorskip("typst")
    language.choose("ja")
    request = ReportRequest(store, (1,))
    assert b"NotoSansCJKjp" in writer.make(request, "pdf").content
    picture = writer.make(request, "svg").content.decode()
    assert f'@font-face{{font-family:"{typefaces.FAMILY}"' in picture
    assert picture == writer.make(request, "svg").content.decode(), "equal pictures, equal bytes"
    language.choose("en")
    assert "@font-face" not in writer.make(request, "svg").content.decode()


def test_the_typeface_has_the_letters_of_the_catalogue() -> None:
    font_tools = pytest.importorskip("fontTools.ttLib")
    package = Path(typefaces.__file__).parents[2]
    texts = "".join(path.read_text(encoding="utf-8") for path in package.rglob("messages/ja.ftl"))
    known = {}
    for weight in ("Regular", "Bold"):
        with font_tools.TTFont(typefaces.FOLDER / f"NotoSansJP-{weight}.otf") as font:
            known[weight] = font.getBestCmap()
    missing = {
        letter for letter in texts if ord(letter) >= 0x2E80 and ord(letter) not in known["Regular"]
    }
    assert not missing
    assert all(ord(letter) in known["Regular"] for letter in "夜間旧東京髙﨑ｱ①")
    # All that is not Japanese: bold Japanese is drawn from the regular letters.
    assert {letter for letter in known["Regular"] if letter < 0x2E80} == set(known["Bold"])
