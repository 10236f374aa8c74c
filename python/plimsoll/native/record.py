"""The record of a Run and what is asked of a session, as types: made by tools/generate.py
from the JSON schemas that Rust derives (crates/run, crates/serve). Do not edit.
"""

from __future__ import annotations
from typing import Any, Literal, NotRequired, TypeAlias

from typing_extensions import TypedDict


Access: TypeAlias = Literal["direct", "cached"]


class Ack1(TypedDict):
    """
    When so many copies have it.
    """

    copies: int


Ack: TypeAlias = Literal["all"] | Literal["quorum"] | Ack1


AppliesTo: TypeAlias = Literal["all", "read", "write", "each"]


ArrivalProcess: TypeAlias = Literal["constant", "poisson", "trace"]


AtLimit: TypeAlias = Literal["wait", "reject"]


Basis: TypeAlias = Literal["single", "scaling"]


BeyondLimit: TypeAlias = Literal["wait", "allow", "reject"]


Bytes: TypeAlias = int


class Cap(TypedDict):
    """
    A rate that a closed load does not exceed. Waiting for it is part of no latency.
    """

    bytes_per_s: float | None
    operations_per_s: float | None


class ClientSpec(TypedDict):
    """
    What an operation costs a client, and what it has outstanding at most. Used only on the virtual clock: on the real
    one the client is a real one.
    """

    cpu_ns_per_io: int
    episode_every_ns: int
    episode_ns: int
    max_outstanding: int | None
    stall_every_ns: int
    stall_ns: int


class CliffSpec(TypedDict):
    """
    A write cliff, resolved.
    """

    after_bytes: Bytes
    recover_bytes_per_s: Bytes
    slower: float


class Cost1(TypedDict):
    """
    One, whatever its size.
    """

    kind: Literal["none"]


class Cost2(TypedDict):
    """
    Size / unit, rounded up; at least 1.
    """

    kind: Literal["ceil"]
    unit_bytes: Bytes


class Cost3(TypedDict):
    """
    Size / unit; at least 1.
    """

    kind: Literal["linear"]
    unit_bytes: Bytes


class Cost4(TypedDict):
    """
    As a table says: at a size of the table what stands there, between two sizes on the straight line between them,
    up to the first what stands there, beyond the last on along the line of the last two.
    """

    costs: list[tuple[Bytes, float]]
    kind: Literal["table"]


Cost: TypeAlias = Cost1 | Cost2 | Cost3 | Cost4


class Costs(TypedDict):
    """
    Costs of one kind of request, as the rates that use the whole budget.
    """

    bytes_per_s: Bytes | None
    ops_per_s: float | None
    sequential_ops_per_s: float | None


class CpuShares(TypedDict):
    """
    Where the time of all cores went, 0..1 each; they add up to 1.
    """

    idle: float
    iowait: float
    steal: float
    system: float
    user: float


DeviceKind: TypeAlias = Literal[
    "disk",
    "partition",
    "device_mapper",
    "multipath",
    "md",
    "loop",
    "nbd",
    "memory",
    "bcache",
]


class DiskLoad(TypedDict):
    """
    One block device over the interval, as the kernel counted it.
    """

    discards_per_s: float | None
    flushes_per_s: float | None
    in_flight: int
    mean_queue: float
    name: str
    read_bytes_per_s: float
    reads_per_s: float
    utilisation: float
    write_bytes_per_s: float
    writes_per_s: float


class EachFigures(TypedDict):
    """
    The figures of one client (VM) or one target.
    """

    achieved_rate_per_s: float
    at_least: list[str]
    bytes_per_s: float
    completed: int
    count: int
    errors: int
    group: str | None
    max_ns: int | None
    mean_ns: float | None
    name: str
    offered_rate_per_s: float | None
    p50_ns: int | None
    p99_ns: int | None
    unfinished: int


EachOf: TypeAlias = Literal["client", "target"]


class ElementSpec1(TypedDict):
    """
    One budget of device time for reads and writes.
    """

    rate_percent: float
    read: Costs
    type: Literal["budget"]
    write: Costs


class ElementSpec9(TypedDict):
    """
    Adds requests of its own.
    """

    ops_per_s: float
    read_percent: float
    seed: int | None
    size_bytes: Bytes
    type: Literal["noise"]


class Estimate(TypedDict):
    """
    The statistic that an objective bounds: the share of operations beyond the bound, or failed, or missing of what was
    offered; the mean in nanoseconds; or the share of periods whose maximum lies beyond the bound.
    """

    allowed: float
    effective_operations: float | None
    high: float | None
    low: float | None
    value: float


class Extremes(TypedDict):
    """
    What a sum over several intervals hides.
    """

    highest_rate_per_s: float
    interval_s: float
    intervals: int
    lowest_at_s: float
    lowest_rate_per_s: float
    others_max: float | None
    quiet_s: float
    stolen_max: float | None


Figure: TypeAlias = bool | float | str


class FileSystem(TypedDict):
    """
    The file system that holds a file.
    """

    memory_backed: bool
    mount_point: str
    options: list[str]
    source: str
    type_name: str


Fill: TypeAlias = Literal["line", "request"]


FlushPolicy: TypeAlias = Literal["cache", "behind"]


Full: TypeAlias = Literal["wait", "busy"]


class GeneratorCpu(TypedDict):
    """
    Processor time the generator spent on an operation, kernel threads that work for it included where the system
    accounts them to it.
    """

    system: float
    user: float


class HostClock(TypedDict):
    """
    How a host's clock was set against the coordinator's, from round trips before and after the Run.
    """

    drift_ns: int
    offset_bound_ns: int
    offset_ns: int
    start_skew_bound_ns: int


class HostSpec(TypedDict):
    """
    One host, or several alike.
    """

    cores: int | None
    count: int
    holds_data: bool
    runs_clients: bool


