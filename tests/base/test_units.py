"""Quantities as they are written: the digits that are kept, the unit that is chosen, and what is
missing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plimsoll.base import units


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (units.rate(21_400.4), "21,400"),
        (units.rate(99.4), "99.4"),
        (units.rate(None), "–"),
        (units.nanos(850), "850 ns"),
        (units.nanos(999_600), "1 ms"),
        (units.nanos(1_250_000), "1.25 ms"),
        (units.seconds(12.5), "12.5 s"),
        (units.seconds(150), "2.5 min"),
        (units.seconds(7_200), "2.0 h"),
        (units.size(8192), "8 KiB"),
        (units.size(1023), "1023 bytes"),
        (units.share(0.125), "12.5 %"),
        (units.percent(0.9957, 1), "99.6 %"),
        (units.change(1.0123), "+1.2 %"),
        (units.change(0.5, 0), "-50 %"),
        (units.amount(20_030.4, "rate"), "20,030 IOPS"),
        (units.amount(359.0, "rate"), "359 IOPS"),
        (units.amount(9_999.5, "rate", bare=True), "9,999.5"),
        (units.amount(93.75 * 2**20, "bytes"), "93.75 MiB/s"),
        (units.exact_seconds(4_394), "73.2 min"),
        (units.exact_seconds(119), "119 s"),
        (units.exact_seconds(0.00025), "250 µs"),
        (units.iops(3_000), "3,000 IOPS"),
        (units.bandwidth(1_000 * 2**20), "1,000 MiB/s"),
        (units.bandwidth(16 * 2**30), "16 GiB/s"),
        (units.both(3_000, 65_536), "3,000 IOPS = 187.5 MiB/s"),
        (units.block_size(65_536), "64k"),
        (units.block_size(2**20), "1m"),
        (units.volume_size(500e9), "500 GB"),
        (units.mix(100), "reads"),
        (units.mix(0), "writes"),
        (units.mix(70), "70 % reads"),
    ],
)
def test_a_quantity_is_written(said: str, expected: str) -> None:
    assert said == expected


@given(st.floats(min_value=1e-9, max_value=1e5))
def test_a_span_keeps_three_digits_and_one_behind_the_point_of_minutes(value: float) -> None:
    factor = {"ns": 1e-9, "µs": 1e-6, "ms": 1e-3, "s": 1.0, "min": 60.0, "h": 3600.0}
    for written in (units.seconds(value), units.exact_seconds(value)):
        number, unit = written.rsplit(" ", 1)
        assert float(number.replace(",", "")) * factor[unit] == pytest.approx(
            value, rel=0.026 if unit in ("min", "h") else 6e-3, abs=6e-10
        )


def test_a_large_number_is_written_without_an_exponent() -> None:
    values = (497_386.0, 13_549.0, 999.6, 12.345, 0.00123)
    assert [units.significant(value, 3) for value in values] == [
        "497,000",
        "13,500",
        "1,000",
        "12.3",
        "0.00123",
    ]
