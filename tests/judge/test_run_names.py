"""The names of scaling Runs: English where they are kept, in words for a reader."""

import pytest

from plimsoll.base import language
from plimsoll.judge.limiter import run_names

NAMES = {
    run_names.AGAIN: "再実行",
    run_names.LIGHT: "軽負荷",
    run_names.of_depth(64): "深度64",
    run_names.of_round(6): "深度6(1.5巡)",
    run_names.of_workers(2): "ワーカー2個",
    run_names.of_size(2048): "ブロックサイズ2k",
    run_names.of_size_light(2048): "ブロックサイズ2k、軽負荷",
    "of a newer version": "of a newer version",
}


@pytest.mark.parametrize(("name", "shown"), NAMES.items())
def test_a_name_is_kept_in_english_and_shown_in_words(name: str, shown: str) -> None:
    assert run_names.words(name) == name
    with language.writing("ja"):
        assert run_names.words(name) == shown


def test_a_name_is_the_same_in_every_language() -> None:
    with language.writing("tr"):
        assert run_names.of_size(1536) == "blocks of 1.5k"
