"""Documents of a store as they are read: a number that no float holds is damage, however it is
written; what only looks like one is read."""

from pathlib import Path

import pytest

from plimsoll.base.errors import InputError
from plimsoll.store.reading import Reading

READING = Reading(Path("s.db"))
NINES = "9" * 309


@pytest.mark.parametrize("number", ["1e999", "-1E999", "1e+309", f"{NINES}.0", "NaN", "-Infinity"])
def test_a_number_that_no_float_holds_is_damage(number: str) -> None:
    with pytest.raises(InputError, match=r"s\.db is damaged: the record is not JSON"):
        READING.document(f'{{"é": [1, {number}]}}', lambda: "the record")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1e-400", 0.0),
        ("1e0308", 1e308),
        ('"1e999"', "1e999"),
        (f'"{NINES}"', NINES),
        ("1e99", 1e99),
    ],
)
def test_what_only_looks_like_one_is_read(text: str, value: object) -> None:
    assert READING.document(f'{{"x": {text}}}', lambda: "the record") == {"x": value}
