"""Rounds until a target is steady: what a round is judged by, and whether it is.

`rule.py` is what a file says, `window.py` the judgement of some rounds, pure.
"""

from plimsoll.judge.rounds.rule import Of, Rounds, Track
from plimsoll.judge.rounds.window import Steadiness, Window, judge

__all__ = ["Of", "Rounds", "Steadiness", "Track", "Window", "judge"]
