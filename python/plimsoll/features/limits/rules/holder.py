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

SURE = 0.85
"""Nobody is named with less confidence: a throttle may let larger operations wait longer, and then
looks like servers whose work grows."""

SETTINGS = signs.decides("settings")
"""What decides where no Run does."""

Told = Mapping[str, "RunFacts | None"]
"""Further Runs by the names that `wanted` gave them; None for one that was refused or failed."""


def of(observations: Sequence[Observation], cells: Sequence[Cell], told: Told) -> Holder | None:
    """Who holds the first cap that is proven, none where none is, or several clients shared the
    Runs."""
    top = _top(observations, cells)
    if top is None:
        return None
    found = _asked(top, told)
    if isinstance(found, throttle.Wanted):
        found = (
            _asked(top, told, every=True)
            if told.get(throttle.LIGHT_RUN) is not None
            else throttle.by_evenness(top)
        )
        assert isinstance(found, throttle.Answer), "every Run counts as tried"
    sure = found.confidence >= SURE
    decides = found.would_decide if sure else found.would_decide or SETTINGS
    return Holder(
        found.value if sure else "unknown",
        found.confidence if sure else 0.0,
        tuple(each.to_json() for each in found.signs),
        None if decides is None else decides.to_json(),
    )


def wanted(
    observations: Sequence[Observation], cells: Sequence[Cell], told: Told
) -> throttle.Wanted | None:
    """The Run that would tell more; none where nothing more is needed."""
    top = _top(observations, cells)
    found = None if top is None else _asked(top, told)
    return found if isinstance(found, throttle.Wanted) else None


def _top(observations: Sequence[Observation], cells: Sequence[Cell]) -> RunFacts | None:
    """The Run with most outstanding I/O of the first question whose cap is proven."""
    for cell in cells:
        runs = [
            one.seen
            for one in observations
            if (one.block_bytes, one.read_percent) == (cell.block_bytes, cell.read_percent)
            and one.seen is not None
        ]
        if cell.proven and runs:
            return max(runs, key=lambda seen: seen.outstanding)
    return None


def _asked(top: RunFacts, told: Told, *, every: bool = False) -> throttle.Answer | throttle.Wanted:
    """`every`: each further Run counts as tried."""
    return throttle.judge(
        throttle.ThrottleEvidence(
            top=top,
            depth=top.queue_depth or 1,
            each=top.workers_each,
            so_far=(),
            seen=told.get,
            tried=lambda name: every or name in told,
            kind="",
        )
    )
