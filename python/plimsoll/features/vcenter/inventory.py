"""Finds objects of a vCenter: VMs, their disks, datastores, hosts, by the names that the vSphere
Client shows.

vCenter stores `/`, `\\` and `%` in a name as %2f, %5c and %25. Names need not be unique: the
inventory path (/Datacenter/vm/Folder/Name) decides between several objects."""

import re
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from plimsoll.features.vcenter.messages import message
from plimsoll.features.vcenter.session import AbsentError, MissingError, Session, VcenterError

ESCAPES = re.compile(r"%(2f|5c|25)", re.IGNORECASE)
SIGNS = {"2f": "/", "5c": "\\", "25": "%"}
HOME = "home"
"""The folder of a VM with its configuration and swap, beside its disks."""
DEEPEST = 64
MAX_NAMES_SHOWN = 5
PAGE = 1000
RECENT_S = 5.0


def display_name(name: str) -> str:
    """A name in readable form."""
    return ESCAPES.sub(lambda found: SIGNS[found[1].lower()], name)


@dataclass(frozen=True)
class ManagedObject:
    """A managed object with its requested properties."""

    reference: Any
    properties: dict[str, Any]

    @property
    def id(self) -> str:
        """vCenter's id, such as vm-7."""
        return str(self.reference._moId)

    @property
    def name(self) -> str:
        """The name in readable form."""
        return display_name(str(self.properties.get("name", "")))


def every(session: Session, kind: str, *properties: str) -> list[ManagedObject]:
    """All objects of a kind (VirtualMachine, Datastore, HostSystem) that the user may see."""
    from pyVmomi import vim, vmodl

    object_type = getattr(vim, kind)
    collector = vmodl.query.PropertyCollector
    view = session.content.viewManager.CreateContainerView(
        session.content.rootFolder, [object_type], True
    )
    try:
        walk = collector.TraversalSpec(type=type(view), path="view", skip=False)
        filter_spec = collector.FilterSpec(
            objectSet=[collector.ObjectSpec(obj=view, skip=True, selectSet=[walk])],
            propSet=[collector.PropertySpec(type=object_type, pathSet=["name", *properties])],
        )
        options = collector.RetrieveOptions(maxObjects=PAGE)
        source = session.content.propertyCollector
        answer = source.RetrievePropertiesEx([filter_spec], options)
        found: list[ManagedObject] = []
        while answer is not None:
            found += [
                ManagedObject(item.obj, {part.name: part.val for part in item.propSet})
                for item in answer.objects
            ]
            token = answer.token
            answer = source.ContinueRetrievePropertiesEx(token) if token else None
        return found
    finally:
        view.Destroy()


def _recent(session: Session, kind: str, *properties: str) -> list[ManagedObject]:
    """All objects of a kind, from a listing at most a few seconds old, since a file may name many
    disks."""
    key, now = (kind, *properties), time.monotonic()
    at, found = session.listed.get(key, (-RECENT_S, []))
    if now - at >= RECENT_S:
        found = every(session, kind, *properties)
        session.listed[key] = now, found
    return found


def find_object(
    session: Session, kind: str, what: str, name: str, *properties: str
) -> ManagedObject:
    """The object of a kind with this name or inventory path. Raises MissingError with the existing
    names if there is none, and VcenterError if there are several."""
    all_there = _recent(session, kind, "parent", *properties)
    here = [item for item in all_there if item.name == name]
    if not here and name.startswith("/"):
        paths = Paths(session)
        here = [item for item in all_there if paths.path(item) == name]
    if not here:
        known = _some(sorted(item.name for item in all_there))
        raise MissingError(
            message("not-shown", server=session.account.server, what=what, name=name),
            message("not-shown-others", what=what, known=known)
            if known
            else message("not-shown-none", what=what),
        )
    if len(here) > 1:
        paths = Paths(session)
        names = _some([paths.path(item) for item in here])
        raise VcenterError(
            *message.refusal(
                "several",
                count=len(here),
                what=what,
                server=session.account.server,
                name=name,
                names=names,
            )
        )
    return here[0]


def _some(names: list[str]) -> str:
    shown, more = ", ".join(names[:MAX_NAMES_SHOWN]), len(names) - MAX_NAMES_SHOWN
    return message("and-more", names=shown, more=more) if more > 0 else shown


class Paths:
    """Inventory paths, such as `/Datacenter/vm/Folder/Name`."""

    def __init__(self, session: Session) -> None:
        self._above: dict[str, tuple[str, Any]] = {}
        for kind in ("Folder", "Datacenter"):
            for item in every(session, kind, "parent"):
                self._above[item.id] = (item.name, item.properties.get("parent"))

    def path(self, item: ManagedObject) -> str:
        """The path of an object with its `parent`."""
        parts, parent = [item.name], item.properties.get("parent")
        # The root folder is not part of paths, and not in the view.
        while parent is not None and parent._moId in self._above and len(parts) < DEEPEST:
            name, parent = self._above[parent._moId]
            parts.append(name)
        return "/" + "/".join(reversed(parts))


@dataclass(frozen=True)
class Disk:
    """The current object of a VM's virtual disk."""

    vm: Any
    device: Any

    @property
    def key(self) -> str:
        """Key of the disk for storage policies."""
        return f"{self.vm._moId}:{self.device.key}"


def machine(session: Session, uuid: str) -> Any:
    """The VM with this instance UUID. Raises MissingError."""
    found = session.content.searchIndex.FindByUuid(None, uuid, vmSearch=True, instanceUuid=True)
    if found is None:
        raise MissingError(*message.refusal("no-machine", server=session.account.server, uuid=uuid))
    return found


def disks(vm: Any) -> Iterator[Any]:
    """The virtual disks of a VM."""
    from pyVmomi import vim

    # Every access to a property fetches all of it from vCenter.
    config = vm.config
    for device in config.hardware.device if config else ():
        if isinstance(device, vim.vm.device.VirtualDisk):
            yield device


def disk(vm: Any, label: str) -> Any:
    """The disk of a VM with this label ("Hard disk 1") or key. Raises MissingError with the
    existing labels."""
    known = list(disks(vm))
    for device in known:
        if label in (device.deviceInfo.label, str(device.key)):
            return device
    labels = _some([one.deviceInfo.label for one in known])
    raise MissingError(
        message("no-disk", name=display_name(vm.name), disk=label),
        message("known-disks", disks=labels) if labels else message("no-disks"),
    )


def backing_uuid(device: Any) -> str:
    """Identity of a disk's content; empty if its backing has none."""
    return str(getattr(device.backing, "uuid", None) or "")


def find_disk(session: Session, uuid: str, key: str, backing: str) -> Disk:
    """Finds a disk by its permanent identity. Raises AbsentError if another disk has its place,
    MissingError if the user may not see it."""
    vm = machine(session, uuid)
    for device in disks(vm):
        if str(device.key) == key and backing in ("", backing_uuid(device)):
            return Disk(vm, device)
    if vm.config is None:
        raise MissingError(
            *message.refusal(
                "disks-not-shown", server=session.account.server, name=display_name(vm.name)
            )
        )
    raise AbsentError(message("disk-gone", name=display_name(vm.name), key=key))


def only(values: Iterable[str]) -> str | None:
    """The value, if all are equal."""
    found = set(values)
    return found.pop() if len(found) == 1 else None
