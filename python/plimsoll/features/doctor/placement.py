"""Checks of placement: the memory node of the device against that of the generator, and the
processors that handle its interrupts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from plimsoll.features.doctor.finding import Check, CheckResult, DoesNotApply, Scene
from plimsoll.features.doctor.messages import message
from plimsoll.features.doctor.text import percent, processors, several
from plimsoll.features.doctor.users import leaves
from plimsoll.native.machine import Machine, Unreadable

if TYPE_CHECKING:
    from plimsoll.features.doctor.subject import Device

GROUP = "placement"
MOST_UP = 16
"""Directories upwards from a disk in which its controller is looked for: the deepest SAN path has
ten."""


def _upwards(machine: Machine, disk: Device) -> list[str]:
    """The device's directory in sysfs and those above it, the nearest first."""
    parts = machine.real(f"sys/class/block/{disk['name']}").split("/")
    return ["/".join(parts[:count]) for count in range(len(parts), 3, -1)][:MOST_UP]


def _nodes(scene: Scene) -> list[CheckResult]:
    machine = scene.machine
    nodes = processors(machine.text("sys/devices/system/node/online"))
    if len(nodes) < 2:
        raise DoesNotApply(message("one-memory-node"))
    allowed = re.search(
        r"^Cpus_allowed_list:\s*(\S+)", machine.text("proc/self/status"), re.MULTILINE
    )
    if not allowed:
        raise Unreadable("/proc/self/status", message("no-allowed-list"))
    ours = set(processors(allowed[1]))
    results = []
    for disk in leaves(scene.chain()):
        node_numbers = [
            machine.get_number(f"{entry}/numa_node") for entry in _upwards(machine, disk)
        ]
        node = next((entry for entry in node_numbers if entry is not None), None)
        values = {"device": disk["name"], "node": node}
        if node is None or node < 0:
            results.append(
                CheckResult("note", message("no-memory-node", device=disk["name"]), values)
            )
            continue
        near = set(processors(machine.text(f"sys/devices/system/node/node{node}/cpulist")))
        share = len(ours & near) / len(ours)
        text = message("memory-node", device=disk["name"], node=node, share=percent(share))
        mend = f"numactl --cpunodebind={node} --membind={node} plimsoll …"
        results.append(
            CheckResult(
                "ok" if share == 1 else "warn" if share == 0 else "note", text, values, mend
            )
        )
    if not results:
        raise DoesNotApply(message("no-disk"))
    # The worst of several paths stands for all.
    return [min(results, key=lambda entry: ("warn", "note", "ok").index(entry.severity))]


def _interrupts(scene: Scene) -> list[CheckResult]:
    machine = scene.machine
    text = machine.text("proc/interrupts")
    lines = text.splitlines()
    online = len(lines[0].split()) if lines else 0
    if not online:
        raise Unreadable("/proc/interrupts", message("no-processor-named"))
    by_number = {
        line.split(":", 1)[0].strip(): line.split(":", 1)[1].split()
        for line in lines[1:]
        if ":" in line
    }
    results = []
    controllers: set[str] = set()
    for disk in leaves(scene.chain()):
        controller_interrupts = _numbers(machine, disk, by_number)
        if controller_interrupts is None or controller_interrupts[0] in controllers:
            continue
        controller, numbers = controller_interrupts
        controllers.add(controller)
        totals = [0] * online
        for number in numbers:
            counts = by_number[number][:online]
            if len(counts) < online or not all(one.isascii() and one.isdigit() for one in counts):
                raise Unreadable("/proc/interrupts", message("line-not-complete", line=number))
            totals = [sum(pair) for pair in zip(totals, map(int, counts), strict=True)]
        busy = sum(1 for total in totals if total > sum(totals) * 0.01)
        values = {
            "controller": controller,
            "interrupts": len(numbers),
            "processors": busy,
            "of": online,
        }
        controller_text = message(
            "interrupts", controller=controller, interrupts=len(numbers), busy=busy, online=online
        )
        if not sum(totals):
            text = message("no-interrupt-yet", controller=controller, interrupts=len(numbers))
            results.append(CheckResult("note", text, values))
        elif len(numbers) > 1 and busy == 1 and online > 1:
            results.append(CheckResult("warn", controller_text, values))
        elif len(numbers) == 1 and online > 1:
            results.append(CheckResult("note", controller_text, values, message("more-queues")))
        else:
            results.append(CheckResult("ok", controller_text, values))
    if not results:
        names = several([str(disk["name"]) for disk in leaves(scene.chain())])
        raise Unreadable(*message.refusal("interrupts-of-device", names=names))
    return results


def _numbers(
    machine: Machine, disk: Device, known: dict[str, list[str]]
) -> tuple[str, list[str]] | None:
    """The controller and the interrupts of its queues: those that carry I/O, where their names
    tell."""
    name = str(disk["name"])
    for at in _upwards(machine, disk):
        numbers = [number for number in machine.get_names(f"{at}/msi_irqs") if number in known]
        if not numbers:
            continue
        actions = {number: known[number][-1] for number in numbers}
        # virtio and NVMe name their queues: `virtio1-req.0`, `nvme0q3`; configuration and admin
        # queues carry no I/O.
        queues = [
            number
            for number, action in actions.items()
            if re.search(r"-req(uest)?\.\d+$|q[1-9]\d*$", action)
        ]
        # One function may carry several devices: the name of the controller decides, where it is
        # part of the action's.
        own = re.match(r"nvme\d+", name)
        if own:
            queues = [
                number for number in queues if actions[number].startswith(f"{own[0]}q")
            ] or queues
        return at.rpartition("/")[2], queues or numbers
    # A virtio device on a bus without MSI in its directory is found by its own name.
    virtio = next(
        (
            part
            for part in machine.real(f"sys/class/block/{name}").split("/")
            if part.startswith("virtio")
        ),
        None,
    )
    if virtio:
        by_name = [
            number
            for number, words in known.items()
            if re.match(rf"{virtio}-req", words[-1] if words else "")
        ]
        if by_name:
            return virtio, by_name
    return None


NODES = Check(
    name="nodes",
    group=GROUP,
    reads="sys/devices/system/node, the device's numa_node, proc/self/status",
    run=_nodes,
)
INTERRUPTS = Check(
    name="interrupts",
    group=GROUP,
    reads="proc/interrupts, msi_irqs of the controller",
    run=_interrupts,
)
