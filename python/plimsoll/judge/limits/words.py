"""Figures of limits as the field writes them: `64k`, `3,000/s`, `187.5 MiB/s`, `60 s`."""

from __future__ import annotations

import math


def size(count: float) -> str:
    """A block size or unit: `4k`, `32k`, `1m`; other numbers of bytes with a fraction."""
    for shift, unit in ((40, "t"), (30, "g"), (20, "m"), (10, "k")):
        if count >= 1 << shift:
            value = count / (1 << shift)
            return f"{digits(value)}{unit}"
    return f"{count:.0f} bytes"


def volume_size(count: float) -> str:
    """The size of a volume, in GB of 10^9 bytes as tiers count them."""
    return f"{digits(count / 1e9)} GB"


def rate(per_s: float) -> str:
    """Operations per second."""
    return f"{digits(per_s)}/s"


def bandwidth(bytes_per_s: float) -> str:
    """Bytes per second."""
    for shift, unit in ((30, "GiB"), (20, "MiB"), (10, "KiB")):
        # 1,000 MiB/s is the name of a limit; 0.98 GiB/s is not.
        if bytes_per_s >= (1 << shift) * (10 if shift == 30 else 1):
            return f"{digits(bytes_per_s / (1 << shift))} {unit}/s"
    return f"{digits(bytes_per_s)} bytes/s"


def both(per_s: float, block_bytes: float) -> str:
    """Operations per second, and what that is in bytes: `3,000/s = 187.5 MiB/s`."""
    return f"{rate(per_s)} = {bandwidth(per_s * block_bytes)}"


def seconds(span_s: float) -> str:
    """A span of time."""
    return f"{digits(span_s)} s"


def digits(value: float) -> str:
    """Four digits, without zeroes at the end; all digits before the point."""
    if value == 0 or not math.isfinite(value):
        return f"{value:g}"
    places = max(0, 3 - math.floor(math.log10(abs(value))))
    text = f"{value:,.{places}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def mix(read_percent: float) -> str:
    """What the operations were."""
    if read_percent == 100:
        return "reads"
    if read_percent == 0:
        return "writes"
    return f"{digits(read_percent)} % reads"
