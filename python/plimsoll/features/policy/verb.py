"""`plimsoll policy`: storage policies planned, applied, read back, proven, and put back."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from plimsoll.base import language, preferences
from plimsoll.base.documents import plain
from plimsoll.base.errors import InputError, IoError, PlimsollError, UsageError
from plimsoll.cli import _options
from plimsoll.cli._options import argument, flag, shared_flag
from plimsoll.cli.terminal import screen
from plimsoll.features.policy.messages import message

if TYPE_CHECKING:
    from plimsoll.features.policy.applying import ApplyOutcome, PutBack
    from plimsoll.features.policy.changes import Change
    from plimsoll.features.policy.documents import Step
    from plimsoll.features.policy.journal import Journal
    from plimsoll.features.policy.proofs import StoredProof
    from plimsoll.features.policy.resolving import ResolvedPolicy

EXAMPLES = (
    "plimsoll policy plan examples/policies/s0/policy.toml",
    "plimsoll policy plan examples/policies/cloud.toml --print aws",
    "plimsoll policy apply examples/policies/s0/policy.toml",
    "plimsoll policy show examples/policies/s0/policy.toml --json",
    "plimsoll policy verify examples/policies/s0/policy.toml --reads-only --junit policy.xml",
    "plimsoll policy place examples/policies/s0/policy.toml vmdk",
    "plimsoll policy remove examples/policies/s0/policy.toml",
)

APP = typer.Typer(
    help="""Apply storage policies (limits, reservations, shares, placement) to the system that
enforces them, and prove that they hold.

