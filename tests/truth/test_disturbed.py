"""A smoke of `tests.truth.stalls`: episodes of a client that stands still are cut, and the line
is the undisturbed one."""

import pytest

from tests.truth import default_objective, stalls

pytestmark = pytest.mark.long


@pytest.mark.parametrize("case", [stalls.Case(0.1), stalls.Case(0, 60.0)])
def test_the_line_is_that_of_the_undisturbed_storage(case: stalls.Case) -> None:
    found = stalls.search(case, 1)
    assert found.low is not None
    assert found.high is not None
    assert found.low <= case.line * 1.002
    assert found.high >= case.line / 1.002
    assert found.plan is None or found.plan <= case.line * 1.002


def test_two_searches_of_one_disk_choose_one_objective_more_often_than_with_finer_bounds() -> None:
    ours = default_objective.agree(default_objective.BOUNDS, 0.2, disks=20_000)
    finer = default_objective.agree(default_objective.FINER, 0.2, disks=20_000)
    # A share of 20,000 is known to 0.3 %.
    assert ours > 0.82
    assert ours > finer + 0.1
    kept = default_objective.agree(default_objective.BOUNDS, 0.6, kept=True, before=4, disks=20_000)
    assert kept > 0.94
