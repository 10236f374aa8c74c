"""Load lines of Runs that a store holds: sweeps of offered rates, cell by cell, each read by
`search/sweep.py`.

A cell is what one line can be of: one configuration, target, workload, way of access, clock, kind
of arrivals and number of workers. Closed loops of the same workload stand beside its open loops;
alone they make a cell of their own.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, cast

from plimsoll import stack_parameters
from plimsoll.reports.evidence import answers, records
from plimsoll.reports.evidence.evidence import parse_objective
from plimsoll.search import document, rejudgement, sweep

if TYPE_CHECKING:
    from collections.abc import Sequence

    from plimsoll.model import RunRecord
    from plimsoll.reports.evidence.evidence import Evidence, Run
    from plimsoll.reports.evidence.records import Load, Record

Histograms = Callable[[int], Mapping[str, bytes]]


@dataclass(frozen=True)
class Cell:
    """The Runs that one line can be read from, as evidence of their own, in the order in which they
    were made."""

    evidence: Evidence
    whole: Evidence
    """The campaign that its first Run stands in."""

    @property
    def opened(self) -> tuple[Run, ...]:
        """Those at an offered rate."""
        return tuple(run for run in self.evidence.runs if run.offered is not None)

    @property
    def rates(self) -> int:
        """How many different rates were offered."""
        return len({run.offered for run in self.opened})

    @property
    def objectives(self) -> tuple[str, ...]:
        """What its open-loop Runs were judged by, each once, canonical."""
        asked = ((run.spec.get("stop") or {}).get("objective") for run in self.opened)
        return tuple(dict.fromkeys(str(one) for one in asked if one))


def cells(campaigns: Sequence[Evidence]) -> list[Cell]:
    """Every cell of these campaigns of one store, those with open loops first."""
    opened: dict[str, list[tuple[Evidence, Run]]] = {}
    closed: dict[str, list[tuple[Evidence, Run]]] = {}
    seen: set[str] = set()
    for evidence in campaigns:
        for run in evidence.measured:
            record = run.told
            # On the virtual clock the same seed gives the same Run: a copy is no second vote.
            if (
                run.row.role in ("settle", "scaling")
                or run.row.id in evidence.invalid
                or _copy(record, seen)
            ):
                continue
            load = record["spec"]["load"]
            if (
                load["kind"] == "open"
                and run.offered is not None
                and (load.get("profile") or {}).get("kind") in (None, "flat")
            ):
                opened.setdefault(_key(evidence, run, load), []).append((evidence, run))
            elif load["kind"] == "closed":
                closed.setdefault(_key(evidence, run, None), []).append((evidence, run))
    found = []
    for of in opened.values():
        beside = closed.get(_key(*of[0], None), [])
        found.append(_cell(of + beside))
    known = {_key(*of[0], None) for of in opened.values()}
    return found + [_cell(of) for key, of in closed.items() if key not in known]


def _copy(record: Record, seen: set[str]) -> bool:
    spec = record["spec"]
    if spec["clock"] != "virtual":
        return False
    asked = repr((spec["target"], spec.get("workload"), spec["load"], spec["phases"], spec["seed"]))
    if asked in seen:
        return True
    seen.add(asked)
    return False


def _key(evidence: Evidence, run: Run, load: Load | None) -> str:
    """What Runs of one cell share; of a closed loop without its load."""
    spec, point = run.spec, evidence.point_of(run)
    target = str(spec["target"]["name"]) if point is None else stack_parameters.called(point.target)
    alone = run.row.role in ("run", "grid")
    shared: list[object] = [
        None if point is None else point.configuration,
        target,
        spec.get("workload"),
        spec["access"],
        spec["engine"],
        spec["clock"],
        [
            {**client, "load": None if load is None else _paced(client["load"], alone)}
            for client in spec.get("clients") or ()
        ],
    ]
    if load is not None:
        shared.append(_paced(load, alone))
    return json.dumps(shared, sort_keys=True, default=str)


def _paced(load: Mapping[str, object], alone: bool) -> list[object]:
    """What of an open load is not how much it asks. A search takes more workers where one is late:
    there they are no setting."""
    return [
        load.get("arrivals"),
        load.get("trace"),
        load.get("bursts"),
        load.get("workers") if alone else None,
    ]


def _cell(of: Sequence[tuple[Evidence, Run]]) -> Cell:
    # Files are imported in the order of their names.
    runs = tuple(sorted((run for _, run in of), key=lambda run: (run.began_ns or 0, run.row.id)))
    whole = of[0][0]
    return Cell(
        replace(whole, runs=runs, points=(), planned_runs=(), result={}, objective=None), whole
    )


def line(
    cell: Cell, objective: str, *, asked: bool, histograms: Histograms | None = None
) -> Evidence:
    """The cell with its load line for a canonical objective: `result` is the document
    `plimsoll.find/1`.

    `histograms` gives those of a Run by its number, for objectives that the Runs were not judged
    by; without them such Runs are left out. Raises InputError where no histogram tells the
    objective.
    """
    runs, kept, estimated = [], [], 0
    for run in cell.evidence.runs:
        record = run.told
        if run.offered is not None:
            read = None if histograms is None else partial(histograms, run.row.id)
            made = rejudgement.judged(cast("RunRecord", record), objective, read)
            if made is None:
                continue
            record, new = records.of(made[0]), made[1]
            estimated += new
        runs.append(replace(run, record=record))
        kept.append(sweep.Kept(cast("RunRecord", record), run.row.id, run.row.role))
    load = next((run.spec["load"] for run in runs if run.offered is not None), None)
    result = document.of(
        sweep.read(
            kept,
            objective=objective,
            objective_from="asked" if asked else "runs",
            arrivals=(load and load.get("arrivals")) or "poisson",
            seed=cell.whole.campaign.seed,
            rejudged=estimated,
        )
    )
    return replace(
        cell.evidence,
        runs=tuple(runs),
        result=answers.of(result),
        objective=parse_objective(objective),
    )
