"""What diskspd is asked, whether by its command line or by a profile: timespans with their targets,
diskspd's defaults filled in; and how it writes sizes."""

from __future__ import annotations

from dataclasses import dataclass

from plimsoll.formats.numbers import LARGEST, POWERS, whole


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


def size(text: str, block: int) -> int:
    """Bytes: `64K`, `8192`, `2b` blocks. Raises BadValueError."""
    units = {**{prefix: 1024 ** POWERS[prefix] for prefix in ("", *"kmgt")}, "b": block}
    return whole(text, 0, LARGEST, units)
