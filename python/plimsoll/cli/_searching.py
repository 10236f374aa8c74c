"""What `find`, `simulate --find` and `demo` share: the search itself, how far it has got, its answer in a terminal, its code."""

from __future__ import annotations

import contextlib
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plimsoll.cli import _collecting, _flags, _screen
from plimsoll.cli._pace import Pace
from plimsoll.errors import Interrupted, exit_code

if TYPE_CHECKING:
    from collections.abc import Mapping

    from plimsoll.model import Progress, SessionRequest
    from plimsoll.store import Store

STAGES = {
    "maximum": "measuring the maximum",
    "reference": "measuring at a light load",
    "probe": "searching the load line",
    "hold": "confirming both ends",
}
"""The stages of a search in order, by the role of their Runs, and what they are called while they run."""


@dataclass(frozen=True)
class Options:
    """What a search is asked beside its target and its workload, as typed."""

    objective: str | None = None
    workers: int = 4
    arrivals: str | None = None
    max_outstanding: int | None = None
    bursts: str | None = None
    io_deadline: str | None = None
    seed: int | None = None
    store: Path | None = None
    """Where every Run is kept; none: only the answer is printed."""


def search_and_tell(
    request: SessionRequest, asked: Options, counters: Any = (), *, virtual: bool, as_json: bool
) -> int:
    """Searches the load line and prints the answer. The exit code is the answer's."""
    from plimsoll.campaign import find as search
    from plimsoll.cli._stopping import stopping
    from plimsoll.execute import Session, parse_objective
    from plimsoll.search.budget import Budget
    from plimsoll.store import Store

    canonical = None if asked.objective is None else parse_objective(asked.objective)
    shared = ("arrivals", "max_outstanding", "bursts", "io_deadline")
    defaults: Any = {key: value for key in shared if (value := getattr(asked, key)) is not None}
    with contextlib.ExitStack() as stack:
        stop = stack.enter_context(stopping())
        session = stack.enter_context(Session.open(request, defaults=defaults, stop=stop))
        # What is not to be kept goes into a store that is gone afterwards: one path for both.
        path = asked.store or Path(stack.enter_context(tempfile.TemporaryDirectory()), "once.db")
        kept = stack.enter_context(Store.open(path))
        # A server that does not keep connections consistent is written over one.
        workers = min(asked.workers, session.info["most_workers"] or asked.workers)
        budget = Budget.virtual(workers=workers) if virtual else Budget.thorough(workers=workers)
        with _screen.Meter(quiet=as_json) as meter:
            searching = Searching(meter, budget.expected_s())
            session.on_progress = searching.progress
            _collecting.keep_writing(session)
            collectors = stack.enter_context(_collecting.collectors(counters, meter, quiet=as_json))
            result, campaign = search(
                session, request, kept, kind="find", objective=canonical, arrivals=asked.arrivals or "poisson",
                seed=_flags.seed_or_drawn(asked.seed, virtual=virtual), budget=budget, on_step=searching.step,
                collectors=collectors,
            )  # fmt: skip
        shown = result.to_json()
        if as_json:
            _screen.document(
                shown if asked.store is None else shown | {"store": str(asked.store), "campaign": campaign}
            )
        else:
            print_answer(kept, campaign)
            if asked.store is not None:
                told = (
                    f"Kept as campaign {campaign} in {asked.store}; draw it with: plimsoll report --store {asked.store}"
                )
                _screen.lines([told])
    if stop.asked:
        raise Interrupted(
            "interrupted", "" if asked.store is None else f"What was measured until then is in {asked.store}"
        )
    return verdict_code(shown)


class Searching:
    """Tells a meter how far a search has got; `expected` gives real seconds by stage, `before` and `after` frame them."""

    def __init__(
        self,
        meter: _screen.Meter,
        expected: Mapping[str, float],
        *,
        before: Mapping[str, float] | None = None,
        after: Mapping[str, float] | None = None,
    ) -> None:
        self._meter = meter
        self._pace = Pace({**(before or {}), **{stage: expected[stage] for stage in STAGES}, **(after or {})})
        self._doing = ""
        # Loaded here, before the first Run: it would take a tenth of a second of processor time out of its Measure.
        from plimsoll.reports.units import rate

        self._rate = rate

    def enter(self, stage: str, doing: str) -> None:
        """A stage begins."""
        self._pace.enter(stage)
        self._doing = doing
        self._meter.show(doing, self._pace.left_s())

    def part(self, done: float, *, detail: str) -> None:
        """So much of the stage is done, 0 to 1."""
        self._pace.part(done)
        self._meter.show(self._doing, self._pace.left_s(), detail=detail)

    def progress(self, now: Progress) -> None:
        """How far the Run under way has got."""
        stage = now.role.partition("_")[0]
        if stage not in STAGES:
            return
        self._doing = STAGES[stage]
        self._pace.enter(stage)
        at = "closed loop" if now.rate is None else f"{self._rate(now.rate)} I/O/s offered"
        self._meter.show(
            self._doing, self._pace.left_s(), detail=f"({at}, {self._rate(now.achieved_rate_per_s)} achieved)"
        )

    def step(self, told: object) -> None:
        """A step of the search, in its own words."""
        self._meter.say(f"  {told}")


def print_answer(store: Store, campaign_id: int) -> None:
    """The answer of a campaign in words, and every Run behind it: the same figures as in its report."""
    from plimsoll.reports import answer, tables
    from plimsoll.reports.evidence import gather

    evidence = gather(store, campaign_id)
    _screen.lines(["", answer.headline(evidence), *answer.because(evidence), ""])
    runs = tables.every_run(evidence)
    _screen.table([column.label for column in runs.columns], runs.rows)


def verdict_code(result: Mapping[str, Any]) -> int:
    """0 when a load line stands, or a lower bound of it, confirmed by a hold; 2 when the search does not speak about the target; 74 and 130
    when it failed or was stopped, as for a Run.
    """
    line = result.get("load_line") or {}
    if line.get("reason") in ("failed", "stopped"):
        return exit_code(line["reason"])
    return 0 if line.get("low") is not None and line.get("low_confirmed") is not False else 2
