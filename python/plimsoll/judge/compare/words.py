"""THE ONE PLACE where a finding about two variants becomes a sentence: why it is judged so, by the
code that `comparison.py` gives. The figures stand in the finding beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from plimsoll.judge.compare.comparison import Reason

WORDS: Mapping[Reason, str] = {
    # Repeats of both.
    "ruled_out": "a difference beyond the margin is ruled out on either side",
    "too_small_to_matter": (
        "a difference beyond the margin is ruled out on either side: there is a difference, too"
        " small to matter"
    ),
    "equality_excluded": "the interval excludes equality",
    "one_after_the_other": (
        "the variants were measured one after the other, so a drift of the rig is hard to tell"
        " from a difference"
    ),
    "both_included": ("the interval includes both no difference and differences beyond the margin"),
    # Intervals of their own.
    "no_room": "their intervals leave no room for a difference beyond the margin",
    "apart": "their intervals do not overlap",
    "apart_beyond_margin": ("their intervals do not overlap and lie farther apart than the margin"),
    "apart_within_drift": (
        "their intervals do not overlap, but a rig that drifts could move them this far apart;"
        " repeat each"
    ),
    "overlap": "their intervals overlap, and one of the two has only one repeat",
    # Neither.
    "no_repeat": (
        "one of the two variants has no repeat, so nothing is known of the noise between repeats"
    ),
    "one_repeat": (
        "one of the two variants has only one repeat, so nothing is known of the noise between"
        " repeats"
    ),
}
"""By code."""


def because(reason: Reason) -> str:
    """Why a variant is judged as it is, in words."""
    return WORDS[reason]
