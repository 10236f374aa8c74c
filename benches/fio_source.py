"""fio and its `t/io_uring` from a source tree: the least that fio's authors need for an I/O on
io_uring, without figures of single operations. No distribution ships it."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from benches.tools import Case, Sample, Tool, batch_of, time_command

if TYPE_CHECKING:
    from collections.abc import Iterator

PROGRAM = "t/io_uring"


@contextlib.contextmanager
def build(source: Path | None) -> Iterator[None]:
    """Builds both in a copy of the tree, of which nothing stays, and puts them before the fio of
    the machine. None: what is installed is taken."""
    if source is None:
        yield
        return
    if not (source / "t" / "io_uring.c").exists():
        sys.exit(f"{source} is not a source tree of fio: it has no t/io_uring.c.")
    with tempfile.TemporaryDirectory(prefix="plimsoll-bench-fio-") as folder:
        tree = shutil.copytree(source, Path(folder) / "fio", ignore=shutil.ignore_patterns(".git"))
        print(f"building fio and {PROGRAM} from {source}", file=sys.stderr)
        for command in (["./configure"], ["make", "-j2", "fio", PROGRAM]):
            made = subprocess.run(command, cwd=tree, capture_output=True, text=True, check=False)
            if made.returncode != 0:
                sys.exit(f"{' '.join(command)} in a copy of {source}: {made.stderr[-500:]}")
        paths = os.environ["PATH"]
        os.environ["PATH"] = f"{tree}{os.pathsep}{paths}"
        try:
            yield
        finally:
            os.environ["PATH"] = paths


def bare_ring() -> list[Tool]:
    """`t/io_uring` where fio was built from its source."""
    return [Tool(PROGRAM, "ring")] if _program() is not None else []


def left_out() -> list[str]:
    """What the page says where it is not built."""
    return [] if bare_ring() else [f"Left out: {PROGRAM}: give fio's source tree (--fio-source)."]


def run(case: Case, seconds: float) -> Sample:
    """One thread on this file or device, registered buffers and file, not polled. It prints the
    rate of each whole second but the last."""
    batch = str(batch_of(case.depth))
    command = [
        str(_program()),
        *("-d", str(case.depth), "-s", batch, "-c", batch),
        *("-b", case.block.replace("1m", str(1 << 20)).replace("4k", str(4 << 10))),
        *("-p", "0", "-B", "1", "-F", "1", "-n", "1"),
        *("-R", "1" if case.pattern == "randread" else "0"),
        *("-r", str(round(seconds) + 1), case.target),
    ]
    text, user, system = time_command(command, core=case.core)
    iops = statistics.mean(float(rate) for rate in re.findall(r"^IOPS=(\d+),", text, re.MULTILINE))
    count = iops * (round(seconds) + 1)
    return Sample(iops, user * 1e9 / count, system * 1e9 / count)


def _program() -> Path | None:
    fio = shutil.which("fio")
    path = Path(fio or "").resolve().parent / PROGRAM
    return path if fio and path.exists() else None
