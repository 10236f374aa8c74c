"""`python -m tests.truth.promises [--seeds N]`: how often a verdict on a promise is wrong, as
Markdown; 1 when too often.

A stack whose rate arithmetic gives is promised to do more or less than that, by ratios around the
margin of 1 %. Two kinds of noise: Runs on the virtual clock of a server that is always busy with
exponential work (its rate is the inverse of the mean work, whatever the outstanding I/O), and
records made up of intervals that go together as a slow disturbance makes them (first-order
autoregression).
"""

import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from plimsoll.features.promises.rules.file import PromiseFile
from plimsoll.features.promises.rules.run_evidence import RunEvidence
from plimsoll.features.promises.rules.verdict_document import judge
from plimsoll.native import record_reading
from tests.truth import harness

RATE = 5000.0
"""Of examples/stacks/mm1.toml: one server of 200 us."""
RATIOS = (0.98, 0.99, 1.0, 1.01, 1.02)
"""True rate over the promised one; the margin is 1 %."""
DIRECTIONS = ("at_least", "at_most", "equals")
DEPTHS = (8, 16)
MOST_WRONG = 0.05


@dataclass(frozen=True)
class Noise:
    """A kind of noise: `records` gives the two Runs of a seed, at 8 and at 16 outstanding."""

    name: str
    records: Callable[[int], tuple[Any, Any]]


@cache
def busy_server_records(seed: int) -> tuple[Any, Any]:
    """Runs of the busy server: 20 s are 100,000 operations, whose number has a deviation of 0.32
    %."""
    found = []
    with harness.open_stack("mm1", {"block_size": "4k"}) as session:
        for depth in DEPTHS:
            asked = {
                "workers": 1,
                "queue_depth": depth,
                "measure_for": "20s",
                "warmup_for": "1s",
                "interval": "333333333ns",
                "seed": seed * 2 + (depth == 16),
                "stop_when_decided": False,
            }
            found.append(session.run(asked, role="check"))
    return found[0], found[1]


def correlated_records(
    seed: int, *, together: float = 0.6, deviation: float = 0.03, intervals: int = 60
) -> tuple[Any, Any]:
    """Records whose intervals deviate by 3 % and follow their neighbours with a correlation of
    0.6."""
    rng = random.Random(seed)
    return tuple(
        record(list(wandering(rng, together, deviation, intervals)), depth) for depth in DEPTHS
    )  # type: ignore[return-value]


def wandering(rng: random.Random, together: float, deviation: float, count: int) -> Iterator[float]:
    now = rng.gauss(0, deviation)
    for _ in range(count):
        yield RATE * (1 + now)
        now = together * now + rng.gauss(0, deviation * (1 - together**2) ** 0.5)


def record(rates: list[float], depth: int, **other: Any) -> Any:
    """A record of one closed-loop Run with these rates in its intervals of a second, as far as a
    verdict reads it."""
    made = {
        "outcome": "ok",
        "because": "closed loop",
        "limited_by": {"value": "unknown"},
        "offered_rate_per_s": None,
        "achieved_rate_per_s": sum(rates) / len(rates),
        "outstanding_mean": float(depth),
        "all": {"response_time_ns": {"mean": None, "p99": None}},
        "flush": {"completed": 0},
        "measure_s": float(len(rates)),
        "judgement": None,
        "generator_cpu_ns_per_io": None,
        "system_load": None,
        "intervals": [
            {
                "phase": "measure",
                "length_s": 1.0,
                "reads": round(rate),
                "writes": 0,
                "read_bytes": round(rate) * 4096,
                "written_bytes": 0,
                "response_time_ns": {"mean": depth / rate * 1e9 if rate else None},
                "completion_latency_ns": {"mean": depth / rate * 1e9 if rate else None},
                "system_load": None,
            }
            for rate in rates
        ],
        "spec": {
            "stop": {"kind": "fixed", "objective": None},
            "load": {"kind": "closed", "workers": 1, "queue_depth": depth},
            "target": {"size_bytes": 1 << 34},
            "workload": {"working_set_bytes": 1 << 34},
        },
    }
    return record_reading.run_record(made | other)


NOISES = (
    Noise("busy server, 2 x 20 s", busy_server_records),
    Noise("slow disturbance, 2 x 60 s", correlated_records),
)


def verdict(records: tuple[Any, Any], direction: str, ratio: float) -> str:
    file = PromiseFile.model_validate(
        {
            "target": "stack:mm1.toml",
            "load": {"workers": 1, "queue_depth": 8, "most_outstanding": 16},
            "promise": [{"direction": direction, "value": f"{RATE / ratio:.6f} IOPS"}],
        }
    )
    [claim] = file.claims()
    return judge(claim, [RunEvidence.of(one, claim) for one in records]).verdict


def wrong(direction: str, ratio: float) -> str:
    """The verdict that is wrong at this ratio. A rate at the margin itself is still within it."""
    low, high = ratio >= 0.99, ratio <= 1.01
    kept = {"at_least": low, "at_most": high, "equals": low and high}[direction]
    return "broken" if kept else "kept"


def count_verdicts(noise: Noise, direction: str, ratio: float, seeds: range) -> Counter[str]:
    return Counter(verdict(noise.records(seed), direction, ratio) for seed in seeds)


def main() -> int:
    seeds = range(harness.arguments(__doc__, 200).seeds)
    print(
        f"{len(seeds)} seeds each, a margin of 1 %: kept / broken in percent, by the true rate over"
        " the promised one; the others are inconclusive. Made by"
        f" `python -m tests.truth.promises --seeds {len(seeds)}`. Wrong is *broken* within the"
        f" margin and *kept* beyond it; at most {MOST_WRONG:.0%} may be.\n"
    )
    print(f"| noise | promise | {' | '.join(map(str, RATIOS))} | wrong %, at most |")
    print("|---" * (3 + len(RATIOS)) + "|")
    worst = 0.0
    for noise in NOISES:
        for direction in DIRECTIONS:
            row, row_worst = [], 0.0
            for ratio in RATIOS:
                found = count_verdicts(noise, direction, ratio, seeds)
                kept, broken = (100 * found[name] / len(seeds) for name in ("kept", "broken"))
                row.append(f"{kept:.1f} / {broken:.1f}")
                row_worst = max(row_worst, found[wrong(direction, ratio)] / len(seeds))
            worst = max(worst, row_worst)
            cells = " | ".join(row)
            print(f"| {noise.name} | {direction} | {cells} | {100 * row_worst:.1f} |", flush=True)
    print(
        f"\nThe worst row is wrong in {worst:.1%}." + (" TOO OFTEN." if worst > MOST_WRONG else "")
    )
    return int(worst > MOST_WRONG)


if __name__ == "__main__":
    sys.exit(main())
