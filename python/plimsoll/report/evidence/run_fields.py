"""The columns of a Run, defined once for data forms (CSV, Parquet, JSON), Excel sheets, page tables
and the terminal.

Units are part of the names. Unsupported figures are None (empty in CSV, null in JSON);
`at_least` lists the figures that are lower bounds. A row holds the figures of one record;
nothing is averaged."""

import datetime
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, TypedDict

from typing_extensions import Unpack

from plimsoll.base import language, units, workload_text
from plimsoll.native import record_reading, stack_parameters
from plimsoll.native.values import WorkloadValues
from plimsoll.report.evidence.evidence import Evidence, Run
from plimsoll.report.evidence.run_figures import Latency, RunFigures
from plimsoll.store import PlannedPointRow
from plimsoll.store.plans import is_answer

Kind = Literal["text", "integer", "number", "flag", "time"]
Cell = str | int | float | None

SPANS = ("mean", "p50", "p90", "p95", "p99", "p99_9", "p99_99", "max")
FEWER_SPANS = ("mean", "p50", "p95", "p99", "p99_9")


@dataclass(frozen=True)
class Subject:
    """A Run in its campaign, the source of all columns."""

    evidence: Evidence
    run: Run

    @cached_property
    def point(self) -> PlannedPointRow | None:
        """The planned Point that the Run was made for."""
        return self.evidence.point_of(self.run)

    @property
    def figures(self) -> RunFigures | None:
        """The figures of the Run; None without a record."""
        return self.run.measurement

    def latency(self, kind: str, metric: str) -> Latency:
        """A latency of a kind of operations, without figures where there is none."""
        if self.figures is None:
            return Latency(metric, record_reading.summary({}))
        return self.figures.latency(kind, metric)

    @property
    def is_result(self) -> bool:
        """Whether the Run is a result of the campaign, not one that settled the target, measured
        the maximum of a share, or only finds the limiter."""
        role = self.run.row.role
        helps = role == "scaling" or role.startswith("tells")
        return not helps and is_answer(self.point and self.point.strategy, role)

    @property
    def not_valid_because(self) -> str | None:
        """Why the Run does not count; None when it counts."""
        number = self.run.row.id
        if number not in self.evidence.invalid:
            return None
        planned = (
            planned.why
            for planned in self.evidence.planned_runs
            if planned.run_id == number and not planned.valid
        )
        return next(planned, None) or "a later attempt at its Point replaced it"


class Look(TypedDict, total=False):
    """The display of a column, where its name and unit do not determine it."""

    heading: str
    """Heading in a spreadsheet, with its unit."""
    number: str
    """The number format of a spreadsheet."""
    width: float
    factor: float
    """Factor from the stored unit to that of the heading."""


@dataclass(frozen=True)
class Field:
    """A column: its name with the unit, the kind of value, and how it is read. Times are UTC in
    ISO 8601. Other fields as in `Look`."""

    name: str
    kind: Kind
    read: Callable[[Subject], Cell] = lambda _: None
    heading: str = ""
    number: str = ""
    width: float = 0
    factor: float = 1.0

    def text(self, subject: Subject) -> str:
        """The value as text."""
        value: Any = self.read(subject)
        if isinstance(value, str):
            return value.replace("_", " ")
        if self.name.endswith("_rate_per_s"):
            return units.rate(value)
        if self.name.endswith("bytes_per_s"):
            return units.throughput(value)
        if self.name.endswith("_bytes"):
            return units.size(value)
        return units.seconds(value) if self.name.endswith("_s") else units.plain(value)


def figure(
    name: str, kind: Kind, read: Callable[[RunFigures], Cell], **look: Unpack[Look]
) -> Field:
    """A column of a figure of the record."""

    def of_record(subject: Subject) -> Cell:
        return None if subject.figures is None else read(subject.figures)

    return Field(name, kind, of_record, **look)


def _spans(kind: str, metric: str, names: Iterable[str]) -> tuple[Field, ...]:
    """Columns of a latency of a kind of operations."""
    before = "" if kind == "all" else f"{kind}_"

    def column(name: str) -> Field:
        return figure(
            f"{before}{metric}_ns_{name}",
            "number",
            lambda subject: subject.value(kind, metric, name),
        )

    return tuple(map(column, names))


