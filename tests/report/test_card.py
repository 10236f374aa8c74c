"""The card of a report: its size, what it says, and that it is ours."""

import html
import re
import struct
from dataclasses import replace
from pathlib import Path

import pytest

from plimsoll.base import language
from plimsoll.report import forms, writer
from plimsoll.report.forms import card, picture
from plimsoll.store import Store
from tests import stores

from .making import page, report_request

pytestmark = pytest.mark.long


def _words(drawn: str) -> str:
    """The texts of the card, one a line."""
    found = "\n".join(re.findall(r">([^<>]+)</text>", drawn))
    return html.unescape(found).replace("\u00a0", " ")


def test_a_card_has_the_size_of_a_link_and_is_ours(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "a.card.png"
    of = report_request(store, stores.demo(store))
    assert writer.write(of, path, "card") == [path]
    drawn = path.read_bytes()
    assert struct.unpack(">II", drawn[16:24]) == (1200, 630)
    assert card.is_ours(drawn[:4096])
    # One that is ours is written again, in this form.
    assert writer.write(of, path, "card") == [path]


@pytest.mark.parametrize("code", ["en", "ja", "tr"])
def test_a_card_says_what_the_first_screen_says(store: Store, code: str) -> None:
    of = report_request(store, stores.demo(store))
    with language.writing(code):
        shown = page(store, of.campaigns[0])
        words = _words(card._document(shown, of))
        first = shown.first
        assert first.number.value in words
        assert first.badge.words in words
        assert first.origin in words
        assert "Plimsoll" in words
        assert "".join(of.evidence.objective_words.split()) in "".join(words.split())


def test_a_page_without_a_number_or_a_chart_has_its_headline(store: Store) -> None:
    of = report_request(store, stores.demo(store))
    shown = page(store, of.campaigns[0])
    assert shown.first is not None
    bare = replace(shown, sections=(), first=replace(shown.first, number=None))
    words = _words(card._document(bare, of))
    assert "".join(shown.first.headline.split()) in "".join(words.split())
    assert not picture.charts(bare)


def test_a_card_shows_no_folder_of_the_machine(store: Store) -> None:
    of = report_request(store, stores.demo(store, target="stack:/home/somebody/lab.toml"))
    words = _words(card._document(page(store, of.campaigns[0]), of))
    assert "lab.toml" in words
    assert "somebody" not in words


def test_the_file_of_a_card_is_a_picture() -> None:
    assert forms.find_form("card").ending == "card.png"
    assert forms.find_form("png").ending == "png"
    assert writer.form_of(Path("a.card.png")) == "card"
    assert writer.form_of(Path("a.PNG")) == writer.form_of(Path("card.png")) == "png"
