"""A smoke of the table that `make truth` prints: verdicts on promises around the margin, and a
broken judge is found."""

import pytest

from plimsoll.judge import rate
from tests.truth.promises import DIRECTIONS, NOISES, count_verdicts, wrong

pytestmark = pytest.mark.long

SEEDS = range(40)
FEW = range(12)
"""Of those that take Runs."""
# Of 40 verdicts at the promised 5 %: 2 + 3 x 1.38; of 12: 0.6 + 3 x 0.75.
MOST = {40: 6, 12: 2}


@pytest.mark.parametrize("noise", NOISES, ids=lambda noise: noise.name)
@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("ratio", [0.98, 0.99, 1.01, 1.02])
def test_verdicts_are_seldom_wrong(noise: object, direction: str, ratio: float) -> None:
    seeds = FEW if noise is NOISES[0] else SEEDS
    found = count_verdicts(noise, direction, ratio, seeds)  # type: ignore[arg-type]
    assert found[wrong(direction, ratio)] <= MOST[len(seeds)], found


def test_a_judge_that_takes_intervals_for_exact_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    # The canary: without an error of the rate, verdicts at the margin are wrong about every other
    # time.
    monkeypatch.setattr(rate, "_error", lambda pairs: (0.0, 10))
    assert count_verdicts(NOISES[1], "at_least", 0.99, SEEDS)["broken"] > MOST[len(SEEDS)]
