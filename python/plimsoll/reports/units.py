"""Numbers as the field writes them: 21,400 I/O/s, 8 KiB, 1.25 ms, 12 %. A figure that is missing is a dash."""

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
    if value >= 120:
        return f"{value / 60:,.1f} min" if value < 7200 else f"{value / 3600:,.1f} h"
    return nanos(value * 1e9)


_SPAN = re.compile(r"(?<![\w.,])(\d[\d,]*(?:\.\d+)?(?:e[+-]?\d+)?) (us|s)\b")


def reworded(said: str) -> str:
    """A sentence from a record or a search, with spans written as everywhere here: `9339 us` as `9.34 ms`.

    What is kept stays as it is; spans that were written well already are left alone.
    """

    def write(found: re.Match[str]) -> str:
        value = float(found[1].replace(",", ""))
        if found[2] == "us":
            return nanos(value * 1e3)
        return seconds(value) if "e" in found[1] else found[0]

    return _SPAN.sub(write, said)


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
