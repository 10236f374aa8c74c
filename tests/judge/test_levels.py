"""Levels as people write them."""

import pytest

from plimsoll.base.errors import InputError
from plimsoll.judge.levels import Level, parse


@pytest.mark.parametrize(
    ("text", "level"),
    [
        ("mean <= 20ms", Level("x", 20e6, "time", "mean")),
        ("p99.9<=1.5 s", Level("x", 1.5e9, "time", "p99_9")),
        ("rate >= 4000", Level("x", 4000.0, "rate")),
        ("rate >= 350,000", Level("x", 350_000.0, "rate")),
    ],
)
def test_a_level_is_a_response_time_or_a_rate(text: str, level: Level) -> None:
    assert parse("x", text) == level


@pytest.mark.parametrize(
    "text", ["", "20ms", "mean >= 20ms", "rate <= 4000", "mean <= 20", "median <= 1ms"]
)
def test_what_is_neither_is_an_error_that_says_how_to_write_it(text: str) -> None:
    with pytest.raises(InputError, match="level 'x' cannot be read"):
        parse("x", text)
