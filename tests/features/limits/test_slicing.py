"""The rate of a budget in slices: a Run holds a whole number of them, which is no error of its
rate."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plimsoll.features.limits.rules.judging import find_limits
from plimsoll.features.limits.rules.slicing import interval_s, tapered_error, tapered_rate

from .limit_sentences import RATE_IN_SLICES, in_slices, pacing_in_slices, run_in_slices

LENGTHS = st.floats(0.01, 1.05)
SHARES = st.floats(0, 1)


@given(slice_s=LENGTHS, begins=SHARES, passes_in=st.floats(0.01, 0.9))
@settings(max_examples=60, deadline=None)
def test_a_rate_in_slices_is_within_a_percent_wherever_a_run_of_10_s_begins(
    slice_s: float, begins: float, passes_in: float
) -> None:
    length = interval_s(slice_s, 10)
    rates = in_slices(slice_s, length, 10, begins=begins, passes_in=passes_in)
    bound = tapered_error(slice_s, length, len(rates))
    assert abs(tapered_rate(rates) / RATE_IN_SLICES - 1) <= bound + 1e-3
    assert bound < 0.01


def test_the_mean_of_the_same_run_is_off_by_a_part_of_a_slice() -> None:
    rates = in_slices(0.52, 0.1, 10, begins=0, passes_in=0.01)
    assert np.mean(rates) / RATE_IN_SLICES == pytest.approx(1.04, abs=0.001)
    assert tapered_rate(rates) == pytest.approx(RATE_IN_SLICES, rel=0.002)


@pytest.mark.parametrize("slice_s", [0.205, 0.52, 0.9])
def test_the_whole_slices_of_a_second_are_no_burst(slice_s: float) -> None:
    """Seconds with five slices and then one with four were called credits."""
    shown = interval_s(slice_s, 10)
    found = find_limits(
        [run_in_slices(slice_s, length, depth) for length in (1.0, shown) for depth in (64, 128)],
        pacing_runs={"v": [pacing_in_slices(slice_s)]},
    )
    [volume] = found.volumes
    assert (volume.verdict, volume.refill.name, volume.bursts) == ("found", "slices", ())
    rate = volume.found.parameter("ops_per_s")
    assert rate.value == pytest.approx(RATE_IN_SLICES, rel=0.01)
    assert rate.low <= RATE_IN_SLICES <= rate.high
    assert [(why.kind, why.figures["runs"]) for why in volume.noted] == [("coarse_for_slices", 2)]
