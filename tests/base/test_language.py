"""The conventions of each language, held against the Unicode CLDR as Babel has it, and the choice
of the reader's language."""

import datetime

import pytest
from babel import Locale, dates, lists, numbers

from plimsoll.base import language, units
from plimsoll.base.messages import language as written

MOMENT = datetime.datetime(2026, 11, 28, 15, 5, 9, tzinfo=datetime.UTC)


@pytest.mark.parametrize("code", ["ja", "tr"])
def test_numbers_shares_and_lists_are_those_of_the_cldr(code: str) -> None:
    with language.writing(code):
        assert language.number("1,234,567.5") == numbers.format_decimal(1234567.5, locale=code)
        assert units.percent(0.7) == numbers.format_percent(0.7, locale=code)
        first, *_, last = ("a", "b", "c")
        expected = lists.format_list(["a", "b", "c"], "unit", locale=code)
        assert language.listing(["a", "b", "c"]).replace("、", " ").replace(", ", " ") == (
            expected.replace("、", " ").replace(", ", " ")
        ), (first, last)
        assert language.conventions().name == Locale(code).get_display_name(code)


def test_dates_are_those_of_the_cldr() -> None:
    with language.writing("ja"):
        assert language.day(MOMENT) == dates.format_date(MOMENT, "long", locale="ja")
        assert language.minute(MOMENT) == "2026年11月28日 15:05 UTC"
    with language.writing("tr"):
        assert language.day(MOMENT) == dates.format_date(MOMENT, "dd.MM.y", locale="tr")
        assert language.second(MOMENT) == "28.11.2026 15:05:09 UTC"
    assert language.minute(MOMENT) == "2026-11-28 15:05 UTC"


def test_figures_of_a_report_follow_the_language() -> None:
    with language.writing("tr"):
        assert units.rate(12345.6) == "12.346"
        assert units.nanos(1.25e6) == "1,25 ms"
        assert units.share(0.705) == "%70,5"
        assert units.percent_with_sign(-0.123, 1) == "-%12,3"
        assert units.seconds(150) == "2,5 dk"
        assert units.size(1.5 * 2**20) == "1,5 MiB"
        assert units.block_size(4096) == "4k"
    with language.writing("ja"):
        assert units.rate(12345.6) == "12,346"
        assert units.share(0.705) == "70.5%"
        assert units.seconds(150) == "2.5 分"
    assert units.share(0.705) == "70.5 %"


def test_capitals_and_full_stops_are_those_of_the_language() -> None:
    assert language.sentence("idle") == "Idle."
    with language.writing("tr"):
        assert language.sentence("istemci doldu") == "İstemci doldu."
        assert language.capital("ısınma") == "Isınma"
    with language.writing("ja"):
        assert language.sentence("測定しました。") == "測定しました。"
        assert language.sentences(["測定しました。", "完了です。"]) == "測定しました。完了です。"


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({}, "en"),
        ({"LANG": "ja_JP.UTF-8"}, "ja"),
        ({"LANG": "ja_JP.UTF-8", "LC_MESSAGES": "tr_TR.UTF-8"}, "tr"),
        ({"LANG": "tr_TR.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "tr_TR", "LC_ALL": ""}, "tr"),
    ],
)
def test_the_locale_chooses_the_language(environment: dict[str, str], expected: str) -> None:
    assert language.of_environment(environment) == expected


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        ("", "en"),
        ("tr-TR,tr;q=0.9,en;q=0.8", "tr"),
        ("de,en;q=0.5,ja;q=0.7", "ja"),
        ("ja;q=0, tr;q=0.1", "tr"),
        ("*", "en"),
        ("ja;q=x", "en"),
    ],
)
def test_the_browser_chooses_the_language(header: str, expected: str) -> None:
    assert language.of_browser(header, "en") == expected


def test_only_what_is_for_the_reader_is_in_the_readers_language() -> None:
    language.choose("ja")
    try:
        assert written.get() == "en"
        assert language.for_reader(written.get)() == "ja"
        with language.answering(as_json=True):
            assert written.get() == "en"
        with language.answering(as_json=False):
            assert written.get() == "ja"
    finally:
        language.choose("en")
