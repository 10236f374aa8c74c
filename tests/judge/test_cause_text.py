"""Why a Run ended as it did: in English the record's sentence, in another language a message."""

from typing import Any

import pytest

from plimsoll.base import language
from plimsoll.judge import cause_text

from .test_codes import JUDGE, codes_with_messages

KEEPS_UP: dict[str, Any] = {"kind": "keeps_up", "figures": {"surely": True, "late_ns": 1_250_000}}
BEHIND: dict[str, Any] = {
    "kind": "falls_behind",
    "figures": {"achieved_per_s": 5000.4, "offered_per_s": 5000.1, "backlog_slope_per_s": 12.5},
}


def test_english_is_the_sentence_of_the_record() -> None:
    assert cause_text.words(BEHIND, "as it stands") == "as it stands"


def test_another_language_has_its_own_sentence_with_the_figures() -> None:
    with language.writing("tr"):
        assert "1,25 ms" in cause_text.words(KEEPS_UP, "stored")
        # Two rates that would read the same have more digits.
        behind = cause_text.words(BEHIND, "stored")
        assert "5.000,4" in behind
        assert "5.000,1" in behind


@pytest.mark.parametrize("cause", [None, {"kind": "failure", "figures": {"error": "stored"}}])
def test_a_sentence_from_elsewhere_stands(cause: dict[str, Any] | None) -> None:
    with language.writing("ja"):
        assert cause_text.words(cause, "stored") == "stored"


def test_every_kind_has_a_message_and_every_message_a_kind() -> None:
    kinds = {code.partition("-")[0] for code in codes_with_messages(JUDGE, "cause-")}
    assert kinds == set(cause_text.KINDS)
