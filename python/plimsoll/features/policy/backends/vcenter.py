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

import contextlib
from collections.abc import Iterator, Sequence
from typing import Any, Literal

from pydantic import Field, field_validator

from plimsoll.base.errors import InputError, PlimsollError
from plimsoll.features.policy.backends import contract
from plimsoll.features.policy.messages import message
from plimsoll.features.policy.rules import Difference, PolicyVolume, Rules
from plimsoll.features.vcenter import account, allocation, inventory, storage_policies, tags, usage
from plimsoll.features.vcenter.session import AbsentError, Session, VcenterError, session

HOST_UNIT = 32 << 10
EXISTS: contract.State = {"exists": "yes"}
DATASTORE = "Datastore"
COMPLIANCE = "compliance"
EFFECTIVE = {rule: f"effective_{rule}" for rule in storage_policies.RULES}
READ_ONLY = (COMPLIANCE, *EFFECTIVE.values())
"""Keys that vCenter reports of a disk under a storage policy."""
LIMITS_SUFFIX = " limits"


class VcenterSystem(contract.System):
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

    def place(self) -> contract.Place:
        """The server."""
        return {"server": self.server}


@contextlib.contextmanager
def _session(server: str) -> Iterator[Session]:
    try:
        with session(server) as opened:
            yield opened
    except AbsentError as error:
        raise contract.GoneError(error.message, error.what_now) from None
    except VcenterError as error:
        raise contract.BackendError(error.message, error.what_now) from None


def _unmet(rules: Rules, _: contract.Place) -> list[Difference]:
    counts_otherwise = (rules.unit_bytes, rules.rounding) != (HOST_UNIT, "up")
    return contract.lacking(
        ("no_reservation", rules.reservation.bytes_per_s is not None),
        ("no_burst", rules.burst.is_set),
        ("plain_iops", rules.unit_bytes is not None and counts_otherwise),
    )


def _limits(volume: PolicyVolume) -> contract.State:
    """Limit, reservation and shares. Raises BackendError for rules that vCenter lacks."""
    rules = volume.rules
    if rules.apart:
        raise contract.BackendError(*message.refusal("vcenter-together", policy=volume.policy))
    if rules.shared.bytes_per_s is not None:
        raise contract.BackendError(*message.refusal("vcenter-iops-only", policy=volume.policy))
    limit = rules.shared.ops_per_s
    return {
        "limit": contract.NONE if limit is None else contract.number(round(limit)),
        "reservation": contract.number(round(rules.reservation.ops_per_s or 0)),
        "shares": str(allocation.LEVELS["normal"] if rules.shares is None else rules.shares),
    }


def _items(system: VcenterSystem, assigned: Sequence[PolicyVolume]) -> list[contract.Item]:
    items_by_place: dict[str, contract.Item] = {}
    with _session(system.server) as opened:
        for volume in assigned:
            wanted = _limits(volume)
            place = _disk(opened, system, volume)
            if system.via == "disk":
                found = [contract.Item.of_volume(volume, place, wanted)]
            else:
                found = [
                    *_of_policy(opened, system, volume, wanted),
                    _assigning(volume, place, wanted),
                ]
            for item in found:
                items_by_place.setdefault(repr(sorted(item.place.items())), item)
    return list(items_by_place.values())


def _disk(opened: Session, system: VcenterSystem, volume: PolicyVolume) -> contract.Place:
    """The place of a volume, by permanent ids."""
    vm = inventory.find_object(
        opened, "VirtualMachine", "VM", volume.at["vm"], "config.instanceUuid"
    )
    place = {
        "server": system.server,
        "what": system.via,
        "vm": str(vm.properties.get("config.instanceUuid", "")),
    }
    if volume.at["disk"] == inventory.HOME:
        if system.via == "disk":
            raise contract.BackendError(*message.refusal("home-has-no-limit", vm=volume.at["vm"]))
        return place | {"disk": inventory.HOME}
    device = inventory.disk(vm.reference, volume.at["disk"])
    return place | {"disk": str(device.key), "backing": inventory.backing_uuid(device)}


def _of_policy(
    opened: Session, system: VcenterSystem, volume: PolicyVolume, wanted: contract.State
) -> Iterator[contract.Item]:
    """The objects that a disk's policy needs."""

    def item(
        kind: str, name: str, place: contract.Place, state: contract.State, *, common: bool = False
    ) -> contract.Item:
        place = {"server": system.server, "what": kind, **place}
        return contract.Item(kind, name, place, state, volume.policy, volume.version, common)

    wanted_tags = volume.tags
    for category, values in wanted_tags.items():
        name = f"tag category {category}"
        yield item("category", name, {"category": category}, EXISTS, common=True)
        for value in values:
            place = {"category": category, "tag": value}
            yield item("tag", f"tag {value} of {category}", place, EXISTS, common=True)
    for datastore, carried in volume.datastores.items():
        for category in wanted_tags:
            for value in (own for own in carried.get(category, ()) if own in wanted_tags[category]):
                carrier = inventory.find_object(opened, DATASTORE, "datastore", datastore)
                place = {"category": category, "tag": value, "id": carrier.id}
                name = f"tag {value} on {datastore}"
                yield item("tagged", name, place, EXISTS, common=True)
    # The limits have the name of the policy's only component, else a derived one.
    only = inventory.only(volume.components)
    component = only if only is not None else volume.policy + LIMITS_SUFFIX
    limits = {key: value for key, value in wanted.items() if value != contract.NONE}
    yield item("component", f"component {component}", {"name": component}, limits)
    joined = {
        f"{storage_policies.TAG}{key}": storage_policies.one_of(wanted_tags[key])
        for key in wanted_tags
    }
    rules = {"component": component, **joined}
    yield item("policy", f"storage policy {volume.policy}", {"name": volume.policy}, rules)


