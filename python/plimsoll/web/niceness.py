"""The niceness of a short command that a reader of the page waits for."""

from plimsoll.live import pulse

BESIDE_A_MEASUREMENT = 5
"""A third of the share of what measures. With 10, a ninth, a reader waits for minutes wherever a
dozen other programs run."""


def niceness() -> int:
    """0 where nothing of this user measures. On a machine with more programs than processors a
    niced one gets next to nothing, and a reader would wait for nobody's sake."""
    return BESIDE_A_MEASUREMENT if pulse.read() else 0
