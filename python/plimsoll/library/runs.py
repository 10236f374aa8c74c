"""One Run of a question: `run` and `simulate`."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, NotRequired

from typing_extensions import TypedDict

from plimsoll.base import rates
from plimsoll.base.errors import Interruption, IoError, UsageError, exit_code
from plimsoll.base.sentence import Sentence
from plimsoll.library.bench import warning_of_place
from plimsoll.library.messages import message
from plimsoll.library.question import offered_rate, seed_or_default
from plimsoll.native.values import ProbeValues

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from plimsoll.campaign import CampaignKeeper
    from plimsoll.collect import Collectors, Source
    from plimsoll.judge.limiter.document import LimiterDocument
    from plimsoll.judge.limiter.rules import Ask
    from plimsoll.library.bench import Bench
    from plimsoll.library.question import Question
    from plimsoll.native.listener import RunOutput
    from plimsoll.native.model import SessionInfo
    from plimsoll.native.record import Interval, ProbeRequest, RunRecord, SessionRequest
    from plimsoll.native.session import Session

    Intervals = Sequence[Interval | tuple[Interval, bytes | None]]


SIMULATED_FOR = "10s"
"""How long a Run on described storage measures, unless it is given another time."""


class ScalingRun(TypedDict):
    """A scaling Run in a few figures: rate in operations/s, latency in ns."""

    name: str
    settled_rate_per_s: float
    outstanding_mean: float
    completion_latency_mean_ns: float | None


class LimiterFindings(TypedDict):
    """What is kept with a Run beside its record; empty unless the limiter was asked for."""

    limited_by: NotRequired[LimiterDocument]
    scaling: NotRequired[list[ScalingRun]]


@dataclass(frozen=True)
class RunOutcome:
    """A Run that was measured. Its store is open until its context ends."""

    record: RunRecord
    """With the limiter that scaling Runs found, if they were asked for."""
    left: RunOutput
    """What the Run left on the native side: the record as it was written, its histograms."""
    info: SessionInfo
    request: SessionRequest
    probe: ProbeRequest
    findings: LimiterFindings
    intervals: Intervals | None = None
    """From the store, where the record has only the first of them."""
    campaign: int | None = None
    """In the store; None without one."""
    run: int | None = None
    """The same of the Run."""
    interruption: Interruption | None = None
    """The error that ended the Run early. The caller raises it after it has shown the record."""

    @property
    def document(self) -> dict[str, object]:
        """What `--json` prints: the record as it was written."""
        return {**self.left.raw_record, "limited_by": self.record["limited_by"]}

    @property
    def exit_code(self) -> int:
        """That of its outcome."""
        return exit_code(self.record["outcome"])


@contextlib.contextmanager
def run_once(
    bench: Bench,
    request: SessionRequest,
    probe: ProbeRequest,
    *,
    rate: object = None,
    store: Path | None = None,
    sources: Sequence[Source] = (),
    who_limits: bool = False,
) -> Iterator[RunOutcome]:
    """Does a Run, and keeps it where there is a store.

    `rate` is the offered rate as it was given, which may be a share of the maximum: that is
    measured first. An interrupted Run that left a record is an outcome, too.
    """
    with contextlib.ExitStack() as stack:
        session = stack.enter_context(bench.open(request))
        offer_share(bench, rate, probe, session)
        findings: LimiterFindings = {}
        keeper = None
        if store is not None:
            # After the session: a refusal must not leave an empty store behind.
            keeper = stack.enter_context(
                keep(
                    bench,
                    store,
                    session,
                    request,
                    probe,
                    collecting=bench.collectors(sources),
                    findings=findings,
                )
            )
        record, interruption = run_record(session, probe)
        assert session.result is not None, "a Run with a record left it"
        left, intervals = session.result, intervals_beyond(session, record)
        number = session.newest
        if who_limits and interruption is None:
            record, interruption = find_limiter(
                bench, session, stack, request, probe, record, findings
            )
        campaign = None if keeper is None else keeper.campaign_id
        yield RunOutcome(
            record,
            left,
            session.info,
            request,
            probe,
            findings,
            intervals,
            campaign,
            number,
            interruption,
        )


def offer_share(bench: Bench, written: object, probe: ProbeRequest, session: Session) -> None:
    """Fills in a rate that was given as a share of the maximum: measures the maximum and notes it.
    Nothing of it is kept; the Run's record has the rate."""
    offered = rates.of_load({"rate": written})
    if offered is None or offered.share is None:
        return
    from plimsoll.base.units import rate
    from plimsoll.search import maximum
    from plimsoll.search.budget import Budget
    from plimsoll.search.ledger import Halt

    # Mistakes elsewhere in the request are reported before anything is loaded.
    session.memory_bytes({**probe, "rate": 1.0})
    virtual = session.info["clock"] == "virtual"
    budget = Budget.virtual() if virtual else Budget.thorough()
    budget = budget.allowing(session.info["most_workers"])
    try:
        top, _ = maximum.of_session(session, budget, int(probe["seed"] or 0), lambda _: None)
    except Halt as halt:
        if halt.reason == "stopped":
            raise Interruption(halt.words) from None
        raise IoError(message("maximum-unmeasured", reason=halt.words)) from None
    if top.rate_per_s <= 0:
        raise IoError(message("nothing-completed"))
    probe.update(offered.request(top.rate_per_s))
    figures = {
        "share": written,
        "maximum": Sentence(partial(rate, top.rate_per_s)),
        "rate": Sentence(partial(rate, probe["rate"] or 0.0)),
    }
    code = "share-of-saturated-maximum" if top.lower_bound else "share-of-maximum"
    bench.note(Sentence(partial(message, code, **figures)))


