"""Which found lines a limit rests on, and what it becomes: the arithmetic from lines to a policy.

Every figure begins with a line's rate to plan with, which is never above the low end of its
interval, less the headroom, and is rounded down. A limit of operations rests on the line of the
smallest blocks, one of bytes/s on that of the largest, if that is 64 KiB or more. Where several
mixes of reads and writes were searched and the limit counts them alike, it rests on the lowest.

Pure: lines in, a meaning with its bases and remarks out.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from plimsoll.features.policy.rules import NO_RATES, Rates, Rules
from plimsoll.features.suggest.lines import (
    LARGE_BLOCK,
    FoundLine,
    Question,
    StoredLines,
    largest_blocks,
    least,
    smallest_blocks,
)
from plimsoll.judge.budgets import io_cost_s, priced_s
from plimsoll.native.session import objective_terms

SMALL, LARGE = 4 << 10, 1 << 20
"""Blocks of the searches for a cost model: one page, and one that is mostly transfer. What its base
adds the model grants less than was found there, and at no size more."""
READS, WRITES = 100.0, 0.0


@dataclass(frozen=True)
class KindCosts:
    """The linear model of reads or of writes: rates that use the whole device."""

    bytes_per_s: int
    sequential_per_s: int
    random_per_s: int

    def cost_s(self, per_s: int, block_bytes: int) -> float:
        """Seconds of the device that an operation takes, of a kind of which `per_s` of 4 KiB use
        it up."""
        return float(io_cost_s(block_bytes, per_s, self.bytes_per_s))

    def large_per_s(self, block_bytes: int) -> float:
        """Sequential operations/s of this size."""
        return 1 / self.cost_s(self.sequential_per_s, block_bytes)


@dataclass(frozen=True)
class CostQos:
    """When io.cost slows down: the share of reads and writes, in percent, that must complete within
    so many µs (0: no matter), and the bounds of vrate in percent."""

    read_percentile: float
    read_us: int
    write_percentile: float
    write_us: int
    least: float
    most: float


@dataclass(frozen=True)
class CostModel:
    """The meaning of io.cost.model and io.cost.qos."""

    read: KindCosts
    write: KindCosts
    qos: CostQos

    def rate_at(self, question: Question) -> float:
        """Operations/s of this workload that use the whole device. What is not sequential is
        random to io.cost."""
        share, sequential = question.read_percent / 100, question.pattern == "sequential"
        read, write = (
            kind.cost_s(
                kind.sequential_per_s if sequential else kind.random_per_s, question.block_bytes
            )
            for kind in (self.read, self.write)
        )
        return float(1 / priced_s(share, read, write))


Meaning: TypeAlias = "Rules | CostModel"
Figure = Literal[
    "iops", "bytes", "read_iops", "read_bytes", "write_iops", "write_bytes",
    "read_sequential_iops", "write_sequential_iops",
]  # fmt: skip
Remark = Literal[
    "estimated", "one_mix", "lowest_mix", "large_only", "no_bytes", "together", "no_reads",
    "no_writes", "counted_in_32k", "mean_objective", "whole_units", "capacity",
    "one_mix_of_bytes", "small_unsearched", "capacity_unusual", "allows_more",
]  # fmt: skip


@dataclass(frozen=True)
class Basis:
    """A figure of the limit and the line that it rests on."""

    figure: Figure
    value: int
    line: FoundLine


@dataclass(frozen=True)
class Excess:
    """A line of the store at whose workload a policy lets more through than it carries."""

    line: FoundLine
    allowed_per_s: float


@dataclass(frozen=True)
class PolicyChoice:
    """A policy before it is written."""

    meaning: Meaning
    bases: tuple[Basis, ...]
    remarks: tuple[Remark, ...]
    excess: Excess | None = None
    """Where it lets through most beyond a line (`allows_more`)."""


@dataclass(eq=False)
class NoPolicy(Exception):  # noqa: N818  # an answer, not a defect
    """The lines do not support this policy: `missing` were never searched, `open` have no rate to
    plan with."""

    missing: tuple[Question, ...] = ()
    open: tuple[FoundLine, ...] = ()


@dataclass
class Choosing:
    """Collects the figures of a policy and what is remarkable about them. `headroom`: percent."""

    lines: StoredLines
    headroom: float
    bases: list[Basis] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)

    def take(
        self, figure: Figure, line: FoundLine, *, units: float = 1.0, multiple: int = 1
    ) -> int:
        """The figure of a line: its rate in units per operation, in whole multiples. Raises
        NoPolicy where the search found no rate to plan with."""
        if not line.plan_per_s or line.plan_per_s < 1:
            raise NoPolicy(open=(line,))
        value = line.plan_per_s * (1 - self.headroom / 100) * units
        # 0.9 · 100 is not a whole number in binary: a millionth less is no unit less.
        whole = max(1, math.floor(value / multiple + 1e-6)) * multiple
        self.bases.append(Basis(figure, whole, line))
        if line.grade == "estimated":
            self.remark("estimated")
        return whole

    def remark(self, code: Remark) -> None:
        """Adds a remark once."""
        if code not in self.remarks:
            self.remarks.append(code)

    def ends(self, meaning: Meaning) -> PolicyChoice:
        """The policy with this meaning, held against every line: it rests on a few of them only."""
        excess = self._excess(meaning)
        if excess is not None:
            self.remark("allows_more")
        return PolicyChoice(meaning, tuple(self.bases), tuple(self.remarks), excess)

    def _excess(self, meaning: Meaning) -> Excess | None:
        found = []
        for line in self.lines.lines:
            allowed = _rate_at(meaning, line.question)
            # Without a limit of its kind every line is exceeded, and another remark says so.
            if line.plan_per_s and math.isfinite(allowed):
                kept = line.plan_per_s * (1 - self.headroom / 100)
                found.append((allowed / kept, Excess(line, allowed)))
        most = max(found, key=lambda each: each[0], default=None)
        return most[1] if most is not None and most[0] > LEAST_EXCESS else None


LEAST_EXCESS = 1.01
"""What a margin of 1 % covers is no excess: the default of a policy."""


def _rate_at(meaning: Meaning, question: Question) -> float:
    if isinstance(meaning, CostModel):
        return meaning.rate_at(question)
    return meaning.rate_at(question.block_bytes, question.read_percent)


def _mixes(lines: Sequence[FoundLine]) -> int:
    return len({line.question.read_percent for line in lines})


def together(
    choosing: Choosing,
    *,
    with_bytes: bool = True,
    unit_bytes: int | None = None,
    bytes_multiple: int = 1,
) -> PolicyChoice:
    """A limit of reads and writes together. `unit_bytes`: larger I/O counts as several, rounded up;
    `bytes_multiple`: the unit of bytes/s."""
    lines = choosing.lines.lines
    small = smallest_blocks(lines)
    line = least(small)
    block = line.question.block_bytes
    large = largest_blocks(lines) if with_bytes else []
    if _mixes(small) == 1:
        choosing.remark("one_mix")
    elif _mixes(large) == 1:
        choosing.remark("one_mix_of_bytes")
    else:
        choosing.remark("lowest_mix")
    units = Rules(unit_bytes=unit_bytes).units(block)
    if units > 1:
        choosing.remark("small_unsearched")
        choosing.remark("counted_in_32k")
    elif block >= LARGE_BLOCK:
        choosing.remark("large_only")
    ops = choosing.take("iops", line, units=units)
    through = None
    if with_bytes:
        through = _bytes(choosing, "bytes", lines, bytes_multiple)
    return choosing.ends(Rules(shared=Rates(ops, through), unit_bytes=unit_bytes))


def _bytes(
    choosing: Choosing, figure: Figure, lines: Sequence[FoundLine], multiple: int = 1
) -> int | None:
    large = largest_blocks(lines)
    if not large:
        choosing.remark("no_bytes")
        return None
    line = least(large, by_bytes=True)
    if multiple > 1:
        choosing.remark("whole_units")
    return choosing.take(figure, line, units=line.question.block_bytes, multiple=multiple)


def apart(choosing: Choosing) -> PolicyChoice:
    """A limit of reads and one of writes. A line of a mix gives both, each its share, so that they
    hold at the same time; without one the lines of reads alone and of writes alone do."""
    lines = choosing.lines
    mixed = lines.where(lambda line: READS > line.question.read_percent > WRITES)
    if mixed:
        line = least(smallest_blocks(mixed))
        share = line.question.read_percent / 100
        choosing.remark("one_mix")
        _remark_block(choosing, line)
        large = largest_blocks(mixed)
        rates = []
        for kind, part in (("read", share), ("write", 1 - share)):
            ops = choosing.take(_figure(kind, "iops"), line, units=part)
            through = None
            if large:
                wide = least(large, by_bytes=True)
                own = wide.question.read_percent / 100
                size = wide.question.block_bytes * (own if kind == "read" else 1 - own)
                through = choosing.take(_figure(kind, "bytes"), wide, units=size)
            else:
                choosing.remark("no_bytes")
            rates.append(Rates(ops, through))
        return choosing.ends(Rules(read=rates[0], write=rates[1]))
    found = {"read": NO_RATES, "write": NO_RATES}
    for kind, percent in (("read", READS), ("write", WRITES)):
        alone = [line for line in lines.lines if line.question.read_percent == percent]
        if not alone:
            choosing.remark("no_reads" if kind == "read" else "no_writes")
            continue
        line = least(smallest_blocks(alone))
        _remark_block(choosing, line)
        ops = choosing.take(_figure(kind, "iops"), line)
        found[kind] = Rates(ops, _bytes(choosing, _figure(kind, "bytes"), alone))
    if found["read"].is_set and found["write"].is_set:
        choosing.remark("together")
    return choosing.ends(Rules(read=found["read"], write=found["write"]))


def _remark_block(choosing: Choosing, line: FoundLine) -> None:
    if line.question.block_bytes >= LARGE_BLOCK:
        choosing.remark("large_only")


def _figure(kind: str, unit: str) -> Figure:
    return f"{kind}_{unit}"  # type: ignore[return-value]


def small_random_writes(choosing: Choosing, usual: tuple[int, int] | None) -> PolicyChoice:
    """The capacity of a Ceph OSD: random writes of 4 KiB, as its own benchmark counts them.
    `usual`: the results that this benchmark believes."""
    line = _lines_of_questions(choosing.lines, [Question("random", SMALL, WRITES)])[0]
    choosing.remark("capacity")
    capacity = choosing.take("iops", line)
    if usual is not None and not usual[0] <= capacity <= usual[1]:
        choosing.remark("capacity_unusual")
    # It is no limit of other workloads, so that no line is held against it.
    meaning = Rules(shared=Rates(capacity))
    return PolicyChoice(meaning, tuple(choosing.bases), tuple(choosing.remarks))


COST_LINES: tuple[tuple[Figure, Question], ...] = (
    ("read_bytes", Question("sequential", LARGE, READS)),
    ("read_sequential_iops", Question("sequential", SMALL, READS)),
    ("read_iops", Question("random", SMALL, READS)),
    ("write_bytes", Question("sequential", LARGE, WRITES)),
    ("write_sequential_iops", Question("sequential", SMALL, WRITES)),
    ("write_iops", Question("random", SMALL, WRITES)),
)
"""The six coefficients in the kernel's order (tools/cgroup/iocost_coef_gen.py), and the search of
each. The kernel's tool reads and writes 128 MiB at a time for bytes/s."""


