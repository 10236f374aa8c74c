"""Suites beside the tools that they come from: KDiskMark's, kubestr's and kbench's recipes by fio
and by Plimsoll, on the same file, in turns.

    python -m benches.suites --rounds 10 --folder /var/tmp
    python -m benches.suites --suite kubestr --rounds 5 --seconds 3
    python -m benches.suites --seconds 2 --limit-iops 2000 --limit-mib 150

A round runs Plimsoll once and fio twice, in random order (seeded). The table has the geometric mean
of the ratios of Plimsoll to fio over the rounds, each to the geometric mean of the round's two of
fio, and its 95 % interval (Student's t on their logarithms), for IOPS and mean latency from before
the submit call (fio's lat: its clat begins after the call): what a round shares, the state of the
disk, falls out of its ratio. Beside it stands the same of fio's second run to its first: what the
disk alone makes of two equal programs. `--seconds` shortens every test; without it the tests are as
long as the recipe's. `--cpus` keeps both on these processors: at queue depth 1 it matters most
whether a thread runs where the disk's interrupts go (/proc/interrupts), which is chance otherwise,
for fio as for Plimsoll.

`--limit-iops` and `--limit-mib` hold both at so many operations and MiB a second, reads and writes
each, by the kernel's throttle (cgroup v1 blkio; needs root). Then the storage is one whose figure
is known and stands still, and what is left of a difference is the tools' own: what they ask for,
how they count and over which time. The first second is not counted then: the throttle may let
through at once what it had saved up. Beside the ratios stand those of Plimsoll and of fio to that
figure.

Both read and write alike (decision 0034-job-files): one operation in a call, buffers on
ordinary pages.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any

from scipy import stats

from plimsoll.features.policy.backends.cgroup import top_device
from plimsoll.features.policy.backends.contract import BackendError
from plimsoll.features.suites import catalogue as suites
from plimsoll.native import session as execute

SUITES = ("kdiskmark", "kubestr", "kbench")
FIGURES = ("iops", "lat")
BLKIO = Path("/sys/fs/cgroup/blkio")


class Limit:
    """A group of processes that the kernel holds at a rate on the disk under a folder; without
    rates, none."""

    def __init__(self, folder: Path, iops: int | None, mib: int | None) -> None:
        self.iops, self.mib = iops, mib
        self.group = BLKIO / f"plimsoll-suites-{os.getpid()}" if iops or mib else None
        if self.group is None:
            return
        _, number = top_device(str(folder.absolute()))
        self.group.mkdir()
        try:
            for rates, value in (("iops", iops), ("bps", mib and mib << 20)):
                for kind in ("read", "write") if value else ():
                    file = self.group / f"blkio.throttle.{kind}_{rates}_device"
                    file.write_text(f"{number} {value}")
        except OSError:
            self.end()
            raise

    def words(self, words: list[str]) -> list[str]:
        """The command, inside."""
        if self.group is None:
            return words
        return ["sh", "-c", f'echo $$ > {self.group}/cgroup.procs && exec "$@"', "sh", *words]

    def rate(self, options: list[str]) -> float:
        """IOPS at which it holds such a test."""
        size = next(one for one in options if one.startswith("--bs=")).partition("=")[2]
        by_bytes = self.mib * (1 << 20) / execute.parse_size(size) if self.mib else math.inf
        return min(float(self.iops or math.inf), by_bytes)

    def end(self) -> None:
        """Removes it."""
        if self.group is not None:
            self.group.rmdir()


def jobs(name: str, seconds: int | None, ramp: int = 0) -> dict[str, list[str]]:
    """The tests of a suite as options of fio, which both sides are given: as long as the recipe's,
    or so many seconds after so many that are not counted."""
    file = tomllib.loads(suites.find(name).path.read_text())
    loads = {load.get("name"): load for load in _several(file["load"])}
    found = {}
    for workload in _several(file["workload"]):
        load = loads[workload.get("loads", [None])[0]]
        asked = file["campaign"]
        runs = str(seconds) if seconds else asked["measure_for"].removesuffix("s")
        kind = "rand" if workload["pattern"].startswith("random") else ""
        options = [
            f"--rw={kind}{'read' if workload['read'] else 'write'}",
            f"--bs={workload['block_size']}",
            f"--size={workload['working_set']}",
            f"--iodepth={load['queue_depth']}",
            f"--numjobs={load.get('workers', 1)}",
            f"--runtime={runs}",
            f"--ramp_time={ramp if seconds else asked['warmup_for']}",
            *([] if "passes" in load else ["--time_based"]),
        ]
        found[workload["name"]] = options
    return found


def _several(given: Any) -> list[dict[str, Any]]:
    return given if isinstance(given, list) else [given]


def figures(words: list[str], folder: Path) -> dict[str, float]:
    """IOPS and mean latency of a run."""
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=True)
    job: dict[str, Any] = json.loads(done.stdout[done.stdout.index("{") :])["jobs"][0]
    kind = max((job["read"], job["write"]), key=lambda one: one["total_ios"])
    return {"iops": kind["iops"], "lat": kind["lat_ns"]["mean"]}


def interval(ratios: list[float]) -> tuple[float, float, float]:
    """The geometric mean of ratios and the ends of its 95 % interval."""
    logs = [math.log(one) for one in ratios]
    mean = statistics.fmean(logs)
    if len(logs) < 2:
        return math.exp(mean), math.nan, math.nan
    half = float(stats.t.ppf(0.975, len(logs) - 1)) * statistics.stdev(logs) / math.sqrt(len(logs))
    return math.exp(mean), math.exp(mean - half), math.exp(mean + half)


def _beside(one: dict[str, dict[str, float]], figure: str) -> float:
    """Plimsoll's figure of a round to those of fio."""
    return one["ours"][figure] / math.sqrt(one["fio"][figure] * one["again"][figure])


