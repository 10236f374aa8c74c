"""Rounds until a target is steady: what a round is judged by, and whether it is.

`rule.py` is what a file says, `rests.py` which rounds may be judged together, `window.py` the
judgement of some rounds, pure.
"""

from plimsoll.judge.rounds.rests import Busy, Rest, first_whole, rests, rests_of_runs
from plimsoll.judge.rounds.rule import Of, Rounds, Track
from plimsoll.judge.rounds.window import Steadiness, Window, judge

__all__ = [
    "Busy",
    "Of",
    "Rest",
    "Rounds",
    "Steadiness",
    "Track",
    "Window",
    "first_whole",
    "judge",
    "rests",
    "rests_of_runs",
]
