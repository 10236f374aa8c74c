"""`plimsoll check` tests promises: each is kept, broken or inconclusive, with its evidence and an
exit code for CI."""

from __future__ import annotations

import contextlib
import os
import re
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from plimsoll.base import preferences
from plimsoll.base.errors import Interruption, PlimsollError, UsageError
from plimsoll.base.keys import LOAD
from plimsoll.cli import _options, _store_place
from plimsoll.cli._options import argument, flag, key
from plimsoll.cli.terminal import screen
from plimsoll.features.promises import command_promise
from plimsoll.native import stack_parameters
from plimsoll.native.model import SessionValues

if TYPE_CHECKING:
    from collections.abc import Iterator

    from plimsoll.features.promises.rules.claims import Claim
    from plimsoll.features.promises.rules.document import Check, Judged, RunSeen
    from plimsoll.features.promises.rules.file import PromiseFile
    from plimsoll.native.model import SessionRequest
    from plimsoll.native.session import Session

EXAMPLES = (
    "plimsoll check examples/promises/s3-tier1-2000gb.toml",
    "plimsoll check --target test.dat --rate 5000 --objective 'p99 <= 5ms'",
    "plimsoll check volume.toml --target /dev/vdb --junit check.xml",
    "plimsoll check volume.toml --store runs.db --campaign 3 --json",
)

CODES = {"kept": 0, "broken": 1, "inconclusive": 2}
"""Exit codes of a verdict (measurement.md, section 10)."""
_MEASUREMENT_FLAGS = ("--hosts", "--metrics", "--seed", "--warmup-for", "--measure-for", "--target")
"""Flags that contradict --campaign, which measures nothing."""


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
        callback=_options.kept_in,
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
    lengths = {"warmup_for": warmup_for, "measure_for": measure_for}
    flags = _options.typed(context)
    _refuse_campaign_flags(campaign, configuration, flags, no_store=no_store)
    rate_promise = command_promise.CommandPromise(
        options, _options.finite(rate, "--rate", above=0), _options.joined(objective), workers
    )
    overlap = [flag for flag in flags if flag in command_promise.FLAGS]
    if promise is not None and overlap:
        raise UsageError(
            f"{', '.join(overlap)} cannot be combined with a promise file",
            f"{promise} says it. Leave one or the other out.",
        )
    if promise is None:
        file = rate_promise.file(target, lengths, stored=campaign is not None)
        claims, promise = file.claims(), command_promise.NO_FILE
    else:
        file, claims = _read_promise(
            promise, lengths, most_outstanding, stored=campaign is not None
        )
    if junit is not None:
        from plimsoll.features.promises import junit as xml

        # A refusal must come before minutes of measuring.
        xml.refuse_foreign(junit)
    targets = target or [_resolve_target(promise, one) for one in file.targets]
    if campaign is not None:
        with _junit_on_error(junit, promise, targets, claims):
            result = _judge_campaign(store, campaign, promise, file, claims, configuration)
    else:
        requests = [
            replace(
                options,
                target=[one],
                workload=None,
                keys={},
                virtual=options.virtual
                or (file.virtual and (not target or one.startswith("stack:"))),
                parameters=_stack_parameters(file, one, options.parameters),
            ).request()
            for one in targets
        ]
        drawn_seed = _options.seed_or_drawn(
            seed, virtual=all(SessionValues.of(one).virtual for one in requests)
        )
        kept_store = None if no_store else store
        with _junit_on_error(junit, promise, targets, claims):
            result = _measure(
                kept_store,
                promise,
                file,
                claims,
                requests,
                drawn_seed,
                metrics,
                hosts,
                quiet=as_json,
            )
    try:
        if junit is not None:
            xml.write(result, junit)
    finally:
        # The verdict is printed even if the JUnit file could not be written. A stored campaign may
        # hold several Runs, so it gets the long form.
        _print_result(
            result,
            as_json=as_json,
            objective=None if campaign is not None else rate_promise.objective,
        )
    return CODES[result.verdict]


def _refuse_campaign_flags(
    campaign: int | None,
    configuration: str | None,
    flags: list[str],
    *,
    no_store: bool,
) -> None:
    """Raises UsageError for flags that contradict --campaign, or that need it. `flags`: those that
    were typed."""
    if campaign is None:
        if configuration is not None:
            raise UsageError("--configuration needs --campaign", "It chooses among stored Runs.")
        return
    if no_store:
        raise UsageError(
            "--campaign reads a store, and --no-store has none", "Leave one of them out."
        )
    if extra := [flag for flag in flags if flag in _MEASUREMENT_FLAGS]:
        raise UsageError(
            f"{', '.join(extra)} cannot be combined with --campaign",
            "Leave one or the other out: --campaign measures nothing.",
        )


def _stack_parameters(file: PromiseFile, target: str, given: list[str] | None) -> list[str] | None:
    """Parameters of described storage. Flags override those of the file."""
    if not file.stack or not target.startswith("stack:"):
        return given
    typed_keys = {
        text.removeprefix(stack_parameters.PREFIX).partition("=")[0].strip() for text in given or ()
    }
    file_values = {key: value for key, value in file.stack.items() if key not in typed_keys}
    return [*stack_parameters.native(file_values), *(given or ())]


@contextlib.contextmanager
def _junit_on_error(
    junit: Path | None, promise: Path, targets: list[str], claims: list[Claim]
) -> Iterator[None]:
    """Writes an error into the JUnit file when the check fails. CI would otherwise read the file of
    an earlier check as this one's."""
    from plimsoll.base.errors import one_line

    try:
        yield
    except (PlimsollError, KeyboardInterrupt) as error:
        if junit is not None:
            from plimsoll.features.promises import junit as xml

            reason = one_line(str(error)) or "interrupted"
            # The error at hand matters more than a JUnit file that can't be written.
            with contextlib.suppress(PlimsollError):
                xml.write_error_cases(
                    junit, promise.name, targets, [claim.name for claim in claims], reason
                )
        raise


