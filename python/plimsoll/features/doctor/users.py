"""Finds other users of the target: mounts, holders and swap, processes that have it open, foreign
I/O.

The guard decides whether Plimsoll may write to the target (`crates/host/src/guard`). These checks
only look for disturbances of the figures.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from plimsoll.features.doctor.finding import Check, CheckResult, DoesNotApply, Scene
from plimsoll.features.doctor.text import percent, several
from plimsoll.native import neighbours
from plimsoll.native.machine import Unreadable

if TYPE_CHECKING:
    from plimsoll.features.doctor.subject import Device
    from plimsoll.native.machine import Machine

GROUP = "use"

WATCHERS = ("multipathd", "systemd-udevd", "udisksd", "smartd", "dmeventd", "lvmetad", "iscsid")
"""Services that keep devices open and hardly touch them."""

BUSY_WARN = 0.01
"""Share of time in which a disk worked for others; a smaller one does not show in figures."""

BUSY_STOP = 0.5
"""From this share on most of the load is foreign."""


def _mounts(scene: Scene) -> list[CheckResult]:
    chain = scene.chain()
    machine = scene.machine
    family = _family(machine, chain)
    mounts: dict[str, str] = {}
    for line in machine.text("proc/self/mountinfo").splitlines():
        fields = line.split(" ")
        if len(fields) > 4 and fields[2] in family:
            # The kernel writes a blank as \040 (proc_pid_mountinfo(5)).
            at = re.sub(r"\\([0-7]{3})", lambda code: chr(int(code[1], 8)), fields[4])
            mounts.setdefault(at, family[fields[2]])
    swaps = [
        line.split()[0] for line in machine.text("proc/swaps").splitlines()[1:] if line.split()
    ]
    names = set(family.values())
    swapped = [path for path in swaps if path.rpartition("/")[2] in names]
    chain_names = {device["name"] for device in chain}
    holders = {
        device["name"]: machine.names(f"sys/class/block/{device['name']}/holders")
        for device in chain
    }
    top = chain[0]
    own_holders = [one for one in holders[top["name"]] if one not in chain_names]
    others = sorted(
        {one for holder_names in holders.values() for one in holder_names}
        - chain_names
        - set(own_holders)
    )
    # For a device, its own mounts and those of its partitions count. The file system of a file must
    # be mounted, so all mounts of its disks are only nearby.
    is_file = scene.local().file_system is not None
    own = set() if is_file else set(_family(machine, chain[:1]).values())
    own_mounts = sorted(at for at, name in mounts.items() if name in own)
    nearby_mounts = sorted(
        at
        for at, name in mounts.items()
        if name not in own and not (is_file and name == top["name"])
    )
    results = []
    if swapped:
        mend = "; ".join(f"swapoff {one}" for one in swapped[:3])
        results.append(
            CheckResult("warn", f"swap lies on it: {several(swapped)}", {"swaps": swapped}, mend)
        )
    if own_holders and not is_file:
        results.append(
            CheckResult(
                "warn",
                f"{several(own_holders)} are on it: writes are refused",
                {"holders": own_holders},
            )
        )
    if own_mounts:
        text = (
            f"mounted on {several(own_mounts)}: reads meet the cache and other users' I/O, writes"
            " are refused"
        )
        results.append(CheckResult("warn", text, {"mounts": own_mounts}, f"umount {own_mounts[0]}"))
    nearby = nearby_mounts + others + (own_holders if is_file else [])
    if nearby:
        results.append(
            CheckResult(
                "note",
                f"its disk also carries {several(nearby)}",
                {"mounts": nearby_mounts, "holders": others},
            )
        )
    return results or [CheckResult("ok", "no other mount, holder or swap on it")]


def _family(machine: Machine, chain: list[Device]) -> dict[str, str]:
    """Names by number of the chain's devices and the other partitions of its disks."""
    family = {f"{device['major']}:{device['minor']}": str(device["name"]) for device in chain}
    for device in chain:
        at = f"sys/class/block/{device['name']}"
        for name in machine.get_names(at):
            if name.startswith(str(device["name"])) and machine.has(f"{at}/{name}/partition"):
                number = machine.get(f"{at}/{name}/dev")
                if number:
                    family[number] = name
    return family


