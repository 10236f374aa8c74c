"""A Run's record as reports read it, whichever version left it. What a record of today has stands
in `_record.py`, made from Rust.

Any key may be missing: a Run that did not finish has none of them, and a record of before something
was told lacks that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypedDict, cast

from plimsoll import gaps

if TYPE_CHECKING:
    from collections.abc import Mapping

    from typing_extensions import ReadOnly

    from plimsoll._record import (
        BlockDevice,
        BlockShare,
        Bursts,
        Cap,
        ClientGroup,
        Each,
        FileSystem,
        GeneratorCpu,
        HostFigures,
        Interval,
        LimitedBy,
        Neighbours,
        Percentiles,
        StackSpec,
        Stamps,
        Stationarity,
        SteadyVerdict,
        Stillness,
        StorageFigures,
        Summary,
        SystemLoad,
        Think,
        Trace,
        Verified,
        Version,
        WorkerFigures,
    )
    from plimsoll.gaps import Unrecorded
    from plimsoll.store import Store


class Counts(TypedDict, total=False):
    """How many operations there were, and what became of them."""

    count: ReadOnly[int | None]
    errors: ReadOnly[int]
    unfinished: ReadOnly[int]


class Figures(Counts, total=False):
    """The figures of one kind of operation, or of all. Times in ns."""

    disturbed: ReadOnly[int]
    response_time_ns: ReadOnly[Summary]
    storage_alone_ns: ReadOnly[Summary]
    storage_alone_at_most_ns: ReadOnly[Percentiles]


class Estimate(TypedDict, total=False):
    """What was judged, beside what the objective allows of it: a share of operations or of periods,
    or a mean in ns."""

    value: float | None
    low: float | None
    high: float | None
    allowed: float | None


class Finding(TypedDict, total=False):
    """What is said of one objective."""

    objective: str
    verdict: str
    estimate: Estimate | None


class Judged(TypedDict, total=False):
    """A judgement, made while it ran or afterwards from its histograms
    (`search/rejudgement.py`)."""

    verdict: str
    reason: str
    confidence: float
    estimate: Estimate | None
    objectives: list[Finding]
    stationary: Stationarity | None


class Target(TypedDict, total=False):
    """What was measured."""

    name: str
    kind: str
    size_bytes: int
    logical_block_bytes: int
    stack: StackSpec | None


class Workload(TypedDict, total=False):
    """What operations looked like."""

    block_size_bytes: int | None
    read_blocks: list[BlockShare]
    write_blocks: list[BlockShare]
    read_percent: float
    pattern: str
    working_set_bytes: int


class Profile(TypedDict, total=False):
    """How an offered rate changes over time."""

    kind: str


class Load(TypedDict, total=False):
    """How fast operations came: of a closed loop and of an open one, each has its own."""

    kind: str
    workers: int
    queue_depth: int
    think: Think | None
    cap: Cap | None
    offered_rate_per_s: float
    arrivals: str
    max_outstanding: int
    profile: Profile | None
    trace: Trace | None
    bursts: Bursts | None


class Phases(TypedDict, total=False):
    """Lengths that were asked for, ns."""

    warmup_ns: int | None
    measure_ns: int | None
    drain_limit_ns: int | None
    interval_ns: int | None
    io_deadline_ns: int | None


class Stop(TypedDict, total=False):
    """When Measure ended, and by which objective it was judged."""

    kind: str
    objective: str | None


class Spec(TypedDict, total=False):
    """A Run as it was resolved."""

    target: Target
    engine: str
    access: str
    clock: str
    workload: Workload
    load: Load
    clients: list[ClientGroup]
    phases: Phases | None
    stop: Stop | None
    seed: int


class Host(TypedDict, total=False):
    """The machine, and the target's place in it."""

    hostname: str | None
    kernel_release: str | None
    cpu_model: str | None
    cores_online: int | None
    memory_bytes: int | None
    virtualisation: str | None
    clocksource: str | None
    cpu_governor: str | None
    target_chain: list[BlockDevice]
    file_system: FileSystem | None


Metric = Literal["response_time", "completion_latency"]


class Source(TypedDict, total=False):
    """The file that a Run was imported from."""

    program: str
    version: str | None
    format: str
    file: str
    sha256: str


class Imported(TypedDict, total=False):
    """Where the figures of an imported Run come from (`formats/results/record.py`)."""

    source: Source
    name: str
    at: str
    line: int | None
    starts: str | None
    percentiles: str | None
    step: float | None
    ended: str
    derived: dict[str, str]
    unknown: dict[str, str]
    checks: list[dict[str, object]]
    remarks: list[str]
    unrecorded: dict[str, Any]
    machine_cpu: dict[str, float | None]
    jobs_cpu: dict[str, float]
    buckets_ns: list[list[int]]
    warmup_operations: int