def _read_promise(
    path: Path,
    lengths: dict[str, str | None],
    most_outstanding: int | None,
    *,
    stored: bool,
) -> tuple[PromiseFile, list[Claim]]:
    """The promise file and its claims, with the flags applied."""
    from plimsoll.base import reading
    from plimsoll.features.promises.rules import file as promise_file
    from plimsoll.features.promises.rules.parts import Lengths

    read_as = promise_file.StoredPromiseFile if stored else promise_file.PromiseFile
    file = reading.read(path, read_as)
    over = {key: value for key, value in lengths.items() if value is not None}
    if over:
        from pydantic import ValidationError

        try:
            file = file.model_copy(
                update={"lengths": Lengths(**{**file.lengths.model_dump(), **over})}
            )
        except ValidationError as error:
            message = error.errors()[0]["msg"].removeprefix("Value error, ")
            flags = " ".join(f"--{key.replace('_', '-')} {value}" for key, value in over.items())
            raise UsageError(f"{flags}: {message}", "Give times as 5s, 2m.") from None
    claims = file.claims()
    if most_outstanding is not None:
        import dataclasses

        claims = [dataclasses.replace(claim, most_outstanding=most_outstanding) for claim in claims]
    return file, claims


def _resolve_target(promise: Path, target: str) -> str:
    """The target, its path resolved against the folder of the promise file."""
    if "://" in target or target == "null:":
        return target
    kind, path = (
        ("stack:", target.removeprefix("stack:")) if target.startswith("stack:") else ("", target)
    )
    return f"{kind}{os.path.normpath(promise.parent / path)}"


def _measure(
    path: Path | None,
    promise: Path,
    file: PromiseFile,
    claims: list[Claim],
    requests: list[SessionRequest],
    seed: int,
    metrics: str | None,
    hosts: Path | None,
    *,
    quiet: bool,
) -> Check:
    from plimsoll.cli._measure import measuring
    from plimsoll.cli.run import RunMeter
    from plimsoll.features.promises import runs as promise_check
    from plimsoll.features.promises.rules.verdict_document import merge_checks
    from plimsoll.store import Store

    with contextlib.ExitStack() as stack:
        measure = stack.enter_context(measuring("check", quiet=quiet, metrics=metrics, hosts=hosts))
        stop, meter = measure.stop, stack.enter_context(measure.meter())
        progress = RunMeter(meter)

        def open_session(asked: SessionRequest) -> Session:
            return measure.open(asked, listeners=[progress])

        # Every target is opened once before the store is made, so that a refusal leaves neither an
        # empty store nor half of the targets measured.
        for request in requests:
            with open_session({**request, "workload": claims[0].workload}):
                pass
        # With --no-store the Runs go into a temporary store: one code path for both.
        open_store = stack.enter_context(
            Store.open(path or Path(stack.enter_context(tempfile.TemporaryDirectory()), "once.db"))
        )
        if path is not None:
            _store_place.note(path, [request["target"] for request in requests])
        checks: list[Check] = []
        name = file.name or promise.name
        for request in requests:
            if len(requests) > 1:
                meter.say(f"target {len(checks) + 1} of {len(requests)}: {request['target']}")
            checking = promise_check.Checking(open_session, request, file.lengths, seed, meter.say)
            try:
                result, campaign = promise_check.measure_claims(
                    checking, file, claims, open_store, name=name, stop=stop
                )
            except Interruption:
                hint = "" if path is None else f"What was measured until then is in {path}"
                raise Interruption("interrupted", hint) from None
            if path is not None:
                result.store, result.campaign = str(path), campaign
            checks.append(result)
            if stop.because is not None:
                # The verdict is printed before the reason why it was not stored.
                result.store = result.campaign = None
                meter.close()
                _print_result(merge_checks(checks), as_json=quiet)
                break
    return merge_checks(checks)


def _judge_campaign(
    path: Path,
    campaign_id: int,
    promise: Path,
    file: PromiseFile,
    claims: list[Claim],
    configuration: str | None,
) -> Check:
    from plimsoll.features.promises import runs as promise_check
    from plimsoll.store import Store

    with Store.open(path, create=False, read_only=True) as store:
        row = store.known_campaign(campaign_id)
        # A promise of flags names no target: the one of the Runs is meant.
        is_typed = promise == command_promise.NO_FILE
        file_targets = [] if is_typed else [_resolve_target(promise, one) for one in file.targets]
        result = promise_check.judge_stored_runs(
            store,
            row,
            claims,
            name=file.name or promise.name,
            promised=file_targets,
            configuration=configuration,
        )
    result.store, result.campaign = str(path), campaign_id
    return result


def _print_result(result: Check, *, as_json: bool, objective: str | None = None) -> None:
    """Prints the verdict. `objective`: of a rate that was typed, which is answered in one line."""
    if as_json:
        screen.document(result.model_dump(mode="json", by_alias=True))
    elif objective is not None:
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


def _statistic(judged: Judged) -> str:
    """The statistic of a latency that is compared: mean, p99."""
    objective = judged.terms.objective
    if objective is None or " and " in objective:
        return "mean"
    return re.split(r"[(\s<>]", objective, maxsplit=1)[0]


def _load(run: RunSeen) -> str:
    """The load of a Run, as far as its record has it."""
    if run.offered_rate_per_s is not None:
        return f"{run.offered_rate_per_s:,.6g} IOPS"
    if run.workers is None or run.queue_depth is None:
        return "not told"
    return f"{run.workers} × {run.queue_depth}"


def _print_runs(judged: Judged) -> None:
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
