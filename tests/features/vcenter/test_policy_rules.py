"""Storage policies of a vCenter as flat tables, on profiles made here: nothing that somebody else
joined in one is lost, and who uses a tag is asked."""

import types
from collections.abc import Sequence
from typing import Any

import pytest

from plimsoll.features.vcenter import storage_policies
from plimsoll.features.vcenter.session import VcenterError

pbm: Any = pytest.importorskip("pyVmomi", reason="needs the extra vcenter (pyvmomi)").pbm
SIOC = storage_policies.SIOC


def capability(space: str, name: str, **values: Any) -> Any:
    return storage_policies._capability(space, name, values)


def tag_capability(category: str, *names: str) -> Any:
    wanted = pbm.capability.types.DiscreteSet(values=list(names))
    prop = f"com.vmware.storage.tag.{category}.property"
    return storage_policies._capability(storage_policies.TAGS, category, {prop: wanted})


def component(id_: str) -> Any:
    return storage_policies._capability(storage_policies.SERVICE, id_, {id_: id_})


def profile(name: str, category: str, *capabilities: Any) -> Any:
    sub = pbm.profile.SubProfileCapabilityConstraints.SubProfile(
        name="set", capability=list(capabilities)
    )
    return pbm.profile.CapabilityBasedProfile(
        profileId=pbm.profile.ProfileId(uniqueId=f"id-{name}"),
        name=name,
        profileCategory=category,
        constraints=pbm.profile.SubProfileCapabilityConstraints(subProfiles=[sub]),
    )


class Manager:
    """Profiles, as pbm's own manager answers; what is written is kept."""

    def __init__(self, *profiles: Any) -> None:
        self.profiles = profiles
        self.written: list[Any] = []

    def QueryProfile(self, _: Any, category: str | None) -> list[Any]:  # noqa: N802
        wanted = (one for one in self.profiles if category in (None, one.profileCategory))
        return [one.profileId for one in wanted]

    def RetrieveContent(self, ids: Sequence[Any]) -> list[Any]:  # noqa: N802
        wanted = [one.uniqueId for one in ids]
        return [one for one in self.profiles if one.profileId.uniqueId in wanted]

    def Update(self, *what: Any) -> None:  # noqa: N802
        self.written.append(what)


def holding(*profiles: Any) -> Any:
    manager = Manager(*profiles)
    return types.SimpleNamespace(policies=types.SimpleNamespace(profileManager=manager))


POLICY, COMPONENT = storage_policies.POLICY, storage_policies.COMPONENT
ENCRYPTION = profile(
    "encryption", COMPONENT, capability("com.vmware.vmcrypt", "vmwarevmcrypt", on=True)
)
LIMIT = profile("limit", COMPONENT, capability(storage_policies.SPM, SIOC, limit=3000))


@pytest.mark.parametrize(
    ("rules", "lost"),
    [
        (
            (component("id-encryption"), component("id-limit"), tag_capability("Disk", "SSD")),
            "encryption",
        ),
        (
            (component("id-limit"), component("id-encryption"), tag_capability("Disk", "SSD")),
            "encryption",
        ),
        (
            (
                component("id-limit"),
                tag_capability("Disk", "SSD"),
                tag_capability("Disk", "Gold", "Silver"),
            ),
            "Gold",
        ),
        ((capability("VSAN", "x", a=1), capability("VSAN", "x", a=7), component("id-limit")), "7"),
    ],
)
def test_the_second_rule_of_a_kind_is_read_and_the_policy_is_left_as_it_is(
    rules: Sequence[Any], lost: str
) -> None:
    session = holding(ENCRYPTION, LIMIT, profile("theirs", POLICY, *rules))
    read = storage_policies.find_profile(session, "theirs", POLICY)
    assert any(lost in value for value in read.rules.values()), read.rules
    assert storage_policies.limits(session, read) == {"limit": "3000"}
    wanted = {"component": "limit", "tag Disk": "SSD"}
    with pytest.raises(VcenterError, match="has a rule that could not be put back"):
        storage_policies.make(session, "theirs", POLICY, wanted)
    assert session.policies.profileManager.written == []
    # What is there already is no write.
    storage_policies.make(session, "theirs", POLICY, read.rules)


def test_a_policy_of_one_component_and_one_rule_a_category_is_written() -> None:
    rules = (component("id-encryption"), tag_capability("Disk", "SSD"), tag_capability("Site", "A"))
    session = holding(ENCRYPTION, LIMIT, profile("theirs", POLICY, *rules))
    storage_policies.make(session, "theirs", POLICY, {"component": "limit"})
    assert len(session.policies.profileManager.written) == 1
