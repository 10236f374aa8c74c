"""Searches: which load to try next, and when the answer stands. ONE FILE PER STRATEGY.

A strategy is pure logic over `model.Probing`: no I/O, no clock, no printing; the same records in the same order give the
same search. `maximum` asks how much a target does at all, `load_line` what it carries while it keeps an objective.
Beside them: `budget` (what a search may spend), `ledger` (every probe, with its seed), `bracket` (what is known of the
line, and the next rate to try), `curve` (the crossing and the knee), `holds` (the confirmation of both ends) and
`document` (the answer as JSON, and its schema). docs/decisions/0004 tells why it is done this way.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["STRATEGIES", "Strategy"]


@dataclass(frozen=True)
class Strategy:
    """A way to choose loads: its name, its module in this folder, and what it answers."""

    name: str
    module: str
    summary: str


STRATEGIES: tuple[Strategy, ...] = (
    Strategy(
        "maximum",
        "plimsoll.search.maximum",
        "closed loop: the most that the target does, and with how much outstanding",
    ),
    Strategy(
        "load_line",
        "plimsoll.search.load_line",
        "open loop: the highest offered rate that is carried and meets the objective",
    ),
)
"""Every strategy. To add one: a file in this folder and a line here."""
