"""`plimsoll check` tests promises: each is kept, broken or inconclusive, with its evidence and an
exit code for CI."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from plimsoll.base import language, preferences, units
from plimsoll.base.errors import PlimsollError
from plimsoll.base.keys import LOAD
from plimsoll.cli import _options
from plimsoll.cli._options import argument, flag, key
from plimsoll.cli.run import RunMeter
from plimsoll.cli.terminal import answer, screen
from plimsoll.cli.terminal.answer import Details
from plimsoll.features.promises import checking
from plimsoll.features.promises.checking import CheckPlan
from plimsoll.features.promises.messages import message
from plimsoll.library.question import all_objectives

if TYPE_CHECKING:
    from plimsoll.features.promises.rules.document import Check, ClaimVerdict, Figure, RunUse
    from plimsoll.report.evidence.evidence import Evidence
    from plimsoll.store import Store

EXAMPLES = (
    "plimsoll check examples/promises/s3-tier1-2000gb.toml",
    "plimsoll check --target test.dat --rate 5000 --objective 'p99 <= 5ms'",
    "plimsoll check volume.toml --target /dev/vdb --junit check.xml",
    "plimsoll check volume.toml --store runs.db --campaign 3 --json",
)


@_options.spread(
    target="none",
    of_workload=("block_size", "read", "pattern", "working_set"),
    of_load=("max_outstanding",),
    of_session=(
        "workload",
        "engine",
        "engine_option",
        "cached",
        "virtual",
        "parameters",
        "lose_data_on",
        "overwrite_signature",
    ),
)
def check(
    options: _options.RunOptions,
    context: typer.Context,
    promise: Path | None = argument("[PROMISE]", message("help-promise")),
    target: list[str] | None = flag("--target T", message("help-target")),
    rate: float | None = flag("--rate PER_S", message("help-rate")),
    objective: _options.Objective = None,
    workers: int | None = key(LOAD["workers"], message("help-workers")),
    most_outstanding: int | None = flag(
        "--most-outstanding N", message("help-most-outstanding"), min=1
    ),
    warmup_for: str | None = flag("--warmup-for TIME", message("help-warmup-for")),
    measure_for: str | None = flag("--measure-for TIME", message("help-measure-for")),
    seed: _options.Seed = None,
    store: Path = flag(
        "--store FILE",
        message("help-store"),
        preferences.STORE,
        callback=_options.preferred_store,
    ),
    no_store: bool = flag("--no-store", message("help-no-store")),
    campaign: int | None = flag("--campaign N", message("help-campaign")),
    configuration: str | None = flag("--configuration NAME", message("help-configuration")),
    junit: Path | None = flag("--junit FILE", message("help-junit")),
    hosts: _options.Hosts = None,
    metrics: _options.Metrics = None,
    why: _options.Why = False,
    runs: _options.Runs = False,
    as_json: _options.Json = False,
) -> int:
    """Check a promise: an IOPS limit, a bandwidth cap, IOPS per GB, an objective, a load line.

    With --rate and --objective instead of a file, it answers in one line: can the target carry this
    rate and meet the objective? Measures until there is a verdict, or the limit on outstanding I/O
    is reached. The exit code is 0 when every promise is kept, 1 when one is broken, 2 when one is
    inconclusive; the output then says what would decide it.
    """
    plan = checking.CheckRequest(
        options.question(),
        flags=_options.typed_flags(context),
        promise=promise,
        targets=target,
        rate=rate,
        objective=all_objectives(objective),
        workers=workers,
        most_outstanding=most_outstanding,
        warmup_for=warmup_for,
        measure_for=measure_for,
        seed=seed,
        store=None if no_store else store,
        campaign=campaign,
        configuration=configuration,
    ).plan()
    if junit is not None:
        from plimsoll.features.promises import junit as xml

        # A refusal must come before minutes of measuring.
        xml.refuse_foreign(junit)
    details, evidence = Details(why=why, runs=runs), _NO_EVIDENCE
    with _junit_on_error(junit, plan):
        if campaign is not None:
            verdict = checking.judge_campaign(plan)
            if not as_json:
                evidence = _stored_evidence(store, campaign)
        else:
            verdict, evidence = _measure(plan, metrics, hosts, details, as_json=as_json)
    try:
        if junit is not None:
            xml.write(verdict, junit)
    finally:
        # Minutes of measuring are told also when somebody else's file came in the way of this one.
        _print_result(plan, verdict, evidence, details, as_json=as_json)
    return checking.CODES[verdict.verdict]


_NO_EVIDENCE: Sequence[Evidence] = ()


def _measure(
    plan: CheckPlan, metrics: str | None, hosts: Path | None, details: Details, *, as_json: bool
) -> tuple[Check, Sequence[Evidence]]:
    """The verdict by Runs that are made now, and these Runs. One that could not be kept is printed
    before the reason why."""
    from plimsoll.cli._measure import measuring

    with contextlib.ExitStack() as stack:
        work = stack.enter_context(measuring("check", quiet=as_json, metrics=metrics, hosts=hosts))
        meter = stack.enter_context(work.meter())
        bench = work.bench(_CheckMeter(meter, quiet=as_json))
        verdict, campaigns, store = stack.enter_context(checking.measure(bench, plan))
        evidence = _NO_EVIDENCE if as_json else _evidence(store, campaigns)
        if work.stop.because is not None:
            meter.close()
            _print_result(plan, verdict, evidence, details, as_json=as_json)
        return verdict, evidence


def _evidence(store: Store, campaigns: Sequence[int]) -> Sequence[Evidence]:
    """The campaigns that a verdict rests on; none where the store is gone, whose verdict is printed
    all the same."""
    from plimsoll.report.evidence.evidence import gather

    with contextlib.suppress(PlimsollError):
        return [gather(store, number) for number in campaigns]
    return _NO_EVIDENCE


def _stored_evidence(path: Path, campaign: int) -> Sequence[Evidence]:
    from plimsoll.store import Store

    with Store.open(path, create=False, read_only=True) as store:
        return _evidence(store, [campaign])


class _CheckMeter(RunMeter):
    """Also tells which Run comes next."""

    def search_step(self, step: object) -> None:
        """The Run that comes next."""
        self._meter.say(step)


@contextlib.contextmanager
def _junit_on_error(junit: Path | None, plan: CheckPlan) -> Iterator[None]:
    """Where there is no verdict, the file for CI says so: one of an earlier check would be read as
    this one's."""
    from plimsoll.base.errors import one_line

    try:
        yield
    except (PlimsollError, KeyboardInterrupt) as error:
        if junit is not None:
            from plimsoll.features.promises import junit as xml

            reason = one_line(str(error)) or "interrupted"
            # The error at hand matters more than a JUnit file that can't be written.
            with contextlib.suppress(PlimsollError):
                names = [claim.name for claim in plan.claims]
                xml.write_error_cases(junit, plan.path.name, plan.targets, names, reason)
        raise