Initial: TypeAlias = Literal["empty", "warm"]


Initial2: TypeAlias = Literal["full", "empty"]


class IntervalStillness(TypedDict):
    """
    How this machine kept the heartbeat in an interval: shares of it.
    """

    stood_still_share: float
    waited_share: float
    workers_waited_share: float | None


Level: TypeAlias = Literal["one", "five", "six", "ten"]


Limiter: TypeAlias = Literal[
    "target",
    "policy_cap",
    "client_cpu",
    "client_outstanding",
    "cache",
    "schedule",
    "unknown",
]


class Members1(TypedDict):
    """
    Each route is written out.
    """

    members: Literal["listed"]
    routes: list[list[str]]


class Members2(TypedDict):
    """
    One route, again and again: each on other hosts, by turns that differ from volume to volume.
    """

    count: int
    members: Literal["placed"]
    route: list[str]


class Members3(TypedDict):
    """
    One route that the element uses beside what follows it, such as the flash of a cache. It ends where data are.
    """

    members: Literal["beside"]
    route: list[str]


Members: TypeAlias = Members1 | Members2 | Members3


class Moments(TypedDict):
    """
    Mean, standard deviation and the largest of some spans, in nanoseconds.
    """

    max: int
    mean: float
    stddev: float


Nanos: TypeAlias = int


NeighbourKind: TypeAlias = Literal["measuring", "device", "cpu"]


class NetworkLoad(TypedDict):
    """
    Network over the interval.
    """

    rx_bytes_per_s: float
    tx_bytes_per_s: float


class Number1(TypedDict):
    """
    In all, spread over the hosts by turns.
    """

    in_all: int


class Number2(TypedDict):
    """
    On each host.
    """

    per_host: int


Number: TypeAlias = Number1 | Number2


Objective: TypeAlias = str


class ObjectiveCounts(TypedDict):
    """
    What one objective saw.
    """

    exceeded: int
    judged: int
    sum_ns: int


Objectives: TypeAlias = str


OnError: TypeAlias = Literal["stop", "continue", "count"]


Order: TypeAlias = Literal["sorted", "fifo"]


Order2: TypeAlias = Literal["fan-out", "primary-first"]


Outage: TypeAlias = Literal["error", "hang"]


Outcome: TypeAlias = Literal[
    "ok",
    "cannot_carry",
    "generator_limited",
    "not_steady",
    "cached",
    "failed",
    "stopped",
]


PartialWrite: TypeAlias = Literal["modify", "fewest"]


Pattern: TypeAlias = str


class Pause(TypedDict):
    """
    A span in which the storage completed next to nothing though operations waited and this machine was well.
    """

    length_s: float
    recovered_s: float
    start_s: float


PayloadKind: TypeAlias = Literal["random", "zero"]


class PayloadSpec(TypedDict):
    """
    What writes contain.
    """

    compressible_percent: float
    duplicate_percent: float
    kind: PayloadKind


Per: TypeAlias = Literal["vm", "disk"]


class Percentiles(TypedDict):
    """
    The percentiles of a distribution, in nanoseconds; null where they cannot be told.
    """

    p50: int | None
    p90: int | None
    p95: int | None
    p99: int | None
    p99_9: int | None
    p99_99: int | None


Phase: TypeAlias = Literal["warmup", "measure", "drain"]


Policy: TypeAlias = Literal["lru", "clock"]


Policy2: TypeAlias = Literal["fixed", "round_robin", "least_queue", "service_time"]


class PressureShares(TypedDict):
    """
    Share of the interval in which tasks were stalled (Documentation/accounting/psi.rst), 0..1; null when the kernel has
    no PSI.
    """

    cpu_some: float | None
    io_full: float | None
    io_some: float | None
    memory_full: float | None
    memory_some: float | None


ProbeVerdict: TypeAlias = Literal["pass", "fail", "undecided"]


class ProcessLoad(TypedDict):
    """
    This process over the interval: totals, not rates.
    """

    storage_read_bytes: int | None
    storage_write_bytes: int | None
    system_ns: int | None
    user_ns: int | None


Profile: TypeAlias = Literal["esxi-iofilter", "esxi-mclock", "vsan", "qemu"]


class Profile21(TypedDict):
    """
    Not at all.
    """

    kind: Literal["flat"]


class Profile22(TypedDict):
    """
    Linearly, over the whole of Measure. For scouting: what is seen at a rate still carries what came before it.
    """

    from_per_s: float
    kind: Literal["ramp"]
    to_per_s: float


class Rates(TypedDict):
    """
    Rates of requests that share them, resolved.
    """

    burst_bytes: Bytes
    burst_ops: float
    bytes_per_s: Bytes | None
    max_burst_bytes: Bytes
    max_burst_ops: float
    max_bytes_per_s: Bytes | None
    max_ops_per_s: float | None
    ops_per_s: float | None


ReadFrom: TypeAlias = Literal["owner", "round_robin", "primary", "any", "local"]


Reason: TypeAlias = Literal[
    "objective_met",
    "objective_missed",
    "far_beyond_objective",
    "cannot_carry",
    "too_correlated",
    "too_short",
    "too_close",
    "not_yet_steady",
    "own_lag",
]


class RebuildSpec(TypedDict):
    """
    A `rebuild`, resolved.
    """

    block_bytes: Bytes
    bytes_per_s: Bytes
    member: int


class Refill1(TypedDict):
    """
    All the time; a request passes when what it costs is there.
    """

    kind: Literal["continuous"]


class Refill2(TypedDict):
    """
    All the time; a request passes unless the bucket is overdrawn, and pays afterwards.
    """

    kind: Literal["overdrawn"]


class Refill3(TypedDict):
    """
    A period's share at the start of each period.
    """

    kind: Literal["window"]
    period_ns: Nanos


Refill: TypeAlias = Refill1 | Refill2 | Refill3


