"""Does the generator keep up, and at what cost? An open loop at nine tenths of what a closed loop
gets from a file, beside a bare timer loop on the same schedule, a bare submit loop, fio at that
rate, and our own closed loop at the depth that gives it.

Own lag is held against two loops: what the timer loop (`crates/base/examples/timer_loop.rs`) is
late by is the machine's doing; what the submit loop (`crates/engine/examples/submit_loop.rs`) is
late by beyond that is the doing of the target's submit call. fio does not tell how late it was; of
it the rate and the processor time are compared. All take turns within a round.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benches import targets
from benches.tools import PLIMSOLL, fio_start_up, time_command
from plimsoll.base import units

SHARE = 0.9
DEPTHS = (1, 2, 4, 8, 16, 32, 64, 128)
ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True)
class Round:
    """One turn of all five at the same rate."""

    rate: float
    timer_p99_ns: float
    timer_cpu_ns: float
    bare_p99_ns: float
    bare_cpu_ns: float
    bare_call_p99_ns: float
    lag_p99_ns: float
    kept: float
    open_cpu_ns: float
    open_p99_ns: float
    fio_kept: float
    fio_cpu_ns: float
    fio_p99_ns: float
    closed_rate: float
    closed_cpu_ns: float
    closed_p99_ns: float
    stood_still: float
    waited: float


def page(folder: Path, rounds: int, seconds: float) -> list[str]:
    """The section of the page, on a file that is made in `folder` for it."""
    what = (
        f"A file, random reads of 4 KiB, one worker; {rounds} interleaved rounds of {seconds:g} s"
        " each, medians and medians of the rounds' ratios. The timer loop sleeps until each"
        " instant of such a schedule (`clock_nanosleep`) and does nothing else: its lateness is"
        " the machine's. The submit loop sleeps likewise, submits due operations in one io_uring"
        " call, takes completions and keeps no figures: the least that any generator needs on this"
        " target. fio does not report its own lateness."
    )
    with targets.file(folder) as target:
        return [
            "## Keeping up near the maximum",
            "",
            what,
            "",
            *section(target, rounds, seconds),
            "",
        ]


def section(target: str, rounds: int, seconds: float) -> list[str]:
    """The rows for `target`, a filled file."""
    timer, bare = build("plimsoll-base", "timer_loop"), build("plimsoll-engine", "submit_loop")
    # Thrice, in turns: a single pass would take a fast second of the disk for a depth that is
    # enough.
    passes = [
        {depth: rate_of(run_closed_loop(target, depth, seconds / 2)) for depth in DEPTHS}
        for _ in range(3)
    ]
    ladder = {depth: statistics.median(one[depth] for one in passes) for depth in DEPTHS}
    most = max(DEPTHS, key=lambda depth: ladder[depth])
    enough = min(depth for depth in DEPTHS if ladder[depth] >= SHARE * ladder[most])
    seen = []
    for number in range(rounds):
        print(f"keeping up: round {number + 1} of {rounds}", file=sys.stderr)
        seen.append(one(target, timer, bare, most, enough, seconds))
        print(seen[-1], file=sys.stderr)
    return table(seen, most, enough)


def one(target: str, timer: Path, bare: Path, most: int, enough: int, seconds: float) -> Round:
    """A round, at nine tenths of the maximum of this minute."""
    rate = SHARE * rate_of(run_closed_loop(target, most, seconds))
    seed = time.monotonic_ns() % 1_000_000
    text, user, system = time_command([str(timer), str(rate), str(seconds), str(seed)])
    slept = json.loads(text)
    text, _, _ = time_command([str(bare), target, str(rate), str(seconds), str(seed)])
    submitted = json.loads(text)
    ours = run(target, seconds, "--rate", str(rate), "--arrivals", "poisson")
    text, fio_user, fio_system = time_command(
        [
            "fio",
            "--name=b",
            "--ioengine=io_uring",
            f"--filename={target}",
            "--rw=randread",
            "--bs=4k",
            "--direct=1",
            "--iodepth=128",
            "--thread",
            "--norandommap",
            "--time_based",
            f"--runtime={seconds}",
            "--randrepeat=0",
            f"--rate_iops={rate:.0f}",
            "--rate_process=poisson",
            "--output-format=json",
        ]
    )
    theirs = json.loads(text[text.index("{") :])["jobs"][0]["read"]
    started = sum(fio_start_up())
    at_rate = run_closed_loop(target, enough, seconds)
    machine = ours["machine"] or {"stood_still_share": 0.0, "waited_share": 0.0}
    return Round(
        rate=rate,
        timer_p99_ns=slept["p99_ns"],
        timer_cpu_ns=(user + system) * 1e9 / slept["instants"],
        bare_p99_ns=submitted["p99_ns"],
        bare_cpu_ns=submitted["cpu_ns"],
        bare_call_p99_ns=submitted["call_p99_ns"],
        lag_p99_ns=ours["own_lag_ns"]["p99"],
        kept=ours["achieved_rate_per_s"] / ours["scheduled_rate_per_s"],
        open_cpu_ns=cpu(ours),
        open_p99_ns=ours["all"]["response_time_ns"]["p99"],
        fio_kept=theirs["iops"] / rate,
        fio_cpu_ns=(fio_user + fio_system - started) * 1e9 / max(theirs["total_ios"], 1),
        fio_p99_ns=theirs["clat_ns"]["percentile"]["99.000000"],
        closed_rate=at_rate["achieved_rate_per_s"],
        closed_cpu_ns=cpu(at_rate),
        closed_p99_ns=at_rate["all"]["response_time_ns"]["p99"],
        stood_still=machine["stood_still_share"],
        waited=machine["waited_share"],
    )


def table(seen: list[Round], most: int, enough: int) -> list[str]:
    """Medians, and medians of the rounds' ratios."""
    what = (
        f"At {units.percent(SHARE)} of what a closed loop at queue depth {most} got in the same"
        " round:"
        f" {median(seen, 'rate'):,.0f} IOPS in the median, Poisson. The heartbeat: this machine"
        f" stood still for {units.percent(median(seen, 'stood_still'), 1)} of the time and kept a"
        f" ready thread waiting for {units.percent(median(seen, 'waited'), 1)}. Of the submit"
        " loop's calls one in a hundred"
        f" took {us(seen, 'bare_call_p99_ns')} or longer."
    )
    return [
        what,
        "",
        (
            "| what | achieved / asked | p99 late | CPU per I/O | p99 of the operations | lag, it /"
            " timer loop | lag, it / submit loop | CPU, it / submit loop | CPU, it / our closed"
            " loop |"
        ),
        "|---|---:|---:|---:|---:|---:|---:|---:|---:|",
        row(seen, "bare timer loop", "timer"),
        row(seen, "bare submit loop", "bare"),
        row(
            seen, "Plimsoll, open loop", "open", units.percent(median(seen, "kept"), 1), "response"
        ),
        row(
            seen,
            "fio io_uring, rate_iops, poisson",
            "fio",
            units.percent(median(seen, "fio_kept"), 1),
            "completion",
        ),
        row(
            seen,
            f"Plimsoll, closed loop, QD {enough}",
            "closed",
            units.percent(statistics.median(o.closed_rate / o.rate for o in seen), 1),
            "response",
        ),
    ]


