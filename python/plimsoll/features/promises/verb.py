"""`plimsoll check` tests promises: each is kept, broken or inconclusive, with its evidence and an
exit code for CI."""

from __future__ import annotations

import contextlib
import re
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from plimsoll.base import preferences
from plimsoll.base.errors import PlimsollError
from plimsoll.base.keys import LOAD
from plimsoll.cli import _options
from plimsoll.cli._options import argument, flag, key
from plimsoll.cli.run import RunMeter
from plimsoll.cli.terminal import screen
from plimsoll.features.promises import checking
from plimsoll.library.question import all_objectives

if TYPE_CHECKING:
    from collections.abc import Iterator

    from plimsoll.features.promises.checking import CheckPlan
    from plimsoll.features.promises.rules.document import Check, ClaimVerdict, RunUse

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
    promise: Path | None = argument(
        "[PROMISE]",
        "The promise file (TOML); 'plimsoll schema check file' lists its keys. Without it:"
        " --rate and --objective.",
    ),
    target: list[str] | None = flag(
        "--target T", "Target, instead of those in the file; repeat it for several."
    ),
    rate: float | None = flag(
        "--rate PER_S",
        "Instead of a promise file: is this rate fine? Needs --objective and --target.",
    ),
    objective: _options.Objective = None,
    workers: int | None = key(LOAD["workers"], "With --rate: workers. Default 1."),
    most_outstanding: int | None = flag(
        "--most-outstanding N",
        "How far outstanding I/O may be raised to prove a cap or a shortfall. Default:"
        " most_outstanding in the file, else 4 times its [load].",
        min=1,
    ),
    warmup_for: str | None = flag(
        "--warmup-for TIME",
        "Warm-up before each Run. Default: the file's, else 5s; with --rate 2s.",
    ),
    measure_for: str | None = flag(
        "--measure-for TIME",
        "How long each Run measures. Default: the file's, else 60s; with --rate 20s.",
    ),
    seed: _options.Seed = None,
    store: Path = flag(
        "--store FILE",
        "Store for every Run; with --campaign, the store to read.",
        preferences.STORE,
        callback=_options.preferred_store,
    ),
    no_store: bool = flag("--no-store", "Keep nothing; print the verdict only."),
    campaign: int | None = flag(
        "--campaign N", "Measure nothing: judge the Runs of this campaign in the store."
    ),
    configuration: str | None = flag(
        "--configuration NAME",
        "With --campaign: only its Runs of this configuration, such as a folder's.",
    ),
    junit: Path | None = flag("--junit FILE", "Also write the verdict as JUnit XML, for CI."),
    hosts: _options.Hosts = None,
    metrics: _options.Metrics = None,
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
    with _junit_on_error(junit, plan):
        if campaign is not None:
            verdict = checking.judge_campaign(plan)
        else:
            verdict = _measure(plan, metrics, hosts, as_json=as_json)
    try:
        if junit is not None:
            xml.write(verdict, junit)
    finally:
        # Minutes of measuring are told also when somebody else's file came in the way of this one.
        _print_result(plan, verdict, as_json=as_json)
    return checking.CODES[verdict.verdict]


def _measure(plan: CheckPlan, metrics: str | None, hosts: Path | None, *, as_json: bool) -> Check:
    """The verdict by Runs that are made now. One that could not be kept is printed before the
    reason why."""
    from plimsoll.cli._measure import measuring

    with contextlib.ExitStack() as stack:
        work = stack.enter_context(measuring("check", quiet=as_json, metrics=metrics, hosts=hosts))
        meter = stack.enter_context(work.meter())
        bench = work.bench(_CheckMeter(meter, quiet=as_json))
        verdict, _ = stack.enter_context(checking.measure(bench, plan))
        if work.stop.because is not None:
            meter.close()
            _print_result(plan, verdict, as_json=as_json)
        return verdict


class _CheckMeter(RunMeter):
    """Also tells which Run comes next."""

    def search_step(self, step: object) -> None:
        """The Run that comes next."""
        self._meter.say(str(step))


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


