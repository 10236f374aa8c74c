"""`plimsoll fio` beside Debian's fio: the same job on the same file, by turns.

    python -m benches.fio_jobs --rounds 7 --seconds 3 --folder /var/tmp

Each round runs fio, Plimsoll, fio. The table has the medians of the rounds' ratios of Plimsoll to
the first fio, and in the last column those of the second fio to the first: the noise that a ratio
has to be judged by.
"""

from __future__ import annotations

import argparse
import json
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

JOBS = {
    "randread 4k, depth 1, psync": "--rw=randread --bs=4k --ioengine=psync",
    "randread 4k, depth 8, io_uring": "--rw=randread --bs=4k --ioengine=io_uring --iodepth=8",
    "randrw 70/30 8k, depth 16, libaio": (
        "--rw=randrw --rwmixread=70 --bs=8k --ioengine=libaio --iodepth=16"
    ),
    "read 128k, depth 4, libaio": "--rw=read --bs=128k --ioengine=libaio --iodepth=4",
    "write 64k, depth 4, libaio": "--rw=write --bs=64k --ioengine=libaio --iodepth=4",
    "randread 4k at 2,000 IOPS": (
        "--rw=randread --bs=4k --ioengine=libaio --iodepth=32 --rate_iops=2000"
    ),
}
FIGURES = ("iops", "bw", "p50", "p95", "p99")


def figures(words: list[str], folder: Path) -> dict[str, float]:
    """IOPS, KiB/s and completion latency of a run, both directions together."""
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=True)
    job: dict[str, Any] = json.loads(done.stdout[done.stdout.index("{") :])["jobs"][0]
    kinds = [job[kind] for kind in ("read", "write") if job[kind]["total_ios"]]
    first = kinds[0]
    percentile = first["clat_ns"]["percentile"]
    return {
        "iops": sum(kind["iops"] for kind in kinds),
        "bw": sum(kind["bw"] for kind in kinds),
        "p50": percentile["50.000000"],
        "p95": percentile["95.000000"],
        "p99": percentile["99.000000"],
    }


def main() -> int:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--folder", type=Path, default=Path("/var/tmp"))
    asked = parser.parse_args()
    ours = str(Path(sys.executable).with_name("plimsoll"))
    theirs = shutil.which("fio")
    if theirs is None:
        print("fio is not installed")
        return 1
    with tempfile.TemporaryDirectory(dir=asked.folder) as folder:
        place = Path(folder)
        subprocess.run([ours, "prepare", "f.dat", "--size", "256m"], cwd=place, check=True)
        print("| job | figure | Plimsoll / fio | fio / fio |\n|---|---|---|---|")
        for name, options in JOBS.items():
            job = [
                *("--name=j", "--filename=f.dat", "--size=256m", "--direct=1", "--time_based"),
                *(f"--runtime={asked.seconds:g}", "--output-format=json", *options.split()),
            ]
            # What fio has written is not ours: it is named.
            mine_too = [ours, "fio", "--i-will-lose-the-data-on", "f.dat", *job]
            rounds = [
                [figures(words, place) for words in ([theirs, *job], mine_too, [theirs, *job])]
                for _ in range(asked.rounds)
            ]
            for figure in FIGURES:
                mine = statistics.median(r[1][figure] / r[0][figure] for r in rounds)
                noise = sorted(r[2][figure] / r[0][figure] for r in rounds)
                print(f"| {name} | {figure} | {mine:.2f} | {noise[0]:.2f} … {noise[-1]:.2f} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
