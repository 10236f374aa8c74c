"""Disks of VMs in a vCenter (pyVmomi, the extra `plimsoll-storage[vcenter]`).

`via = "spbm"` does what the vSphere Client does, in its order: tag category, tag, the tag on each
datastore that the file gives it, policy component (Storage I/O Control), storage policy, and the
policy on the disk (or the VM's home). `via = "disk"` sets the disk's own limit, reservation and
shares, where there are no storage policies.

What a policy has of limits is read through the disk, and so is whether vCenter finds the disk
compliant: a policy that was edited leaves its disks out of date until it is applied again. A VM is
kept by its instance UUID, a disk by its key and what its backing is known by. How a host counts an
I/O (each as one, or in units of 32 KiB since 7.0 U3q and 8.0 U3) is not set here: verify finds it.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field, field_validator

from plimsoll.base.errors import InputError, PlimsollError
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
)
from plimsoll.features.vcenter import account, allocation, inventory, storage_policies, tags, usage
from plimsoll.features.vcenter.session import AbsentError, VcenterError, session

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from plimsoll.features.policy.rules import Assigned, Difference, Rules
    from plimsoll.features.vcenter.session import Session

HOST_UNIT = 32 << 10
THERE: State = {"exists": "yes"}
DATASTORE = "Datastore"
COMPLIANCE = "compliance"
EFFECTIVE = {rule: f"effective_{rule}" for rule in storage_policies.RULES}
TOLD = (COMPLIANCE, *EFFECTIVE.values())
"""Of a disk under a storage policy: what vCenter says, and nobody writes."""
LIMITS_OF = " limits"


class VcenterSystem(System):
    """A vCenter. Who logs in stands in vcenter.toml or the environment, never here."""

    kind: Literal["vcenter"]
    server: str = Field(description="Its name, with :PORT if that is not 443.")
    via: Literal["spbm", "disk"] = Field(
        "spbm",
        description=(
            "spbm: tags, component and storage policy. disk: limit, reservation and shares of the"
            " disk itself (SIOC v1). Default spbm."
        ),
    )

    @field_validator("server")
    @classmethod
    def _server(cls, given: str) -> str:
        try:
            return account.canonical(given)
        except InputError as error:
            raise ValueError(str(error)) from None

    def place(self) -> Place:
        """Where it is."""
        return {"server": self.server}


@contextlib.contextmanager
def _session(server: str) -> Iterator[Session]:
    try:
        with session(server) as opened:
            yield opened
    except AbsentError as error:
        raise GoneError(error.message, error.what_now) from None
    except VcenterError as error:
        raise BackendError(error.message, error.what_now) from None


def _unmet(rules: Rules, at: Place) -> list[Difference]:
    del at
    found: list[Difference] = []
    if rules.reservation.bytes_per_s is not None:
        found.append("no_reservation")
    if rules.burst.given:
        found.append("no_burst")
    if rules.unit_bytes is not None and (rules.unit_bytes, rules.rounding) != (HOST_UNIT, "up"):
        found.append("plain_iops")
    return found


def _limits(one: Assigned) -> State:
    """Limit, reservation and shares as the rules have them. Raises BackendError for those that
    there are none of."""
    rules = one.rules
    if rules.apart:
        raise BackendError(
            f"vCenter limits reads and writes together, but policy '{one.policy}' each separately",
            "Give it one limit for both.",
        )
    if rules.shared.bytes_per_s is not None:
        raise BackendError(
            f"vCenter limits IOPS, but policy '{one.policy}' bytes/s",
            "Leave that limit out, or set it where it is enforced.",
        )
    limit = rules.shared.ops_per_s
    return {
        "limit": NONE if limit is None else number(round(limit)),
        "reservation": number(round(rules.reservation.ops_per_s or 0)),
        "shares": str(allocation.LEVELS["normal"] if rules.shares is None else rules.shares),
    }


def _items(system: VcenterSystem, assigned: Sequence[Assigned]) -> list[Item]:
    made: dict[str, Item] = {}
    with _session(system.server) as opened:
        for one in assigned:
            wanted = _limits(one)
            place = _disk(opened, system, one)
            if system.via == "disk":
                found = [Item("volume", one.volume, place, wanted, one.policy, one.version)]
            else:
                found = [*_of_policy(opened, system, one, wanted), _assigning(one, place, wanted)]
            for item in found:
                made.setdefault(repr(sorted(item.place.items())), item)
    return list(made.values())


def _disk(opened: Session, system: VcenterSystem, one: Assigned) -> Place:
    """Where a volume is, by what never changes of it."""
    vm = inventory.named(opened, "VirtualMachine", "VM", one.at["vm"], "config.instanceUuid")
    place = {
        "server": system.server,
        "what": system.via,
        "vm": str(vm.properties.get("config.instanceUuid", "")),
    }
    if one.at["disk"] == inventory.HOME:
        if system.via == "disk":
            raise BackendError(f"the home of '{one.at['vm']}' cannot have a limit", "Name a disk.")
        return place | {"disk": inventory.HOME}
    device = inventory.disk(vm.reference, one.at["disk"])
    return place | {"disk": str(device.key), "backing": inventory.backing_uuid(device)}


def _component(one: Assigned) -> str:
    """The name of what holds a policy's limits in vCenter: that of its component, if it is one."""
    only = inventory.only(one.components)
    return only if only is not None else one.policy + LIMITS_OF


