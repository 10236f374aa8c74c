"""Times that people read are local, with their offset from UTC, in the form of the reader's
language."""

import datetime
import time
from collections.abc import Callable, Iterator

import pytest

from plimsoll.base import language

AT_NS = 1_795_847_107_000_000_000
"""2026-11-28 06:25:07 UTC."""


@pytest.fixture
def live_in(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """Sets the time zone of the machine."""

    def move(zone: str) -> None:
        monkeypatch.setenv("TZ", zone)
        time.tzset()

    yield move
    monkeypatch.undo()
    time.tzset()


@pytest.mark.parametrize(
    ("zone", "code", "expected"),
    [
        ("UTC", "en", "2026-11-28 06:25 UTC"),
        ("UTC", "ja", "2026年11月28日 06:25 UTC"),
        ("Asia/Tokyo", "en", "2026-11-28 15:25 +09:00"),
        ("Asia/Tokyo", "ja", "2026年11月28日 15:25 +09:00"),
        ("Europe/Istanbul", "tr", "28.11.2026 09:25 +03:00"),
        ("America/St_Johns", "en", "2026-11-28 02:55 -03:30"),
    ],
)
def test_a_time_is_that_of_the_readers_clock(
    live_in: Callable[[str], None], zone: str, code: str, expected: str
) -> None:
    live_in(zone)
    with language.writing(code):
        assert language.minute(language.moment(AT_NS)) == expected


def test_seconds_and_a_day_without_its_year(live_in: Callable[[str], None]) -> None:
    live_in("Asia/Tokyo")
    with language.writing("ja"):
        at = language.moment(AT_NS)
        assert language.second(at) == "2026年11月28日 15:25:07 +09:00"
        assert language.day_of_year(at) == "11月28日"


def test_what_programs_read_is_in_utc(live_in: Callable[[str], None]) -> None:
    live_in("Asia/Tokyo")
    assert language.minute(language.moment(AT_NS)) == "2026-11-28 06:25 UTC"
    with language.writing("ja"), language.answering(as_json=True):
        assert language.minute(language.moment(AT_NS)) == "2026-11-28 06:25 UTC"


def test_a_time_of_an_unknown_zone_has_no_offset() -> None:
    at = datetime.datetime(2026, 11, 28, 6, 25)
    assert language.minute(at) == "2026-11-28 06:25"
