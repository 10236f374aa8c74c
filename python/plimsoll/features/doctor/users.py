"""Finds other users of the target: mounts, holders and swap, processes that have it open, foreign
I/O.

The guard decides whether Plimsoll may write to the target (`crates/host/src/guard`). These checks
only look for disturbances of the figures.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from plimsoll.features.doctor.finding import Check, CheckResult, DoesNotApply, Scene
from plimsoll.features.doctor.messages import message
from plimsoll.features.doctor.text import percent, several
from plimsoll.native import neighbours
from plimsoll.native.machine import Machine, Unreadable

if TYPE_CHECKING:
    from plimsoll.features.doctor.subject import Device

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
            CheckResult(
                "warn", message("swap-on-it", swaps=several(swapped)), {"swaps": swapped}, mend
            )
        )
    if own_holders and not is_file:
        results.append(
            CheckResult(
                "warn",
                message("held", holders=several(own_holders)),
                {"holders": own_holders},
            )
        )
    if own_mounts:
        text = message("mounted", mounts=several(own_mounts))
        results.append(CheckResult("warn", text, {"mounts": own_mounts}, f"umount {own_mounts[0]}"))
    nearby = nearby_mounts + others + (own_holders if is_file else [])
    if nearby:
        results.append(
            CheckResult(
                "note",
                message("disk-also-carries", others=several(nearby)),
                {"mounts": nearby_mounts, "holders": others},
            )
        )
    return results or [CheckResult("ok", message("not-in-use"))]


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
        raise Unreadable(*message.refusal("who-has-it-open"))
    results = []
    watchers = [process for process in facts.opened_by if process.partition(" ")[0] in WATCHERS]
    others = [process for process in facts.opened_by if process not in watchers]
    if watchers:
        text = message("only-monitored", processes=several(watchers))
        results.append(CheckResult("note", text, {"opened_by": watchers}))
    if others:
        results.append(
            CheckResult(
                "warn",
                message("open", processes=several(others)),
                {"opened_by": others},
                message("end-those-processes"),
            )
        )
    if facts.processes_unread:
        text = message("cannot-see-processes", processes=f"{facts.processes_unread:,}")
        results.append(
            CheckResult(
                "unknown",
                text,
                {"processes_unread": facts.processes_unread},
                message("run-as-root"),
            )
        )
    return results or [CheckResult("ok", message("not-open"))]


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
            raise Unreadable("/proc/diskstats", message("counters-of-went-backwards", device=name))
        disk_use = (min(busy, 1.0), operations / span_s, name)
        worst = disk_use if worst is None else max(worst, disk_use)
    if worst is None:
        raise DoesNotApply(message("no-disk"))
    share, rate, name = worst
    values = {
        "device": name,
        "busy_share": round(share, 4),
        "rate_per_s": round(rate, 1),
        "span_s": round(span_s, 3),
    }
    text = message(
        "busy-for-others",
        device=name,
        rate=f"{rate:,.0f}",
        share=percent(share),
        seconds=f"{span_s:.1f}",
    )
    if share >= BUSY_STOP:
        return [CheckResult("stop", text, values)]
    return [CheckResult("warn" if share >= BUSY_WARN else "ok", text, values)]


def _neighbours(scene: Scene) -> list[CheckResult]:
    machine = scene.machine
    looks = machine.neighbours
    if looks is None and machine.captured:
        raise DoesNotApply(message("capture-lacks-neighbours"))
    if looks is None:
        raise Unreadable("/proc", message("others-may-be-hidden"))
    named_neighbours = neighbours.of_looks([(None, looks)])
    values = {"neighbours": looks["named"], "span_s": round(looks["span_s"], 3)}
    if not named_neighbours:
        return [CheckResult("ok", message("nobody-else", seconds=f"{looks['span_s']:.1f}"), values)]
    return [CheckResult("warn", "; ".join(neighbours.sentences(named_neighbours)), values)]


def _disk_line(text: str, name: str) -> list[int]:
    """The counters of one device, from the first after its name
    (Documentation/admin-guide/iostats.rst)."""
    match = re.search(
        rf"^\s*\d+\s+\d+\s+{re.escape(name)}((?:\s+\d{{1,20}}){{11,}})\s*$", text, re.MULTILINE
    )
    if not match:
        raise Unreadable("/proc/diskstats", message("no-line-of", device=name))
    return [int(word) for word in match[1].split()]


def leaves(chain: list[Device]) -> list[Device]:
    """The disks at the bottom of the chain: what does the work."""
    return [device for device in chain if device["kind"] in ("disk", "nbd", "memory")]


MOUNTED = Check(
    name="mounted",
    group=GROUP,
    reads="proc/self/mountinfo, proc/swaps, sys/class/block/*/holders",
    run=_mounts,
)
OPENED = Check(name="opened", group=GROUP, reads="proc/*/fd", run=_open_files)
NEIGHBOURS = Check(
    name="neighbours",
    group=GROUP,
    reads="proc/*/stat, proc/*/io, proc/*/fd, twice",
    run=_neighbours,
)
OTHER_IO = Check(name="other_io", group=GROUP, reads="proc/diskstats, twice", run=_other_io)
