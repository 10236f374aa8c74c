"""Checks of the file system that holds the target: mount options, holes, thin layers, space,
alignment."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from plimsoll.base.units import size
from plimsoll.features.doctor.finding import Check, CheckResult, DoesNotApply, Scene
from plimsoll.features.doctor.text import percent, several
from plimsoll.features.doctor.users import leaves
from plimsoll.native.machine import Unreadable

if TYPE_CHECKING:
    from plimsoll.features.doctor.subject import Facts
    from plimsoll.native.record import FileSystem

GROUP = "file system"

HOLES_STOP = 0.05
"""With more holes than this, figures are about the file system's tables: 5 % of immediate reads
change every percentile below p95."""

FULL_WARN = 0.8
FULL_BAD = 0.95
"""S1: disks sized to at most 80 % of the pool. Beyond 95 % a file system searches for space."""


def _file(scene: Scene) -> Facts:
    facts = scene.local().facts
    if facts.kind != "file":
        raise DoesNotApply("the target is a device")
    return facts


def _mount(scene: Scene) -> FileSystem:
    _file(scene)
    mount = scene.local().file_system
    if mount is None:
        raise Unreadable("/proc/self/mountinfo", "it shows no mount that holds the target")
    return mount


def _options(scene: Scene) -> list[CheckResult]:
    mount = _mount(scene)
    kind, options = mount["type_name"], mount["options"]
    at = mount["mount_point"]
    values = {"type": kind, "options": options, "mount_point": at}
    results = []
    remount = f"mount -o remount,{{}} {at}"
    if mount["memory_backed"]:
        text = f"{kind} is in memory: no disk is measured"
        return [CheckResult("stop", text, values, "name a file on the disk to be measured")]
    if kind == "ext4" and "data=journal" in options:
        text = "ext4 with data=journal turns direct I/O into cached I/O"
        results.append(CheckResult("stop", text, values, f"mount {at} with data=ordered"))
    if "nobarrier" in options or "barrier=0" in options:
        text = f"{kind} without barriers: a flush returns before anything is durable"
        results.append(CheckResult("warn", text, values, remount.format("barrier")))
    compression = [
        option for option in options if re.match(r"compress(-force)?(=(?!no|none)|$)", option)
    ]
    if compression:
        results.append(
            CheckResult(
                "warn",
                f"{kind} compresses ({compression[0]}): it stores less than is written",
                values,
            )
        )
    if "sync" in options or "dirsync" in options:
        results.append(
            CheckResult(
                "warn", f"{kind} is mounted sync: each write waits for its metadata", values
            )
        )
    if "strictatime" in options:
        text = "strictatime: each read also writes a time stamp"
        results.append(CheckResult("warn", text, values, remount.format("relatime")))
    if any(option in ("dax", "dax=always") for option in options):
        results.append(
            CheckResult(
                "note", "dax: cached I/O goes to the medium too, there is no page cache", values
            )
        )
    if "discard" in options or "discard=async" in options:
        text = "discard: deleting elsewhere on this file system sends trims during the Run"
        results.append(CheckResult("note", text, values, remount.format("nodiscard")))
    if kind in ("nfs", "nfs4", "cifs", "smb3", "9p", "ceph", "glusterfs") or kind.startswith(
        "fuse"
    ):
        results.append(
            CheckResult(
                "note",
                f"{kind}: the storage is behind a server, whose queues and caches are not seen",
                values,
            )
        )
    return results or [
        CheckResult("ok", f"{kind} on {at}, no mount option that distorts figures", values)
    ]


def _holes(scene: Scene) -> list[CheckResult]:
    facts = _file(scene)
    if facts.size_bytes is None or facts.data_bytes is None:
        raise Unreadable("the holes of the file", "SEEK_DATA told nothing")
    if facts.size_bytes <= 0:
        return [CheckResult("stop", "the file is empty", {"size_bytes": 0})]
    hole = max(0, facts.size_bytes - facts.data_bytes)
    share = hole / facts.size_bytes
    values = {
        "size_bytes": facts.size_bytes,
        "hole_bytes": hole,
        "allocated_bytes": facts.allocated_bytes,
        "hole_share": round(share, 4),
    }
    mend = f"plimsoll prepare {scene.local().name} fills it; what it holds is lost"
    if share > HOLES_STOP:
        is_unwritten = (
            facts.allocated_bytes is not None and facts.allocated_bytes >= facts.size_bytes * 0.95
        )
        kind = "allocated but never written" if is_unwritten else "holes"
        text = f"{percent(share)} of the file is {kind} ({size(hole)} of {size(facts.size_bytes)})"
        return [CheckResult("stop", text, values, mend)]
    if hole:
        return [
            CheckResult("note", f"{size(hole)} of {size(facts.size_bytes)} are holes", values, mend)
        ]
    if facts.allocated_bytes is not None and facts.allocated_bytes < facts.size_bytes * 0.95:
        text = (
            f"{size(facts.size_bytes)} take {size(facts.allocated_bytes)}: its file system"
            " compresses or shares blocks"
        )
        return [CheckResult("warn", text, values)]
    return [CheckResult("ok", f"all of its {size(facts.size_bytes)} were written", values)]


def _thin(scene: Scene) -> list[CheckResult]:
    machine = scene.machine
    chain = scene.chain()
    thin = []
    tables = None
    unknown = None
    mapped = [device for device in chain if device["kind"] == "device_mapper"]
    if mapped:
        try:
            tables = machine.command("dmsetup-table")
        except Unreadable as error:
            unknown = str(error)
    for device in mapped:
        label = re.escape(str(device["label"]))
        line = re.search(
            rf"^{label}: \d+ \d+ (thin|snapshot|vdo|cache|writecache)\b", tables or "", re.MULTILINE
        )
        if line:
            thin.append(f"{device['label']} ({line[1]})")
        elif tables is None and str(device["label"]).endswith("-tpool"):
            # LVM names the pool beneath its thin volumes so.
            thin.append(f"{device['label']} (thin pool)")
    for disk in leaves(chain):
        address = machine.real(f"sys/class/block/{disk['name']}/device").rpartition("/")[2]
        if machine.get_number(f"sys/class/scsi_disk/{address}/thin_provisioning") == 1:
            thin.append(f"{disk['name']} (thin LUN)")
        if disk["kind"] == "memory":
            thin.append(f"{disk['name']} (memory)")
    if thin:
        text = f"it may not be fully allocated: {several(thin)}"
        return [CheckResult("warn", text, {"thin": thin})]
    if unknown:
        return [CheckResult("unknown", unknown)]
    return [CheckResult("ok", "no layer beneath it says that it is thin")]


def _loop(scene: Scene) -> list[CheckResult]:
    loops = [device for device in scene.chain() if device["kind"] == "loop"]
    if not loops:
        raise DoesNotApply("no loop device lies beneath it")
    results = []
    for device in loops:
        name, direct = str(device["name"]), device["direct"]
        if direct is None:
            raise Unreadable(f"/sys/block/{name}/loop/dio", "it tells nothing")
        if direct:
            results.append(
                CheckResult("ok", f"{name} bypasses the page cache for its file", {"device": name})
            )
        else:
            mend = f"losetup --direct-io=on /dev/{name}"
            results.append(
                CheckResult(
                    "stop",
                    f"{name} uses the page cache for its file",
                    {"device": name},
                    mend,
                )
            )
    return results


def _free_space(scene: Scene) -> list[CheckResult]:
    facts = _file(scene)
    if (
        not facts.total_bytes
        or facts.free_bytes is None
        or not 0 <= facts.free_bytes <= facts.total_bytes
    ):
        raise Unreadable(
            "the space of its file system", "statfs returned figures that do not add up"
        )
    used = 1 - facts.free_bytes / facts.total_bytes
    values = {
        "total_bytes": facts.total_bytes,
        "free_bytes": facts.free_bytes,
        "used_share": round(used, 4),
    }
    text = f"{percent(used)} full, {size(facts.free_bytes)} of {size(facts.total_bytes)} free"
    if used >= FULL_BAD:
        text += ": so full that it looks for space with every write"
    return [CheckResult("warn" if used > FULL_WARN else "ok", text, values)]


def _alignment(scene: Scene) -> list[CheckResult]:
    machine = scene.machine
    results = []
    blocks = set()
    for device in scene.chain():
        name = str(device["name"])
        physical = device["physical_block_size"]
        offset = machine.get_number(f"sys/class/block/{name}/alignment_offset")
        start = (
            machine.get_number(f"sys/class/block/{name}/start")
            if device["kind"] == "partition"
            else None
        )
        # -1: a layer of a device-mapper stack does not fit the one beneath (block/blk-settings.c,
        # blk_stack_limits).
        if offset or (start is not None and physical and start * 512 % physical):
            text = f"{name} does not begin at a physical block of {size(physical or 0)}"
            mend = (
                "recreate the partition at a multiple of 1 MiB (parted -a optimal); this loses its"
                " data"
            )
            results.append(
                CheckResult(
                    "warn",
                    text,
                    {"device": name, "alignment_offset": offset, "start_sector": start},
                    mend,
                )
            )
        if device["logical_block_size"] and physical:
            blocks.add((device["logical_block_size"], physical))
    if results:
        return results
    if not blocks:
        raise Unreadable("queue/physical_block_size", "no device of the chain reports it")
    logical, physical = max(blocks, key=lambda pair: pair[1])
    values = {"logical_block_size": logical, "physical_block_size": physical}
    if physical > logical:
        text = (
            f"blocks of {logical} bytes on physical ones of {physical}: smaller writes read first"
        )
        return [
            CheckResult(
                "note", text, values, f"use --block-size and --align in multiples of {physical}"
            )
        ]
    return [CheckResult("ok", f"aligned, blocks of {logical} bytes", values)]


MOUNT_OPTIONS = Check(
    name="mount_options",
    group=GROUP,
    reads="proc/self/mountinfo",
    why=(
        "Options decide whether a write is durable, a read writes, and direct I/O is direct (S1:"
        " file system or raw; kernel doc filesystems/ext4)."
    ),
    mend="mount it with its defaults",
    run=_options,
)
HOLES = Check(
    name="holes",
    group=GROUP,
    reads="SEEK_DATA and st_blocks of the file",
    why=(
        "Reads of what was never written are answered without the storage (S1: fill first; zeroes"
        " and thin volumes)."
    ),
    mend="plimsoll prepare TARGET",
    run=_holes,
)
THIN = Check(
    name="thin",
    group=GROUP,
    reads="dmsetup table, scsi_disk/*/thin_provisioning",
    why=(
        "A thin volume answers reads of unwritten blocks itself and pays for each first write (S1:"
        " prepare, first-write penalty)."
    ),
    mend="plimsoll prepare TARGET --block-size that of the test",
    run=_thin,
)
LOOP = Check(
    name="loop",
    group=GROUP,
    reads="sys/block/loop*/loop/dio",
    why=(
        "Direct I/O to a loop device stops at the device: its file is still cached (S3: the"
        " cache, not the storage; kernel doc ABI/testing/sysfs-block-loop)."
    ),
    mend="losetup --direct-io=on LOOP",
    run=_loop,
)
FREE_SPACE = Check(
    name="free_space",
    group=GROUP,
    reads="statvfs of the file system",
    why=(
        "Beyond 80 % file systems, arrays and flash search for room, and figures are those of a"
        " full one (S1: at most 80 % of the pool)."
    ),
    mend="free some, or measure a smaller file elsewhere",
    run=_free_space,
)
ALIGNMENT = Check(
    name="alignment",
    group=GROUP,
    reads="alignment_offset, start, queue/physical_block_size",
    why=(
        "A block that straddles two physical ones costs two reads, and a write two of both (S1:"
        " sector size; kernel ABI sysfs-block)."
    ),
    mend="begin partitions at multiples of 1 MiB",
    run=_alignment,
)