def _of_kind(kind: str) -> tuple[Field, ...]:
    """Columns of one kind of operations."""
    return (
        figure(f"{kind}_operations", "integer", lambda run: run.counts(kind)["count"]),
        figure(f"{kind}_errors", "integer", lambda run: run.counts(kind)["errors"]),
        *_spans(kind, "response_time", FEWER_SPANS),
        *_spans(kind, "completion_latency", FEWER_SPANS),
    )


def _each(name: str, key: str, choose: Callable[..., Any]) -> Field:
    """A column over all clients or targets of a Run, without those that have too few operations."""

    def read(figures: RunFigures) -> Cell:
        parts: list[Any] = list(figures.each["figures"]) if figures.each else []
        found: Cell = choose((part[key] for part in parts if part[key] is not None), default=None)
        return found

    return figure(name, "number", read)


def _lower_bounds(figures: Subject) -> str:
    return " ".join(figures.latency("all", "response_time").lower_bounds)


def _offered_rate(subject: Subject) -> float | None:
    return (
        subject.run.offered_rate if subject.figures is None else subject.figures.offered_rate_per_s
    )


def _cpu(figures: RunFigures) -> float | None:
    cost = figures.generator_cpu_ns_per_io
    return None if not cost else cost["user"] + cost["system"]


