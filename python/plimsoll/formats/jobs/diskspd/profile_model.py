"""What diskspd is asked, whether by its command line or by a profile: timespans with their targets,
diskspd's defaults filled in; and how it writes sizes."""

from __future__ import annotations

import re
from dataclasses import dataclass

POWERS = {"": 0, "K": 1, "M": 2, "G": 3, "T": 4}


@dataclass(frozen=True)
class Target:
    """A file or device, and what is done with it. Sizes in bytes."""

    path: str
    block: int = 64 << 10
    threads: int = 1
    outstanding: int = 2
    """Of each thread."""
    write_percent: float = 0.0
    random: bool = False
    align: int | None = None
    """Of random places; None: the block."""
    random_percent: float = 100.0
    stride: int | None = None
    """Of a walk; None: the block."""
    interlocked: bool = False
    """All threads walk one region."""
    base: int = 0
    largest: int | None = None
    """Bytes of the target that are used."""
    file_size: int | None = None
    """Bytes of the file that is made."""
    direct: bool = False
    write_through: bool = False
    content: str = "pattern"
    """What is written: `pattern` (diskspd's default), `zero` or `random`."""
    rate: float | None = None
    """IOPS of each thread."""


@dataclass(frozen=True)
class Span:
    """A timespan; seconds."""

    targets: tuple[Target, ...]
    duration: int = 10
    warmup: int = 5
    seed: int = 0
    latency: bool = False
    bucket_ms: int | None = None
    """Milliseconds over which IOPS are taken, if their spread is told."""


class BadValueError(Exception):
    """What is wrong with a value, in words that follow it."""


def size(text: str, block: int) -> int:
    """Bytes: `64K`, `8192`, `2b` blocks. Raises BadValueError."""
    found = re.fullmatch(r"(\d{1,19})([KMGTb]?)", text.strip(), re.IGNORECASE)
    if found is None:
        raise BadValueError("is not a size, such as 8K, 1M or 2b (blocks)")
    unit = found[2].upper()
    value = int(found[1]) * (block if unit == "B" else 1024 ** POWERS[unit])
    if value >= 1 << 62:
        raise BadValueError("is too large")
    return value


def whole(text: str, least: int, most: int) -> int:
    """A count within bounds. Raises BadValueError."""
    if not re.fullmatch(r"\d{1,19}", text.strip()):
        raise BadValueError("is not a whole number")
    value = int(text)
    if not least <= value <= most:
        raise BadValueError(f"is not between {least} and {most}")
    return value
