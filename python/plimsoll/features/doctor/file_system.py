"""Checks of the file system that holds the target: mount options, holes, thin layers, space,
alignment."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from plimsoll.base.units import size
from plimsoll.features.doctor.finding import Check, CheckResult, DoesNotApply, Scene
from plimsoll.features.doctor.messages import message
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
        raise DoesNotApply(message("target-is-a-device"))
    return facts


def _mount(scene: Scene) -> FileSystem:
    _file(scene)
    mount = scene.local().file_system
    if mount is None:
        raise Unreadable("/proc/self/mountinfo", message("no-mount-shown"))
    return mount


def _options(scene: Scene) -> list[CheckResult]:
    mount = _mount(scene)
    kind, options = mount["type_name"], mount["options"]
    at = mount["mount_point"]
    values = {"type": kind, "options": options, "mount_point": at}
    results = []
    remount = f"mount -o remount,{{}} {at}"
    if mount["memory_backed"]:
        text = message("in-memory", kind=kind)
        return [CheckResult("stop", text, values, message("name-a-file"))]
    if kind == "ext4" and "data=journal" in options:
        text = message("data-journal")
        results.append(CheckResult("stop", text, values, message("mount-data-ordered", at=at)))
    if "nobarrier" in options or "barrier=0" in options:
        text = message("no-barriers", kind=kind)
        results.append(CheckResult("warn", text, values, remount.format("barrier")))
    compression = [
        option for option in options if re.match(r"compress(-force)?(=(?!no|none)|$)", option)
    ]
    if compression:
        results.append(
            CheckResult(
                "warn",
                message("compresses", kind=kind, compression=compression[0]),
                values,
            )
        )
    if "sync" in options or "dirsync" in options:
        results.append(CheckResult("warn", message("mounted-sync", kind=kind), values))
    if "strictatime" in options:
        text = message("strictatime")
        results.append(CheckResult("warn", text, values, remount.format("relatime")))
    if any(option in ("dax", "dax=always") for option in options):
        results.append(CheckResult("note", message("dax"), values))
    if "discard" in options or "discard=async" in options:
        text = message("discard")
        results.append(CheckResult("note", text, values, remount.format("nodiscard")))
    if kind in ("nfs", "nfs4", "cifs", "smb3", "9p", "ceph", "glusterfs") or kind.startswith(
        "fuse"
    ):
        results.append(CheckResult("note", message("behind-a-server", kind=kind), values))
    return results or [CheckResult("ok", message("mount-options-fine", kind=kind, at=at), values)]


def _holes(scene: Scene) -> list[CheckResult]:
    facts = _file(scene)
    if facts.size_bytes is None or facts.data_bytes is None:
        raise Unreadable(*message.refusal("holes-of-the-file"))
    if facts.size_bytes <= 0:
        return [CheckResult("stop", message("empty-file"), {"size_bytes": 0})]
    hole = max(0, facts.size_bytes - facts.data_bytes)
    share = hole / facts.size_bytes
    values = {
        "size_bytes": facts.size_bytes,
        "hole_bytes": hole,
        "allocated_bytes": facts.allocated_bytes,
        "hole_share": round(share, 4),
    }
    mend = message("prepare-fills-it", name=scene.local().name)
    if share > HOLES_STOP:
        is_unwritten = (
            facts.allocated_bytes is not None and facts.allocated_bytes >= facts.size_bytes * 0.95
        )
        figures = {"share": percent(share), "part": size(hole), "size": size(facts.size_bytes)}
        text = message("never-written" if is_unwritten else "holes", **figures)
        return [CheckResult("stop", text, values, mend)]
    if hole:
        return [
            CheckResult(
                "note",
                message("some-holes", hole=size(hole), size=size(facts.size_bytes)),
                values,
                mend,
            )
        ]
    if facts.allocated_bytes is not None and facts.allocated_bytes < facts.size_bytes * 0.95:
        text = message(
            "compressed-or-shared",
            size=size(facts.size_bytes),
            allocated=size(facts.allocated_bytes),
        )
        return [CheckResult("warn", text, values)]
    return [CheckResult("ok", message("all-written", size=size(facts.size_bytes)), values)]


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
            thin.append(message("thin-pool", device=device["label"]))
    for disk in leaves(chain):
        address = machine.real(f"sys/class/block/{disk['name']}/device").rpartition("/")[2]
        if machine.get_number(f"sys/class/scsi_disk/{address}/thin_provisioning") == 1:
            thin.append(message("thin-lun", device=disk["name"]))
        if disk["kind"] == "memory":
            thin.append(message("memory-layer", device=disk["name"]))
    if thin:
        text = message("maybe-thin", layers=several(thin))
        return [CheckResult("warn", text, {"thin": thin})]
    if unknown:
        return [CheckResult("unknown", unknown)]
    return [CheckResult("ok", message("no-thin-layer"))]


def _loop(scene: Scene) -> list[CheckResult]:
    loops = [device for device in scene.chain() if device["kind"] == "loop"]
    if not loops:
        raise DoesNotApply(message("no-loop"))
    results = []
    for device in loops:
        name, direct = str(device["name"]), device["direct"]
        if direct is None:
            raise Unreadable(f"/sys/block/{name}/loop/dio", message("tells-nothing"))
        if direct:
            results.append(CheckResult("ok", message("loop-direct", device=name), {"device": name}))
        else:
            mend = f"losetup --direct-io=on /dev/{name}"
            results.append(
                CheckResult("stop", message("loop-cached", device=name), {"device": name}, mend)
            )
    return results


def _free_space(scene: Scene) -> list[CheckResult]:
    facts = _file(scene)
    if (
        not facts.total_bytes
        or facts.free_bytes is None
        or not 0 <= facts.free_bytes <= facts.total_bytes
    ):
        raise Unreadable(*message.refusal("space-of-file-system"))
    used = 1 - facts.free_bytes / facts.total_bytes
    values = {
        "total_bytes": facts.total_bytes,
        "free_bytes": facts.free_bytes,
        "used_share": round(used, 4),
    }
    figures = {
        "used": percent(used),
        "free": size(facts.free_bytes),
        "size": size(facts.total_bytes),
    }
    text = message("too-full" if used >= FULL_BAD else "free-space", **figures)
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
            text = message("misaligned", device=name, size=size(physical or 0))
            mend = message("recreate-partition")
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
        raise Unreadable("queue/physical_block_size", message("no-device-reports-it"))
    logical, physical = max(blocks, key=lambda pair: pair[1])
    values = {"logical_block_size": logical, "physical_block_size": physical}
    if physical > logical:
        text = message("small-writes-read-first", logical=logical, physical=physical)
        return [
            CheckResult("note", text, values, message("use-physical-blocks", physical=physical))
        ]
    return [CheckResult("ok", message("aligned", logical=logical), values)]


MOUNT_OPTIONS = Check(name="mount_options", group=GROUP, reads="proc/self/mountinfo", run=_options)
HOLES = Check(name="holes", group=GROUP, reads="SEEK_DATA and st_blocks of the file", run=_holes)
THIN = Check(
    name="thin",
    group=GROUP,
    reads="dmsetup table, scsi_disk/*/thin_provisioning",
    run=_thin,
)
LOOP = Check(name="loop", group=GROUP, reads="sys/block/loop*/loop/dio", run=_loop)
FREE_SPACE = Check(
    name="free_space",
    group=GROUP,
    reads="statvfs of the file system",
    run=_free_space,
)
ALIGNMENT = Check(
    name="alignment",
    group=GROUP,
    reads="alignment_offset, start, queue/physical_block_size",
    run=_alignment,
)