FIELDS: tuple[Field, ...] = (
    Field("run", "integer", lambda subject: subject.run.row.id, heading="Run", number="0", width=7),
    Field("role", "text", lambda subject: subject.run.row.role),
    Field("state", "text", lambda subject: subject.run.row.state),
    Field("outcome", "text", lambda subject: subject.run.row.outcome),
    Field("judgement", "text", lambda subject: subject.run.verdict),
    figure("objective", "text", lambda run: run.objective),
    figure("verdict", "text", lambda run: run.verdict),
    Field("valid", "flag", lambda subject: subject.run.row.id not in subject.evidence.invalid),
    Field("not_valid_because", "text", lambda subject: subject.not_valid_because, width=20),
    Field("result", "flag", lambda subject: subject.is_result),
    Field(
        "campaign", "integer", lambda subject: subject.evidence.campaign.id, number="0", width=10
    ),
    Field(
        "point",
        "integer",
        lambda subject: subject.point and subject.point.number,
        heading="Point",
        number="0",
        width=7,
    ),
    Field("configuration", "text", lambda subject: subject.point and subject.point.configuration),
    Field(
        "repeat",
        "integer",
        lambda subject: subject.point and subject.point.repeat,
        number="0",
        width=8,
    ),
    Field(
        "strategy",
        "text",
        lambda subject: (
            subject.point.strategy if subject.point else subject.evidence.campaign.strategy
        ),
    ),
    figure("target", "text", lambda run: run.spec["target"]["name"], width=28),
    Field(
        "target_name", "text", lambda subject: subject.point and subject.point.target_name, width=22
    ),
    Field(
        "parameters",
        "text",
        lambda subject: (
            subject.point and language.clauses(stack_parameters.words(subject.point.target))
        ),
    ),
    figure("engine", "text", lambda run: run.spec["engine"]),
    figure("access", "text", lambda run: run.spec["access"]),
    Field(
        "workload",
        "text",
        lambda subject: subject.point and WorkloadValues.of(subject.point.workload).name,
    ),
    figure("blocks", "text", lambda run: workload_text.blocks(run.workload), width=10),
    figure("mix", "text", lambda run: workload_text.mix(run.workload), width=12),
    figure(
        "block_size_bytes",
        "integer",
        lambda run: run.workload["block_size_bytes"],
        heading="block size (KiB)",
        number="General",
        width=11,
        factor=2**-10,
    ),
    figure(
        "read_percent",
        "number",
        lambda run: run.workload["read_percent"],
        heading="read %",
        number="General",
        width=8,
    ),
    figure("pattern", "text", lambda run: run.workload["pattern"]),
    figure(
        "working_set_bytes",
        "integer",
        lambda run: run.workload["working_set_bytes"],
        heading="working set (GiB)",
        number="#,##0.0##",
        width=12,
        factor=2**-30,
    ),
    figure("load", "text", lambda run: run.spec["load"]["kind"]),
    figure("queue_depth", "integer", lambda run: run.queue_depth),
    figure("workers", "integer", lambda run: run.worker_count),
    Field("offered_rate_per_s", "number", _offered_rate),
    figure("issued_rate_per_s", "number", lambda run: run.issued_rate_per_s),
    figure("achieved_rate_per_s", "number", lambda run: run.achieved_rate_per_s),
    figure(
        "bytes_per_s",
        "number",
        lambda run: run.bytes_per_s,
        heading="MiB/s",
        number="#,##0.0",
        width=11,
        factor=2**-20,
    ),
    figure(
        "operations",
        "integer",
        lambda run: run.counts()["count"],
        heading="n (operations)",
        number="#,##0",
        width=13,
    ),
    figure("errors", "integer", lambda run: run.counts()["errors"]),
    figure("unfinished", "integer", lambda run: run.counts()["unfinished"]),
    *_spans("all", "response_time", SPANS),
    Field("at_least", "text", _lower_bounds, heading="lower bounds", width=12),
    *_spans("all", "completion_latency", FEWER_SPANS),
    *_of_kind("read"),
    *_of_kind("write"),
    *_of_kind("flush"),
    figure("own_lag_ns_mean", "number", lambda run: run.own_lag.value("mean")),
    figure("own_lag_ns_p99", "number", lambda run: run.own_lag.value("p99")),
    figure(
        "outstanding_mean",
        "number",
        lambda run: run.outstanding_mean,
        heading="outstanding, mean",
        number="#,##0.0",
        width=12,
    ),
    figure("each_of", "text", lambda run: run.each["of"] if run.each else None),
    figure(
        "each_count",
        "integer",
        lambda run: (len(run.each["figures"]) or None) if run.each else None,
    ),
    _each("each_rate_per_s_fewest", "achieved_rate_per_s", min),
    _each("each_rate_per_s_most", "achieved_rate_per_s", max),
    _each("each_response_time_ns_mean_best", "mean_ns", min),
    _each("each_response_time_ns_mean_worst", "mean_ns", max),
    _each("each_response_time_ns_p99_worst", "p99_ns", max),
    figure("generator_cpu_ns_per_io", "number", _cpu),
    figure("cpu_user_share", "number", lambda run: run.shares.user),
    figure("cpu_system_share", "number", lambda run: run.shares.system),
    figure("cpu_steal_share", "number", lambda run: run.shares.steal),
    figure("disk_busy_share", "number", lambda run: run.shares.busy),
    figure("io_pressure_share", "number", lambda run: run.shares.waiting),
    figure(
        "measure_s",
        "number",
        lambda run: run.measure_s,
        heading="measured (s)",
        number="#,##0.0",
        width=10,
    ),
    figure("limited_by", "text", lambda run: run.limiter),
    figure(
        "limited_by_basis",
        "text",
        lambda run: run.limited_by["basis"],
        heading="basis of that",
        width=12,
    ),
    Field("seed", "integer", lambda subject: subject.run.row.seed, number="General", width=20),
    Field("version", "text", lambda subject: subject.run.row.version),
    Field(
        "started_at",
        "time",
        lambda subject: None if subject.run.began_ns is None else iso(subject.run.began_ns),
        heading="started (UTC)",
        number="yyyy-mm-dd hh:mm:ss",
        width=20,
    ),
)
"""Every column of a Run, in order."""

BY_NAME = {field.name: field for field in FIELDS}


def iso(at_ns: int) -> str:
    """Nanoseconds since 1970 as ISO 8601 in UTC, to the millisecond."""
    whole, rest = divmod(at_ns, 1_000_000_000)
    moment = datetime.datetime.fromtimestamp(whole, datetime.UTC).replace(
        microsecond=rest // 1_000_000 * 1000
    )
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
