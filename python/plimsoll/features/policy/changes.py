"""Compares the state of every system with the policy file. Nothing is changed.

Plan, apply and show use the same comparison. An item is compliant, drifted or out of date according
to its state now, the file, and the journal.
"""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from plimsoll.base.errors import PlimsollError
from plimsoll.features.policy.backends import BACKENDS
from plimsoll.features.policy.backends.contract import Beside, Document, Item, State
from plimsoll.features.policy.journal import Chain, Journal, key_of, limits_of
from plimsoll.features.policy.resolving import ResolvedPolicy
from plimsoll.features.policy.rules import PolicyVolume

Configured = Literal["compliant", "drifted", "out_of_date", "unknown"]
"""Matches the file; changed by somebody else; as before the policy or an earlier version of the
file; not readable."""


@dataclass(frozen=True)
class Difference:
    """A key of an item's state: as it is and as it shall be; none where it does not exist."""

    key: str
    now: str | None
    wanted: str | None


@dataclass(frozen=True)
class Change:
    """An item, its state, and the changes that apply would make."""

    kind: str
    item: Item
    now: State | None
    configured: Configured
    differences: list[Difference]
    error: PlimsollError | None = None
    """Why it cannot be read or written."""
    chain: Chain | None = None
    leaves: bool = False
    """No longer in the file: apply restores the state before the policy."""
    beside: list[Beside] = field(default_factory=list)
    """Other limits on its path."""
    removed_at: str | None = None
    """When our setting was removed, if known and not set again since."""
    with_others: tuple[str, ...] = ()
    """Other volumes of the file behind the same limit."""

    @property
    def not_set(self) -> bool:
        """Whether it differs from the file and nothing of the file is in force."""
        return self.configured == "out_of_date" and self.chain is None

    @property
    def changes(self) -> bool:
        """Whether applying would write it."""
        return bool(self.differences)


def survey(resolved: ResolvedPolicy, journal: Journal, file: str) -> list[Change]:
    """Every item of a policy file in order of creation, then those no longer in the file. Raises
    nothing: an unreadable item carries its error."""
    found: list[Change] = []
    seen: set[str] = set()
    common: set[str] = set()
    for system, table in resolved.file.system.items():
        backend = BACKENDS[table.kind]
        for volume in (each for each in resolved.assigned if each.system == system):
            try:
                items = backend.items(table, [volume])
            except PlimsollError as error:
                found.append(_unreadable(table.kind, volume, error))
                continue
            for item in items:
                identity = table.kind, item.place
                if item.what != "volume":
                    # An object that several volumes need is one item.
                    if (key := key_of(*identity)) in common:
                        continue
                    common.add(key)
                change = _read(
                    table.kind,
                    item,
                    journal.of_item(*identity),
                    removed_at=journal.removed_at(*identity),
                )
                if change.chain is not None:
                    seen.add(change.chain.last.key)
                found.append(change)
    found = _with_others(found)
    unread = [change for change in found if change.error is not None]
    named = {change.item.name for change in unread}
    kinds = {change.kind for change in unread}
    # A volume on an unreachable system was not taken out of the file, and the objects it needs (a
    # policy, a tag) are unknown.
    return found + [
        _leaving(chain, file)
        for chain in journal.of_file(file)
        if chain.last.key not in seen
        and chain.last.name not in named
        and not (chain.last.what != "volume" and chain.last.kind in kinds)
    ]


def _with_others(found: Sequence[Change]) -> list[Change]:
    """Adds to each volume the others behind the same limit."""
    by_limit: dict[str, list[str]] = {}
    limits: list[str | None] = []
    for change in found:
        has = change.item.what == "volume" and change.error is None
        limits.append(limits_of(change.kind, change.item.place)[0] if has else None)
        by_limit.setdefault(limits[-1] or "", []).append(change.item.name)
    return [
        change
        if limit is None
        else replace(
            change, with_others=tuple(name for name in by_limit[limit] if name != change.item.name)
        )
        for change, limit in zip(found, limits, strict=True)
    ]


def documents_of(resolved: ResolvedPolicy) -> dict[str, list[Document]]:
    """The documents that others apply, by name of the system."""
    documents = {}
    for system, table in resolved.file.system.items():
        backend = BACKENDS[table.kind]
        volumes = [volume for volume in resolved.assigned if volume.system == system]
        if backend.documents is not None and volumes:
            documents[system] = backend.documents(table, volumes)
    return documents


