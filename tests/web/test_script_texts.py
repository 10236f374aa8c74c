"""The scripts of a page speak its language: their texts come with it."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from plimsoll.base import language
from plimsoll.campaign import factor_text
from plimsoll.store import Store
from plimsoll.web import baseline, frame, live_view, script_texts
from plimsoll.web.live_view import LiveView
from tests import stores
from tests.report import sample
from tests.web.server import Serve
from tests.web.test_browser import Reader, reader

__all__ = ["reader"]

SCRIPTS = ("live.js", "shelf.js", "start.js", "waiting.js")


def script_data(page: str) -> Any:
    found = re.search(r'<script type="application/json" id="texts">(.*?)</script>', page)
    return json.loads(found[1])


def leaves(found: object) -> Iterator[str]:
    if isinstance(found, dict):
        for one in found.values():
            yield from leaves(one)
    elif isinstance(found, str):
        yield found


def words(text: str) -> str:
    """What a text says beside its figures."""
    return re.sub(r"\{\w+\}|[\s,.:;()%/、]", "", text)


@pytest.mark.parametrize("code", ["ja", "tr"])
def test_no_script_has_a_text_in_english_on_a_page_in_another_language(code: str) -> None:
    english = script_data(script_texts.element(SCRIPTS))
    with language.writing(code):
        other = script_data(script_texts.element(SCRIPTS))
    assert english["texts"].keys() == other["texts"].keys()
    same = {words(text) for text in leaves(english)} & {words(text) for text in leaves(other)}
    assert same <= {"", "CPU"}
    for name, mine in english["texts"].items():
        places = re.compile(r"\{\w+\}")
        for one, another in zip(leaves(mine), leaves(other["texts"][name]), strict=True):
            assert set(places.findall(one)) == set(places.findall(another)), name


def test_scripts_have_no_sentence_of_their_own() -> None:
    for name, static in frame.statics().items():
        if not name.endswith(".js"):
            continue
        code = re.sub(r"^\s*//.*$", "", static.content.decode(), flags=re.MULTILINE)
        texts = re.findall(r"'((?:[^'\\\n]|\\.)*)'|`([^`]*)`", code)
        said = [
            one or other
            for one, other in texts
            if re.search(r"[a-z]{2,} [a-z]{2,} [a-z]{2,}", one or other)
        ]
        # Selectors and names of classes are no sentences.
        assert [text for text in said if re.search(r"[A-Z][a-z]+ [a-z]+|[.…]$", text)] == [], name


def test_the_shelf_compares_and_counts_in_the_language_of_the_browser(
    serve: Serve, reader: Reader, two_campaign_store: Path
) -> None:
    served = serve("--store", str(two_campaign_store))
    page = served.get("/", Accept="text/html", Accept_Language="ja").text
    assert '<html lang="ja">' in page
    assert script_data(page)["texts"]["compare-count"] == "{count}件を比較"
    shelf = reader.open(served.address, locale="tr-TR")
    shelf.locator("#found", has_text="2 kampanya").wait_for()
    compare = shelf.locator("#compare")
    assert compare.inner_text() == "Seçilenleri karşılaştır"
    for box in shelf.locator("input[name=c]").all():
        box.check()
    assert compare.inner_text() == "Karşılaştır (2)"
    shelf.locator("#search").fill("before")
    assert shelf.locator("#found").inner_text() == "kampanya: 1 / 2"


def test_a_live_view_has_no_code_word(tmp_path: Path) -> None:
    assert live_view._role("hold_low") == "a hold"
    assert live_view._role("one_of_another_version") == "a Run"
    with language.writing("tr"):
        assert live_view._role("check") == "taahhüt denetimi"
        assert live_view._role("tells: depth 4") == "sınırlayanı bulma koşusu: derinlik 4"
    with Store.open(tmp_path / "s.db") as store:
        number = stores.campaign(store, "run", objective=sample.OBJECTIVE).number
        store.add_event(number, None, "mark", "pulled path A")
        with language.writing("ja"):
            shown = LiveView(store, number).look()
        assert [(one["kind"], one["name"]) for one in shown["said"]] == [("mark", "マーク")]
        assert shown["progress"]["heard"].startswith("開始から")
        grid = LiveView(store, stores.grid(store).number)
        assert grid.look()["progress"]["heard"] == "0 of 12 Points"
        with language.writing("tr"):
            shown = LiveView(store, grid.number).look()
        assert (shown["grid"]["across"], shown["grid"]["down"]) == ("blok boyutu", "okuma oranı")


def test_factors_of_a_plan_are_named_and_parameters_keep_their_names() -> None:
    assert factor_text.name("block_size") == "block size"
    assert factor_text.name("burst_credit") == "burst credit"
    with language.writing("ja"):
        assert factor_text.name("block_size") == "ブロックサイズ"
        assert factor_text.name("burst_credit") == "burst credit"


def test_changes_against_a_baseline_are_written_in_the_language() -> None:
    class Number:
        def __init__(self, amount: float) -> None:
            self.name, self.value, self.amount = "n", str(amount), amount
            self.low = self.high = None

    def change(mine: float) -> str:
        figures: Any = Number(mine), Number(100.0)
        return baseline._difference(*figures)[0]

    assert [change(110.0), change(89.9), change(100.001)] == ["+10.0 %", "−10.1 %", "0.0 %"]
    with language.writing("tr"):
        assert [change(110.0), change(89.9), change(100.001)] == ["+%10,0", "−%10,1", "%0,0"]
    with language.writing("ja"):
        assert change(110.0) == "+10.0%"
