"""What `find` and `demo` share: how far a search has got, its answer in a terminal, and its exit code."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from plimsoll.cli import _screen
from plimsoll.cli._pace import Pace
from plimsoll.errors import exit_code

if TYPE_CHECKING:
    from collections.abc import Mapping

    from plimsoll.model import Progress
    from plimsoll.store import Store

STAGES = {
    "maximum": "measuring the maximum",
    "reference": "measuring at a light load",
    "probe": "searching the load line",
    "hold": "confirming both ends",
}
"""The stages of a search in order, by the role of their Runs, and what they are called while they run."""


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
