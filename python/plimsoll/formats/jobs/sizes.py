"""Sizes as people write them."""

from __future__ import annotations


def sized(value: float) -> str:
    """`4k`, `1m`, or the number where it is no multiple of 1024; k is 1024, in any program here."""
    for sign, power in (("t", 4), ("g", 3), ("m", 2), ("k", 1)):
        if value >= 1024**power and value % 1024**power == 0:
            return f"{value / 1024**power:g}{sign}"
    return f"{value:.15g}"
