"""A sentence is kept as code and figures, and read in the language of whoever reads it."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest

from plimsoll.base import language, sentence, units
from plimsoll.base.sentence import Sentence
from plimsoll.campaign.messages import message
from plimsoll.store import Store

LATENCY = Sentence(partial(units.nanos, 1_234_000))
UNSETTLED = Sentence(
    partial(
        message,
        "point-unsettled",
        point=3,
        latency=LATENCY,
        seconds=30,
        at_start=LATENCY,
        noise=LATENCY,
    )
)


def in_language(code: str, words: object) -> str:
    with language.writing(code):
        return str(words)


@pytest.mark.parametrize("code", language.LANGUAGES)
def test_what_a_store_keeps_is_the_same_sentence_in_every_language(code: str) -> None:
    kept = sentence.store_text(UNSETTLED)
    assert in_language(code, sentence.read(kept)) == in_language(code, UNSETTLED)


def test_a_figure_has_the_marks_of_the_reader() -> None:
    said = {code: in_language(code, UNSETTLED) for code in language.LANGUAGES}
    marks = {"en": "1.23 ms", "ja": "1.23 ms", "tr": "1,23 ms"}
    assert all(marks[code] in said[code] for code in language.LANGUAGES)
    assert len(set(said.values())) == 3


def test_a_store_has_the_english_text_beside_whatever_language_it_was_written_in() -> None:
    with language.writing("tr"):
        kept = json.loads(sentence.store_text(UNSETTLED))
    assert kept["text"] == in_language("en", UNSETTLED)
    assert kept["message"] == ["campaign", "point-unsettled"]


@pytest.mark.parametrize("code", language.LANGUAGES)
@pytest.mark.parametrize(
    "message",
    [["campaign", "of-a-later-version"], ["nowhere", "fault"], ["../campaign", "fault"], [1], None],
)
def test_a_sentence_that_this_version_does_not_know_is_its_english_text(
    code: str, message: object
) -> None:
    kept = json.dumps({"message": message, "figures": {}, "text": "as it was"})
    assert in_language(code, sentence.read(kept)) == "as it was"


@pytest.mark.parametrize("text", ["path A pulled", '{"message": ', '{"message": 1}', "{}", "[1]"])
def test_a_text_stays_as_it_is(text: str) -> None:
    assert sentence.store_text(text) == sentence.read(text) == text
    assert sentence.translations(text) == {}


def test_an_event_of_a_store_is_read_in_every_language(tmp_path: Path) -> None:
    with Store.open(tmp_path / "s.db") as store:
        run = store.begin_run(None, "run", "{}")
        store.add_event(None, run, "mark", Sentence(partial(message, "fault", name="A")), at_ns=5)
        [event] = store.events_of_run(run)
        assert event.text == "fault 'A'"
        with language.writing("ja"):
            assert event.text == "障害「A」"
