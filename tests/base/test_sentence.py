"""A remark is stored as a code with figures, and worded in the language of its reader."""

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


TYPED = (
    "path A pulled",
    "{}",
    "[1]",
    '{"message": ',
    '{"message": 1}',
    '{"message": null, "text": "shorter"}',
    '{"message": ["campaign", "fault"], "figures": {"name": "A"}, "text": "fault"}',
)


@pytest.mark.parametrize("text", TYPED)
def test_a_text_stays_as_it_was_typed(text: str) -> None:
    assert sentence.read(sentence.store_text(text)) == text
    assert sentence.translations(text) == {}


@pytest.mark.parametrize("text", ["path A pulled", '{"message": ', '{"message": 1}', "{}", "[1]"])
def test_a_text_that_is_no_sentence_is_read_as_it_stands(text: str) -> None:
    assert sentence.read(text) == text


DEEP = 10_000


@pytest.mark.parametrize(
    "figures",
    [
        "null",
        "[]",
        '{"name": {"format": ["nanos", 1' + 400 * "0" + "]}}",
        '{"name": {"format": ["seconds", 1' + 400 * "0" + "]}}",
        '{"name": {"format": ["nowhere", 1]}}',
        '{"name": {"format": ["nanos"]}}',
        '{"other": 1}',
    ],
)
def test_figures_that_are_not_those_of_the_message_leave_the_english_text(figures: str) -> None:
    kept = f'{{"message": ["campaign", "fault"], "figures": {figures}, "text": "as it was"}}'
    assert sentence.read(kept) == "as it was"


def test_a_text_that_is_nested_too_deep_is_read_as_it_stands() -> None:
    kept = '{"message": ' + DEEP * "[" + DEEP * "]" + ', "text": "as it was"}'
    assert sentence.read(kept) == kept


def test_an_event_of_a_store_is_read_in_every_language(tmp_path: Path) -> None:
    with Store.open(tmp_path / "s.db") as store:
        run = store.begin_run(None, "run", "{}")
        store.add_event(None, run, "mark", Sentence(partial(message, "fault", name="A")), at_ns=5)
        [event] = store.events_of_run(run)
        assert event.text == "fault 'A'"
        with language.writing("ja"):
            assert event.text == "障害「A」"


@pytest.mark.parametrize("text", TYPED)
def test_a_mark_is_shown_as_it_was_typed(tmp_path: Path, text: str) -> None:
    with Store.open(tmp_path / "s.db") as store:
        run = store.begin_run(None, "run", "{}")
        store.add_event(None, run, "mark", text, at_ns=5)
        [event] = store.events_of_run(run)
        assert event.text == text
