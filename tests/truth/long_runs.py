"""Lines for which there is no formula, from very long Runs on the virtual clock: computed once, and
kept here as figures.

`python -m tests.truth.long_runs` computes them anew (some minutes). What is taken for the truth is
the rate at which the plain figure of one very long Run crosses the bound, by bisection to four
digits, with the same random numbers at every rate.
"""

import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.truth import harness, theory
from tests.truth.places import OWN_STACKS, STACKS

HDD_P99_100MS = 76.4
"""hdd.toml, 4k reads, p99 <= 100 ms: operations/s."""
S1_C_MEAN_1MS = 131_760.0
"""s1-storage-c.toml, 8k random at read 70, mean <= 1 ms: operations/s, of 96 servers at one
queue."""
S4_PAST_FLASH = 664.6
"""s4-vsan.toml on 1 TiB, 64k writes, once the flash has filled: what its disks take, operations/s
in a closed loop."""


def main() -> int:
    hdd = theory.highest(
        lambda rate: _p99_s(OWN_STACKS / "hdd.toml", rate, 40_000.0) <= 0.1, 5.0, 100.0
    )
    print(f"HDD_P99_100MS = {hdd:.4g}")
    shared = theory.highest(
        lambda rate: theory.shared_queue_mean_s(rate, 96, 0.7, 600e-6, 1e-3) <= 1e-3, 120e3, 133.3e3
    )
    print(f"S1_C_MEAN_1MS = {shared:.5g}")
    with tempfile.TemporaryDirectory() as folder:
        print(f"S4_PAST_FLASH = {_past_flash(s4(Path(folder))):.4g}")
    return 0


def s4(folder: Path, flash: str = "64g") -> Path:
    """The stack of S4 with a volume that its flash does not hold, and so much flash in each
    host."""
    text = (STACKS / "s4-vsan.toml").read_text()
    text = text.replace('size = "10g"', 'size = "1t"').replace('size = "64g"', f'size = "{flash}"')
    path = folder / "s4.toml"
    path.write_text(text)
    return path


def _p99_s(stack: Path, rate: float, seconds: float) -> float:
    with harness.open_stack(stack, {"block_size": "4k", "read": 100}) as session:
        record = session.run(
            _probe(rate=rate, measure_for=f"{seconds}s", warmup_for=f"{seconds / 50}s"), role="run"
        )
    return float(record["all"]["response_time_ns"]["p99"]) / 1e9


def _past_flash(stack: Path) -> float:
    with harness.open_stack(stack, {"block_size": "64k", "read": 0}) as session:
        session.run(_probe(queue_depth=32, measure_for="600s", warmup_for="1s"), role="run")
        record = session.run(
            _probe(queue_depth=32, measure_for="1200s", warmup_for="1s"), role="run"
        )
    return float(record["achieved_rate_per_s"])


def _probe(**asked: Any) -> Any:
    return {"seed": 2026, "stop_when_decided": False, **asked}


if __name__ == "__main__":
    sys.exit(main())
