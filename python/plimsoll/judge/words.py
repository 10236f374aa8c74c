"""Quantities in the sentences of a verdict. `reports/units.py` rounds for charts and tables; a verdict shows the digits
that decide it.
"""

from __future__ import annotations


def amount(value: float | None, kind: str, *, bare: bool = False) -> str:
    """A rate: 20,030 IOPS; or 93.75 MiB/s for `kind` bytes. `bare` leaves out IOPS."""
    if value is None:
        return "nothing"
    if kind == "bytes":
        return f"{span(value)}/s"
    figures = f"{value:,.0f}" if value >= 10_000 else f"{value:,.1f}" if value >= 100 else f"{value:.4g}"
    return figures.removesuffix(".0") if bare else f"{figures.removesuffix('.0')} IOPS"


def span(size_bytes: float) -> str:
    """Bytes in powers of 1024, five digits."""
    for shift, unit in ((40, "TiB"), (30, "GiB"), (20, "MiB"), (10, "KiB")):
        if size_bytes >= 2**shift:
            return f"{size_bytes / 2**shift:.5g} {unit}"
    return f"{size_bytes:.0f} bytes"


def times(seconds: float) -> str:
    """Seconds, with three digits."""
    for factor, unit in ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs")):
        if seconds >= factor:
            return f"{seconds / factor:.3g} {unit}" if seconds < 1000 else f"{seconds:,.0f} s"
    return f"{seconds * 1e9:.3g} ns"


def reason(given: str, value: float | None, allowed: float | None) -> str:
    """Why a Run was judged as it was, in words. `value`: the statistic that was judged, beside what the objective allows of it."""
    if given == "too_close" and value is not None and allowed and value < allowed / 2:
        return "met so far, too short to be sure"
    if given == "from_histogram" and value is not None and allowed:
        return f"not judged by it; its histogram {'meets' if value <= allowed else 'misses'} it"
    return _REASONS.get(given, given.replace("_", " "))


_REASONS = {
    "too_close": "too close to decide",
    "too_correlated": "slow operations came in clumps, too short to be sure",
    "own_lag": "missed only with our own lateness inside",
}
