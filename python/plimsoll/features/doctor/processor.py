"""Checks of the processors that issue the I/O: frequency, sleep states, virtualisation, and the
clock for latencies.

S1 and S2 name the host's power policy as a setting that moves every figure. Its effect is largest
where little is outstanding: a processor that slept has to wake up for each completion, and does it
in the latency.
"""

import re

from plimsoll.features.doctor.finding import Check, CheckResult, DoesNotApply, Scene
from plimsoll.features.doctor.messages import message
from plimsoll.features.doctor.text import percent, processors, several
from plimsoll.native.machine import Machine, Unreadable

GROUP = "processor"
CPU = "sys/devices/system/cpu"

SLOW_WAKE_US = 50
"""Microseconds: as long as a read of fast flash takes; a wake-up as long as this doubles its
latency."""

STEAL_WARN = 0.01
BUSY_WARN = 0.1
"""Share of all processors that others may use; a larger one shows in the generator's tails."""

TELLING_WORDS = (
    "mitigations",
    "isolcpus",
    "nohz_full",
    "rcu_nocbs",
    "idle",
    "processor.max_cstate",
    "intel_idle.max_cstate",
    "cpuidle.off",
    "intel_pstate",
    "amd_pstate",
    "clocksource",
    "tsc",
    "nosmt",
    "iommu",
    "intel_iommu",
    "amd_iommu",
    "nvme.poll_queues",
    "nvme_core.io_timeout",
    "nvme_core.multipath",
    "scsi_mod.use_blk_mq",
    "pcie_aspm",
    "threadirqs",
    "cpuidle_haltpoll.force",
    "nospectre_v2",
    "pti",
    "nopti",
    "spectre_v2",
)
"""Words of the kernel's command line that change figures; a capture leaves the others out."""


def _online(machine: Machine) -> list[int]:
    return processors(machine.text(f"{CPU}/online"))


def is_guest(machine: Machine) -> bool:
    """Whether the processor says that it is virtual."""
    info = machine.get("proc/cpuinfo") or ""
    return bool(re.search(r"^flags\s*:.*\bhypervisor\b", info, re.MULTILINE)) or machine.has(
        "sys/hypervisor/type"
    )


def _governor(scene: Scene) -> list[CheckResult]:
    machine = scene.machine
    governors: dict[str, int] = {}
    for number in _online(machine):
        governor = machine.get(f"{CPU}/cpu{number}/cpufreq/scaling_governor")
        if governor is not None:
            preference = machine.get(f"{CPU}/cpu{number}/cpufreq/energy_performance_preference")
            # Under intel_pstate and amd-pstate "powersave" only means that the hardware chooses, by
            # this preference.
            governor_text = (
                f"{governor} ({preference})"
                if preference and governor != "performance"
                else governor
            )
            governors[governor_text] = governors.get(governor_text, 0) + 1
    if not governors:
        if is_guest(machine):
            return [CheckResult("note", message("frequency-not-visible"))]
        raise Unreadable(f"/{CPU}/cpu*/cpufreq/scaling_governor", message("no-governor"))
    driver = machine.get(f"{CPU}/cpu0/cpufreq/scaling_driver")
    values = {"governors": governors, "driver": driver}
    text = several(
        [
            message("governor-on", governor=name, processors=count)
            for name, count in sorted(governors.items())
        ]
    )
    all_performance = all(
        name == "performance" or name.endswith("(performance)") for name in governors
    )
    return [CheckResult("ok" if all_performance else "warn", text, values)]


def _sleep_states(scene: Scene) -> list[CheckResult]:
    machine = scene.machine
    deepest: tuple[int, str] | None = None
    first = _online(machine)[0]
    for state in machine.names(f"{CPU}/cpu{first}/cpuidle"):
        at = f"{CPU}/cpu{first}/cpuidle/{state}"
        if state.startswith("state") and machine.get_number(f"{at}/disable") != 1:
            state_found = (machine.number(f"{at}/latency"), machine.text(f"{at}/name"))
            deepest = state_found if deepest is None else max(deepest, state_found)
    if deepest is None:
        return [CheckResult("ok", message("no-sleep-state"))]
    latency, name = deepest
    values = {"state": name, "wake_up_us": latency}
    text = message("sleep-state", state=name, latency=f"{latency:,}")
    return [CheckResult("warn" if latency >= SLOW_WAKE_US else "ok", text, values)]


def _boost(scene: Scene) -> list[CheckResult]:
    machine = scene.machine
    off = machine.get_number(f"{CPU}/intel_pstate/no_turbo")
    boost = machine.get_number(f"{CPU}/cpufreq/boost")
    if off is None and boost is None:
        if is_guest(machine):
            raise DoesNotApply(message("guest-cannot-see-boost"))
        raise Unreadable(*message.refusal("no-turbo-and-boost", CPU=CPU))
    on = off == 0 if off is not None else boost == 1
    if on:
        return [CheckResult("note", message("boost-on"), {"boost": True})]
    return [CheckResult("ok", message("boost-off"), {"boost": False})]