def _rules(wanted: State) -> State:
    """Rules of a component: without a limit there is none."""
    return {key: value for key, value in wanted.items() if value != NONE}


def _of_policy(
    opened: Session, system: VcenterSystem, one: Assigned, wanted: State
) -> Iterator[Item]:
    """What there has to be before a disk can have the policy."""

    def item(what: str, name: str, place: Place, state: State, *, common: bool = False) -> Item:
        place = {"server": system.server, "what": what, **place}
        return Item(what, name, place, state, one.policy, one.version, common)

    of = one.tags
    for category, values in of.items():
        name = f"tag category {category}"
        yield item("category", name, {"category": category}, THERE, common=True)
        for value in values:
            place = {"category": category, "tag": value}
            yield item("tag", f"tag {value} of {category}", place, THERE, common=True)
    for datastore, carried in one.datastores.items():
        for category in of:
            for value in (own for own in carried.get(category, ()) if own in of[category]):
                held = inventory.named(opened, DATASTORE, "datastore", datastore)
                place = {"category": category, "tag": value, "id": held.id}
                name = f"tag {value} on {datastore}"
                yield item("tagged", name, place, THERE, common=True)
    component = _component(one)
    yield item("component", f"component {component}", {"name": component}, _rules(wanted))
    joined = {f"{storage_policies.TAG}{key}": storage_policies.one_of(of[key]) for key in of}
    rules = {"component": component, **joined}
    yield item("policy", f"storage policy {one.policy}", {"name": one.policy}, rules)


def _assigning(one: Assigned, place: Place, wanted: State) -> Item:
    state = {"policy": one.policy, COMPLIANCE: "compliant"}
    if place["disk"] != inventory.HOME:
        state |= {key: wanted[rule] for rule, key in EFFECTIVE.items()}
    return Item("volume", one.volume, place, state, one.policy, one.version)


def _held(opened: Session, place: Place) -> tuple[Any, Any, str]:
    """The VM, the disk (none: its home), and its key for storage policies."""
    if place["disk"] == inventory.HOME:
        vm = inventory.machine(opened, place["vm"])
        return vm, None, vm._moId
    disk = inventory.held(opened, place["vm"], place["disk"], place["backing"])
    return disk.vm, disk.device, disk.key


CATEGORIES = {"component": storage_policies.COMPONENT, "policy": storage_policies.POLICY}


