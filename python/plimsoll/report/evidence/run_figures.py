"""The figures of a Run, read once from its record, for pages, tables, sheets, rows, the first
screen and the terminal.

Numbers are in base units (ns, operations and bytes per second, shares 0..1), reasons are codes.
A figure is None when the sample is too small, when it was not measured, or when an imported file
does not give it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, TypeVar

from plimsoll.base import units
from plimsoll.judge import cause_text, run_text, run_verdict
from plimsoll.judge.limiter import signs
from plimsoll.judge.run_verdict import Verdict
from plimsoll.native.interval_counts import latencies_per_s
from plimsoll.report.common import import_text
from plimsoll.report.evidence import records, system_load
from plimsoll.report.evidence.records import Counts, Metric
from plimsoll.report.evidence.system_load import Shares
from plimsoll.store import unknown_figures
from plimsoll.store.imported_run import ImportedDocument

if TYPE_CHECKING:
    from plimsoll.native.record import (
        BlockDevice,
        ClientFigures,
        ClientGroup,
        Each,
        ElementFigures,
        FileSystem,
        GeneratorCpu,
        HostFigures,
        Judgement,
        KindFigures,
        LimitedBy,
        ObjectiveFinding,
        RunSpec,
        StackSpec,
        Stamps,
        SteadyVerdict,
        Stillness,
        Summary,
        SystemLoad,
        Verified,
        Version,
        WorkerFigures,
        Workload,
    )
    from plimsoll.report.evidence.records import Record

KINDS = ("all", "read", "write", "trim", "flush")
"""The kinds of operations, and all of them together."""
METRICS = ("response_time", "completion_latency", "submission_latency", "slot_wait", "own_lag")
"""The latencies of a kind."""


@dataclass(frozen=True)
class Latency:
    """One latency of one kind of operations: its figures in ns, and how many operations they rest
    on."""

    metric: str
    spans: Summary
    n: int | None = None

    def value(self, name: str) -> float | None:
        """A figure by its name (`p99_9`)."""
        return records.figure(self.spans, name)

    def text(self, name: str) -> str:
        """The figure as text: `1.25 ms`, `> 1.25 s` for a lower bound, or a dash."""
        return records.latency_text(self.spans, name)

    @property
    def lower_bounds(self) -> tuple[str, ...]:
        """The names of the figures that are lower bounds: some operations never finished."""
        return tuple(self.spans["at_least"])


@dataclass(frozen=True)
class Machine:
    """The machine of a Run, as far as recorded: imported files give only its name."""

    hostname: str | None = None
    kernel_release: str | None = None
    cpu_model: str | None = None
    cores_online: int | None = None
    memory_bytes: int | None = None
    cpu_governor: str | None = None
    virtualisation: str | None = None
    clocksource: str | None = None
    file_system: FileSystem | None = None
    """The file system that holds the target; None for a block device."""
    target_chain: Sequence[BlockDevice] = ()
    """The devices beneath the target, from the top down."""


@dataclass(frozen=True)
class Estimate:
    """The judged statistic with its interval and the allowed value. Runs judged afterwards may
    have none of these."""

    value: float | None = None
    low: float | None = None
    high: float | None = None
    allowed: float | None = None


Part = TypeVar("Part", Machine, Estimate)


def _read_part(part: type[Part], document: Mapping[str, Any] | None) -> Part:
    """A part of a record; unknown fields keep their defaults."""
    known = document or {}
    return part(**{name.name: known[name.name] for name in fields(part) if name.name in known})


def estimate(judged: Judgement | ObjectiveFinding) -> Estimate:
    """The estimate of a judgement, or of the finding on one of several objectives."""
    return _read_part(Estimate, judged["estimate"])


@dataclass(frozen=True)
class RunFigures:
    """The figures of a Run that has a record."""

    record: Record
    """The whole record, for the rules of `judge`."""
    outcome: str
    verdict: Verdict | None
    """The verdict on the objective; None without one."""
    objective: str | None
    limiter: str
    """The code of the limiter; for described storage the saturated element."""
    limited_by: LimitedBy
    offered_rate_per_s: float | None
    issued_rate_per_s: float | None
    achieved_rate_per_s: float
    bytes_per_s: float | None
    bytes_written: int | None
    outstanding_mean: float | None
    outstanding_max: int | None
    backlog_at_end: int | None
    warmup_s: float | None
    measure_s: float | None
    drain_s: float | None
    measure_started_ns: int | None
    errors_by_errno: Mapping[str, int]
    first_error: str | None
    operations: KindFigures
    """All kinds together, with the figures of the storage alone."""
    judgement: Judgement | None
    own_lag: Latency
    metric: Metric
    """The main latency: response time, or completion latency when imported."""
    generator_cpu_ns_per_io: GeneratorCpu | None
    load: SystemLoad | None
    shares: Shares
    """The load of the machine, as shares of the time."""
    machine: Stillness | None
    stamps: Stamps | None
    steady: SteadyVerdict | None
    verified: Verified | None
    workers: Sequence[WorkerFigures]
    hosts: Sequence[HostFigures]
    elements: Sequence[ElementFigures]
    each: Each | None
    clients: Sequence[ClientFigures]
    """Figures by kind of client of described storage."""
    spec: RunSpec
    host: Machine | None
    """The machine; None on the virtual clock, or when no file names it."""
    version: Version
    seed: int | None
    imported: ImportedDocument | None
    """The source of an imported Run; None for a measured Run."""

    def counts(self, kind: str = "all") -> Counts:
        """How many operations of a kind there were, and their outcome."""
        return records.of_kind(self.record, kind)

    def count(self, kind: str = "all") -> int | None:
        """Intended operations of a kind in Measure; None when unknown."""
        return self.counts(kind)["count"]

    def value(self, kind: str, metric: str, name: str) -> float | None:
        """A figure of a latency of a kind of operations, ns."""
        return records.figure(records.summary(self.record, kind, metric), name)

    @property
    def workload(self) -> Workload:
        """The workload of the Run."""
        return self.spec["workload"]

    @property
    def queue_depth(self) -> int | None:
        """The queue depth of a closed loop; None otherwise."""
        load = self.spec["load"]
        return load["queue_depth"] if load["kind"] == "closed" else None

    @property
    def worker_count(self) -> int | None:
        """The requested number of workers."""
        return self.spec["load"]["workers"]

    @property
    def wall_clock_leapt_s(self) -> float | None:
        """By how many seconds the wall clock was set ahead during the Run; None where not."""
        return self.record.get("wall_clock_leapt_s")

    @property
    def stack(self) -> StackSpec | None:
        """The described storage of the Run; None for a real target."""
        return self.spec["target"]["stack"]

    @property
    def client_groups(self) -> Sequence[ClientGroup]:
        """The kinds of clients of described storage that has several, with their workloads."""
        return self.spec["clients"]

    @property
    def load_shapes(self) -> Mapping[str, object]:
        """Load settings beside rate and depth, by key: a profile, think time, a cap, bursts."""
        load: Mapping[str, object] = self.spec["load"]
        keys = ("profile", "think", "cap", "bursts")
        return {key: value for key in keys if (value := load.get(key))}

    @property
    def objective_findings(self) -> Sequence[ObjectiveFinding] | None:
        """The finding on each objective; None when nothing was judged."""
        return None if self.judgement is None else self.judgement["objectives"]

    @property
    def lacks_percentiles(self) -> bool:
        """Whether percentiles are missing because the imported file has none, however many
        operations there were."""
        return records.not_in_file(self.record)

    def latency(self, kind: str, metric: str) -> Latency:
        """A latency of a kind of operations, without figures where there is none."""
        spans = records.summary(self.record, kind, metric)
        return Latency(metric, spans, records.sample_size(self.counts(kind), metric))

    @property
    def main(self) -> Latency:
        """The main latency over all operations."""
        return self.latency("all", self.metric)

    @property
    def achieved_text(self) -> str:
        """The achieved rate in words: of operations of data, syncs have a rate of their own."""
        return records.iops(self.achieved_rate_per_s)

    @property
    def syncs(self) -> Latency | None:
        """The latency of syncs, where there are any."""
        syncs = records.syncs(self.record)
        return self.latency("flush", "completion_latency") if syncs else None

    @property
    def commits_per_s(self) -> float | None:
        """Durable commits per second: writes that are durable themselves, else syncs. None where
        nothing makes writes durable, or the figure is unknown."""
        return self._per_s(self.commit_kind)

    @property
    def commit_kind(self) -> str:
        """The operations that are durable commits, where anything makes writes durable."""
        return "write" if records.writes_are_durable(self.spec["workload"]) else "flush"

    @property
    def commit_mean_ns(self) -> float | None:
        """Mean time of a durable commit: of a write that is durable itself, else of a write and its
        sync. None where several writes share a sync."""
        write = self.latency("write", "completion_latency").value("mean")
        if self.commit_kind == "write":
            return write
        sync = self.latency("flush", "completion_latency").value("mean")
        shared = records.writes_per_sync(self.spec["workload"]) != 1
        return None if shared or write is None or sync is None else write + sync

    @property
    def syncs_per_s(self) -> float | None:
        """Syncs per second, which are in no rate of operations; None without any."""
        return self._per_s("flush")

    def _per_s(self, kind: str) -> float | None:
        counts = self.counts(kind)
        done = counts["count"] if self.imported is not None else counts["completed"]
        return done / self.measure_s if done and self.measure_s else None

    @property
    def latencies_per_s(self) -> float:
        """Operations per second of which the latencies of all operations are."""
        return latencies_per_s(self.record)

    @property
    def limiter_reason(self) -> str:
        """What the limiter rests on; empty where that is the reason of the outcome."""
        stored = self.limited_by.get("because")
        return "" if stored == self.record["because"] else signs.because(self.limited_by)

    @property
    def beyond(self) -> str:
        """How far an undecided Run is already beyond its bound."""
        return run_verdict.so_far(self.record)

    @property
    def reason(self) -> str:
        """The reason of the judgement in words; empty without one."""
        if self.judgement is None:
            return ""
        basis = estimate(self.judgement)
        given = "cannot_carry" if self.outcome == "cannot_carry" else self.judgement["reason"]
        return run_text.reason(given, basis.value, basis.allowed)

    # Sentences are made when they are read: a page of the same figures may be drawn in another
    # language.

    @property
    def because(self) -> str:
        """Why the Run ended as it did; empty where nothing is to be explained."""
        return cause_text.words(cause_text.of(self.record), self.record["because"] or "")

    @property
    def bottleneck(self) -> str | None:
        """The saturated element of described storage."""
        return run_text.bottleneck(self.record)

    @property
    def held_back(self) -> str | None:
        """What the model of described storage identifies as the bottleneck."""
        return run_text.held_back(self.record)

    @property
    def on_savings(self) -> tuple[str, float] | None:
        """The element of described storage that worked above its own rate, and how many times that
        rate; None where the load lasts."""
        return run_text.on_savings(self.record)

    @property
    def notes(self) -> Sequence[str]:
        """The notes of the Run; of an imported one in the reader's language, from their codes."""
        imported = self.imported
        if imported is None or self.record["schema"] != unknown_figures.SCHEMA:
            return [*self.record["notes"], *import_text.above_link(self.record)]
        return import_text.notes(imported)

    @property
    def verdict_words(self) -> str:
        """The verdict in words: `objective met`, or undecided with the share beyond the bound;
        empty without an objective."""
        return run_verdict.words(self.record)

    def text_or_note(self, text: str) -> str:
        """A figure as text; for imported Runs a note when the file does not give it."""
        return text if self.imported is None else units.spell_dash(text)