RunClock: TypeAlias = Literal["real", "virtual"]


Scope: TypeAlias = Literal["group", "disk", "vm", "host", "node"]


class SeekSpec(TypedDict):
    """
    Times of an arm: what its data sheet says.
    """

    average_ns: Nanos
    max_ns: Nanos
    min_ns: Nanos


class Segment(TypedDict):
    """
    Which workers of a Run are issued here, and when it starts.
    """

    first_worker: int
    start_ns: int
    workers: int


class ServiceSpec1(TypedDict):
    """
    Always the same.
    """

    distribution: Literal["constant"]
    mean_ns: Nanos


class ServiceSpec2(TypedDict):
    """
    Memoryless; cv = 1.
    """

    distribution: Literal["exponential"]
    mean_ns: Nanos


class ServiceSpec3(TypedDict):
    """
    A long tail: the logarithm is normal.
    """

    cv: float
    distribution: Literal["lognormal"]
    mean_ns: Nanos


class ServiceSpec4(TypedDict):
    """
    From nearly constant (cv near 0) over the exponential (cv = 1) to bursty.
    """

    cv: float
    distribution: Literal["gamma"]
    mean_ns: Nanos


class ServiceSpec5(TypedDict):
    """
    Two constants: most requests are fast, a share is slow (a missed cache, a collection of garbage).
    """

    distribution: Literal["bimodal"]
    fast_ns: Nanos
    slow_ns: Nanos
    slow_share: float


ServiceSpec: TypeAlias = (
    ServiceSpec1 | ServiceSpec2 | ServiceSpec3 | ServiceSpec4 | ServiceSpec5
)


class ShareSpec(TypedDict):
    """
    What a client gets.
    """

    limit_per_s: float | None
    reservation_per_s: float
    shares: float


SizeCost: TypeAlias = Literal["none", "ceil", "linear"]


class Stamps(TypedDict):
    """
    How finely instants were told, and at what cost.
    """

    clock_reads_per_io: float
    completions_gathered: int
    largest_submit_batch: int
    reap_gap_max_ns: int
    reap_gap_mean_ns: float
    submit_held_s: float
    system_calls_per_io: float


Steady: TypeAlias = Literal["yes", "no", "unknown"]


SteadyTest: TypeAlias = str


class SteadyVerdict(TypedDict):
    """
    What the window shows.
    """

    because: str
    excursion_margin_percent: float | None
    excursion_percent: float | None
    mean: float | None
    range_percent: float | None
    rounds_seen: int
    steady: bool


class Step(TypedDict):
    """
    One rate for a time.
    """

    for_ns: Nanos
    rate_per_s: float


class Stillness(TypedDict):
    """
    How this machine kept a thread that only wakes, every `period_ns`, and never touches the target: the
    heartbeat. Shares are of the beats due in Measure; a beat that is less than 250 us late is on time.
    """

    cpu_share: float | None
    longest_ns: int
    period_ns: int
    spans: int
    stood_still_share: float
    waited_share: float


class StopRule1(TypedDict):
    """
    After `measure_ns`: a Run, or a hold.
    """

    confidence: float
    kind: Literal["fixed"]
    objective: Objectives | None


class StopRule2(TypedDict):
    """
    As soon as the objective is decided at this confidence, at the latest after `measure_ns` or so many operations:
    a probe.
    """

    confidence: float
    kind: Literal["decided"]
    max_operations: int
    objective: Objectives


StopRule: TypeAlias = StopRule1 | StopRule2


class StorageCounts(TypedDict):
    """
    What one objective saw in undisturbed time, and in the pauses of it.
    """

    all: ObjectiveCounts
    pauses: ObjectiveCounts


class Summary(TypedDict):
    """
    The figures of one distribution, in nanoseconds. `null` where the sample cannot carry the figure: fewer than ten
    values lie beyond that percentile.
    """

    at_least: list[str]
    max: int | None
    mean: float | None
    min: int | None
    p50: int | None
    p90: int | None
    p95: int | None
    p99: int | None
    p99_9: int | None
    p99_99: int | None
    stddev: float | None


class SyncEvery(TypedDict):
    """
    How writes are made durable from time to time.
    """

    data_only: bool
    writes: int


class SystemLoad(TypedDict):
    """
    System load over one interval (measurement.md, section 4).
    """

    cpu: CpuShares | None
    cpu_per_core: list[float | None]
    disks: list[DiskLoad]
    network: NetworkLoad | None
    pressure: PressureShares
    process: ProcessLoad


TargetKind: TypeAlias = Literal[
    "file", "block_device", "null", "stack", "nbd", "several"
]


class Think(TypedDict):
    """
    The time that a slot of a closed load rests between a completion and its next operation.
    """

    exponential: bool
    mean_ns: Nanos


class Trace(TypedDict):
    """
    Recorded instants of arrival. The instants themselves are kept beside the document.
    """

    digest: str
    file: str
    operations: int
    span_ns: Nanos
    stretch: float


Tracked: TypeAlias = Literal["rate", "bytes", "response_time"]


class Verified(TypedDict):
    """
    What verification has found in a session so far.
    """

    checked_units: int
    first: list[str]
    mismatches: dict[str, int]
    unknown_units: int


class Version(TypedDict):
    """
    Software that made a record.
    """

    build: str
    plimsoll: str


class VmSpec(TypedDict):
    """
    A client (VM), or several alike.
    """

    cpu_ns_per_io: int | None
    hosts: list[str]
    load: dict[str, Any]
    max_outstanding: int | None
    number: Number
    volumes: list[str]
    workload: dict[str, Any]


class VolumeSpec(TypedDict):
    """
    What a client sees.
    """

    count: int
    logical_block_bytes: int
    path: list[str]
    size_bytes: Bytes


class WindowSpec(TypedDict):
    """
    See the module.
    """

    at_ns: Nanos
    every_ns: Nanos | None
    for_ns: Nanos