def run_record(session: Session, probe: ProbeRequest) -> tuple[RunRecord, Interruption | None]:
    """The record of a Run, and the interruption that ended it early, if one did."""
    try:
        return session.run(probe, role="run"), None
    except Interruption as error:
        if error.record is None:
            raise
        return error.record, error


def intervals_beyond(session: Session, record: RunRecord) -> Intervals | None:
    """The intervals of the newest Run as its store holds them, where the record has only the first
    of them; else None."""
    from plimsoll.campaign import CampaignKeeper

    keeper = session.keeper
    if not isinstance(keeper, CampaignKeeper) or session.newest is None:
        return None
    intervals = record["intervals"]
    end_s = intervals[-1]["start_s"] + intervals[-1]["length_s"] if intervals else 0.0
    if end_s >= record["measure_s"]:
        return None
    return keeper.store.interval_series(session.newest)


@contextlib.contextmanager
def keep(
    bench: Bench,
    path: Path,
    session: Session,
    request: SessionRequest,
    probe: ProbeRequest,
    *,
    collecting: contextlib.AbstractContextManager[Collectors | None] | None = None,
    findings: Mapping[str, object] | None = None,
    kind: str = "run",
) -> Iterator[CampaignKeeper]:
    """A keeper in the store at `path` for the Runs of a session, as a campaign of that `kind`. The
    `findings` at its end are kept with them."""
    from plimsoll import campaign
    from plimsoll.store import Store

    if warning := warning_of_place(path, [request["target"]]):
        bench.note(warning)
    with Store.open(path) as store, collecting or contextlib.nullcontext() as collectors:
        keeper = campaign.begin(
            store,
            kind,
            request,
            objective=ProbeValues.of(probe).objective,
            strategy="run",
            seed=int(probe["seed"] or 0),
            asked={"probe": probe},
            collectors=collectors,
            tell=bench.event,
        )
        session.keeper = keeper
        yield keeper
        keeper.end({"info": session.info, **(findings or {})})


