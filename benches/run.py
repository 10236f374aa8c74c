"""Plimsoll beside fio, in one run: IOPS and processor time per I/O.

Machines drift by a factor of two within minutes, so single times say nothing: the tools take turns, pair by pair, and the
table gives medians and the median of the ratios. Processor time is the operating system's own account of each process
(`wait4`), start-up taken off by a run of the same command that does no I/O, so that kernel workers and polling count and
starting does not.

    make bench                      the whole table, written to docs/benchmarks.md
    make bench ARGS='--pairs 2 --seconds 1 --no-doc'   a quick look
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PLIMSOLL = [sys.executable, "-m", "plimsoll"]


@dataclass(frozen=True)
class Sample:
    """One run: I/Os per second, and ns of user and system time per I/O."""

    iops: float
    user_ns: float
    system_ns: float


@dataclass(frozen=True)
class Case:
    """One row pair of the table."""

    name: str
    target: str
    depth: int


def measured(command: list[str]) -> tuple[str, float, float]:
    """Standard output, user and system seconds of a command and the children it waited for."""
    with tempfile.TemporaryFile("w+") as out:
        child = subprocess.Popen(command, stdout=out, stderr=subprocess.PIPE)
        assert child.stderr is not None
        errors = child.stderr.read().decode(errors="replace")
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode != 0:
            sys.exit(f"{' '.join(command)} ended with {child.returncode}: {errors.strip()[-500:]}")
        out.seek(0)
        return out.read(), usage.ru_utime, usage.ru_stime


def plimsoll(case: Case, seconds: float) -> Sample:
    """One closed-loop Run, every histogram on, its own accounting of user and system time over Measure."""
    text, _, _ = measured(
        [
            *PLIMSOLL,
            "run",
            "--target",
            case.target,
            "--block-size",
            "4k",
            "--read",
            "100",
            "--queue-depth",
            str(case.depth),
            "--warmup-for",
            "200ms",
            "--measure-for",
            f"{seconds}s",
            "--seed",
            str(time.monotonic_ns()),
            "--json",
        ]
    )
    record = json.loads(text)
    cpu = record["generator_cpu_ns_per_io"]
    return Sample(record["achieved_rate_per_s"], cpu["user"], cpu["system"])


def fio(case: Case, seconds: float, start_up: tuple[float, float]) -> Sample:
    """fio with its defaults on the same target: io_uring on the file, its null engine on null."""
    where = (
        ["--ioengine=null", "--size=1t"]
        if case.target == "null:"
        else ["--ioengine=io_uring", f"--filename={case.target}"]
    )
    text, user, system = measured(
        [
            "fio",
            "--name=b",
            *where,
            "--rw=randread",
            "--bs=4k",
            "--direct=1",
            f"--iodepth={case.depth}",
            "--norandommap",
            "--thread",
            "--time_based",
            f"--runtime={seconds}",
            "--ramp_time=0",
            "--randrepeat=0",
            "--output-format=json",
        ]
    )
    read = json.loads(text[text.index("{") :])["jobs"][0]["read"]
    count = max(read["total_ios"], 1)
    spent = (max(user - start_up[0], 0.0), max(system - start_up[1], 0.0))
    return Sample(read["iops"], spent[0] * 1e9 / count, spent[1] * 1e9 / count)


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
    samples = [measured(command)[1:] for _ in range(3)]
    return statistics.median(s[0] for s in samples), statistics.median(s[1] for s in samples)


def median(samples: list[Sample], field: str) -> float:
    """Median of one figure."""
    return float(statistics.median(getattr(s, field) for s in samples))


def table(cases: list[Case], pairs: int, seconds: float) -> list[str]:
    """The Markdown rows."""
    start_up = fio_start_up()
    lines = [
        "| target, queue depth | tool | IOPS | user ns per I/O | system ns per I/O | IOPS, Plimsoll / fio | CPU per I/O, Plimsoll / fio |",
        "|---|---|---:|---:|---:|---:|---:|",
    ]
    for case in cases:
        ours: list[Sample] = []
        theirs: list[Sample] = []
        for pair in range(pairs):
            print(f"{case.name}: pair {pair + 1} of {pairs}", file=sys.stderr)
            # Who goes first alternates, so that neither always meets the warmer machine.
            for first in (pair % 2 == 0, pair % 2 == 1):
                if first:
                    ours.append(plimsoll(case, seconds))
                else:
                    theirs.append(fio(case, seconds, start_up))
        rates = statistics.median(a.iops / b.iops for a, b in zip(ours, theirs, strict=True))
        costs = statistics.median(
            (a.user_ns + a.system_ns) / (b.user_ns + b.system_ns) for a, b in zip(ours, theirs, strict=True)
        )
        for tool, samples, ratios in (("Plimsoll", ours, f"{rates:.2f} | {costs:.2f}"), ("fio", theirs, "|")):
            figures = " | ".join(f"{median(samples, f):,.0f}" for f in ("iops", "user_ns", "system_ns"))
            lines.append(f"| {case.name} | {tool} | {figures} | {ratios} |")
    return lines


def main() -> None:
    """Runs the table and writes it to the screen and into docs/benchmarks.md."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--dir", type=Path, default=Path())
    parser.add_argument("--no-doc", action="store_true")
    chosen = parser.parse_args()
    if shutil.which("fio") is None:
        sys.exit("fio is not installed: apt-get install fio")
    version = subprocess.run(["fio", "--version"], capture_output=True, text=True, check=True).stdout.strip()
    target = chosen.dir / f"plimsoll-bench-{os.getpid()}.dat"
    try:
        measured([*PLIMSOLL, "prepare", str(target), "--size", "1g"])
        cases = [
            Case(f"{name}, {depth}", where, depth)
            for name, where in (("null", "null:"), ("file", str(target)))
            for depth in (1, 32)
        ]
        lines = table(cases, chosen.pairs, chosen.seconds)
    finally:
        target.unlink(missing_ok=True)
    print("\n".join(lines))
    if not chosen.no_doc:
        what = (
            "4 KiB random reads, one worker, direct I/O; Plimsoll with every histogram on, "
            f"{version} with its defaults and without its random map. {chosen.pairs} interleaved pairs of "
            f"{chosen.seconds:g} s each; medians, and medians of the pairs' ratios. Absolute figures belong to the "
            "machine and the minute; the ratios are what to read."
        )
        account = (
            "Processor time: Plimsoll's own account over Measure (`getrusage`, kernel workers included), "
            "fio's by `wait4`, its start-up taken off."
        )
        page = ["# Beside fio", "", what, "", *lines, "", account, "", "Made by `make bench`.", ""]
        (ROOT / "docs" / "benchmarks.md").write_text("\n".join(page), encoding="utf-8")


if __name__ == "__main__":
    main()