class WorkerKind(TypedDict):
    """
    The operations of one kind that a worker completed inside Measure.
    """

    bytes: int
    completed: int
    completion_latency_ns: Moments | None


WritePolicy: TypeAlias = Literal["back", "through", "around"]


class FileIdentity(TypedDict):
    """
    A regular file.
    """

    born_ns: NotRequired[int | None]
    file_system: NotRequired[str | None]
    inode: int
    signatures: NotRequired[list[str] | None]
    size_bytes: NotRequired[int | None]


SizeText: TypeAlias = int | str


class TargetIdentity1(TypedDict):
    """
    A regular file.
    """

    file: FileIdentity


class WorkloadRequest(TypedDict):
    """
    What operations look like, as typed: the keys of a workload file.
    """

    align: NotRequired[SizeText | None]
    block_size: NotRequired[SizeText | None]
    compressible: NotRequired[float | None]
    duplicates: NotRequired[float | None]
    pattern: NotRequired[str | None]
    payload: NotRequired[str | None]
    read: NotRequired[float | None]
    sync: NotRequired[str | None]
    trim: NotRequired[float | None]
    verify: NotRequired[bool | None]
    working_set: NotRequired[SizeText | None]
    working_set_offset: NotRequired[SizeText | None]
    write_block_size: NotRequired[SizeText | None]


class ProbeRequest(TypedDict):
    """
    One Run of a session: how fast, how long.
    """

    arrivals: NotRequired[str | None]
    bursts: NotRequired[str | None]
    bytes_each: NotRequired[SizeText | None]
    cap_bytes: NotRequired[str | None]
    cap_rate: NotRequired[float | None]
    confidence: NotRequired[float | None]
    drain_limit: NotRequired[str | None]
    interval: NotRequired[str | None]
    io_deadline: NotRequired[str | None]
    max_operations: NotRequired[int | None]
    max_outstanding: NotRequired[int | None]
    measure_for: NotRequired[str | None]
    objective: NotRequired[str | None]
    per_client: NotRequired[bool]
    queue_depth: NotRequired[int | None]
    rate: NotRequired[float | None]
    rate_per: NotRequired[str | None]
    rate_profile: NotRequired[str | None]
    seed: NotRequired[int | None]
    segment: NotRequired[Segment | None]
    steady: NotRequired[str | None]
    steady_limit: NotRequired[str | None]
    steady_of: NotRequired[str | None]
    stop_when_decided: NotRequired[bool]
    storage_time: NotRequired[bool]
    think_time: NotRequired[str | None]
    warmup_for: NotRequired[str | None]
    workers: NotRequired[int | None]


class PrepareRequest(TypedDict):
    """
    As typed.
    """

    block_size: NotRequired[SizeText | None]
    confirmation: NotRequired[str | None]
    content: NotRequired[str | None]
    mark_file: NotRequired[str | None]
    overwrite_signature: NotRequired[bool]
    passes: NotRequired[int | None]
    precondition: NotRequired[bool]
    resume: NotRequired[bool]
    size: NotRequired[str | None]
    target: NotRequired[str]
    working_set: NotRequired[SizeText | None]
    working_set_offset: NotRequired[SizeText | None]


class PrepareResult(TypedDict):
    """
    What was written to fill a target, and how long it took.
    """

    block_size_bytes: int
    bytes_per_s: float
    bytes_written: int
    content: PayloadKind
    created: bool
    mark: str | None
    notes: list[str]
    outcome: str
    passes: int
    resumed_at_bytes: int
    schema: str
    seconds: float
    size_bytes: int
    target: str
    total_bytes: int
    working_set_bytes: int
    working_set_offset_bytes: int


class ServeRequest(TypedDict):
    """
    Opens a server: a stack, where its clients come in, and what holds the content.
    """

    confirmations: NotRequired[list[str]]
    connections_max: NotRequired[int | None]
    content: NotRequired[str | None]
    durable: NotRequired[bool]
    fuse: NotRequired[str | None]
    handshake_limit: NotRequired[str | None]
    listen: NotRequired[list[str]]
    memory: NotRequired[str | None]
    seed: NotRequired[int | None]
    spin: NotRequired[str | None]
    stack_name: NotRequired[str]
    stack_parameters: NotRequired[list[str]]
    stack_toml: NotRequired[str]
    stop_limit: NotRequired[str | None]
    unix: NotRequired[list[str]]


CutKind: TypeAlias = Literal[
    "handshake_flags",
    "option_magic",
    "no_volume",
    "too_many_options",
    "request_magic",
    "handshake_time",
    "payload_time",
    "operations_left",
]


class KindStatistics(TypedDict):
    """
    A kind of operation.
    """

    bytes: int
    completion_latency_ns: Summary
    count: int
    errors: int


HistogramItem: TypeAlias = int


class Lateness(TypedDict):
    """
    How late answers were against the instant that the model set.
    """

    count: int
    held_up_by_clients: int
    histogram: list[tuple[HistogramItem, HistogramItem]]
    keeps_up: bool
    late_share: float | None
    max_ns: int | None
    p50_ns: int | None
    p99_ns: int | None


class Sockets(TypedDict):
    """
    What sockets carried while they were full: more answers were due than the clients took.
    """

    bytes_per_s: float | None
    full_ns: Nanos
    hold_rate: bool
    late_share: float | None


class VolumeStatistics(TypedDict):
    """
    A volume.
    """

    abandoned: int
    bytes_per_s: float | None
    clients: int
    flush: KindStatistics
    in_flight: int
    left: int
    name: str
    rate_per_s: float | None
    read: KindStatistics
    trim: KindStatistics
    write: KindStatistics


class BlastRadius(TypedDict):
    """
    How many volumes so many hosts take with them.
    """

    combinations: float
    degraded_mean: float
    exact: bool
    examined: int
    hosts: int
    hosts_down: int
    lost_mean: float
    lost_worst: int
    sets_with_loss_share: float
    volumes: int
    worst_hosts: list[str]
    worst_volumes: list[str]


