"""`plimsoll policy verify`: are the rules set, and do they hold? Both halves, over all volumes."""

import contextlib
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from plimsoll.base import language
from plimsoll.base.errors import IoError, UsageError
from plimsoll.cli import _options, _store_place
from plimsoll.cli._measure import measuring
from plimsoll.cli.run import RunMeter
from plimsoll.cli.terminal import screen
from plimsoll.features.policy import contention, journal, proof, words
from plimsoll.features.policy import terminal as shown
from plimsoll.features.policy.changes import Change, survey
from plimsoll.features.policy.documents import overall, verify
from plimsoll.features.policy.messages import message
from plimsoll.features.policy.proof import Other, Plan, Proof
from plimsoll.features.policy.proofs import append_proofs
from plimsoll.features.policy.questions import leaves_writes_open
from plimsoll.features.policy.resolving import ResolvedPolicy
from plimsoll.features.policy.rules import PolicyVolume
from plimsoll.features.policy.targets import refuse_shared_targets
from plimsoll.features.promises import junit
from plimsoll.features.promises.rules.parts import Lengths
from plimsoll.library.question import seed_or_default
from plimsoll.native.record import SessionRequest
from plimsoll.native.session import Session
from plimsoll.store import Store

CODES = {"kept": 0, "broken": 1, "inconclusive": 2}
"""Exit codes, as of check."""


@dataclass(frozen=True)
class VerifyOptions:
    """Options of verify."""

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


def run(file: Path, name: str, resolved: ResolvedPolicy, options: VerifyOptions) -> int:
    """Verifies every volume under a policy. Returns the exit code."""
    if options.junit is not None:
        junit.refuse_foreign(options.junit)
    changes = {
        change.item.name: change
        for change in survey(resolved, journal.read_journal(), name)
        if not change.leaves
    }
    if not resolved.assigned:
        raise UsageError(*message.refusal("no-volume-under-policy", file=file))
    refuse_shared_targets(resolved)
    _refuse_writing(resolved, options)
    proofs = _proofs(resolved, changes, options)
    if options.junit is not None:
        _write_junit(options.junit, file, proofs)
    if not options.virtual:
        at = None if options.store is None else str(options.store.absolute())
        _keep(name, resolved.file.version, proofs, at)
    store = None if options.store is None else str(options.store)
    verdict = overall(proofs)
    if options.as_json:
        screen.document(verify(str(file), resolved.file.version, proofs, store))
    else:
        shown.print_proofs(file, resolved, proofs, verdict, store)
    return CODES[verdict]


def _keep(name: str, version: int, proofs: Sequence[Proof], store: str | None) -> None:
    """Keeps the proofs for `show` and the web page. A failure does not change the verdict."""
    try:
        append_proofs(name, version, proofs, store)
    except IoError as error:
        screen.note(message("proof-not-kept", error=error))


def _refuse_writing(resolved: ResolvedPolicy, options: VerifyOptions) -> None:
    if options.reads_only:
        return
    for volume in resolved.assigned:
        if volume.target is None or volume.target.startswith("stack:"):
            continue
        if (
            leaves_writes_open(volume.rules, reads_only=True)
            and volume.target not in options.lose_data_on
        ):
            raise UsageError(
                *message.refusal("overwrites-data", volume=volume.volume, target=volume.target)
            )