def _open_files(scene: Scene) -> list[CheckResult]:
    facts = scene.local().facts
    if facts.opened_by is None:
        raise Unreadable("who has it open", "the files of other processes were not looked at")
    results = []
    watchers = [process for process in facts.opened_by if process.partition(" ")[0] in WATCHERS]
    others = [process for process in facts.opened_by if process not in watchers]
    if watchers:
        text = f"open in {several(watchers)}, which only monitors it"
        results.append(CheckResult("note", text, {"opened_by": watchers}))
    if others:
        results.append(
            CheckResult(
                "warn", f"open in {several(others)}", {"opened_by": others}, "end those processes"
            )
        )
    if facts.processes_unread:
        text = f"cannot read the open files of {facts.processes_unread:,} other processes: not root"
        results.append(
            CheckResult(
                "unknown", text, {"processes_unread": facts.processes_unread}, "run it as root"
            )
        )
    return results or [CheckResult("ok", "no other process has it open")]


def _other_io(scene: Scene) -> list[CheckResult]:
    disks = leaves(scene.chain())
    before, after, span_s = scene.machine.twice("proc/diskstats")
    worst: tuple[float, float, str] | None = None
    for disk in disks:
        name = str(disk["name"])
        first, second = _disk_line(before, name), _disk_line(after, name)
        operations = sum(second[at] - first[at] for at in (0, 4))
        busy = (second[9] - first[9]) / 1000 / span_s
        if operations < 0 or busy < 0:
            raise Unreadable("/proc/diskstats", f"the counters of {name} went backwards")
        disk_use = (min(busy, 1.0), operations / span_s, name)
        worst = disk_use if worst is None else max(worst, disk_use)
    if worst is None:
        raise DoesNotApply("no disk lies beneath it")
    share, rate, name = worst
    values = {
        "device": name,
        "busy_share": round(share, 4),
        "rate_per_s": round(rate, 1),
        "span_s": round(span_s, 3),
    }
    text = f"{name} did {rate:,.0f} IOPS for others and was busy {percent(share)} of {span_s:.1f} s"
    if share >= BUSY_STOP:
        return [CheckResult("stop", text, values)]
    return [CheckResult("warn" if share >= BUSY_WARN else "ok", text, values)]


def _neighbours(scene: Scene) -> list[CheckResult]:
    machine = scene.machine
    looks = machine.neighbours
    if looks is None and machine.captured:
        raise DoesNotApply("the capture does not say who used the machine")
    if looks is None:
        raise Unreadable("/proc", "it does not show this process, so others may be hidden too")
    named_neighbours = neighbours.of_looks([(None, looks)])
    values = {"neighbours": looks["named"], "span_s": round(looks["span_s"], 3)}
    if not named_neighbours:
        return [
            CheckResult("ok", f"nobody that could be named, for {looks['span_s']:.1f} s", values)
        ]
    return [CheckResult("warn", "; ".join(neighbours.sentences(named_neighbours)), values)]


def _disk_line(text: str, name: str) -> list[int]:
    """The counters of one device, from the first after its name
    (Documentation/admin-guide/iostats.rst)."""
    match = re.search(
        rf"^\s*\d+\s+\d+\s+{re.escape(name)}((?:\s+\d{{1,20}}){{11,}})\s*$", text, re.MULTILINE
    )
    if not match:
        raise Unreadable("/proc/diskstats", f"it has no line of {name}")
    return [int(word) for word in match[1].split()]


def leaves(chain: list[Device]) -> list[Device]:
    """The disks at the bottom of the chain: what does the work."""
    return [device for device in chain if device["kind"] in ("disk", "nbd", "memory")]


MOUNTED = Check(
    name="mounted",
    group=GROUP,
    reads="proc/self/mountinfo, proc/swaps, sys/class/block/*/holders",
    why=(
        "Whatever shares the disk shares its queue and cache, and shows up in the figures as the"
        " target's (S1: no other load)."
    ),
    mend="move other work off the disk, or say in the report that it was there",
    run=_mounts,
)
OPENED = Check(
    name="opened",
    group=GROUP,
    reads="proc/*/fd",
    why=(
        "A process that has the target open can read or write it in the middle of a Run (S1: no"
        " other load)."
    ),
    mend="fuser -v TARGET shows who; end them",
    run=_open_files,
)
NEIGHBOURS = Check(
    name="neighbours",
    group=GROUP,
    reads="proc/*/stat, proc/*/io, proc/*/fd, twice",
    why=(
        "Whoever measures, copies or computes beside a Run is in its figures: a pure measurement"
        " has no other load (S1)."
    ),
    mend="wait until they have ended, or end them",
    run=_neighbours,
)
OTHER_IO = Check(
    name="other_io",
    group=GROUP,
    reads="proc/diskstats, twice",
    why=(
        "I/O of others takes the disk's time and the array's cache: a pure measurement has no other"
        " load (S1)."
    ),
    mend="find it with 'iotop -o' or 'pidstat -d 1', and wait or stop it",
    run=_other_io,
)