BoundNoteKind: TypeAlias = Literal[
    "fitted",
    "unused_volumes",
    "any_mix",
    "not_counted",
    "not_reached",
    "overload",
    "work_left",
    "queueing",
]


BoundReasonKind: TypeAlias = Literal["servers", "time", "in_flight"]


BoundSourceKind: TypeAlias = Literal[
    "element", "client_outstanding", "client_processor", "host_cores"
]


class Link(TypedDict):
    """
    A layer of the chain.
    """

    bound_per_s: float | None
    depth: int | None
    element: str | None
    instances: int
    lets_through: float | None
    narrowest: bool
    scope: Scope | None


class Loss(TypedDict):
    """
    What is lost while some hosts are down.
    """

    clients_down: list[str]
    degraded: list[str]
    down: list[str]
    lost: list[str]
    volumes: int
    worst: BlastRadius | None


Omission: TypeAlias = Literal[
    "rejected",
    "burst_credit",
    "credits_and_bursts",
    "cheaper_sequential",
    "sequential_arm",
    "write_cliff",
    "slow_times",
    "fault_times",
]


class BlockDevice(TypedDict):
    """
    One device of the chain. What the kernel doesn't tell is null. A partition shows its disk's queue.
    """

    backing_file: str | None
    direct: bool | None
    kind: DeviceKind
    label: str | None
    logical_block_size: int | None
    major: int
    minor: int
    name: str
    nr_requests: int | None
    physical_block_size: int | None
    queue_depth: int | None
    read_only: bool | None
    rotational: bool | None
    scheduler: str | None
    size_bytes: int | None
    write_cache: str | None


class BlockShare(TypedDict):
    """
    A block size and how often it comes.
    """

    bytes: Bytes
    percent: float


class Bursts(TypedDict):
    """
    Load for a time, then rest for a time, from the start of the Run on.
    """

    off_ns: Nanos
    on_ns: Nanos


class Cause(TypedDict):
    """
    A reason as a code with its figures: what a script asks, whatever the sentence beside it says.
    """

    figures: NotRequired[dict[str, Figure]]
    kind: str


class DestageSpec(TypedDict):
    """
    How dirty blocks go behind.
    """

    bytes_per_s: Bytes | None
    depth: int
    idle_ns: Nanos
    order: Order
    start: float


class DiskSpec(TypedDict):
    """
    What makes a device a disk.
    """

    rpm: float
    seek: SeekSpec
    size_bytes: Bytes | None
    streams: int


class Each(TypedDict):
    """
    What each of several had of a Run, over Measure. Counts add up to those of `all`; percentiles do not.
    """

    figures: list[EachFigures]
    of: EachOf


class ElementFigures(TypedDict):
    """
    What an element has done since the figures were last restarted: all its instances together.
    """

    arrivals: int
    busiest: str
    departures: int
    elapsed_ns: Nanos
    injected: int
    instances: int
    max_queue: int
    mean_behind_ns: float | None
    mean_queue: float
    mean_service_ns: float | None
    mean_wait_ns: float | None
    name: str
    own: dict[str, float]
    share_waiting: float | None
    share_working: float | None
    type: str
    utilisation: float
    utilisation_max: float


class ElementSpec2(TypedDict):
    """
    Adapters of a VM or a host.
    """

    adapters: int
    cpu_ns_per_io: Nanos
    depth: int | None
    depth_per_disk: int | None
    max_ops_per_s: float | None
    seed: int | None
    servers: int
    service: ServiceSpec | None
    type: Literal["controller"]


class ElementSpec3(TypedDict):
    """
    Holds what was used before slower storage, and takes writes for it.
    """

    block_bytes: Bytes
    destage: DestageSpec
    fill: Fill
    flush: FlushPolicy
    high_water: float
    hit_ns: Nanos
    initial: Initial
    line_bytes: Bytes
    max_delay_ns: Nanos | None
    on: Members | None
    policy: Policy
    read_bytes: Bytes
    type: Literal["cache"]
    write: WritePolicy
    write_bytes: Bytes


class ElementSpec5(TypedDict):
    """
    Stalls, fails and spoils what passes, on purpose.
    """

    lost_percent: float
    misplaced_percent: float
    outage: Outage
    outages: WindowSpec | None
    read_error_percent: float
    seed: int | None
    slow: WindowSpec | None
    slow_by_ns: Nanos
    stale_percent: float
    stall: WindowSpec | None
    torn_percent: float
    type: Literal["fault"]
    write_error_percent: float


class ElementSpec6(TypedDict):
    """
    Lets requests pass at a rate.
    """

    applies_to: AppliesTo
    at_limit: AtLimit
    cost: Cost
    initial: Initial2
    profile: Profile | None
    rates: list[Rates]
    refill: Refill
    type: Literal["limit"]


class ElementSpec7(TypedDict):
    """
    A wire.
    """

    bandwidth_bytes_per_s: Bytes | None
    between_hosts: bool
    cut_through: bool
    delay_ns: Nanos
    frame_bytes: Bytes | None
    frame_overhead_bytes: Bytes
    half_duplex: bool
    per_chunk_ns: Nanos
    per_io_ns: Nanos
    split_above_bytes: Bytes | None
    type: Literal["link"]


class ElementSpec8(TypedDict):
    """
    Keeps copies of the same data.
    """

    ack: Ack
    members: Members
    min_latency_ns: Nanos
    read: ReadFrom
    rebuild: RebuildSpec | None
    region_bytes: Bytes
    topology: Order2
    type: Literal["mirror"]


class ElementSpec11(TypedDict):
    """
    Bounds what is behind it at once.
    """

    depth: int
    depth_when_shared: int | None
    full: Full
    type: Literal["queue"]


