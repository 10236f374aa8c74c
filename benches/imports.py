"""What an import of many results takes: one file of fio's JSON with 20,000 jobs, and 2,000 files of
one job each, beside a plain `json.load` of the same bytes in the same Python.

The figures of all jobs differ: operations, rates, a latency and three percentiles; their options
are those of a few disks and depths. Processor time of whole processes, so that starting counts; the
ratio is of what is left without it.
"""

from __future__ import annotations

import json
import random
import statistics
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benches.model import process_cost
from benches.tools import PLIMSOLL

if TYPE_CHECKING:
    from benches.model import ProcessCost

TITLE = "## Imports"
JOBS, FILES = 20_000, 2_000
_LOAD = "import json, sys; [json.load(open(path)) for path in sys.argv[1:]]"


def job(number: int, chance: random.Random) -> dict[str, Any]:
    """A job of fio that ran for a second."""
    operations, depth = chance.randrange(1_000, 400_000), chance.choice((1, 8, 32))
    mean_ns = depth / operations * 1e9
    return {
        "jobname": f"j{number}",
        "groupid": 0,
        "error": 0,
        "read": {
            "io_bytes": operations * 4096,
            "io_kbytes": operations * 4,
            "bw_bytes": operations * 4096,
            "bw": operations * 4,
            "iops": float(operations),
            "runtime": 1000,
            "total_ios": operations,
            "lat_ns": {
                "min": round(mean_ns / 3),
                "max": round(mean_ns * 20),
                "mean": mean_ns,
                "stddev": mean_ns * 0.7,
                "N": operations,
            },
            "clat_ns": {
                "percentile": {
                    "50.000000": round(mean_ns * 0.9),
                    "99.000000": round(mean_ns * 3),
                    "99.900000": round(mean_ns * 8),
                }
            },
        },
        "job options": {
            "name": f"j{number}",
            "filename": f"/dev/sd{'abcdefgh'[number % 8]}",
            "direct": "1",
            "rw": "randread",
            "bs": "4k",
            "iodepth": str(depth),
            "ioengine": "libaio",
            "runtime": "1",
        },
    }


def write(folder: Path, files: int, jobs: int) -> list[Path]:
    """Files of so many jobs each."""
    chance = random.Random(44)
    folder.mkdir()
    paths = [folder / f"r{number:04}.json" for number in range(files)]
    for number, path in enumerate(paths):
        entries = [job(number * jobs + place, chance) for place in range(jobs)]
        path.write_text(
            json.dumps({"fio version": "fio-3.33", "timestamp": 1_700_000_000, "jobs": entries}),
            encoding="utf-8",
        )
    return paths


def page(rounds: int) -> list[str]:
    """The section of the page."""
    rows = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for title, files, jobs in (
            (f"one file of {JOBS:,} jobs", 1, JOBS),
            (f"{FILES:,} files of one job", FILES, 1),
        ):
            paths = write(folder / f"{files}", files, jobs)
            taken: list[tuple[ProcessCost, float]] = []
            for number in range(rounds):
                print(f"imports: {title}: round {number + 1} of {rounds}", file=sys.stderr)
                store = folder / f"{files}-{number}.plimsoll"
                made = process_cost(
                    [*PLIMSOLL, "import", str(paths[0].parent), "--store", str(store)]
                )
                start = process_cost([*PLIMSOLL, "import", "--list"])
                load = process_cost([sys.executable, "-c", _LOAD, *map(str, paths)])
                bare = process_cost([sys.executable, "-c", "import json, sys"])
                ratio = (made.cpu_s - start.cpu_s) / max(load.cpu_s - bare.cpu_s, 1e-3)
                taken.append((made, ratio))
                stored_mib = store.stat().st_size / 2**20
            cpu = statistics.median(cost.cpu_s for cost, _ in taken)
            wall = statistics.median(cost.wall_s for cost, _ in taken)
            peak = max(cost.peak_mib for cost, _ in taken)
            ratio = statistics.median(ratio for _, ratio in taken)
            rows.append(
                f"| {title} | {wall:.1f} | {cpu:.1f} | {peak:,.0f} | {ratio:.0f} |"
                f" {stored_mib:,.0f} |"
            )
    how = (
        f"`plimsoll import` as installed, into a new store on disk; {rounds} rounds, medians, the"
        " greatest peak. Each Run is checked, judged and stored with its record; the ratio is to"
        " `json.load` of the same files, start-up taken off both."
    )
    return [
        TITLE,
        "",
        how,
        "",
        "| import of | s | processor s | MiB at most | CPU / json.load's | MiB of store |",
        "|---|---:|---:|---:|---:|---:|",
        *rows,
        "",
    ]
