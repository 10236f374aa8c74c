"""Why a Run was judged as it was, in words."""

from __future__ import annotations


def reason(given: str, value: float | None, allowed: float | None) -> str:
    """Why a Run was judged as it was, in words. `value`: the statistic that was judged, beside what
    the objective allows of it."""
    if given == "too_close" and value is not None and allowed and value < allowed / 2:
        return "met so far, too short to be sure"
    if given == "from_histogram" and value is not None and allowed:
        return f"not judged by it; its histogram {'meets' if value <= allowed else 'misses'} it"
    return _REASONS.get(given, given.replace("_", " "))


_REASONS = {
    "too_close": "too close to decide",
    "too_correlated": "slow operations came in clumps, too short to be sure",
    "own_lag": "missed only because of the generator's own lateness",
}
