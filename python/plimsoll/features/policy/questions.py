"""What has to be asked of a volume to prove its rules: the fewest Points at which the law of the
policy and those in use part.

A limit looks the same under every law at a small block. So: a small block, which shows that there
is a cap and how high; the smallest block at which every other way to count an I/O gives another
rate; a mix of reads and writes, at which one budget and two part. Pure.
"""

from __future__ import annotations

import dataclasses
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from plimsoll.features.policy.rules import Rates, Rounding, Rules

if TYPE_CHECKING:
    from collections.abc import Sequence

SMALL = 4 << 10
LARGE = 64 << 10
"""Of a limit in bytes/s, with four times that."""
PARTS = 0.1
"""Rates that differ by this share are told apart by Runs of a few seconds on any rig."""
CANDIDATES = tuple(size << 10 for size in (8, 12, 16, 20, 24, 32, 40, 48, 64, 72, 80, 96, 128))
"""Block sizes at which laws may part: multiples of 4 KiB, the smallest first."""

Kind = Literal["small", "size", "mix", "bytes", "write"]


@dataclass(frozen=True)
class Accounting:
    """A way to count an I/O: as one, or by its size in units."""

    unit_bytes: int | None
    rounding: Rounding = "up"

    def units(self, size_bytes: int) -> float:
        """As how many operations one of this size counts."""
        return Rules(unit_bytes=self.unit_bytes, rounding=self.rounding).units(size_bytes)


IN_USE = (
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
    """A Point: what is asked, and what the rules allow there, in operations/s."""

    kind: Kind
    block_bytes: int
    read_percent: float
    allowed_per_s: float
    in_bytes: bool
    """Whether it is the limit in bytes/s that binds there."""

    @property
    def writes(self) -> bool:
        """Whether it writes."""
        return self.read_percent < 100


def questions(rules: Rules, *, reads_only: bool) -> list[Question]:
    """The Points for these rules, in order; empty where they limit nothing that may be asked."""
    found: list[Question] = []
    for kind, size, read in _wanted(rules):
        allowed = rules.rate_at(size, read)
        if not math.isfinite(allowed) or (reads_only and read < 100):
            continue
        in_bytes = _in_bytes(rules, size, read)
        asked = Question(kind, size, read, allowed, in_bytes)
        if all((one.block_bytes, one.read_percent) != (size, read) for one in found):
            found.append(asked)
    return found


def not_asked(rules: Rules, *, reads_only: bool) -> bool:
    """Whether something of the rules is about writes, and stays open."""
    return reads_only and any(question.writes for question in questions(rules, reads_only=False))


def _wanted(rules: Rules) -> list[tuple[Kind, int, float]]:
    wanted: list[tuple[Kind, int, float]] = []
    for read, limit in ((100.0, rules.read), (0.0, rules.write)):
        own = rules.shared if rules.shared.given else limit
        if not own.given or (rules.shared.given and read == 0):
            continue
        first: Kind = "small" if read else "write"
        if own.ops_per_s is not None:
            wanted.append((first, SMALL, read))
            if read and (size := parting_size(rules)) is not None:
                wanted.append(("size", size, read))
        if own.bytes_per_s is not None:
            size = _large(own.ops_per_s, own.bytes_per_s, rules)
            wanted.append(("bytes" if own.ops_per_s is not None else first, size, read))
            if own.ops_per_s is None and read:
                wanted.append(("size", 4 * size, read))
    mix = _mix(rules)
    if mix is not None:
        size = wanted[0][1] if wanted else SMALL
        wanted.append(("mix", size, mix))
    return wanted


def _mix(rules: Rules) -> float | None:
    """The share of reads at which one budget and two part: half; or where both bind."""
    if rules.shared.given:
        return 50.0
    if rules.read.given and rules.write.given:
        reads = Rules(shared=rules.read).rate_at(SMALL, 100)
        writes = Rules(shared=rules.write).rate_at(SMALL, 100)
        return round(100 * reads / (reads + writes), 1)
    return None


def _large(ops: float | None, through: float, rules: Rules) -> int:
    """A block at which bytes/s bind: at least twice the size at which both limits are one."""
    size = LARGE
    while ops is not None and size < 1 << 20 and ops / rules.units(size) * size < 2 * through:
        size *= 2
    return size


def _in_bytes(rules: Rules, size: int, read: float) -> bool:
    """Whether bytes/s bind at a Point: it would allow more without them."""
    without = dataclasses.replace(
        rules,
        shared=Rates(rules.shared.ops_per_s),
        read=Rates(rules.read.ops_per_s),
        write=Rates(rules.write.ops_per_s),
    )
    return without.rate_at(size, read) > rules.rate_at(size, read) * (1 + 1e-9)


def parting_size(rules: Rules, rivals: Sequence[Accounting] = IN_USE) -> int | None:
    """The smallest block at which most other ways to count give another rate than the rules do."""
    own = Accounting(rules.unit_bytes, rules.rounding)
    others = [one for one in rivals if one != own]
    best: tuple[int, int | None] = (0, None)
    for size in CANDIDATES:
        # Where bytes/s bind, how an I/O counts does not show.
        if _in_bytes(rules, size, 100.0):
            continue
        parted = sum(_parts(own.units(size), one.units(size)) for one in others)
        if parted > best[0]:
            best = (parted, size)
    return best[1]


def _parts(one: float, other: float) -> bool:
    return max(one, other) / min(one, other) > 1 + PARTS


def counted_as(measured_per_s: float, at: Question, rules: Rules) -> Accounting | None:
    """The way to count that explains a rate at a Point, if it is not the one of the rules."""
    base = at.allowed_per_s * rules.units(at.block_bytes)
    own = Accounting(rules.unit_bytes, rules.rounding)
    fits = [
        one
        for one in IN_USE
        if one != own
        and not _parts(base / one.units(at.block_bytes), measured_per_s)
        and _parts(one.units(at.block_bytes), own.units(at.block_bytes))
    ]
    return fits[0] if len(fits) == 1 else None
