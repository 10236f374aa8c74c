"""The tools that are compared, each as a command and a way to read what it printed.

Processor time is the operating system's own account of the whole process (`wait4`, or for Plimsoll
its own `getrusage` over Measure), so that kernel workers and polling count and starting does not.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from functools import cache
from math import comb

PLIMSOLL = [sys.executable, "-m", "plimsoll"]


def median_text(values: list[float]) -> str:
    """The median and its interval between two of the values, ordered: the narrowest that holds the
    true median in 95 of 100 cases whatever the distribution (binomial with one half); of fewer than
    six values all of them, which is less sure."""
    ordered, count = sorted(values), len(values)
    outside = 0
    while 2 * sum(comb(count, i) for i in range(outside + 2)) <= 0.05 * 2**count:
        outside += 1
    low, high = ordered[outside], ordered[count - 1 - outside]
    return f"{statistics.median(ordered):.2f} ({low:.2f} to {high:.2f})"


@dataclass(frozen=True)
class Sample:
    """One run: IOPS, and ns of user and system time per I/O; what Plimsoll tells beside."""

    iops: float
    user_ns: float
    system_ns: float
    calls: float = float("nan")
    reads: float = float("nan")
    stamp_ns: float = float("nan")

    @property
    def cpu_ns(self) -> float:
        """All processor time of an I/O, ns."""
        return self.user_ns + self.system_ns


@dataclass(frozen=True)
class Case:
    """What every tool of a row is given."""

    name: str
    target: str
    depth: int
    block: str = "4k"
    pattern: str = "randread"
    core: int | None = None
    """The core that the whole tool is pinned to; none: not pinned."""


@dataclass(frozen=True)
class Tool:
    """One column of the comparison. `options` go to fio; Plimsoll takes an engine."""

    name: str
    engine: str = ""
    options: tuple[str, ...] = field(default=())


def time_command(
    command: list[str], *, core: int | None = None, accept: tuple[int, ...] = (0,)
) -> tuple[str, float, float]:
    """Standard output, user and system seconds of a command and the children it waited for; ends
    here with another code."""
    if core is not None:
        command = ["taskset", "-c", str(core), *command]
    with tempfile.TemporaryFile("w+") as out:
        child = subprocess.Popen(command, stdout=out, stderr=subprocess.PIPE)
        assert child.stderr is not None
        errors = child.stderr.read().decode(errors="replace")
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode not in accept:
            sys.exit(f"{' '.join(command)} ended with {child.returncode}: {errors.strip()[-500:]}")
        out.seek(0)
        return out.read(), usage.ru_utime, usage.ru_stime


def plimsoll(tool: Tool, case: Case, seconds: float) -> Sample:
    """One closed-loop Run with every histogram on."""
    command = [
        *PLIMSOLL,
        "run",
        "--target",
        case.target,
        "--block-size",
        case.block,
        "--read",
        "100",
        "--pattern",
        "random" if case.pattern == "randread" else "sequential",
        "--queue-depth",
        str(case.depth),
        "--warmup-for",
        "200ms",
        "--measure-for",
        f"{seconds}s",
        "--seed",
        str(time.monotonic_ns()),
        "--json",
        *(["--engine", tool.engine] if tool.engine else []),
    ]
    text, _, _ = time_command(command, core=case.core)
    record = json.loads(text)
    cpu, stamps = record["generator_cpu_ns_per_io"], record["stamps"]
    return Sample(
        record["achieved_rate_per_s"],
        cpu["user"],
        cpu["system"],
        stamps["system_calls_per_io"],
        stamps["clock_reads_per_io"],
        stamps["reap_gap_mean_ns"],
    )


def fio(tool: Tool, case: Case, seconds: float) -> Sample:
    """One fio job with this engine and these options, latencies on, its start-up taken off."""
    where = {"null:": ["--size=1t"]}.get(case.target, [f"--filename={case.target}"])
    if case.target.startswith("nbd"):
        where = [f"--uri={case.target}"]
    command = [
        "fio",
        "--name=b",
        f"--ioengine={tool.engine}",
        *where,
        f"--rw={case.pattern}",
        f"--bs={case.block}",
        "--direct=1",
        f"--iodepth={case.depth}",
        "--thread",
        "--time_based",
        f"--runtime={seconds}",
        "--randrepeat=0",
        "--output-format=json",
        *tool.options,
    ]
    text, user, system = time_command(command, core=case.core)
    start = fio_start_up()
    read = json.loads(text[text.index("{") :])["jobs"][0]["read"]
    count = max(read["total_ios"], 1)
    spent = (max(user - start[0], 0.0), max(system - start[1], 0.0))
    return Sample(read["iops"], spent[0] * 1e9 / count, spent[1] * 1e9 / count)


@cache
def fio_start_up() -> tuple[float, float]:
    """User and system seconds that fio takes to start and to end."""
    command = [
        "fio",
        "--name=b",
        "--ioengine=null",
        "--size=4k",
        "--rw=read",
        "--bs=4k",
        "--thread",
        "--output-format=json",
    ]
    samples = [time_command(command)[1:] for _ in range(3)]
    return statistics.median(s[0] for s in samples), statistics.median(s[1] for s in samples)


def batch_of(depth: int) -> int:
    """How many operations a tuned tool submits and takes at once."""
    return {1: 1, 32: 16, 128: 32}.get(depth, max(depth // 2, 1))


def tuned_fio(depth: int, engine: str = "io_uring") -> Tool:
    """fio as its authors tune it: no random map, registered buffers and files, batches to submit
    and to complete."""
    batch = batch_of(depth)
    rings = ("--fixedbufs", "--registerfiles", "--nonvectored=1") if engine == "io_uring" else ()
    return Tool(
        "fio tuned",
        engine,
        (
            "--norandommap",
            *rings,
            f"--iodepth_batch_submit={batch}",
            f"--iodepth_batch_complete_min={batch}",
            f"--iodepth_batch_complete_max={batch}",
        ),
    )