def of(record: Record) -> RunFigures:
    """The figures of a record."""
    storage = record["storage"]
    load, host = record["system_load"], record["host"]
    return RunFigures(
        record=record,
        outcome=str(record["outcome"]),
        verdict=run_verdict.of(record),
        objective=record["spec"]["stop"]["objective"],
        limiter=run_text.limiter(record),
        limited_by=record["limited_by"],
        offered_rate_per_s=record["offered_rate_per_s"],
        issued_rate_per_s=record["issued_rate_per_s"],
        achieved_rate_per_s=record["achieved_rate_per_s"],
        bytes_per_s=record["bytes_per_s"],
        bytes_written=record["bytes_written"],
        outstanding_mean=record["outstanding_mean"],
        outstanding_max=record["outstanding_max"],
        backlog_at_end=record["backlog_at_end"],
        warmup_s=record["warmup_s"],
        measure_s=record["measure_s"],
        drain_s=record["drain_s"],
        measure_started_ns=record["measure_started_ns"],
        errors_by_errno=record["errors_by_errno"],
        first_error=record["first_error"],
        operations=record["all"],
        judgement=record["judgement"],
        own_lag=Latency("own_lag", record["own_lag_ns"]),
        metric=records.metric(record),
        generator_cpu_ns_per_io=record["generator_cpu_ns_per_io"],
        load=load,
        shares=system_load.of(load),
        machine=record["machine"],
        stamps=record["stamps"],
        steady=record["steady"],
        verified=record["verified"],
        workers=record["workers"] or (),
        hosts=record["hosts"] or (),
        elements=storage["elements"] if storage else (),
        each=record["each"],
        clients=record["clients"] or (),
        spec=record["spec"],
        host=None if host is None else _read_part(Machine, host),
        version=record["version"],
        seed=record["seed"],
        imported=records.import_source(record),
    )
