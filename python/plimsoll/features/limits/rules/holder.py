"""Who holds the rate of a cap that is proven: a throttle, or the target itself, whose servers are
full. The same signs decide as when one Run is asked who limited it (`judge/limiter/throttle.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from plimsoll.features.limits.rules.finding import Holder
from plimsoll.judge.limiter import signs, throttle

if TYPE_CHECKING:
    from collections.abc import Sequence

    from plimsoll.features.limits.rules.finding import Cell, Observation
    from plimsoll.judge.limiter.observations import RunFacts

MIN_CONFIDENCE = 0.85
"""Nobody is named with less confidence: a throttle may let larger operations wait longer, and then
looks like servers whose work grows."""

SETTINGS = signs.decides("settings")
"""What decides where no Run does."""

ExtraRuns = Mapping[str, "RunFacts | None"]
"""Further Runs by the names that `wanted` gave them; None for one that was refused or failed."""


def cap_holder(
    observations: Sequence[Observation], cells: Sequence[Cell], extra_runs: ExtraRuns
) -> Holder | None:
    """Who holds the first cap that is proven, none where none is, or several clients shared the
    Runs."""
    top = _top(observations, cells)
    if top is None:
        return None
    outcome = _judge_throttle(top, extra_runs)
    if isinstance(outcome, throttle.Wanted):
        outcome = (
            _judge_throttle(top, extra_runs, every=True)
            if extra_runs.get(throttle.LIGHT_RUN) is not None
            else throttle.by_evenness(top)
        )
        assert isinstance(outcome, throttle.Answer), "every Run counts as tried"
    is_sure = outcome.confidence >= MIN_CONFIDENCE
    decides = outcome.would_decide if is_sure else outcome.would_decide or SETTINGS
    return Holder(
        outcome.value if is_sure else "unknown",
        outcome.confidence if is_sure else 0.0,
        tuple(each.to_json() for each in outcome.signs),
        None if decides is None else decides.to_json(),
    )


def next_run(
    observations: Sequence[Observation], cells: Sequence[Cell], extra_runs: ExtraRuns
) -> throttle.Wanted | None:
    """The Run that would tell more; none where nothing more is needed."""
    top = _top(observations, cells)
    outcome = None if top is None else _judge_throttle(top, extra_runs)
    return outcome if isinstance(outcome, throttle.Wanted) else None


def _top(observations: Sequence[Observation], cells: Sequence[Cell]) -> RunFacts | None:
    """The Run with most outstanding I/O of the first question whose cap is proven."""
    for cell in cells:
        runs = [
            observation.seen
            for observation in observations
            if (observation.block_bytes, observation.read_percent)
            == (cell.block_bytes, cell.read_percent)
            and observation.seen is not None
        ]
        if cell.proven and runs:
            return max(runs, key=lambda seen: seen.outstanding)
    return None


def _judge_throttle(
    top: RunFacts, extra_runs: ExtraRuns, *, every: bool = False
) -> throttle.Answer | throttle.Wanted:
    """`every`: each further Run counts as tried."""
    return throttle.judge(
        throttle.ThrottleEvidence(
            top=top,
            depth=top.queue_depth or 1,
            each=top.workers_each,
            so_far=(),
            seen=extra_runs.get,
            tried=lambda name: every or name in extra_runs,
            kind="",
        )
    )
