"""Where a volume may be: datastores that fit the rules of its policy and still have room.

Room is counted twice: in bytes (capacity, what is used, what this file's volumes take), and in rate
(the proven load line, less what is reserved there). What is not known does not count as room: a
datastore without a proven load line has none for a reservation.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from plimsoll.features.policy.rules import Figures, Rates

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from plimsoll.features.policy.file import Capability, Datastore, Placement, PolicyFile
    from plimsoll.features.policy.rules import Rules


@dataclass(frozen=True)
class Miss:
    """Why a datastore does not fit: a code in `words.MISSES`, and figures."""

    kind: str
    figures: Figures = field(default_factory=dict)


@dataclass(frozen=True)
class Room:
    """What is left on a datastore for a volume; none: not known, or without a bound."""

    bytes_left: int | None
    rates_left: Rates
    line: Rates


@dataclass(frozen=True)
class Choice:
    """A datastore, whether it fits, why not, and what is left there."""

    datastore: str
    misses: list[Miss]
    room: Room

    @property
    def fits(self) -> bool:
        """Whether the volume may be there."""
        return not self.misses


def misplaced(place: Placement, store: Datastore) -> list[Miss]:
    """Which placement rules a datastore does not keep."""
    found = []
    for category, wanted in place.tags.items():
        have = store.tags.get(category, [])
        if not set(have) & set(wanted):
            found.append(
                Miss(
                    "tag",
                    {
                        "category": category,
                        "wanted": " or ".join(wanted),
                        "have": ", ".join(have) or "none",
                    },
                )
            )
    for name, value in place.capabilities.items():
        ones: Sequence[Capability] = value if isinstance(value, list) else [value]
        has = store.capabilities.get(name)
        if has not in ones or isinstance(has, bool) != isinstance(ones[0], bool):
            found.append(
                Miss(
                    "capability",
                    {
                        "name": name,
                        "wanted": " or ".join(_text(one) for one in ones),
                        "have": "not stated" if has is None else _text(has),
                    },
                )
            )
    return found


def _text(value: Capability) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def places(
    file: PolicyFile,
    volume: str,
    policy: str,
    rules: Mapping[str, Rules],
    of_volume: Mapping[str, str | None],
) -> list[Choice]:
    """Every datastore with the answer for this volume: those that fit first, the roomiest first.
    `of_volume`: the policy of each volume."""
    from plimsoll.native.session import parse_size

    size = file.volume[volume].size
    need = None if size is None else parse_size(size)
    choices = []
    for name, store in file.datastore.items():
        others = [
            other for other, one in file.volume.items() if one.datastore == name and other != volume
        ]
        taken = sum(parse_size(file.volume[one].size or "0") for one in others)
        reserved = [rules[of].reservation for one in others if (of := of_volume[one]) is not None]
        room = _room(store, taken, reserved)
        misses = misplaced(file.policy[policy].place, store)
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
            _left(line.ops_per_s, [one.ops_per_s for one in reserved]),
            _left(line.bytes_per_s, [one.bytes_per_s for one in reserved]),
        ),
        line,
    )


def _left(line: float | None, reserved: Sequence[float | None]) -> float | None:
    return None if line is None else max(0.0, line - sum(one or 0.0 for one in reserved))


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
    if not wanted.given:
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