class ElementSpec12(TypedDict):
    """
    Keeps parity or copies over its members.
    """

    failed: list[int]
    level: Level
    members: Members
    partial_write: PartialWrite
    rebuild: RebuildSpec | None
    type: Literal["raid"]
    unit_bytes: Bytes


class ElementSpec13(TypedDict):
    """
    Spreads addresses over its members.
    """

    members: Members
    type: Literal["stripe"]
    unit_bytes: Bytes


class ElementSpec14(TypedDict):
    """
    Lets requests pass at a rate that grows with the volume.
    """

    applies_to: AppliesTo
    base: float | None
    burst_bytes_per_s: Bytes | None
    burst_ns: Nanos
    burst_ops_per_s: float | None
    bytes_base: Bytes | None
    bytes_ceiling: Bytes | None
    bytes_floor: Bytes | None
    bytes_per_gb: Bytes | None
    bytes_per_op: Bytes | None
    ceiling: float | None
    cost: Cost
    credit_bytes: Bytes | None
    credits: float | None
    floor: float | None
    gb_bytes: Bytes
    initial_percent: float
    ops_per_gb: float | None
    size_bytes: Bytes | None
    type: Literal["tier"]


class ElementSpec15(TypedDict):
    """
    Divides what there is among clients.
    """

    at_limit: BeyondLimit
    cost: SizeCost
    depth: int | None
    each: ShareSpec
    of: dict[str, ShareSpec]
    ops_per_s: float | None
    per: Per
    type: Literal["shares"]
    unit_bytes: Bytes


class Fingerprint(TypedDict):
    """
    The host and the target's place in it. What couldn't be read is null.
    """

    clocksource: str | None
    cores_online: int | None
    cpu_governor: str | None
    cpu_model: str | None
    file_system: FileSystem | None
    hostname: str | None
    kernel_release: str | None
    memory_bytes: int | None
    target_chain: list[BlockDevice]
    virtualisation: str | None


class IntervalCounts(TypedDict):
    """
    What one objective saw in an interval, and the part of it that our own lateness had a hand in.
    """

    disturbed: ObjectiveCounts
    exceeded: int
    judged: int
    sum_ns: int


class KindFigures(TypedDict):
    """
    The figures of one kind of operation, or of all.
    """

    bytes: int
    completed: int
    completion_latency_ns: Summary
    count: int
    disturbed: int
    errors: int
    own_lag_ns: Summary
    response_time_ns: Summary
    slot_wait_ns: Summary
    storage_alone_at_most_ns: Percentiles | None
    storage_alone_ns: Summary | None
    submission_latency_ns: Summary
    unfinished: int


class LimitedBy(TypedDict):
    """
    Who limited a Run, how that is known and how surely.
    """

    basis: Basis
    because: NotRequired[str]
    confidence: float
    reason: NotRequired[Cause | None]
    value: Limiter
    would_decide: NotRequired[str | None]


class Load1(TypedDict):
    """
    A fixed number of outstanding operations: the next starts when one ends.
    """

    bursts: Bursts | None
    cap: Cap | None
    kind: Literal["closed"]
    queue_depth: int
    think: Think | None
    workers: int


class LossSpec(TypedDict):
    """
    A time in which a path is lost.
    """

    at_ns: Nanos
    for_ns: Nanos | None
    member: int


class Member(TypedDict):
    """
    One of several targets that are driven together. Worker i works on member i modulo their number.
    """

    kind: TargetKind
    logical_block_bytes: int
    made_by_plimsoll: bool
    name: str
    size_bytes: Bytes
    working_set_bytes: Bytes
    working_set_offset_bytes: Bytes


class Neighbour(TypedDict):
    """
    One of them.
    """

    cpu_share: float
    kind: NeighbourKind
    name: str
    pid: int | None
    read_bytes_per_s: float | None
    written_bytes_per_s: float | None


class Neighbours(TypedDict):
    """
    Who else used this machine during a Run, from just before its first operation to just after its last.
    """

    device: str | None
    device_others_read_bytes_per_s: float | None
    device_others_written_bytes_per_s: float | None
    named: list[Neighbour]
    span_s: float


class ObjectiveFinding(TypedDict):
    """
    What is said about one of the objectives.
    """

    alone: Estimate | None
    estimate: Estimate
    objective: Objective
    reason: Reason
    verdict: ProbeVerdict


class Profile23(TypedDict):
    """
    In steps, one behind the other.
    """

    kind: Literal["steps"]
    steps: list[Step]


Profile2: TypeAlias = Profile21 | Profile22 | Profile23


class SlowSpec(TypedDict):
    """
    When and how much a device is slower, resolved.
    """

    during: WindowSpec
    factor: float


class Stationarity(TypedDict):
    """
    The evidence about the backlog (arrived − completed, in operations).
    """

    achieved_per_offered: float
    backlog_mean: float
    backlog_slope_per_s: float
    drift_deviations: float
    slope_high: float | None
    slope_low: float | None
    verdict: Steady


class SteadyRule(TypedDict):
    """
    When the target is steady. The rounds of the test are the intervals of Warmup.
    """

    test: SteadyTest
    tracked: Tracked


class WorkerFigures(TypedDict):
    """
    The figures of one worker over Measure: what it had of those of all. Counts add up to those of `all`; how evenly the
    workers were served is read from these.
    """

    achieved_rate_per_s: float
    bytes: int
    bytes_per_s: float
    completed: int
    count: int
    errors: int
    issued_rate_per_s: float
    outstanding_mean: float
    own_lag_ns: Summary
    read: WorkerKind | None
    response_time_ns: Summary
    unfinished: int
    worker: int
    write: WorkerKind | None


