"""`plimsoll policy`: storage policies planned, applied, read back, proven, and put back."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from plimsoll.base import preferences
from plimsoll.base.documents import plain
from plimsoll.base.errors import InputError, IoError, PlimsollError, UsageError
from plimsoll.cli import _options
from plimsoll.cli._options import argument, flag, shared_flag
from plimsoll.cli.terminal import screen

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from plimsoll.features.policy.applying import Applied, PutBack
    from plimsoll.features.policy.changes import Change
    from plimsoll.features.policy.documents import Step
    from plimsoll.features.policy.journal import Journal
    from plimsoll.features.policy.proofs import Kept
    from plimsoll.features.policy.resolving import Resolved

EXAMPLES = (
    "plimsoll policy plan examples/policies/s0/policy.toml",
    "plimsoll policy plan examples/policies/cloud.toml --print aws",
    "plimsoll policy apply examples/policies/s0/policy.toml",
    "plimsoll policy show examples/policies/s0/policy.toml --json",
    "plimsoll policy verify examples/policies/s0/policy.toml --reads-only --junit policy.xml",
    "plimsoll policy place examples/policies/s0/policy.toml vmdk",
    "plimsoll policy simulate examples/policies/estate/policy.toml",
    "plimsoll policy remove examples/policies/s0/policy.toml",
)

APP = typer.Typer(
    help="""Apply storage policies (limits, reservations, shares, placement) to the system that
enforces them, and prove that they hold.