def _proofs(
    resolved: ResolvedPolicy, changes: dict[str, Change], options: VerifyOptions
) -> list[Proof]:
    with contextlib.ExitStack() as stack:
        measure = stack.enter_context(measuring("policy", quiet=options.as_json))
        meter = stack.enter_context(measure.meter())
        progress = RunMeter(meter)

        def open_target(request: SessionRequest) -> Session:
            return measure.open(request, listeners=[progress])

        def request(volume: PolicyVolume) -> SessionRequest:
            return _options.RunOptions(
                target=[str(volume.target)],
                engine=None,
                engine_option=None,
                cached=False,
                virtual=_is_virtual(volume, options),
                parameters=None,
                lose_data_on=options.lose_data_on,
                overwrite_signature=False,
            ).request()

        path = options.store or Path(stack.enter_context(tempfile.TemporaryDirectory()), "once.db")
        store = stack.enter_context(Store.open(path))
        if options.store is not None:
            targets = [volume.target for volume in resolved.assigned if volume.target is not None]
            _store_place.note(options.store, targets)
        work = proof.Work(
            open_target,
            request,
            store,
            measure.stop,
            seed_or_default(options.seed, virtual=options.virtual),
            meter.say,
        )
        plans = _plans(resolved, options)
        least = sum(
            plans[volume.volume].seconds_at_least(volume.rules)
            for volume in resolved.assigned
            if volume.target is not None and changes[volume.volume].error is None
        )
        group_count = contention.group_count(resolved.assigned, changes)
        least += group_count * max(plan.run_s for plan in plans.values())
        if not options.as_json and not options.virtual:
            screen.note(shown.duration_note(len(resolved.assigned), least))
        alone = [
            proof.prove(
                work,
                volume,
                changes[volume.volume],
                plans[volume.volume],
                _others(resolved.assigned, volume, changes),
            )
            for volume in resolved.assigned
        ]
        return contention.prove(work, alone, plans)


def _lengths(options: VerifyOptions) -> Lengths:
    """The lengths of Runs. Raises UsageError."""
    try:
        return Lengths(warmup_for=options.warmup_for, measure_for=options.measure_for)
    except ValidationError as error:
        why = language.clauses(
            problem["msg"].removeprefix("Value error, ") for problem in error.errors()
        )
        raise UsageError(
            *message.refusal(
                "invalid-lengths",
                warmup_for=options.warmup_for,
                measure_for=options.measure_for,
                why=why,
            )
        ) from None


def _plans(resolved: ResolvedPolicy, options: VerifyOptions) -> dict[str, Plan]:
    lengths = _lengths(options)
    return {
        volume.volume: proof.Plan(
            options.reads_only,
            proof.outlast_bursts(lengths, volume.rules)
            if _is_virtual(volume, options)
            else lengths,
            resolved.file.policy[volume.policy].margin,
        )
        for volume in resolved.assigned
    }


def _is_virtual(volume: PolicyVolume, options: VerifyOptions) -> bool:
    return options.virtual and str(volume.target).startswith("stack:")


def _others(
    assigned: Sequence[PolicyVolume], volume: PolicyVolume, changes: Mapping[str, Change]
) -> list[Other]:
    """Other volumes under the same rules that can be driven together with this one in real time:
    those behind its limit, then those of its VM."""
    if volume.target is None or volume.target.startswith("stack:"):
        return []
    with_it = set(changes[volume.volume].with_others)
    found = [
        Other(other, one_limit=other.volume in with_it)
        for other in assigned
        if other.volume != volume.volume
        and other.rules == volume.rules
        and other.target not in (None, volume.target)
        and (other.volume in with_it or (volume.vm is not None and other.vm == volume.vm))
    ]
    return sorted(found, key=lambda other: not other.one_limit)


def _write_junit(path: Path, file: Path, proofs: Sequence[Proof]) -> None:
    cases = []
    for volume_proof in proofs:
        volume = volume_proof.assigned
        state = volume_proof.change.configured
        cases.append(
            junit.Case(
                f"{volume.volume}: configured",
                volume.policy,
                {"compliant": "kept", "unknown": "inconclusive"}.get(state, "broken"),  # type: ignore[arg-type]
                words.state(volume_proof.change),
            )
        )
        cases.append(
            junit.Case(
                f"{volume.volume}: proven",
                volume.policy,
                volume_proof.proven.verdict,
                words.verdict_sentence(volume_proof.proven.kind, volume_proof.proven.figures),
                volume_proof.seconds,
                tuple(answer.judged.because for answer in volume_proof.answers),
            )
        )
    junit.write_cases(path, str(file), cases)
