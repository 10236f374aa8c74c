"""A smoke of the table that `make truth` prints: whole searches with the real decisions, on the
virtual clock."""

from dataclasses import replace
from pathlib import Path

import pytest

from plimsoll.search import document
from tests.truth.harness import BRIEF
from tests.truth.suite import CASES, SMOKE, Case, assess, contains, search

QUICK = "IOPS cap, constant"
CHOSEN = [
    pytest.param(case, id=case.name, marks=() if case.name == QUICK else pytest.mark.long)
    for case in CASES
    if case.name in SMOKE
]


@pytest.mark.parametrize("case", CHOSEN)
def test_searches_find_the_line_that_we_set(case: Case, tmp_path: Path) -> None:
    if case.reach:
        case = _ten_times_slower(case, tmp_path)
    truth = case.truth() if case.truth else None
    # `make truth` has all seeds. One has no median to speak of: the widest of the whole table has
    # to do; and nothing is left to chance, it holds its line.
    answer = search(case, 1, BRIEF).result
    assert assess([answer], truth, case.reach, width=0.25) == []
    assert truth is None or contains(answer, truth)
    if case.arrivals == "constant":
        assert document.of(search(case, 1, BRIEF).result) == document.of(answer), "the same seed"


def _ten_times_slower(case: Case, folder: Path) -> Case:
    """The same client and the same device beyond its reach, all of whose times are ten times as
    long: the same question, of a tenth of the operations."""
    text = case.path.read_text()
    for time, longer in (('service = "100us"', 'service = "1ms"'), ('= "10us"', '= "100us"')):
        assert text.count(time) == 1
        text = text.replace(time, longer)
    (folder / "slower.toml").write_text(text)
    assert case.objective == "p99 <= 1ms"
    return replace(
        case, stack=str(folder / "slower"), objective="p99 <= 10ms", reach=case.reach / 10
    )
