"""Cloud volumes: published caps to the operation, and credits that last as long as arithmetic
says."""

from __future__ import annotations

import pytest

from tests.stacks.runs import of_client, rate_per_s, simulate_run
from tests.stacks.tables.clouds import (
    BURSTS,
    PUBLISHED,
    WHOLE,
    Burst,
    CloudVolume,
    credit_figures,
    last_minute_per_s,
)

pytestmark = pytest.mark.long


@pytest.mark.parametrize("one", PUBLISHED, ids=lambda one: f"{one.client} {one.block_size}")
def test_a_volume_passes_what_is_published(one: CloudVolume) -> None:
    # 10 s: an operation at each edge.
    assert rate_per_s(one.run()) == pytest.approx(one.per_s, abs=0.2)


@pytest.mark.parametrize("one", BURSTS, ids=lambda one: f"{one.client} {one.block_size}")
def test_credits_last_as_long_as_published(one: Burst) -> None:
    fast, lasts_s, slow = credit_figures(one)
    # Of a minute the media still hold 1 ms of the rate, 3.5 operations of 3500/s, and one more
    # stands at the edge.
    off = 0.1
    assert fast == pytest.approx(one.burst_per_s, abs=off)
    assert slow == pytest.approx(one.rate_per_s, abs=off)
    # How far that moves the end: 2.4 s where the rates lie closest, 76/s apart.
    assert lasts_s == pytest.approx(
        one.lasts_s, abs=off * one.lasts_s / (one.burst_per_s - one.rate_per_s)
    )


@pytest.mark.parametrize(
    ("stack", "block_size", "beside"),
    [
        ("cloud-gp2", "16k", 3072),
        ("cloud-azure-premium", "4k", 0),
        ("cloud-azure-premium", "256k", 0),
    ],
)
def test_whole_credits_leave_the_rates_that_a_hundredth_of_them_leaves(
    stack: str, block_size: str, beside: float
) -> None:
    after = [
        credit_figures(one)[2]
        for one in BURSTS
        if (one.stack, one.block_size) == (stack, block_size)
    ]
    # An operation of each client at each edge.
    assert last_minute_per_s(stack, block_size) == pytest.approx(sum(after) + beside, abs=0.1)


def test_gp2_from_1_tib_on_does_3_per_gib_and_has_no_burst() -> None:
    whole = of_client(simulate_run("cloud-gp2", "--block-size", "16k", *WHOLE), "gp2-1024")
    assert rate_per_s(whole) == pytest.approx(3072, abs=0.01)
