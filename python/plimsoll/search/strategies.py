"""The strategies of a campaign: how each Point is measured, its cost, and its result. ONE ENTRY PER
STRATEGY.

All properties of a strategy are here, for the schema and the check of a file, the plan and its
cost, the form of the web page, the status, and the check for damage. The Runs of a strategy are
made by its function in `campaign/point_runs.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from plimsoll.base.feature import Design, features
from plimsoll.search.messages import message

if TYPE_CHECKING:
    from plimsoll.store import RunRow

GRID_RATES = 35
"""Offered rates of the worked example of a test by hand: 10,000 to 350,000 in steps of 10,000."""
GRID_DEPTHS = 13
"""Queue depths of a grid for the maximum: 1, 2, 4 … 4096."""

Leaves = Literal["run", "maximum", "line"]


@dataclass(frozen=True)
class PointAnswer:
    """The answer of a Point in a row; rates in operations/s, `high` of an interval."""

    rate_per_s: float | None = None
    high_per_s: float | None = None
    outcome: str | None = None
    grade: str | None = None
    """Of a load line."""
    run: int | None = None
    """The Run behind the answer; of a line the hold at its low end, if there was one at that
    rate."""


@dataclass(frozen=True)
class Strategy:
    """A strategy."""

    name: str
    chooses_load: bool
    """Whether it chooses the loads itself; else the file names them, and each runs for its
    length."""
    result: Callable[[], type]
    """The type of a Point's result document."""
    shown: Callable[[Mapping[str, object] | None, Sequence[RunRow]], PointAnswer]
    """Makes the row of a Point from its result document and its Runs."""
    leaves: Leaves
    """The kind of a Point's answer: the Run itself, a maximum, or a load line. Reports choose their
    charts by it."""
    needs_objective: bool = False
    heeds_objective: bool = True
    """Whether an objective affects its answer."""
    from_neighbours: bool = False
    """Whether it may begin where Points nearby ended."""
    stages: tuple[str, ...] = ()
    """Stages of a search's budget that it spends."""
    grid_runs: int = 0
    """Runs of a full grid that a Point replaces."""
    design: Design | None = None
    """Of a strategy that only chooses Points, which another strategy measures."""

    @property
    def of_points(self) -> bool:
        """Whether it measures Points."""
        return self.design is None

    @property
    def label(self) -> str:
        """Its name for readers."""
        return message(f"strategy-{self.name}") if self.design is None else self.design.label()

    @property
    def summary(self) -> str:
        """For the schema and forms."""
        if self.design is not None:
            return self.design.summary()
        return message(f"strategy-{self.name}-summary")

    @property
    def each(self) -> str:
        """For a plan: what is measured at each Point."""
        return message(f"strategy-{self.name}-each") if self.design is None else self.design.each()


def _type(name: str) -> type:
    """A type of the documents, which are loaded only when needed."""
    from plimsoll.search import document

    found: type = getattr(document, name)
    return found


def _of_run(_: Mapping[str, object] | None, runs: Sequence[RunRow]) -> PointAnswer:
    if not runs:
        return PointAnswer()
    return PointAnswer(runs[-1].achieved_rate_per_s, outcome=runs[-1].outcome, run=runs[-1].id)


def _of_maximum(result: Mapping[str, object] | None, runs: Sequence[RunRow]) -> PointAnswer:
    from plimsoll.search import document

    found = document.of_point(result)
    if not isinstance(found, document.MaximumResult):
        return PointAnswer()
    best = {probe.run_id for probe in found.probes if probe.achieved_rate_per_s == found.rate_per_s}
    outcome = "lower bound" if found.lower_bound else "maximum"
    return PointAnswer(found.rate_per_s, outcome=outcome, run=_last(runs, best))


def _of_line(result: Mapping[str, object] | None, runs: Sequence[RunRow]) -> PointAnswer:
    from plimsoll.search import document

    found = document.of_point(result)
    if not isinstance(found, document.FindDocument):
        return PointAnswer()
    line = found.load_line
    held = {
        probe.run_id
        for probe in found.probes
        if probe.role == "hold_low"
        and probe.verdict == "pass"
        and probe.offered_rate_per_s == line.low
    }
    return PointAnswer(line.low, line.high, line.reason, line.grade, _last(runs, held))


def _last(runs: Sequence[RunRow], among: Collection[int | None]) -> int | None:
    return next((run.id for run in reversed(runs) if run.id in among), None)


STRATEGIES: tuple[Strategy, ...] = (
    Strategy(
        name="grid",
        chooses_load=False,
        result=lambda: _type("RunResult"),
        shown=_of_run,
        leaves="run",
    ),
    Strategy(
        name="maximum",
        chooses_load=True,
        result=lambda: _type("MaximumResult"),
        shown=_of_maximum,
        leaves="maximum",
        # A maximum is the most that the target does, whatever the latency.
        heeds_objective=False,
        stages=("maximum",),
        grid_runs=GRID_DEPTHS,
    ),
    Strategy(
        name="load_line",
        chooses_load=True,
        result=lambda: _type("FindDocument"),
        shown=_of_line,
        leaves="line",
        needs_objective=True,
        from_neighbours=True,
        stages=("maximum", "reference", "probe", "hold"),
        grid_runs=GRID_RATES,
    ),
    *(
        Strategy(
            name=design.strategy,
            design=design,
            chooses_load=False,
            result=lambda: _type("RunResult"),
            shown=_of_run,
            leaves="run",
        )
        for feature in features()
        for design in feature.designs
    ),
)
"""Every strategy, the default first. To add one: an entry here and its function in
`campaign/point_runs.ASK`; one that only chooses Points is a design of a feature."""
NAMES = tuple(strategy.name for strategy in STRATEGIES)

if TYPE_CHECKING:
    StrategyName = str
else:
    StrategyName = Literal[NAMES]
    """One of NAMES, as pydantic checks it."""


def find_strategy(name: str) -> Strategy:
    """The strategy of this name, which is one of NAMES."""
    return next(strategy for strategy in STRATEGIES if strategy.name == name)


def leaves(name: str) -> Leaves | None:
    """The kind of a Point's answer by this strategy; None for an unknown strategy."""
    return next((strategy.leaves for strategy in STRATEGIES if strategy.name == name), None)


def summaries() -> str:
    """All strategies in a line: `grid: each load for a fixed time; maximum: …`."""
    return "; ".join(f"{strategy.name}: {strategy.summary}" for strategy in STRATEGIES)
