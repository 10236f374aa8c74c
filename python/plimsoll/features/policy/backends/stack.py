"""A described stack while it is served: its limits, through the control socket; reservation and
shares where a volume names its scheduler (`at.scheduler`, an element of type shares).

The volume's requests must pass the named elements. Outstanding requests stay, and the new rate
holds for them within a tenth of a second (`crates/storage/src/elements/limit/live.rs`).
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from pydantic import Field

from plimsoll.base.errors import NoTargetError, PlimsollError
from plimsoll.base.rules import NORMAL_SHARES
from plimsoll.features.policy.backends import contract
from plimsoll.features.policy.messages import message
from plimsoll.features.policy.rules import Difference, PolicyVolume, Rules
from plimsoll.native import serving

if TYPE_CHECKING:
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
"""In order of setting: a unit needs its cost, a burst its rates."""
SHARES = ("reservation", "shares")
"""Keys of the scheduler."""
LIMITS = ("limit", "tier")


class StackSystem(contract.System):
    """A stack that `plimsoll serve` serves with --control."""

    sockets = ("control",)
    kind: Literal["stack"]
    control: str = Field(description="The control socket of plimsoll serve.")


def _unmet(rules: Rules, at: contract.Place) -> list[Difference]:
    scheduled, reserved = "scheduler" in at, rules.reservation
    return contract.lacking(
        ("no_reservation", reserved.is_set and not (scheduled and reserved.bytes_per_s is None)),
        ("no_shares", rules.shares is not None and not scheduled),
    )


def _items(system: StackSystem, assigned: Sequence[PolicyVolume]) -> list[contract.Item]:
    control = str(Path(system.control).absolute())
    items = []
    for volume in assigned:
        name = volume.at.get("volume", volume.volume)
        place = {"control": control, "element": volume.at["element"], "volume": name}
        # An element may have an instance per volume: use this volume's.
        place["element"] = _instance(place)["name"]
        state = limit_settings(volume.rules)
        if "scheduler" in volume.at:
            place["scheduler"] = _instance(place, volume.at["scheduler"], ("shares",))["name"]
            state |= _shares(volume.rules)
        items.append(contract.Item.of_volume(volume, place, state))
    return items


def _shares(rules: Rules) -> contract.State:
    """The scheduler's keys. A rule that is not given has the default of a volume."""
    shares = NORMAL_SHARES if rules.shares is None else rules.shares
    return {
        "reservation": contract.rate(rules.reservation.ops_per_s),
        "shares": contract.number(shares),
    }


def limit_settings(rules: Rules) -> contract.State:
    """The keys of an element `limit` that keeps these rules."""
    state = dict.fromkeys(KEYS, contract.NONE)
    for prefix, rates in (("", rules.shared), ("read_", rules.read), ("write_", rules.write)):
        state[f"{prefix}ops_per_s"] = contract.rate(rates.ops_per_s)
        state[f"{prefix}bytes_per_s"] = contract.rate(rates.bytes_per_s)
    if rules.unit_bytes is not None:
        state["cost"] = rules.counting
        state["unit"] = contract.number(rules.unit_bytes)
    for kind, most in (("ops", rules.burst.ops_per_s), ("bytes", rules.burst.bytes_per_s)):
        if most is not None:
            state[f"max_{kind}_per_s"] = contract.number(most)
            state[f"burst_{kind}"] = contract.number(most * rules.burst_s)
    return state


def _settings(place: contract.Place) -> ServeSettings:
    try:
        settings: ServeSettings = serving.send_request(Path(place["control"]), {"ask": "settings"})
        return settings
    except (NoTargetError, serving.EndedError) as error:
        raise contract.GoneError(error.message, error.what_now) from None
    except PlimsollError as error:
        raise contract.BackendError(error.message, error.what_now) from None


def _instance(
    place: contract.Place, element: str | None = None, types: tuple[str, ...] = LIMITS
) -> ServedSettings:
    """The instance of an element (default: the limit) that the volume's requests pass."""
    element = element or place["element"]
    served = _settings(place)
    of_element = [
        instance
        for instance in served["elements"]
        if element in (instance["name"], instance["element"]) and instance["type"] in types
    ]
    known = sorted(
        {instance["element"] for instance in served["elements"] if instance["type"] in types}
    )
    if not of_element:
        raise contract.BackendError(
            *message.refusal(
                "no-element",
                "known",
                type=types[0],
                element=element,
                control=place["control"],
                names=", ".join(known) or "none",
            )
        )
    if place["volume"] not in served["volumes"]:
        raise contract.BackendError(
            *message.refusal(
                "no-stack-volume",
                "its-volumes",
                volume=place["volume"],
                control=place["control"],
                volumes=", ".join(served["volumes"]),
            )
        )
    number_of = served["volumes"].index(place["volume"])
    passed = [instance for instance in of_element if number_of in instance["volumes"]]
    if not passed:
        raise contract.BackendError(
            *message.refusal(
                "element-not-passed", volume=place["volume"], type=types[0], element=element
            )
        )
    if len(passed) > 1:
        names = ", ".join(instance["name"] for instance in passed)
        raise contract.BackendError(
            *message.refusal(
                "several-instances",
                "name-one",
                volume=place["volume"],
                element=element,
                names=names,
            )
        )
    return passed[0]


def _read(place: contract.Place) -> contract.State:
    settings = _instance(place)["settings"]
    state = {key: settings.get(key, contract.NONE) for key in KEYS}
    if "scheduler" in place:
        own = _scheduler_settings(place)
        state |= {key: own[f"{key}@{place['volume']}"] for key in SHARES}
    return state


def _scheduler_settings(place: contract.Place) -> dict[str, str]:
    """The settings of the scheduler. Raises BackendError if it has none for this volume."""
    found = _instance(place, place["scheduler"], ("shares",))
    if f"shares@{place['volume']}" not in found["settings"]:
        raise contract.BackendError(
            *message.refusal("shares-among-vms", scheduler=place["scheduler"])
        )
    return found["settings"]


def _write(place: contract.Place, state: contract.State | None) -> None:
    element = _instance(place)["name"]
    wanted = dict.fromkeys(KEYS, contract.NONE) | (state or {})
    # New rates before removed ones: at no moment is there no limit.
    some = [key for key in KEYS if wanted[key] != contract.NONE]
    # A unit goes with its cost.
    rest = [key for key in KEYS if wanted[key] == contract.NONE and key != "unit"]
    for key in (*some, *rest):
        _switch(place, element, key, wanted[key])
    if "scheduler" in place and state is not None:
        _scheduler_settings(place)
        for key in SHARES:
            _switch(place, place["scheduler"], f"{key}@{place['volume']}", state[key])


def _switch(place: contract.Place, element: str, key: str, value: str) -> None:
    request = {"ask": "switch", "element": element, "key": key, "value": value}
    try:
        serving.send_request(Path(place["control"]), request)
    except PlimsollError as error:
        raise contract.BackendError(error.message, error.what_now) from None


def _beside(place: contract.Place) -> list[contract.Beside]:
    served = _settings(place)
    own = _instance(place)["name"]
    at = served["volumes"].index(place["volume"])
    return [
        contract.Beside(instance["name"], instance["settings"])
        for instance in served["elements"]
        if at in instance["volumes"]
        and instance["name"] != own
        and instance["type"] in LIMITS
        and any(instance["settings"].get(key, contract.NONE) != contract.NONE for key in RATES)
    ]


def _scheduler(place: contract.Place) -> str | None:
    return f"{place['control']} {place['scheduler']}" if "scheduler" in place else None


STACK = contract.Backend(
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