def interval_text(mean: float, low: float, high: float) -> str:
    """A ratio and its 95 % interval."""
    return f"{mean:.3f} ({low:.3f} to {high:.3f})"


def main() -> int:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=10)
    # fio reads whole seconds: of 1.5 it makes 1.
    parser.add_argument("--seconds", type=int, default=None)
    parser.add_argument("--suite", choices=SUITES, action="append")
    parser.add_argument("--test", action="append", help="these tests alone, by name")
    parser.add_argument("--folder", type=Path, default=Path("/var/tmp"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cpus", help="processors that both are kept on, as taskset has them")
    parser.add_argument("--limit-iops", type=int)
    parser.add_argument("--limit-mib", type=int)
    asked = parser.parse_args()
    ours, theirs = str(Path(sys.executable).with_name("plimsoll")), shutil.which("fio")
    if theirs is None:
        print("fio is not installed")
        return 1
    try:
        limit = Limit(asked.folder, asked.limit_iops, asked.limit_mib)
    except (OSError, BackendError) as why:
        print(f"no throttle: {why}\nIt needs root and cgroup v1 blkio at {BLKIO}.")
        return 1
    try:
        with tempfile.TemporaryDirectory(dir=asked.folder) as folder:
            compare(Path(folder), asked, limit, ours, theirs)
    finally:
        limit.end()
    return 0


def compare(place: Path, asked: argparse.Namespace, limit: Limit, ours: str, theirs: str) -> None:
    """Each test of each suite, in rounds."""
    kept = ["taskset", "-c", asked.cpus] if asked.cpus else []
    coin = random.Random(asked.seed)
    columns = ["suite", "test", "figure", "Plimsoll / fio", "fio / fio"]
    columns += ["Plimsoll / limit", "fio / limit"] if limit.group else []
    print(f"| {' | '.join(columns)} |\n{'|---' * len(columns)}|")
    for name in asked.suite or SUITES:
        for test, options in jobs(name, asked.seconds, 1 if limit.group else 0).items():
            if asked.test and test not in asked.test:
                continue
            size = next(one for one in options if one.startswith("--size="))
            made = [ours, "prepare", "f.dat", "--size", size.partition("=")[2]]
            if not (place / "f.dat").exists():
                subprocess.run(made, cwd=place, check=True, capture_output=True)
            job = [
                *("--name=j", "--filename=f.dat", "--direct=1", "--ioengine=libaio"),
                *("--group_reporting", "--randrepeat=0", "--output-format=json", *options),
            ]
            mine = [ours, "fio", "--i-will-lose-the-data-on", "f.dat", *job]
            programs = {"ours": mine, "fio": [theirs, *job], "again": [theirs, *job]}
            rounds = []
            for _ in range(asked.rounds):
                order = list(programs)
                coin.shuffle(order)
                rounds.append(
                    {who: figures(limit.words([*kept, *programs[who]]), place) for who in order}
                )
            for figure in FIGURES:
                ratios = [
                    interval([_beside(one, figure) for one in rounds]),
                    interval([one["again"][figure] / one["fio"][figure] for one in rounds]),
                ]
                if limit.group and figure == "iops":
                    rate = limit.rate(options)
                    ratios += [
                        interval([one[who]["iops"] / rate for one in rounds])
                        for who in ("ours", "fio")
                    ]
                cells = [interval_text(*ratio) for ratio in ratios]
                cells += [""] * (len(columns) - 3 - len(cells))
                print(f"| {name} | {test} | {figure} | {' | '.join(cells)} |", flush=True)
        (place / "f.dat").unlink(missing_ok=True)


if __name__ == "__main__":
    sys.exit(main())