def _print_result(
    plan: CheckPlan,
    result: Check,
    evidence: Sequence[Evidence],
    details: Details,
    *,
    as_json: bool,
) -> None:
    """Prints the verdict; of a rate that was typed in one line."""
    objective = plan.request.objective
    if as_json:
        screen.document(result.model_dump(mode="json", by_alias=True))
    # A stored campaign may hold several Runs, so it gets the long form.
    elif objective is not None and plan.request.campaign is None:
        _print_sentence(result, objective, evidence, details)
    else:
        _print_verdict(result, evidence, details)


@language.for_reader
def _print_sentence(
    result: Check, objective: str, evidence: Sequence[Evidence], details: Details
) -> None:
    """Prints the answer to one rate; of kept Runs with their origin, date and target."""
    from plimsoll.features.promises import first
    from plimsoll.features.promises.rules import answer as one_rate
    from plimsoll.features.promises.rules import verdict_document
    from plimsoll.report.first import screen as first_screen

    result = verdict_document.for_reader(result)
    _print_details(result, details)
    sentence = one_rate.sentence(result, objective)
    if not evidence:
        screen.lines([*sentence.splitlines(), *_files(result)])
        return
    shown = first_screen.draw(evidence, first.of_check(result))
    alone = replace(shown, headline=sentence, rows=(), number=None, obstacle="", todo="")
    answer.block(alone, _files(result))


def _files(result: Check) -> list[str]:
    """The line that names the campaigns and the store; empty with --no-store."""
    if result.store is None:
        return []
    numbers = result.campaigns if result.campaign is None else [result.campaign]
    return answer.files_of(result.store, *numbers)


@language.for_reader
def _print_verdict(result: Check, evidence: Sequence[Evidence], details: Details) -> None:
    """Prints each promise with what was measured, what was asked for besides, and the answer."""
    from plimsoll.features.promises import first
    from plimsoll.features.promises.rules import verdict_document
    from plimsoll.report.first import screen as first_screen

    result = verdict_document.for_reader(result)
    _print_promises(result)
    _print_details(result, details)
    shown = first_screen.draw(evidence, first.of_check(result))
    if not evidence:
        shown = replace(shown, origin="")
    # Each promise stands above with its figure.
    answer.block(replace(shown, rows=first.caveat(result.worst_first), number=None), _files(result))


