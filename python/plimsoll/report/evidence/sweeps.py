"""Load lines from stored Runs: sweeps of offered rates, grouped into cells that `search/sweep.py`
reads.

A cell holds what one line can describe: one configuration, target, workload, access, clock, kind
of arrivals and number of workers. Closed loops of the same workload join its open loops; on
their own they form a cell."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from plimsoll.base.errors import InputError
from plimsoll.judge import variant
from plimsoll.native import stack_parameters
from plimsoll.report.evidence import answers, records
from plimsoll.report.evidence.evidence import Evidence, Run, parse_objective
from plimsoll.search import document, imported_sweep, objectives, rejudgement, sweep
from plimsoll.store import imports

if TYPE_CHECKING:
    from plimsoll.native.record import Load
    from plimsoll.report.evidence.records import Record

Histograms = Callable[[int], Mapping[str, bytes]]


@dataclass(frozen=True)
class Cell:
    """The Runs of one line as their own evidence, in the order in which they were made."""

    evidence: Evidence
    whole: Evidence
    """The campaign of the first Run."""

    @property
    def open_loop_runs(self) -> tuple[Run, ...]:
        """The Runs at an offered rate."""
        return tuple(run for run in self.evidence.runs if run.offered_rate is not None)

    @property
    def configuration(self) -> str | None:
        """The configuration of the first Run; None for Runs outside a plan."""
        run = self.evidence.runs[0]
        point = self.whole.point_of(run)
        return (
            None if point is None else imports.as_a_whole(point.configuration, run.record_or_empty)
        )

    @property
    def workload(self) -> Mapping[str, Any]:
        """The workload of the first Run, preferably one at an offered rate."""
        runs = self.open_loop_runs or self.evidence.runs
        workload: Mapping[str, Any] = runs[0].spec["workload"]
        return workload

    @property
    def is_imported(self) -> bool:
        """Whether every Run was imported."""
        return all(
            records.import_source(run.record_or_empty) is not None
            for run in self.evidence.measured_runs
        )

    @property
    def rates(self) -> int:
        """The number of different offered rates."""
        return len({run.offered_rate for run in self.open_loop_runs})

    @property
    def objectives(self) -> tuple[str, ...]:
        """The canonical objectives of the open-loop Runs, each once."""
        texts = (run.spec["stop"]["objective"] for run in self.open_loop_runs)
        return tuple(dict.fromkeys(str(objective) for objective in texts if objective))


def cells(campaigns: Sequence[Evidence]) -> list[Cell]:
    """Every cell of these campaigns of one store, those with open loops first."""
    opened: dict[str, list[tuple[Evidence, Run]]] = {}
    closed: dict[str, list[tuple[Evidence, Run]]] = {}
    seen: set[str] = set()
    mixes = _mixes(campaigns)
    for evidence in campaigns:
        for run in evidence.measured_runs:
            record = run.record_or_empty
            # Equal seeds give equal Runs on the virtual clock: a copy is no second vote.
            if (
                run.row.role in ("settle", "scaling")
                or run.row.id in evidence.invalid
                or _copy(record, seen)
            ):
                continue
            load = record["spec"]["load"]
            if (
                load["kind"] == "open"
                and run.offered_rate is not None
                and load["profile"]["kind"] == "flat"
            ):
                opened.setdefault(_key(evidence, run, load, mixes), []).append((evidence, run))
            elif load["kind"] == "closed":
                closed.setdefault(_key(evidence, run, None, mixes), []).append((evidence, run))
    for key, runs in list(closed.items()):
        held, free = _held_to_rates(runs)
        for evidence, run in held:
            taken = _key(evidence, run, run.spec["load"], mixes)
            opened.setdefault(taken, []).append((evidence, run))
        closed[key] = free
    found, known = [], set()
    for runs in opened.values():
        key = _key(*runs[0], None, mixes)
        known.add(key)
        found.append(_cell(runs + closed.get(key, [])))
    return found + [_cell(runs) for key, runs in closed.items() if runs and key not in known]


def of_one(evidence: Evidence) -> bool:
    """Whether all configurations are Runs of one possible sweep, imported from files without
    rates, so that there is nothing to compare."""
    named = {
        (point.configuration, imports.as_a_whole(point.configuration, run.record_or_empty))
        for run in evidence.measured_runs
        if (point := evidence.point_of(run)) is not None
    }
    return len(named) > 1 and len({whole for _, whole in named}) == 1


def _held_to_rates(
    runs: Sequence[tuple[Evidence, Run]],
) -> tuple[list[tuple[Evidence, Run]], list[tuple[Evidence, Run]]]:
    """Splits closed loops of one question: those held to a rate that their files omit, as Runs
    at that rate, and the others."""
    groups: dict[int | None, list[tuple[Evidence, Run]]] = {}
    free: list[tuple[Evidence, Run]] = []
    for pair in runs:
        record = pair[1].record_or_empty
        load = record["spec"]["load"]
        if not records.import_source(record) or load.get("think") or not record["outstanding_mean"]:
            free.append(pair)
        else:
            groups.setdefault(_asked_for(load), []).append(pair)
    held = []
    for outstanding_limit, group in groups.items():
        rows = [
            (
                run.record_or_empty["achieved_rate_per_s"],
                run.record_or_empty["outstanding_mean"],
                outstanding_limit,
            )
            for _, run in group
        ]
        if not imported_sweep.is_paced(rows):
            free += group
            continue
        for (evidence, run), (rate, outstanding, _) in zip(group, rows, strict=True):
            if (
                outstanding_limit is not None
                and outstanding >= imported_sweep.FILLED * outstanding_limit
            ):
                free.append((evidence, run))
            else:
                held.append((evidence, _at_rate(run, rate)))
    return held, free


def _asked_for(load: Mapping[str, Any]) -> int | None:
    """The outstanding I/O that a closed loop requests; None when unknown."""
    workers, depth = map(load.get, ("workers", "queue_depth"))
    return None if workers is None or depth is None else workers * depth


def _at_rate(run: Run, rate: float) -> Run:
    """The Run, with its achieved rate as the offered one."""
    load = run.spec["load"]
    open_load = {
        "kind": "open",
        "workers": load.get("workers"),
        "offered_rate_per_s": rate,
        "arrivals": None,
        "profile": {"kind": "flat"},
        "max_outstanding": _asked_for(load),
        sweep.RATE_TAKEN: True,
    }
    record = {
        **run.record_or_empty,
        "offered_rate_per_s": rate,
        "spec": {**run.spec, "load": open_load},
    }
    row = run.row._replace(offered_rate_per_s=rate)
    return replace(run, row=row, record=records.of(record))


def _mixes(campaigns: Sequence[Evidence]) -> Mapping[float, float]:
    """The nominal read share for each counted one of imported Runs: files often give the counted
    share."""
    return variant.mixes(
        run.spec["workload"]["read_percent"]
        for evidence in campaigns
        for run in evidence.measured_runs
        if records.import_source(run.record_or_empty)
    )


def _copy(record: Record, seen: set[str]) -> bool:
    spec = record["spec"]
    if spec["clock"] != "virtual":
        return False
    question = repr((spec["target"], spec["workload"], spec["load"], spec["phases"], spec["seed"]))
    if question in seen:
        return True
    seen.add(question)
    return False


def _key(evidence: Evidence, run: Run, load: Load | None, mixes: Mapping[float, float]) -> str:
    """The key of a cell; for closed loops without the load."""
    spec, point = run.spec, evidence.point_of(run)
    target = (
        str(spec["target"]["name"])
        if point is None
        else stack_parameters.target_display_name(point.target)
    )
    alone = run.row.role in ("run", "grid")
    shared: list[object] = [
        None if point is None else imports.as_a_whole(point.configuration, run.record_or_empty),
        target,
        _workload(run, mixes),
        spec["access"],
        spec["engine"],
        spec["clock"],
        [
            {**client, "load": None if load is None else _load_key(client["load"], alone)}
            for client in spec["clients"]
        ],
    ]
    if load is not None:
        shared.append(_load_key(load, alone))
    return json.dumps(shared, sort_keys=True, default=str)


def _workload(run: Run, mixes: Mapping[float, float]) -> object:
    workload: Mapping[str, Any] = run.spec["workload"]
    if not records.import_source(run.record_or_empty):
        return workload
    share = workload["read_percent"]
    return workload if share is None else {**workload, "read_percent": mixes.get(share, share)}


def _load_key(load: Mapping[str, object], alone: bool) -> list[object]:
    """The settings of an open load beside its rate. A search adds workers when one is late, so
    there they are no setting."""
    return [
        *map(load.get, ("arrivals", "trace", "bursts")),
        load.get("workers") if alone else None,
    ]


def _cell(runs_of_cell: Sequence[tuple[Evidence, Run]]) -> Cell:
    # Files are imported in the order of their names.
    runs = tuple(
        sorted((run for _, run in runs_of_cell), key=lambda run: (run.began_ns or 0, run.row.id))
    )
    whole = runs_of_cell[0][0]
    return Cell(
        replace(
            whole, runs=runs, points=(), planned_runs=(), answer=answers.Answer(), objective=None
        ),
        whole,
    )


def line(
    cell: Cell,
    objective: str,
    *,
    asked: bool,
    histograms: Histograms | None = None,
    latency_told: bool = True,
) -> Evidence:
    """The cell with its load line for a canonical objective; `answer` is that of a search.

    `histograms` reads those of a Run by its number, for objectives that the Runs were not judged
    by; without it such Runs are left out. With `latency_told` false, imported Runs are compared
    by the latency in their files. Raises InputError when no Run has the figure of the objective."""
    taken = not latency_told and cell.is_imported
    if taken:
        objective = objectives.of_completion(objective)
    runs, sweep_runs, estimated = [], [], 0
    lacking: list[InputError] = []
    for run in cell.evidence.runs:
        record = run.record_or_empty
        if run.offered_rate is not None:
            read = None if histograms is None else partial(histograms, run.row.id)
            try:
                rejudged = rejudgement.rejudge(record, objective, read, total=taken)
            except InputError as error:
                # Other Runs may have the figure; the error is raised if none has it.
                lacking.append(error)
                continue
            if rejudged is None:
                continue
            record, new = records.of(rejudged[0]), rejudged[1]
            estimated += new
        runs.append(replace(run, record=record))
        sweep_runs.append(sweep.SweepRun(record, run.row.id, run.row.role))
    load: Mapping[str, Any]
    load = next((run.spec["load"] for run in runs if run.offered_rate is not None), {})
    if lacking and not load:
        raise lacking[0]
    result = document.of(
        sweep.read(
            sweep_runs,
            objective=objective,
            objective_from="asked" if asked else "runs",
            arrivals=load.get("arrivals") or "poisson",
            seed=cell.whole.campaign.seed,
            rejudged=estimated,
            lacking=len(lacking),
            total=taken,
        )
    )
    return replace(
        cell.evidence,
        runs=tuple(runs),
        answer=answers.of_search(result),
        objective=parse_objective(objective),
    )
