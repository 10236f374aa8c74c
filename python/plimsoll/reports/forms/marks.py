"""The signs of a badge: a shape for each standing, so that it is told without colour. The same in
every form that has letters; how it is coloured is each form's own."""

from __future__ import annotations

from plimsoll.reports.describe import Badge, First, Standing

SIGNS: dict[Standing, str] = {
    "met": "✓",
    "missed": "✗",
    "mixed": "◐",
    "estimated": "≈",
    "bounded": "≥",
    "measured": "●",
    "none": "○",
}


def signed(badge: Badge) -> str:
    """Sign and words: `✓ Confirmed`."""
    return f"{SIGNS[badge.standing]} {badge.words}"


def next_steps(first: First) -> list[tuple[str, str]]:
    """What stood in the way and what to do, as far as there is something to say."""
    said = (("In the way", first.obstacle), ("What to do", first.todo))
    return [(name, words) for name, words in said if words]
