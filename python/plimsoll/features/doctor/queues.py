"""The queues between a Run and the medium: scheduler, requests, device, controller; and the
narrowest of them.

S2: what decides half a million IOPS is parallelism and the narrowest queue in the chain. Each layer
holds so many I/Os; what is beyond waits in the layer above, so outstanding I/O beyond the narrowest
only adds latency.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from plimsoll.features.doctor import multipath
from plimsoll.features.doctor.finding import Check, CheckResult, DoesNotApply, Scene
from plimsoll.features.doctor.messages import message
from plimsoll.features.doctor.text import several
from plimsoll.features.doctor.users import leaves
from plimsoll.native.machine import Machine, Unreadable

if TYPE_CHECKING:
    from plimsoll.features.doctor.subject import Device

GROUP = "queues"

RECOMMENDED_DEPTH = 32
"""Outstanding I/O that S2 found best per disk. A chain that holds fewer is reported."""

INDIRECT_BIT = 28
"""Bit of a virtio device's features: VIRTIO_F_INDIRECT_DESC (virtio 1.2, section 6)."""

MIN_DEPTH = 4
"""A queue this short limits every device but a single spindle."""


def _scheduler(scene: Scene) -> list[CheckResult]:
    results = []
    for disk in leaves(scene.chain()):
        name, scheduler = disk["name"], disk["scheduler"]
        if scheduler is None:
            if disk["kind"] == "disk" and not multipath.is_nvme_head(scene.machine, disk):
                raise Unreadable(f"/sys/block/{name}/queue/scheduler", message("tells-none"))
            continue
        values = {"device": name, "scheduler": scheduler, "rotational": disk["rotational"]}
        offered = re.findall(
            r"[a-z-]+", scene.machine.get(f"sys/class/block/{name}/queue/scheduler") or ""
        )
        # Before the multi-queue block layer it was called noop.
        idle = "noop" if "noop" in offered else "none"
        to_none = f"echo {idle} > /sys/block/{name}/queue/scheduler"
        if disk["rotational"]:
            text = message("scheduler-spins", device=name, scheduler=scheduler)
            results.append(CheckResult("note" if scheduler == idle else "ok", text, values))
        elif scheduler == "bfq":
            results.append(
                CheckResult(
                    "warn", message("scheduler", device=name, scheduler=scheduler), values, to_none
                )
            )
        elif scheduler == idle:
            results.append(CheckResult("ok", f"{name}: {idle}", values))
        else:
            results.append(
                CheckResult(
                    "note", message("scheduler", device=name, scheduler=scheduler), values, to_none
                )
            )
    if not results:
        raise DoesNotApply(message("no-scheduler"))
    return _merge_alike(results)


def _merge_alike(results: list[CheckResult]) -> list[CheckResult]:
    """Equal results about several devices become one, of the first, with the names of the
    others."""
    groups: dict[tuple[str, str], list[CheckResult]] = {}
    for result in results:
        groups.setdefault((result.severity, str(result.values.get("scheduler"))), []).append(result)
    return [
        (
            group[0]
            if len(group) == 1
            else CheckResult(
                group[0].severity,
                message(
                    "also-so",
                    finding=group[0].found,
                    devices=several([str(r.values["device"]) for r in group[1:]]),
                ),
                {"devices": [result.values for result in group]},
                group[0].mend,
            )
        )
        for group in groups.values()
    ]


@dataclass(frozen=True)
class Layer:
    """One queue: what it is, of what, and how many I/Os it holds."""

    what: str
    of: str
    outstanding: int

    def to_json(self) -> dict[str, str | int]:
        """As a value of the finding."""
        return {"what": self.what, "of": self.of, "outstanding": self.outstanding}


def _queue_chain(scene: Scene) -> list[CheckResult]:
    chain = scene.chain()
    layers, used = chain_layers(scene.machine, chain)
    if not layers:
        raise Unreadable(*message.refusal("queues-of-chain"))
    narrowest = min(layers, key=lambda layer: layer.outstanding)
    values: dict[str, object] = {
        "outstanding": narrowest.outstanding,
        "narrowest": narrowest.what,
        "of": narrowest.of,
        "layers": [layer.to_json() for layer in layers],
    }
    text = message(
        "narrowest-queue",
        outstanding=f"{narrowest.outstanding:,}",
        queue=narrowest.what,
        device=narrowest.of,
    )
    if used:
        text = f"{text}; {used}"
    settings = _driver_settings(scene.machine, leaves(chain))
    if settings:
        values["settings"] = settings
    mend = _mend(narrowest, settings)
    if narrowest.outstanding <= MIN_DEPTH:
        return [CheckResult("warn", text, values, mend)]
    return [
        CheckResult(
            "note" if narrowest.outstanding < RECOMMENDED_DEPTH else "ok", text, values, mend
        )
    ]


