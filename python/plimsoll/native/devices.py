"""The block devices of a machine, and whether anybody uses them: for whoever chooses a target.

A list to choose from, not a permit: whether a device may be written to is the guard's business
(`crates/host/src/guard`), which looks at the open device. What tells nobody (a ZFS pool, a virtual
machine that has the disk, another host on the same LUN) is not seen here, and free does not mean
empty: what a device carries is not read.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from plimsoll.native.machine import Unreadable

if TYPE_CHECKING:
    from plimsoll.native.machine import Machine

AT = "sys/class/block"
SECTOR = 512
"""Bytes of a sector in sysfs, whatever the device's own blocks are
(Documentation/ABI/stable/sysfs-block)."""
LEFT_OUT = ("ram", "zram", "sr", "fd")
"""Memory, optical drives and floppies: nobody means them."""

Use = Literal["free", "mounted", "in use"]


@dataclass(frozen=True)
class Device:
    """A block device that could be a target."""

    name: str
    """As the kernel calls it."""
    path: str
    """How one names it as a target."""
    size_bytes: int
    kind: str
    """Model and maker of a disk, or what else it is: partition, loop device."""
    use: Use
    by: tuple[str, ...]
    """Where it is mounted, or who uses it: in words, worst first."""
    read_only: bool


@dataclass(frozen=True)
class Mount:
    """A file system that is mounted."""

    at: str
    number: str
    """Of its device, `MAJOR:MINOR`; of some file systems (btrfs) one that no device has."""
    kind: str
    source: str
    """The device's path, or what else it is mounted from."""


def devices(machine: Machine) -> list[Device]:
    """Every block device with a size, those that nobody uses first. Raises Unreadable."""
    names = [
        name
        for name in machine.names(AT)
        if not re.fullmatch(rf"({'|'.join(LEFT_OUT)})\d+", name)
        and (machine.get_number(f"{AT}/{name}/size") or 0) > 0
    ]
    used = _DeviceUse(machine, names)
    found = [_device(machine, name, used) for name in names]
    order = {"free": 0, "mounted": 1, "in use": 2}
    return sorted(found, key=lambda device: (order[device.use], _natural(device.name)))


def mounts(machine: Machine) -> list[Mount]:
    """What is mounted, as the kernel lists it. Raises Unreadable."""
    found = []
    for line in machine.text("proc/self/mountinfo").splitlines():
        fields, _, behind = line.partition(" - ")
        about, rest = fields.split(" "), behind.split(" ")
        if len(about) > 4 and len(rest) > 1:
            found.append(Mount(_unescape(about[4]), about[2], rest[0], _unescape(rest[1])))
    return found


class _DeviceUse:
    """Who uses which device of a machine."""

    def __init__(self, machine: Machine, names: list[str]) -> None:
        self._machine = machine
        self._numbers = {name: machine.get(f"{AT}/{name}/dev") or "" for name in names}
        self._mounts = mounts(machine)
        self._swaps = {
            line.split()[0].rpartition("/")[2]
            for line in (machine.get("proc/swaps") or "").splitlines()[1:]
            if line.split()
        }

    def mount_points(self, name: str) -> list[str]:
        """Where this device itself is mounted."""
        paths = {f"/dev/{name}", path_of(self._machine, name)}
        at = [
            mount.at
            for mount in self._mounts
            if mount.number == self._numbers.get(name) or mount.source in paths
        ]
        return sorted(dict.fromkeys(at), key=lambda path: (len(path), path))

    def holders(self, name: str, *, called: str = "it") -> list[str]:
        """What stands on this device itself, in words that call it so."""
        held = self._machine.get_names(f"{AT}/{name}/holders")
        swap = [f"swap lies on {called}"] if name in self._swaps else []
        return swap + [f"{_display_name(self._machine, holder)} stands on {called}" for holder in held]

    def partitions(self, name: str) -> list[str]:
        """Its partitions."""
        return [part for part in self._numbers if _is_partition(self._machine, part, of=name)]


def _device(machine: Machine, name: str, used: _DeviceUse) -> Device:
    mounted, held = used.mount_points(name), used.holders(name)
    within = [
        words
        for part in used.partitions(name)
        for words in (
            *(f"{part} is mounted on {at}" for at in used.mount_points(part)[:1]),
            *used.holders(part, called=part),
        )
    ]
    use: Use = "mounted" if mounted else "in use" if held or within else "free"
    return Device(
        name=name,
        path=path_of(machine, name),
        size_bytes=(machine.get_number(f"{AT}/{name}/size") or 0) * SECTOR,
        kind=_kind(machine, name),
        use=use,
        by=tuple(mounted or held + within),
        read_only=machine.get(f"{AT}/{name}/ro") == "1",
    )


def path_of(machine: Machine, name: str) -> str:
    """A device's path; of device-mapper that which people know."""
    mapped = machine.get(f"{AT}/{name}/dm/name")
    # A slash in a name stands as an exclamation mark in sysfs (cciss!c0d0).
    return f"/dev/mapper/{mapped}" if mapped else f"/dev/{name.replace('!', '/')}"


def _display_name(machine: Machine, name: str) -> str:
    return machine.get(f"{AT}/{name}/dm/name") or name


def _kind(machine: Machine, name: str) -> str:
    at = f"{AT}/{name}"
    if machine.has(f"{at}/partition"):
        return "partition"
    if mapped := machine.get(f"{at}/dm/uuid"):
        kinds = {"mpath": "multipath", "LVM": "LVM volume", "CRYPT": "encrypted"}
        return kinds.get(mapped.partition("-")[0], "device mapper")
    if machine.has(f"{at}/md"):
        return "software RAID"
    if backing := machine.get(f"{at}/loop/backing_file"):
        return f"loop device on {backing}"
    said = [machine.get(f"{at}/device/{key}") for key in ("vendor", "model")]
    # A virtio disk says its maker by number only.
    return " ".join(word.strip() for word in said if word and not word.startswith("0x")) or "disk"


def _is_partition(machine: Machine, name: str, *, of: str) -> bool:
    return name.startswith(of) and name != of and machine.has(f"{AT}/{of}/{name}/partition")


def _natural(name: str) -> list[tuple[int, str]]:
    """sda2 before sda10."""
    return [
        (int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"(\d+)", name)
    ]


def _unescape(text: str) -> str:
    """The kernel writes a blank as \\040 (proc_pid_mountinfo(5))."""
    return re.sub(r"\\([0-7]{3})", lambda code: chr(int(code[1], 8)), text)


def listed(machine: Machine) -> list[Device]:
    """As `devices`; none where the machine does not say."""
    try:
        return devices(machine)
    except Unreadable:
        return []