def _assigning(
    volume: PolicyVolume, place: contract.Place, wanted: contract.State
) -> contract.Item:
    state = {"policy": volume.policy, COMPLIANCE: "compliant"}
    if place["disk"] != inventory.HOME:
        state |= {key: wanted[rule] for rule, key in EFFECTIVE.items()}
    return contract.Item.of_volume(volume, place, state)


def _managed_disk(opened: Session, place: contract.Place) -> tuple[Any, Any, str]:
    """The VM, the disk (None: its home), and its key for storage policies."""
    if place["disk"] == inventory.HOME:
        vm = inventory.machine(opened, place["vm"])
        return vm, None, vm._moId
    disk = inventory.find_disk(opened, place["vm"], place["disk"], place["backing"])
    return disk.vm, disk.device, disk.key


CATEGORIES = {"component": storage_policies.COMPONENT, "policy": storage_policies.POLICY}


def _read(place: contract.Place) -> contract.State | None:
    with _session(place["server"]) as opened:
        kind = place["what"]
        if kind == "category":
            return EXISTS if tags.category(opened, place["category"]) else None
        if kind == "tag":
            return EXISTS if tags.tag(opened, place["category"], place["tag"]) else None
        if kind == "tagged":
            return EXISTS if tags.carries(opened, _datastore(place), *_tag(place)) else None
        if kind in CATEGORIES:
            found = storage_policies.find_profile(opened, place["name"], CATEGORIES[kind])
            return None if found is None else found.rules
        _, device, key = _managed_disk(opened, place)
        if kind == "disk":
            return allocation.read(device)
        return _under_policy(opened, device, key)


def _under_policy(opened: Session, device: Any, key: str) -> contract.State:
    policy = storage_policies.of_entity(opened, key)
    state = {"policy": contract.NONE, COMPLIANCE: contract.NONE}
    limits: contract.State = {}
    if policy is not None:
        state = {"policy": policy.name, COMPLIANCE: storage_policies.compliance(opened, key)}
        limits = storage_policies.limits(opened, policy)
    if device is not None:
        state |= {key: limits.get(rule, contract.NONE) for rule, key in EFFECTIVE.items()}
    return state


def _tag(place: contract.Place) -> tuple[str, str]:
    return place["category"], place["tag"]


def _datastore(place: contract.Place) -> tags.Carrier:
    return tags.Carrier(DATASTORE, place["id"])


def _write(place: contract.Place, state: contract.State | None) -> None:
    with _session(place["server"]) as opened:
        kind = place["what"]
        if kind == "category":
            if state is None:
                tags.delete_category(opened, place["category"])
            elif tags.category(opened, place["category"]) is None:
                tags.make_category(opened, place["category"])
        elif kind == "tag":
            if state is None:
                usage.refuse_tag_in_rules(opened, *_tag(place))
                tags.delete_tag(opened, *_tag(place))
            elif tags.tag(opened, *_tag(place)) is None:
                tags.make_tag(opened, *_tag(place))
        elif kind == "tagged":
            if state is None:
                usage.refuse_relied_on(opened, *_tag(place), place["id"])
            tags.attach(opened, _datastore(place), *_tag(place), on=state is not None)
        elif kind in CATEGORIES:
            if state is None:
                storage_policies.delete(opened, place["name"], CATEGORIES[kind])
            else:
                storage_policies.make(opened, place["name"], CATEGORIES[kind], state)
        else:
            vm, device, _ = _managed_disk(opened, place)
            if kind == "disk":
                allocation.write(opened, vm, device, state or allocation.NOTHING)
            else:
                name = (state or {}).get("policy", contract.NONE)
                storage_policies.assign(opened, vm, device, None if name == contract.NONE else name)


def _beside(place: contract.Place) -> list[contract.Beside]:
    """The other kind of limit, which also holds: the disk's own, or the storage policy's."""
    if place["what"] not in ("spbm", "disk") or place["disk"] == inventory.HOME:
        return []
    with _session(place["server"]) as opened:
        _, device, key = _managed_disk(opened, place)
        if place["what"] == "spbm":
            where, limits = message("the-disk-itself"), allocation.read(device)
        else:
            policy = storage_policies.of_entity(opened, key)
            where = message("storage-policy", name=policy.name) if policy else ""
            limits = storage_policies.limits(opened, policy) if policy else {}
        limit = limits.get("limit", contract.NONE)
        return [] if limit == contract.NONE else [contract.Beside(where, {"limit": limit})]


def _insecure(place: contract.Place) -> bool:
    try:
        return account.is_unverified(place["server"])
    except PlimsollError:
        # The connection reports the error of the file.
        return False


VCENTER = contract.Backend(
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
    read_only=READ_ONLY,
    is_insecure=_insecure,
)
