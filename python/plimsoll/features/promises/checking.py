"""A check from its question to its verdict: the promise is read or made of what was given, its Runs
are made or found in a store. `verb.py` prints it, `plimsoll.check` gives it back."""

from __future__ import annotations

import contextlib
import dataclasses
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from plimsoll.base import language
from plimsoll.base.errors import Interruption, UsageError
from plimsoll.base.sentence import Sentence
from plimsoll.features.promises import command_promise
from plimsoll.features.promises.messages import message
from plimsoll.library.bench import Bench, store_or_temporary, warning_of_place
from plimsoll.library.question import Question, finite, seed_or_default
from plimsoll.native import stack_parameters

if TYPE_CHECKING:
    from plimsoll.features.promises.rules.claims import Claim
    from plimsoll.features.promises.rules.document import Check
    from plimsoll.features.promises.rules.file import PromiseFile
    from plimsoll.native.record import SessionRequest
    from plimsoll.native.session import Session
    from plimsoll.store import Store

CODES = {"kept": 0, "broken": 1, "inconclusive": 2}
"""Exit codes of a verdict (measurement.md, section 10)."""
OF_MEASUREMENT = ("--hosts", "--metrics", "--seed", "--warmup-for", "--measure-for", "--target")
"""Flags that have no meaning where the Runs of a campaign are judged."""


@dataclass(frozen=True)
class CheckRequest:
    """What a check is asked: a promise file, or a rate and an objective."""

    question: Question
    """How targets are opened; without a file also what operations look like."""
    flags: Sequence[str] = ()
    """What was given, as flags of the verb: some have no meaning together."""
    promise: Path | None = None
    targets: list[str] | None = None
    """Instead of those in the file."""
    rate: float | None = None
    objective: str | None = None
    workers: int | None = None
    most_outstanding: int | None = None
    warmup_for: str | None = None
    measure_for: str | None = None
    seed: int | None = None
    store: Path | None = None
    """None: the Runs are gone with the verdict."""
    scratch: Path | None = None
    """Where Runs lie that nobody wants kept; None: in a folder that is removed at once."""
    campaign: int | None = None
    """Judge the Runs of this campaign of the store, and measure nothing."""
    configuration: str | None = None
    """Of that campaign the Runs of this configuration alone."""

    @property
    def lengths(self) -> dict[str, str | None]:
        """How long Runs warm up and measure, where that was given."""
        return {"warmup_for": self.warmup_for, "measure_for": self.measure_for}

    def plan(self) -> CheckPlan:
        """The promise, its claims and its targets. Raises UsageError for what cannot be meant,
        InputError for a file that is none."""
        _refuse_beside_campaign(self)
        stored = self.campaign is not None
        if self.promise is None:
            rate = finite(self.rate, "--rate", above=0)
            file = command_promise.CommandPromise(
                self.question, rate, self.objective, self.workers
            ).file(self.targets, self.lengths, stored=stored)
            claims, path = file.claims(), command_promise.NO_FILE
        else:
            if of_file := [flag for flag in self.flags if flag in command_promise.FLAGS]:
                raise UsageError(
                    *message.refusal(
                        "beside-promise-file", flags=language.listing(of_file), file=self.promise
                    )
                )
            path = self.promise
            file, claims = _read(path, self.lengths, self.most_outstanding, stored=stored)
        targets = self.targets or [_beside(path, one) for one in file.targets]
        return CheckPlan(self, file, path, claims, targets)


@dataclass(frozen=True)
class CheckPlan:
    """A promise with its claims and targets."""

    request: CheckRequest
    file: PromiseFile
    path: Path
    claims: list[Claim]
    targets: list[str]

    @property
    def name(self) -> str:
        """What the promise is called."""
        return self.file.name or self.path.name

    def sessions(self) -> list[SessionRequest]:
        """The request for each target."""
        question, file = self.request.question, self.file
        return [
            replace(
                question,
                targets=[one],
                workload_file=None,
                workload={},
                virtual=question.virtual
                or (file.virtual and (not self.request.targets or one.startswith("stack:"))),
                parameters=_parameters(file, one, question.parameters),
            ).session()
            for one in self.targets
        ]