class ClientFigures(TypedDict):
    """A kind of client of a described storage."""

    name: str
    offered_rate_per_s: float | None
    achieved_rate_per_s: float
    bytes_per_s: float
    all: Figures


class Record(TypedDict, total=False):
    """The record of a Run. Rates per second; phases in seconds."""

    imported: Imported | None

    undisturbed_response_time_ns: Summary | None
    outcome: str
    because: str
    offered_rate_per_s: float | None
    issued_rate_per_s: float | None
    achieved_rate_per_s: float
    bytes_per_s: float | None
    bytes_written: int
    outstanding_mean: float
    outstanding_max: int | None
    backlog_at_end: int
    warmup_s: float | None
    measure_s: float
    drain_s: float | None
    started_at_ns: int | None
    measure_started_ns: int | None
    all: Figures
    read: Figures
    write: Figures
    trim: Figures
    flush: Figures
    workers: list[WorkerFigures]
    clients: list[ClientFigures]
    each: ReadOnly[Each | None]
    hosts: list[HostFigures]
    own_lag_ns: Summary
    errors_by_errno: dict[str, int]
    first_error: str | None
    judgement: Judged | None
    limited_by: LimitedBy
    steady: SteadyVerdict | None
    verified: Verified | None
    machine: Stillness | None
    storage: StorageFigures | None
    system_load: SystemLoad | None
    neighbours: Neighbours | None
    generator_cpu_ns_per_io: GeneratorCpu | None
    stamps: Stamps | None
    notes: list[str]
    spec: Spec
    host: Host | None
    version: Version
    seed: int


def of(document: Mapping[str, object]) -> Record:
    """A document of a store as a record."""
    return cast("Record", document)


def kept(store: Store, run: int) -> Record | None:
    """What a store keeps of a Run, without its intervals; none where it has no record."""
    return cast("Record | None", store.record(run, intervals=False))


def intervals(store: Store, run: int) -> list[Interval]:
    """The sealed intervals of a Run in order."""
    return store.interval_documents(run)


def of_kind(record: Record, kind: str) -> Figures:
    """The figures of one kind of operation; empty where there are none."""
    return cast("Mapping[str, Figures | None]", record).get(kind) or {}


def summary(record: Record, kind: str, metric: str) -> Summary:
    """One metric of one kind; empty where there is none."""
    return cast("Mapping[str, Summary | None]", of_kind(record, kind)).get(f"{metric}_ns") or {}


def syncs(record: Record) -> Figures:
    """The syncs of an imported Run, which its file tells apart from the operations that it adds up;
    empty where it tells of none."""
    found = of_kind(record, "flush")
    latency = summary(record, "flush", "completion_latency")
    return found if imported(record) is not None and latency.get("mean") is not None else {}


def figure(told: Summary | Percentiles, name: str) -> float | None:
    """A figure of a distribution by its name (`p99_9`), ns; none where the sample does not carry
    it."""
    return cast("Mapping[str, float | None]", told).get(name)


def within(told: Summary | Percentiles, name: str) -> tuple[float, float] | None:
    """From and to, ns, of the step that a percentile of a coarse distribution lies in; none of any
    other figure."""
    found = cast("Mapping[str, Mapping[str, tuple[float, float]]]", told).get("within") or {}
    return found.get(name)


def spent_s(record: Record) -> float:
    """How long a Run took on its own clock, all phases together as far as they are known."""
    phases = cast("Mapping[str, float | None]", record)
    return sum(phases.get(name) or 0.0 for name in ("warmup_s", "measure_s", "drain_s"))


def imported(record: Record) -> Imported | None:
    """Where the figures of an imported Run come from; none of a Run that was measured."""
    return record.get("imported")


def unrecorded(record: Record | None) -> Unrecorded:
    """Time of an imported Run of which its file tells nothing, beyond what its intervals show."""
    found = None if record is None else imported(record)
    return gaps.of_record(None if found is None else found.get("unrecorded"))


def not_in_file(record: Record) -> bool:
    """Whether a percentile is missing since the file that was imported has none, however many
    operations there were."""
    found = imported(record)
    return found is not None and any(
        name.startswith("completion_latency_ns") for name in found["unknown"]
    )


def metric(record: Record) -> Metric:
    """Which latency stands for a Run where none was asked for: response time, from the intended
    instant; of an imported one completion latency, since other programs start their clock when an
    operation is submitted."""
    found = imported(record)
    untold = found is not None and "response_time_ns" in found["unknown"]
    return "completion_latency" if untold else "response_time"


def latency(interval: Interval) -> Summary:
    """The latency that stands for an interval: response time; of an imported one completion
    latency."""
    response = interval["response_time_ns"]
    told = response.get("mean") is not None or response.get("max") is not None
    return response if told else interval["completion_latency_ns"]


def said(metric: str) -> str:
    """A metric as one says it."""
    return metric.replace("_", " ")
