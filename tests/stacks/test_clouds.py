"""Cloud volumes: published caps to the operation, and credits that last as long as arithmetic
says."""

import tomllib

import pytest

from tests.stacks.runs import ROOT, of_client, rate_per_s
from tests.stacks.tables.clouds import (
    BURSTS,
    PUBLISHED,
    Burst,
    CloudVolume,
    burst_run,
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


@pytest.mark.parametrize(("at", "beside"), [(0, 3072), (1, 0), (3, 0)])
def test_credits_that_ran_out_leave_the_rates_that_a_hundredth_of_them_leaves(
    at: int, beside: float
) -> None:
    burst = BURSTS[at]
    after = [
        credit_figures(one)[2]
        for one in BURSTS
        if (one.stack, one.block_size) == (burst.stack, burst.block_size)
    ]
    # An operation of each client at each edge.
    assert last_minute_per_s(burst) == pytest.approx(sum(after) + beside, abs=0.1)


def test_gp2_from_1_tib_on_does_3_per_gib_and_has_no_burst() -> None:
    record, _, _ = burst_run(BURSTS[0])
    assert rate_per_s(of_client(record, "gp2-1024")) == pytest.approx(3072, abs=0.01)


def test_credits_of_the_files_are_those_that_are_published() -> None:
    """The Runs above begin with a part of them."""
    gp2, azure = (
        tomllib.loads((ROOT / f"examples/stacks/{stack}.toml").read_text())["tier"]
        for stack in ("cloud-gp2", "cloud-azure-premium")
    )
    assert gp2["gp2"]["credits"] == 5_400_000
    assert azure["p10-tier"]["credits"] == 1800 * (3500 - 500)
    assert azure["p20-tier"]["credits"] == 1800 * (3500 - 2300)
