"""What is, what shall be, and the difference: read from every system, nothing is changed.

The same reading serves plan, apply and show. Whether an item is compliant is decided here: what is
read back against what the file wants, and against what the journal says was there.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

from plimsoll.base.errors import PlimsollError
from plimsoll.features.policy.backends import BACKENDS
from plimsoll.features.policy.journal import key_of, limits_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from plimsoll.features.policy.backends.contract import Beside, Document, Item, State
    from plimsoll.features.policy.journal import Chain, Journal
    from plimsoll.features.policy.resolving import Resolved
    from plimsoll.features.policy.rules import Assigned

Configured = Literal["compliant", "drifted", "out_of_date", "unknown"]
"""What is there is what the file wants; is what somebody else set since; is what was there before,
or what an earlier version of the file wanted; cannot be read."""


@dataclass(frozen=True)
class Difference:
    """A key of an item's state: as it is and as it shall be; none where it does not exist."""

    key: str
    now: str | None
    wanted: str | None


@dataclass(frozen=True)
class Change:
    """An item, what it is, and what would be changed."""

    kind: str
    item: Item
    now: State | None
    configured: Configured
    differences: list[Difference]
    error: PlimsollError | None = None
    """Why it cannot be read, or written by us at all."""
    chain: Chain | None = None
    leaves: bool = False
    """It is no longer in the file: what was there before is put back."""
    beside: list[Beside] = field(default_factory=list)
    """Other limits on its way."""
    removed_at: str | None = None
    """When what we had set was put back, where that is known and nothing was set since."""
    with_others: tuple[str, ...] = ()
    """Other volumes of the file that have the same limit: one for all of them."""

    @property
    def not_set(self) -> bool:
        """Whether it is not as the file says, and nothing of the file is in force."""
        return self.configured == "out_of_date" and self.chain is None

    @property
    def changes(self) -> bool:
        """Whether applying would write it."""
        return bool(self.differences)


def survey(resolved: Resolved, journal: Journal, file: str) -> list[Change]:
    """Every item of a policy file in the order in which they are made, and then those that it no
    longer names. Nothing raises: what cannot be read says so."""
    found: list[Change] = []
    seen: set[str] = set()
    common: set[str] = set()
    for system, table in resolved.file.system.items():
        backend = BACKENDS[table.kind]
        for one in (one for one in resolved.assigned if one.system == system):
            try:
                items = backend.items(table, [one])
            except PlimsollError as error:
                found.append(_unreadable(table.kind, one, error))
                continue
            for item in items:
                of = table.kind, item.place
                if item.what != "volume":
                    # What several volumes need is one item.
                    if (key := key_of(*of)) in common:
                        continue
                    common.add(key)
                change = _read(
                    table.kind, item, journal.of_item(*of), removed_at=journal.removed_at(*of)
                )
                if change.chain is not None:
                    seen.add(change.chain.last.key)
                found.append(change)
    found = _with_others(found)
    unread = [change for change in found if change.error is not None]
    named = {change.item.name for change in unread}
    kinds = {change.kind for change in unread}
    # A volume whose system cannot be asked is not one that was taken out of the file, and what
    # such a volume needs beside itself (a policy, a tag) is not known.
    return found + [
        _leaving(chain, file)
        for chain in journal.of_file(file)
        if chain.last.key not in seen
        and chain.last.name not in named
        and not (chain.last.what != "volume" and chain.last.kind in kinds)
    ]


def _with_others(found: Sequence[Change]) -> list[Change]:
    """The same, each volume with those that it has one limit with."""
    by_limit: dict[str, list[str]] = {}
    limits: list[str | None] = []
    for one in found:
        has = one.item.what == "volume" and one.error is None
        limits.append(limits_of(one.kind, one.item.place)[0] if has else None)
        by_limit.setdefault(limits[-1] or "", []).append(one.item.name)
    return [
        one
        if limit is None
        else replace(
            one, with_others=tuple(name for name in by_limit[limit] if name != one.item.name)
        )
        for one, limit in zip(found, limits, strict=True)
    ]


