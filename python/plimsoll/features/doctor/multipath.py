"""Checks of several paths to one disk, by device-mapper or NVMe: how many work, and when I/O
switches between them.

S2: switching after every I/O instead of after 1,000 gave up to twice the IOPS at lower latency,
because with few outstanding I/Os per LUN all of them sit on one path. Which selector is in use is
in device-mapper's table alone, behind an ioctl that needs root; `/etc/multipath.conf` says only
what was asked for.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from plimsoll.features.doctor.finding import Check, CheckResult, DoesNotApply, Scene
from plimsoll.features.doctor.messages import message
from plimsoll.features.doctor.text import several
from plimsoll.native.machine import Machine, Unreadable

if TYPE_CHECKING:
    from plimsoll.features.doctor.subject import Device

GROUP = "paths"


@dataclass(frozen=True)
class PathGroup:
    """Paths that are used together: the selector, and the I/Os after which it moves on, by
    `major:minor`."""

    selector: str
    paths: dict[str, int | None]


@dataclass(frozen=True)
class Table:
    """One multipath device as device-mapper has it."""

    initial: int
    """The group that is in use, counted from 1; without a status the one that is used first."""
    groups: list[PathGroup]

    def switches_after(self, group: PathGroup) -> int:
        """I/Os on one path before the next; selectors that look at the load choose for each I/O."""
        return max((count or 1 for count in group.paths.values()), default=1)


def table_of(machine: Machine, head: Device) -> Table:
    """The table of a multipath device. Raises Unreadable."""
    label = str(head["label"] or "")
    table = parse_table(_line(machine.command("dmsetup-table"), label))
    in_use = _group_in_use(machine, label)
    return table if in_use is None or in_use > len(table.groups) else Table(in_use, table.groups)


def _group_in_use(machine: Machine, label: str) -> int | None:
    """The group that status marks A, counted from 1: after a failover it is not the one that the
    table begins with."""
    try:
        line = _line(machine.command("dmsetup-status"), label)
    except Unreadable:
        return None
    marks = re.findall(r" ([ADE]) \d+ \d+ \d+ (?=\d+:\d+ [AF]\b)", line)
    return marks.index("A") + 1 if "A" in marks else None


def _line(text: str, label: str) -> str:
    for line in text.splitlines():
        name, colon, rest = line.partition(": ")
        if colon and name == label:
            return rest
    raise Unreadable(
        *message.refusal("dmsetup-table", "no-line-of", device=label or message("the-device"))
    )


def parse_table(line: str) -> Table:
    """`START LENGTH multipath …` (Documentation of dm-mpath: features, handler, groups, each with
    its paths)."""
    words = line.split()[::-1]
    where = message("multipath-table")

    def word() -> str:
        if not words:
            raise Unreadable(where, message("ends-too-early"))
        return words.pop()

    def number() -> int:
        text = word()
        if not text.isascii() or not text.isdigit() or len(text) > 20:
            raise Unreadable(where, message("no-number", word=f"{text[:20]!r}"))
        return int(text)

    number(), number()
    if (kind := word()) != "multipath":
        raise Unreadable(where, message("other-kind", kind=kind[:20]))
    for _ in range(2):
        # Features, then the handler of the hardware: their number, then they.
        for _ in range(number()):
            word()
    count, initial = number(), number()
    groups = []
    for _ in range(count):
        selector = word()
        for _ in range(number()):
            word()
        paths, arguments = number(), number()
        path_counts: dict[str, int | None] = {}
        for _ in range(paths):
            path = word()
            path_arguments = [word() for _ in range(arguments)]
            # The first argument of a path is the repeat count of every selector there is.
            path_counts[path] = (
                int(path_arguments[0])
                if path_arguments and path_arguments[0].isascii() and path_arguments[0].isdigit()
                else None
            )
        groups.append(PathGroup(selector, path_counts))
    if not groups or not 1 <= initial <= len(groups):
        raise Unreadable(where, message("no-active-group"))
    return Table(initial, groups)


def _multipath(scene: Scene) -> list[CheckResult]:
    heads = [device for device in scene.chain() if device["kind"] == "multipath"]
    if not heads:
        raise DoesNotApply(message("no-multipath"))
    results = []
    for head in heads:
        results.extend(_head_results(scene.machine, head))
    return results


def _head_results(machine: Machine, head: Device) -> list[CheckResult]:
    label = str(head["label"] or head["name"])
    try:
        table = table_of(machine, head)
    except Unreadable as error:
        settings = re.findall(
            r"^\s*(path_selector|rr_min_io_rq|path_grouping_policy)\s+(.+?)\s*$",
            machine.get("etc/multipath.conf") or "",
            re.MULTILINE,
        )
        if not settings:
            raise
        words = ", ".join(f"{key} {value}" for key, value in settings[:4])
        text = message("paths-as-configured", error=error, settings=words)
        return [CheckResult("unknown", text, {"device": label})]
    group = table.groups[table.initial - 1]
    switches = table.switches_after(group)
    paths = sum(len(path_group.paths) for path_group in table.groups)
    values = {
        "device": label,
        "selector": group.selector,
        "switches_after": switches,
        "paths": paths,
        "paths_of_the_first_group": len(group.paths),
        "groups": len(table.groups),
    }
    failed_paths = _failed_paths(machine, label)
    results = []
    figures = {
        "device": label,
        "selector": group.selector,
        "active": len(group.paths),
        "paths": paths,
    }
    if switches > 1:
        mend = message("set-rr-min-io")
        text = message("paths-switch-after", **figures, switches=f"{switches:,}")
        results.append(CheckResult("warn", text, values, mend))
    elif len(group.paths) < 2:
        text = message("one-path-carries-all", **figures)
        results.append(CheckResult("warn" if paths > 1 else "note", text, values))
    else:
        text = message("path-for-every-io", **figures)
        results.append(CheckResult("ok", text, values))
    if failed_paths is None:
        results.append(
            CheckResult("unknown", message("failed-paths-unknown", device=label), {"device": label})
        )
    elif failed_paths:
        failed, names = len(failed_paths), several(failed_paths)
        results.append(
            CheckResult(
                "warn",
                message("paths-failed", device=label, failed=failed, names=names),
                {"device": label, "failed": failed_paths},
                message("repair-path"),
            )
        )
    return results


def _failed_paths(machine: Machine, label: str) -> list[str] | None:
    """Paths that the status marks F; None when it cannot be read."""
    try:
        line = _line(machine.command("dmsetup-status"), label)
    except Unreadable:
        return None
    return re.findall(r"(?<!\S)(\d+:\d+) F(?!\S)", line)


def is_nvme_head(machine: Machine, disk: Device) -> bool:
    """Whether this is the device that NVMe's own multipath shows in front of its paths."""
    return "/virtual/nvme-subsystem/" in f"/{machine.real('sys/class/block/' + str(disk['name']))}"


