"""Rates as shares of the maximum: `80%`, of `run --rate` and of a campaign's `load.rate`."""

from __future__ import annotations

LARGEST = 10.0
"""Times the maximum: above that it is a mistake."""


def of(rate: object) -> float | None:
    """The share of the maximum that a rate names: 0.8 of `80%`; none for any other rate. Raises
    ValueError for a percentage that cannot be offered."""
    if not isinstance(rate, str) or not rate.strip().endswith("%"):
        return None
    try:
        share = float(rate.strip()[:-1]) / 100
    except ValueError:
        share = float("nan")
    if not 0 < share <= LARGEST:
        raise ValueError(
            f"'{rate}' is no share of the maximum: write a percentage above 0, such as 80%"
        )
    return share
