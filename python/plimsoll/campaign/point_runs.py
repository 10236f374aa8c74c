"""Asks one Point by its strategy: what it runs, and what its answer is. ONE FUNCTION PER STRATEGY.

A session is open and keeps its Runs; here is only what is asked of it, and whether the answer
speaks about the target.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from plimsoll.base import documents, rates
from plimsoll.base.errors import Interrupted, IoError, exit_code
from plimsoll.base.keys import LOAD
from plimsoll.campaign import plan
from plimsoll.campaign.cost import budget, maximum_budget
from plimsoll.judge import run_verdict
from plimsoll.native.model import LoadValues, ProbeValues
from plimsoll.native.session import parse_objective, parse_span, stated
from plimsoll.search import document, point_reasons
from plimsoll.search.reasons import REASONS
from plimsoll.store.rows import Reason

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from plimsoll.campaign.spec import Spec
    from plimsoll.native.model import LoadAsked, ProbeRequest, RunRecord
    from plimsoll.native.session import Session
    from plimsoll.search.budget import Budget
    from plimsoll.search.events import Event
    from plimsoll.search.hint import Start
    from plimsoll.search.ledger import Ledger
    from plimsoll.search.load_line import LoadLineResult
    from plimsoll.search.maximum import Maximum
    from plimsoll.store import PlannedPointRow

AS_KEPT: dict[run_verdict.Verdict, str] = {
    "met": "pass",
    "missed": "fail",
    "undecided": "undecided",
}
"""What a store calls a verdict."""
MOST_FILL_RUNS = 200
"""Of a fill on the virtual clock: more than any rate that settles takes."""
SHORTEST_FILL_S = 0.01
NOT_JUDGED = "not_judged"
"""Beside pass, fail and undecided: a load that the objective is not judged at (closed, or a
profile)."""


@dataclass(frozen=True)
class Answer:
    """What a Point came to. `stands`: it speaks about the target. `reason`: why not; or what stands
    beside a figure that does."""

    stands: bool
    reason: Reason | None
    result: Mapping[str, object] | None


class NoAnswerError(IoError):
    """A Point has no answer, by this reason: the target failed, or nothing completed."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(point_reasons.words(reason))
        self.reason = reason


class MaximumRate(NamedTuple):
    """A maximum."""

    per_s: float
    lower_bound: bool
    """Whether the target may do more: the generator was full, or the page cache answered."""


@dataclass(frozen=True)
class PriorResults:
    """What Points before this one left for it (`hints.py`)."""

    start: Start | None = None
    """Where a search may begin."""
    maximum: MaximumRate | None = None
    """The maximum that rates are shares of; there for every Point with such a rate."""


def run_point(
    session: Session,
    spec: Spec,
    point: PlannedPointRow,
    on_step: Callable[[object], None],
    known: PriorResults,
) -> Answer:
    """The answer. Raises Interrupted when told to stop, IoError when the target failed; errors of
    the session as they come."""
    return ASK[point.strategy](session, spec, point, on_step, known)


def defaults(spec: Spec, point: PlannedPointRow) -> ProbeRequest:
    """What every Run of a search of this Point shares."""
    load = LoadValues.of(point.load)
    given: ProbeRequest = {
        "arrivals": load.arrivals,
        "max_outstanding": load.max_outstanding,
        "bursts": load.bursts,
        "interval": spec.campaign.interval,
        "io_deadline": spec.campaign.io_deadline,
    }
    return stated(given)


def grid_request(
    spec: Spec, load: LoadAsked, seed: int, maximum_per_s: float = 1.0
) -> ProbeRequest:
    """A Run of the grid; `maximum_per_s` is what its rate is a share of, if it is one."""
    asked = spec.campaign
    offered = rates.of_load(load)
    pace: ProbeRequest = {} if offered is None else offered.request(maximum_per_s)
    # An objective is judged at one offered rate: a closed loop has none, a profile has many.
    if "rate" in pace:
        pace["objective"] = asked.whole_objective
    left_out = ("name", "rate", "hosts", "passes", "measure_for")
    rest: Any = {
        # A request has sizes as text; a file may have a number of bytes.
        key: str(value) if LOAD[key].kind == "size" else value
        for key, value in load.items()
        if key not in left_out
    }
    request: ProbeRequest = {
        "workers": 1,
        **rest,
        **pace,
        "warmup_for": asked.warmup_for,
        "measure_for": LoadValues.of(load).measure_for or asked.measure_for,
        "steady": asked.steady,
        "steady_limit": asked.steady_limit,
        "interval": asked.interval,
        "io_deadline": asked.io_deadline,
        "seed": seed,
        "stop_when_decided": False,
    }
    if asked.per_client:
        request["per_client"] = True
    return stated(request)


def _grid(
    session: Session,
    spec: Spec,
    point: PlannedPointRow,
    _: Callable[[object], None],
    known: PriorResults,
) -> Answer:
    """The load, for its length, once. Its Run is its answer; where an objective was asked, the
    result says whether it was met; where its rate is a share, of what maximum."""
    result: dict[str, object] = {}
    top, beside = 1.0, None
    if rates.share_of(point.load) is not None:
        assert known.maximum is not None, "it was measured before"
        top = known.maximum.per_s
        result |= {"maximum_per_s": top, "maximum_is_lower_bound": known.maximum.lower_bound}
        if known.maximum.lower_bound:
            beside = Reason(
                "share_of_lower_bound", {"share": str(point.load["rate"]), "maximum": top}
            )
    request = grid_request(spec, point.load, plan.retry_seed(point.seed, point.invalidated), top)
    if (passes := LoadValues.of(point.load).passes) is not None:
        record = _passes(session, spec, request, passes)
    else:
        record = session.run(request, role="run")
    code = exit_code(record["outcome"])
    if code not in (0, 2):
        raise NoAnswerError(point_reasons.of_run(record))
    stands = code == 0
    if spec.campaign.objective is not None:
        # As every page of it says it: `run_verdict`.
        found = run_verdict.of(record)
        result["verdict"] = NOT_JUDGED if found is None else AS_KEPT[found]
    return Answer(stands, beside if stands else point_reasons.of_run(record), result or None)


