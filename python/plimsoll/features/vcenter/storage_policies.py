"""Storage policies of a vCenter (SPBM): components with rules of Storage I/O Control, policies that
join one with rules on tags, the policy of a disk, and whether vCenter finds it compliant.

The content of a profile is read into a flat table, and made from one:

    component   limit, reservation, shares (of IOPS)
    policy      component, and `tag CATEGORY` with the tags of which the datastore must have one

The vSphere Client makes the same objects: a component is a data service policy with the capability
spm@DATASTOREIOCONTROL, and a policy refers to it by its id."""

import itertools
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from plimsoll.features.vcenter.messages import message
from plimsoll.features.vcenter.session import MissingError, Session, VcenterError

POLICY, COMPONENT = "REQUIREMENT", "DATA_SERVICE_POLICY"
SPM, SIOC = "spm", "spm@DATASTOREIOCONTROL"
SERVICE = "com.vmware.storageprofile.dataservice"
TAGS = "http://www.vmware.com/storage/tag"
RULES = ("limit", "reservation", "shares")
COMPONENT_OF = "component"
TAG = "tag "
OTHER = "other rule "
DESCRIPTION = "made by plimsoll policy"


@dataclass(frozen=True)
class Profile:
    """A storage policy or component, with its rules as a flat table."""

    id: str
    name: str
    category: str
    rules: dict[str, str]


def _resource() -> Any:
    from pyVmomi import pbm

    return pbm.profile.ResourceType(resourceType="STORAGE")


def every(session: Session) -> list[Profile]:
    """All policies and components."""
    return [_profile(session, profile) for profile in _all(session, None)]


def _all(session: Session, category: str | None) -> list[Any]:
    manager = session.policies.profileManager
    ids = manager.QueryProfile(_resource(), category)
    return list(manager.RetrieveContent(ids)) if ids else []


def find_profile(session: Session, name: str, category: str) -> Profile | None:
    """The profile with this name; None if there is none."""
    found = (profile for profile in _all(session, category) if profile.name == name)
    return next((_profile(session, profile) for profile in found), None)


def _profile(session: Session, profile: Any) -> Profile:
    category = getattr(profile, "profileCategory", "")
    return Profile(profile.profileId.uniqueId, profile.name, category, _rules(session, profile))


def _rules(session: Session, profile: Any) -> dict[str, str]:
    rules: dict[str, str] = {}
    sets = getattr(profile.constraints, "subProfiles", None) or ()
    if len(sets) > 1:
        # Alternative rule sets do not fit into a flat table.
        rules[f"{OTHER}sets"] = str(len(sets))
    for capability in (each for sub in sets for each in sub.capability):
        properties = [prop for part in capability.constraint for prop in part.propertyInstance]
        space, name = capability.id.namespace, capability.id.id
        negated = any(getattr(prop, "operator", None) for prop in properties)
        if (space, name) == (SPM, SIOC):
            for prop in properties:
                _add(rules, prop.id, str(prop.value))
        elif space == SERVICE:
            _add(rules, COMPONENT_OF, _name_of(session, name))
        elif space == TAGS and not negated:
            _add(rules, TAG + name, one_of(_values(properties)))
        else:
            _add(rules, f"{OTHER}{space}/{name}", " ".join(str(prop.value) for prop in properties))
    return rules


def _add(rules: dict[str, str], key: str, value: str) -> None:
    """Adds a rule. A second rule of a kind gets another key, since the table holds one of each."""
    if key in rules:
        start = key if key.startswith(OTHER) else OTHER + key
        further = (f"{start} ({number})" for number in itertools.count(2))
        key = next(name for name in further if name not in rules)
    rules[key] = value


def one_of(values: Iterable[str]) -> str:
    """A text for alternative tags."""
    found = sorted(values)
    if len(found) == 1 and not found[0].startswith("["):
        return found[0]
    return json.dumps(found, ensure_ascii=False)


def several(text: str) -> list[str]:
    """The tags of such a text."""
    return list(json.loads(text)) if text.startswith("[") else [text]


def _values(properties: Iterable[Any]) -> list[str]:
    found: list[str] = []
    for prop in properties:
        found += [str(value) for value in getattr(prop.value, "values", None) or [prop.value]]
    return found


def _name_of(session: Session, id_: str) -> str:
    """The name of a policy; its id if it no longer exists."""
    from pyVmomi import pbm, vmodl

    try:
        found = session.policies.profileManager.RetrieveContent(
            [pbm.profile.ProfileId(uniqueId=id_)]
        )
    except vmodl.fault.InvalidArgument:
        return f"id {id_}"
    return str(found[0].name)


