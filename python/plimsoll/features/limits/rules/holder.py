"""Finds the cause of a proven cap: a throttle, or the saturated target itself. The signs are those
for the limiter of a single Run (`judge/limiter/throttle.py`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from plimsoll.features.limits.rules.finding import Holder
from plimsoll.judge.limiter import run_names, signs, throttle
from plimsoll.judge.limiter.observations import RunFacts

if TYPE_CHECKING:
    from plimsoll.features.limits.rules.finding import Cell, Observation
    from plimsoll.features.limits.rules.grants import PacingRun

MIN_CONFIDENCE = 0.85
"""A cause is named only with this confidence: a throttle that delays larger operations more looks
like a saturated server."""

SLICES_CONFIDENCE = 0.9

SETTINGS = signs.decides("settings")
"""The advice where no further Run decides."""

ExtraRuns = Mapping[str, "RunFacts | None"]
"""Further Runs by the names that `next_run` gave them; None for one that was refused or failed."""


def cap_holder(
    observations: Sequence[Observation], cells: Sequence[Cell], extra_runs: ExtraRuns
) -> Holder | None:
    """The cause of the first proven cap; None without one, or where several clients shared the
    Runs."""
    top = _top(observations, cells)
    if top is None:
        return None
    outcome = _judge_throttle(top, extra_runs)
    if isinstance(outcome, throttle.RunRequest):
        outcome = (
            _judge_throttle(top, extra_runs, every=True)
            if extra_runs.get(run_names.LIGHT) is not None
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


def of_slices(runs: Sequence[PacingRun], by_signs: Holder | None) -> Holder | None:
    """The cause of a cap in slices: a throttle. However much is outstanding, as many operations
    pass in each, as fast as the storage answers; completions are as uneven as those of full
    servers."""
    if by_signs is None or by_signs.value == "policy_cap":
        return by_signs
    share = min(run.median_share for run in runs)
    return Holder(
        "policy_cap", SLICES_CONFIDENCE, (signs.sign("most_pass", share=share).to_json(),)
    )


def next_run(
    observations: Sequence[Observation], cells: Sequence[Cell], extra_runs: ExtraRuns
) -> throttle.RunRequest | None:
    """The next Run that is needed to find the cause; None when no further one is."""
    top = _top(observations, cells)
    outcome = None if top is None else _judge_throttle(top, extra_runs)
    return outcome if isinstance(outcome, throttle.RunRequest) else None


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
) -> throttle.Answer | throttle.RunRequest:
    """The judgement of the evidence so far. `every`: each further Run counts as tried."""
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
