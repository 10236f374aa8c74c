"""The document `plimsoll.pulse/1`: what a process that measures tells while it does, and how to
read those that beat.

For a look at what goes on, not for judging: the store has everything, some seconds later, and keeps
it. `read` passes over what a killed process left behind and removes nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from plimsoll import documents, process
from plimsoll.live import lateness, odd_hosts, runtime_dir
from plimsoll.live.state import SCHEMA

if TYPE_CHECKING:
    from pathlib import Path

    from plimsoll.documents import JsonSchema


class Strict(BaseModel):
    """Nothing in it that its schema does not know."""

    model_config = ConfigDict(extra="forbid", populate_by_name=True, frozen=True)


class Times(Strict):
    """Five figures of a distribution of times, in ns; null where the sample cannot carry one."""

    mean: int | None = Field(description="the mean")
    p50: int | None = Field(description="the median")
    p95: int | None = Field(description="the 95th percentile")
    p99: int | None = Field(description="the 99th percentile")
    max: int | None = Field(description="the largest")


class Cpu(Strict):
    """What the machine's processors did, shares of 0 to 1."""

    user: float = Field(description="programs")
    system: float = Field(description="the kernel")
    iowait: float = Field(description="idle while I/O was outstanding")
    steal: float = Field(description="taken by the hypervisor")
    idle: float = Field(description="nothing")


class Disk(Strict):
    """A disk of this machine."""

    name: str = Field(description="as the kernel calls it")
    utilisation: float = Field(
        description="share of the time in which it had something to do, 0 to 1"
    )
    reads_per_s: float = Field(description="reads it completed")
    writes_per_s: float = Field(description="writes it completed")
    bytes_per_s: float = Field(description="read and written")
    mean_queue: float = Field(description="requests that were there on average")


class System(Strict):
    """Load of the machine that measures; null where it could not be read."""

    cpu: Cpu | None = Field(description="all processors together")
    busiest_core: float | None = Field(description="share of the busiest, 0 to 1")
    cpu_pressure: float | None = Field(
        description="share of the time in which something waited for a processor"
    )
    io_pressure: float | None = Field(
        description="share of the time in which something waited for I/O"
    )
    memory_pressure: float | None = Field(
        description="share of the time in which something waited for memory"
    )
    disks: list[Disk] = Field(description="those that the target lies on")
    network_bytes_per_s: float | None = Field(description="received and sent")
    own_cores: float | None = Field(description="processors that Plimsoll itself used")


class Interval(Strict):
    """A sealed interval, over all workers."""

    run: int | None = Field(
        description="the Run it belongs to, in the store; null when nothing is kept"
    )
    index: int = Field(description="its place in the Run, from 0")
    seen_at_s: float = Field(
        description="time of day when it was fetched, s since 1970: up to 0.2 s after its end"
    )
    phase: Literal["warmup", "measure", "drain"] = Field(description="of the Run")
    start_s: float = Field(
        description="on the Run's own clock, from the start of Measure; before it below 0"
    )
    length_s: float = Field(description="on the Run's own clock")
    offered_rate_per_s: float | None = Field(
        description="operations intended; null for a closed load"
    )
    issued_rate_per_s: float = Field(description="operations submitted")
    achieved_rate_per_s: float = Field(description="reads and writes completed")
    reads: int = Field(description="completed")
    writes: int = Field(description="completed")
    read_bytes: int = Field(description="bytes")
    written_bytes: int = Field(description="bytes")
    bytes_per_s: float = Field(description="read and written")
    errors: int = Field(description="operations that failed")
    outstanding_mean: float = Field(description="submitted and not completed, over all workers")
    backlog: int = Field(
        description=(
            "intended and not finished at its end, what was outstanding among it; of a closed loop"
            " just that"
        )
    )
    response_time_ns: Times = Field(
        description="of what completed in it, from intended to completed"
    )
    before_submission_ns_mean: int | None = Field(
        default=None,
        description=(
            "the part of the mean response time before submission: slot wait and own lag together;"
            " null where nothing completed"
        ),
    )
    own_lag_ns_p99: int | None = Field(
        default=None,
        description=(
            "Plimsoll's own lag: 99th percentile of the worker with the largest; null where no"
            " worker carries one, in warm-up, and when it was read from the store"
        ),
    )
    system: System | None = Field(
        description=(
            "load of this machine; null on the virtual clock, and where it could not be read in"
            " time"
        )
    )
    distribution: list[tuple[int, int]] = Field(
        description=(
            "response time: upper bound in ns and count of each bin that is not empty, four bins to"
            " a doubling; empty when it was not read"
        )
    )


