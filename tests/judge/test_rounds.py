"""SNIA's test of steady state at its thresholds, and what the interval beside it tells.

The series are made so that one figure lies a tenth of a percent (of the mean) on this or that side
of its bound and the other well within, so that what decides is known.
"""

import random

import pytest

from plimsoll.judge.rounds import Busy, Rest, Rounds, Track, Window, first_whole, judge, rests

RULE = Rounds(tracks=[Track(name="t", workload="w")])
MEAN = 1000.0


def window_of(values: list[float], rule: Rounds = RULE) -> Window:
    found = judge(values, rule)
    assert found is not None
    return found


def of_range(share: float, shape: tuple[float, ...]) -> list[float]:
    """Values of mean MEAN that move about it as `shape` does, whose slope is none, so that highest
    less lowest is this share of the mean."""
    assert sum(shape) == pytest.approx(0)
    assert sum((place - 2) * one for place, one in enumerate(shape)) == pytest.approx(0)
    scale = share / (max(shape) - min(shape))
    return [MEAN * (1 + scale * one) for one in shape]


def of_slope(travel: float, noise: tuple[float, ...] = (0, 0, 0, 0, 0)) -> list[float]:
    """Values on a straight line that rises by this share of the mean, moved by what has neither
    mean nor slope."""
    assert sum(noise) == pytest.approx(0)
    assert sum((place - 2) * one for place, one in enumerate(noise)) == pytest.approx(0)
    return [MEAN * (1 + travel * (place - 2) / 4 + noise[place]) for place in range(5)]


# Without mean and slope: symmetric about the middle, with a mean of zero.
SHAPES = (
    (1.0, -1.0, 0.0, -1.0, 1.0),
    (-1.0, 1.0, 0.0, 1.0, -1.0),
    (1.0, 0.0, -2.0, 0.0, 1.0),
    (-1.0, 0.0, 2.0, 0.0, -1.0),
    (0.0, 1.0, -2.0, 1.0, 0.0),
)
RANGES = [
    pytest.param(of_range(share, shape), passes, id=f"range {share:.3f} {number}")
    for number, shape in enumerate(SHAPES)
    for share, passes in ((0.199, True), (0.201, False))
]
SLOPES = [
    pytest.param(of_slope(sign * travel, noise), passes, id=f"slope {sign * travel:+.3f} {noise}")
    for sign in (1, -1)
    for noise in ((0, 0, 0, 0, 0), (0.01, -0.01, 0, -0.01, 0.01))
    for travel, passes in ((0.099, True), (0.101, False))
]
EXACT = [
    pytest.param(of_range(0.2, SHAPES[0]), True, id="range exactly at its bound"),
    pytest.param(of_slope(0.1), True, id="slope exactly at its bound"),
]


@pytest.mark.parametrize(("values", "passes"), [*RANGES, *SLOPES, *EXACT])
def test_the_standards_test_at_its_thresholds(values: list[float], passes: bool) -> None:
    assert window_of(values).passes is passes


def test_there_are_twenty_series_at_the_thresholds() -> None:
    assert len(RANGES) + len(SLOPES) + len(EXACT) == 20


def test_only_the_last_rounds_are_judged() -> None:
    assert window_of([5.0, 900.0, 3000.0, *of_slope(0.01)]).rounds == (4, 5, 6, 7, 8)


def test_rounds_that_lie_apart_are_judged_where_the_rule_says_so() -> None:
    rule = RULE.model_copy(update={"every": 30, "capacity": 4.0})
    values = [float(number) for number in range(1, 200)]
    assert window_of(values, rule).rounds == (79, 109, 139, 169, 199)


@pytest.mark.parametrize(
    "values", [[], [1.0] * 4, [1.0, 1.0, None, 1.0, 1.0]], ids=["none", "four", "a hole"]
)
def test_too_few_rounds_are_not_judged(values: list[float | None]) -> None:
    assert judge(values, RULE) is None


