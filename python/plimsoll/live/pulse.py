"""The document `plimsoll.pulse/1`, which a measuring process publishes, and reading those of live
processes.

The pulse is for watching, not for judging: the store has everything some seconds later. `read`
ignores files of killed processes and removes nothing. The measuring process makes the document
(`state.py`) without validating it, since pydantic is not loaded during a measurement.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Field, TypeAdapter, ValidationError
from typing_extensions import TypedDict

from plimsoll.base import process
from plimsoll.live import runtime_dir


def about(words: str) -> Any:
    """The description of a key in the schema."""
    return Field(description=words)


Translations: TypeAlias = Annotated[
    dict[str, str], about("the same in other languages, by their codes; empty for a text")
]


class TimesDocument(TypedDict):
    """Five figures of a distribution of times, in ns; null where the sample cannot carry one."""

    mean: Annotated[int | None, about("the mean")]
    p50: Annotated[int | None, about("the median")]
    p95: Annotated[int | None, about("the 95th percentile")]
    p99: Annotated[int | None, about("the 99th percentile")]
    max: Annotated[int | None, about("the largest")]


class CpuDocument(TypedDict):
    """What the machine's processors did, shares of 0 to 1."""

    user: Annotated[float, about("programs")]
    system: Annotated[float, about("the kernel")]
    iowait: Annotated[float, about("idle while I/O was outstanding")]
    steal: Annotated[float, about("taken by the hypervisor")]
    idle: Annotated[float, about("nothing")]


class DiskDocument(TypedDict):
    """A disk of this machine."""

    name: Annotated[str, about("as the kernel calls it")]
    utilisation: Annotated[
        float, about("share of the time in which it had something to do, 0 to 1")
    ]
    reads_per_s: Annotated[float, about("reads it completed")]
    writes_per_s: Annotated[float, about("writes it completed")]
    bytes_per_s: Annotated[float, about("read and written")]
    mean_queue: Annotated[float, about("requests that were there on average")]


class SystemDocument(TypedDict):
    """Load of the machine that measures; null where it could not be read."""

    cpu: Annotated[CpuDocument | None, about("all processors together")]
    busiest_core: Annotated[float | None, about("share of the busiest, 0 to 1")]
    cpu_pressure: Annotated[
        float | None, about("share of the time in which something waited for a processor")
    ]
    io_pressure: Annotated[
        float | None, about("share of the time in which something waited for I/O")
    ]
    memory_pressure: Annotated[
        float | None, about("share of the time in which something waited for memory")
    ]
    disks: Annotated[list[DiskDocument], about("those that the target lies on")]
    network_bytes_per_s: Annotated[float | None, about("received and sent")]
    own_cores: Annotated[float | None, about("processors that Plimsoll itself used")]


class IntervalDocument(TypedDict):
    """A sealed interval, over all workers."""

    run: Annotated[
        int | None, about("the Run it belongs to, in the store; null when nothing is kept")
    ]
    index: Annotated[int, about("its place in the Run, from 0")]
    seen_at_s: Annotated[
        float, about("time of day when it was fetched, s since 1970: up to 0.2 s after its end")
    ]
    phase: Annotated[Literal["warmup", "measure", "drain"], about("of the Run")]
    start_s: Annotated[
        float, about("on the Run's own clock, from the start of Measure; before it below 0")
    ]
    length_s: Annotated[float, about("on the Run's own clock")]
    offered_rate_per_s: Annotated[
        float | None, about("operations intended; null for a closed load")
    ]
    issued_rate_per_s: Annotated[
        float, about("operations of data submitted: reads, writes and trims")
    ]
    achieved_rate_per_s: Annotated[float, about("operations of data completed")]
    reads: Annotated[int, about("completed")]
    writes: Annotated[int, about("completed")]
    syncs: Annotated[int, about("completed, in no rate of operations")]
    read_bytes: Annotated[int, about("bytes")]
    written_bytes: Annotated[int, about("bytes")]
    bytes_per_s: Annotated[float, about("read and written")]
    errors: Annotated[int, about("operations that failed")]
    outstanding_mean: Annotated[float, about("submitted and not completed, over all workers")]
    backlog: Annotated[
        int,
        about(
            "intended and not finished at its end, what was outstanding among it; of a closed"
            " loop just that"
        ),
    ]
    response_time_ns: Annotated[
        TimesDocument, about("of what completed in it, from intended to completed")
    ]
    before_submission_ns_mean: Annotated[
        int | None,
        about(
            "the part of the mean response time before submission: slot wait and own lag"
            " together; null where nothing completed"
        ),
    ]
    own_lag_ns_p99: Annotated[
        int | None,
        about(
            "Plimsoll's own lag: 99th percentile of the worker with the largest; null where no"
            " worker carries one, in warm-up, and when it was read from the store"
        ),
    ]
    system: Annotated[
        SystemDocument | None,
        about(
            "load of this machine; null on the virtual clock, and where it could not be read in"
            " time"
        ),
    ]
    distribution: Annotated[
        list[tuple[int, int]],
        about(
            "response time: upper bound in ns and count of each bin that is not empty, four"
            " bins to a doubling; empty when it was not read"
        ),
    ]


