"""A smoke of the table of random throttles that `make truth` prints, and a canary: a wrong answer
is counted as wrong."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
import pytest

from tests.truth.limits import WITHIN
from tests.truth.throttles import LONG_SLICES, Throttle, assess, draw_throttle, measure_throttle

if TYPE_CHECKING:
    from plimsoll.features.limits.rules.finding import VolumeLimit

pytestmark = pytest.mark.long

SMOKE = (("flat_and_bytes", "priced"), ("base_plus_bytes", "priced"))


@cache
def volume_of(name: str, scope: str) -> tuple[Throttle, VolumeLimit]:
    throttle = draw_throttle(name, scope, np.random.default_rng(1))
    [volume] = measure_throttle(throttle, seed=1).volumes
    return throttle, volume


@pytest.mark.parametrize(("name", "scope"), SMOKE)
def test_a_budget_with_a_price_for_each_kind_is_named_with_its_rates(name: str, scope: str) -> None:
    throttle, volume = volume_of(name, scope)
    result = assess(throttle, volume)
    assert (result.kind, result.off < WITHIN) == ("named", True)


def test_outstanding_io_that_gathers_at_slow_writes_is_no_burst() -> None:
    # 1 MiB at 50 % reads: the first second has 128 operations more than the others.
    throttle = draw_throttle("flat_and_bytes", "priced", np.random.default_rng(75))
    [volume] = measure_throttle(throttle, seed=75).volumes
    assert [one.kind for one in volume.noted] == []
    assert assess(throttle, volume).kind == "named"


@pytest.mark.parametrize(
    ("name", "scope", "seed"),
    [
        # Slices whose completions are as uneven as those of full servers.
        ("bytes", "slices", 16),
        # Credits that end in the last two seconds of a Run.
        ("flat", "credits", 106),
        # 18 operations a second of 1 MiB: one more or less is no burst.
        ("bytes", "together", 20),
        # 128 slots that take longer than a Run to gather at 4.6 writes a second.
        ("bytes", "apart", 7),
        # Five slices in a second, then four: no credits; and 20 slices in a Run that holds 19.2.
        ("bytes", LONG_SLICES, 1),
        ("bytes", LONG_SLICES, 9),
    ],
)
def test_what_was_named_wrongly_once_is_named(name: str, scope: str, seed: int) -> None:
    throttle = draw_throttle(name, scope, np.random.default_rng(seed))
    [volume] = measure_throttle(throttle, seed).volumes
    result = assess(throttle, volume)
    assert (result.kind, result.off < WITHIN, result.grant_off < WITHIN) == ("named", True, True)


def test_the_share_of_reads_that_was_drawn_is_no_burst() -> None:
    throttle = draw_throttle("bytes", "apart", np.random.default_rng(45))
    [volume] = measure_throttle(throttle, 45).volumes
    assert assess(throttle, volume).kind != "wrong"


def test_another_grant_is_counted_as_wrong() -> None:
    throttle, volume = volume_of("flat", "slices")
    assert assess(throttle, volume).kind == "named"
    assert assess(replace(throttle, granted="steady"), volume).kind == "wrong"


def test_another_law_and_another_rate_are_counted_as_wrong() -> None:
    throttle, volume = volume_of(*SMOKE[0])
    other = replace(throttle, law="flat together", rate=lambda size, _: throttle.rate(size, 1))
    assert assess(other, volume).kind == "wrong"
    faster = replace(throttle, rate=lambda size, share: 1.1 * throttle.rate(size, share))
    result = assess(faster, volume)
    assert (result.kind, result.off > WITHIN) == ("named", True)