def test_noise_of_ten_percent_passes_the_standard_and_is_told_as_unknown() -> None:
    # 29 % of windows of independent normal noise pass (simulated with 10^6 windows); of 2,000 the
    # share has a standard error of 1 %. Whatever they pass, five such rounds can tell no drift: the
    # half width of the interval is t(0.975, 3) × 4 × s / √10 = 4.0 s, and lies within the 10 % only
    # where s happens to be below 2.5 %, a quarter of what it is: (2.5/10)² × 3 = 0.19 of chi-square
    # with 3 degrees of freedom, which is 2 %.
    chance = random.Random(5)
    windows = [window_of([MEAN * chance.gauss(1, 0.1) for _ in range(5)]) for _ in range(2000)]
    passed = [one for one in windows if one.passes]
    assert 0.25 < len(passed) / len(windows) < 0.33
    assert sum(one.steadiness == "steady" for one in windows) / len(windows) < 0.04
    # Told as drifting although nothing drifts: 5 % by the interval's own error.
    assert sum(one.steadiness == "drifting" for one in windows) / len(windows) < 0.07


def test_a_slow_decline_passes_the_standard_and_is_told_as_drifting() -> None:
    # 2 % a round is 8 % over five, within the standard's 10 %. At 0.5 % of noise the interval of
    # that is 4 × 0.5 % = 2 % wide either way, so that zero lies four half widths away.
    chance = random.Random(7)
    windows = [
        window_of([MEAN * (0.98**place + chance.gauss(0, 0.005)) for place in range(5)])
        for _ in range(400)
    ]
    assert sum(one.passes for one in windows) / len(windows) > 0.9
    assert sum(one.steadiness == "drifting" for one in windows) / len(windows) > 0.9


def test_quiet_rounds_are_steady() -> None:
    chance = random.Random(9)
    windows = [window_of([MEAN * chance.gauss(1, 0.005) for _ in range(5)]) for _ in range(400)]
    assert all(one.passes for one in windows)
    assert sum(one.steadiness == "steady" for one in windows) / len(windows) > 0.9


def busy(*rounds: tuple[int, float, float]) -> list[Busy]:
    return [Busy(*one) for one in rounds]


def test_what_lies_between_two_runs_as_ever_is_no_rest() -> None:
    # Runs of a minute, two seconds apart; and of a device whose Runs always drain for 20 s.
    for gap in (2.0, 20.0):
        at = [(1 + n // 3, n * (60 + gap), n * (60 + gap) + 60) for n in range(9)]
        assert rests(busy(*at)) == ()


def test_an_hour_between_rounds_is_a_rest_and_the_rounds_behind_it_are_judged_alone() -> None:
    at = [(n + 1, n * 62.0 + 3600 * (n >= 4), n * 62.0 + 60 + 3600 * (n >= 4)) for n in range(9)]
    [rest] = found = rests(busy(*at))
    assert (rest.after, rest.before, rest.seconds) == (4, 5, 3602.0)
    assert first_whole(found) == 5
    # Flat all the way: without the rest any five rounds would do.
    flat = [MEAN] * 9
    assert judge(flat, RULE, begin=5) is not None
    assert judge(flat[:8], RULE) is not None
    assert judge(flat[:8], RULE, begin=5) is None


def test_a_round_with_a_rest_inside_is_not_judged_at_all() -> None:
    # A Run of round 2 was killed; it goes on an hour later within that round.
    found = rests(busy((1, 0, 60), (1, 62, 122), (2, 124, 184), (2, 3800, 3860), (3, 3862, 3922)))
    assert [(one.after, one.before) for one in found] == [(2, 2)]
    assert first_whole(found) == 3
    assert found[0].where == "within round 2"


def test_one_rest_among_few_runs_is_seen() -> None:
    assert len(rests(busy((1, 0, 60), (2, 3600, 3660)))) == 1
    assert len(rests(busy((1, 0, 60), (2, 62, 122), (3, 3600, 3660)))) == 1
    assert rests(busy((1, 0, 60))) == ()


def test_a_rest_is_told_with_how_long_it_was() -> None:
    assert Rest(4, 5, 5400.0).words.startswith(
        "The target rested for 90 min between rounds 4 and 5"
    )
