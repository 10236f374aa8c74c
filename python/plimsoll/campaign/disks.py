"""Serial numbers of the disks under a campaign's targets. Stored with the campaign, so that a
history can tell today's `/dev/sdb` from last month's.

Permission to write does not depend on them (`confirmation.py` compares identities). They are for
later readers, in the document under `store.rows.DISKS`.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from plimsoll.native.session import identities

if TYPE_CHECKING:
    from plimsoll.campaign.spec import Spec


def of(spec: Spec) -> dict[str, list[str]]:
    """Serial numbers by path, of targets that are files or devices on this machine."""
    paths = [
        path for target in spec.all_targets if not target.is_described for path in target.paths
    ]
    devices = {path: device for path in paths if (device := _device_of(path)) is not None}
    by_device = identities(dict.fromkeys(devices.values()))
    found = {path: sorted(set(serials(by_device.get(device)))) for path, device in devices.items()}
    return {path: numbers for path, numbers in found.items() if numbers}


def _device_of(path: str) -> str | None:
    """The block device itself, or the one that holds a file."""
    try:
        found = os.stat(path)  # noqa: PTH116  # a path that may be a URI
    except (OSError, ValueError):
        return None
    if stat.S_ISBLK(found.st_mode):
        return path
    # File systems without a device of their own (overlay, btrfs, network) have a number that leads
    # to no device.
    device = f"/dev/block/{os.major(found.st_dev)}:{os.minor(found.st_dev)}"
    return device if os.path.exists(device) else None  # noqa: PTH110  # as above


def serials(identity: object, keys: Sequence[str] = ("serial", "wwn")) -> Iterator[str]:
    """Serial numbers in a nested identity, outermost device first: of each device the first of
    these keys that it has."""
    if isinstance(identity, dict):
        device: Mapping[str, object] = identity
        number = next((device[key] for key in keys if isinstance(device.get(key), str)), None)
        if number is not None:
            yield str(number).strip()
        for value in device.values():
            yield from serials(value, keys)
    elif isinstance(identity, list):
        for value in identity:
            yield from serials(value, keys)
