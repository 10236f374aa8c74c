"""Limits on this process: control groups that throttle its I/O or its processor time, in both of
their versions."""

import re

from plimsoll.base.units import size
from plimsoll.features.doctor.finding import Check, CheckResult, Scene
from plimsoll.features.doctor.messages import message
from plimsoll.features.doctor.text import processors, several
from plimsoll.native.machine import Machine, Unreadable

GROUP = "limits"

V1_FILES = {
    "blkio.throttle.read_bps_device": "rbps",
    "blkio.throttle.write_bps_device": "wbps",
    "blkio.throttle.read_iops_device": "riops",
    "blkio.throttle.write_iops_device": "wiops",
}


def _levels(machine: Machine, controller: str) -> list[str]:
    """The directories of our control group and of those above it, the nearest first, in whichever
    version has it."""
    ours: dict[str, str] = {}
    for line in machine.text("proc/self/cgroup").splitlines():
        _, _, rest = line.partition(":")
        controllers, colon, path = rest.partition(":")
        if colon and path.startswith("/"):
            ours.update(dict.fromkeys(controllers.split(","), path))
    levels = []
    for line in machine.text("proc/self/mountinfo").splitlines():
        left, hyphen, right = line.partition(" - ")
        fields, super_block = left.split(" "), right.split(" ")
        if not hyphen or len(fields) < 5 or super_block[0] not in ("cgroup", "cgroup2"):
            continue
        key = "" if super_block[0] == "cgroup2" else controller
        if key not in ours or (key and key not in super_block[-1].split(",")):
            continue
        root, at, path = fields[3], fields[4].strip("/"), ours[key]
        inside = path.removeprefix(root) if root != "/" else path
        if ".." in inside:
            continue
        parts = [part for part in inside.split("/") if part]
        if machine.has(at):
            levels += ["/".join([at, *parts[:count]]) for count in range(len(parts), -1, -1)]
    if not levels:
        raise Unreadable(
            *message.refusal("our-control-group", "no-hierarchy", controller=controller)
        )
    return [at for at in levels if machine.has(at)] or levels


def _io(scene: Scene) -> list[CheckResult]:
    machine = scene.machine
    levels = _levels(machine, "blkio")
    limits: dict[str, dict[str, int]] = {}
    where: dict[str, str] = {}
    for at in levels:
        for number, key, value in _throttles(machine, at):
            where.setdefault(number, at)
            number_limits = limits.setdefault(number, {})
            number_limits[key] = min(value, number_limits.get(key, value))
    names = {}
    if scene.subject is not None and scene.subject.devices:
        names = {
            f"{device['major']}:{device['minor']}": str(device["name"])
            for device in scene.subject.devices
        }
    ours = {names[number]: limit for number, limit in limits.items() if number in names}
    if ours:
        name, limit = next(iter(ours.items()))
        text = message("throttled-for-us", device=name, limits=_limit_text(limit))
        number = next(number for number, number_limits in names.items() if number_limits == name)
        at = where[number]
        mend = message("leave-group", group=f"/{at}")
        if machine.has(f"{at}/io.max"):
            command = f"echo '{number} rbps=max wbps=max riops=max wiops=max' > /{at}/io.max"
            mend = message("leave-group-or-lift", group=f"/{at}", command=command)
        return [CheckResult("stop", text, {"limits": ours, "group": f"/{at}"}, mend)]
    if limits:
        text = message("others-throttled", devices=several(list(limits)))
        return [CheckResult("note", text, {"limits": limits})]
    return [CheckResult("ok", message("no-io-limit"))]


def _throttles(machine: Machine, at: str) -> list[tuple[str, str, int]]:
    """(device number, what, limit per second) of one group."""
    throttles = []
    for line in (machine.get(f"{at}/io.max") or "").splitlines():
        number, _, rest = line.partition(" ")
        throttles += [
            (number, key, int(value))
            for key, value in re.findall(r"\b([rw](?:bps|iops))=(\d{1,20})\b", rest)
        ]
    for file, key in V1_FILES.items():
        for line in (machine.get(f"{at}/{file}") or "").splitlines():
            match = re.fullmatch(r"(\d+:\d+)\s+(\d{1,20})", line.strip())
            if match:
                throttles.append((match[1], key, int(match[2])))
    return throttles


def _limit_text(limit: dict[str, int]) -> str:
    return ", ".join(
        message(f"limit-{key}", rate=size(value) if key.endswith("bps") else f"{value:,}")
        for key, value in sorted(limit.items())
    )


def _processor_time(scene: Scene) -> list[CheckResult]:
    machine = scene.machine
    allowed = re.search(
        r"^Cpus_allowed_list:\s*(\S+)", machine.text("proc/self/status"), re.MULTILINE
    )
    if not allowed:
        raise Unreadable("/proc/self/status", message("no-allowed-list"))
    mine = len(processors(allowed[1]))
    online = len(processors(machine.text("sys/devices/system/cpu/online")))
    quotas = [
        (here, at) for at in _levels(machine, "cpu") if (here := _quota(machine, at)) is not None
    ]
    quota, at = min(quotas, default=(None, ""))
    values = {"processors": mine, "online": online, "quota_processors": quota}
    if quota is not None and quota < mine:
        text = message("quota", quota=f"{quota:.3g}", online=online)
        return [CheckResult("warn", text, values, message("leave-group-or-quota", at=at))]
    if mine < online:
        return [CheckResult("note", message("some-processors", mine=mine, online=online), values)]
    return [CheckResult("ok", message("all-processors", online=online), values)]


def _quota(machine: Machine, at: str) -> float | None:
    match = re.match(r"(\d{1,18}) (\d{1,18})$", machine.get(f"{at}/cpu.max") or "")
    if match and int(match[2]):
        return int(match[1]) / int(match[2])
    quota, period = (
        machine.get_number(f"{at}/cpu.cfs_quota_us"),
        machine.get_number(f"{at}/cpu.cfs_period_us"),
    )
    return quota / period if quota and period and quota > 0 and period > 0 else None


IO_LIMITS = Check(
    name="io_limits",
    group=GROUP,
    reads="proc/self/cgroup, io.max or blkio.throttle.* of our group and those above",
    run=_io,
)
PROCESSOR_LIMITS = Check(
    name="processor_limits",
    group=GROUP,
    reads="proc/self/status, cpu.max or cpu.cfs_quota_us of our group and those above",
    run=_processor_time,
)