class Workload(TypedDict):
    """
    What operations look like, not how fast they come.
    """

    align_bytes: Bytes
    block_size_bytes: Bytes | None
    durable_writes: bool
    pattern: Pattern
    payload: PayloadSpec
    read_blocks: list[BlockShare]
    read_percent: float
    sync: SyncEvery | None
    trim_percent: float
    verify: bool
    working_set_bytes: Bytes
    working_set_offset_bytes: Bytes
    write_blocks: list[BlockShare]


class DeviceIdentity(TypedDict):
    """
    A block device. What it doesn't tell is null.
    """

    attached: NotRequired[str | None]
    beneath: list[DeviceIdentity]
    boot: NotRequired[str | None]
    file: NotRequired[FileIdentity | None]
    serial: NotRequired[str | None]
    signatures: NotRequired[list[str] | None]
    size_bytes: NotRequired[int | None]
    start_bytes: NotRequired[int | None]
    uuid: NotRequired[str | None]
    wwn: NotRequired[str | None]


class TargetIdentity2(TypedDict):
    """
    A block device.
    """

    block_device: DeviceIdentity


TargetIdentity: TypeAlias = TargetIdentity1 | TargetIdentity2


class SessionRequest(TypedDict):
    """
    Opens a session: a target and what operations on it look like.
    """

    cached: NotRequired[bool]
    confirmations: NotRequired[list[str]]
    engine: NotRequired[str | None]
    engine_options: NotRequired[list[str]]
    hosts_down: NotRequired[list[str]]
    identities: NotRequired[dict[str, TargetIdentity]]
    more_targets: NotRequired[list[str]]
    on_error: NotRequired[OnError | None]
    overwrite_signature: NotRequired[bool]
    stack_parameters: NotRequired[list[str]]
    target: NotRequired[str]
    verify_journal: NotRequired[str | None]
    virtual: NotRequired[bool]
    workload: NotRequired[WorkloadRequest]
    workload_file: NotRequired[str | None]
    workload_toml: NotRequired[str | None]


class Cut(TypedDict):
    """
    Why a connection was cut.
    """

    kind: CutKind
    value: int | None
    volume: str | None


class ServeStatistics(TypedDict):
    """
    What a server has done since it began: operations, latencies, and how late its answers were.
    """

    clients: int
    clients_total: int
    content_bytes: int | None
    cpu_ns: int
    cpu_ns_per_operation: float | None
    cut: int
    elapsed_ns: Nanos
    elements: list[ElementFigures]
    lateness: Lateness
    latest_cut: Cut | None
    refused: int
    sockets: Sockets
    system_calls: int
    turned_away: int
    volumes: list[VolumeStatistics]


class BoundNote(TypedDict):
    """
    Something that the bounds leave out.
    """

    element: str | None
    kind: BoundNoteKind
    not_counted: Omission | None
    rate_per_s: float | None
    text: str | None


class BoundReason(TypedDict):
    """
    The arithmetic of an element's bound.
    """

    background: bool
    count: float
    kind: BoundReasonKind
    requests_per_operation: float
    time_ns: float


class BoundSource(TypedDict):
    """
    Something that sets a bound.
    """

    figure: float | None
    kind: BoundSourceKind
    name: str | None


class ElementBound(TypedDict):
    """
    An element on paper.
    """

    bound_per_s: float | None
    busiest: str
    capacity_per_s: float | None
    depth: int | None
    instances: int
    name: str
    reason: BoundReason | None
    requests_per_operation: float
    scope: Scope
    stay_ns: float
    type: str


class Narrowest(TypedDict):
    """
    Who sets the bound of the whole.
    """

    bound_per_s: float
    others: list[BoundSource]
    reason: BoundReason | None
    source: BoundSource


class OtherBound(TypedDict):
    """
    Something that is no element and bounds the whole.
    """

    bound_per_s: float
    of_clients: bool
    source: BoundSource


class StackBounds(TypedDict):
    """
    What the whole carries, and why not more.
    """

    bound_per_s: float | None
    chain: list[Link]
    elements: list[ElementBound]
    knee_outstanding: float | None
    narrowest: Narrowest | None
    notes: list[BoundNote]
    others: list[OtherBound]
    unloaded_response_ns: float


class StackShown(TypedDict):
    """
    What a described stack is and carries.
    """

    asked: str
    bounds: StackBounds
    loss: Loss | None
    schema: str
    stack: str


class Bottleneck(TypedDict):
    """
    What holds a stack back under a load.
    """

    because: str
    element: str | None
    reason: Cause | None


class ClientFigures(TypedDict):
    """
    The figures of clients of one kind.
    """

    achieved_rate_per_s: float
    all: KindFigures
    bytes_per_s: float
    clients: int
    name: str
    offered_rate_per_s: float | None
    outstanding_mean: float
    read: KindFigures
    scheduled_rate_per_s: float | None
    write: KindFigures


class ElementSpec4(TypedDict):
    """
    Serves requests and holds the data.
    """

    disk: DiskSpec | None
    flush: ServiceSpec
    max_bytes_per_s: Bytes | None
    read: ServiceSpec
    read_bytes_per_s: Bytes | None
    seed: int | None
    servers: int
    slow: SlowSpec | None
    trim: ServiceSpec
    type: Literal["device"]
    write: ServiceSpec
    write_bytes_per_s: Bytes | None
    write_cliff: CliffSpec | None


class ElementSpec10(TypedDict):
    """
    Chooses among ways.
    """

    down: list[LossSpec]
    failover_ns: Nanos
    give_up_ns: Nanos | None
    members: Members
    policy: Policy2
    switch_after: int | None
    switch_bytes: Bytes | None
    type: Literal["paths"]
    weights: list[float]


ElementSpec: TypeAlias = (
    ElementSpec1
    | ElementSpec2
    | ElementSpec3
    | ElementSpec4
    | ElementSpec5
    | ElementSpec6
    | ElementSpec7
    | ElementSpec8
    | ElementSpec9
    | ElementSpec10
    | ElementSpec11
    | ElementSpec12
    | ElementSpec13
    | ElementSpec14
    | ElementSpec15
)


