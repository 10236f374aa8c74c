"""What diskspd is asked, whether by its command line or by a profile: timespans with their targets,
diskspd's defaults filled in."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from plimsoll.formats.numbers import LARGEST, binary_units, whole

LONGEST_S = 366 * 86_400
MOST_THREADS = 1024
MOST_OUTSTANDING = 1 << 16
LARGEST_SEED = 1 << 52


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
    seed: int | None = None
    interval_ms: int = 1000


def target(path: str, given: dict[str, Any]) -> Target:
    """A target of what was given; a throughput may be in bytes per millisecond."""
    per_ms = given.get("bytes_per_ms")
    made = Target(path, **{key: value for key, value in given.items() if key != "bytes_per_ms"})
    return replace(made, rate=per_ms * 1000 / made.block) if per_ms else made


def size(text: str, block: int) -> int:
    """Bytes: `64K`, `8192`, `2b` blocks. Raises BadValueError."""
    return whole(text, 0, LARGEST, {**binary_units("kmgt"), "b": block})
