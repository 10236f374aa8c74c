"""A disk's own limit, reservation and shares (Storage I/O Control v1: storageIOAllocation). ESXi
counts an I/O there in units of 32 KiB. Deprecated since vSphere 8.0 U3, where storage policies
replace it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from plimsoll.features.vcenter.session import Session

NONE = "none"
LEVELS = {"low": 500, "normal": 1000, "high": 2000}
NOTHING = {"limit": NONE, "reservation": "0", "shares": str(LEVELS["normal"])}
"""Settings of a disk without limit, reservation or special shares."""


def read(device: Any) -> dict[str, str]:
    """The settings of a disk: `none` without a limit, 1000 shares by default."""
    own = device.storageIOAllocation
    limit = None if own is None else own.limit
    shares = LEVELS["normal"]
    if own is not None and own.shares is not None:
        shares = LEVELS.get(str(own.shares.level), own.shares.shares)
    return {
        "limit": NONE if limit is None or limit < 0 else str(limit),
        "reservation": str((own and own.reservation) or 0),
        "shares": str(shares),
    }


def write(session: Session, vm: Any, device: Any, state: Mapping[str, str]) -> None:
    """Writes the settings of a disk."""
    from pyVmomi import vim

    shares = int(state["shares"])
    level = next((name for name, value in LEVELS.items() if value == shares), "custom")
    device.storageIOAllocation = vim.StorageResourceManager.IOAllocationInfo(
        limit=-1 if state["limit"] == NONE else int(state["limit"]),
        reservation=int(state["reservation"]),
        shares=vim.SharesInfo(level=level, shares=shares),
    )
    edit = vim.vm.device.VirtualDeviceSpec(operation="edit", device=device)
    change = vim.vm.ConfigSpec(deviceChange=[edit])
    session.wait(vm.ReconfigVM_Task(spec=change))
