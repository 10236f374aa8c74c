"""Real cases of which we know who limits them: this machine's own processors, page cache and kernel throttle.

Each is a command line of `plimsoll run --who-limits`. No figure of theirs is told: they are another machine's. The throttle
is that of a cgroup (v1, blkio) made for the one process and removed after it, which needs root.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

BLKIO = Path("/sys/fs/cgroup/blkio")
COMMAND = [sys.executable, "-m", "plimsoll"]
SHORT = ("--warmup-for", "500ms", "--measure-for", "2s", "--who-limits", "--json")


@dataclass(frozen=True)
class Real:
    """`{file}` in the arguments is a file of 256 MiB; `throttle` are lines for the cgroup, `{device}` its disk."""

    name: str
    arguments: str
    truth: tuple[str, ...]
    why: str
    throttle: tuple[tuple[str, str], ...] = ()


CASES = (
    Real("null, 32 deep", "--target null: --queue-depth 32", ("client_cpu",), "nothing but our own work"),
    Real("null, 2 workers", "--target null: --queue-depth 8 --workers 2", ("client_cpu",), "nothing but our own work"),
    Real("a file, one at a time", "--target {file} --queue-depth 1", ("client_outstanding",), "a disk does several at once"),
    Real("a file, cached", "--target {file} --queue-depth 4 --cached", ("cache",), "the page cache holds it"),
    Real("a file, 1000/s", "--target {file} --rate 1000 --objective p99<=100ms", ("schedule", "client_cpu"), "carried; on a machine so busy that we are late, our own lateness"),
    Real("a file, blkio 3000 IOPS", "--target {file} --queue-depth 32", ("policy_cap",), "the throttle of the kernel", (("read_iops_device", "{device} 3000"),)),
    Real("a file, blkio 3000 IOPS, 4500/s", "--target {file} --rate 4500 --objective p99<=100ms", ("policy_cap",), "the throttle of the kernel", (("read_iops_device", "{device} 3000"),)),
    Real("a file, blkio 8 MiB/s", "--target {file} --queue-depth 16 --block-size 16k", ("policy_cap",), "the throttle of the kernel", (("read_bps_device", "{device} 8388608"),)),
)  # fmt: skip


def skipped(case: Real, file: Path) -> str | None:
    """Why a case can't be run here, in words."""
    if not case.throttle:
        return None
    if os.geteuid() != 0:
        return "needs root"
    if not (BLKIO / "blkio.throttle.read_iops_device").exists():
        return "no cgroup v1 blkio throttle"
    return None if _disk(file) else "the file lies on no disk of its own name"


def finding(case: Real, file: Path) -> dict[str, Any]:
    """`limited_by` of the command's record."""
    command = [*COMMAND, "run", *case.arguments.format(file=file).split(), *SHORT]
    with throttled(case.throttle, file) as tasks:
        enter = (lambda: tasks.write_text(str(os.getpid()))) if tasks else None
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False, preexec_fn=enter)
    if not done.stdout:
        raise RuntimeError(f"{case.name}: the command ended with {done.returncode}")
    found: dict[str, Any] = json.loads(done.stdout)["limited_by"]
    return found


@contextmanager
def throttled(lines: tuple[tuple[str, str], ...], file: Path) -> Iterator[Path | None]:
    """A cgroup that holds I/O to the file's disk back: its `tasks`; none without lines."""
    if not lines:
        yield None
        return
    group = BLKIO / f"plimsoll-truth-{os.getpid()}"
    group.mkdir()
    try:
        for name, line in lines:
            (group / f"blkio.throttle.{name}").write_text(line.format(device=_disk(file)))
        yield group / "tasks"
    finally:
        group.rmdir()


def _disk(file: Path) -> str | None:
    """major:minor of the whole disk beneath a file."""
    number = file.stat().st_dev
    sys_dev = Path(f"/sys/dev/block/{os.major(number)}:{os.minor(number)}")
    if not sys_dev.exists():
        return None
    disk = sys_dev.resolve()
    if (disk / "partition").exists():
        disk = disk.parent
    return (disk / "dev").read_text().strip()


def table() -> tuple[list[str], list[str]]:
    """Rows of every case, and what is wrong."""
    rows, misses = [], []
    with tempfile.TemporaryDirectory(dir=os.environ.get("PLIMSOLL_TRUTH_DIR")) as folder:
        file = Path(folder) / "real.dat"
        subprocess.run([*COMMAND, "prepare", str(file), "--size", "256m"], check=True, capture_output=True)
        for case in CASES:
            why_not = skipped(case, file)
            said = f"skipped: {why_not}" if why_not else ""
            if not said:
                found = finding(case, file)
                said = str(found["value"])
                if said not in case.truth:
                    misses.append(f"{case.name}: {said} for {' or '.join(case.truth)}: {found['because']}")
            rows.append(f"| {case.name} | {' or '.join(case.truth)} | {said} | {case.why} |")
            print(rows[-1], flush=True)
    return rows, misses