class WorkerDocument(TypedDict):
    """What one worker did in the newest interval; in a simulation all clients of one kind are one
    line."""

    worker: Annotated[int, about("its number, from 0; its thread is called plimsoll-N")]
    name: Annotated[str | None, about("the kind of client; null where there is but one")]
    workers: Annotated[int, about("how many this is: 1 on the real clock")]
    issued_rate_per_s: Annotated[
        float, about("operations of data submitted: reads, writes and trims")
    ]
    achieved_rate_per_s: Annotated[float, about("operations of data completed")]
    bytes_per_s: Annotated[float, about("read and written")]
    errors: Annotated[int, about("operations that failed in it")]
    run_errors: Annotated[int, about("operations that failed since the Run began")]
    outstanding_mean: Annotated[float, about("submitted and not completed")]
    response_time_ns_p50: Annotated[
        int | None, about("its own median; null where the sample cannot carry it")
    ]
    response_time_ns_p99: Annotated[
        int | None, about("its own 99th percentile; null where the sample cannot carry it")
    ]
    own_lag_ns_p99: Annotated[
        int | None,
        about("Plimsoll's own lag in it; null where the sample cannot carry it, and in warm-up"),
    ]
    host: Annotated[bool, about("whether it is a host with all its workers, one of several")]
    cpu_busy_share: Annotated[
        float | None,
        about(
            "of such a host: share of its processors that was busy, 0 to 1; null where it is"
            " not told"
        ),
    ]
    cpu_steal_share: Annotated[
        float | None, about("likewise: share that its hypervisor took, 0 to 1")
    ]


class PointDocument(TypedDict):
    """The Point of a campaign that is asked."""

    number: Annotated[int, about("place in the order of asking, from 1")]
    total: Annotated[int, about("Points of the campaign")]
    done: Annotated[int, about("Points that have ended")]
    words: Annotated[str, about("what it asks")]


class RunDocument(TypedDict):
    """The Run under way, as asked."""

    id: Annotated[int | None, about("in the store; null when nothing is kept")]
    role: Annotated[str, about("why it runs: run, maximum, probe, hold_low, …")]
    target: Annotated[str, about("what is measured")]
    clock: Annotated[str, about("real or virtual")]
    engine: Annotated[str, about("I/O engine")]
    workload: Annotated[
        Mapping[str, object], about("as in a record's spec; from the store: as asked")
    ]
    workers: Annotated[int, about("issuers")]
    queue_depth: Annotated[int | None, about("of each, of a closed load where it was given")]
    offered_rate_per_s: Annotated[
        float | None, about("over all workers; null for a closed load or a profile")
    ]
    objective: Annotated[str | None, about("what it is judged by")]
    began_at_s: Annotated[float, about("time of day, s since 1970")]


class ProgressDocument(TypedDict):
    """How far the Run has got."""

    role: Annotated[str, about("why it runs")]
    rate_per_s: Annotated[float | None, about("offered; null for a closed load")]
    phase: Annotated[str, about("idle, warmup, measure or drain")]
    elapsed_s: Annotated[float, about("on the Run's own clock")]
    limit_s: Annotated[float, about("when it ends at the latest")]
    achieved_rate_per_s: Annotated[float, about("right now")]


class LastRunDocument(TypedDict):
    """The newest Run that ended with a record."""

    id: Annotated[int | None, about("in the store")]
    role: Annotated[str | None, about("why it ran")]
    outcome: Annotated[str, about("ok, generator_limited, …")]
    verdict: Annotated[
        Literal["met", "missed", "undecided"] | None,
        about("of its objective; null where none was asked"),
    ]
    because: Annotated[str, about("the outcome in words")]
    offered_rate_per_s: Annotated[float | None, about("null for a closed load")]
    issued_rate_per_s: Annotated[float, about("in Measure")]
    achieved_rate_per_s: Annotated[float, about("in Measure")]
    bytes_per_s: Annotated[float, about("in Measure")]
    response_time_ns: Annotated[TimesDocument, about("in Measure")]
    own_lag_ns: Annotated[TimesDocument, about("Plimsoll's own lag")]
    limited_by: Annotated[str, about("who limited it")]