def make(session: Session, name: str, category: str, rules: Mapping[str, str]) -> None:
    """Makes a profile with these rules, or updates the existing one. Raises VcenterError if that
    has rules which cannot be written."""
    from pyVmomi import pbm

    there = find_profile(session, name, category)
    manager = session.policies.profileManager
    if there is not None and there.rules == rules:
        return
    if there is not None:
        if other := next((key for key in there.rules if key.startswith(OTHER)), None):
            raise VcenterError(
                *message.refusal("rule-unknown", policy=name, rule=other.removeprefix(OTHER))
            )
        change = pbm.profile.CapabilityBasedProfileUpdateSpec(
            constraints=_constraints(session, rules)
        )
        manager.Update(pbm.profile.ProfileId(uniqueId=there.id), change)
        return
    spec = pbm.profile.CapabilityBasedProfileCreateSpec(
        name=name,
        description=DESCRIPTION,
        category=category,
        resourceType=_resource(),
        constraints=_constraints(session, rules),
    )
    manager.Create(spec)


def _constraints(session: Session, rules: Mapping[str, str]) -> Any:
    from pyVmomi import pbm

    capabilities = []
    if own := {key: int(rules[key]) for key in RULES if key in rules}:
        capabilities.append(_capability(SPM, SIOC, own))
    if (component := rules.get(COMPONENT_OF)) is not None:
        profile = find_profile(session, component, COMPONENT)
        if profile is None:
            raise MissingError(message("no-component", component=component))
        capabilities.append(_capability(SERVICE, profile.id, {profile.id: profile.id}))
    for key, value in rules.items():
        if key.startswith(TAG):
            category = key.removeprefix(TAG)
            wanted = pbm.capability.types.DiscreteSet(values=several(value))
            prop = f"com.vmware.storage.tag.{category}.property"
            capabilities.append(_capability(TAGS, category, {prop: wanted}))
    sub = pbm.profile.SubProfileCapabilityConstraints.SubProfile(
        name="plimsoll", capability=capabilities
    )
    return pbm.profile.SubProfileCapabilityConstraints(subProfiles=[sub])


def _capability(space: str, name: str, values: Mapping[str, Any]) -> Any:
    from pyVmomi import pbm

    properties = [
        pbm.capability.PropertyInstance(id=key, value=value) for key, value in values.items()
    ]
    return pbm.capability.CapabilityInstance(
        id=pbm.capability.CapabilityMetadata.UniqueId(namespace=space, id=name),
        constraint=[pbm.capability.ConstraintInstance(propertyInstance=properties)],
    )


def delete(session: Session, name: str, category: str) -> None:
    """Deletes a profile. Raises VcenterError while something uses it."""
    from pyVmomi import pbm

    profile = find_profile(session, name, category)
    if profile is None:
        return
    manager = session.policies.profileManager
    for outcome in manager.Delete([pbm.profile.ProfileId(uniqueId=profile.id)]) or ():
        if outcome.fault is not None:
            why = getattr(outcome.fault, "msg", None) or getattr(
                outcome.fault, "localizedMessage", None
            )
            raise VcenterError(
                *message.refusal(
                    "not-deleted", policy=name, why=why or type(outcome.fault).__name__
                )
            )


def _entity(key: str) -> Any:
    from pyVmomi import pbm

    kind = "virtualDiskId" if ":" in key else "virtualMachine"
    return pbm.ServerObjectRef(objectType=kind, key=key)


def of_entity(session: Session, key: str) -> Profile | None:
    """The policy of a disk ("vm-7:2000") or of a VM's home ("vm-7")."""
    manager = session.policies.profileManager
    ids = manager.QueryAssociatedProfile(_entity(key))
    found = manager.RetrieveContent(ids[:1]) if ids else []
    return _profile(session, found[0]) if found else None


def limits(session: Session, profile: Profile) -> dict[str, str]:
    """The effective rules of Storage I/O Control: those of the policy and of its components."""
    found: dict[str, str] = {}
    for key, component in profile.rules.items():
        if key == COMPONENT_OF or key.startswith(OTHER + COMPONENT_OF):
            part = find_profile(session, component, COMPONENT)
            found |= part.rules if part else {}
    found |= profile.rules
    return {key: found[key] for key in RULES if key in found}


def compliance(session: Session, key: str) -> str:
    """The result of a compliance check: compliant, nonCompliant, outOfDate, unknown,
    notApplicable."""
    found = session.policies.complianceManager.CheckCompliance([_entity(key)], None)
    return str(found[0].complianceStatus) if found else "unknown"


def assign(session: Session, vm: Any, device: Any, name: str | None) -> None:
    """Assigns a policy, or none, to a disk; to the VM's home if `device` is None."""
    from pyVmomi import vim

    spec: Any = vim.vm.EmptyProfileSpec()
    if name is not None:
        profile = find_profile(session, name, POLICY)
        if profile is None:
            raise MissingError(message("no-policy", server=session.account.server, policy=name))
        spec = vim.vm.DefinedProfileSpec(profileId=profile.id)
    if device is None:
        change = vim.vm.ConfigSpec(vmProfile=[spec])
    else:
        edit = vim.vm.device.VirtualDeviceSpec(operation="edit", device=device, profile=[spec])
        change = vim.vm.ConfigSpec(deviceChange=[edit])
    session.wait(vm.ReconfigVM_Task(spec=change))
