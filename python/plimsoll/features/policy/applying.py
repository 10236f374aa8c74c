"""Applies a policy file, and puts back what was there: in order, journalled, one step at a time.

Before an item is written, the journal has what it is. After it is written it is read: only what is
read back counts as set. The first that fails ends it, what was set stays set, and both ways are
open: apply again, or put back. Nothing is applied while any item cannot be read.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from plimsoll.base.errors import IoError, PlimsollError, RefusedError
from plimsoll.features.policy.backends import BACKENDS, BackendError, GoneError
from plimsoll.features.policy.changes import Change, differing, digest, errors, survey, without
from plimsoll.features.policy.journal import limits_of

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from plimsoll.features.policy.backends.contract import Place, State
    from plimsoll.features.policy.journal import Chain, Entry, Journal
    from plimsoll.features.policy.resolving import Resolved


@dataclass
class Applied:
    """What an apply did."""

    done: list[Change] = field(default_factory=list)
    same: list[Change] = field(default_factory=list)
    """Those that were as they shall be."""
    failed: Change | None = None
    why: PlimsollError | None = None
    left: list[Change] = field(default_factory=list)
    """Those that were not reached."""


@dataclass
class PutBack:
    """What came of putting back."""

    done: list[Chain] = field(default_factory=list)
    changed: list[tuple[Chain, State | None]] = field(default_factory=list)
    """Those that somebody changed since, with what is there; left as they are."""
    failed: list[tuple[Chain, PlimsollError]] = field(default_factory=list)
    kept: list[tuple[Chain, list[str]]] = field(default_factory=list)
    """Those that other files need, too, and which; left as they are until those put them back."""
    forgotten: list[Chain] = field(default_factory=list)
    """Those whose system has ended, where that was to be forgotten."""
    last_set_nothing: bool = False
    """Only the last apply was to be put back, and of that there is nothing to put back."""


OTHERWISE = "what would be changed has changed since it was shown"


def apply(
    resolved: Resolved,
    journal: Journal,
    file: str,
    on_step: Callable[[Change], None],
    *,
    seen: str | None = None,
) -> Applied:
    """Makes everything as the file says. `seen`: only if the digest of what would be changed is
    this (`changes.digest`). Raises RefusedError where it is not, or an item belongs to another
    file, IoError where one cannot be read; nothing is changed then."""
    surveyed = survey(resolved, journal, file)
    if seen is not None and digest(surveyed) != seen:
        raise RefusedError(
            OTHERWISE, f"Nothing was changed. See what it is now: plimsoll policy plan {file}"
        )
    changes = _writable(surveyed)
    _refuse_of_others(changes, journal, file)
    if unreadable := errors(changes):
        first = unreadable[0]
        raise IoError(
            f"{first.item.name} cannot be read: {first.error}",
            "Nothing was changed. Fix that, then apply again.",
        )
    came = Applied()
    number = journal.begin(file)
    # The newest first, as always when things are put back. What volumes refer to (a policy, a tag)
    # goes last: those that stay may have it until they are set.
    leaving = [one for one in changes if one.leaves and one.item.what == "volume"][::-1]
    unused = [one for one in changes if one.leaves and one.item.what != "volume"][::-1]
    staying = [one for one in changes if not one.leaves]
    if not _make(leaving, [*staying, *unused], journal, file, number, came, on_step):
        return came
    if leaving:
        # What was put back may lie where others are set: they are read anew.
        anew = survey(resolved, journal, file)
        staying = [one for one in _writable(anew) if not one.leaves]
    if _make(staying, unused, journal, file, number, came, on_step):
        _make(unused, [], journal, file, number, came, on_step)
    return came


def _writable(changes: Sequence[Change]) -> list[Change]:
    return [one for one in changes if BACKENDS[one.kind].write is not None]


def _make(
    changes: Sequence[Change],
    after: Sequence[Change],
    journal: Journal,
    file: str,
    number: int,
    came: Applied,
    on_step: Callable[[Change], None],
) -> bool:
    """Makes these changes in order; false when one failed. `after`: those that were to follow."""
    for at, change in enumerate(changes):
        if not change.changes:
            _confirm(journal, change, file, number)
            came.same.append(change)
            continue
        on_step(change)
        try:
            if change.leaves and change.chain is not None:
                _bequeath(journal, change.chain, number)
                _put_back(journal, change.chain.entries)
            else:
                entry = journal.before(file, number, change.kind, change.item, change.now)
                _write(change.kind, change.item.place, change.item.wanted)
                journal.set(entry)
        except PlimsollError as error:
            came.failed, came.why = change, error
            came.left = [*changes[at + 1 :], *after]
            return False
        came.done.append(change)
    return True


def _confirm(journal: Journal, change: Change, file: str, number: int) -> None:
    """An item that is as it shall be: it is this file's from now on, and a change that was under
    way when it was ended has been made. What other files need, too (a tag), is this one's
    beside them."""
    if change.chain is not None and change.leaves:
        own = tuple(entry for entry in change.chain.entries if entry.file == file)
        if change.chain.others(file):
            journal.release(change.chain, own)
        else:
            journal.back(own)
    elif change.chain is None or all(entry.file != file for entry in change.chain.entries):
        entry = journal.before(file, number, change.kind, change.item, change.now)
        journal.set(entry)
    elif not change.chain.confirmed:
        journal.set(change.chain.last)


def _refuse_of_others(changes: Sequence[Change], journal: Journal, file: str) -> None:
    for change in changes:
        if change.chain is None or change.leaves or change.item.common:
            continue
        if (owner := change.chain.last.file) != file:
            raise RefusedError(
                f"{change.item.name} is under the policies of {owner}",
                f"Take it out there first: plimsoll policy remove {owner}",
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
                    f"{change.item.name} shares a limit with {last.name}, which is under the"
                    f" policies of {last.file}",
                    f"Take it out there first: plimsoll policy remove {last.file}",
                )
        # Several volumes may share a limit, if it is one.
        other = places.setdefault(own[0], change)
        if other.item.wanted != change.item.wanted:
            raise RefusedError(
                f"'{other.item.name}' and '{change.item.name}' name the same place with different"
                " rules",
                "One of them would overwrite the other.",
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
    """Puts back what a file changed, newest first: everything, or what its last apply changed.
    What another file needs, too, stays until that is put back.
    Whatever is wrong with one, the others follow. `forget`: one whose system has ended is put
    back no more; one that only cannot be read is kept, unless it is named among `lost`."""
    came = PutBack()
    latest = journal.begun.get(file, 0) if last_only else None
    chains = [
        (chain, tuple(one for one in chain.entries if one.apply == latest or not last_only))
        for chain in journal.of_file(file)
    ]
    # By their first change: one that came later to a limit in common found our own value there.
    chains.sort(key=lambda one: one[0].entries[0].id, reverse=True)
    left = [(chain, entries) for chain, entries in chains if entries]
    came.last_set_nothing = last_only and not left
    while left:
        before = len(left)
        came.failed = []
        left = [
            (chain, entries)
            for chain, entries in left
            if not _back(journal, file, chain, entries, came, overwrite, forget, on_step, lost)
        ]
        if len(left) == before:
            break
        # One that something else still used (a tag that a policy named) may go now.
    return came


def _back(
    journal: Journal,
    file: str,
    chain: Chain,
    entries: tuple[Entry, ...],
    came: PutBack,
    overwrite: bool,
    forget: bool,
    on_step: Callable[[Chain], None],
    lost: Collection[str],
) -> bool:
    """Puts back these changes of an item; false when that failed."""
    if others := chain.others(file):
        journal.release(chain, tuple(entry for entry in entries if entry.file == file))
        came.kept.append((chain, others))
        return True
    on_step(chain)
    try:
        now = without(_now(chain.last), BACKENDS[chain.last.kind].told)
    except PlimsollError as error:
        if (forget and isinstance(error, GoneError)) or chain.last.name in lost:
            journal.back(entries, forgotten=True)
            came.forgotten.append(chain)
            return True
        came.failed.append((chain, error))
        return False
    if not chain.ours(now) and not overwrite:
        came.changed.append((chain, now))
        return True
    try:
        _put_back(journal, entries)
    except PlimsollError as error:
        came.failed.append((chain, error))
        return False
    came.done.append(chain)
    return True


def _now(entry: Entry) -> State | None:
    read = BACKENDS[entry.kind].read if entry.kind in BACKENDS else None
    if read is None:
        raise BackendError(f"no back end of this version reads a {entry.kind}")
    return read(entry.place)


def _put_back(journal: Journal, entries: tuple[Entry, ...]) -> None:
    first = entries[0]
    before = without(first.before, BACKENDS[first.kind].told if first.kind in BACKENDS else ())
    _write(first.kind, first.place, before, put_back=True)
    journal.back(entries)


def _bequeath(journal: Journal, chain: Chain, apply: int) -> None:
    """Those that came later to a limit of this item, which is about to be put back, found there
    what we had set: what was there without us is theirs to put back from now on."""
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
    """The limit as it is in one state, what is a volume's alone as it is in the other."""
    if limit is None or volume is None:
        return limit
    of = BACKENDS[kind].own
    alone = {key: value for key, value in volume.items() if key in of}
    return {key: value for key, value in limit.items() if key not in of} | alone


def _write(kind: str, place: Place, state: State | None, *, put_back: bool = False) -> None:
    """Writes and reads it back. Raises BackendError when that differs; what a system only says is
    not put back."""
    backend = BACKENDS[kind]
    if backend.write is None or backend.read is None:
        raise BackendError(f"a system of kind {kind} is not written to")
    backend.write(place, state)
    now = backend.read(place)
    if put_back:
        now = without(now, backend.told)
    if left := differing(now, state):
        first = left[0]
        raise BackendError(
            f"it was written, but {first.key} reads {first.now}, not {first.wanted}",
            "Does something else set it?",
        )
