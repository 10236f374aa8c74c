"""Widths in cells, and lines of so many."""

import textwrap

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plimsoll.base import cells

BATCH = "夜間バッチの性能試験、旧ストレージ(東京)"
LATIN = st.text(st.sampled_from("ab cé,.%İ<= 12"), max_size=60)
MIXED = st.text(st.sampled_from("ab 12。、夜間ァ(「」"), max_size=60)


def test_a_wide_letter_is_two_cells_and_a_combining_mark_none() -> None:
    assert cells.width("İstanbul yedeği") == 15
    assert cells.width("旧ストレージ(東京)") == 18
    assert cells.width("ｱｲ") == 2
    assert cells.width("か\u3099") == 2


@pytest.mark.long
@given(LATIN, st.integers(1, 30))
def test_without_wide_letters_lines_are_those_of_the_standard_library(text: str, room: int) -> None:
    text = " ".join(text.split(" ")).strip(" ")
    expected = textwrap.wrap(text, room, break_long_words=False, break_on_hyphens=False)
    assert cells.wrap(text, room) == (expected or [""])


@given(MIXED, st.integers(4, 30))
def test_no_letter_is_lost_and_no_line_begins_with_a_closing_mark(text: str, room: int) -> None:
    lines = cells.wrap(text, room)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert not any(line[:1] in tuple("。、」ァ") for line in lines[1:] if line)


def test_lines_of_japanese_end_behind_any_letter() -> None:
    assert cells.wrap(BATCH, 12) == ["夜間バッチの", "性能試験、旧", "ストレージ(", "東京)"]


def test_a_shortened_text_fits() -> None:
    assert cells.shorten("夜間バッチの性能試験", 9) == "夜間 …"
    assert cells.shorten("confirming both ends", 15) == "confirming …"
    assert cells.width(cells.crop(BATCH, 7)) == 6
    assert cells.pad("旧", 4) + "|" == "旧  |"
    assert cells.align_right("旧", 4) == "  旧"