def _read(place: Place) -> State | None:
    with _session(place["server"]) as opened:
        what = place["what"]
        if what == "category":
            return THERE if tags.category(opened, place["category"]) else None
        if what == "tag":
            return THERE if tags.tag(opened, place["category"], place["tag"]) else None
        if what == "tagged":
            return THERE if tags.carries(opened, _datastore(place), *_tag(place)) else None
        if what in CATEGORIES:
            found = storage_policies.named(opened, place["name"], CATEGORIES[what])
            return None if found is None else found.rules
        _, device, key = _held(opened, place)
        if what == "disk":
            return allocation.read(device)
        return _under_policy(opened, device, key)


def _under_policy(opened: Session, device: Any, key: str) -> State:
    held = storage_policies.of_entity(opened, key)
    state = {"policy": NONE, COMPLIANCE: NONE}
    limits: State = {}
    if held is not None:
        state = {"policy": held.name, COMPLIANCE: storage_policies.compliance(opened, key)}
        limits = storage_policies.limits(opened, held)
    if device is not None:
        state |= {key: limits.get(rule, NONE) for rule, key in EFFECTIVE.items()}
    return state


def _tag(place: Place) -> tuple[str, str]:
    return place["category"], place["tag"]


def _datastore(place: Place) -> tags.Carrier:
    return tags.Carrier(DATASTORE, place["id"])


def _write(place: Place, state: State | None) -> None:
    with _session(place["server"]) as opened:
        what = place["what"]
        if what == "category":
            if state is None:
                tags.delete_category(opened, place["category"])
            elif tags.category(opened, place["category"]) is None:
                tags.make_category(opened, place["category"])
        elif what == "tag":
            if state is None:
                usage.refuse_named(opened, *_tag(place))
                tags.delete_tag(opened, *_tag(place))
            elif tags.tag(opened, *_tag(place)) is None:
                tags.make_tag(opened, *_tag(place))
        elif what == "tagged":
            if state is None:
                usage.refuse_relied_on(opened, *_tag(place), place["id"])
            tags.attach(opened, _datastore(place), *_tag(place), on=state is not None)
        elif what in CATEGORIES:
            if state is None:
                storage_policies.delete(opened, place["name"], CATEGORIES[what])
            else:
                storage_policies.make(opened, place["name"], CATEGORIES[what], state)
        else:
            vm, device, _ = _held(opened, place)
            if what == "disk":
                allocation.write(opened, vm, device, state or allocation.NOTHING)
            else:
                name = (state or {}).get("policy", NONE)
                storage_policies.assign(opened, vm, device, None if name == NONE else name)


def _beside(place: Place) -> list[Beside]:
    """Under a storage policy: the disk's own limit, which holds, too. And the other way round."""
    if place["what"] not in ("spbm", "disk") or place["disk"] == inventory.HOME:
        return []
    with _session(place["server"]) as opened:
        _, device, key = _held(opened, place)
        if place["what"] == "spbm":
            where, limits = "the disk itself", allocation.read(device)
        else:
            held = storage_policies.of_entity(opened, key)
            where = f"storage policy {held.name}" if held else ""
            limits = storage_policies.limits(opened, held) if held else {}
        limit = limits.get("limit", NONE)
        return [] if limit == NONE else [Beside(where, {"limit": limit})]


def _unverified(place: Place) -> bool:
    try:
        return account.unverified(place["server"])
    except PlimsollError:
        # Whoever asks the server is told what is wrong with the file.
        return False


VCENTER = Backend(
    kind="vcenter",
    summary="storage policies and disks of VMs in a vCenter, through pyVmomi",
    system=VcenterSystem,
    keys=("vm", "disk"),
    optional=(),
    unmet=_unmet,
    items=_items,
    read=_read,
    write=_write,
    beside=_beside,
    told=TOLD,
    unverified=_unverified,
)