def _guest(scene: Scene) -> list[CheckResult]:
    machine = scene.machine
    flags_found = re.search(r"^flags\s*:", machine.text("proc/cpuinfo"), re.MULTILINE)
    if not is_guest(machine):
        if not flags_found:
            # ARM's processors have no flag that would tell.
            raise Unreadable("/proc/cpuinfo", message("no-flags"))
        return [CheckResult("ok", message("not-a-guest"), {"guest": False})]
    product = (
        machine.get("sys/class/dmi/id/product_name")
        or machine.get("sys/hypervisor/type")
        or message("a-hypervisor")
    )
    product = product[:40]
    before, after, _ = machine.twice("proc/stat")
    first, second = _ticks(before), _ticks(after)
    spent = [late - early for early, late in zip(first, second, strict=True)]
    if min(spent) < 0 or sum(spent) == 0:
        raise Unreadable("/proc/stat", message("counters-did-not-advance"))
    steal = spent[7] / sum(spent)
    values = {"guest": True, "product": product, "steal_share": round(steal, 4)}
    text = message("guest", product=product, steal=percent(steal))
    return [CheckResult("warn" if steal >= STEAL_WARN else "note", text, values)]


def _ticks(text: str) -> list[int]:
    """user nice system idle iowait irq softirq steal (proc_stat(5)), over all processors; what
    follows is part of user."""
    match = re.search(r"^cpu((?:\s+\d{1,20}){8,})\s*$", text, re.MULTILINE)
    if not match:
        raise Unreadable("/proc/stat", message("no-line-of-all-processors"))
    return [int(word) for word in match[1].split()][:8]


def _other_work(scene: Scene) -> list[CheckResult]:
    before, after, span_s = scene.machine.twice("proc/stat")
    spent = [late - early for early, late in zip(_ticks(before), _ticks(after), strict=True)]
    total = sum(spent)
    if min(spent) < 0 or total == 0:
        raise Unreadable("/proc/stat", message("counters-did-not-advance"))
    busy = 1 - (spent[3] + spent[4]) / total
    text = message("other-work", busy=percent(busy), seconds=f"{span_s:.1f}")
    return [
        CheckResult("warn" if busy >= BUSY_WARN else "ok", text, {"busy_share": round(busy, 4)})
    ]


def _clock(scene: Scene) -> list[CheckResult]:
    at = "sys/devices/system/clocksource/clocksource0"
    source = scene.machine.text(f"{at}/current_clocksource")
    available = scene.machine.get(f"{at}/available_clocksource") or ""
    values = {"clocksource": source, "available": available.split()}
    if source in (
        "tsc",
        "kvm-clock",
        "arch_sys_counter",
        "hyperv_clocksource_tsc_page",
        "timebase",
        "tod",
    ):
        return [CheckResult("ok", source, values)]
    better = "tsc" if "tsc" in available.split() else None
    mend = f"echo tsc > /{at}/current_clocksource" if better else message("tsc-refused")
    if source in ("jiffies", "refined-jiffies"):
        return [CheckResult("stop", message("clock-coarse", source=source), values, mend)]
    if source in ("hpet", "acpi_pm", "xen", "pit"):
        return [CheckResult("warn", message("clock-slow", source=source), values, mend)]
    raise Unreadable(
        f"/{at}/current_clocksource", message("unknown-clock", source=f"{source[:30]!r}")
    )


def _command_line(scene: Scene) -> list[CheckResult]:
    words = scene.machine.text("proc/cmdline").split()
    changing = [word for word in words if word.partition("=")[0] in TELLING_WORDS]
    values = {"words": changing}
    if not changing:
        return [CheckResult("ok", message("command-line-plain"), values)]
    return [CheckResult("note", message("command-line", words=several(changing, 6)), values)]


GOVERNOR = Check(
    name="governor",
    group=GROUP,
    reads="sys/devices/system/cpu/cpu*/cpufreq",
    run=_governor,
)
SLEEP_STATES = Check(
    name="sleep_states",
    group=GROUP,
    reads="sys/devices/system/cpu/cpu*/cpuidle",
    run=_sleep_states,
)
BOOST = Check(
    name="boost",
    group=GROUP,
    reads="cpu/intel_pstate/no_turbo, cpu/cpufreq/boost",
    run=_boost,
)
GUEST = Check(
    name="guest",
    group=GROUP,
    reads="proc/cpuinfo, class/dmi/id/product_name, proc/stat twice",
    run=_guest,
)
OTHER_WORK = Check(name="other_work", group=GROUP, reads="proc/stat, twice", run=_other_work)
CLOCK = Check(
    name="clock",
    group=GROUP,
    reads="sys/devices/system/clocksource/clocksource0",
    run=_clock,
)
COMMAND_LINE = Check(name="command_line", group=GROUP, reads="proc/cmdline", run=_command_line)
