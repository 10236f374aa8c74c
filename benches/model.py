"""How fast the model is: simulated IOPS of one core with full Run records on, beside SimPy on the
same M/M/c queue, the chain of report S2, clusters of report S4, and a fleet of a thousand hosts.

Processor time, not wall time: a simulated Run has one thread, and a neighbour on the machine does
not change what it has to do. Each figure is the difference of a long and a short Run of the
installed command, so that starting it, which takes longer than a million operations, is not part of
an operation; the fleet is the whole command.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
import venv
from dataclasses import dataclass
from pathlib import Path

from benches.targets import NotHereError
from benches.tools import PLIMSOLL

ROOT = Path(__file__).resolve().parent.parent
SEED = "1"

SERVER = '[device.disk]\nservers = 8\nservice = { distribution = "exponential", mean = "200us" }\n'
VOLUME = '[volume.v]\nsize = "1g"\n'
ONE = SERVER + VOLUME + 'path = ["disk"]\n'
TWO = "[limit.policy]\nops_per_s = 1000000\n" + SERVER + VOLUME + 'path = ["policy", "disk"]\n'
# The queues of a guest's disk, its adapter, the host's volume and HBA, the array's port; a policy
# and the controllers' ceiling; the flash.
CHAIN = (
    "[queue.guest]\ndepth = 64\n[queue.adapter]\ndepth = 256\n[queue.lun]\ndepth ="
    " 64\n[queue.hba]\ndepth = 4096\n[limit.policy]\nops_per_s = 1000000\n[queue.port]\ndepth ="
    " 2048\n[limit.array]\nops_per_s = 2000000\n[device.flash]\nservers = 64\nservice = {"
    ' distribution = "exponential", mean = "200us" }\n'
    + VOLUME
    + 'path = ["guest", "adapter", "lun", "hba", "policy", "port", "array", "flash"]\n'
)
# 4,000 clients of 125 I/Os a second, 500,000 in all, which 256 servers of 200 us carry at 39 %.
FLEET = (
    '[host.esx]\ncount = 1000\n[limit.policy]\nops_per_s = 3000\nscope = "disk"\n[queue.hba]\ndepth'
    ' = 64\nscope = "host"\n[device.array]\nservers = 256\nservice = { distribution ='
    ' "exponential", mean = "200us" }\n[volume.data]\nsize = "100g"\npath = ["policy", "hba",'
    ' "array"]\n[client.vm]\nper_host = 4\nvolumes = ["data"]\nload = { rate = 125 }\n'
)

STACKS = ROOT / "examples" / "stacks"
S2 = STACKS / "s2-fc-array.toml"
S4 = STACKS / "s4-vsan.toml"


def cluster(hosts: int) -> tuple[str, ...]:
    """S4 with so many hosts and two guests a host."""
    return "--set", f"host.esx.count={hosts}", "--set", f"client.guest.count={2 * hosts}"


SIMPY = """
import random, sys
import simpy
def customer(env, server, draw, done):
    while True:
        with server.request() as turn:
            yield turn
            yield env.timeout(draw(1 / 200e-6))
        done[0] += 1
env, done = simpy.Environment(), [0]
server = simpy.Resource(env, capacity=8)
for _ in range(32):
    env.process(customer(env, server, random.Random(1).expovariate, done))
