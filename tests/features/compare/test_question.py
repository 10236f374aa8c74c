"""In what two questions differ is told as it is asked for, by codes whose sentences stand in one
place."""

from typing import get_args, get_type_hints

import pytest

from plimsoll.features.compare.rules import question, words
from plimsoll.features.compare.rules.question import Aspect, QuestionTerms, apart
from plimsoll.judge.variant import Left, Unlike
from plimsoll.native.record import Workload
from tests.judge.test_codes import JUDGE, codes_with_messages

from . import compare_sentences
from .compare_sentences import (
    CLOSED,
    GIB,
    OPEN,
    PAIRS,
    K,
    block_size_keys,
    run_question,
    search_question,
)


@pytest.mark.parametrize(
    ("name", "aspects"),
    [
        ("a block size", {"block_size"}),
        ("a block size of writes that do not occur", {"block_size"}),
        ("an alignment of its own", {"align"}),
        ("a mix, and what is written", {"mix", "payload"}),
        ("a pattern and a working set", {"pattern", "working_set", "working_set_offset"}),
        ("what makes writes durable", {"flushes", "durable_writes", "verify"}),
        ("the kind of load", {"load"}),
        ("a think time", {"think"}),
        ("a ramp", {"profile"}),
        ("clock and cache", {"clock", "access"}),
        ("a Run and a search", {"kind"}),
        ("limits and a line", {"asked"}),
        ("a line and a maximum", {"objective"}),
    ],
)
def test_one_flag_is_one_difference_whatever_follows_from_it(
    name: str, aspects: set[Aspect]
) -> None:
    first, other = PAIRS[name]
    assert set(apart([first], [other]).aspects) == aspects


def test_every_key_of_a_resolved_workload_belongs_to_a_difference() -> None:
    """Another value of a key that none names would be a difference without words."""
    named = {key for keys in question._WORKLOAD_KEYS.values() for key in keys}
    assert named | {"align_bytes"} == get_type_hints(Workload).keys()


def test_of_several_questions_those_that_come_nearest_are_told() -> None:
    far: QuestionTerms = run_question(OPEN, **block_size_keys(64 * K), working_set_bytes=GIB)
    near: QuestionTerms = run_question(CLOSED, **block_size_keys(8 * K))
    found = apart([run_question()], [far, search_question("p99 <= 5ms"), near])
    assert (found.other, found.aspects) == (near, ("block_size",))


def test_whatever_differs_has_different_words() -> None:
    for name, (first, other) in PAIRS.items():
        if name == "a Run and a search":
            continue
        said = words.apart(apart([first], [other]))
        for one in said.split("; "):
            mine, _, theirs = one.partition(" against ")
            assert theirs
            assert not mine.endswith(theirs)


def test_every_code_has_words_and_no_words_are_left_over() -> None:
    assert set(words._ASPECTS) | {"kind"} == set(get_args(Aspect))
    left = {code.partition("-")[0] for code in codes_with_messages(JUDGE, "left-")}
    assert left == set(get_args(Left))
    assert {one.what for one in compare_sentences.DIFFERENT} == set(get_args(Unlike))
    assert {one.kind for one in compare_sentences.LEFT} == set(get_args(Left))


def test_the_sentences_are_those_that_were_read_last() -> None:
    """Made again by `python -m tests.features.compare.compare_sentences`."""
    assert compare_sentences.KEPT.read_text(encoding="utf-8") == compare_sentences.text()
