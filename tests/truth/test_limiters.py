"""A smoke of the table of limiters that `make truth` prints, and the labels themselves."""

from typing import get_args

import pytest

from plimsoll.judge.limiter.document import Who
from tests.truth.limiters import AFTERWARDS, CASES, SMOKE, answer, wrong

EVERY = (*CASES, *AFTERWARDS)


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(one, id=one.name, marks=pytest.mark.long if "page cache" in one.name else ())
        for one in EVERY
        if one.name in SMOKE
    ],
)
def test_who_limits_a_load_on_a_stack_is_named(case: object) -> None:
    from tests.truth.limiters import Case

    assert isinstance(case, Case)
    assert wrong(case, answer(case, 1).finding) is None


def test_the_labelled_suite_covers_every_value_that_can_be_told_and_names_each_load_once() -> None:
    labels = {label for case in EVERY for label in case.truth}
    assert labels == set(get_args(Who)) - {"unknown"}
    assert len({case.name for case in EVERY}) == len(EVERY) >= 40
    assert set(SMOKE) <= {case.name for case in EVERY}