def documents_of(resolved: Resolved) -> dict[str, list[Document]]:
    """The documents for systems that others apply them to, by the system's name."""
    made = {}
    for system, table in resolved.file.system.items():
        backend = BACKENDS[table.kind]
        of = [one for one in resolved.assigned if one.system == system]
        if backend.documents is not None and of:
            made[system] = backend.documents(table, of)
    return made


def _unreadable(kind: str, one: Assigned, error: PlimsollError) -> Change:
    from plimsoll.features.policy.backends.contract import Item

    item = Item("volume", one.volume, {}, None, one.policy, one.version)
    return Change(kind, item, None, "unknown", [], error)


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
        configured(now, item, chain, backend.told),
        differing(now, item.wanted),
        None,
        chain,
        beside=beside,
        removed_at=removed_at,
    )


def again(change: Change) -> Change:
    """The same item, read once more."""
    anew = _read(change.kind, change.item, change.chain, removed_at=change.removed_at)
    return replace(anew, with_others=change.with_others)


def same(one: Change, other: Change) -> bool:
    """Whether two readings of an item found the same, also of what else limits it."""
    return (
        one.now == other.now
        and one.beside == other.beside
        and (one.error is None) == (other.error is None)
    )


def worst(readings: Sequence[Change]) -> Change:
    """Of several readings of an item, the latest that is not as the file wants it; the latest, if
    all are."""
    wrong = [one for one in readings if one.configured != "compliant"]
    return (wrong or readings)[-1]


def _leaving(chain: Chain, file: str) -> Change:
    """What was there before comes back: the file no longer names it. What other files need, too,
    stays as it is."""
    from plimsoll.features.policy.backends.contract import Item

    last = chain.last
    item = Item(last.what, last.name, last.place, chain.original, last.policy, last.version)
    backend = BACKENDS.get(last.kind)
    if backend is None or backend.read is None:
        return Change(last.kind, item, None, "unknown", [], None, chain, leaves=True)
    try:
        now = backend.read(last.place)
    except PlimsollError as error:
        return Change(last.kind, item, None, "unknown", [], error, chain, leaves=True)
    now = without(now, backend.told)
    if chain.others(file):
        item = replace(item, wanted=now)
        return Change(last.kind, item, now, "compliant", [], None, chain, leaves=True)
    state: Configured = "out_of_date" if chain.ours(now) else "drifted"
    found = differing(now, without(chain.original, backend.told))
    return Change(last.kind, item, now, state, found, None, chain, leaves=True)


def differing(now: State | None, wanted: State | None) -> list[Difference]:
    """What of an item would be changed."""
    keys = [*(wanted or {}), *(key for key in now or {} if key not in (wanted or {}))]
    found = [
        Difference(key, (now or {}).get(key), (wanted or {}).get(key))
        for key in keys
        if (now or {}).get(key) != (wanted or {}).get(key)
    ]
    if not found and (now is None) != (wanted is None):
        return [Difference("exists", "yes" if now is not None else "no", None)]
    return found


def without(state: State | None, told: tuple[str, ...]) -> State | None:
    """A state without what the system says and nobody writes."""
    return state and {key: value for key, value in state.items() if key not in told}


def configured(
    now: State | None, item: Item, chain: Chain | None, told: tuple[str, ...] = ()
) -> Configured:
    """Whether what is there is what the file wants."""
    if now == item.wanted:
        return "compliant"
    if chain is None or chain.ours(without(now, told)):
        return "out_of_date"
    return "drifted"


def digest(changes: Sequence[Change]) -> str:
    """Of what would be changed: items, what they are, what they shall be."""
    return digest_of(
        [
            [one.item.name, one.kind, one.item.place, one.now, one.item.wanted, one.leaves]
            for one in changes
        ]
    )


def digest_of(told: Sequence[Sequence[object]]) -> str:
    """The same of what `plimsoll policy plan --json` says of each item: its name, kind, place, now,
    wanted and leaves."""
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()


def errors(changes: Sequence[Change]) -> list[Change]:
    """Those that cannot be asked."""
    return [one for one in changes if one.error is not None]
