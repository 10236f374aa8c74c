"""What `find`, `simulate --find` and `demo` share: the search itself, how far it has got, its
answer in a terminal, its code."""

from __future__ import annotations

import contextlib
import math
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict

from plimsoll.base import documents
from plimsoll.base.errors import Interruption, UsageError, exit_code
from plimsoll.cli import _collectors, _options, _store_place
from plimsoll.cli.terminal import screen
from plimsoll.cli.terminal.pace import Pace
from plimsoll.native.listener import Listener
from plimsoll.native.model import LoadValues

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from plimsoll.cli._measure import Measuring
    from plimsoll.collect import Source
    from plimsoll.native.model import ProbeRequest, Progress, SessionRequest
    from plimsoll.native.session import Session, Stop
    from plimsoll.report.evidence.evidence import Evidence
    from plimsoll.search.between import Between
    from plimsoll.search.budget import Budget
    from plimsoll.search.document import FindDocument
    from plimsoll.search.family_document import Over
    from plimsoll.search.hint import Start
    from plimsoll.search.load_line import LoadLineResult
    from plimsoll.store import Store

STAGES = {
    "maximum": "measuring the maximum",
    "reference": "measuring at a light load",
    "probe": "searching the load line",
    "hold": "confirming both ends",
}
"""The stages of a search in order, by the role of their Runs, and what they are called while they
run."""


@dataclass(frozen=True)
class Options:
    """What a search is asked beside its target and its workload, as typed."""

    load: ProbeRequest
    """What all its Runs share: arrivals, bursts and the like."""
    objective: str | None = None
    workers: int = 4
    seed: int | None = None
    store: Path | None = None
    """Where every Run is kept; none: only the answer is printed."""
    horizon: str | None = None
    """How long the holds last, at least."""
    time: str | None = None
    """What a search on the real clock may take."""
    between: str | None = None
    """The rates that nothing is offered outside of: 5000..20000."""
    metrics: str | None = None
    """Where to serve metrics meanwhile."""
    hosts: Path | None = None
    """The file of the hosts that generate the load; none: this machine does."""


def search_and_tell(
    request: SessionRequest,
    asked: Options,
    counters: tuple[Source, ...] = (),
    *,
    virtual: bool,
    as_json: bool,
) -> int:
    """Searches the load line and prints the answer. The exit code is the answer's."""
    from plimsoll.cli._measure import measuring
    from plimsoll.native.session import parse_objective

    canonical = None if asked.objective is None else parse_objective(asked.objective)
    with contextlib.ExitStack() as stack:
        work = stack.enter_context(
            measuring("find", quiet=as_json, metrics=asked.metrics, hosts=asked.hosts)
        )
        stop = work.stop
        search = Search(asked, counters, work, virtual=virtual)
        with search.line(
            stack, request, canonical, budget_kind="virtual" if virtual else "thorough"
        ) as line:
            # Loaded when there is an answer: a refusal is to be quick.
            from plimsoll.search import document

            shown = document.of(line.result)
        if as_json:
            kept = (
                {}
                if asked.store is None
                else {"store": str(asked.store), "campaign": line.campaign}
            )
            screen.document(documents.plain(shown) | kept)
        else:
            print_answer(line.store, line.campaign)
            if asked.store is not None and stop.because is None:
                told = (
                    f"Kept as campaign {line.campaign} in {asked.store}; draw it with: plimsoll"
                    f" report --store {asked.store}"
                )
                screen.lines([told])
    raise_if_stopped(stop, asked.store)
    return verdict_code(shown)


def raise_if_stopped(stop: Stop, store: Path | None) -> None:
    """An interrupted search has told what it knows; it still ends as an interrupt."""
    if stop.is_requested:
        raise Interruption(
            "interrupted", "" if store is None else f"What was measured until then is in {store}"
        )


@dataclass(frozen=True)
class Line:
    """A line that was searched, with its session still open."""

    result: LoadLineResult
    campaign: int
    request: SessionRequest
    session: Session
    store: Store


class Kin(TypedDict):
    """To which family a line belongs, as it is kept with it; `first`: the campaign of the family's
    first line, if not this."""

    over: Over
    label: str
    first: int | None


