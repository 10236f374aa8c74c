"""The Runs of one Point and its answer. ONE FUNCTION PER STRATEGY.

The session is open and its Runs are stored elsewhere. Here is which Runs a strategy makes, and
whether the answer says something about the target.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from plimsoll.base import documents, rates
from plimsoll.base.errors import Interruption, IoError, exit_code
from plimsoll.base.keys import LOAD
from plimsoll.campaign import plan
from plimsoll.campaign.cost import budget, maximum_budget
from plimsoll.campaign.spec import Spec
from plimsoll.judge import run_verdict
from plimsoll.native.session import Session, parse_objective, parse_span, without_none
from plimsoll.native.values import LoadValues, ProbeValues
from plimsoll.search import document, point_reasons
from plimsoll.search.budget import Budget
from plimsoll.search.events import Event
from plimsoll.search.hint import Start
from plimsoll.search.ledger import Ledger
from plimsoll.search.reasons import reason_text
from plimsoll.store import PlannedPointRow
from plimsoll.store.rows import Reason

if TYPE_CHECKING:
    from plimsoll.native.model import PointLoad
    from plimsoll.native.record import ProbeRequest, RunRecord
    from plimsoll.search.load_line import LoadLineResult
    from plimsoll.search.maximum import Maximum

STORED_VERDICTS: dict[run_verdict.Verdict, str] = {
    "met": "pass",
    "missed": "fail",
    "undecided": "undecided",
}
"""The word of a store for a verdict."""
MOST_FILL_RUNS = 200
"""Upper limit of the Runs that fill a target on the virtual clock."""
SHORTEST_FILL_S = 0.01
NOT_JUDGED = "not_judged"
"""Verdict of a load without a single offered rate (closed, or a profile)."""


@dataclass(frozen=True)
class Answer:
    """The answer of a Point. `stands`: it is evidence about the target. `reason`: why not, or a
    remark on the figure."""

    stands: bool
    reason: Reason | None
    result: Mapping[str, object] | None


class NoAnswerError(IoError):
    """A Point has no answer: the target failed, or nothing completed."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(point_reasons.words(reason))
        self.reason = reason


class MaximumRate(NamedTuple):
    """A closed-loop maximum."""

    per_s: float
    lower_bound: bool
    """Whether the target may carry more: the generator was the limit, or the page cache
    answered."""


@dataclass(frozen=True)
class PriorResults:
    """Results of earlier Points that a Point starts from (`hints.py`)."""

    start: Start | None = None
    """A hint for its search."""
    maximum: MaximumRate | None = None
    """The maximum that its rate is a share of; set for every Point with such a rate."""


def run_point(
    session: Session,
    spec: Spec,
    point: PlannedPointRow,
    on_step: Callable[[object], None],
    known: PriorResults,
) -> Answer:
    """Runs a Point by its strategy. Raises Interruption after a stop request, IoError when the
    target failed, and errors of the session."""
    return ASK[point.strategy](session, spec, point, on_step, known)


def defaults(spec: Spec, point: PlannedPointRow) -> ProbeRequest:
    """Settings that all Runs of a Point's search share."""
    load = LoadValues.of(point.load)
    shared: ProbeRequest = {
        "arrivals": load.arrivals,
        "max_outstanding": load.max_outstanding,
        "bursts": load.bursts,
        "interval": spec.campaign.interval,
        "io_deadline": spec.campaign.io_deadline,
    }
    return without_none(shared)


def grid_request(
    spec: Spec, load: PointLoad, seed: int, maximum_per_s: float = 1.0
) -> ProbeRequest:
    """The request of a Run of the grid; a relative rate is a share of `maximum_per_s`."""
    campaign = spec.campaign
    offered = rates.of_load(load)
    pace: ProbeRequest = {} if offered is None else offered.request(maximum_per_s)
    # An objective needs one offered rate. A closed loop has none, a profile several.
    if "rate" in pace:
        pace["objective"] = campaign.whole_objective
    left_out = ("name", "rate", "hosts", "passes", "measure_for")
    rest: Any = {
        # Sizes are text in a request and may be numbers in a file.
        key: str(value) if LOAD[key].kind == "size" else value
        for key, value in load.items()
        if key not in left_out
    }
    request: ProbeRequest = {
        "workers": 1,
        **rest,
        **pace,
        "warmup_for": campaign.warmup_for,
        "measure_for": LoadValues.of(load).measure_for or campaign.measure_for,
        "steady": campaign.steady,
        "steady_limit": campaign.steady_limit,
        "interval": campaign.interval,
        "io_deadline": campaign.io_deadline,
        "seed": seed,
        "stop_when_decided": False,
    }
    if campaign.per_client:
        request["per_client"] = True
    return without_none(request)


