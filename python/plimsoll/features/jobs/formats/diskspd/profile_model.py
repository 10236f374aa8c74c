"""The settings of a command line or profile of diskspd: timespans with their targets, with
diskspd's defaults."""

from dataclasses import dataclass, field

from plimsoll.features.imports.numbers import LARGEST, binary_units, whole

LONGEST_S = 366 * 86_400
MOST_THREADS = 1024
MOST_OUTSTANDING = 1 << 16
LARGEST_SEED = 1 << 52


@dataclass
class Target:
    """A file or device and its load. Sizes are in bytes."""

    path: str = ""
    block: int = 64 << 10
    threads: int = 1
    outstanding: int = 2
    """Outstanding operations of each thread."""
    write_percent: float = 0.0
    random: bool = False
    align: int | None = None
    """Alignment of random addresses; None for the block."""
    random_percent: float = 100.0
    stride: int | None = None
    """Distance of sequential operations; None for the block."""
    interlocked: bool = False
    """All threads share one sequential position."""
    base: int = 0
    largest: int | None = None
    """Used size of the target."""
    file_size: int | None = None
    """Size of a new file."""
    direct: bool = False
    write_through: bool = False
    content: str = "pattern"
    """Content of writes: `pattern` (diskspd's default), `zero` or `random`."""
    iops: float | None = None
    """Rate limit of each thread."""
    bytes_per_ms: int | None = None
    """Rate limit of each thread, in bytes."""

    @property
    def rate(self) -> float | None:
        """IOPS limit of each thread; None for unlimited."""
        per_ms = self.bytes_per_ms
        return per_ms * 1000 / self.block if per_ms else self.iops


@dataclass
class Span:
    """A timespan. Times are in seconds."""

    targets: list[Target] = field(default_factory=list)
    duration: int = 10
    warmup: int = 5
    seed: int | None = None
    interval_ms: int = 1000


def size(text: str, block: int) -> int:
    """A size in bytes: `64K`, `8192`, or `2b` for blocks. Raises BadValueError."""
    return whole(text, 0, LARGEST, {**binary_units("kmgt"), "b": block})