class HostFigures(TypedDict):
    """
    What one host had of a Run over several. Its figures are those of its operations alone; those of all hosts are computed
    from the merged distributions, never from these.
    """

    because: str
    busy_share: float | None
    clock: HostClock
    figures: WorkerFigures
    generator_cpu_ns_per_io: GeneratorCpu | None
    machine: Stillness | None
    name: str
    neighbours: Neighbours | None
    outcome: Outcome | None
    outstanding_when_lost: int | None
    reason: Cause | None
    steal_share: float | None
    system_load: SystemLoad | None
    target: str
    workers: int


class Interval(TypedDict):
    """
    One sealed interval.
    """

    arrived: int | None
    backlog: int
    completion_latency_ns: Summary
    disturbed: bool
    errors: int
    index: int
    issued: int
    length_s: float
    merged: Extremes | None
    objectives: list[IntervalCounts]
    other_bytes: int
    others: int
    outstanding_mean: float
    phase: Phase
    read_bytes: int
    read_completion_latency_ns: Moments | None
    reads: int
    response_time_ns: Summary
    start_s: float
    stillness: IntervalStillness | None
    syncs: int
    system_load: SystemLoad | None
    write_completion_latency_ns: Moments | None
    writes: int
    written_bytes: int


class Judgement(TypedDict):
    """
    What a look at the evidence of one probe says.
    """

    alone: Estimate | None
    autocorrelation_ns: float | None
    batch_length_ns: int
    batches: int
    confidence: float
    cut_ns: int
    estimate: Estimate
    leans_to_fail: bool
    looks: int
    objectives: list[ObjectiveFinding]
    operations: int
    reason: Reason
    span_ns: int
    stationary: Stationarity
    verdict: ProbeVerdict


class Load2(TypedDict):
    """
    Operations at intended instants, independent of completions.
    """

    arrivals: ArrivalProcess
    bursts: Bursts | None
    kind: Literal["open"]
    max_outstanding: int
    offered_rate_per_s: float
    profile: Profile2
    trace: Trace | None
    workers: int


Load: TypeAlias = Load1 | Load2


class Phases(TypedDict):
    """
    Lengths of the phases. All in nanoseconds.
    """

    drain_limit_ns: Nanos
    interval_ns: Nanos
    io_deadline_ns: Nanos
    measure_ns: Nanos
    steady: SteadyRule | None
    warmup_ns: Nanos


class StackSpec(TypedDict):
    """
    A described storage system, resolved. What is in here can be built: every way to get one checks it.
    """

    client: ClientSpec
    clients: dict[str, VmSpec]
    elements: dict[str, ElementSpec]
    fitted: str | None
    hosts: dict[str, HostSpec]
    name: str
    scopes: dict[str, Scope]
    volumes: dict[str, VolumeSpec]


class StorageFigures(TypedDict):
    """
    Where the time of a stack's operations went.
    """

    bottleneck: Bottleneck
    elements: list[ElementFigures]


class StorageTime(TypedDict):
    """
    The storage's own time in a Run: what is left of Measure without the spans in which this machine stood still.
    """

    disturbed_s: float
    judgement: Judgement | None
    listed: list[Pause]
    objectives: list[StorageCounts]
    paused_s: float
    pauses: int
    seconds: float
    without_pauses: Judgement | None


class Target(TypedDict):
    """
    The thing under test.
    """

    kind: TargetKind
    logical_block_bytes: int
    made_by_plimsoll: bool
    members: list[Member]
    name: str
    size_bytes: Bytes
    stack: StackSpec | None


class ClientGroup(TypedDict):
    """
    Clients of one kind on the virtual clock.
    """

    clients: int
    cpu_ns_per_io: int
    load: Load
    name: str
    volumes: int
    workload: Workload


class RunSpec(TypedDict):
    """
    A Run, resolved: every default filled in, stored with its record.
    """

    access: Access
    bytes_each: Bytes | None
    clients: list[ClientGroup]
    clock: RunClock
    engine: str
    engine_options: list[str]
    load: Load
    on_error: OnError
    per_client: bool
    phases: Phases
    seed: int
    segment: Segment | None
    stop: StopRule
    storage_time: bool
    target: Target
    workload: Workload


class RunRecord(TypedDict):
    """
    The record of a Run.
    """

    achieved_rate_per_s: float
    all: KindFigures
    backlog_at_end: int
    because: str
    bytes_per_s: float
    bytes_written: int
    clients: list[ClientFigures]
    drain_s: float
    each: Each | None
    errors_by_errno: dict[str, int]
    first_error: str | None
    flush: KindFigures
    generator_cpu_ns_per_io: GeneratorCpu | None
    host: Fingerprint | None
    hosts: list[HostFigures]
    intervals: list[Interval]
    issued_rate_per_s: float
    judgement: Judgement | None
    limited_by: LimitedBy
    machine: Stillness | None
    measure_s: float
    measure_started_ns: int | None
    memory_bytes: int
    neighbours: Neighbours | None
    notes: list[str]
    offered_rate_per_s: float | None
    outcome: Outcome
    outstanding_max: int
    outstanding_mean: float
    own_lag_ns: Summary
    read: KindFigures
    real_s: float
    reason: Cause | None
    scheduled_rate_per_s: float | None
    schema: str
    seed: int
    spec: RunSpec
    stamps: Stamps
    started_at_ns: int | None
    steady: SteadyVerdict | None
    storage: StorageFigures | None
    storage_time: StorageTime | None
    system_load: SystemLoad | None
    trim: KindFigures
    undisturbed_response_time_ns: Summary | None
    verified: Verified | None
    version: Version
    wall_clock_leapt_s: float | None
    warmup_s: float
    workers: list[WorkerFigures]
    write: KindFigures
