"""Why a Run was judged as it was, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping


def bottleneck(record: Mapping[str, Any]) -> str | None:
    """What of a described storage was full; none where nothing was, or it is no described one.

    One Run cannot tell who limited a real target. The model of a described one knows.
    """
    found = (record.get("storage") or {}).get("bottleneck") or {}
    return str(found["because"]) if found.get("element") else None


def limiter(record: Mapping[str, Any]) -> str:
    """Who limited a Run: the code of its record; of described storage of which one Run cannot tell,
    the element that was full."""
    value = str((record.get("limited_by") or {}).get("value") or "unknown")
    found = (record.get("storage") or {}).get("bottleneck") or {}
    return str(found["element"]) if value == "unknown" and found.get("element") else value


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