class Worker(Strict):
    """What one worker did in the newest interval; in a simulation all clients of one kind are one
    line."""

    worker: int = Field(description="its number, from 0; its thread is called plimsoll-N")
    name: str | None = Field(description="the kind of client; null where there is but one")
    workers: int = Field(description="how many this is: 1 on the real clock")
    issued_rate_per_s: float = Field(description="operations submitted")
    achieved_rate_per_s: float = Field(description="reads and writes completed")
    bytes_per_s: float = Field(description="read and written")
    errors: int = Field(description="operations that failed in it")
    run_errors: int = Field(description="operations that failed since the Run began")
    outstanding_mean: float = Field(description="submitted and not completed")
    response_time_ns_p50: int | None = Field(
        description="its own median; null where the sample cannot carry it"
    )
    response_time_ns_p99: int | None = Field(
        description="its own 99th percentile; null where the sample cannot carry it"
    )
    own_lag_ns_p99: int | None = Field(
        description=(
            "Plimsoll's own lag in it; null where the sample cannot carry it, and in warm-up"
        )
    )
    host: bool = Field(
        default=False, description="whether it is a host with all its workers, one of several"
    )
    cpu_busy_share: float | None = Field(
        default=None,
        description=(
            "of such a host: share of its processors that was busy, 0 to 1; null where it is not"
            " told"
        ),
    )
    cpu_steal_share: float | None = Field(
        default=None, description="likewise: share that its hypervisor took, 0 to 1"
    )


class Point(Strict):
    """The Point of a campaign that is asked."""

    number: int = Field(description="place in the order of asking, from 1")
    total: int = Field(description="Points of the campaign")
    done: int = Field(description="Points that have ended")
    words: str = Field(description="what it asks")


class Run(Strict):
    """The Run under way, as asked."""

    id: int | None = Field(description="in the store; null when nothing is kept")
    role: str = Field(description="why it runs: run, maximum, probe, hold_low, …")
    target: str = Field(description="what is measured")
    clock: str = Field(description="real or virtual")
    engine: str = Field(description="I/O engine")
    workload: dict[str, object] = Field(
        description="as in a record's spec; from the store: as asked"
    )
    workers: int = Field(description="issuers")
    queue_depth: int | None = Field(description="of each, of a closed load where it was given")
    offered_rate_per_s: float | None = Field(
        description="over all workers; null for a closed load or a profile"
    )
    objective: str | None = Field(description="what it is judged by")
    began_at_s: float = Field(description="time of day, s since 1970")


class Progress(Strict):
    """How far the Run has got."""

    role: str = Field(description="why it runs")
    rate_per_s: float | None = Field(description="offered; null for a closed load")
    phase: str = Field(description="idle, warmup, measure or drain")
    elapsed_s: float = Field(description="on the Run's own clock")
    limit_s: float = Field(description="when it ends at the latest")
    achieved_rate_per_s: float = Field(description="right now")


class LastRun(Strict):
    """The newest Run that ended with a record."""

    id: int | None = Field(description="in the store")
    role: str | None = Field(description="why it ran")
    outcome: str = Field(description="ok, generator_limited, …")
    verdict: Literal["met", "missed", "undecided"] | None = Field(
        None, description="of its objective; null where none was asked, or its version tells none"
    )
    because: str = Field(description="the outcome in words")
    offered_rate_per_s: float | None = Field(description="null for a closed load")
    issued_rate_per_s: float = Field(description="in Measure")
    achieved_rate_per_s: float = Field(description="in Measure")
    bytes_per_s: float = Field(description="in Measure")
    response_time_ns: Times = Field(description="in Measure")
    own_lag_ns: Times = Field(description="Plimsoll's own lag")
    limited_by: str = Field(description="who limited it")


class Totals(Strict):
    """Sums over all sealed intervals since the process began, warm-up included."""

    intervals: int = Field(description="sealed")
    runs: int = Field(description="ended with a record")
    reads: int = Field(description="completed")
    writes: int = Field(description="completed")
    read_bytes: int = Field(description="bytes")
    written_bytes: int = Field(description="bytes")
    errors: int = Field(description="operations that failed")


