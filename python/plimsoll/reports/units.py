"""Numbers as the field writes them: 21,400 IOPS, 8 KiB, 1.25 ms, 12 %. A figure that is missing is a dash."""

from __future__ import annotations

import re

DASH = "–"


def rate(value: float | None) -> str:
    """Operations per second without the unit: three to five digits say enough of a rate."""
    if value is None:
        return DASH
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def nanos(value: float | None) -> str:
    """A span given in ns, with three digits: `850 ns`, `1.25 ms`, `12.5 s`."""
    if value is None:
        return DASH
    for factor, unit in ((1e9, "s"), (1e6, "ms"), (1e3, "µs")):
        # 999.5 µs would be written as 1000 µs.
        if value >= factor * 0.9995:
            return f"{_three(value / factor)} {unit}"
    return f"{value:.0f} ns"


def seconds(value: float | None) -> str:
    """A span given in seconds."""
    if value is None:
        return DASH
    if value >= _MINUTES:
        return f"{value / 60:,.1f} min" if value < 7200 else f"{value / 3600:,.1f} h"
    return nanos(value * 1e9)


_MINUTES = 120.0
"""Seconds from which a span is told in minutes."""
_SPAN = re.compile(r"(?<![\w.,])(\d[\d,]*(?:\.\d+)?(?:e[+-]?\d+)?) (us|s)\b")


def reworded(said: str) -> str:
    """A sentence from a record or a search, with spans written as everywhere here: `9339 us` as `9.34 ms`.

    What is kept stays as it is; spans that were written well already are left alone. Two spans that differ never come to
    read alike, or `10004 us, more than 10000 us` would say nothing: they keep as many digits as tell them apart.
    """
    spans = {found[0]: float(found[1].replace(",", "")) * _IN_NS[found[2]] for found in _SPAN.finditer(said)}
    written = {kept: _span(kept, ns, 3) for kept, ns in spans.items()}
    for digits in range(4, _MOST_DIGITS + 1):
        alike = [
            kept
            for kept, ns in spans.items()
            if any(ns != other and written[kept] == written[one] for one, other in spans.items())
        ]
        written |= {kept: _span(kept, spans[kept], digits) for kept in alike}
    return _SPAN.sub(lambda found: written[found[0]], said)


_IN_NS = {"us": 1e3, "s": 1e9}
_MOST_DIGITS = 9


def _span(kept: str, ns: float, digits: int) -> str:
    """A span with so many digits; seconds that people say as such (12 s) as they were kept."""
    if kept.endswith(" s") and "e" not in kept.rpartition(" ")[0] and ns < _MINUTES * 1e9:
        return kept
    if digits == 3:
        return seconds(ns / 1e9)
    units_ = ((3600e9, "h", 7200e9), (60e9, "min", _MINUTES * 1e9), (1e9, "s", 1e9), (1e6, "ms", 1e6), (1e3, "µs", 1e3))
    factor, unit = next(((factor, unit) for factor, unit, least in units_ if ns >= least * 0.9995), (1.0, "ns"))
    return f"{ns / factor:.{digits}g} {unit}"


def size(value: float | None) -> str:
    """Bytes, in powers of 1024."""
    if value is None:
        return DASH
    for shift, unit in ((40, "TiB"), (30, "GiB"), (20, "MiB"), (10, "KiB")):
        if value >= 2**shift:
            return f"{_three(value / 2**shift)} {unit}"
    return f"{value:.0f} bytes"


def share(value: float | None) -> str:
    """A share of 0..1 in percent."""
    return DASH if value is None else f"{_three(value * 100)} %"


def count(value: float | None) -> str:
    """A number of things."""
    return DASH if value is None else f"{value:,.0f}"


def plain(value: float | None) -> str:
    """A number of which we know nothing else."""
    if value is None:
        return DASH
    if value != 0 and not 1e-3 <= abs(value) < 1e15:
        return f"{value:.3g}"
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"


def _three(value: float) -> str:
    if value == 0:
        return "0"
    digits = 0 if value >= 100 else 1 if value >= 10 else 2
    text = f"{value:,.{digits}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