def _refuse_beside_campaign(request: CheckRequest) -> None:
    """Raises UsageError for what has no meaning where stored Runs are judged, or only there."""
    if request.campaign is None:
        if request.configuration is not None:
            raise UsageError(*message.refusal("configuration-alone"))
        return
    if request.store is None:
        raise UsageError(*message.refusal("campaign-and-no-store"))
    if extra := [flag for flag in request.flags if flag in OF_MEASUREMENT]:
        raise UsageError(*message.refusal("beside-campaign", flags=language.listing(extra)))


def _parameters(file: PromiseFile, target: str, given: Sequence[str]) -> list[str]:
    """What is set in described storage: by the file, and by the caller, who wins."""
    if not file.stack or not target.startswith("stack:"):
        return list(given)
    names = {one.partition("=")[0].strip() for one in given}
    of_file = {key: value for key, value in file.stack.items() if key not in names}
    return [*stack_parameters.parse_flags(stack_parameters.native(of_file)), *given]


def _read(
    path: Path,
    lengths: dict[str, str | None],
    most_outstanding: int | None,
    *,
    stored: bool,
) -> tuple[PromiseFile, list[Claim]]:
    """The file with what was given in its place."""
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
            why = error.errors()[0]["msg"].removeprefix("Value error, ")
            flags = " ".join(f"--{key.replace('_', '-')} {value}" for key, value in over.items())
            raise UsageError(f"{flags}: {why}", message("times-as")) from None
    claims = file.claims()
    if most_outstanding is not None:
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


@contextlib.contextmanager
def measure(bench: Bench, plan: CheckPlan) -> Iterator[tuple[Check, list[int], Store]]:
    """Makes the Runs that the promise needs; the verdict, the campaigns that hold them, and their
    store, which is open until the context ends.

    A verdict that could not be kept (the reason is that of the bench's `stop`) is given all the
    same, and says that it is kept nowhere.
    """
    from plimsoll.features.promises import runs
    from plimsoll.features.promises.rules.verdict_document import merge_checks
    from plimsoll.native.values import SessionValues
    from plimsoll.store import Store

    request, sessions = plan.request, plan.sessions()
    virtual = all(SessionValues.of(one).virtual for one in sessions)
    seed = seed_or_default(request.seed, virtual=virtual)

    def open_session(asked: SessionRequest) -> Session:
        return bench.open(asked)

    # A refusal must not leave an empty store behind, nor one target measured and another refused.
    for session in sessions:
        with open_session({**session, "workload": plan.claims[0].workload}):
            pass
    checks: list[Check] = []
    numbers: list[int] = []
    with store_or_temporary(request.store or request.scratch) as path, Store.open(path) as store:
        targets = [session["target"] for session in sessions]
        if request.store is not None and (warning := warning_of_place(request.store, targets)):
            bench.note(warning)
        count = len(sessions)
        for number, session in enumerate(sessions, 1):
            if count > 1:
                bench.step(_target_step(number, count, session["target"]))
            work = runs.Checking(open_session, session, plan.file.lengths, seed, bench.step)
            try:
                check, campaign = runs.measure_claims(
                    work, plan.file, plan.claims, store, name=plan.name, stop=bench.stop
                )
            except Interruption:
                where = request.store
                now = "" if where is None else message("measured-until-then", store=where)
                raise Interruption("interrupted", now) from None
            if request.store is not None and bench.stop.because is None:
                check.store, check.campaign = str(request.store), campaign
            checks.append(check)
            numbers.append(campaign)
            if bench.stop.because is not None:
                break
        yield merge_checks(checks), numbers, store


def judge_campaign(plan: CheckPlan) -> Check:
    """The verdict by the Runs of a campaign that the store holds."""
    from plimsoll.features.promises import runs
    from plimsoll.store import Store

    request = plan.request
    assert request.store is not None, "refused without one"
    assert request.campaign is not None, "this is how it is asked for"
    with Store.open(request.store, create=False, read_only=True) as store:
        row = store.known_campaign(request.campaign)
        # What was given by itself names no target: that of the Runs is meant.
        alone = plan.path == command_promise.NO_FILE
        named = [] if alone else [_beside(plan.path, one) for one in plan.file.targets]
        check = runs.judge_stored_runs(
            store,
            row,
            plan.claims,
            name=plan.name,
            promised=named,
            configuration=request.configuration,
        )
    check.store, check.campaign = str(request.store), request.campaign
    return check


def _target_step(number: int, targets: int, target: str) -> Sentence:
    return Sentence(partial(message, "step-target", number=number, targets=targets, target=target))