class Said(Strict):
    """A line that was told on the way."""

    at_s: float = Field(description="time of day, s since 1970")
    kind: Literal["step", "event"] = Field(
        description=(
            "step: of a search or a campaign; event: what a reader of the answer should know"
        )
    )
    words: str = Field(description="the line")


class Pulse(Strict):
    """What a process that measures tells. Replaced as a whole, at most twice a second, while it
    runs."""

    schema_: str = Field(alias="schema", description=f"{SCHEMA}")
    version: str = Field(description="of Plimsoll")
    pid: int = Field(description="the process")
    writer: str = Field(
        description=(
            "the process told apart from others of its number: boot, PID namespace, PID, start"
        )
    )
    written_at_s: float = Field(description="time of day, s since 1970")
    began_at_s: float = Field(description="time of day, s since 1970")
    late_s: float = Field(
        default=0.0,
        description=(
            "0 when the process told it itself; put together from the store it is up to so much"
            " older"
        ),
    )
    store: str | None = Field(description="where it keeps its Runs; null when it keeps none")
    campaign: int | None = Field(description="as which campaign")
    kind: str = Field(description="run, find, demo, campaign, limits, check, grid")
    name: str | None = Field(description="of a campaign from a file")
    state: Literal["running", "stopping"] = Field(description="stopping: it was asked to end")
    doing: str = Field(description="what it does")
    detail: str = Field(description="more of it; may be empty")
    left_s: float | None = Field(description="estimated time left; null when that is not known")
    point: Point | None = Field(description="of a campaign")
    run: Run | None = Field(description="under way; null between Runs")
    progress: Progress | None = Field(description="of that Run")
    last_run: LastRun | None = Field(description="null until one has ended")
    totals: Totals = Field(description="since it began")
    outcomes: dict[str, int] = Field(description="Runs that ended, by outcome")
    said: list[Said] = Field(description="the newest lines, oldest first")
    intervals: list[Interval] = Field(description="the newest, of whichever Runs, oldest first")
    workers: list[Worker] = Field(
        default_factory=list,
        description=(
            "those of the Run under way, in its newest interval, by number; empty before there is"
            " one, between Runs, and when it was read from the store, which keeps none"
        ),
    )

    def late(self) -> lateness.Late | None:
        """Whether the Run under way was late in its newest interval."""
        newest = self.intervals[-1] if self.intervals else None
        if self.run is None or newest is None or newest.run != self.run.id:
            return None
        return lateness.late(
            self.run.objective,
            {
                "phase": newest.phase,
                "offered_rate_per_s": newest.offered_rate_per_s,
                "response_time_ns": {"mean": newest.response_time_ns.mean},
                "before_submission_ns_mean": newest.before_submission_ns_mean,
            },
            [
                {
                    "worker": one.worker,
                    "name": one.name,
                    "own_lag_ns_p99": one.own_lag_ns_p99,
                    "host": one.host,
                }
                for one in self.workers
            ],
        )

    def odd_hosts(self) -> list[odd_hosts.Odd]:
        """Which hosts stand out in the newest interval of the Run under way."""
        newest = self.intervals[-1] if self.intervals else None
        if self.run is None or newest is None or newest.run != self.run.id:
            return []
        return odd_hosts.of_interval(
            [one.model_dump() for one in self.workers if one.host],
            newest.phase,
            newest.length_s,
            open_loop=newest.offered_rate_per_s is not None,
        )


def read(store: Path | None = None) -> list[Pulse]:
    """The pulses of this user's live processes that keep their Runs in this store; without one
    those of all."""
    key = None
    if store is not None:
        try:
            at = store.stat()
        except OSError:
            return []
        key = runtime_dir.store_key((at.st_dev, at.st_ino))
    return [
        pulse
        for name, content in runtime_dir.contents()
        if (pulse := _pulse(name, content, key)) is not None
    ]


def _pulse(name: str, content: bytes, key: str | None) -> Pulse | None:
    """The pulse in this file; none when it is another store's, or its process is gone, or it is
    none."""
    if key is not None and not name.startswith(key):
        return None
    try:
        pulse = Pulse.model_validate_json(content)
    except ValidationError:
        # Of another version, perhaps.
        return None
    return pulse if pulse.schema_ == SCHEMA and process.is_alive(pulse.writer) else None


def schema() -> JsonSchema:
    """The JSON schema of the document."""
    return {"$schema": documents.DRAFT, **Pulse.model_json_schema(by_alias=True), "title": SCHEMA}
