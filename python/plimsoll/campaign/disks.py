"""Which disks the targets of a campaign lie on, by what is printed on them: kept with the campaign,
so that a history knows `/dev/sdb` of today from that of last month.

Nothing is decided by it here. What may be written is decided by identities that are compared
(`confirmation.py`); this is for whoever reads the store later, in the document under
`store.rows.DISKS`.
"""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING

from plimsoll.native.session import identities

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from plimsoll.campaign.spec import Spec


def of(spec: Spec) -> dict[str, list[str]]:
    """The serial numbers beneath each target that is a device or a file here; without those that
    tell none."""
    paths = [path for target in spec.all_targets if not target.described for path in target.paths]
    devices = {path: device for path in paths if (device := _device_of(path)) is not None}
    told = identities(dict.fromkeys(devices.values()))
    found = {path: sorted(set(serials(told.get(device)))) for path, device in devices.items()}
    return {path: several for path, several in found.items() if several}


def _device_of(path: str) -> str | None:
    """The block device that this is, or that this file lies on."""
    try:
        seen = os.stat(path)  # noqa: PTH116  # a path that may be a URI
    except (OSError, ValueError):
        return None
    if stat.S_ISBLK(seen.st_mode):
        return path
    # A file system of no device of its own (overlay, btrfs, network) has a number without one.
    device = f"/dev/block/{os.major(seen.st_dev)}:{os.minor(seen.st_dev)}"
    return device if os.path.exists(device) else None  # noqa: PTH110  # as above


def serials(identity: object, keys: Sequence[str] = ("serial", "wwn")) -> Iterator[str]:
    """What is printed on the disks in an identity, that of the device itself first: of each the
    first of these keys that it has."""
    if isinstance(identity, dict):
        known: Mapping[str, object] = identity
        number = next((known[key] for key in keys if isinstance(known.get(key), str)), None)
        if number is not None:
            yield str(number).strip()
        for value in known.values():
            yield from serials(value, keys)
    elif isinstance(identity, list):
        for value in identity:
            yield from serials(value, keys)
