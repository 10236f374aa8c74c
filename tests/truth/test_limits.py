"""A smoke of the table of limits that `make truth` prints, and canaries: an answer that is wrong is
told as wrong."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

import pytest

from tests.truth.limits import CASES, SMOKE, Case, assess, measure_limits

if TYPE_CHECKING:
    from plimsoll.features.limits.rules.finding import LimitFinding

pytestmark = pytest.mark.long

CHOSEN = {case.name: case for case in CASES if case.name in SMOKE}


@cache
def answer(name: str) -> LimitFinding:
    return measure_limits(CHOSEN[name])


@pytest.mark.parametrize("name", SMOKE)
def test_the_limits_that_a_stack_sets_are_found(name: str) -> None:
    assert assess(CHOSEN[name], answer(name)) == []


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        (
            lambda case: replace(
                case, values={"ops_per_s": 3040.0, "bytes_per_s": case.values["bytes_per_s"]}
            ),
            "ops_per_s is",
        ),
        (lambda case: replace(case, law="flat", refuted={}), "the true law is refuted"),
        (lambda case: replace(case, refuted={"both": None}), "both is not refuted"),
        (lambda case: replace(case, refuted={"linear 32k": 4 << 10}), "refuted by another datum"),
        (lambda case: replace(case, burst=(0, 951, None)), "the burst was not seen"),
    ],
    ids=[
        "a rate 1.3 % off",
        "another law",
        "a law that stands",
        "another datum",
        "a burst that there is not",
    ],
)
def test_an_answer_that_is_wrong_is_told_as_wrong(changed: object, says: str) -> None:
    assert callable(changed)
    case: Case = changed(CHOSEN["S0 under its policy"])
    assert any(says in words for words in assess(case, answer("S0 under its policy")))
