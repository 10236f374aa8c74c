"""Rates that are of something else than of all together: shares of the maximum (`80%`), and rates
of each client or target (`1250/client`); of `--rate` and of a campaign's `load.rate`."""

from __future__ import annotations

LARGEST = 10.0
"""Times the maximum: above that it is a mistake."""
EACH = ("client", "target")
"""Of what a rate may be the rate of each."""


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
            f"'{rate}' is not a share of the maximum: write a percentage above 0, such as 80%"
        )
    return share


def of_each(rate: object) -> tuple[str, str] | None:
    """The rate and of what it is the rate of each: `1250` and `client` of `1250/client`; none for
    any other rate. Raises ValueError for a rate of each of something else, and for a share."""
    if not isinstance(rate, str) or "/" not in rate:
        return None
    number, _, each = (part.strip() for part in rate.rpartition("/"))
    if each not in EACH or not number or number.endswith("%"):
        raise ValueError(
            f"cannot read the rate '{rate}': write 1250/client for each client of a described"
            " stack, 1250/target for each of several targets"
        )
    return number, each
