"""Asks one Point by its strategy: what it runs, and what its answer is. ONE FUNCTION PER STRATEGY.

A session is open and keeps its Runs; here is only what is asked of it, and whether the answer
speaks about the target.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from plimsoll.campaign import plan
from plimsoll.campaign.cost import budget
from plimsoll.errors import Interrupted, IoError, exit_code
from plimsoll.search import document

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from plimsoll.campaign.spec import Spec
    from plimsoll.execute import Session
    from plimsoll.model import LoadAsked, ProbeRequest
    from plimsoll.search.budget import Budget
    from plimsoll.search.events import Event
    from plimsoll.search.hint import Start
    from plimsoll.search.load_line import LoadLineResult
    from plimsoll.store import PlannedPointRow

MAXIMUM = "plimsoll.maximum/1"
"""The result of a Point whose strategy is `maximum`."""

NOT_JUDGED = "not_judged"
"""Beside pass, fail and undecided: a load that the objective is not judged at (closed, or a
profile)."""


@dataclass(frozen=True)
class Answer:
    """What a Point came to. `stands`: it speaks about the target. `why` not; or what stands beside
    a figure that does."""

    stands: bool
    why: str | None
    result: Mapping[str, object] | None


def ask(
    session: Session,
    spec: Spec,
    point: PlannedPointRow,
    on_step: Callable[[object], None],
    start: Start | None = None,
) -> Answer:
    """The answer; `start` is what is known of nearby Points. Raises Interrupted when told to stop,
    IoError when the target failed; errors of the session as they come."""
    return ASK[point.strategy](session, spec, point, on_step, start)


def defaults(spec: Spec, point: PlannedPointRow) -> ProbeRequest:
    """What every Run of a search of this Point shares."""
    asked = spec.campaign
    given = {
        **{key: point.load.get(key) for key in ("arrivals", "max_outstanding", "bursts")},
        "interval": asked.interval,
        "io_deadline": asked.io_deadline,
    }
    return cast("ProbeRequest", {key: value for key, value in given.items() if value is not None})


def grid_request(spec: Spec, load: LoadAsked, seed: int) -> ProbeRequest:
    """A Run of the grid."""
    asked = spec.campaign
    rate = load.get("rate")
    # An objective is judged at one offered rate: a closed loop has none, a profile has many.
    pace: dict[str, object] = {}
    if isinstance(rate, str):
        pace = {"rate_profile": rate}
    elif rate is not None:
        pace = {"rate": rate, "objective": asked.whole_objective}
    rest = {key: value for key, value in load.items() if key not in ("name", "rate")}
    request: dict[str, object] = {
        "workers": 1,
        **rest,
        **pace,
        "warmup_for": asked.warmup_for,
        "measure_for": asked.measure_for,
        "steady": asked.steady,
        "steady_limit": asked.steady_limit,
        "interval": asked.interval,
        "io_deadline": asked.io_deadline,
        "seed": seed,
        "stop_when_decided": False,
    }
    return cast("ProbeRequest", {key: value for key, value in request.items() if value is not None})


def _grid(
    session: Session,
    spec: Spec,
    point: PlannedPointRow,
    _: Callable[[object], None],
    __: Start | None,
) -> Answer:
    """The load, for its length, once. Its Run is its answer; where an objective was asked, the
    result says whether it was met."""
    record = session.run(
        grid_request(spec, point.load, plan.again(point.seed, point.invalidated)), role="run"
    )
    outcome = record["outcome"]
    if exit_code(outcome) not in (0, 2):
        raise IoError(f"{outcome}: {record['because']}")
    stands = exit_code(outcome) == 0
    result = None
    if spec.campaign.objective is not None:
        judged = record["judgement"]
        result = {"verdict": judged["verdict"] if judged else NOT_JUDGED}
    return Answer(stands, None if stands else f"{outcome}: {record['because']}", result)


def _maximum(
    session: Session,
    spec: Spec,
    point: PlannedPointRow,
    on_step: Callable[[object], None],
    _: Start | None,
) -> Answer:
    """The closed-loop maximum alone."""
    from plimsoll.search import maximum
    from plimsoll.search.ledger import Halt, Ledger

    ledger = Ledger(
        session, _budget(session, spec, point), plan.again(point.seed, point.invalidated), on_step
    )
    try:
        found = maximum.measure(ledger)
    except Halt as halt:
        raise _ended(halt.reason, halt.words) from None
    if found.rate_per_s <= 0:
        raise IoError("failed: nothing completed in the closed loop")
    result = {
        "schema": MAXIMUM,
        **document.maximum_document(found),
        "probes": [document.probe_document(probe) for probe in ledger.probes],
        "events": [document.event_document(event) for event in ledger.events],
        "test_seconds": ledger.seconds,
        "seed": ledger.seed,
    }
    return Answer(stands=True, why=_cached(ledger.events), result=result)


def _load_line(
    session: Session,
    spec: Spec,
    point: PlannedPointRow,
    on_step: Callable[[object], None],
    start: Start | None,
) -> Answer:
    """The load line, confirmed by holds."""
    found = searched(session, spec, point, _budget(session, spec, point), on_step, start)
    if found.reason in ("stopped", "failed"):
        raise _ended(found.reason, found.because)
    stands = found.graded.grade == "estimated" or (
        found.ends.low is not None and found.ends.passed is not None
    )
    return Answer(
        stands,
        _cached(found.events) if stands else f"{found.reason}: {found.because}",
        document.of(found),
    )


def searched(
    session: Session,
    spec: Spec,
    point: PlannedPointRow,
    allowed: Budget,
    on_step: Callable[[object], None],
    start: Start | None,
) -> LoadLineResult:
    """The one place where a campaign calls the search: what is known of nearby Points (`hints.py`)
    enters here."""
    from plimsoll.execute import parse_objective
    from plimsoll.search import load_line

    return load_line.find(
        session,
        objective=parse_objective(spec.campaign.whole_objective or ""),
        arrivals=point.load.get("arrivals") or "poisson",
        seed=plan.again(point.seed, point.invalidated),
        budget=allowed,
        on_step=on_step,
        start=start,
    )


def _cached(events: Iterable[Event]) -> str | None:
    """That the page cache answered, if it did: the figures stand, and speak about it."""
    return next((event.words for event in events if event.kind == "cached"), None)


def _budget(session: Session, spec: Spec, point: PlannedPointRow) -> Budget:
    return budget(spec, point.load, most_workers=session.info["most_workers"])


def _ended(reason: str, words: str) -> Exception:
    return Interrupted("interrupted") if reason == "stopped" else IoError(f"{reason}: {words}")


ASK = {"grid": _grid, "maximum": _maximum, "load_line": _load_line}
"""By the name of the strategy (`strategies.py`)."""