Only apply and remove change anything. The previous settings are saved first, so remove works
even after a crash.
"""
)
FILE = argument("FILE", "The policy file (TOML).", ...)
WarmupFor = Annotated[str, shared_flag("--warmup-for TIME", "Warm-up of each Run.")]
MeasureFor = Annotated[str, shared_flag("--measure-for TIME", "How long each Run measures.")]


@APP.command("plan")
def plan(
    file: Path = FILE,
    documents: str | None = flag(
        "--print SYSTEM", "Print the manifests or commands for you to apply (Kubernetes, Ceph)."
    ),
    as_json: _options.Json = False,
) -> int:
    """Show what apply would change.

    The exit code is 2 when something could not be read.
    """
    resolved = _resolved(file, noted=as_json)
    _refuse_wrong(file, resolved)
    if documents is not None:
        return _print(file, resolved, documents)
    from plimsoll.features.policy import terminal as shown
    from plimsoll.features.policy.changes import errors
    from plimsoll.features.policy.documents import status

    changes = _survey(file, resolved)
    if as_json:
        screen.document(plain(status("plan", str(file), resolved, changes, {}, _proofs(file))))
    else:
        shown.plan(resolved, changes)
    return 2 if errors(changes) else 0


@APP.command("apply")
def apply(
    file: Path = FILE,
    seen: str | None = flag(
        "--seen DIGEST",
        "Refuse unless what would be changed has this SHA-256, as of a plan shown before (the web"
        " page applies with it).",
        hidden=True,
    ),
    as_json: _options.Json = False,
) -> int:
    """Set what the file says, after saving what was set before."""
    resolved = _resolved(file, noted=as_json)
    _refuse_wrong(file, resolved)
    _refuse_nothing(file, resolved)
    from plimsoll.features.policy import applying
    from plimsoll.features.policy import terminal as shown
    from plimsoll.features.policy.documents import status

    with _journal() as held:
        came = applying.apply(
            resolved,
            held,
            _name(file),
            lambda change: None if as_json else screen.note(shown.setting(change)),
            seen=seen,
        )
    if as_json:
        changes = [*came.same, *came.done, *([came.failed] if came.failed else []), *came.left]
        steps = _steps(came)
        screen.document(plain(status("apply", str(file), resolved, changes, steps, _proofs(file))))
    else:
        shown.applied(resolved, came)
    if came.failed is not None and came.why is not None:
        raise _partly(file, came, came.why)
    return 0


@APP.command("show")
def show(file: Path = FILE, as_json: _options.Json = False) -> int:
    """Compare what is set with what the file says.

    The exit code is 0 when everything is as the file says, 1 when something is not, 2 when
    something could not be read.
    """
    from plimsoll.features.policy import terminal as shown
    from plimsoll.features.policy.documents import status

    resolved = _resolved(file, noted=as_json)
    changes, proofs = _survey(file, resolved), _proofs(file)
    if as_json:
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
    reads_only: bool = flag("--reads-only", "Write nothing, and prove the limits of reads alone."),
    virtual: _options.Virtual = False,
    warmup_for: WarmupFor = "5s",
    measure_for: MeasureFor = "20s",
    seed: _options.Seed = None,
    store: _options.RunsStore = preferences.STORE,
    no_store: bool = flag("--no-store", "Keep nothing; print the verdict only."),
    junit: Path | None = flag("--junit FILE", "Also write the verdicts as JUnit XML, for CI."),
    lose_data_on: _options.LoseDataOn = None,
    as_json: _options.Json = False,
) -> int:
    """Measure whether the limits of the file hold.

    The exit code is 0 when everything is set and holds, 1 when something does not, 2 when the
    measurement could not decide.
    """
    resolved = _resolved(file, noted=as_json)
    _refuse_wrong(file, resolved)
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
    volume: str = argument("VOLUME", "The volume.", ""),
    as_json: _options.Json = False,
) -> int:
    """Name the datastores that a volume may be on, and why not the others.

    The exit code is 0 when there is one, and 1 when there is none.
    """
    from plimsoll.features.policy import documents
    from plimsoll.features.policy import terminal as shown
    from plimsoll.features.policy.placement import places
    from plimsoll.features.policy.resolving import policy_of

    resolved = _resolved(file, noted=True)
    known = resolved.file.volume
    if volume not in known:
        what = f"there is no volume '{volume}'" if volume else "no volume was named"
        raise UsageError(
            f"{what} in {file}",
            f"Its volumes are: {', '.join(known) or 'none'}.",
        )
    of_volume = {name: policy_of(resolved.file, one) for name, one in known.items()}
    policy_name, datastore = of_volume[volume], known[volume].datastore
    if policy_name is None:
        raise UsageError(f"'{volume}' has no policy", 'Give it one: policy = "…".')
    choices = places(resolved.file, volume, policy_name, resolved.rules, of_volume)
    if as_json:
        screen.document(documents.place(volume, policy_name, datastore, choices))
    else:
        shown.place(volume, policy_name, datastore, choices)
    return 0 if any(one.fits for one in choices) else 1


@APP.command("simulate")
def simulate(
    file: Path = FILE,
    warmup_for: WarmupFor = "5s",
    measure_for: MeasureFor = "20s",
    seed: _options.StackSeed = None,
    as_json: _options.Json = False,
) -> int:
    """Show what guests would get on a described datastore, in virtual time.

    The exit code is 0 when all guests get what they need, 1 when some do not, 2 when that is
    undecided.
    """
    resolved = _resolved(file, noted=True)
    _refuse_wrong(file, resolved)
    from plimsoll.features.policy import simulate_verb as _policy_simulate

    return _policy_simulate.run(
        file,
        resolved,
        warmup_for=warmup_for,
        measure_for=measure_for,
        seed=seed,
        as_json=as_json,
    )


@APP.command("remove")
def remove(
    file: Path = FILE,
    last: bool = flag("--last", "Only what the last apply changed, back to what it found."),
    overwrite_drift: bool = flag(
        "--overwrite-drift", "Also put back what somebody else has changed since it was applied."
    ),
    forget_gone: bool = flag("--forget-gone", "Drop the records of systems that no longer exist."),
    forget: list[str] | None = flag(
        "--forget NAME",
        "Drop the record of this volume if it cannot be read, because you know that it is gone (a"
        " deleted VM, say). Repeatable.",
    ),
    as_json: _options.Json = False,
) -> int:
    """Put back what was there before the file was applied.

    The file itself may be gone: what was there is in the journal.
    """
    from plimsoll.features.policy import terminal as shown
    from plimsoll.features.policy.applying import put_back

    with _journal() as held:
        chains, lost = held.of_file(_name(file)), tuple(forget or ())
        _refuse_unrecorded(file, [chain.last.name for chain in chains], lost)
        for note in shown.unverified(chains):
            screen.note(note)
        came = put_back(
            held,
            _name(file),
            last_only=last,
            overwrite=overwrite_drift,
            forget=forget_gone,
            lost=lost,
            on_step=lambda chain: None if as_json else screen.note(shown.putting_back(chain)),
        )
    if as_json:
        from plimsoll.features.policy.documents import removed

        screen.document(removed(str(file), came))
    else:
        shown.put_back(came)
    _raise_left(file, came)
    return 0


def _refuse_unrecorded(file: Path, known: list[str], lost: tuple[str, ...]) -> None:
    """Refuses to drop a record that there is not."""
    for name in lost:
        if name not in known:
            raise UsageError(
                f"nothing is recorded about '{name}' for {file}",
                f"Recorded: {', '.join(known) or 'nothing'}.",
            )


def _resolved(file: Path, *, noted: bool) -> Resolved:
    """The file with its volumes found; `noted`: with a note on each that was not verified."""
    from plimsoll.features.policy import file as policy_file
    from plimsoll.features.policy.resolving import resolve

    resolved = resolve(policy_file.read(file))
    if noted:
        _note_unverified(resolved)
    return resolved


def _note_unverified(resolved: Resolved) -> None:
    """Beside a document, or an answer that has no notes: on stderr."""
    from plimsoll.features.policy import words

    for one in resolved.unverified:
        screen.note(f"note: {words.finding(one)}")


def _name(file: Path) -> str:
    """What the journal calls a policy file."""
    return str(file.resolve())


def _proofs(file: Path) -> Mapping[str, Kept]:
    """What verify found last, by volume."""
    from plimsoll.features.policy import proofs

    return proofs.latest(_name(file))


def _refuse_wrong(file: Path, resolved: Resolved) -> None:
    from plimsoll.features.policy import words

    if wrong := resolved.wrong:
        more = f" (and {len(wrong) - 1} more: plimsoll policy show {file})" if wrong[1:] else ""
        raise InputError(f"{file}: {words.finding(wrong[0])}{more}")


def _print(file: Path, resolved: Resolved, system: str) -> int:
    from plimsoll.features.policy.changes import documents_of

    made = documents_of(resolved)
    if system not in made:
        raise UsageError(
            f"'{system}' is not a system in {file} that documents are made for",
            f"These are: {', '.join(made) or 'none'}.",
        )
    screen.content("".join(one.text for one in made[system]).rstrip("\n"))
    return 0


def _say_mended(held: Journal) -> None:
    if held.mended:
        screen.note(held.mended)


def _survey(file: Path, resolved: Resolved) -> list[Change]:
    """What is set, beside what the file says."""
    from plimsoll.features.policy import journal
    from plimsoll.features.policy.changes import survey

    held = journal.reading()
    _say_mended(held)
    return survey(resolved, held, _name(file))


@contextlib.contextmanager
def _journal() -> Iterator[Journal]:
    """The journal of what policies changed, to write to."""
    from plimsoll.features.policy import journal

    with journal.writing() as held:
        _say_mended(held)
        yield held


def _refuse_nothing(file: Path, resolved: Resolved) -> None:
    from plimsoll.features.policy.backends import BACKENDS

    kinds = {table.kind for table in resolved.file.system.values()}
    if kinds and not any(BACKENDS[kind].write for kind in kinds):
        raise UsageError(
            f"nothing of {file} is applied from here",
            "plimsoll policy plan --print SYSTEM writes what others apply.",
        )


def _steps(came: Applied) -> Mapping[str, Step]:
    steps: dict[str, Step] = {}
    steps |= {change.item.name: "same" for change in came.same}
    steps |= {change.item.name: "put_back" if change.leaves else "set" for change in came.done}
    steps |= {change.item.name: "left" for change in came.left}
    if came.failed is not None:
        steps[came.failed.item.name] = "failed"
    return steps


def _partly(file: Path, came: Applied, why: PlimsollError) -> PlimsollError:
    assert came.failed is not None
    name = came.failed.item.name
    total = len(came.done) + len(came.left) + 1
    return IoError(
        f"{len(came.done)} of {total} changes were made; {name}: {why.message}",
        f"Fix that, then continue (plimsoll policy apply {file}) or put back what was changed"
        f" (plimsoll policy remove --last {file}).",
    )


def _raise_left(file: Path, came: PutBack) -> None:
    from plimsoll.features.policy.backends.contract import GoneError

    if came.failed:
        chain, error = came.failed[0]
        more = f" (and {len(came.failed) - 1} more)" if came.failed[1:] else ""
        name = chain.last.name
        gone = (
            "If it is gone for good: --forget-gone."
            if isinstance(error, GoneError)
            else f"If you know that it is gone: --forget '{name}' (--forget-gone keeps it)."
        )
        raise IoError(
            f"{name} was not put back{more}: {error}",
            f"Fix that, then: plimsoll policy remove {file}. {gone}",
        )
    if came.changed:
        from plimsoll.base.errors import RefusedError

        name = came.changed[0][0].last.name
        more = f" and {len(came.changed) - 1} more" if came.changed[1:] else ""
        raise RefusedError(
            f"{name}{more} has been changed by somebody else since, and was left as it is",
            "To put it back anyway: --overwrite-drift.",
        )