def _unreadable(kind: str, volume: PolicyVolume, error: PlimsollError) -> Change:
    return Change(kind, Item.of_volume(volume, {}, None), None, "unknown", [], error)


def _read(kind: str, item: Item, chain: Chain | None, *, removed_at: str | None = None) -> Change:
    backend = BACKENDS[kind]
    if backend.read is None:
        return Change(kind, item, None, "unknown", [], None, chain)
    try:
        now = backend.read(item.place)
        beside = backend.beside(item.place)
    except PlimsollError as error:
        return Change(kind, item, None, "unknown", [], error, chain)
    return Change(
        kind,
        item,
        now,
        configuration_state(now, item, chain, backend.read_only),
        state_differences(now, item.wanted),
        None,
        chain,
        beside=beside,
        removed_at=removed_at,
    )


def again(change: Change) -> Change:
    """Reads the item again."""
    anew = _read(change.kind, change.item, change.chain, removed_at=change.removed_at)
    return replace(anew, with_others=change.with_others)


def same_state(change: Change, other: Change) -> bool:
    """Whether two readings of an item agree, other limits on its path included."""
    return (
        change.now == other.now
        and change.beside == other.beside
        and (change.error is None) == (other.error is None)
    )


def latest_deviation(readings: Sequence[Change]) -> Change:
    """The latest reading that is not compliant; the latest if all are."""
    wrong = [change for change in readings if change.configured != "compliant"]
    return (wrong or readings)[-1]


def _leaving(chain: Chain, file: str) -> Change:
    """The restore of an item that the file no longer names. An item that other files need stays."""
    last = chain.last
    item = last.item(chain.original)
    backend = BACKENDS.get(last.kind)
    if backend is None or backend.read is None:
        return Change(last.kind, item, None, "unknown", [], None, chain, leaves=True)
    try:
        now = backend.read(last.place)
    except PlimsollError as error:
        return Change(last.kind, item, None, "unknown", [], error, chain, leaves=True)
    now = writable_part(now, backend.read_only)
    if chain.other_files(file):
        item = replace(item, wanted=now)
        return Change(last.kind, item, now, "compliant", [], None, chain, leaves=True)
    state: Configured = "out_of_date" if chain.may_be_ours(now) else "drifted"
    found = state_differences(now, writable_part(chain.original, backend.read_only))
    return Change(last.kind, item, now, state, found, None, chain, leaves=True)


def state_differences(now: State | None, wanted: State | None) -> list[Difference]:
    """The keys of an item that would change."""
    keys = [*(wanted or {}), *(key for key in now or {} if key not in (wanted or {}))]
    found = [
        Difference(key, (now or {}).get(key), (wanted or {}).get(key))
        for key in keys
        if (now or {}).get(key) != (wanted or {}).get(key)
    ]
    if not found and (now is None) != (wanted is None):
        return [Difference("exists", "yes" if now is not None else "no", None)]
    return found


def writable_part(state: State | None, unwritten: tuple[str, ...]) -> State | None:
    """A state without its read-only keys."""
    return state and {key: value for key, value in state.items() if key not in unwritten}


def configuration_state(
    now: State | None, item: Item, chain: Chain | None, unwritten: tuple[str, ...] = ()
) -> Configured:
    """The state of an item against the file."""
    if now == item.wanted:
        return "compliant"
    if chain is None or chain.may_be_ours(writable_part(now, unwritten)):
        return "out_of_date"
    return "drifted"


def digest(changes: Sequence[Change]) -> str:
    """SHA-256 of the pending changes: items, their states now and wanted."""
    pairs = [(change, change.item) for change in changes]
    return digest_of(
        [[item.name, c.kind, item.place, c.now, item.wanted, c.leaves] for c, item in pairs]
    )


def digest_of(rows: Sequence[Sequence[object]]) -> str:
    """The same SHA-256 from rows of the JSON plan: name, kind, place, now, wanted, leaves."""
    return hashlib.sha256(json.dumps(rows, sort_keys=True).encode()).hexdigest()


def unreadable_items(changes: Sequence[Change]) -> list[Change]:
    """The items that cannot be read."""
    return [change for change in changes if change.error is not None]