def _mend(narrowest: Layer, settings: dict[str, int]) -> str:
    """How that layer is made wider."""
    disk = narrowest.of.split(",")[0].split(" ")[0]
    if narrowest.what == "nr_requests":
        return f"echo N > /sys/block/{disk}/queue/nr_requests"
    if narrowest.what == "queue_depth":
        command = f"echo N > /sys/block/{disk}/device/queue_depth"
        known = ", ".join(f"{key}={value}" for key, value in settings.items())
        if known:
            return message("raise-queue-depth-settings", command=command, settings=known)
        return message("raise-queue-depth", command=command)
    if narrowest.what == "can_queue":
        return message("more-controllers")
    return message("more-controllers-or-queues")


def chain_layers(machine: Machine, chain: list[Device]) -> tuple[list[Layer], str]:
    """Every queue from the top to the controllers, each summed over what works in parallel, and a
    word on the paths."""
    disks = leaves(chain)
    word = ""
    layers: list[Layer] = []
    heads = [device for device in chain if device["kind"] == "multipath"]
    if len(heads) == 1:
        disks, word = _used_paths(machine, heads[0], disks)
        requests = heads[0]["nr_requests"]
        if requests and machine.has(f"sys/class/block/{heads[0]['name']}/mq"):
            layers.append(
                Layer(
                    "nr_requests", heads[0]["name"], requests * _hardware_queues(machine, heads[0])
                )
            )
    for device in chain:
        if device["kind"] == "loop" and device["nr_requests"]:
            held = device["nr_requests"] * _hardware_queues(machine, device)
            layers.append(Layer("nr_requests", device["name"], held))
    nvme = [layer for disk in disks for layer in multipath.nvme_layers(machine, disk)]
    if nvme:
        queues = sum(count for _, count in nvme)
        layers.append(
            Layer(message("controllers-queues"), several([name for name, _ in nvme]), queues)
        )
    held_by_each = [_requests(machine, disk) for disk in disks]
    if disks and all(held_by_each):
        layers.append(
            Layer("nr_requests", _disk_names(disks), sum(one or 0 for one in held_by_each))
        )
    depths = [disk["queue_depth"] for disk in disks]
    if disks and all(depths):
        layers.append(Layer("queue_depth", _disk_names(disks), sum(one or 0 for one in depths)))
    hosts = _controllers(machine, disks)
    if hosts:
        layers.append(Layer("can_queue", several(list(hosts)), sum(hosts.values())))
    return layers, word


def _disk_names(disks: list[Device]) -> str:
    names = [str(disk["name"]) for disk in disks]
    return names[0] if len(names) == 1 else message("disks-together", disks=several(names))


def _requests(machine: Machine, disk: Device) -> int | None:
    count = disk["nr_requests"]
    return None if count is None else count * _hardware_queues(machine, disk)


def _hardware_queues(machine: Machine, disk: Device) -> int:
    """Each has nr_requests of its own (Documentation/ABI/stable/sysfs-block, nr_requests); a
    partition has its disk's."""
    return max(
        1,
        len(
            [
                name
                for name in machine.get_names(f"sys/class/block/{disk['name']}/mq")
                if name.isdigit()
            ]
        ),
    )


def _controllers(machine: Machine, disks: list[Device]) -> dict[str, int]:
    """can_queue of each SCSI host beneath, over its hardware queues: shared by everything on that
    host."""
    hosts: dict[str, int] = {}
    for disk in disks:
        match = re.search(r"/(host\d+)(?=/)", machine.real(f"sys/class/block/{disk['name']}"))
        if match and match[1] not in hosts:
            at = f"sys/class/scsi_host/{match[1]}"
            most = machine.get_number(f"{at}/can_queue")
            if most is not None and most > 0:
                # Each of the host's hardware queues takes can_queue commands (scsi_host.h,
                # nr_hw_queues) unless they share one set of tags, which sysfs does not tell: the
                # lower figure is the sure one.
                hosts[match[1]] = most
    return hosts


