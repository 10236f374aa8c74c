"""A smoke of the tables of families and of slow storage, and of the formulas that they rest on."""

from dataclasses import replace
from pathlib import Path

import pytest
from scipy.optimize import brentq

from tests.truth import family, slow
from tests.truth.theory import mm1_line


@pytest.mark.long
def test_lines_of_a_family_are_right_and_cost_a_fraction_of_the_grid() -> None:
    found = family.search(1, (10, 0))
    # The first line pays for all eleven: two are not as cheap as the whole family.
    assert found.wrong(cheaper=25.0) == []
    assert [line.start is None for line in found.result.lines] == [True, False]


def a_quarter(folder: Path) -> Path:
    """The volume with a quarter of its credits, which a quarter of the horizon spends alike."""
    text = slow.CASES[1].stack(folder).read_text()
    assert text.count("credits = 540000") == 1
    (folder / "quarter.toml").write_text(text.replace("credits = 540000", "credits = 135000"))
    return folder / "quarter.toml"


@pytest.mark.long
@pytest.mark.parametrize(
    "case",
    [slow.CASES[0], replace(slow.CASES[1], stack=a_quarter, horizon_s=150.0)],
    ids=lambda case: case.name,
)
def test_credits_are_told_while_they_last_and_left_out_by_a_longer_horizon(case: slow.Slow) -> None:
    result = slow.search(case, 1)
    assert slow.right(case, result), (result.ends, result.reason)


def test_the_formulas_of_the_family_are_those_of_the_stacks_header() -> None:
    # examples/stacks/s1-storage-a.toml: at read 70 a mean of 1 ms is passed at 160,040/s.
    assert brentq(lambda rate: family.mean_s(rate, 0.7) - 1e-3, 1, 200_000) == pytest.approx(
        160_040, rel=1e-3
    )
    # Reads alone are 32 M/M/1 queues; nearly reads alone are nearly that.
    alone = family.DISKS * mm1_line(1 / family.READ_S, family.P99_S)
    assert family.truth(100.0) == pytest.approx(alone, rel=1e-9)
    assert family.truth(100 - 1e-7) == pytest.approx(alone, rel=1e-5)
    # The tail begins at 1, whatever the mix.
    assert family.share_beyond(100_000, 0.5, 0.0) == pytest.approx(1.0, abs=1e-9)
