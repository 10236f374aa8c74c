"""The block devices of a machine and their users, to choose a target from.

The list is no permit: the guard (`crates/host/src/guard`) decides at the open device whether it may
be written to. Users that the kernel does not list (a ZFS pool, a virtual machine that has the disk,
another host on the same LUN) are missing here, and free does not mean empty: contents are not read.
"""

import re
from dataclasses import dataclass
from typing import Literal

from plimsoll.native.machine import Machine, Unreadable
from plimsoll.native.messages import message

AT = "sys/class/block"
SECTOR = 512
"""Bytes of a sector in sysfs, whatever the device's own blocks are
(Documentation/ABI/stable/sysfs-block)."""
LEFT_OUT = ("ram", "zram", "sr", "fd")
"""Memory, optical drives and floppies, which are never meant as targets."""

Use = Literal["free", "mounted", "in use"]


@dataclass(frozen=True)
class Device:
    """A block device that could be a target."""

    name: str
    """The kernel's name."""
    path: str
    """The path to give as a target."""
    size_bytes: int
    kind: str
    """Model and maker of a disk, or another kind: partition, loop device."""
    use: Use
    by: tuple[str, ...]
    """Its mount points, or its users in words, worst first."""
    read_only: bool


@dataclass(frozen=True)
class Mount:
    """A file system that is mounted."""

    at: str
    number: str
    """Of its device, `MAJOR:MINOR`; of some file systems (btrfs) one that no device has."""
    kind: str
    source: str
    """The device's path, or another source."""


def devices(machine: Machine) -> list[Device]:
    """Every block device with a size, unused ones first. Raises Unreadable."""
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
    """The mounted file systems, as the kernel lists them. Raises Unreadable."""
    found = []
    for line in machine.text("proc/self/mountinfo").splitlines():
        fields, _, behind = line.partition(" - ")
        about, rest = fields.split(" "), behind.split(" ")
        if len(about) > 4 and len(rest) > 1:
            found.append(Mount(_unescape(about[4]), about[2], rest[0], _unescape(rest[1])))
    return found


class _DeviceUse:
    """The users of a machine's devices."""

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
        """Mount points of this device itself."""
        paths = {f"/dev/{name}", path_of(self._machine, name)}
        at = [
            mount.at
            for mount in self._mounts
            if mount.number == self._numbers.get(name) or mount.source in paths
        ]
        return sorted(dict.fromkeys(at), key=lambda path: (len(path), path))

    def holders(self, name: str, *, part: bool = False) -> list[str]:
        """Users of this device itself, in words; `part`: it is a partition that they name."""
        held = self._machine.get_names(f"{AT}/{name}/holders")
        names = [self._machine.get(f"{AT}/{holder}/dm/name") or holder for holder in held]
        suffix = "-part" if part else ""
        swap = [message(f"used-swap{suffix}", part=name)] if name in self._swaps else []
        return swap + [message(f"used-holder{suffix}", holder=by, part=name) for by in names]

    def partitions(self, name: str) -> list[str]:
        """Its partitions."""
        return [part for part in self._numbers if _is_partition(self._machine, part, of=name)]


def _device(machine: Machine, name: str, used: _DeviceUse) -> Device:
    mounted, held = used.mount_points(name), used.holders(name)
    within = [
        words
        for part in used.partitions(name)
        for words in (
            *(message("used-mount-part", part=part, at=at) for at in used.mount_points(part)[:1]),
            *used.holders(part, part=True),
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
    """A device's path; for device-mapper the one in /dev/mapper."""
    mapped = machine.get(f"{AT}/{name}/dm/name")
    # A slash in a name stands as an exclamation mark in sysfs (cciss!c0d0).
    return f"/dev/mapper/{mapped}" if mapped else f"/dev/{name.replace('!', '/')}"


def _kind(machine: Machine, name: str) -> str:
    at = f"{AT}/{name}"
    if machine.has(f"{at}/partition"):
        return message("device-partition")
    if mapped := machine.get(f"{at}/dm/uuid"):
        kinds = {"mpath": "multipath", "LVM": "lvm", "CRYPT": "encrypted"}
        return message(f"device-{kinds.get(mapped.partition('-')[0], 'mapper')}")
    if machine.has(f"{at}/md"):
        return message("device-raid")
    if backing := machine.get(f"{at}/loop/backing_file"):
        return message("device-loop", file=backing)
    words = [machine.get(f"{at}/device/{key}") for key in ("vendor", "model")]
    # A virtio disk has only a number for its maker.
    named = " ".join(word.strip() for word in words if word and not word.startswith("0x"))
    return named or message("device-disk")


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


def devices_or_empty(machine: Machine) -> list[Device]:
    """As `devices`; empty where the machine does not show them."""
    try:
        return devices(machine)
    except Unreadable:
        return []