def _grid(
    session: Session,
    spec: Spec,
    point: PlannedPointRow,
    _: Callable[[object], None],
    known: PriorResults,
) -> Answer:
    """Runs the load once, for its length. The result has the verdict where there is an objective,
    and the maximum where the rate is a share of it."""
    result: dict[str, object] = {}
    maximum_per_s, remark = 1.0, None
    if rates.share_of(point.load) is not None:
        assert known.maximum is not None, "it was measured before"
        maximum_per_s = known.maximum.per_s
        result |= {
            "maximum_per_s": maximum_per_s,
            "maximum_is_lower_bound": known.maximum.lower_bound,
        }
        if known.maximum.lower_bound:
            figures = {"share": str(point.load["rate"]), "maximum": maximum_per_s}
            remark = Reason("share_of_lower_bound", figures)
    seed = plan.retry_seed(point.seed, point.invalidated)
    request = grid_request(spec, point.load, seed, maximum_per_s)
    if (passes := LoadValues.of(point.load).passes) is not None:
        record = _passes(session, spec, request, passes)
    else:
        record = session.run(request, role="run")
    code = exit_code(record["outcome"])
    if code not in (0, 2):
        raise NoAnswerError(point_reasons.of_run(record))
    stands = code == 0
    if spec.campaign.objective is not None:
        verdict = run_verdict.of(record)
        result["verdict"] = NOT_JUDGED if verdict is None else STORED_VERDICTS[verdict]
    return Answer(stands, remark if stands else point_reasons.of_run(record), result or None)


def _passes(session: Session, spec: Spec, request: ProbeRequest, passes: float) -> RunRecord:
    """Runs until each worker has passed `passes` times over the working set (preconditioning), or
    the time of the load is over. Returns the last Run.

    On the machine's clock the native side ends each worker at its bytes. The virtual clock has no
    such end, so Runs follow each other, each as long as the rest takes at the rate so far.
    """
    each = round(passes * int(session.info["workload"]["working_set_bytes"]))
    if session.info["clock"] != "virtual":
        return session.run({**request, "bytes_each": each}, role="run")
    probe = ProbeValues.of(request)
    total = each * (probe.workers or 1)
    limit_s = parse_span(probe.measure_for or spec.campaign.measure_for)
    # The first Run is short, since the rate is not known yet.
    next_s, done, spent_s = min(limit_s, parse_span(spec.campaign.measure_for), 1.0), 0.0, 0.0
    for _ in range(MOST_FILL_RUNS):
        record = session.run({**request, "measure_for": f"{next_s:.6f}s"}, role="run")
        measured_s = float(record["measure_s"])
        done += float(record["bytes_per_s"]) * measured_s
        spent_s += measured_s
        if done >= total or spent_s >= limit_s or not record["bytes_per_s"]:
            return record
        rest_s = (total - done) / float(record["bytes_per_s"])
        next_s = max(SHORTEST_FILL_S, min(rest_s, limit_s - spent_s))
    return record


def _maximum(
    session: Session,
    spec: Spec,
    point: PlannedPointRow,
    on_step: Callable[[object], None],
    _: PriorResults,
) -> Answer:
    """Searches the closed-loop maximum."""
    found, ledger = _search_maximum(session, _budget(session, spec, point), point, on_step)
    result = document.of_maximum(found, ledger)
    return Answer(
        stands=True, reason=_page_cache_reason(ledger.events), result=documents.plain(result)
    )


def measure_maximum(
    session: Session, spec: Spec, point: PlannedPointRow, on_step: Callable[[object], None]
) -> MaximumRate:
    """Measures the maximum that rates are shares of. It has the workers of a search, not those of
    this Point, so that it does not depend on which Point comes first."""
    allowed = maximum_budget(spec, most_workers=session.info["most_workers"])
    found, ledger = _search_maximum(session, allowed, point, on_step)
    return MaximumRate(
        found.rate_per_s, found.lower_bound or _page_cache_reason(ledger.events) is not None
    )


def _search_maximum(
    session: Session,
    allowed: Budget,
    point: PlannedPointRow,
    on_step: Callable[[object], None],
) -> tuple[Maximum, Ledger]:
    """The closed-loop maximum and the Runs that it is from."""
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
    """Searches the load line, confirmed by holds."""
    found = search_load_line(
        session, spec, point, _budget(session, spec, point), on_step, known.start
    )
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
    """The search for a load line, from a hint of neighbouring Points (`hints.py`)."""
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
    """The remark that figures are of the page cache; None where it did not answer."""
    return next(
        (Reason("cached", event.figures) for event in events if event.kind == "cached"), None
    )


def _budget(session: Session, spec: Spec, point: PlannedPointRow) -> Budget:
    return budget(spec, point.load, most_workers=session.info["most_workers"])


def _end_error(reason: str, words: str) -> Exception:
    if reason == "stopped":
        return Interruption("interrupted")
    return NoAnswerError(_end_reason(reason, words))


def _end_reason(reason: str, words: str) -> Reason:
    return Reason("search_ended", {"reason": reason, "because": words or reason_text(reason)})


ASK = {"grid": _grid, "maximum": _maximum, "load_line": _load_line}
"""The function of each strategy (`search/strategies.py`)."""
