"""What diskspd is asked, whether by its command line or by a profile: timespans with their targets,
diskspd's defaults filled in."""

from __future__ import annotations

from dataclasses import dataclass, field

from plimsoll.features.imports.numbers import LARGEST, binary_units, whole

LONGEST_S = 366 * 86_400
MOST_THREADS = 1024
MOST_OUTSTANDING = 1 << 16
LARGEST_SEED = 1 << 52


@dataclass
class Target:
    """A file or device, and what is done with it. Sizes in bytes."""

    path: str = ""
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
    iops: float | None = None
    """Of each thread."""
    bytes_per_ms: int | None = None
    """The same, as bytes."""

    @property
    def rate(self) -> float | None:
        """IOPS of each thread; none for as fast as it goes."""
        per_ms = self.bytes_per_ms
        return per_ms * 1000 / self.block if per_ms else self.iops


@dataclass
class Span:
    """A timespan; seconds."""

    targets: list[Target] = field(default_factory=list)
    duration: int = 10
    warmup: int = 5
    seed: int | None = None
    interval_ms: int = 1000


def size(text: str, block: int) -> int:
    """Bytes: `64K`, `8192`, `2b` blocks. Raises BadValueError."""
    return whole(text, 0, LARGEST, {**binary_units("kmgt"), "b": block})