env.run(until=float(sys.argv[1]))
print(done[0])
"""
"""The closed M/M/8 of `ONE` with 32 customers, as SimPy's own examples write a resource; nothing is
recorded but a count."""


@dataclass(frozen=True)
class ProcessCost:
    """What a process took: processor and wall seconds, MiB at its largest; and what it printed."""

    cpu_s: float
    wall_s: float
    peak_mib: float
    printed: str


def process_cost(command: list[str]) -> ProcessCost:
    """Runs a command to its end; ends here with it, when it fails. Exit code 2 is an end: without a
    rate to plan with."""
    began = time.monotonic()
    with tempfile.TemporaryFile("w+") as out:
        child = subprocess.Popen(command, stdout=out, stderr=subprocess.PIPE)
        assert child.stderr is not None
        errors = child.stderr.read().decode(errors="replace")
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode not in (0, 2):
            sys.exit(f"{' '.join(command)} ended with {child.returncode}: {errors.strip()[-500:]}")
        out.seek(0)
        text = out.read()
    return ProcessCost(
        usage.ru_utime + usage.ru_stime, time.monotonic() - began, usage.ru_maxrss / 1024, text
    )


def simulate(stack: Path, measure_s: float, *flags: str) -> tuple[ProcessCost, int]:
    """One Run of the installed command: what it took, and how many operations it recorded."""
    command = [
        *PLIMSOLL,
        "simulate",
        str(stack),
        "--warmup-for",
        "0s",
        "--measure-for",
        f"{measure_s:g}s",
        "--seed",
        SEED,
    ]
    took = process_cost([*command, *flags, "--json"])
    return took, json.loads(took.printed)["all"]["count"]


def simulated_ns(stack: Path, measure_s: float, *flags: str) -> float:
    """Processor time of an operation."""
    short, few = simulate(stack, measure_s / 10, *flags)
    long, many = simulate(stack, measure_s, *flags)
    return (long.cpu_s - short.cpu_s) * 1e9 / (many - few)


def simpy_ns(python: Path, seconds: float) -> float:
    """The same of SimPy."""
    short, long = (
        process_cost([str(python), "-c", SIMPY, f"{s:g}"]) for s in (seconds / 10, seconds)
    )
    return (long.cpu_s - short.cpu_s) * 1e9 / (int(long.printed) - int(short.printed))


def with_simpy() -> Path:
    """The Python of an environment that has SimPy, as locked; made once."""
    folder = ROOT / ".make" / "simpy"
    python = folder / "bin" / "python"
    lock = ROOT / "requirements" / "bench.lock"
    there = (
        python.exists()
        and not subprocess.run([str(python), "-c", "import simpy"], check=False).returncode
    )
    if not there:
        venv.create(folder, with_pip=True)
        install = [
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
            "--require-hashes",
            "-r",
            str(lock),
        ]
        done = subprocess.run([str(python), *install], check=False, capture_output=True, text=True)
        if done.returncode != 0:
            raise NotHereError(
                f"SimPy could not be installed: {done.stderr.strip().splitlines()[-1:]}"
            )
    return python


def page(rounds: int) -> list[str]:
    """The section "Model" of the page."""
    with tempfile.TemporaryDirectory() as folder:
        stacks = {}
        for name, text in (("one", ONE), ("two", TWO), ("chain", CHAIN), ("fleet", FLEET)):
            stacks[name] = Path(folder) / f"{name}.toml"
            stacks[name].write_text(text)
        try:
            python = with_simpy()
        except NotHereError as why:
            print(why, file=sys.stderr)
            python = None
        ours: dict[str, list[float]] = {name: [] for name in WHAT}
        theirs: list[float] = []
        large: dict[str, list[tuple[ProcessCost, int]]] = {name: [] for name in LARGE}
        for number in range(rounds):
            print(f"model: round {number + 1} of {rounds}", file=sys.stderr)
            ours["one"].append(simulated_ns(stacks["one"], 100, "--queue-depth", "32"))
            if python is not None:
                theirs.append(simpy_ns(python, 4))
            ours["two"].append(simulated_ns(stacks["two"], 100, "--queue-depth", "32"))
            ours["chain"].append(simulated_ns(stacks["chain"], 10, "--queue-depth", "64"))
            ours["s2"].append(simulated_ns(S2, 3))
            ours["s4"].append(simulated_ns(S4, 1, *cluster(200)))
            large["fleet"].append(simulate(stacks["fleet"], 60))
            large["s4"].append(simulate(S4, 1, *cluster(200)))
            large["s4-1000"].append(simulate(S4, 0.1, *cluster(1000)))
    return section_lines(rounds, ours, theirs, large)


WHAT = {
    "one": "device of 8 exponential servers, 32 outstanding",
    "two": "limit + device, 32 outstanding",
    "chain": "8 elements, 5 of them queues, 64 outstanding",
    "s2": "`s2-fc-array.toml` as described: 8 elements, 720 outstanding",
    "s4": "`s4-vsan.toml`, 200 hosts, 400 guests: 3 copies, caches, links, 20,000 outstanding",
}
LARGE = {
    "fleet": "1,000 hosts, 4 clients each, 500 IOPS a host: 60 s",
    "s4": "`s4-vsan.toml`, 200 hosts, 400 guests, 20,000 outstanding: 1 s",
    "s4-1000": "`s4-vsan.toml`, 1,000 hosts, 2,000 guests, 100,000 outstanding: 0.1 s",
}


def section_lines(
    rounds: int,
    ours: dict[str, list[float]],
    theirs: list[float],
    large: dict[str, list[tuple[ProcessCost, int]]],
) -> list[str]:
    """The section as text."""
    rows = []
    for name, samples in ours.items():
        ns = statistics.median(samples)
        ratio = ""
        if name == "one" and theirs:
            ratio = f"{statistics.median(b / a for a, b in zip(samples, theirs, strict=True)):.0f}"
        rows.append(
            f"| {WHAT[name]} | {ns:,.0f} | {min(samples):,.0f} to {max(samples):,.0f} |"
            f" {1e3 / ns:.1f} | {ratio} |"
        )
    if theirs:
        ns = statistics.median(theirs)
        rows.append(
            f"| SimPy, the first of these | {ns:,.0f} | {min(theirs):,.0f} to {max(theirs):,.0f} |"
            f" {1e3 / ns:.2f} | |"
        )
    whole = []
    for name, runs in large.items():
        cpu, wall, peak = (
            statistics.median(getattr(took, key) for took, _ in runs)
            for key in ("cpu_s", "wall_s", "peak_mib")
        )
        whole.append(f"| {LARGE[name]} | {runs[-1][1]:,} | {cpu:.1f} | {wall:.1f} | {peak:,.0f} |")
    how = (
        f"`plimsoll simulate` with full Run records, closed loop; {rounds}"
        f" round{'' if rounds == 1 else 's'}, medians. Processor time of an operation is the"
        " difference of a long and a short Run over that of their operations, so without the start."
        " SimPy runs the same queue and keeps only a count."
    )
    commands = (
        "Whole commands, starting and record included, by the virtual time that they simulate. The"
        " marks: the fleet's minute in 60 s and 4,096 MiB; 500,000 IOPS of a core on"
        " `s4-vsan.toml`, 2,000,000 on `s2-fc-array.toml`."
    )
    head = [
        ("| stack | ns of a core per I/O | range | million IOPS of a core | SimPy's time / ours |"),
        "|---|---:|---:|---:|---:|",
    ]
    tall = [
        "| commands | operations recorded | s of processor time | s | MiB at most |",
        "|---|---:|---:|---:|---:|",
    ]
    return ["## Model", "", how, "", *head, *rows, "", commands, "", *tall, *whole, ""]