def _driver_settings(machine: Machine, disks: list[Device]) -> dict[str, int]:
    """Queue depths set in drivers of Fibre Channel adapters: QLogic per module, Emulex per host."""
    settings: dict[str, int] = {}
    for disk in disks:
        match = re.search(r"/(host\d+)(?=/)", machine.real(f"sys/class/block/{disk['name']}"))
        for setting in ("lpfc_lun_queue_depth", "lpfc_hba_queue_depth") if match else ():
            value = machine.get_number(f"sys/class/scsi_host/{match[1] if match else ''}/{setting}")
            if value is not None:
                settings[setting] = value
    if any(disk["queue_depth"] for disk in disks):
        depth = machine.get_number("sys/module/qla2xxx/parameters/ql2xmaxqdepth")
        if depth is not None:
            settings["ql2xmaxqdepth"] = depth
    return settings


def _used_paths(machine: Machine, head: Device, disks: list[Device]) -> tuple[list[Device], str]:
    """The paths that carry I/O at one time, as far as the table shows, and a remark on them."""
    try:
        table = multipath.table_of(machine, head)
    except Unreadable:
        return disks, message("if-all-paths-carry", paths=len(disks))
    group = table.groups[table.initial - 1]
    active = [disk for disk in disks if f"{disk['major']}:{disk['minor']}" in group.paths]
    if not active:
        return disks, message("paths-in-use-unknown")
    if table.switches_after(group) > 1:
        return active[:1], message("one-path-at-a-time", active=len(active))
    return active, message("paths-carry", active=len(active), paths=len(disks))


def _descriptors(scene: Scene) -> list[CheckResult]:
    disks = [
        str(disk["name"])
        for disk in leaves(scene.chain())
        if re.search(r"/virtio\d+/", scene.machine.real(f"sys/class/block/{disk['name']}"))
    ]
    if not disks:
        raise DoesNotApply(message("no-virtio-disk"))
    features = {
        name: (scene.machine.get(f"sys/class/block/{name}/device/features") or "").strip()
        for name in disks
    }
    unread = next((name for name in disks if len(features[name]) <= INDIRECT_BIT), None)
    if unread is not None:
        raise Unreadable(f"/sys/class/block/{unread}/device/features", message("tells-none"))
    without = [name for name in disks if features[name][INDIRECT_BIT] == "0"]
    if not without:
        text = message("indirect-descriptors", disks=several(disks))
        return [CheckResult("ok", text, {"devices": disks, "indirect": True})]
    text = message("no-indirect-descriptors", disks=several(without))
    return [CheckResult("note", text, {"devices": without, "indirect": False}, DESCRIPTORS.mend)]


def _write_cache(scene: Scene) -> list[CheckResult]:
    reported = [disk for disk in leaves(scene.chain()) if disk["write_cache"]]
    if not reported:
        raise Unreadable("queue/write_cache", message("not-reported"))
    volatile = [str(disk["name"]) for disk in reported if disk["write_cache"] == "write back"]
    if volatile:
        text = message("write-back", disks=several(volatile))
        return [CheckResult("note", text, {"devices": volatile, "write_cache": "write back"})]
    return [CheckResult("ok", message("no-write-back"), {"write_cache": "write through"})]


SCHEDULER = Check(
    name="scheduler",
    group=GROUP,
    reads="sys/block/*/queue/scheduler, queue/rotational",
    run=_scheduler,
)
QUEUE_CHAIN = Check(
    name="queue_chain",
    group=GROUP,
    reads=(
        "nr_requests, mq/, device/queue_depth, scsi_host/*/can_queue, nvme/*/queue_count and sqsize"
    ),
    run=_queue_chain,
)
DESCRIPTORS = Check(
    name="descriptors",
    group=GROUP,
    reads="sys/block/*/device/features of virtio disks",
    run=_descriptors,
)
WRITE_CACHE = Check(
    name="write_cache",
    group=GROUP,
    reads="sys/block/*/queue/write_cache",
    run=_write_cache,
)
