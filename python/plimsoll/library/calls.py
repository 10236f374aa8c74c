"""The functions of `import plimsoll`. Each reads its arguments, takes the way that the command of
its name takes, and gives back the answer."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeVar

from typing_extensions import Unpack

from plimsoll.base.errors import UsageError
from plimsoll.base.feature import answering
from plimsoll.library import results
from plimsoll.library.arguments import (
    Arguments,
    CheckArguments,
    FindArguments,
    RunArguments,
    SimulateArguments,
    texts,
)
from plimsoll.library.bench import Bench, quiet_bench, sources
from plimsoll.library.boundary import call
from plimsoll.library.campaigns import Campaign, Store, campaign_of
from plimsoll.library.messages import message
from plimsoll.library.question import all_objectives, stack_file

if TYPE_CHECKING:
    from plimsoll.collect import Source
    from plimsoll.library.arguments import TargetName
    from plimsoll.library.judgement import JudgeResult
    from plimsoll.library.runs import RunOutcome
    from plimsoll.library.searches import SearchOptions
    from plimsoll.native.record import ProbeRequest, SessionRequest

RunType = TypeVar("RunType", bound=results.RunResult)


@call
def open(path: str | PathLike[str]) -> Store:  # noqa: A001  # as in `plimsoll.open`
    """Opens a store for reading, as it is at this moment: a context manager that gives its
    campaigns.

    Raises `NoTargetError` where there is no such file, `InputError` where it is no store.
    """
    return Store(path)


@call
def run(
    target: TargetName | Sequence[TargetName],
    *,
    objective: str | Sequence[str] | None = None,
    who_limits: bool = False,
    **keys: Unpack[RunArguments],
) -> results.RunResult:
    """Runs one workload against one target, or several together, once: `plimsoll run`.

    `target` is a file, a block device, "nbd://…", "null:" or "stack:FILE.toml" (with
    `virtual=True` on the virtual clock). `keys` are called like the flags of the command:
    `block_size="8k"`, `read="70%"`, `rate=5000` or `queue_depth=32`, `measure_for="60s"`.
    `objective` is that of the Run's verdict, such as "p99 <= 5ms". With `who_limits` short Runs
    afterwards find the limiter. With `store=` the Run is kept there.

    Writing needs the same consent as on the command line: `i_will_lose_the_data_on=` names the
    target where it is not Plimsoll's own file.

    Raises `UsageError` for an invalid argument, `NoTargetError`, `RefusedError` where data could be
    lost, `IoError`, and `Interruption` after a request of `stop=`, whose `result` is the Run so
    far.
    """
    given = Arguments(keys, RunArguments, "objective", "who_limits")
    question = given.question(texts(target))
    session = question.session()
    probe = question.run(objective=objective, seed=given.value("seed"))
    outcome, place = _run(given, session, probe, rate=given.value("rate"), who_limits=who_limits)
    result = results.RunResult(outcome.document, outcome.exit_code, place, number=place.run)
    return _whole(outcome, result)


@call
def simulate(
    stack: str | PathLike[str],
    *,
    objective: str | Sequence[str] | None = None,
    who_limits: bool = False,
    **keys: Unpack[SimulateArguments],
) -> results.SimulationResult:
    """Simulates a described storage system under load, on the virtual clock: `plimsoll simulate`.

    `stack` is its file. Its clients drive it, each kind with its own workload and load; a key that
    is given here applies to all of them. The same stack, keys and seed give the
    same figures. The load line of such a stack is `find("stack:FILE.toml", virtual=True)`.

    Raises `UsageError` for an invalid argument, `InputError` for a file that is no stack.
    """
    from plimsoll.library.runs import simulation_probe

    given = Arguments(keys, SimulateArguments, "objective", "who_limits")
    own = ("queue_depth", "workers", "rate", "measure_for")
    question = given.question([f"stack:{stack_file(str(stack))}"], but=own, virtual=True)
    probe = simulation_probe(
        question,
        queue_depth=given.value("queue_depth"),
        workers=given.value("workers"),
        rate=given.value("rate"),
        objective=all_objectives(objective),
        measure_for=given.value("measure_for"),
        seed=given.value("seed"),
    )
    outcome, place = _run(given, question.session(), probe, who_limits=who_limits)
    result = results.SimulationResult(outcome.document, outcome.exit_code, place, number=place.run)
    return _whole(outcome, result)


@call
def find(
    target: TargetName | Sequence[TargetName],
    *,
    objective: str | Sequence[str] | None = None,
    time: str | None = None,
    horizon: str | None = None,
    between: tuple[float, float] | str | None = None,
    **keys: Unpack[FindArguments],
) -> results.LoadLine:
    """Finds the load line: the highest offered rate that is carried and still meets the objective:
    `plimsoll find`.

    `target` and `keys` are as in `run`; rates, depths and times are chosen by the search.
    `objective`: "p99 <= 2ms"; without it one is chosen from the latency at a light load. `time`:
    the budget of the search, 5m by default. `horizon`: the least length of the holds. `between`:
    the lowest and the highest rate that may be offered, in IOPS.

    The result is one line: for several read shares or block sizes call it once for each.

    Raises as `run`; `Interruption.result` is the result so far.
    """
    from plimsoll.library.families import members
    from plimsoll.library.searches import MOST_WORKERS, SearchOptions, refuse_together

    given = Arguments(keys, FindArguments, "objective", "time", "horizon", "between")
    question = given.question(texts(target), but=("workers",))
    if several := members(question):
        raise UsageError(
            *message.refusal("several-lines", lines=len(several), first=several[0].label)
        )
    store = given.path("store")
    scratch = results.Scratch() if store is None else None
    options = SearchOptions(
        load=question.probe(),
        objective=all_objectives(objective),
        workers=given.value("workers") or MOST_WORKERS,
        seed=given.value("seed"),
        store=store,
        scratch=None if scratch is None else scratch.store,
        horizon=horizon,
        time=time,
        between=between if between is None or isinstance(between, str) else _range(between),
        sources=_sources(given, virtual=question.virtual),
    )
    refuse_together(options)
    return _line(given, options, question.session(), scratch)


@call
def check(
    promise: str | PathLike[str] | None = None,
    *,
    target: TargetName | Sequence[TargetName] | None = None,
    rate: float | None = None,
    objective: str | Sequence[str] | None = None,
    campaign: int | None = None,
    configuration: str | None = None,
    **keys: Unpack[CheckArguments],
) -> results.CheckResult:
    """Checks a promise: an IOPS limit, a bandwidth cap, IOPS per GB, an objective, a load line:
    `plimsoll check`.

    `promise` is a promise file; without one `rate` (IOPS) and `objective` on `target` are the
    promise. `target` is tested instead of those in the file. With `campaign` and `store=` nothing
    is measured: the Runs of that campaign are judged, or those of one `configuration`.

    Raises as `run`, and `InputError` for a file that is no promise. A broken or inconclusive
    promise is an answer and no error: `.verdict`.
    """
    given = Arguments(
        keys, CheckArguments, "target", "rate", "objective", "campaign", "configuration"
    )
    answer = answering("check")
    own = {
        "target": target,
        "rate": rate,
        "objective": objective,
        "campaign": campaign,
        "configuration": configuration,
    }
    with _bench(given) as bench:
        result: results.CheckResult = answer(
            bench,
            given,
            given.flags(*(name for name, value in own.items() if value is not None)),
            promise=None if promise is None else Path(promise),
            targets=texts(target),
            rate=rate,
            objective=all_objectives(objective),
            campaign=campaign,
            configuration=configuration,
        )
    return result


@call
def compare(
    *variants: str | PathLike[str] | Campaign,
    store: str | PathLike[str] | None = None,
    figure: Literal["mean", "p50", "p95", "p99", "p99.9"] = "p99",
    margin: float = 5.0,
    across: bool = False,
    drifts: bool = True,
) -> results.Comparison:
    """Compares two or more variants by their repeats: better, worse, the same, or not enough data:
    `plimsoll compare`.

    A variant is a campaign, or a text as on the command line: "before.db" (its newest campaign),
    "before.db#3", "before.db#1,4-6", "before.db#all", "before.db#3:NAME" for a configuration or a
    target; with `store` the part behind the #. The first is the base. One alone is compared with
    the baseline that is pinned in its store.

    `figure` of the response time decides at an equal offered rate. Differences up to `margin`
    (percent) are the same. `across` matches by load alone. `drifts`: the rig may have changed
    between variants measured one after another.

    Raises `UsageError` and `InputError` where there is nothing to compare.
    """
    names = [
        f"{one.store}#{one.number}" if isinstance(one, Campaign) else str(one) for one in variants
    ]
    if not names:
        raise UsageError(*message.refusal("no-variant"))
    result: results.Comparison = answering("compare")(
        names,
        None if store is None else Path(store),
        figure=figure,
        margin=margin,
        across=across,
        drifts=drifts,
    )
    return result


@call
def read(
    *paths: str | PathLike[str],
    store: str | PathLike[str] | None = None,
    configuration: str | None = None,
    campaign: int | None = None,
    only: str | None = None,
    utc_offset: str | None = None,
    dates: Literal["dmy", "mdy", "ymd"] | None = None,
) -> Campaign:
    """Reads results: files of other programs or folders of them, as `plimsoll import` does (its
    `--list` names the formats), or a campaign of a store.

    Of a store, "runs.db" is its newest campaign and "runs.db#3" its third. Files of other programs
    become a campaign of `store`, of a temporary one without it: `configuration` names it in
    comparisons, `campaign` adds to an earlier import; of recorded counters `only` is a pattern of
    the names that are kept, `utc_offset` ("+01:00") and `dates` the form of their times.

    Raises `NoTargetError` for a missing path, `InputError` where no file is a result of a known
    program.
    """
    if not paths:
        raise UsageError(*message.refusal("nothing-named"))
    found = _campaign_of_store(str(paths[0])) if len(paths) == 1 else None
    if found is not None:
        return found
    result: Campaign = answering("import")(
        [Path(one) for one in paths],
        None if store is None else Path(store),
        configuration=configuration,
        campaign=campaign,
        only=only,
        utc_offset=utc_offset,
        dates=dates,
    )
    return result


@call
def judge_results(*paths: str | PathLike[str], link: str | None = None) -> JudgeResult:
    """Judges results by physics and by themselves, for what they can be used: `plimsoll judge`.

    `paths` are files of any program that `read` knows, or folders of them; "runs.db" and
    "runs.db#3" are campaigns of a store. `link` names the link between host and storage
    ("sata-6g", "fc-16g"): nothing can move more than it carries. Nothing is stored.

    A file that is damaged, or no result, is an answer and no error: `.left_out`. Raises
    `UsageError` for an unknown link, `NoTargetError` for a missing path.
    """
    if not paths:
        raise UsageError(*message.refusal("nothing-to-judge"))
    result: JudgeResult = answering("judge")([Path(one) for one in paths], link)
    return result


# -- parts of several calls ------------------------------------------------------------------------


def _bench(given: Arguments) -> contextlib.AbstractContextManager[Bench]:
    return quiet_bench(
        stop=given.value("stop"), listener=given.value("listener"), hosts=given.path("hosts")
    )


def _sources(given: Arguments, *, virtual: bool) -> Sequence[Source]:
    return sources(
        given.texts("collect"),
        given.texts("scrape"),
        given.value("collect_every"),
        stored=given.value("store") is not None,
        virtual=virtual,
        hosts=given.path("hosts"),
    )


def _run(
    given: Arguments,
    session: SessionRequest,
    probe: ProbeRequest,
    *,
    rate: object = None,
    who_limits: bool,
) -> tuple[RunOutcome, results.CampaignPlace]:
    """A Run, and where it is kept."""
    from plimsoll.library.runs import run_once

    store = given.path("store")
    with (
        _bench(given) as bench,
        run_once(
            bench,
            session,
            probe,
            rate=rate,
            store=store,
            sources=_sources(given, virtual=bool(session["virtual"])),
            who_limits=who_limits,
        ) as outcome,
    ):
        if store is None or outcome.campaign is None:
            return outcome, results.MemoryRun(outcome)
        return outcome, results.CampaignPlace(store, (outcome.campaign,), run=outcome.run)


def _line(
    given: Arguments,
    options: SearchOptions,
    session: SessionRequest,
    scratch: results.Scratch | None,
) -> results.LoadLine:
    """A line that is searched now. Raises the interruption that ended the search, with the line so
    far."""
    from plimsoll.library.searches import interruption, line_document, search_line, verdict_code
    from plimsoll.search import document

    objective = options.canonical_objective
    with _bench(given) as bench:
        with (
            contextlib.ExitStack() as stores,
            search_line(bench, options, session, stores, objective=objective) as line,
        ):
            answer = document.of(line.result)
        place = results.CampaignPlace(line.store.path, (line.campaign,), scratch=scratch)
        shown = line_document(answer, line, options.store)
        result = results.LoadLine(shown, verdict_code(answer), place)
        if bench.stop.because is None and (interrupt := interruption(bench.stop, options.store)):
            interrupt.result = result
            raise interrupt
    return result


def _whole(outcome: RunOutcome, result: RunType) -> RunType:
    """The result. Raises the interruption that ended the Run, with the result so far."""
    if outcome.interruption is not None:
        outcome.interruption.result = result
        raise outcome.interruption
    return result


def _range(between: tuple[float, float]) -> str:
    low, high = between
    return f"{low}..{high}"


def _campaign_of_store(text: str) -> Campaign | None:
    """The campaign that `STORE` or `STORE#3` names; None where that is no store."""
    from plimsoll.store.opening import is_store

    name, mark, number = text.rpartition("#")
    if mark and number.isdecimal() and is_store(Path(name)):
        return campaign_of(Path(name), int(number))
    return campaign_of(Path(text), None) if is_store(Path(text)) else None
