"""Checks of memory: pages that wait to be written, swapping, pressure."""

import re

from plimsoll.base.units import size
from plimsoll.features.doctor.finding import Check, CheckResult, Scene
from plimsoll.features.doctor.messages import message
from plimsoll.features.doctor.text import by_key, percent, required_number
from plimsoll.native.machine import Unreadable

GROUP = "memory"

DIRTY_WARN = 64 << 20
"""Bytes that a disk of 100 MB/s writes back in two thirds of a second, during a Run."""

PRESSURE_WARN = 1.0
"""Percent of the last ten seconds in which a task waited for memory."""


def _dirty(scene: Scene) -> list[CheckResult]:
    machine = scene.machine
    numbers = by_key(machine.text("proc/meminfo"))
    where = "/proc/meminfo"
    waiting_bytes = (
        required_number(numbers, "Dirty", where) + required_number(numbers, "Writeback", where)
    ) * 1024
    total = required_number(numbers, "MemTotal", where) * 1024
    settings = {
        name: machine.get_number(f"proc/sys/vm/{name}")
        for name in (
            "dirty_ratio",
            "dirty_bytes",
            "dirty_background_ratio",
            "dirty_background_bytes",
        )
    }
    values = {"waiting_bytes": waiting_bytes, **settings}
    if settings["dirty_bytes"]:
        limit: float | None = settings["dirty_bytes"]
    elif settings["dirty_ratio"]:
        # Of what is available, not of all: an upper bound (kernel doc admin-guide/sysctl/vm).
        limit = total * settings["dirty_ratio"] / 100
    else:
        limit = None
    text = message("dirty", waiting=size(waiting_bytes))
    if limit:
        text = message("dirty-throttled", waiting=size(waiting_bytes), limit=size(limit))
    return [CheckResult("warn" if waiting_bytes >= DIRTY_WARN else "ok", text, values)]


def _swapping(scene: Scene) -> list[CheckResult]:
    before, after, span_s = scene.machine.twice("proc/vmstat")
    first, second = by_key(before), by_key(after)
    moved = sum(
        required_number(second, key, "/proc/vmstat") - required_number(first, key, "/proc/vmstat")
        for key in ("pswpin", "pswpout")
    )
    if moved < 0:
        raise Unreadable("/proc/vmstat", message("counters-went-backwards"))
    rate = moved / span_s
    values = {"pages_per_s": round(rate, 1)}
    if moved:
        return [CheckResult("warn", message("swaps", rate=f"{rate:,.0f}"), values)]
    return [CheckResult("ok", message("swaps-nothing"), values)]


def _pressure(scene: Scene) -> list[CheckResult]:
    text = scene.machine.text("proc/pressure/memory")
    match = re.search(r"^some avg10=(\d{1,3}\.\d+)", text, re.MULTILINE)
    if not match:
        raise Unreadable("/proc/pressure/memory", message("no-avg10-line"))
    share = float(match[1])
    values = {"some_avg10_percent": share}
    text = message("memory-pressure", share=percent(share / 100))
    return [CheckResult("warn" if share >= PRESSURE_WARN else "ok", text, values)]


DIRTY = Check(
    name="dirty_pages",
    group=GROUP,
    reads="proc/meminfo, proc/sys/vm/dirty_*",
    run=_dirty,
)
SWAPPING = Check(name="swapping", group=GROUP, reads="proc/vmstat, twice", run=_swapping)
PRESSURE = Check(name="memory_pressure", group=GROUP, reads="proc/pressure/memory", run=_pressure)
