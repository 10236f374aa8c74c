"""The Runs of a campaign as rows, for spreadsheets and programs: every data form has the same
figures.

Units stand in the names. A figure that the sample cannot carry is none (empty in CSV, null in
JSON); `at_least` names the figures that are lower bounds. A Run that is no evidence (a setting
changed under it, or a later attempt replaced it) is there and says so in `valid` and
`not_valid_because`. Nothing is averaged here: a row has the figures of one record.
"""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from plimsoll import stack_parameters, workload_text
from plimsoll.judge import run_text, run_verdict
from plimsoll.reports.evidence import each_rows, records, system_load
from plimsoll.store.plans import is_answer

if TYPE_CHECKING:
    from plimsoll.reports.evidence.evidence import Evidence, Run
    from plimsoll.reports.request import Asked

Kind = Literal["text", "integer", "number", "flag", "time"]
Cell = str | int | float | None
Row = dict[str, Cell]
"""Its values by the names of `FIELDS`."""

_SPANS = ("mean", "p50", "p90", "p95", "p99", "p99_9", "p99_99", "max")
_FEWER = ("mean", "p50", "p95", "p99", "p99_9")


@dataclass(frozen=True)
class Field:
    """A column: its name, with the unit in it, and what kind of value it has. A time is UTC in ISO
    8601."""

    name: str
    kind: Kind


def fields(kind: Kind, *names: str) -> tuple[Field, ...]:
    """Columns of one kind."""
    return tuple(Field(name, kind) for name in names)


FIELDS: tuple[Field, ...] = (
    *fields("integer", "run"),
    *fields("text", "role", "state", "outcome", "judgement", "objective", "verdict"),
    *fields("flag", "valid"),
    *fields("text", "not_valid_because"),
    *fields("flag", "result"),
    *fields("integer", "campaign", "point"),
    *fields("text", "configuration"),
    *fields("integer", "repeat"),
    *fields(
        "text",
        "strategy",
        "target",
        "target_name",
        "parameters",
        "engine",
        "access",
        "workload",
        "blocks",
        "mix",
    ),
    *fields("integer", "block_size_bytes"),
    *fields("number", "read_percent"),
    *fields("text", "pattern"),
    *fields("integer", "working_set_bytes"),
    *fields("text", "load"),
    *fields("integer", "queue_depth", "workers"),
    *fields(
        "number", "offered_rate_per_s", "issued_rate_per_s", "achieved_rate_per_s", "bytes_per_s"
    ),
    *fields("integer", "operations", "errors", "unfinished"),
    *fields("number", *(f"response_time_ns_{name}" for name in _SPANS)),
    *fields("text", "at_least"),
    *fields("number", *(f"completion_latency_ns_{name}" for name in _FEWER)),
    *(
        field
        for kind in ("read", "write", "flush")
        for field in (
            *fields("integer", f"{kind}_operations", f"{kind}_errors"),
            *fields("number", *(f"{kind}_response_time_ns_{name}" for name in _FEWER)),
            *fields("number", *(f"{kind}_completion_latency_ns_{name}" for name in _FEWER)),
        )
    ),
    *fields("number", "own_lag_ns_mean", "own_lag_ns_p99", "outstanding_mean"),
    *fields("text", "each_of"),
    *fields("integer", "each_count"),
    *fields("number", *each_rows.OF_RUN),
    *fields("number", "generator_cpu_ns_per_io"),
    *fields(
        "number",
        "cpu_user_share",
        "cpu_system_share",
        "cpu_steal_share",
        "disk_busy_share",
        "io_pressure_share",
    ),
    *fields("number", "measure_s"),
    *fields("text", "limited_by", "limited_by_basis"),
    *fields("integer", "seed"),
    *fields("text", "version"),
    *fields("time", "started_at"),
)
"""Every column of a row, in order."""


def of(asked: Asked) -> list[Row]:
    """The rows of every campaign that was asked for, one after the other."""
    return [row for evidence in (asked.evidence, *asked.others) for row in rows(evidence)]


def _is_result(evidence: Evidence, run: Run) -> bool:
    """Whether it is part of what was asked for: not a Run that settled the target, measured the
    maximum of a share, or only told who limits."""
    point = evidence.point_of(run)
    helps = run.row.role == "scaling" or run.row.role.startswith("tells")
    return not helps and is_answer(point and point.strategy, run.row.role)


def rows(evidence: Evidence) -> list[Row]:
    """One row per Run, in order."""
    return [_row(evidence, run) for run in evidence.runs]


