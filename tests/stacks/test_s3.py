"""Report S3: an IOPS-per-GB tier, what one outstanding operation per process reaches, and what
proves a cap."""

import pytest

from tests.stacks.runs import mean_response_ms, rate_per_s
from tests.stacks.tables.s3 import CACHED, LARGE, SMALL, TIER3, later, minute, run_without_credits


@pytest.mark.long
@pytest.mark.parametrize(
    ("processes", "said", "within"), [(1, 5379.2, 0.01), (2, 10_312.0, 0.025), (4, 20_030.0, 0.002)]
)
def test_processes_with_one_outstanding_each_reach_what_the_report_measured(
    processes: int, said: float, within: float
) -> None:
    assert rate_per_s(minute(LARGE, processes)) == pytest.approx(said, rel=within)


@pytest.mark.parametrize("pattern", ["random", "sequential"])
def test_100_gb_pass_60951_operations_in_the_first_minute_and_60000_in_the_second(
    pattern: str,
) -> None:
    assert minute(SMALL, 1, pattern)["all"]["count"] == 60_951
    assert later(SMALL, 1)["all"]["count"] == pytest.approx(60_000, abs=1)


@pytest.mark.long
def test_four_processes_do_not_prove_the_cap_and_eight_do() -> None:
    four, eight = run_without_credits(LARGE, 4), run_without_credits(LARGE, 8)
    # With four it is the latency: the rate is what that allows, and a little more than the tier's.
    assert rate_per_s(four) * mean_response_ms(four) / 1e3 == pytest.approx(4, rel=1e-4)
    assert mean_response_ms(four) == pytest.approx(0.1997, rel=0.002)
    # With eight the rate is the tier's to the operation, at twice the latency; with sixteen at four
    # times.
    assert rate_per_s(eight) == pytest.approx(20_000, abs=0.1)
    assert mean_response_ms(eight) == pytest.approx(8 / 20, rel=1e-4)
    assert mean_response_ms(run_without_credits(LARGE, 16)) == pytest.approx(16 / 20, rel=1e-4)


@pytest.mark.long
def test_the_first_minute_at_the_cap_has_what_was_saved_up() -> None:
    assert minute(LARGE, 8)["all"]["count"] == pytest.approx(60 * 20_000 + 0.951 * 20_000, abs=8)


@pytest.mark.long
def test_tier_3_is_3_per_gb_from_the_second_process_on() -> None:
    assert rate_per_s(run_without_credits(TIER3, 1)) < 6000
    for processes in (2, 4, 8):
        assert rate_per_s(run_without_credits(TIER3, processes)) == pytest.approx(6000, abs=0.1)


def test_the_page_cache_says_nothing_about_the_tier() -> None:
    assert rate_per_s(minute(CACHED, 4)) == pytest.approx(638_410, rel=0.001)
    assert rate_per_s(minute(CACHED, 4)) > 31 * 20_000
