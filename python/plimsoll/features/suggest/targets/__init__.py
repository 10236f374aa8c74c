"""The systems for which `suggest` writes a policy: one list. The contract is `contract.py`."""

from plimsoll.features.suggest.targets.cgroup import IO_COST, IO_MAX
from plimsoll.features.suggest.targets.clusters import CEPH, CINDER, CLASS
from plimsoll.features.suggest.targets.contract import Target
from plimsoll.features.suggest.targets.policy_file import POLICY
from plimsoll.features.suggest.targets.virtual_machines import LIBVIRT, QEMU, VSPHERE

__all__ = ["TARGETS", "Target"]

TARGETS: dict[str, Target] = {
    target.name: target
    for target in (IO_MAX, IO_COST, QEMU, LIBVIRT, VSPHERE, CEPH, CLASS, CINDER, POLICY)
}
"""Every target by its name."""