@dataclass
class Search:
    """What the lines of one command share."""

    asked: Options
    counters: tuple[Source, ...]
    work: Measuring
    virtual: bool

    @contextlib.contextmanager
    def line(
        self,
        outer: contextlib.ExitStack,
        request: SessionRequest,
        objective: str | None,
        *,
        budget_kind: str,
        start: Start | None = None,
        seed: int | None = None,
        family: Kin | None = None,
    ) -> Iterator[Line]:
        """Opens the target and searches one line; the session stays open until the block ends.

        The store stays open for as long as `outer`: the answer is read from it. Raises what the
        target refuses.
        """
        from plimsoll.campaign import find as search
        from plimsoll.native.session import parse_span
        from plimsoll.search.budget import Budget
        from plimsoll.store import Store

        asked = self.asked
        with contextlib.ExitStack() as stack:
            session = stack.enter_context(self.work.open(request, defaults=asked.load))
            budget: Budget = getattr(Budget, budget_kind)(workers=asked.workers)
            # A server that does not keep connections consistent gets one.
            budget = budget.allowing(session.info["most_workers"])
            if asked.time is not None:
                refuse_periods(objective, f"--time {asked.time}")
                budget = within(budget, asked.time)
            between = None if asked.between is None else range_of(asked.between, objective)
            if asked.horizon is not None:
                budget = budget.with_horizon(parse_span(asked.horizon))
            # What is not to be kept goes into a store that is gone afterwards: one path for both.
            path = asked.store or Path(
                outer.enter_context(tempfile.TemporaryDirectory()), "once.db"
            )
            kept = outer.enter_context(Store.open(path))
            if asked.store is not None:
                _store_place.note(asked.store, [request["target"]])
            if seed is None:
                seed = _options.seed_or_drawn(asked.seed, virtual=self.virtual)
            with self.work.meter() as meter:
                # Between two rates there is neither a maximum nor a light load.
                left_out = {} if between is None else {"maximum": 0.0, "reference": 0.0}
                searching = Searching(meter, budget.expected_s() | left_out)
                meter.chart_of(kept)
                session.listeners.append(searching)
                with _collectors.collectors(
                    self.counters, meter, quiet=self.work.quiet, hosts=self.work.hosts
                ) as collectors:
                    result, campaign = search(
                        session,
                        request,
                        kept,
                        kind="find",
                        objective=objective,
                        arrivals=LoadValues.of(asked.load).arrivals or "poisson",
                        seed=seed,
                        budget=budget,
                        on_step=searching.search_step,
                        collectors=collectors,
                        start=start,
                        between=between,
                        family=family,
                    )
            session.listeners.remove(searching)
            yield Line(result, campaign, request, session, kept)


class Searching(Listener):
    """Tells a meter how far a search has got; `expected` gives real seconds by stage, `before` and
    `after` frame them."""

    def __init__(
        self,
        meter: screen.Meter,
        expected: Mapping[str, float],
        *,
        before: Mapping[str, float] | None = None,
        after: Mapping[str, float] | None = None,
    ) -> None:
        self._meter = meter
        self._pace = Pace(
            {**(before or {}), **{stage: expected[stage] for stage in STAGES}, **(after or {})}
        )
        self._doing = ""
        self._probed = False
        # Loaded here, before the first Run: it would take a tenth of a second of processor time out
        # of its Measure.
        from plimsoll.base.units import rate

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

    def run_progress(self, now: Progress) -> None:
        """How far the Run under way has got."""
        stage = now.role.partition("_")[0]
        if stage not in STAGES:
            return
        if stage == "reference" and self._probed:
            # The rest before the holds: a part of confirming.
            stage = "hold"
        self._probed |= stage == "probe"
        self._doing = STAGES[stage]
        self._pace.enter(stage)
        at = "closed loop" if now.rate is None else f"{self._rate(now.rate)} IOPS offered"
        self._meter.show(
            self._doing,
            self._pace.left_s(),
            detail=f"({at}, {self._rate(now.achieved_rate_per_s)} achieved)",
        )

    def search_step(self, step: object) -> None:
        """A step of the search, in its own words."""
        self._meter.say(f"  {step}")
        self._meter.look()


def print_answer(store: Store, campaign_id: int) -> None:
    """The answer of a campaign in words, and every Run behind it: the same figures as in its
    report."""
    from plimsoll.report.evidence.evidence import gather

    screen.curve(store, campaign_id)
    print_evidence(gather(store, campaign_id))


