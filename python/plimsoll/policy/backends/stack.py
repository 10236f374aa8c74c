"""A described stack while it is served: its limits, through the control socket.

The element is named; the volume has to be one whose requests pass it, or nothing is set. What is
outstanding stays, and the new rate holds for it within a tenth of a second
(`crates/storage/src/elements/limit/live.rs`).
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal, cast

from pydantic import Field

from plimsoll import serving
from plimsoll.errors import PlimsollError
from plimsoll.policy.backends.contract import (
    NONE,
    Backend,
    BackendError,
    Beside,
    Item,
    Place,
    State,
    System,
    number,
    rate,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from plimsoll.model import ServedSettings, ServeSettings
    from plimsoll.policy.rules import Assigned, Difference, Rules

RATES = (
    "ops_per_s",
    "bytes_per_s",
    "read_ops_per_s",
    "read_bytes_per_s",
    "write_ops_per_s",
    "write_bytes_per_s",
)
KEYS = (*RATES, "cost", "unit", "max_ops_per_s", "burst_ops", "max_bytes_per_s", "burst_bytes")
"""In the order in which they are set: a unit needs its cost, a burst the rates it belongs to."""
LIMITS = ("limit", "tier")


class StackSystem(System):
    """A stack that `plimsoll serve` serves with --control."""

    sockets = ("control",)
    kind: Literal["stack"]
    control: str = Field(description="The control socket of plimsoll serve.")


def _unmet(rules: Rules) -> list[Difference]:
    found: list[Difference] = []
    if rules.reservation.given:
        found.append("no_reservation")
    if rules.shares is not None:
        found.append("no_shares")
    return found


def _items(system: StackSystem, assigned: Sequence[Assigned]) -> list[Item]:
    control = str(Path(system.control).absolute())
    made = []
    for one in assigned:
        volume = one.at.get("volume", one.volume)
        place = {"control": control, "element": one.at["element"], "volume": volume}
        # The instance: of an element that each volume has its own of, this volume's.
        place["element"] = _found(place)["name"]
        made.append(Item("volume", one.volume, place, _state(one.rules), one.policy, one.version))
    return made


def _state(rules: Rules) -> State:
    made = dict.fromkeys(KEYS, NONE)
    for prefix, rates in (("", rules.shared), ("read_", rules.read), ("write_", rules.write)):
        made[f"{prefix}ops_per_s"] = rate(rates.ops_per_s)
        made[f"{prefix}bytes_per_s"] = rate(rates.bytes_per_s)
    if rules.unit_bytes is not None:
        made["cost"] = "ceil" if rules.rounding == "up" else "linear"
        made["unit"] = number(rules.unit_bytes)
    for kind, most in (("ops", rules.burst.ops_per_s), ("bytes", rules.burst.bytes_per_s)):
        if most is not None:
            made[f"max_{kind}_per_s"] = number(most)
            made[f"burst_{kind}"] = number(most * rules.burst_s)
    return made


def _asked(place: Place) -> ServeSettings:
    try:
        return cast("ServeSettings", serving.ask(Path(place["control"]), {"ask": "settings"}))
    except PlimsollError as error:
        raise BackendError(error.message, error.what_now) from None


def _found(place: Place) -> ServedSettings:
    """The instance of the element that the volume's requests pass."""
    said = _asked(place)
    of_element = [
        one
        for one in said["elements"]
        if place["element"] in (one["name"], one["element"]) and one["type"] in LIMITS
    ]
    known = sorted({one["element"] for one in said["elements"] if one["type"] in LIMITS})
    if not of_element:
        raise BackendError(
            f"no limit is called '{place['element']}' behind {place['control']}",
            f"Its limits are: {', '.join(known) or 'none'}.",
        )
    if place["volume"] not in said["volumes"]:
        raise BackendError(
            f"no volume is called '{place['volume']}' behind {place['control']}",
            f"Its volumes are: {', '.join(said['volumes'])}.",
        )
    number_of = said["volumes"].index(place["volume"])
    here = [one for one in of_element if number_of in one["volumes"]]
    if not here:
        raise BackendError(
            f"the requests of the volume '{place['volume']}' do not pass the limit"
            f" '{place['element']}'",
            "A limit there would be set and limit nothing.",
        )
    if len(here) > 1:
        names = ", ".join(one["name"] for one in here)
        raise BackendError(
            f"the volume '{place['volume']}' passes several instances of '{place['element']}'",
            f"Name one: {names}.",
        )
    return here[0]


def _read(place: Place) -> State:
    settings = _found(place)["settings"]
    return {key: settings.get(key, NONE) for key in KEYS}


def _write(place: Place, state: State | None) -> None:
    element = _found(place)["name"]
    wanted = dict.fromkeys(KEYS, NONE) | (state or {})
    control = Path(place["control"])
    # Rates there shall be come before those there shall be none of: no moment without any limit.
    some = [key for key in KEYS if wanted[key] != NONE]
    # Without a cost there is no unit.
    rest = [key for key in KEYS if wanted[key] == NONE and key != "unit"]
    for key in (*some, *rest):
        request = {"ask": "switch", "element": element, "key": key, "value": wanted[key]}
        try:
            serving.ask(control, request)
        except PlimsollError as error:
            raise BackendError(error.message, error.what_now) from None


def _beside(place: Place) -> list[Beside]:
    said = _asked(place)
    own = _found(place)["name"]
    at = said["volumes"].index(place["volume"])
    return [
        Beside(one["name"], one["settings"])
        for one in said["elements"]
        if at in one["volumes"]
        and one["name"] != own
        and one["type"] in LIMITS
        and any(one["settings"].get(key, NONE) != NONE for key in RATES)
    ]


STACK = Backend(
    kind="stack",
    summary="a described stack while plimsoll serve serves it",
    system=StackSystem,
    keys=("element",),
    optional=("volume",),
    unmet=_unmet,
    items=_items,
    read=_read,
    write=_write,
    beside=_beside,
)
