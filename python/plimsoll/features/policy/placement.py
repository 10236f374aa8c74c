"""Where a volume may be: datastores that fit the rules of its policy and have room.

Room has two measures: bytes (capacity less use) and rate (the proven load line less reservations).
An unknown measure counts as no room.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from typing import TYPE_CHECKING

from plimsoll.base import language
from plimsoll.features.policy.messages import message
from plimsoll.features.policy.rules import Figures, Rates, Rules
from plimsoll.native.session import parse_size

if TYPE_CHECKING:
    from plimsoll.features.policy.file import Capability, Datastore, Placement, PolicyFile


@dataclass(frozen=True)
class Miss:
    """Why a datastore does not fit: a code in `words.MISSES`, and figures."""

    kind: str
    figures: Figures = field(default_factory=dict)


@dataclass(frozen=True)
class Room:
    """Room for a volume on a datastore. None: unknown or unbounded."""

    bytes_left: int | None
    rates_left: Rates
    line: Rates


@dataclass(frozen=True)
class Choice:
    """A datastore with its misfits and its room."""

    datastore: str
    misses: list[Miss]
    room: Room

    @property
    def fits(self) -> bool:
        """Whether the volume may be there."""
        return not self.misses


def placement_misses(place: Placement, store: Datastore) -> list[Miss]:
    """Placement rules that a datastore does not meet."""
    found = []
    for category, wanted in place.tags.items():
        have = store.tags.get(category, [])
        if not set(have) & set(wanted):
            asked: Figures = {"category": category, "wanted": reduce(_either, wanted or [""])}
            found.append(Miss("tag", asked | {"have": language.listing(have) or "none"}))
    for name, value in place.capabilities.items():
        values: Sequence[Capability] = value if isinstance(value, list) else [value]
        has = store.capabilities.get(name)
        if has not in values or isinstance(has, bool) != isinstance(values[0], bool):
            asked = {"name": name, "wanted": reduce(_either, map(_text, values))}
            has_text = message("not-stated") if has is None else _text(has)
            found.append(Miss("capability", asked | {"have": has_text}))
    return found


def _either(first: str, other: str) -> str:
    return message("or", first=first, other=other)


def _text(value: Capability) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def places(
    file: PolicyFile,
    volume: str,
    policy: str,
    rules: Mapping[str, Rules],
    of_volume: Mapping[str, str | None],
) -> list[Choice]:
    """Every datastore for this volume, fitting ones first, the roomiest first. `of_volume`: the
    policy of each volume."""
    size = file.volume[volume].size
    need = None if size is None else parse_size(size)
    choices = []
    for name, store in file.datastore.items():
        others = [
            other
            for other, placed in file.volume.items()
            if placed.datastore == name and other != volume
        ]
        taken = sum(parse_size(file.volume[other].size or "0") for other in others)
        reserved = [
            rules[named].reservation for other in others if (named := of_volume[other]) is not None
        ]
        room = _room(store, taken, reserved)
        misses = placement_misses(file.policy[policy].place, store)
        misses += _no_space(need, room) + _no_rate(rules[policy], store, room)
        choices.append(Choice(name, misses, room))
    return sorted(choices, key=_order)


def _order(choice: Choice) -> tuple[bool, float, float]:
    left = choice.room.rates_left.ops_per_s
    return (not choice.fits, -(left or 0.0), -(choice.room.bytes_left or 0))


def _room(store: Datastore, taken: int, reserved: Sequence[Rates]) -> Room:
    capacity = store.bytes_of("capacity")
    bytes_left = None
    if capacity is not None:
        used = store.bytes_of("used") or 0
        bytes_left = max(0, int(capacity * store.overcommit) - used - taken)
    line = store.line
    return Room(
        bytes_left,
        Rates(
            _free_rate(line.ops_per_s, [rates.ops_per_s for rates in reserved]),
            _free_rate(line.bytes_per_s, [rates.bytes_per_s for rates in reserved]),
        ),
        line,
    )


def _free_rate(line: float | None, reserved: Sequence[float | None]) -> float | None:
    return None if line is None else max(0.0, line - sum(rate or 0.0 for rate in reserved))


def _no_space(need: int | None, room: Room) -> list[Miss]:
    if need is None:
        return []
    if room.bytes_left is None:
        return [Miss("capacity_unknown")]
    if need > room.bytes_left:
        return [Miss("space", {"need_bytes": need, "left_bytes": room.bytes_left})]
    return []


def _no_rate(rules: Rules, store: Datastore, room: Room) -> list[Miss]:
    wanted = rules.reservation
    if not wanted.is_set:
        return []
    if store.load_line is None:
        return [Miss("line_unknown")]
    found = []
    for unit, need, left in (
        ("rate", wanted.ops_per_s, room.rates_left.ops_per_s),
        ("bytes", wanted.bytes_per_s, room.rates_left.bytes_per_s),
    ):
        if need is None:
            continue
        if left is None:
            found.append(Miss("line_unknown"))
        elif need > left:
            found.append(Miss("rate", {"unit": unit, "need": need, "left": left}))
    return found
