"""The document `plimsoll.pulse/1` as the process that measures makes it: plain dictionaries, told
apart for mypy alone.

What each key means, and its unit, stands beside the same key in `pulse.py`, which checks the
document when it is read and publishes its schema. That takes pydantic, which is not loaded beside a
measurement.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NotRequired

from typing_extensions import ReadOnly, TypedDict

if TYPE_CHECKING:
    from collections.abc import Mapping

    from plimsoll._record import CpuShares, Limiter, Outcome, Phase


class TimesDocument(TypedDict):
    """Five figures of a distribution of times, in ns."""

    mean: int | None
    p50: int | None
    p95: int | None
    p99: int | None
    max: int | None


class MeanDocument(TypedDict):
    """The part of them that lateness is told by."""

    mean: ReadOnly[int | None]


class DiskDocument(TypedDict):
    """A disk of this machine."""

    name: str
    utilisation: float
    reads_per_s: float
    writes_per_s: float
    bytes_per_s: float
    mean_queue: float


class SystemDocument(TypedDict):
    """Load of the machine that measures."""

    cpu: CpuShares | None
    busiest_core: float | None
    cpu_pressure: float | None
    io_pressure: float | None
    memory_pressure: float | None
    disks: list[DiskDocument]
    network_bytes_per_s: float | None
    own_cores: float | None


class IntervalDocument(TypedDict):
    """A sealed interval, over all workers."""

    run: int | None
    index: int
    seen_at_s: float
    phase: Phase
    start_s: float
    length_s: float
    offered_rate_per_s: float | None
    issued_rate_per_s: float
    achieved_rate_per_s: float
    reads: int
    writes: int
    read_bytes: int
    written_bytes: int
    bytes_per_s: float
    errors: int
    outstanding_mean: float
    backlog: int
    response_time_ns: TimesDocument
    before_submission_ns_mean: int | None
    own_lag_ns_p99: int | None
    system: SystemDocument | None
    distribution: list[tuple[int, int]]


class TimingDocument(TypedDict):
    """The part of an interval that lateness is told by."""

    phase: ReadOnly[Phase]
    offered_rate_per_s: ReadOnly[float | None]
    response_time_ns: ReadOnly[MeanDocument]
    before_submission_ns_mean: ReadOnly[int | None]


class OwnLagDocument(TypedDict):
    """The part of a worker in an interval that its own lag is told by."""

    own_lag_ns_p99: ReadOnly[int | None]


class LagDocument(OwnLagDocument):
    """And who it is."""

    worker: ReadOnly[int]
    name: ReadOnly[str | None]
    host: ReadOnly[bool]


class WorkerInterval(TypedDict):
    """What one worker did in a sealed interval, as the native side tells it
    (`crates/run/src/share.rs`): counts, not rates."""

    worker: int
    name: str | None
    workers: int
    issued: int
    reads: int
    writes: int
    read_bytes: int
    written_bytes: int
    errors: int
    outstanding_mean: float
    response_time_ns_p50: int | None
    response_time_ns_p99: int | None
    own_lag_ns_p99: int | None
    cpu_busy_share: NotRequired[float | None]
    """Of a host that is one of several: share of its processors that was busy meanwhile, 0 to 1."""
    cpu_steal_share: NotRequired[float | None]
    """Likewise: share that its hypervisor took."""


class WorkerDocument(TypedDict):
    """The same in the pulse: rates, and what failed since the Run began."""

    worker: int
    name: str | None
    workers: int
    issued_rate_per_s: float
    achieved_rate_per_s: float
    bytes_per_s: float
    errors: int
    outstanding_mean: float
    response_time_ns_p50: int | None
    response_time_ns_p99: int | None
    own_lag_ns_p99: int | None
    run_errors: int
    host: bool
    cpu_busy_share: float | None
    cpu_steal_share: float | None


class PointDocument(TypedDict):
    """The Point of a campaign that is asked."""

    number: int
    total: int
    done: int
    words: str


class RunDocument(TypedDict):
    """The Run under way, as asked."""

    id: int | None
    role: str
    target: str
    clock: str
    engine: str
    workload: Mapping[str, object]
    workers: int
    queue_depth: int | None
    offered_rate_per_s: float | None
    objective: str | None
    began_at_s: float


class ProgressDocument(TypedDict):
    """How far the Run has got."""

    role: str
    rate_per_s: float | None
    phase: str
    elapsed_s: float
    limit_s: float
    achieved_rate_per_s: float


Verdict = Literal["met", "missed", "undecided"]
"""Of the objective of a Run, as `judge/run_verdict.py` has it."""


class LastRunDocument(TypedDict):
    """The newest Run that ended with a record."""

    id: int | None
    role: str | None
    outcome: Outcome
    verdict: Verdict | None
    because: str
    offered_rate_per_s: float | None
    issued_rate_per_s: float
    achieved_rate_per_s: float
    bytes_per_s: float
    response_time_ns: TimesDocument
    own_lag_ns: TimesDocument
    limited_by: Limiter


Counted = Literal["reads", "writes", "read_bytes", "written_bytes", "errors"]
"""What is summed over intervals."""


class TotalsDocument(TypedDict):
    """Sums over all sealed intervals since the process began."""

    reads: int
    writes: int
    read_bytes: int
    written_bytes: int
    errors: int
    intervals: int
    runs: int


class SaidDocument(TypedDict):
    """A line that was told on the way."""

    at_s: float
    kind: str
    words: str


class HeadDocument(TypedDict):
    """The pulse without its intervals and workers."""

    schema: str
    version: str
    pid: int
    writer: str
    written_at_s: float
    began_at_s: float
    store: str | None
    campaign: int | None
    kind: str
    name: str | None
    state: Literal["running", "stopping"]
    doing: str
    detail: str
    left_s: float | None
    point: PointDocument | None
    run: RunDocument | None
    progress: ProgressDocument | None
    last_run: LastRunDocument | None
    totals: TotalsDocument
    outcomes: dict[str, int]
    said: list[SaidDocument]