class TotalsDocument(TypedDict):
    """Sums over all sealed intervals since the process began, warm-up included."""

    intervals: Annotated[int, about("sealed")]
    runs: Annotated[int, about("ended with a record")]
    reads: Annotated[int, about("completed")]
    writes: Annotated[int, about("completed")]
    syncs: Annotated[int, about("completed, in no rate of operations")]
    read_bytes: Annotated[int, about("bytes")]
    written_bytes: Annotated[int, about("bytes")]
    errors: Annotated[int, about("operations that failed")]


class RemarkDocument(TypedDict):
    """A line that was told on the way."""

    at_s: Annotated[float, about("time of day, s since 1970")]
    kind: Annotated[
        Literal["step", "event"],
        about("step: of a search or a campaign; event: what a reader of the answer should know"),
    ]
    event: Annotated[
        int | None, about("its number among the events of the store; null where it is none of them")
    ]
    words: Annotated[str, about("the line")]
    translations: Translations


class HeadDocument(TypedDict):
    """The pulse without its intervals and workers."""

    schema: Literal["plimsoll.pulse/1"]
    version: Annotated[str, about("of Plimsoll")]
    pid: Annotated[int, about("the process")]
    writer: Annotated[
        str,
        about("the process told apart from others of its number: boot, PID namespace, PID, start"),
    ]
    written_at_s: Annotated[float, about("time of day, s since 1970")]
    began_at_s: Annotated[float, about("time of day, s since 1970")]
    late_s: Annotated[
        float,
        about(
            "0 when the process told it itself; put together from the store it is up to so much"
            " older"
        ),
    ]
    store: Annotated[str | None, about("where it keeps its Runs; null when it keeps none")]
    campaign: Annotated[int | None, about("as which campaign")]
    kind: Annotated[str, about("run, find, demo, campaign, limits, check, grid")]
    name: Annotated[str | None, about("of a campaign from a file")]
    state: Annotated[Literal["running", "stopping"], about("stopping: it was asked to end")]
    doing: Annotated[str, about("what it does")]
    doing_translations: Translations
    detail: Annotated[str, about("more of it; may be empty")]
    detail_translations: Translations
    left_s: Annotated[float | None, about("estimated time left; null when that is not known")]
    point: Annotated[PointDocument | None, about("of a campaign")]
    run: Annotated[RunDocument | None, about("under way; null between Runs")]
    progress: Annotated[ProgressDocument | None, about("of that Run")]
    last_run: Annotated[LastRunDocument | None, about("null until one has ended")]
    totals: Annotated[TotalsDocument, about("since it began")]
    outcomes: Annotated[dict[str, int], about("Runs that ended, by outcome")]
    said: Annotated[list[RemarkDocument], about("the newest lines, oldest first")]


class PulseDocument(HeadDocument):
    """What a process that measures tells. Replaced as a whole, at most twice a second, while it
    runs."""

    intervals: Annotated[
        list[IntervalDocument], about("the newest, of whichever Runs, oldest first")
    ]
    workers: Annotated[
        list[WorkerDocument],
        about(
            "those of the Run under way, in its newest interval, by number; empty before there"
            " is one, between Runs, and when it was read from the store, which keeps none"
        ),
    ]


@cache
def _adapter() -> TypeAdapter[PulseDocument]:
    return TypeAdapter(PulseDocument)


def parse(content: str | bytes) -> PulseDocument:
    """The pulse in a JSON text. Raises pydantic's ValidationError for anything else."""
    return _adapter().validate_json(content)


def read(store: Path | None = None) -> list[PulseDocument]:
    """The pulses of this user's live processes that measure into this store; without a store, of
    all of them."""
    key = ""
    if store is not None:
        try:
            file = store.stat()
        except OSError:
            return []
        key = runtime_dir.store_key((file.st_dev, file.st_ino))
    found: list[PulseDocument] = []
    for name, content in runtime_dir.contents():
        if not name.startswith(key):
            continue
        try:
            pulse = parse(content)
        except ValidationError:
            # Perhaps of another version.
            continue
        if process.is_alive(pulse["writer"]):
            found.append(pulse)
    return found
