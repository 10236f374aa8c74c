"""A smoke of the table that `make truth` prints: whole searches with the real decisions, on the
virtual clock."""

from __future__ import annotations

import json

import pytest

from plimsoll.search import document
from tests.truth.suite import CASES, SMOKE, assess, search

CHOSEN = [case for case in CASES if case.name in SMOKE]


@pytest.mark.parametrize("case", CHOSEN, ids=lambda case: case.name)
def test_searches_find_the_line_that_we_set(case: object) -> None:
    from tests.truth.suite import Case

    assert isinstance(case, Case)
    # Of the client's own limit one seed: there is no line to miss by chance, and such a search
    # takes long. `make truth` has all seeds.
    answers = [search(case, seed) for seed in ((1, 2) if case.truth else (1,))]
    truth = case.truth() if case.truth else None
    # Two seeds have no median to speak of: the widest of the whole table has to do.
    assert assess([answer.result for answer in answers], truth, case.reach, width=0.25) == []


def test_the_same_seed_gives_the_same_document() -> None:
    case = next(case for case in CHOSEN if case.arrivals == "constant")
    first, second = (json.dumps(document.of(search(case, 3).result)) for _ in range(2))
    assert first == second
