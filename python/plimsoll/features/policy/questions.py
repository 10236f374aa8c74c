"""The fewest Points that prove the rules of a volume: where the policy's law gives another rate
than the other laws in use.

All laws agree at a small block, which shows whether there is a cap and how high. The next Point is
the smallest block at which every other way to count an I/O gives another rate; the last a mix of
reads and writes, where one budget and two differ. Pure.
"""

import dataclasses
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from plimsoll.features.policy.rules import Rates, Rounding, Rules

SMALL_BLOCK = 4 << 10
LARGE_BLOCK = 64 << 10
"""Block size for a limit in bytes/s, with four times that."""
MIN_DIFFERENCE = 0.1
"""Relative difference of rates that Runs of a few seconds resolve on any rig."""
CANDIDATES = tuple(size << 10 for size in (8, 12, 16, 20, 24, 32, 40, 48, 64, 72, 80, 96, 128))
"""Block sizes at which laws may differ: multiples of 4 KiB, the smallest first."""

Kind = Literal["small", "size", "mix", "bytes", "write"]


@dataclass(frozen=True)
class Accounting:
    """A way to count an I/O: as one, or by its size in units."""

    unit_bytes: int | None
    rounding: Rounding = "up"

    def units(self, size_bytes: int) -> float:
        """Number of operations that one of this size counts as."""
        return Rules(unit_bytes=self.unit_bytes, rounding=self.rounding).units(size_bytes)


KNOWN_ACCOUNTINGS = (
    Accounting(None),
    Accounting(32 << 10, "up"),
    Accounting(32 << 10, "exact"),
    Accounting(16 << 10, "up"),
    Accounting(8 << 10, "exact"),
)
"""Size-blind (ESXi's I/O filter, cgroups); ESXi's mClock and vSAN; QEMU's iops-size; EBS's older
accounting; Hyper-V's."""


@dataclass(frozen=True)
class Question:
    """A Point and the operations/s that the rules allow there."""

    kind: Kind
    block_bytes: int
    read_percent: float
    allowed_per_s: float
    in_bytes: bool
    """Whether the limit in bytes/s binds there."""
    pattern: str | None = None
    """None: that of a workload."""

    @property
    def writes(self) -> bool:
        """Whether it writes."""
        return self.read_percent < 100


def questions(rules: Rules, *, reads_only: bool) -> list[Question]:
    """The Points for these rules, in order. Empty without a limit that may be tested."""
    found: list[Question] = []
    for kind, size, read in _points(rules):
        allowed = rules.rate_at(size, read)
        if not math.isfinite(allowed) or (reads_only and read < 100):
            continue
        in_bytes = _bytes_bind(rules, size, read)
        question = Question(kind, size, read, allowed, in_bytes)
        if all((earlier.block_bytes, earlier.read_percent) != (size, read) for earlier in found):
            found.append(question)
    return found


def leaves_writes_open(rules: Rules, *, reads_only: bool) -> bool:
    """Whether rules on writes stay open."""
    return reads_only and any(question.writes for question in questions(rules, reads_only=False))


def _points(rules: Rules) -> list[tuple[Kind, int, float]]:
    wanted: list[tuple[Kind, int, float]] = []
    for read, limit in ((100.0, rules.read), (0.0, rules.write)):
        own = rules.shared if rules.shared.is_set else limit
        if not own.is_set or (rules.shared.is_set and read == 0):
            continue
        first: Kind = "small" if read else "write"
        if own.ops_per_s is not None:
            wanted.append((first, SMALL_BLOCK, read))
            if read and (size := parting_size(rules)) is not None:
                wanted.append(("size", size, read))
        if own.bytes_per_s is not None:
            size = _large(own.ops_per_s, own.bytes_per_s, rules)
            wanted.append(("bytes" if own.ops_per_s is not None else first, size, read))
            if own.ops_per_s is None and read:
                wanted.append(("size", 4 * size, read))
    mix = _mix(rules)
    if mix is not None:
        size = wanted[0][1] if wanted else SMALL_BLOCK
        wanted.append(("mix", size, mix))
    return wanted


def _mix(rules: Rules) -> float | None:
    """The share of reads at which one budget and two differ: half, or where both limits bind."""
    if rules.shared.is_set:
        return 50.0
    if rules.read.is_set and rules.write.is_set:
        reads = Rules(shared=rules.read).rate_at(SMALL_BLOCK, 100)
        writes = Rules(shared=rules.write).rate_at(SMALL_BLOCK, 100)
        return round(100 * reads / (reads + writes), 1)
    return None


def _large(ops: float | None, through: float, rules: Rules) -> int:
    """A block at which bytes/s bind: twice the size where both limits are equal."""
    size = LARGE_BLOCK
    while ops is not None and size < 1 << 20 and ops / rules.units(size) * size < 2 * through:
        size *= 2
    return size


def _bytes_bind(rules: Rules, size: int, read: float) -> bool:
    """Whether bytes/s bind at a Point: it would allow more without them."""
    without = dataclasses.replace(
        rules,
        shared=Rates(rules.shared.ops_per_s),
        read=Rates(rules.read.ops_per_s),
        write=Rates(rules.write.ops_per_s),
    )
    return without.rate_at(size, read) > rules.rate_at(size, read) * (1 + 1e-9)


def parting_size(rules: Rules, rivals: Sequence[Accounting] = KNOWN_ACCOUNTINGS) -> int | None:
    """The smallest block at which most other ways to count give another rate than the rules do."""
    own = Accounting(rules.unit_bytes, rules.rounding)
    others = [rival for rival in rivals if rival != own]
    best: tuple[int, int | None] = (0, None)
    for size in CANDIDATES:
        # Where bytes/s bind, the counting of I/Os is invisible.
        if _bytes_bind(rules, size, 100.0):
            continue
        parted = sum(_differ(own.units(size), rival.units(size)) for rival in others)
        if parted > best[0]:
            best = (parted, size)
    return best[1]


def _differ(first: float, second: float) -> bool:
    return max(first, second) / min(first, second) > 1 + MIN_DIFFERENCE


def counted_as(measured_per_s: float, at: Question, rules: Rules) -> Accounting | None:
    """The accounting other than the rules' own that explains a rate at a Point."""
    base = at.allowed_per_s * rules.units(at.block_bytes)
    own = Accounting(rules.unit_bytes, rules.rounding)
    fits = [
        rival
        for rival in KNOWN_ACCOUNTINGS
        if rival != own
        and not _differ(base / rival.units(at.block_bytes), measured_per_s)
        and _differ(rival.units(at.block_bytes), own.units(at.block_bytes))
    ]
    return fits[0] if len(fits) == 1 else None
