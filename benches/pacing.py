"""How well a rate is kept: achieved against offered on a target that carries it, and the gaps
between requests as a server saw them, Plimsoll beside fio.

The server's log is the witness for the gaps (nbdkit's log filter, microseconds): neither tool is
asked about itself.
"""

from __future__ import annotations

import itertools
import json
import re
import tempfile
import time
from pathlib import Path

from benches import targets
from benches.tools import PLIMSOLL, time_command

STAMP = re.compile(r" (\d\d):(\d\d):(\d\d)\.(\d+) .*\bRead\b.*\.\.\.")


def rates(seconds: float) -> list[str]:
    """Rows of achieved / offered on the null engine, and what keeping the rate cost."""
    lines = [
        (
            "| arrivals, offered/s | Plimsoll: achieved / scheduled − 1 | scheduled / offered − 1 |"
            " p99 own lag | CPU of a core | fio: achieved / offered − 1 | CPU of a core |"
        ),
        "|---|---:|---:|---:|---:|---:|---:|",
    ]
    for arrivals, offered in (
        ("constant", 1_000),
        ("constant", 10_000),
        ("constant", 50_000),
        ("poisson", 10_000),
        ("poisson", 50_000),
        ("poisson", 300_000),
        ("poisson", 700_000),
    ):
        record = json.loads(_plimsoll("null:", arrivals, offered, seconds))
        scheduled = record["scheduled_rate_per_s"]
        kept = record["achieved_rate_per_s"] / scheduled - 1
        drawn = scheduled / offered - 1
        lag = record["own_lag_ns"]["p99"] / 1e3
        cpu = record["generator_cpu_ns_per_io"]
        busy = (cpu["user"] + cpu["system"]) * record["achieved_rate_per_s"] / 1e9
        process = "linear" if arrivals == "constant" else "poisson"
        text, user, system = time_command(
            [
                "fio",
                "--name=b",
                "--ioengine=null",
                "--size=1t",
                "--rw=randread",
                "--bs=4k",
                "--iodepth=32",
                "--thread",
                "--norandommap",
                "--time_based",
                f"--runtime={seconds}",
                f"--rate_iops={offered}",
                f"--rate_process={process}",
                "--output-format=json",
            ]
        )
        theirs = json.loads(text[text.index("{") :])["jobs"][0]["read"]["iops"] / offered - 1
        lines.append(
            f"| {arrivals}, {offered:,} | {kept:+.3%} | {drawn:+.3%} | {lag:.1f} µs | {busy:.0%} |"
            f" {theirs:+.2%} | {(user + system) / seconds:.0%} |"
        )
    return lines


def gaps(seconds: float, offered: int = 1_000) -> list[str]:
    """Rows of the gaps between requests that a server logged at a constant rate."""
    lines = [
        f"| gaps at {offered:,}/s constant, µs | p50 | p99 | p99.9 |",
        "|---|---:|---:|---:|",
    ]
    for tool in ("Plimsoll", "fio"):
        with tempfile.TemporaryDirectory() as folder:
            log = Path(folder) / "requests.log"
            with targets.nbd(log=log) as (uri, theirs):
                if tool == "Plimsoll":
                    _plimsoll(uri, "constant", offered, seconds)
                else:
                    time_command(
                        [
                            "fio",
                            "--name=b",
                            "--ioengine=nbd",
                            f"--uri={theirs}",
                            "--rw=randread",
                            "--bs=4k",
                            "--iodepth=32",
                            "--norandommap",
                            "--time_based",
                            f"--runtime={seconds}",
                            f"--rate_iops={offered}",
                            "--output-format=json",
                        ]
                    )
            stamps = [
                _seconds(found)
                for line in log.read_text().splitlines()
                if (found := STAMP.search(line))
            ]
        between = sorted((b - a) * 1e6 for a, b in itertools.pairwise(stamps))
        if len(between) < 1000:
            lines.append(f"| {tool} | – | – | – |")
            continue
        at = [between[int(len(between) * share)] for share in (0.5, 0.99, 0.999)]
        lines.append(f"| {tool} | {at[0]:,.0f} | {at[1]:,.0f} | {at[2]:,.0f} |")
    return lines


def _plimsoll(target: str, arrivals: str, offered: int, seconds: float) -> str:
    return time_command(
        [
            *PLIMSOLL,
            "run",
            "--target",
            target,
            "--rate",
            str(offered),
            "--arrivals",
            arrivals,
            "--warmup-for",
            "500ms",
            "--measure-for",
            f"{seconds}s",
            "--seed",
            str(time.monotonic_ns()),
            "--json",
        ],
        # 2: the lag was above what a figure of a target allows; here the lag is the figure.
        accept=(0, 2),
    )[0]


def _seconds(found: re.Match[str]) -> float:
    hours, minutes, seconds, fraction = found.groups()
    return int(hours) * 3600 + int(minutes) * 60 + int(seconds) + float(f"0.{fraction}")