def _row(evidence: Evidence, run: Run) -> Row:
    record = run.told
    spec = record.get("spec") or {}
    workload = spec.get("workload") or {}
    load, every = spec.get("load") or {}, record.get("all") or {}
    spans = run.figures("all", "response_time")
    lag, system = record.get("own_lag_ns") or {}, system_load.of(record.get("system_load"))
    limited, cpu = record.get("limited_by"), record.get("generator_cpu_ns_per_io")
    point = evidence.point_of(run)
    return {
        "run": run.row.id,
        "role": run.row.role,
        "state": run.row.state,
        "outcome": run.row.outcome,
        "judgement": run.verdict,
        "objective": (spec.get("stop") or {}).get("objective"),
        "verdict": run_verdict.of(record) if record else None,
        "valid": run.row.id not in evidence.invalid,
        "not_valid_because": _not_valid(evidence, run),
        "result": _is_result(evidence, run),
        "campaign": evidence.campaign.id,
        "point": point.number if point else None,
        "configuration": point.configuration if point else None,
        "repeat": point.repeat if point else None,
        "strategy": point.strategy if point else evidence.campaign.strategy,
        "target": (spec.get("target") or {}).get("name"),
        "target_name": point.target.get("name") if point else None,
        "parameters": "; ".join(stack_parameters.words(point.target)) if point else None,
        "engine": spec.get("engine"),
        "access": spec.get("access"),
        "workload": point.workload.get("name") if point else None,
        "blocks": workload_text.blocks(workload) if workload else None,
        "mix": workload_text.mix(workload) if workload else None,
        "block_size_bytes": workload.get("block_size_bytes"),
        "read_percent": workload.get("read_percent"),
        "pattern": workload.get("pattern"),
        "working_set_bytes": workload.get("working_set_bytes"),
        "load": load.get("kind"),
        "queue_depth": load.get("queue_depth"),
        "workers": load.get("workers"),
        "offered_rate_per_s": record.get("offered_rate_per_s", run.offered),
        "issued_rate_per_s": record.get("issued_rate_per_s"),
        "achieved_rate_per_s": record.get("achieved_rate_per_s"),
        "bytes_per_s": record.get("bytes_per_s"),
        "operations": every.get("count"),
        "errors": every.get("errors"),
        "unfinished": every.get("unfinished"),
        **{f"response_time_ns_{name}": records.figure(spans, name) for name in _SPANS},
        "at_least": " ".join(spans.get("at_least", ())),
        **_spans(run, "all", "completion_latency", ""),
        **_of_kind(run, "read"),
        **_of_kind(run, "write"),
        **_of_kind(run, "flush"),
        "own_lag_ns_mean": lag.get("mean"),
        "own_lag_ns_p99": lag.get("p99"),
        "outstanding_mean": record.get("outstanding_mean"),
        **each_rows.of_run(record),
        "generator_cpu_ns_per_io": (cpu["user"] + cpu["system"]) if cpu else None,
        "cpu_user_share": system.user,
        "cpu_system_share": system.system,
        "cpu_steal_share": system.steal,
        "disk_busy_share": system.busy,
        "io_pressure_share": system.waiting,
        "measure_s": record.get("measure_s"),
        "limited_by": run_text.limiter(record) if limited else None,
        "limited_by_basis": limited.get("basis") if limited else None,
        "seed": run.row.seed,
        "version": run.row.version,
        "started_at": None if run.began_ns is None else iso(run.began_ns),
    }


def iso(at_ns: int) -> str:
    """Nanoseconds since 1970 as ISO 8601 in UTC, to the millisecond."""
    whole, rest = divmod(at_ns, 1_000_000_000)
    moment = datetime.datetime.fromtimestamp(whole, datetime.UTC).replace(
        microsecond=rest // 1_000_000 * 1000
    )
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _spans(run: Run, kind: str, metric: str, before: str) -> Row:
    found = run.figures(kind, metric)
    return {f"{before}{metric}_ns_{name}": records.figure(found, name) for name in _FEWER}


def _of_kind(run: Run, kind: str) -> Row:
    figures = records.of_kind(run.told, kind)
    return {
        f"{kind}_operations": figures.get("count"),
        f"{kind}_errors": figures.get("errors"),
        **_spans(run, kind, "response_time", f"{kind}_"),
        **_spans(run, kind, "completion_latency", f"{kind}_"),
    }


def _not_valid(evidence: Evidence, run: Run) -> str | None:
    if run.row.id not in evidence.invalid:
        return None
    why = next(
        (one.why for one in evidence.planned_runs if one.run_id == run.row.id and not one.valid),
        None,
    )
    return why or "a later attempt at its Point replaced it"
