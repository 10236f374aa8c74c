"""Other users of a vCenter's tag: storage policies whose rules name it, and the disks under them.
vCenter deletes and detaches a tag all the same, after which those disks are no longer compliant."""

from typing import Any

from plimsoll.features.vcenter import inventory, storage_policies
from plimsoll.features.vcenter.messages import message
from plimsoll.features.vcenter.session import Session, VcenterError
from plimsoll.features.vcenter.storage_policies import OTHER, TAG, TAGS, Profile


def naming(session: Session, category: str, tag: str) -> list[Profile]:
    """The storage policies whose rules name a tag."""
    return [
        profile
        for profile in storage_policies.every(session)
        if any(_names(key, value, category, tag) for key, value in profile.rules.items())
    ]


def _names(key: str, value: str, category: str, tag: str) -> bool:
    rule = key.removeprefix(OTHER)
    # The second rule of a category has a number as a suffix.
    if rule == TAG + category or rule.startswith(f"{TAG}{category} ("):
        return tag in storage_policies.several(value)
    return rule.startswith(f"{TAGS}/{category}") and tag in value


def refuse_tag_in_rules(session: Session, category: str, tag: str) -> None:
    """Raises VcenterError where a storage policy names the tag."""
    if found := naming(session, category, tag):
        names = ", ".join(f"'{profile.name}'" for profile in found)
        raise VcenterError(*message.refusal("tag-in-rules", tag=tag, policies=names))


def refuse_relied_on(session: Session, category: str, tag: str, datastore: str) -> None:
    """Raises VcenterError if disks on the datastore (vCenter's id) have a policy that names the
    tag."""
    for profile in naming(session, category, tag):
        if count := sum(_lies_on(session, each, datastore) for each in _under(session, profile)):
            raise VcenterError(
                *message.refusal("tag-needed", things=count, tag=tag, policy=profile.name)
            )


def _under(session: Session, profile: Profile) -> list[Any]:
    from pyVmomi import pbm

    id_ = pbm.profile.ProfileId(uniqueId=profile.id)
    return list(session.policies.profileManager.QueryAssociatedEntity(id_, None) or ())


def _lies_on(session: Session, entity: Any, datastore: str) -> bool:
    """Whether a disk or the home of a VM lies on a datastore; assumed if unknown."""
    from pyVmomi import vim, vmodl

    if entity.objectType not in ("virtualMachine", "virtualDiskId"):
        return True
    id_, _, key = entity.key.partition(":")
    vm: Any = vim.VirtualMachine(id_, session.service._stub)
    try:
        if not key:
            return any(store._moId == datastore for store in vm.datastore)
        if vm.config is None:
            return True
        return any(
            str(disk.key) == key
            and getattr(disk.backing.datastore, "_moId", datastore) == datastore
            for disk in inventory.disks(vm)
        )
    except vmodl.fault.ManagedObjectNotFound:
        # The VM was deleted meanwhile.
        return False
