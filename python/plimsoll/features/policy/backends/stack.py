"""A described stack while it is served: its limits, through the control socket; reservation and
shares where a volume names its scheduler (`at.scheduler`, an element of type shares).

The elements are named; the volume has to be one whose requests pass them, or nothing is set. What
is outstanding stays, and the new rate holds for it within a tenth of a second
(`crates/storage/src/elements/limit/live.rs`).
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal

from pydantic import Field

from plimsoll.base.errors import NoTargetError, PlimsollError
from plimsoll.base.rules import NORMAL_SHARES
from plimsoll.features.policy.backends.contract import (
    NONE,
    Backend,
    BackendError,
    Beside,
    GoneError,
    Item,
    Place,
    State,
    System,
    number,
    rate,
)
from plimsoll.native import serving

if TYPE_CHECKING:
    from collections.abc import Sequence

    from plimsoll.features.policy.rules import Assigned, Difference, Rules
    from plimsoll.native.model import ServedSettings, ServeSettings

RATES = (
    "ops_per_s",
    "bytes_per_s",
    "read_ops_per_s",
    "read_bytes_per_s",
    "write_ops_per_s",
    "write_bytes_per_s",
)
BURSTS = ("max_ops_per_s", "burst_ops", "max_bytes_per_s", "burst_bytes")
KEYS = (*RATES, "cost", "unit", *BURSTS)
"""In the order in which they are set: a unit needs its cost, a burst the rates it belongs to."""
SHARES = ("reservation", "shares")
"""Of the scheduler."""
LIMITS = ("limit", "tier")


class StackSystem(System):
    """A stack that `plimsoll serve` serves with --control."""

    sockets = ("control",)
    kind: Literal["stack"]
    control: str = Field(description="The control socket of plimsoll serve.")


def _unmet(rules: Rules, at: Place) -> list[Difference]:
    found: list[Difference] = []
    scheduled = "scheduler" in at
    if rules.reservation.given and not (scheduled and rules.reservation.bytes_per_s is None):
        found.append("no_reservation")
    if rules.shares is not None and not scheduled:
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
        state = _state(one.rules)
        if "scheduler" in one.at:
            place["scheduler"] = _found(place, one.at["scheduler"], ("shares",))["name"]
            state |= _shares(one.rules)
        made.append(Item("volume", one.volume, place, state, one.policy, one.version))
    return made


def _shares(rules: Rules) -> State:
    """What a scheduler is told: of what the policy does not say, what a volume has by itself."""
    shares = NORMAL_SHARES if rules.shares is None else rules.shares
    return {"reservation": rate(rules.reservation.ops_per_s), "shares": number(shares)}


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
        settings: ServeSettings = serving.ask(Path(place["control"]), {"ask": "settings"})
        return settings
    except (NoTargetError, serving.EndedError) as error:
        raise GoneError(error.message, error.what_now) from None
    except PlimsollError as error:
        raise BackendError(error.message, error.what_now) from None


def _found(
    place: Place, element: str | None = None, types: tuple[str, ...] = LIMITS
) -> ServedSettings:
    """The instance of an element (the limit, unless another is named) that the volume's requests
    pass."""
    element = element or place["element"]
    said = _asked(place)
    of_element = [
        one
        for one in said["elements"]
        if element in (one["name"], one["element"]) and one["type"] in types
    ]
    known = sorted({one["element"] for one in said["elements"] if one["type"] in types})
    if not of_element:
        raise BackendError(
            f"no {types[0]} element is called '{element}' behind {place['control']}",
            f"Known: {', '.join(known) or 'none'}.",
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
            f"the requests of the volume '{place['volume']}' do not pass the {types[0]}"
            f" '{element}'",
            "It would be set there and do nothing.",
        )
    if len(here) > 1:
        names = ", ".join(one["name"] for one in here)
        raise BackendError(
            f"the volume '{place['volume']}' passes several instances of '{element}'",
            f"Name one: {names}.",
        )
    return here[0]


def _read(place: Place) -> State:
    settings = _found(place)["settings"]
    state = {key: settings.get(key, NONE) for key in KEYS}
    if "scheduler" in place:
        own = _scheduled(place)
        state |= {key: own[f"{key}@{place['volume']}"] for key in SHARES}
    return state


def _scheduled(place: Place) -> dict[str, str]:
    """The settings of the scheduler, which must have some of this volume's own."""
    found = _found(place, place["scheduler"], ("shares",))
    if f"shares@{place['volume']}" not in found["settings"]:
        raise BackendError(
            f"'{place['scheduler']}' shares among VMs, not volumes",
            'Give it per = "disk" in the stack file.',
        )
    return found["settings"]


def _write(place: Place, state: State | None) -> None:
    element = _found(place)["name"]
    wanted = dict.fromkeys(KEYS, NONE) | (state or {})
    # Rates there shall be come before those there shall be none of: no moment without any limit.
    some = [key for key in KEYS if wanted[key] != NONE]
    # Without a cost there is no unit.
    rest = [key for key in KEYS if wanted[key] == NONE and key != "unit"]
    for key in (*some, *rest):
        _switch(place, element, key, wanted[key])
    if "scheduler" in place and state is not None:
        _scheduled(place)
        for key in SHARES:
            _switch(place, place["scheduler"], f"{key}@{place['volume']}", state[key])


def _switch(place: Place, element: str, key: str, value: str) -> None:
    request = {"ask": "switch", "element": element, "key": key, "value": value}
    try:
        serving.ask(Path(place["control"]), request)
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


def _scheduler(place: Place) -> str | None:
    return f"{place['control']} {place['scheduler']}" if "scheduler" in place else None


STACK = Backend(
    kind="stack",
    summary="a described stack while plimsoll serve serves it",
    system=StackSystem,
    keys=("element",),
    optional=("volume", "scheduler"),
    unmet=_unmet,
    items=_items,
    read=_read,
    write=_write,
    beside=_beside,
    own=SHARES,
    scheduler=_scheduler,
)