def _passes(session: Session, spec: Spec, request: ProbeRequest, passes: float) -> RunRecord:
    """The Run, or the last of them, after which each worker has done so many passes over the
    working set, as preconditioning asks, or the time of the load is over.

    On the machine's clock the native side ends each worker at its bytes. The virtual clock has no
    such end: there Runs follow each other, each as long as the rest will take at the rate so far.
    """
    each = round(passes * int(session.info["workload"]["working_set_bytes"]))
    if session.info["clock"] != "virtual":
        return session.run({**request, "bytes_each": each}, role="run")
    asked = ProbeValues.of(request)
    wanted = each * (asked.workers or 1)
    limit_s = parse_span(asked.measure_for or spec.campaign.measure_for)
    # A first look that is short beside the whole, whatever the rate.
    next_s, done, spent_s = min(limit_s, parse_span(spec.campaign.measure_for), 1.0), 0.0, 0.0
    for _ in range(MOST_FILL_RUNS):
        record = session.run({**request, "measure_for": f"{next_s:.6f}s"}, role="run")
        measured_s = float(record["measure_s"])
        done += float(record["bytes_per_s"]) * measured_s
        spent_s += measured_s
        if done >= wanted or spent_s >= limit_s or not record["bytes_per_s"]:
            return record
        rest_s = (wanted - done) / float(record["bytes_per_s"])
        next_s = max(SHORTEST_FILL_S, min(rest_s, limit_s - spent_s))
    return record


def _maximum(
    session: Session,
    spec: Spec,
    point: PlannedPointRow,
    on_step: Callable[[object], None],
    _: PriorResults,
) -> Answer:
    """The closed-loop maximum alone."""
    found, ledger = _search_maximum(session, _budget(session, spec, point), point, on_step)
    result = document.of_maximum(found, ledger)
    return Answer(stands=True, reason=_page_cache_reason(ledger.events), result=documents.plain(result))


def measure_maximum(
    session: Session, spec: Spec, point: PlannedPointRow, on_step: Callable[[object], None]
) -> MaximumRate:
    """The maximum that rates of this Point's place are shares of: with as many workers as a search
    takes, whatever this Point has, so that it does not depend on which of them came first."""
    allowed = maximum_budget(spec, most_workers=session.info["most_workers"])
    found, ledger = _search_maximum(session, allowed, point, on_step)
    return MaximumRate(found.rate_per_s, found.lower_bound or _page_cache_reason(ledger.events) is not None)


def _search_maximum(
    session: Session,
    allowed: Budget,
    point: PlannedPointRow,
    on_step: Callable[[object], None],
) -> tuple[Maximum, Ledger]:
    """The closed-loop maximum, and the Runs that it is from."""
    from plimsoll.search import maximum
    from plimsoll.search.ledger import Halt

    seed = plan.retry_seed(point.seed, point.invalidated)
    try:
        found, ledger = maximum.of_session(session, allowed, seed, on_step)
    except Halt as halt:
        raise _end_error(halt.reason, halt.words) from None
    if found.rate_per_s <= 0:
        raise NoAnswerError(Reason("nothing_completed"))
    return found, ledger


def _load_line(
    session: Session,
    spec: Spec,
    point: PlannedPointRow,
    on_step: Callable[[object], None],
    known: PriorResults,
) -> Answer:
    """The load line, confirmed by holds."""
    found = search_load_line(session, spec, point, _budget(session, spec, point), on_step, known.start)
    if found.reason in ("stopped", "failed"):
        raise _end_error(found.reason, found.because)
    stands = found.graded.grade == "estimated" or (
        found.ends.low is not None and found.ends.passed is not None
    )
    return Answer(
        stands,
        _page_cache_reason(found.events) if stands else _end_reason(found.reason, found.because),
        documents.plain(document.of(found)),
    )


def search_load_line(
    session: Session,
    spec: Spec,
    point: PlannedPointRow,
    allowed: Budget,
    on_step: Callable[[object], None],
    start: Start | None,
) -> LoadLineResult:
    """The one place where a campaign calls the search: what is known of nearby Points (`hints.py`)
    enters here."""
    from plimsoll.search import load_line

    return load_line.find(
        session,
        objective=parse_objective(spec.campaign.whole_objective or ""),
        arrivals=LoadValues.of(point.load).arrivals or "poisson",
        seed=plan.retry_seed(point.seed, point.invalidated),
        budget=allowed,
        on_step=on_step,
        start=start,
    )


def _page_cache_reason(events: Iterable[Event]) -> Reason | None:
    """That the page cache answered, if it did: the figures stand, and speak about it."""
    return next(
        (Reason("cached", event.figures) for event in events if event.kind == "cached"), None
    )


def _budget(session: Session, spec: Spec, point: PlannedPointRow) -> Budget:
    return budget(spec, point.load, most_workers=session.info["most_workers"])


def _end_error(reason: str, words: str) -> Exception:
    if reason == "stopped":
        return Interrupted("interrupted")
    return NoAnswerError(_end_reason(reason, words))


def _end_reason(reason: str, words: str) -> Reason:
    return Reason(
        "search_ended", {"reason": reason, "because": words or REASONS.get(reason, reason)}
    )


ASK = {"grid": _grid, "maximum": _maximum, "load_line": _load_line}
"""By the name of the strategy (`strategies.py`)."""