def cost_model(choosing: Choosing) -> PolicyChoice:
    """io.cost's linear model from six lines, its latency targets from their objectives."""
    lines = _lines_of_questions(choosing.lines, [question for _, question in COST_LINES])
    values = [
        choosing.take(
            figure, line, units=line.question.block_bytes if figure.endswith("bytes") else 1.0
        )
        for (figure, _), line in zip(COST_LINES, lines, strict=True)
    ]
    read, write = _target(lines[2], "read"), _target(lines[5], "write")
    if read is None or write is None:
        choosing.remark("mean_objective")
    qos = CostQos(*(read or (0.0, 0)), *(write or (0.0, 0)), LEAST_VRATE, MOST_VRATE)
    return choosing.ends(CostModel(KindCosts(*values[:3]), KindCosts(*values[3:]), qos))


LEAST_VRATE, MOST_VRATE = 50.0, 100.0
"""Bounds of vrate. The lines are the model, so above 100 % is more than was found; below half of
what was found the device is another one than was measured."""


def _target(line: FoundLine, kind: str) -> tuple[float, int] | None:
    """The tightest percentile of a line's objective that concerns reads or writes, in percent, and
    its latency in µs. None where the objective has no percentile."""
    found = [
        (float(term.statistic[1:]), max(1, term.bound_ns // 1000))
        for term in objective_terms(line.objective or "")
        if term.statistic is not None
        and term.statistic.startswith("p")
        and term.bound_ns is not None
        and term.kind in ("all", kind)
    ]
    return min(found, key=lambda target: target[1], default=None)


def _lines_of_questions(lines: StoredLines, questions: Sequence[Question]) -> list[FoundLine]:
    """The line of each question. Raises NoPolicy, with all questions that were never searched."""
    found = [lines.of(question) for question in questions]
    missing = tuple(
        question for question, line in zip(questions, found, strict=True) if line is None
    )
    if missing:
        raise NoPolicy(missing=missing)
    return [line for line in found if line is not None]
