"""The back ends that enforce policies: one file each, and one line here.

The contract is `contract.py`; one suite of tests runs over all
(`tests/features/policy/test_backends.py`).
"""

from typing import Annotated

from pydantic import Field

from plimsoll.features.policy.backends.ceph import CEPH, CephSystem
from plimsoll.features.policy.backends.cgroup import CGROUP, CgroupSystem
from plimsoll.features.policy.backends.contract import Backend
from plimsoll.features.policy.backends.kubernetes import KUBERNETES, KubernetesSystem
from plimsoll.features.policy.backends.qemu import QEMU, QemuSystem
from plimsoll.features.policy.backends.stack import STACK, StackSystem
from plimsoll.features.policy.backends.vcenter import VCENTER, VcenterSystem

AnySystem = Annotated[
    StackSystem | CgroupSystem | QemuSystem | VcenterSystem | KubernetesSystem | CephSystem,
    Field(discriminator="kind"),
]
"""A table [system.NAME] of a policy file."""

BACKENDS: dict[str, Backend] = {
    backend.kind: backend for backend in (STACK, CGROUP, QEMU, VCENTER, KUBERNETES, CEPH)
}
"""Every back end by its kind."""