def _print_result(plan: CheckPlan, result: Check, *, as_json: bool) -> None:
    """Prints the verdict; of a rate that was typed in one line."""
    objective = plan.request.objective
    if as_json:
        screen.document(result.model_dump(mode="json", by_alias=True))
    # A stored campaign may hold several Runs, so it gets the long form.
    elif objective is not None and plan.request.campaign is None:
        from plimsoll.features.promises.rules import answer

        screen.lines([*answer.sentence(result, objective).splitlines(), *_store_lines(result)])
    else:
        _print_verdict(result)


def _store_lines(result: Check) -> list[str]:
    """One line that names the campaign and the store; empty with --no-store."""
    return (
        [] if result.store is None else [f"Kept as {_campaign_numbers(result)} in {result.store}."]
    )


def _print_verdict(result: Check) -> None:
    """Prints each promise with its reason, its Runs, and what would decide it."""

    head = f"{result.verdict}: {result.name} on {result.target}"
    screen.lines([head, ""])
    for judged in result.evidence:
        level = (
            f", {'ideal' if judged.level == 'ideal' else 'within ' + judged.level}"
            if judged.level
            else ""
        )
        on_target = f" on {judged.target}" if judged.target else ""
        screen.lines(
            [
                f"{judged.verdict}{level}: {judged.promise}{on_target}",
                f"  promise ({judged.subject}): {judged.promised}",
                f"  {judged.because}",
            ]
        )
        if judged.would_decide:
            screen.lines([f"  what would decide it: {judged.would_decide}"])
        screen.lines([f"  note: {text}" for text in judged.notes])
        _print_runs(judged)
    place = (
        ""
        if result.store is None
        else (
            f"; kept as {_campaign_numbers(result)} in {result.store}"
            if result.measured
            else f"; campaign {result.campaign} of {result.store}"
        )
    )
    from plimsoll.base.units import exact_seconds

    duration = f"{exact_seconds(result.test_seconds)} of Runs"
    if not result.test_seconds:
        duration = "length of the Runs not told"
    screen.lines([f"{duration}{place}"])


def _campaign_numbers(result: Check) -> str:
    if result.campaign is not None:
        return f"campaign {result.campaign}"
    return f"campaigns {', '.join(str(number) for number in result.campaigns)}"


def _statistic(judged: ClaimVerdict) -> str:
    """The statistic of a latency that is compared: mean, p99."""
    objective = judged.terms.objective
    if objective is None or " and " in objective:
        return "mean"
    return re.split(r"[(\s<>]", objective, maxsplit=1)[0]


def _load(run: RunUse) -> str:
    """The load of a Run, as far as its record has it."""
    if run.offered_rate_per_s is not None:
        return f"{run.offered_rate_per_s:,.6g} IOPS"
    if run.workers is None or run.queue_depth is None:
        return "not told"
    return f"{run.workers} × {run.queue_depth}"


def _print_runs(judged: ClaimVerdict) -> None:
    from plimsoll.base.units import amount, exact_seconds

    def figure_text(value: float | None, unit: str) -> str:
        if value is None:
            return "–"
        if unit == "ns":
            return exact_seconds(value / 1e9)
        return (
            f"{value:.3g}"
            if unit == "share"
            else amount(value, "bytes" if unit == "bytes/s" else "rate", bare=True)
        )

    levels = any(run.level for run in judged.runs)
    rows: list[list[str]] = []
    for previous, run in zip([None, *judged.runs], judged.runs, strict=False):
        load = _load(run)
        if previous is not None and run.run_id is not None and previous.run_id == run.run_id:
            # The same Run judged by its next level must not look like a second Run.
            load = "the same Run"
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
        level_outcome = {True: "met", False: "missed", None: "undecided"}[run.passed]
        level_cells = [f"{run.level}: {level_outcome}"] if levels else []
        operations = f"{run.operations:,}" if run.operations else "–"
        rows.append([load, run.outcome, *level_cells, *ends, latency, operations])
    if rows:
        unit = next((run.figure.unit for run in judged.runs if run.figure), "IOPS")
        figure_head = _statistic(judged) if unit == "ns" else unit
        level_head = ["judged against"] if levels else []
        screen.table(
            ["load", "outcome", *level_head, figure_head, "low", "high", "mean latency", "n"], rows
        )