def print_evidence(evidence: Evidence) -> None:
    """The same of evidence that is read already."""
    from plimsoll.report.common import tables

    # A file is read from its top, a terminal from its end.
    if not screen.is_terminal():
        _print_summary(evidence)
    runs = tables.every_run(evidence)
    head = [column.label for column in runs.columns]
    if screen.is_terminal() and not screen.fits(head, runs.rows):
        told = f"Its {len(runs.rows)} Runs need a wider terminal, or plimsoll report."
        screen.lines(["", told, ""])
    else:
        screen.lines([""])
        screen.description([runs])
    if (syncs := tables.syncs([evidence])) is not None:
        screen.lines([f"{syncs.title}:"])
        screen.description([syncs])
    if screen.is_terminal():
        _print_summary(evidence)


def _print_summary(evidence: Evidence) -> None:
    """How the answer stands, the answer itself, what it rests on, and what to do: each once."""
    from plimsoll.report.first import full, of_search
    from plimsoll.report.first import screen as first_screen
    from plimsoll.report.forms import captions

    screen.lines([""])
    first = first_screen.draw([evidence], of_search.summary(evidence))
    about = " · ".join([first.origin, *(value for _, value in first.about)])
    screen.badge(captions.badge_text(first.badge), first.badge.standing, about)
    screen.lines([full.headline(evidence), *full.because(evidence)])
    screen.lines([f"{name}: {words}" for name, words in captions.next_steps(first)])


def within(budget: Budget, time: str) -> Budget:
    """This budget, spread over a time as typed. Raises UsageError for one that no search keeps
    to."""
    from plimsoll.native.session import parse_span

    if not budget.staircase:
        raise UsageError(
            "--time applies only to a single search on the real clock",
            "Leave it out: on the virtual clock, with a list of values and with --horizon, a "
            "search ends when it is sure, or at its own limit.",
        )
    seconds = parse_span(time)
    if seconds < LEAST_TIME_S:
        raise UsageError(
            f"--time {time} is too short to search in",
            f"Give it {LEAST_TIME_S:g}s or more; 5m is usual.",
        )
    return budget.within(seconds)


def range_of(text: str, objective: str | None) -> Between:
    """The rates of --between as typed. Raises UsageError for what is no range, and without an
    objective: one is chosen at a tenth of the maximum, which is not measured then."""
    from plimsoll.search.between import Between

    try:
        low, high = (float(one) for one in text.split(".."))
    except ValueError:
        low = high = math.nan
    if not 0 < low < high < math.inf:
        raise UsageError(
            f"--between {text} is not a range of rates",
            "Write the lowest and the highest IOPS to try: --between 5000..20000.",
        )
    found = Between.of(low, high)
    if found.high < found.low * CLOSEST:
        raise UsageError(
            f"--between {text}: the two rates are too close together to search between",
            "Leave 10 % or more between them, or judge one rate: plimsoll run --rate --objective.",
        )
    if objective is None:
        raise UsageError(
            "--between needs an --objective",
            (
                "Add --objective 'p99 <= 5ms', say: the default is chosen at a tenth of the "
                "maximum, "
                "which --between does not measure."
            ),
        )
    refuse_periods(objective, f"--between {text}")
    return found


CLOSEST = 1.1
"""Times the lower rate, from which on there is a range."""


def refuse_periods(objective: str | None, asked: str) -> None:
    """Raises UsageError for an objective over periods beside a limit on time, told as `asked`: each
    of its Runs has to see many of them, however long that takes."""
    from plimsoll.base.units import exact_seconds
    from plimsoll.search.budget import PROBE_PERIODS
    from plimsoll.search.objectives import longest_period_s

    period = None if objective is None else longest_period_s(objective)
    if period is None:
        return
    raise UsageError(
        f"{asked} cannot be combined with an objective on 'max over {exact_seconds(period)}': a "
        f"Run that judges it takes {exact_seconds(PROBE_PERIODS * period)}, and a search needs "
        "several such Runs",
        "Use find without --time, or an objective without a period, such as a percentile.",
    )


LEAST_TIME_S = 30.0
"""A search with less has no time for holds."""


def verdict_code(result: FindDocument) -> int:
    """0 where there is a rate to plan with, 2 where there is none; 74 and 130 when the search
    failed or was stopped, as for a Run.
    """
    from plimsoll.search.grades import is_placed

    line = result.load_line
    if line.reason in ("failed", "stopped"):
        return exit_code(line.reason)
    # A document that somebody made may have a rate to plan with all the same.
    usable = line.plan_per_s is not None and is_placed(line.grade, line.low, line.high)
    if any(event.kind == "cached" for event in result.events):
        usable = False
    return 0 if usable else 2
