"""The state of a search in progress: a mark per Run at its offered rate, and the range in which the
line is searched.

A preview for the terminal and live pages: single Runs confirm nothing and no verdict rests on
this. Each record is read once, after its Run has ended."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from plimsoll.base import units
from plimsoll.judge import run_verdict
from plimsoll.report.evidence import records
from plimsoll.report.evidence.evidence import Objective, objective_words, parse_objective
from plimsoll.report.messages import message
from plimsoll.search import strategies
from plimsoll.store import CampaignRow, RunRow, Store, kinds


@dataclass(frozen=True)
class ProbePoint:
    """An ended Run: its offered rate in operations/s, and the figure bounded by the objective in
    ns."""

    run: int
    rate: float
    ns: float
    verdict: str
    """met, missed, undecided; empty without an objective."""
    hold: bool


@dataclass(frozen=True)
class SearchProgress:
    """The search so far. `met`: the highest rate at which a Run met the objective. `missed`: the
    lowest at which one missed it."""

    figure: str
    bound_ns: float
    bound: str
    probes: tuple[ProbePoint, ...]
    met: float | None
    missed: float | None

    @property
    def words(self) -> str:
        """The range in which the line is searched, in words."""
        met, missed = units.rate(self.met), units.rate(self.missed)
        if self.met is None and self.missed is None:
            return message("neither-met-nor-missed")
        if self.missed is None:
            return message("met-so-far", met=met)
        if self.met is None:
            return message("missed-so-far", missed=missed)
        return message("met-and-missed", met=met, missed=missed)


@dataclass
class SearchReader:
    """Reads the searches of one store, and caches records that cannot change any more."""

    store: Store
    _probes: dict[int, ProbePoint | None] = field(default_factory=dict)
    _objectives: dict[int, str | None] = field(default_factory=dict)

    def look(self, row: CampaignRow) -> SearchProgress | None:
        """The search of this campaign; for planned Points the running one, else the last that
        ended. None without a search, or when the objective is no response time."""
        if kinds.of(row).searches:
            return self._progress(row.objective, self.store.runs(row.id))
        settings = row.spec.get("campaign") or {}
        name = settings.get("strategy", "")
        if name not in strategies.NAMES or not strategies.find_strategy(name).chooses_load:
            return None
        lately = self.store.plans.recent_points(row.id, 1)
        if not lately:
            return None
        runs = (
            self.store.run(planned_run.run_id)
            for planned_run in self.store.plans.runs(lately[0].id)
        )
        return self._progress(row.objective, [run for run in runs if run is not None])

    def _progress(self, typed: str | None, runs: Iterable[RunRow]) -> SearchProgress | None:
        ended = [
            run for run in runs if run.offered_rate_per_s is not None and run.state == "finished"
        ]
        if typed is None:
            typed = next((text for run in ended if (text := self._chosen_objective(run))), None)
        objective = parse_objective(typed)
        if objective is None or objective.metric != "response_time":
            return None
        for run in ended:
            if run.id not in self._probes:
                self._probes[run.id] = self._probe_point(run, objective)
        probes = tuple(probe for run in ended if (probe := self._probes[run.id]) is not None)
        return SearchProgress(
            objective.figure.replace("_", "."),
            objective.bound_ns,
            objective_words(objective.single),
            probes,
            max((probe.rate for probe in probes if probe.verdict == "met"), default=None),
            min((probe.rate for probe in probes if probe.verdict == "missed"), default=None),
        )

    def _chosen_objective(self, run: RunRow) -> str | None:
        """The objective of a Run, where the search chose one for itself."""
        if run.id not in self._objectives:
            record = records.load_record(self.store, run.id)
            stop = None if record is None else record["spec"]["stop"]
            self._objectives[run.id] = None if stop is None else stop.get("objective")
        return self._objectives[run.id]

    def _probe_point(self, run: RunRow, objective: Objective) -> ProbePoint | None:
        record = records.load_record(self.store, run.id)
        if record is None or run.offered_rate_per_s is None:
            return None
        spans = records.summary(record, objective.kind, objective.metric)
        value = records.figure(spans, objective.figure)
        if value is None:
            return None
        return ProbePoint(
            run.id,
            run.offered_rate_per_s,
            value,
            run_verdict.of(record) or "",
            run.role.startswith("hold"),
        )
