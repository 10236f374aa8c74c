"""Figures as files write them: read in one way for all formats that are text."""

from __future__ import annotations

MOST = 1e18
"""No count, rate or time of a result is larger: what is, is damage. Products of two of them are
still numbers."""


def number(text: str | None) -> float | None:
    """A figure that is one: not negative, finite, below `MOST`; none for anything else."""
    try:
        found = float(text) if text else None
    except ValueError:
        return None
    return found if found is not None and 0 <= found < MOST else None


def whole(text: str | None) -> int | None:
    """A whole number above 0; none for anything else."""
    found = number(text)
    return int(found) if found and found == int(found) else None
