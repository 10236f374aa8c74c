"""The search for a load line, from a request to an answer that is kept: `find` and `simulate
--find`."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict

from plimsoll.base import documents
from plimsoll.base.errors import Interruption, UsageError, exit_code
from plimsoll.library.bench import Bench, store_or_temporary, warning_of_place
from plimsoll.library.messages import message
from plimsoll.library.question import seed_or_default
from plimsoll.native.values import LoadValues

if TYPE_CHECKING:
    from plimsoll.collect import Source
    from plimsoll.native.record import ProbeRequest, SessionRequest
    from plimsoll.native.session import Session, Stop
    from plimsoll.search.between import Between
    from plimsoll.search.budget import Budget
    from plimsoll.search.document import FindDocument
    from plimsoll.search.family_document import Over
    from plimsoll.search.hint import Start
    from plimsoll.search.load_line import LoadLineResult
    from plimsoll.store import Store

MOST_WORKERS = 4
"""Workers per target that a search tries, unless it is given more or fewer."""
CLOSEST = 1.1
"""Times the lower rate, from which on there is a range to search in."""
LEAST_TIME_S = 30.0
"""A search with less has no time for holds."""


@dataclass(frozen=True)
class SearchOptions:
    """What a search is given beside its target and its workload."""

    load: ProbeRequest
    """What all its Runs share: arrivals, bursts and the like."""
    objective: str | None = None
    """None: one is chosen from the latency at a light load."""
    workers: int = MOST_WORKERS
    seed: int | None = None
    store: Path | None = None
    """Where every Run is kept; None: they are gone with the answer."""
    scratch: Path | None = None
    """Where Runs lie that nobody wants kept; None: in a folder that is removed at once."""
    horizon: str | None = None
    """How long the holds last, at least."""
    time: str | None = None
    """What a search on the real clock may take."""
    between: str | None = None
    """The rates that nothing is offered outside of: 5000..20000."""
    sources: Sequence[Source] = ()
    """Counters that are collected meanwhile."""

    @property
    def canonical_objective(self) -> str | None:
        """The objective as documents have it. Raises UsageError for what is none."""
        from plimsoll.native.session import parse_objective

        return None if self.objective is None else parse_objective(self.objective)


class Kin(TypedDict):
    """To which family a line belongs, as it is kept with it; `first`: the campaign of the family's
    first line, if not this."""

    over: Over
    label: str
    first: int | None


@dataclass(frozen=True)
class Line:
    """A line that was searched, with its session still open."""

    result: LoadLineResult
    campaign: int
    request: SessionRequest
    session: Session
    store: Store


@contextlib.contextmanager
def search_line(
    bench: Bench,
    options: SearchOptions,
    request: SessionRequest,
    outer: contextlib.ExitStack,
    *,
    objective: str | None,
    budget_kind: str | None = None,
    start: Start | None = None,
    seed: int | None = None,
    family: Kin | None = None,
) -> Iterator[Line]:
    """Opens the target and searches one line; the session stays open until the block ends.

    The store stays open for as long as `outer`: the answer is read from it. Raises what the target
    refuses.
    """
    from plimsoll.campaign import find
    from plimsoll.store import Store

    virtual = bool(request["virtual"])
    with contextlib.ExitStack() as stack:
        session = stack.enter_context(bench.open(request, defaults=options.load))
        budget, between = _budget(options, objective, budget_kind or usual_budget(virtual=virtual))
        # A server that does not keep connections consistent gets one.
        budget = budget.allowing(session.info["most_workers"])
        path = outer.enter_context(store_or_temporary(options.store or options.scratch))
        store = outer.enter_context(Store.open(path))
        if options.store is not None and (
            warning := warning_of_place(options.store, [request["target"]])
        ):
            bench.note(warning)
        if seed is None:
            seed = seed_or_default(options.seed, virtual=virtual)
        # Between two rates there is neither a maximum nor a light load.
        left_out = {} if between is None else {"maximum": 0.0, "reference": 0.0}
        with (
            bench.search(budget.expected_s() | left_out, store),
            bench.collectors(options.sources) as collectors,
        ):
            result, campaign = find(
                session,
                request,
                store,
                kind="find",
                objective=objective,
                arrivals=LoadValues.of(options.load).arrivals or "poisson",
                seed=seed,
                budget=budget,
                on_step=bench.step,
                collectors=collectors,
                start=start,
                between=between,
                family=family,
            )
        yield Line(result, campaign, request, session, store)


def usual_budget(*, virtual: bool) -> str:
    """The kind of budget that a search by itself has."""
    return "virtual" if virtual else "thorough"


def _budget(
    options: SearchOptions, objective: str | None, kind: str
) -> tuple[Budget, Between | None]:
    """What the search may spend, and the rates that it keeps between."""
    from plimsoll.native.session import parse_span
    from plimsoll.search.budget import Budget

    budget: Budget = getattr(Budget, kind)(workers=options.workers)
    if options.time is not None:
        refuse_periods(objective, f"--time {options.time}")
        budget = _within(budget, options.time)
    between = None if options.between is None else _range(options.between, objective)
    if options.horizon is not None:
        budget = budget.with_horizon(parse_span(options.horizon))
    return budget, between


def _within(budget: Budget, time: str) -> Budget:
    """This budget, spread over a time. Raises UsageError for one that no search keeps to."""
    from plimsoll.native.session import parse_span

    if not budget.staircase:
        raise UsageError(*message.refusal("time-of-single-search"))
    seconds = parse_span(time)
    if seconds < LEAST_TIME_S:
        raise UsageError(*message.refusal("time-too-short", time=time, least=f"{LEAST_TIME_S:g}"))
    return budget.within(seconds)


def _range(text: str, objective: str | None) -> Between:
    """The rates of --between. Raises UsageError for what is no range, and without an objective: one
    is chosen at a tenth of the maximum, which is not measured then."""
    from plimsoll.search.between import Between

    try:
        low, high = (float(one) for one in text.split(".."))
    except ValueError:
        low = high = math.nan
    if not 0 < low < high < math.inf:
        raise UsageError(*message.refusal("not-a-range", range=text))
    rates = Between.of(low, high)
    if rates.high < rates.low * CLOSEST:
        raise UsageError(*message.refusal("range-too-close", range=text))
    if objective is None:
        raise UsageError(*message.refusal("range-without-objective"))
    refuse_periods(objective, f"--between {text}")
    return rates


def refuse_periods(objective: str | None, limit: str) -> None:
    """Raises UsageError for an objective over periods beside a limit on time, such as `--time 90s`:
    each of its Runs has to see many of them, however long that takes."""
    from plimsoll.base.units import exact_seconds
    from plimsoll.search.budget import PROBE_PERIODS
    from plimsoll.search.objectives import longest_period_s

    period = None if objective is None else longest_period_s(objective)
    if period is None:
        return
    raise UsageError(
        *message.refusal(
            "objective-over-periods",
            limit=limit,
            period=exact_seconds(period),
            run_time=exact_seconds(PROBE_PERIODS * period),
        )
    )


_WHY_NOT = {
    ("--time", "--horizon"): "horizon-sets-time",
    ("--between", "--horizon"): "horizon-needs-maximum",
    ("--between", "--bursts"): "bursts-exceed",
    ("--between", "values"): "one-line-at-a-time",
    ("--between", "--beside-grid"): "one-line-at-a-time",
}
"""What cannot be meant together, and the message of what to do."""


def refuse_together(
    options: SearchOptions, *, several: object = False, beside_grid: bool = False
) -> None:
    """Raises UsageError for two options that cannot be meant together. `several`: whether lists of
    values make a family of lines."""
    ones = {"--time": options.time, "--between": options.between}
    others: Mapping[str, object] = {
        "--horizon": options.horizon,
        "--bursts": LoadValues.of(options.load).bursts,
        "values": several,
        "--beside-grid": beside_grid,
    }
    for (one, other), advice in _WHY_NOT.items():
        if ones[one] is not None and others[other]:
            why = (
                message("not-with-values", flag=one)
                if other == "values"
                else message("not-together", flag=one, other=other)
            )
            raise UsageError(why, message(advice))


def line_document(answer: FindDocument, line: Line, store: Path | None) -> dict[str, object]:
    """What `--json` prints of a line: its answer, and where it is kept."""
    kept: dict[str, object] = (
        {} if store is None else {"store": str(store), "campaign": line.campaign}
    )
    return documents.plain(answer) | kept


def interruption(stop: Stop, store: Path | None) -> Interruption | None:
    """What an interrupted search ends with once it has shown what it knows; None of one that
    nobody stopped."""
    if not stop.is_requested:
        return None
    advice = "" if store is None else message("measured-until-then", store=store)
    return Interruption(message("interrupted"), advice)


def verdict_code(result: FindDocument) -> int:
    """0 where there is a rate to plan with, 2 where there is none; 74 and 130 when the search
    failed or was stopped, as for a Run.
    """
    from plimsoll.search.placement import is_placed

    line = result.load_line
    if line.reason in ("failed", "stopped"):
        return exit_code(line.reason)
    # A document that somebody made may have a rate to plan with all the same.
    usable = line.plan_per_s is not None and is_placed(line.grade, line.low, line.high)
    if any(event.kind == "cached" for event in result.events):
        usable = False
    return 0 if usable else 2