def _controllers(machine: Machine, disk: Device) -> list[str]:
    """The NVMe controllers that a namespace is reached by."""
    name = str(disk["name"])
    if not re.fullmatch(r"nvme\d+n\d+", name):
        return []
    real = machine.real(f"sys/class/block/{name}")
    if is_nvme_head(machine, disk):
        names = machine.get_names(real.rpartition("/")[0])
        return [controller for controller in names if re.fullmatch(r"nvme\d+", controller)]
    parent = real.rpartition("/")[0].rpartition("/")[2]
    return [parent] if re.fullmatch(r"nvme\d+", parent) else []


def nvme_layers(machine: Machine, disk: Device) -> list[tuple[str, int]]:
    """For each controller the I/Os that its submission queues hold: all but the admin queue,
    `sqsize` each.

    sqsize counts from zero and one entry stays free (NVMe base specification, submission queue):
    the two cancel.
    """
    layers = []
    for name in _controllers(machine, disk):
        queues = machine.get_number(f"sys/class/nvme/{name}/queue_count")
        entries = machine.get_number(f"sys/class/nvme/{name}/sqsize")
        if queues and entries and queues > 1 and entries > 0:
            layers.append((name, (queues - 1) * entries))
    if len(layers) > 1 and _policy(machine, disk) == "numa":
        # A process on one node uses only one of them.
        return [max(layers, key=lambda pair: pair[1])]
    return layers


def _policy(machine: Machine, disk: Device) -> str | None:
    at = machine.real(f"sys/class/block/{disk['name']}").rpartition("/")[0]
    return machine.get(f"{at}/iopolicy") if is_nvme_head(machine, disk) else None


def _nvme(scene: Scene) -> list[CheckResult]:
    machine = scene.machine
    disks = [disk for disk in scene.chain() if _controllers(machine, disk)]
    if not disks:
        raise DoesNotApply(message("no-nvme"))
    results = []
    for disk in disks:
        name = str(disk["name"])
        controllers = _controllers(machine, disk)
        if is_nvme_head(machine, disk) and len(controllers) > 1:
            at = machine.real(f"sys/class/block/{name}").rpartition("/")[0]
            policy = machine.text(f"{at}/iopolicy")
            values = {"device": name, "iopolicy": policy, "paths": len(controllers)}
            figures = {"device": name, "policy": policy, "paths": len(controllers)}
            if policy == "numa":
                mend = f"echo round-robin > /{at}/iopolicy"
                text = message("iopolicy-numa", **figures)
                results.append(CheckResult("warn", text, values, mend))
            else:
                results.append(CheckResult("ok", message("iopolicy", **figures), values))
        queues = [
            machine.number(f"sys/class/nvme/{controller}/queue_count") - 1
            for controller in controllers
        ]
        poll = machine.get_number("sys/module/nvme/parameters/poll_queues")
        polled = machine.get_number(f"sys/class/block/{name}/queue/io_poll")
        values = {"device": name, "io_queues": queues, "poll_queues": poll, "io_poll": polled}
        text = message("queues", device=name, queues=sum(queues))
        if poll is not None:
            code = "queues-can-poll" if poll > 0 or polled == 1 else "queues-poll-off"
            text = message(code, device=name, queues=sum(queues))
        results.append(CheckResult("note" if min(queues, default=0) == 1 else "ok", text, values))
    return results


MULTIPATH = Check(
    name="multipath",
    group=GROUP,
    reads="dmsetup table, dmsetup status, else etc/multipath.conf",
    run=_multipath,
)
NVME = Check(
    name="nvme",
    group=GROUP,
    reads="nvme-subsystem/*/iopolicy, nvme/*/queue_count, module nvme poll_queues",
    run=_nvme,
)
