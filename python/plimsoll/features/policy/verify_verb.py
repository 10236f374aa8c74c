"""`plimsoll policy verify`: are the rules set, and do they hold? Both halves, over all volumes."""

from __future__ import annotations

import contextlib
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from plimsoll.base.errors import IoError, UsageError
from plimsoll.cli import _options, _store_place
from plimsoll.cli.terminal import screen
from plimsoll.features.policy import terminal as shown
from plimsoll.library.question import seed_or_default

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from plimsoll.features.policy.changes import Change
    from plimsoll.features.policy.proof import Other, Plan, Proof
    from plimsoll.features.policy.resolving import Resolved
    from plimsoll.features.policy.rules import Assigned
    from plimsoll.features.promises.rules.parts import Lengths
    from plimsoll.native.model import SessionRequest
    from plimsoll.native.session import Session

CODES = {"kept": 0, "broken": 1, "inconclusive": 2}
"""Exit codes, as of check."""


@dataclass(frozen=True)
class VerifyOptions:
    """What verify is asked beside the file."""

    reads_only: bool
    virtual: bool
    warmup_for: str
    measure_for: str
    lose_data_on: list[str]
    store: Path | None
    """None: keep nothing."""
    junit: Path | None
    seed: int | None
    as_json: bool


def run(file: Path, name: str, resolved: Resolved, asked: VerifyOptions) -> int:
    """The verdict on every volume under a policy; the exit code."""
    from plimsoll.features.policy import journal
    from plimsoll.features.policy.changes import survey
    from plimsoll.features.policy.documents import overall, verify
    from plimsoll.features.policy.targets import refuse_confused

    if asked.junit is not None:
        from plimsoll.features.promises import junit

        junit.refuse_foreign(asked.junit)
    changes = {
        change.item.name: change
        for change in survey(resolved, journal.reading(), name)
        if not change.leaves
    }
    if not resolved.assigned:
        raise UsageError(f"no volume of {file} is under a policy", "There is nothing to verify.")
    refuse_confused(resolved)
    _refuse_writing(resolved, asked)
    proofs = _proofs(resolved, changes, asked)
    if asked.junit is not None:
        _write_junit(asked.junit, file, proofs)
    if not asked.virtual:
        at = None if asked.store is None else str(asked.store.absolute())
        _keep(name, resolved.file.version, proofs, at)
    store = None if asked.store is None else str(asked.store)
    if asked.as_json:
        screen.document(verify(str(file), resolved.file.version, proofs, store))
    else:
        shown.verified(resolved, proofs, store)
    return CODES[overall(proofs)]


def _keep(name: str, version: int, proofs: Sequence[Proof], store: str | None) -> None:
    """For `show` and the web page. Where that fails, the verdict stands all the same."""
    from plimsoll.features.policy.proofs import keep

    try:
        keep(name, version, proofs, store)
    except IoError as error:
        screen.note(f"the proof was not kept for policy show: {error}")


def _refuse_writing(resolved: Resolved, asked: VerifyOptions) -> None:
    """A limit of writes is proven by writing, which has to be wanted."""
    from plimsoll.features.policy.questions import not_asked

    if asked.reads_only:
        return
    for one in resolved.assigned:
        if one.target is None or one.target.startswith("stack:"):
            continue
        if not_asked(one.rules, reads_only=True) and one.target not in asked.lose_data_on:
            raise UsageError(
                f"Testing the write limit of {one.volume} overwrites data on {one.target}",
                f"Confirm it with --i-will-lose-the-data-on '{one.target}', or prove reads alone:"
                " --reads-only.",
            )