LATE = {"timer": "timer_p99_ns", "bare": "bare_p99_ns", "open": "lag_p99_ns", "fio": "not told"}
"""Whose lateness is known by what; a closed loop has no schedule."""


def row(seen: list[Round], name: str, who: str, kept: str = "", p99_of: str = "") -> str:
    """The row of one of them."""
    late = LATE.get(who, "")
    told = late.endswith("_ns")
    cpu_of = f"{who}_cpu_ns"
    return (
        "| "
        + " | ".join(
            [
                name,
                kept,
                us(seen, late) if told else late,
                f"{median(seen, cpu_of):,.0f} ns",
                f"{us(seen, who + '_p99_ns')} ({p99_of})" if p99_of else "",
                ratio(seen, late, "timer_p99_ns") if told else "",
                ratio(seen, late, "bare_p99_ns") if told and who != "timer" else "",
                ratio(seen, cpu_of, "bare_cpu_ns") if who != "timer" else "",
                ratio(seen, cpu_of, "closed_cpu_ns"),
            ]
        )
        + " |"
    )


def median(seen: list[Round], figure: str) -> float:
    """Of a figure over the rounds."""
    return statistics.median(getattr(one, figure) for one in seen)


def us(seen: list[Round], figure: str) -> str:
    """The median of a figure in ns, as microseconds."""
    return f"{median(seen, figure) / 1e3:,.0f} µs"


def ratio(seen: list[Round], a: str, b: str) -> str:
    """The median of the rounds' ratios of two figures."""
    return f"{statistics.median(getattr(one, a) / getattr(one, b) for one in seen):.2f}"


def cpu(record: dict[str, Any]) -> float:
    """Processor time of an I/O, ns."""
    told = record["generator_cpu_ns_per_io"]
    return float(told["user"] + told["system"])


def rate_of(record: dict[str, Any]) -> float:
    """Operations completed a second."""
    return float(record["achieved_rate_per_s"])


def run_closed_loop(target: str, depth: int, seconds: float) -> dict[str, Any]:
    """A closed-loop Run."""
    return run(target, seconds, "--queue-depth", str(depth))


def run(target: str, seconds: float, *load: str) -> dict[str, Any]:
    """The record of a Run of random reads of 4 KiB."""
    text, _, _ = time_command(
        [
            *PLIMSOLL,
            "run",
            "--target",
            target,
            "--warmup-for",
            "300ms",
            "--measure-for",
            f"{seconds}s",
            "--seed",
            str(time.monotonic_ns()),
            *load,
            "--json",
        ],
        accept=(0, 2),
    )
    found: dict[str, Any] = json.loads(text)
    return found


def build(crate: str, example: str) -> Path:
    """One of the bare loops, built as the generator is."""
    command = [
        "cargo",
        "build",
        "--release",
        "--locked",
        "--quiet",
        "-p",
        crate,
        "--example",
        example,
    ]
    subprocess.run(command, cwd=ROOT, check=True)
    return ROOT / "target" / "release" / "examples" / example
