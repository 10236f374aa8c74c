"""Applies a policy file and restores the previous settings, one journalled step at a time.

The journal records the previous state of an item before it is written. Only a state that is read
back counts as set. The first failure ends the apply: changes made so far stay, and the user may
apply again or restore. Nothing is applied while an item cannot be read.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field

from plimsoll.base.errors import IoError, PlimsollError, RefusedError
from plimsoll.features.policy.backends import BACKENDS
from plimsoll.features.policy.backends.contract import BackendError, GoneError, Place, State
from plimsoll.features.policy.changes import (
    Change,
    digest,
    state_differences,
    survey,
    unreadable_items,
    writable_part,
)
from plimsoll.features.policy.journal import Chain, Entry, Journal, limits_of
from plimsoll.features.policy.messages import message
from plimsoll.features.policy.resolving import ResolvedPolicy


@dataclass
class ApplyOutcome:
    """The outcome of an apply."""

    done: list[Change] = field(default_factory=list)
    same: list[Change] = field(default_factory=list)
    """Items that already had the wanted state."""
    failed: Change | None = None
    why: PlimsollError | None = None
    left: list[Change] = field(default_factory=list)
    """Items after the failed one."""


@dataclass
class PutBack:
    """The outcome of a restore."""

    done: list[Chain] = field(default_factory=list)
    changed: list[tuple[Chain, State | None]] = field(default_factory=list)
    """Items that somebody else has changed since, with their state now. They are left alone."""
    failed: list[tuple[Chain, PlimsollError]] = field(default_factory=list)
    kept: list[tuple[Chain, list[str]]] = field(default_factory=list)
    """Items that other files also need, with those files. They stay until those are removed."""
    forgotten: list[Chain] = field(default_factory=list)
    """Items whose system no longer exists and whose record was dropped."""
    last_set_nothing: bool = False
    """Only the last apply was to be restored, and it has nothing to restore."""


def apply(
    resolved: ResolvedPolicy,
    journal: Journal,
    file: str,
    on_step: Callable[[Change], None],
    *,
    seen: str | None = None,
) -> ApplyOutcome:
    """Applies the file. `seen`: apply only if the digest of the pending changes (`changes.digest`)
    is this one. Raises RefusedError for another digest or an item of another file, and IoError for
    an item that cannot be read; nothing is changed then."""
    surveyed = survey(resolved, journal, file)
    if seen is not None and digest(surveyed) != seen:
        raise RefusedError(*message.refusal("plan-outdated", file=file))
    changes = _writable(surveyed)
    _refuse_of_others(changes, journal, file)
    if unreadable := unreadable_items(changes):
        first = unreadable[0]
        raise IoError(*message.refusal("cannot-be-read", name=first.item.name, error=first.error))
    outcome = ApplyOutcome()
    number = journal.record_begin(file)
    # Restores run newest first. Objects that volumes refer to (policies, tags) go last: the volumes
    # that stay may use them until they are set.
    leaving = [change for change in changes if change.leaves and change.item.what == "volume"][::-1]
    unused = [change for change in changes if change.leaves and change.item.what != "volume"][::-1]
    staying = [change for change in changes if not change.leaves]
    if not _make(leaving, [*staying, *unused], journal, file, number, outcome, on_step):
        return outcome
    if leaving:
        # A restored item may share its place with another item: read all of them again.
        anew = survey(resolved, journal, file)
        staying = [change for change in _writable(anew) if not change.leaves]
    if _make(staying, unused, journal, file, number, outcome, on_step):
        _make(unused, [], journal, file, number, outcome, on_step)
    return outcome


def _writable(changes: Sequence[Change]) -> list[Change]:
    return [change for change in changes if BACKENDS[change.kind].write is not None]


def _make(
    changes: Sequence[Change],
    after: Sequence[Change],
    journal: Journal,
    file: str,
    number: int,
    outcome: ApplyOutcome,
    on_step: Callable[[Change], None],
) -> bool:
    """Makes these changes in order and returns False when one fails. `after`: the changes that were
    to follow."""
    for at, change in enumerate(changes):
        if not change.changes:
            _confirm(journal, change, file, number)
            outcome.same.append(change)
            continue
        on_step(change)
        try:
            if change.leaves and change.chain is not None:
                _bequeath(journal, change.chain, number)
                _put_back(journal, change.chain.entries)
            else:
                entry = journal.record_before(file, number, change.kind, change.item, change.now)
                _write(change.kind, change.item.place, change.item.wanted)
                journal.record_set(entry)
        except PlimsollError as error:
            outcome.failed, outcome.why = change, error
            outcome.left = [*changes[at + 1 :], *after]
            return False
        outcome.done.append(change)
    return True


def _confirm(journal: Journal, change: Change, file: str, number: int) -> None:
    """Records an item that needs no change as this file's. A change whose apply was killed is
    confirmed. An item that other files need, too (a tag), belongs to all of them."""
    if change.chain is not None and change.leaves:
        own = tuple(entry for entry in change.chain.entries if entry.file == file)
        if change.chain.other_files(file):
            journal.release(change.chain, own)
        else:
            journal.record_restore(own)
    elif change.chain is None or all(entry.file != file for entry in change.chain.entries):
        entry = journal.record_before(file, number, change.kind, change.item, change.now)
        journal.record_set(entry)
    elif not change.chain.is_confirmed:
        journal.record_set(change.chain.last)


def _refuse_of_others(changes: Sequence[Change], journal: Journal, file: str) -> None:
    for change in changes:
        if change.chain is None or change.leaves or change.item.common:
            continue
        if (owner := change.chain.last.file) != file:
            raise RefusedError(
                *message.refusal(
                    "under-policies-of",
                    "take-it-out",
                    name=change.item.name,
                    owner=owner,
                    file=owner,
                )
            )
    places: dict[str, Change] = {}
    for change in changes:
        if change.leaves or change.error is not None or change.item.common:
            continue
        own = limits_of(change.kind, change.item.place)
        for chain in journal.chains.values():
            last = chain.last
            if last.file != file and set(own) & set(limits_of(last.kind, last.place)):
                raise RefusedError(
                    *message.refusal(
                        "shares-limit",
                        "take-it-out",
                        name=change.item.name,
                        other=last.name,
                        file=last.file,
                    )
                )
        # Several volumes may share a limit if they ask for the same one.
        other = places.setdefault(own[0], change)
        if other.item.wanted != change.item.wanted:
            raise RefusedError(
                *message.refusal("same-place", name=other.item.name, other=change.item.name)
            )


def put_back(
    journal: Journal,
    file: str,
    *,
    last_only: bool,
    overwrite: bool,
    forget: bool,
    on_step: Callable[[Chain], None],
    lost: Collection[str] = (),
) -> PutBack:
    """Restores what a file changed, newest first: everything, or only its last apply. An item that
    another file needs stays until that file is removed. A failure does not stop the others.
    `forget`: drop the record of an item whose system is gone; an item that only cannot be read is
    kept unless `lost` names it."""
    outcome = PutBack()
    latest = journal.begun.get(file, 0) if last_only else None
    chains = [
        (chain, tuple(entry for entry in chain.entries if entry.apply == latest or not last_only))
        for chain in journal.of_file(file)
    ]
    # Sort by first change: a later item on a shared limit found our own value there.
    chains.sort(key=lambda pair: pair[0].entries[0].id, reverse=True)
    left = [(chain, entries) for chain, entries in chains if entries]
    outcome.last_set_nothing = last_only and not left
    while left:
        before = len(left)
        outcome.failed = []
        left = [
            (chain, entries)
            for chain, entries in left
            if not _back(journal, file, chain, entries, outcome, overwrite, forget, on_step, lost)
        ]
        if len(left) == before:
            break
        # An item that another one still used (a tag in a policy) may be removable now.
    return outcome


def _back(
    journal: Journal,
    file: str,
    chain: Chain,
    entries: tuple[Entry, ...],
    outcome: PutBack,
    overwrite: bool,
    forget: bool,
    on_step: Callable[[Chain], None],
    lost: Collection[str],
) -> bool:
    """Restores these changes of an item. False when that failed."""
    if others := chain.other_files(file):
        journal.release(chain, tuple(entry for entry in entries if entry.file == file))
        outcome.kept.append((chain, others))
        return True
    on_step(chain)
    try:
        now = writable_part(_now(chain.last), BACKENDS[chain.last.kind].read_only)
    except PlimsollError as error:
        if (forget and isinstance(error, GoneError)) or chain.last.name in lost:
            journal.record_restore(entries, forgotten=True)
            outcome.forgotten.append(chain)
            return True
        outcome.failed.append((chain, error))
        return False
    if not chain.may_be_ours(now) and not overwrite:
        outcome.changed.append((chain, now))
        return True
    try:
        _put_back(journal, entries)
    except PlimsollError as error:
        outcome.failed.append((chain, error))
        return False
    outcome.done.append(chain)
    return True


def _now(entry: Entry) -> State | None:
    read = BACKENDS[entry.kind].read if entry.kind in BACKENDS else None
    if read is None:
        raise BackendError(message("no-back-end", kind=entry.kind))
    return read(entry.place)


def _put_back(journal: Journal, entries: tuple[Entry, ...]) -> None:
    first = entries[0]
    before = writable_part(
        first.before, BACKENDS[first.kind].read_only if first.kind in BACKENDS else ()
    )
    _write(first.kind, first.place, before, put_back=True)
    journal.record_restore(entries)


def _bequeath(journal: Journal, chain: Chain, apply: int) -> None:
    """Hands the original state to later items on the same limit. They found our value there, and
    restore the original once this item is gone."""
    own = limits_of(chain.last.kind, chain.last.place)[0]
    for other in journal.of_file(chain.last.file):
        last = other.last
        later = other.entries[0].id > chain.entries[0].id
        if not later or limits_of(last.kind, last.place)[0] != own:
            continue
        found = _common(last.kind, chain.original, other.original)
        if found != other.original:
            journal.restart(other, apply, found)


def _common(kind: str, limit: State | None, volume: State | None) -> State | None:
    """Combines the shared limit of one state with the volume's own keys of the other."""
    if limit is None or volume is None:
        return limit
    own_keys = BACKENDS[kind].own
    alone = {key: value for key, value in volume.items() if key in own_keys}
    return {key: value for key, value in limit.items() if key not in own_keys} | alone


def _write(kind: str, place: Place, state: State | None, *, put_back: bool = False) -> None:
    """Writes a state and reads it back. Raises BackendError for a difference. A restore ignores
    read-only keys."""
    backend = BACKENDS[kind]
    if backend.write is None or backend.read is None:
        raise BackendError(message("not-written-to", kind=kind))
    backend.write(place, state)
    now = backend.read(place)
    if put_back:
        now = writable_part(now, backend.read_only)
    if left := state_differences(now, state):
        first = left[0]
        raise BackendError(
            *message.refusal("reads-otherwise", key=first.key, now=first.now, wanted=first.wanted)
        )