def find_limiter(
    bench: Bench,
    session: Session,
    stack: contextlib.ExitStack,
    request: SessionRequest,
    probe: ProbeRequest,
    record: RunRecord,
    findings: LimiterFindings,
) -> tuple[RunRecord, Interruption | None]:
    """The record with the finding of short scaling Runs as its `limited_by`, which also goes into
    `findings` with the Runs behind it.

    A session that is opened on the way is closed by `stack`. Interruption, the record is as it was:
    half of the Runs are no finding.
    """
    from plimsoll.campaign.limiter_runs import who_limits
    from plimsoll.native.session import Session

    sessions = [session]

    def reopen(other: SessionRequest) -> Session:
        # One at a time: a device that is written to opens for one only.
        newest = sessions[-1]
        newest.close()
        again = (session.opener or Session.open)(
            other,
            keeper=newest.keeper,
            stop=newest.stop,
            listeners=newest.listeners,
        )
        sessions.append(again)
        stack.callback(again.close)
        return again

    def on_run(ask: Ask, done: RunRecord | None) -> None:
        bench.step(Sentence(partial(_scaling_step, ask, done)))

    try:
        finding, runs = who_limits(session, request, probe, record, reopen=reopen, on_run=on_run)
    except Interruption as interruption:
        return record, interruption
    findings["limited_by"] = limited_by = finding.to_json()
    findings["scaling"] = [_row(name, run) for name, run in runs.items() if run is not None]
    return {**record, "limited_by": limited_by}, None


def _scaling_step(ask: Ask, done: RunRecord | None) -> str:
    from plimsoll.base.units import rate
    from plimsoll.judge.limiter import run_names, signs

    figures = {"run": run_names.words(ask.name), "question": signs.question(ask.why)}
    if done is None:
        return message("scaling-run-refused", **figures)
    return message("scaling-run", **figures, rate=rate(done["achieved_rate_per_s"]))


def _row(name: str, run: RunRecord) -> ScalingRun:
    from plimsoll.judge.limiter.observations import RunFacts

    facts = RunFacts.of(run)
    return {
        "name": name,
        "settled_rate_per_s": facts.rate_per_s if facts else 0.0,
        "outstanding_mean": run["outstanding_mean"],
        "completion_latency_mean_ns": run["all"]["completion_latency_ns"]["mean"],
    }


def keep_outcome(outcome: RunOutcome, path: Path) -> int:
    """Puts a Run that was measured without a store into one at `path`; its campaign there. Nothing
    was written while it ran."""
    from plimsoll import campaign
    from plimsoll.native.listener import ActiveRun
    from plimsoll.store import Store

    with Store.open(path) as store:
        keeper = campaign.begin(
            store,
            "run",
            outcome.request,
            objective=ProbeValues.of(outcome.probe).objective,
            strategy="run",
            seed=int(outcome.probe["seed"] or 0),
            asked={"probe": outcome.probe},
        )
        run = ActiveRun(outcome.info, "run", outcome.probe)
        keeper.run_begins(run)
        keeper.run_ends(run, outcome.left)
        keeper.end({"info": outcome.info, **outcome.findings})
        return keeper.campaign_id


def simulation_probe(
    question: Question,
    *,
    queue_depth: int | None = None,
    workers: int | None = None,
    rate: float | str | None = None,
    objective: str | None = None,
    measure_for: str | None = None,
    seed: int | None = None,
) -> ProbeRequest:
    """The request for a Run on described storage, of what a clients' own load leaves open. Raises
    UsageError for a rate that is a share of the maximum."""
    from plimsoll.native.session import without_none

    offered = offered_rate(rate)
    if offered is not None and offered.share is not None:
        raise UsageError(
            message("share-simulated", rate=rate),
            f"plimsoll run --virtual --target {question.targets[0]} --rate {rate}",
        )
    probe: ProbeRequest = {
        "queue_depth": queue_depth,
        "workers": workers,
        **({} if offered is None else offered.request()),
        **question.probe(),
        "objective": objective,
        "measure_for": measure_for or SIMULATED_FOR,
        "seed": seed_or_default(seed, virtual=True),
        "stop_when_decided": False,
    }
    return without_none(probe)