def _proofs(resolved: Resolved, changes: dict[str, Change], asked: VerifyOptions) -> list[Proof]:
    from plimsoll.cli._measure import measuring
    from plimsoll.cli.run import RunMeter
    from plimsoll.features.policy import contention, proof
    from plimsoll.store import Store

    with contextlib.ExitStack() as stack:
        measure = stack.enter_context(measuring("policy", quiet=asked.as_json))
        meter = stack.enter_context(measure.meter())
        progress = RunMeter(meter)

        def opened(request: SessionRequest) -> Session:
            return measure.open(request, listeners=[progress])

        def request(one: Assigned) -> SessionRequest:
            return _options.RunOptions(
                target=[str(one.target)],
                engine=None,
                engine_option=None,
                cached=False,
                virtual=_is_virtual(one, asked),
                parameters=None,
                lose_data_on=asked.lose_data_on,
                overwrite_signature=False,
            ).request()

        path = asked.store or Path(stack.enter_context(tempfile.TemporaryDirectory()), "once.db")
        store = stack.enter_context(Store.open(path))
        if asked.store is not None:
            targets = [one.target for one in resolved.assigned if one.target is not None]
            _store_place.note(asked.store, targets)
        work = proof.Work(
            opened,
            request,
            store,
            measure.stop,
            seed_or_default(asked.seed, virtual=asked.virtual),
            meter.say,
        )
        plans = _plans(resolved, asked)
        least = sum(
            plans[one.volume].seconds_at_least(one.rules)
            for one in resolved.assigned
            if one.target is not None and changes[one.volume].error is None
        )
        rounds = contention.rounds(resolved.assigned, changes)
        least += rounds * max(one.run_s for one in plans.values())
        if not asked.as_json and not asked.virtual:
            screen.note(shown.takes(len(resolved.assigned), least))
        alone = [
            proof.prove(
                work,
                one,
                changes[one.volume],
                plans[one.volume],
                _others(resolved.assigned, one, changes),
            )
            for one in resolved.assigned
        ]
        return contention.prove(work, alone, plans)


def _lengths(asked: VerifyOptions) -> Lengths:
    """As typed. Raises UsageError."""
    from pydantic import ValidationError

    from plimsoll.features.promises.rules.parts import Lengths

    try:
        return Lengths(warmup_for=asked.warmup_for, measure_for=asked.measure_for)
    except ValidationError as error:
        why = "; ".join(one["msg"].removeprefix("Value error, ") for one in error.errors())
        raise UsageError(
            f"--warmup-for {asked.warmup_for} --measure-for {asked.measure_for}: {why}",
            "Give Runs that length, or leave both out (5s, 20s).",
        ) from None


def _plans(resolved: Resolved, asked: VerifyOptions) -> dict[str, Plan]:
    """How each volume is measured."""
    from plimsoll.features.policy import proof

    lengths = _lengths(asked)
    return {
        one.volume: proof.Plan(
            asked.reads_only,
            proof.spent(lengths, one.rules) if _is_virtual(one, asked) else lengths,
            resolved.file.policy[one.policy].margin,
        )
        for one in resolved.assigned
    }


def _is_virtual(one: Assigned, asked: VerifyOptions) -> bool:
    return asked.virtual and str(one.target).startswith("stack:")


def _others(
    assigned: Sequence[Assigned], one: Assigned, changes: Mapping[str, Change]
) -> list[Other]:
    """Other volumes under the same rules that can be driven beside it, in real time: those that
    have one limit with it, and then those of its VM."""
    from plimsoll.features.policy.proof import Other

    if one.target is None or one.target.startswith("stack:"):
        return []
    with_it = set(changes[one.volume].with_others)
    found = [
        Other(other, one_limit=other.volume in with_it)
        for other in assigned
        if other.volume != one.volume
        and other.rules == one.rules
        and other.target not in (None, one.target)
        and (other.volume in with_it or (one.vm is not None and other.vm == one.vm))
    ]
    return sorted(found, key=lambda other: not other.one_limit)


def _write_junit(path: Path, file: Path, proofs: Sequence[Proof]) -> None:
    from plimsoll.features.policy import words
    from plimsoll.features.promises import junit

    cases = []
    for one in proofs:
        of = one.assigned
        state = one.change.configured
        cases.append(
            junit.Case(
                f"{of.volume}: configured",
                of.policy,
                {"compliant": "kept", "unknown": "inconclusive"}.get(state, "broken"),  # type: ignore[arg-type]
                words.state(one.change),
            )
        )
        cases.append(
            junit.Case(
                f"{of.volume}: proven",
                of.policy,
                one.proven.verdict,
                words.proven(one.proven.kind, one.proven.figures),
                one.seconds,
                tuple(answer.judged.because for answer in one.answers),
            )
        )
    junit.write_cases(path, str(file), cases)
