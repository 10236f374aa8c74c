"""`plimsoll check`: is a promise kept? Kept, broken or inconclusive, with the evidence and an exit
code for CI."""

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
from plimsoll.base.errors import Interrupted, PlimsollError, UsageError
from plimsoll.base.keys import LOAD
from plimsoll.cli import _options, _store_place
from plimsoll.cli._options import argument, flag, key
from plimsoll.cli.terminal import screen
from plimsoll.features.promises import typed as _typed_promise
from plimsoll.library.question import all_objectives, finite, seed_or_default
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
OF_MEASUREMENT = ("--hosts", "--metrics", "--seed", "--warmup-for", "--measure-for", "--target")
"""Flags that have no meaning where the Runs of a campaign are judged."""


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
    lengths = {"warmup_for": warmup_for, "measure_for": measure_for}
    flags = _options.typed_flags(context)
    _refuse_beside_campaign(campaign, configuration, flags, no_store=no_store)
    typed = _typed_promise.Typed(
        options, finite(rate, "--rate", above=0), all_objectives(objective), workers
    )
    given = [flag for flag in flags if flag in _typed_promise.FLAGS]
    if promise is not None and given:
        raise UsageError(
            f"{', '.join(given)} cannot be combined with a promise file",
            f"{promise} says it. Leave one or the other out.",
        )
    if promise is None:
        file = typed.file(target, lengths, stored=campaign is not None)
        claims, promise = file.claims(), _typed_promise.FILE
    else:
        file, claims = _read(promise, lengths, most_outstanding, stored=campaign is not None)
    if junit is not None:
        from plimsoll.features.promises import junit as xml

        # Before any work is done.
        xml.refuse_foreign(junit)
    targets = target or [_beside(promise, one) for one in file.targets]
    if campaign is not None:
        with _unjudged(junit, promise, targets, claims):
            said = _held(store, campaign, promise, file, claims, configuration)
    else:
        asked = [
            replace(
                options,
                target=[one],
                workload=None,
                keys={},
                virtual=options.virtual
                or (file.virtual and (not target or one.startswith("stack:"))),
                parameters=_parameters(file, one, options.parameters),
            ).request()
            for one in targets
        ]
        drawn = seed_or_default(seed, virtual=all(SessionValues.of(one).virtual for one in asked))
        kept = None if no_store else store
        with _unjudged(junit, promise, targets, claims):
            said = _measured(
                kept, promise, file, claims, asked, drawn, metrics, hosts, quiet=as_json
            )
    try:
        if junit is not None:
            xml.write(said, junit)
    finally:
        # Minutes of measuring are told also when somebody else's file came in the way of this one.
        # What a store holds may be several Runs, which one line does not tell.
        _tell(said, as_json=as_json, asked=None if campaign is not None else typed.objective)
    return CODES[said.verdict]


def _refuse_beside_campaign(
    campaign: int | None,
    configuration: str | None,
    flags: list[str],
    *,
    no_store: bool,
) -> None:
    """Raises UsageError for what has no meaning where stored Runs are judged, or only there.
    `flags`: those that were typed."""
    if campaign is None:
        if configuration is not None:
            raise UsageError("--configuration needs --campaign", "It chooses among stored Runs.")
        return
    if no_store:
        raise UsageError(
            "--campaign reads a store, and --no-store has none", "Leave one of them out."
        )
    if extra := [flag for flag in flags if flag in OF_MEASUREMENT]:
        raise UsageError(
            f"{', '.join(extra)} cannot be combined with --campaign",
            "Leave one or the other out: --campaign measures nothing.",
        )


def _parameters(file: PromiseFile, target: str, given: list[str] | None) -> list[str] | None:
    """What is set in described storage: by the file, and by flags, which win."""
    if not file.stack or not target.startswith("stack:"):
        return given
    typed = {
        one.removeprefix(stack_parameters.PREFIX).partition("=")[0].strip() for one in given or ()
    }
    kept = {key: value for key, value in file.stack.items() if key not in typed}
    return [*stack_parameters.native(kept), *(given or ())]