def _print_promises(result: Check) -> None:
    """A line for each promise: its block sizes, what was measured at each, and the sign of its
    verdict."""
    from plimsoll.features.promises import first
    from plimsoll.report.forms import captions

    groups: dict[str, list[tuple[str, ...]]] = {}
    for judged in result.worst_first:
        name, size = first.name_and_size(judged)
        sign = captions.SIGNS[first.STANDINGS[judged.verdict]]
        measured = "" if judged.measured is None else _figure_text(judged.measured)
        groups.setdefault(name, []).append((size, measured, sign))
    answer.groups(groups)


def _figure_text(figure: Figure) -> str:
    match figure.unit:
        case "ns":
            return units.nanos(figure.value)
        case "share":
            return units.share(figure.value)
        case "bytes/s":
            return units.throughput(figure.value)
    return units.rate(figure.value)


def _print_details(result: Check, details: Details) -> None:
    """Each promise with its reason, and with its Runs."""
    from plimsoll.base.units import exact_seconds
    from plimsoll.features.promises.rules import words

    if not (details.why or details.runs):
        return
    head = message("promise-on", promise=result.name, target=result.target)
    screen.lines(["", f"{message(f'verdict-{result.verdict}')}: {head}"])
    for judged in result.evidence:
        screen.lines([f"{words.verdict_text(judged)}: {words.on_target(judged)}"])
        if details.why:
            about = message(f"subject-{judged.subject}")
            subject = message("line-promise", subject=about, promised=judged.promised)
            screen.lines([f"  {subject}", f"  {judged.because}"])
            if judged.would_decide:
                screen.lines([f"  {message('line-would-decide', decide=judged.would_decide)}"])
            screen.lines([f"  {message('line-note', note=note)}" for note in judged.notes])
        if details.runs:
            _print_runs(judged)
    length = message("line-no-length")
    if result.test_seconds:
        length = message("line-length", time=exact_seconds(result.test_seconds))
    screen.lines([length])


def _statistic(judged: ClaimVerdict) -> str:
    """The statistic of a latency that is compared: mean, p99."""
    objective = judged.terms.objective
    if objective is None or " and " in objective:
        return "mean"
    return re.split(r"[(\s<>]", objective, maxsplit=1)[0]


def _load(run: RunUse) -> str:
    """The load of a Run, as far as its record has it."""
    if run.offered_rate_per_s is not None:
        return f"{units.significant(run.offered_rate_per_s, 6)} IOPS"
    if run.workers is None or run.queue_depth is None:
        return message("load-not-told")
    return f"{run.workers} × {run.queue_depth}"


def _print_runs(judged: ClaimVerdict) -> None:
    from plimsoll.base.errors import outcome_text
    from plimsoll.base.units import amount, exact_seconds

    def figure_text(value: float | None, unit: str) -> str:
        if value is None:
            return "–"
        if unit == "ns":
            return exact_seconds(value / 1e9)
        return (
            units.significant(value, 3)
            if unit == "share"
            else amount(value, "bytes" if unit == "bytes/s" else "rate", bare=True)
        )

    levels = any(run.level for run in judged.runs)
    rows: list[list[str]] = []
    for previous, run in zip([None, *judged.runs], judged.runs, strict=False):
        load = _load(run)
        if previous is not None and run.run_id is not None and previous.run_id == run.run_id:
            # The same Run judged by its next level must not look like a second Run.
            load = message("the-same-run")
        figure = run.figure
        ends = (
            # A rate without intervals is shown, but no verdict rests on it.
            [figure_text(run.achieved_rate_per_s, "IOPS"), "–", "–"]
            if figure is None
            else [figure_text(end, figure.unit) for end in (figure.value, figure.low, figure.high)]
        )
        latency = (
            "–"
            if run.completion_latency_mean_ns is None
            else exact_seconds(run.completion_latency_mean_ns / 1e9)
        )
        level_outcome = message({True: "met", False: "missed", None: "level-undecided"}[run.passed])
        level_cells = [f"{run.level}: {level_outcome}"] if levels else []
        operations = units.count(run.operations) if run.operations else "–"
        rows.append([load, outcome_text(run.outcome), *level_cells, *ends, latency, operations])
    if rows:
        unit = next((run.figure.unit for run in judged.runs if run.figure), "IOPS")
        figure_head = _statistic(judged) if unit == "ns" else unit
        before = ("load", "outcome", *(["judged-against"] if levels else []))
        heads = [message(f"terminal-{head}") for head in before]
        others = [message(f"terminal-{head}") for head in ("low", "high", "latency")]
        screen.table([*heads, figure_head, *others, "n"], rows)
