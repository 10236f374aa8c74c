"""`plimsoll.imported_run/1`: the record of a Run of another program, with the origin of its
figures. Made by `features/imports/results/record.py`; `unknown_figures.py` has what stands in it
for figures that its file does not give."""

from typing import Any, Literal, NotRequired

from typing_extensions import TypedDict

from plimsoll.base.closed_model import closed

Document = dict[str, Any]


@closed
class SourceDocument(TypedDict):
    """the file that was imported"""

    program: str
    """whose file it is: fio, vdbench"""
    version: str | None
    """of that program, where the file tells it"""
    format: str
    """which of its files"""
    file: str
    """its name as it was given"""
    sha256: str
    """of what was read"""


@closed
class CheckDocument(TypedDict):
    """a figure of the file beside the same one worked out from other figures of it"""

    figure: str
    told: float
    recomputed: float
    agrees: bool


@closed
class FindingDocument(TypedDict):
    """what two figures of the file say of each other"""

    code: str
    kind: str
    """of operations; all: of all together"""
    figures: dict[str, float]
    """of the words of the code"""


@closed
class GapDocument(TypedDict):
    """a stretch of Measure"""

    at_s: float
    length_s: float


@closed
class UnrecordedDocument(TypedDict):
    """time of Measure of which the file tells nothing: no outage, and no time without one"""

    gaps: list[GapDocument]
    """that no interval of the file covers"""
    late: list[GapDocument]
    """in which the recorder stood still and wrote its rows behind it"""
    recorded_rate_per_s: float | None
    """operations per second in the intervals that there are"""
    told_rate_per_s: float | None
    """the file's own average, where that is of the gaps as well"""
    operations: float | None
    """that ended in all gaps together, as far as that average tells it"""


@closed
class MachineDocument(TypedDict):
    """processors of the machine that generated the load, as shares of all of them"""

    used: float
    system: float | None


@closed
class JobsCpuDocument(TypedDict):
    """what the other program itself took of a processor, on average over its jobs"""

    user: float
    system: float


@closed
class ImportedDocument(TypedDict):
    """where the figures of an imported Run come from"""

    source: SourceDocument
    name: str
    """what the file calls the Run"""
    at: str
    """where in the file"""
    line: int | None
    """where it begins"""
    folder: NotRequired[str | None]
    """in which it lay, below what was named; null where the user named a configuration"""
    starts: str | None
    """when the clock of a latency started; null without any"""
    percentiles: str | None
    """distribution: merged counts; told: the file's own, not to be combined"""
    step: float | None
    """widest step of its distribution, relative to the value"""
    ended: str
    """how it ended, as a code"""
    derived: dict[str, str]
    """figures that follow from others, and how"""
    unknown: dict[str, str]
    """figures that stay unknown, and why"""
    checks: list[CheckDocument]
    findings: list[FindingDocument]
    """figures that contradict each other, which are not shown as measured, and what others show"""
    remarks: list[str]
    """what else is to be known, as codes"""
    unrecorded: NotRequired[UnrecordedDocument]
    machine_cpu: NotRequired[MachineDocument]
    jobs_cpu: NotRequired[JobsCpuDocument]
    buckets_ns: NotRequired[list[tuple[int, int]]]
    """the steps of a coarse distribution, from and to"""
    warmup_operations: NotRequired[int]
    """operations of the warm-up that the distribution holds as well"""


class LatencyDocument(TypedDict):
    """a latency in ns; null where the file does not give the figure"""

    mean: float | None
    stddev: float | None
    min: float | None
    max: float | None
    p50: float | None
    p90: float | None
    p95: float | None
    p99: float | None
    p99_9: float | None
    p99_99: float | None


class KindDocument(TypedDict):
    """the figures of one kind of operations, or of all"""

    count: float | None
    completed: float | None
    errors: float | None
    unfinished: float | None
    bytes: float | None
    response_time_ns: LatencyDocument
    completion_latency_ns: LatencyDocument
    submission_latency_ns: LatencyDocument
    slot_wait_ns: LatencyDocument
    own_lag_ns: LatencyDocument


class LimiterDocument(TypedDict):
    """what limited the Run"""

    value: str


class ImportedRun(TypedDict):
    """A Run that was imported: the keys of plimsoll.run/1, with null for what its file does not
    give."""

    schema: Literal["plimsoll.imported_run/1", "plimsoll.run/1"]
    """plimsoll.run/1: of a Run that another Plimsoll measured"""
    imported: ImportedDocument
    outcome: str
    because: str
    offered_rate_per_s: float | None
    issued_rate_per_s: float | None
    achieved_rate_per_s: float
    bytes_per_s: float | None
    measure_s: float | None
    all: KindDocument
    read: KindDocument
    write: KindDocument
    trim: KindDocument
    flush: KindDocument
    limited_by: LimiterDocument
    spec: Document