@contextlib.contextmanager
def _unjudged(
    junit: Path | None, promise: Path, targets: list[str], claims: list[Claim]
) -> Iterator[None]:
    """Where there is no verdict, the file for CI says so: one of an earlier check would be read as
    this one's."""
    from plimsoll.base.errors import one_line

    try:
        yield
    except (PlimsollError, KeyboardInterrupt) as error:
        if junit is not None:
            from plimsoll.features.promises import junit as xml

            why = one_line(str(error)) or "interrupted"
            # The error at hand says more than that its file can't be written.
            with contextlib.suppress(PlimsollError):
                xml.write_unjudged(
                    junit, promise.name, targets, [claim.name for claim in claims], why
                )
        raise


def _read(
    path: Path,
    lengths: dict[str, str | None],
    most_outstanding: int | None,
    *,
    stored: bool,
) -> tuple[PromiseFile, list[Claim]]:
    """The file with what flags say in its place."""
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


def _beside(promise: Path, target: str) -> str:
    """The target with a path in it taken from the folder of the promise file."""
    if "://" in target or target == "null:":
        return target
    kind, path = (
        ("stack:", target.removeprefix("stack:")) if target.startswith("stack:") else ("", target)
    )
    return f"{kind}{os.path.normpath(promise.parent / path)}"