Only apply and remove change anything. The previous settings are saved first, so remove works
even after a crash.
"""
)
FILE = argument("FILE", message("help-file"), ...)
WarmupFor = Annotated[str, shared_flag("--warmup-for TIME", message("help-warmup-for"))]
MeasureFor = Annotated[str, shared_flag("--measure-for TIME", message("help-measure-for"))]


@APP.command("plan")
def plan(
    file: Path = FILE,
    documents: str | None = flag("--print SYSTEM", message("help-print")),
    as_json: _options.Json = False,
) -> int:
    """Show what apply would change.

    The exit code is 2 when something could not be read.
    """
    resolved = resolve_file(file, notes=as_json)
    refuse_wrong(file, resolved)
    if documents is not None:
        return _print(file, resolved, documents)
    from plimsoll.features.policy import terminal as shown
    from plimsoll.features.policy.changes import unreadable_items

    changes = _survey(file, resolved)
    if as_json:
        from plimsoll.features.policy.documents import status

        screen.document(plain(status("plan", str(file), resolved, changes, {}, _proofs(file))))
    else:
        shown.plan(file, resolved, changes)
    return 2 if unreadable_items(changes) else 0


@APP.command("apply")
def apply(
    file: Path = FILE,
    seen: str | None = flag("--seen DIGEST", message("help-seen"), hidden=True),
    as_json: _options.Json = False,
) -> int:
    """Set what the file says, after saving what was set before."""
    resolved = resolve_file(file, notes=as_json)
    refuse_wrong(file, resolved)
    _refuse_nothing(file, resolved)
    from plimsoll.features.policy import applying
    from plimsoll.features.policy import terminal as shown

    with _journal() as log:
        outcome = applying.apply(
            resolved,
            log,
            _name(file),
            lambda change: None if as_json else screen.note(shown.change_note(change)),
            seen=seen,
        )
    if as_json:
        changes = [
            *outcome.same,
            *outcome.done,
            *([outcome.failed] if outcome.failed else []),
            *outcome.left,
        ]
        from plimsoll.features.policy.documents import status

        steps = _steps(outcome)
        screen.document(plain(status("apply", str(file), resolved, changes, steps, _proofs(file))))
    else:
        shown.print_outcome(resolved, outcome)
    if outcome.failed is not None and outcome.why is not None:
        raise _partly(file, outcome, outcome.why)
    return 0


@APP.command("show")
def show(file: Path = FILE, as_json: _options.Json = False) -> int:
    """Compare what is set with what the file says.

    The exit code is 0 when everything is as the file says, 1 when something is not, 2 when
    something could not be read.
    """
    from plimsoll.features.policy import terminal as shown

    resolved = resolve_file(file, notes=as_json)
    changes, proofs = _survey(file, resolved), _proofs(file)
    if as_json:
        from plimsoll.features.policy.documents import status

        screen.document(plain(status("show", str(file), resolved, changes, {}, proofs)))
    else:
        shown.show(resolved, changes, proofs)
    states = {change.configured for change in changes}
    if resolved.wrong or states & {"drifted", "out_of_date"}:
        return 1
    return 2 if "unknown" in states else 0


@APP.command("verify")
def verify(
    file: Path = FILE,
    reads_only: bool = flag("--reads-only", message("help-reads-only")),
    virtual: _options.Virtual = False,
    warmup_for: WarmupFor = "5s",
    measure_for: MeasureFor = "20s",
    seed: _options.Seed = None,
    store: _options.RunsStore = preferences.STORE,
    no_store: bool = flag("--no-store", message("help-no-store")),
    junit: Path | None = flag("--junit FILE", message("help-junit")),
    lose_data_on: _options.LoseDataOn = None,
    as_json: _options.Json = False,
) -> int:
    """Measure whether the limits of the file hold.

    The exit code is 0 when everything is set and holds, 1 when something does not, 2 when the
    measurement could not decide.
    """
    resolved = resolve_file(file, notes=as_json)
    refuse_wrong(file, resolved)
    from plimsoll.features.policy import verify_verb as _policy_verify

    options = _policy_verify.VerifyOptions(
        reads_only=reads_only,
        virtual=virtual,
        warmup_for=warmup_for,
        measure_for=measure_for,
        lose_data_on=lose_data_on or [],
        store=None if no_store else store,
        junit=junit,
        seed=seed,
        as_json=as_json,
    )
    return _policy_verify.run(file, _name(file), resolved, options)


@APP.command("place")
def place(
    file: Path = FILE,
    volume: str = argument("VOLUME", message("help-volume"), ""),
    as_json: _options.Json = False,
) -> int:
    """Name the datastores that a volume may be on, and why not the others.

    The exit code is 0 when there is one, and 1 when there is none.
    """
    from plimsoll.features.policy import documents
    from plimsoll.features.policy import terminal as shown
    from plimsoll.features.policy.placement import places
    from plimsoll.features.policy.resolving import policy_of

    resolved = resolve_file(file, notes=True)
    known = resolved.file.volume
    if volume not in known:
        raise UsageError(
            message("no-volume", volume=volume, file=file)
            if volume
            else message("no-volume-named", file=file),
            message("its-volumes", volumes=language.listing(known) or "none"),
        )
    of_volume = {name: policy_of(resolved.file, declared) for name, declared in known.items()}
    policy_name, datastore = of_volume[volume], known[volume].datastore
    if policy_name is None:
        raise UsageError(*message.refusal("no-policy", volume=volume))
    choices = places(resolved.file, volume, policy_name, resolved.rules, of_volume)
    if as_json:
        screen.document(documents.place(volume, policy_name, datastore, choices))
    else:
        shown.place(volume, policy_name, datastore, choices)
    return 0 if any(choice.fits for choice in choices) else 1


@APP.command("remove")
def remove(
    file: Path = FILE,
    last: bool = flag("--last", message("help-last")),
    overwrite_drift: bool = flag("--overwrite-drift", message("help-overwrite-drift")),
    forget_gone: bool = flag("--forget-gone", message("help-forget-gone")),
    forget: list[str] | None = flag("--forget NAME", message("help-forget")),
    as_json: _options.Json = False,
) -> int:
    """Put back what was there before the file was applied.

    The file itself may be gone: what was there is in the journal.
    """
    from plimsoll.features.policy import terminal as shown
    from plimsoll.features.policy.applying import put_back

    with _journal() as log:
        chains, lost = log.of_file(_name(file)), tuple(forget or ())
        _refuse_unknown_record(file, [chain.last.name for chain in chains], lost)
        for note in shown.insecure_servers(chains):
            screen.note(note)
        outcome = put_back(
            log,
            _name(file),
            last_only=last,
            overwrite=overwrite_drift,
            forget=forget_gone,
            lost=lost,
            on_step=lambda chain: None if as_json else screen.note(shown.restore_note(chain)),
        )
    if as_json:
        from plimsoll.features.policy.documents import removal

        screen.document(removal(str(file), outcome))
    else:
        shown.put_back(outcome)
    _raise_leftovers(file, outcome)
    return 0


def _refuse_unknown_record(file: Path, known: list[str], lost: tuple[str, ...]) -> None:
    for name in lost:
        if name not in known:
            raise UsageError(
                message("nothing-recorded", name=name, file=file),
                message("recorded", names=", ".join(known))
                if known
                else message("recorded-nothing"),
            )


def resolve_file(file: Path, *, notes: bool) -> ResolvedPolicy:
    """Resolves the file. `notes`: print a note on stderr for each system that is not verified,
    where the output has no place for it."""
    from plimsoll.features.policy import file as policy_file
    from plimsoll.features.policy import words
    from plimsoll.features.policy.resolving import resolve

    resolved = resolve(policy_file.read(file))
    for finding in resolved.insecure_systems if notes else ():
        screen.note(message("line-note", finding=words.finding(finding)))
    return resolved


def _name(file: Path) -> str:
    """The name of a policy file in the journal."""
    return str(file.resolve())


def _proofs(file: Path) -> Mapping[str, StoredProof]:
    from plimsoll.features.policy import proofs

    return proofs.latest_proofs(_name(file))


def refuse_wrong(file: Path, resolved: ResolvedPolicy) -> None:
    """Raises InputError for a file with a wrong rule."""
    from plimsoll.features.policy import words

    if wrong := resolved.wrong:
        finding = words.finding(wrong[0])
        if wrong[1:]:
            finding = message("and-more-findings", finding=finding, more=len(wrong) - 1, file=file)
        raise InputError(f"{file}: {finding}")


def _print(file: Path, resolved: ResolvedPolicy, system: str) -> int:
    from plimsoll.features.policy.changes import documents_of

    by_system = documents_of(resolved)
    if system not in by_system:
        raise UsageError(
            *message.refusal(
                "no-documents-for", system=system, file=file, names=", ".join(by_system) or "none"
            )
        )
    screen.content("".join(document.text for document in by_system[system]).rstrip("\n"))
    return 0


def _note_mending(log: Journal) -> None:
    if log.mended:
        screen.note(log.mended)


def _survey(file: Path, resolved: ResolvedPolicy) -> list[Change]:
    from plimsoll.features.policy import journal
    from plimsoll.features.policy.changes import survey

    log = journal.read_journal()
    _note_mending(log)
    return survey(resolved, log, _name(file))


@contextlib.contextmanager
def _journal() -> Iterator[Journal]:
    from plimsoll.features.policy import journal

    with journal.locked_journal() as log:
        _note_mending(log)
        yield log


def _refuse_nothing(file: Path, resolved: ResolvedPolicy) -> None:
    from plimsoll.features.policy.backends import BACKENDS

    kinds = {table.kind for table in resolved.file.system.values()}
    if kinds and not any(BACKENDS[kind].write for kind in kinds):
        raise UsageError(*message.refusal("nothing-applied-from-here", file=file))


def _steps(outcome: ApplyOutcome) -> Mapping[str, Step]:
    steps: dict[str, Step] = {}
    steps |= {change.item.name: "same" for change in outcome.same}
    steps |= {change.item.name: "put_back" if change.leaves else "set" for change in outcome.done}
    steps |= {change.item.name: "left" for change in outcome.left}
    if outcome.failed is not None:
        steps[outcome.failed.item.name] = "failed"
    return steps


def _partly(file: Path, outcome: ApplyOutcome, why: PlimsollError) -> PlimsollError:
    assert outcome.failed is not None
    name = outcome.failed.item.name
    total = len(outcome.done) + len(outcome.left) + 1
    return IoError(
        *message.refusal(
            "partly-applied",
            done=len(outcome.done),
            total=total,
            name=name,
            why=why.message,
            file=file,
        )
    )


def _raise_leftovers(file: Path, outcome: PutBack) -> None:
    from plimsoll.features.policy.backends.contract import GoneError

    if outcome.failed:
        chain, error = outcome.failed[0]
        name, more = chain.last.name, len(outcome.failed) - 1
        gone = (
            message("forget-gone")
            if isinstance(error, GoneError)
            else message("forget-name", name=name)
        )
        raise IoError(
            message("not-put-back-more", name=name, more=more, error=error)
            if more
            else message("not-put-back", name=name, error=error),
            message("fix-then-remove", file=file, gone=gone),
        )
    if outcome.changed:
        from plimsoll.base.errors import RefusedError

        name = outcome.changed[0][0].last.name
        more = len(outcome.changed) - 1
        raise RefusedError(
            message("changed-since-more", name=name, more=more)
            if more
            else message("changed-since", name=name),
            message("overwrite-drift"),
        )