def _measured(
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
    from plimsoll.features.promises.rules.judged import together
    from plimsoll.store import Store

    with contextlib.ExitStack() as stack:
        measure = stack.enter_context(measuring("check", quiet=quiet, metrics=metrics, hosts=hosts))
        stop, meter = measure.stop, stack.enter_context(measure.meter())
        progress = RunMeter(meter)

        def opened(asked: SessionRequest) -> Session:
            return measure.open(asked, listeners=[progress])

        # A refusal must not leave an empty store behind, nor one target measured and another
        # refused.
        for request in requests:
            with opened({**request, "workload": claims[0].workload}):
                pass
        # What is not to be kept goes into a store that is gone afterwards: one path for both.
        kept = stack.enter_context(
            Store.open(path or Path(stack.enter_context(tempfile.TemporaryDirectory()), "once.db"))
        )
        if path is not None:
            _store_place.note(path, [request["target"] for request in requests])
        checks: list[Check] = []
        name = file.name or promise.name
        for request in requests:
            if len(requests) > 1:
                meter.say(f"target {len(checks) + 1} of {len(requests)}: {request['target']}")
            work = promise_check.Checking(opened, request, file.lengths, seed, meter.say)
            try:
                said, campaign = promise_check.measured(
                    work, file, claims, kept, name=name, stop=stop
                )
            except Interrupted:
                told = "" if path is None else f"What was measured until then is in {path}"
                raise Interrupted("interrupted", told) from None
            if path is not None:
                said.store, said.campaign = str(path), campaign
            checks.append(said)
            if stop.because is not None:
                # Told before the reason why it is kept nowhere.
                said.store = said.campaign = None
                meter.close()
                _tell(together(checks), as_json=quiet)
                break
    return together(checks)


def _held(
    path: Path,
    wanted: int,
    promise: Path,
    file: PromiseFile,
    claims: list[Claim],
    configuration: str | None,
) -> Check:
    from plimsoll.features.promises import runs as promise_check
    from plimsoll.store import Store

    with Store.open(path, create=False, read_only=True) as store:
        found = store.known_campaign(wanted)
        # What was typed names no target: that of the Runs is meant.
        typed = promise == _typed_promise.FILE
        named = [] if typed else [_beside(promise, one) for one in file.targets]
        said = promise_check.held(
            store,
            found,
            claims,
            name=file.name or promise.name,
            promised=named,
            configuration=configuration,
        )
    said.store, said.campaign = str(path), wanted
    return said


def _tell(said: Check, *, as_json: bool, asked: str | None = None) -> None:
    """`asked`: the objective of a rate that was typed, which is answered in a line."""
    if as_json:
        screen.document(said.model_dump(mode="json", by_alias=True))
    elif asked is not None:
        from plimsoll.features.promises.rules import answer

        screen.lines([*answer.sentence(said, asked).splitlines(), *_kept(said)])
    else:
        _print(said)


def _kept(said: Check) -> list[str]:
    """Where the Runs of a rate that was typed are."""
    return [] if said.store is None else [f"Kept as {_numbers(said)} in {said.store}."]


def _print(said: Check) -> None:
    """The verdict for people: each promise, why, the Runs behind it, and what would decide it."""

    head = f"{said.verdict}: {said.name} on {said.target}"
    screen.lines([head, ""])
    for one in said.evidence:
        level = (
            f", {'ideal' if one.level == 'ideal' else 'within ' + one.level}" if one.level else ""
        )
        screen.lines(
            [
                f"{one.verdict}{level}: {one.promise}{f' on {one.target}' if one.target else ''}",
                f"  promise ({one.subject}): {one.promised}",
                f"  {one.because}",
            ]
        )
        if one.would_decide:
            screen.lines([f"  what would decide it: {one.would_decide}"])
        screen.lines([f"  note: {text}" for text in one.notes])
        _runs(one)
    kept = (
        ""
        if said.store is None
        else (
            f"; kept as {_numbers(said)} in {said.store}"
            if said.measured
            else f"; campaign {said.campaign} of {said.store}"
        )
    )
    from plimsoll.base.units import exact_seconds

    spent = f"{exact_seconds(said.test_seconds)} of Runs"
    if not said.test_seconds:
        spent = "length of the Runs not told"
    screen.lines([f"{spent}{kept}"])


def _numbers(said: Check) -> str:
    if said.campaign is not None:
        return f"campaign {said.campaign}"
    return f"campaigns {', '.join(str(number) for number in said.campaigns)}"


def _statistic(one: Judged) -> str:
    """What of a latency is compared: mean, p99."""
    objective = one.terms.objective
    if objective is None or " and " in objective:
        return "mean"
    return re.split(r"[(\s<>]", objective, maxsplit=1)[0]


def _load(run: RunSeen) -> str:
    """The load of a Run, as far as it is told."""
    if run.offered_rate_per_s is not None:
        return f"{run.offered_rate_per_s:,.6g} IOPS"
    if run.workers is None or run.queue_depth is None:
        return "not told"
    return f"{run.workers} × {run.queue_depth}"


def _runs(one: Judged) -> None:
    from plimsoll.base.units import amount, exact_seconds

    def shown(value: float | None, unit: str) -> str:
        if value is None:
            return "–"
        if unit == "ns":
            return exact_seconds(value / 1e9)
        return (
            f"{value:.3g}"
            if unit == "share"
            else amount(value, "bytes" if unit == "bytes/s" else "rate", bare=True)
        )

    levels = any(run.level for run in one.runs)
    rows: list[list[str]] = []
    for before, run in zip([None, *one.runs], one.runs, strict=False):
        load = _load(run)
        if before is not None and run.run_id is not None and before.run_id == run.run_id:
            # Held against its next level: nobody is to count it twice.
            load = "the same Run"
        figure = run.figure
        ends = (
            # A rate without intervals: it was seen, and nothing rests on it.
            [shown(run.achieved_rate_per_s, "IOPS"), "–", "–"]
            if figure is None
            else [shown(end, figure.unit) for end in (figure.value, figure.low, figure.high)]
        )
        latency = (
            "–"
            if run.completion_latency_mean_ns is None
            else exact_seconds(run.completion_latency_mean_ns / 1e9)
        )
        met = {True: "met", False: "missed", None: "undecided"}[run.passed]
        against = [f"{run.level}: {met}"] if levels else []
        count = f"{run.operations:,}" if run.operations else "–"
        rows.append([load, run.outcome, *against, *ends, latency, count])
    if rows:
        unit = next((run.figure.unit for run in one.runs if run.figure), "IOPS")
        what = _statistic(one) if unit == "ns" else unit
        held = ["judged against"] if levels else []
        screen.table(["load", "outcome", *held, what, "low", "high", "mean latency", "n"], rows)
