"""`python -m tests.truth.timeline [--seeds N]`: what the time line tells of stationary stacks, and
of faults that we set.

Two tables. Stationary stacks, closed and open: how many Runs have anything told about them (at most
5 %). Stacks with a fault at a drawn time, with credits that run out and with caches that fill:
whether it is found, of the right kind, within one interval of its true time. Detection sees
intervals only; the truth comes from the file of the stack, or from arithmetic on it.
"""

import math
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from statistics import median
from typing import Any

from tests.truth import harness
from tests.truth.places import STACKS

FALSE_ALARMS = 0.05
"""Share of stationary Runs of which anything is told, at most."""
FOUND = 0.95
"""Share of faults that are found within one interval of their time, at least."""

MM1 = (
    '[device.disk]\nservers = 1\nservice = { distribution = "exponential", mean = "200us"'
    ' }\n[volume.data]\nsize = "16g"\n'
)
CAP = (
    '[limit.p]\nops_per_s = 3000\nscope = "disk"\n[device.disk]\nservers = 64\nservice ='
    ' "1ms"\n[volume.data]\nsize = "16g"\n'
)
LOGNORMAL = (
    '[device.disk]\nservers = 4\nservice = { distribution = "lognormal", mean = "2ms", cv = 2'
    ' }\n[volume.data]\nsize = "16g"\n'
)
HDD = '[device.disk]\nprofile = "hdd-7200"\n[volume.data]\nsize = "16g"\n'
NOISY = '[noise.n]\nops_per_s = 1000\nsize = "4k"\n' + MM1
# An outage that fails at once would make a closed loop spin in no time: the limit keeps it at
# 20,000/s.
GUARDED = '[limit.p]\nops_per_s = 20000\nscope = "disk"\n' + MM1


def poisson(rate: float) -> dict[str, Any]:
    return {"rate": rate, "arrivals": "poisson"}


def closed_load(depth: int, workers: int = 1) -> dict[str, Any]:
    return {"queue_depth": depth, "workers": workers}


@dataclass(frozen=True)
class RunCase:
    """One Run: the stack's text, the probe, the workload."""

    stack: str
    probe: dict[str, Any]
    workload: dict[str, Any] | None = field(
        default_factory=lambda: {"block_size": "4k", "read": 100}
    )


@dataclass(frozen=True)
class Truth:
    """What is to be told: one of these kinds, beginning then; `outage_s` and `until_s` where the
    file says them."""

    kinds: tuple[str, ...]
    at_s: float
    until_s: float | None = None
    outage_s: float | None = None


def intervals(asked: RunCase, seed: int) -> list[dict[str, Any]]:
    """The intervals of the Run, on the virtual clock."""
    probe: Any = {"stop_when_decided": False, "warmup_for": "1s", "seed": seed, **asked.probe}
    with harness.open_stack(asked.stack, asked.workload, on_error="count") as session:
        record: Any = session.run(probe, role="run")
    found: list[dict[str, Any]] = record["intervals"]
    return found


def find_episodes(rows: list[dict[str, Any]]) -> list[Any]:
    from plimsoll.judge.timeline import Series, episodes

    return episodes(Series.of(rows))


# -- stationary ------------------------------------------------------------------------------------


def still(
    name: str, stack: str, path: str, load: dict[str, Any], long: str, interval: str
) -> tuple[str, RunCase]:
    probe = {**load, "measure_for": long, "interval": interval}
    return name, RunCase(f"{stack}path = {path}\n", probe)


DISK, BOTH = '["disk"]', '["p", "disk"]'
STATIONARY = (
    *(
        still(
            f"M/M/1 at {rho:.0%}, {long} of {interval}",
            MM1,
            DISK,
            poisson(5000 * rho),
            long,
            interval,
        )
        for rho in (0.3, 0.6, 0.8, 0.9, 0.95)
        for long, interval in (("60s", "100ms"), ("60s", "1s"))
    ),
    still("M/M/1 at 80%, 12s of 1s", MM1, DISK, poisson(4000), "12s", "1s"),
    still("M/M/1, queue depth 8, 30s of 100ms", MM1, DISK, closed_load(8), "30s", "100ms"),
    still("M/M/1, queue depth 1, 30s of 1s", MM1, DISK, closed_load(1), "30s", "1s"),
    still("cap at 93%, 60s of 100ms", CAP, BOTH, poisson(2800), "60s", "100ms"),
    still("cap, queue depth 32, 60s of 100ms", CAP, BOTH, closed_load(32), "60s", "100ms"),
    still("neighbours, open, 60s of 1s", NOISY, '["n", "disk"]', poisson(3000), "60s", "1s"),
    still(
        "neighbours, queue depth 4, 30s of 100ms",
        NOISY,
        '["n", "disk"]',
        closed_load(4),
        "30s",
        "100ms",
    ),
    still(
        "lognormal service, queue depth 16, 60s of 100ms",
        LOGNORMAL,
        DISK,
        closed_load(16),
        "60s",
        "100ms",
    ),
    still("lognormal service at 80%, 60s of 1s", LOGNORMAL, DISK, poisson(1600), "60s", "1s"),
    still("spindle, queue depth 4, 300s of 1s", HDD, DISK, closed_load(4), "300s", "1s"),
)


# -- faults ----------------------------------------------------------------------------------------

Case = Callable[[Random], tuple[RunCase, Truth]]
WARMUP_S = 1.0
"""Windows count from the first operation, Measure from the end of Warmup."""
STALLED, SLOWED, FAILED = ("outage",), ("slow", "dip"), ("outage", "errors")


def window(
    key: str,
    long_s: float,
    load: dict[str, Any],
    interval: str,
    kinds: tuple[str, ...],
    more: str = "",
) -> Case:
    """A fault of the `fault` element from a drawn instant on."""

    def case(random: Random) -> tuple[RunCase, Truth]:
        at = round(random.uniform(15.0, 40.0), 3)
        stack = (
            f'[fault.f]\n{key}_at = "{at}s"\n{key}_for = "{long_s}s"\n{more}{GUARDED}path = ["p",'
            ' "f", "disk"]\n'
        )
        quiet = long_s if key in ("stall", "outage") else None
        until = None if "rate" in load or "hang" in more else at + long_s - WARMUP_S
        return (
            RunCase(stack, {**load, "measure_for": "60s", "interval": interval}),
            Truth(kinds, at - WARMUP_S, until, None if "hang" in more else quiet),
        )

    return case


def slow_disk(factor: float, load: dict[str, Any], interval: str) -> Case:
    """A disk that works slower for ten seconds."""

    def case(random: Random) -> tuple[RunCase, Truth]:
        at = round(random.uniform(15.0, 40.0), 3)
        slow = f'slow = {{ at = "{at}s", for = "10s", factor = {factor} }}\n[volume'
        asked = RunCase(
            MM1.replace("[volume", slow) + f"path = {DISK}\n",
            {**load, "measure_for": "60s", "interval": interval},
        )
        return asked, Truth(SLOWED, at - WARMUP_S, None if "rate" in load else at + 10.0 - WARMUP_S)

    return case


def credits_end(random: Random) -> tuple[RunCase, Truth]:
    """cloud-gp2.toml with fewer credits: they are gone after credits / (3000 - 300) seconds."""
    held = random.randrange(60_000, 120_000)
    stack = (
        (STACKS / "cloud-gp2.toml").read_text().replace("credits = 5400000", f"credits = {held}")
    )
    assert str(held) in stack
    return RunCase(stack, {"measure_for": "60s", "interval": "1s"}, None), Truth(
        ("drop",), held / 2700 - WARMUP_S
    )


def all_credits(_: Random) -> tuple[RunCase, Truth]:
    """cloud-gp2.toml as it is: 2000 s."""
    stack = (STACKS / "cloud-gp2.toml").read_text()
    return RunCase(stack, {"measure_for": "2400s", "interval": "1s"}, None), Truth(
        ("drop",), 2000 - WARMUP_S
    )


def saved_up(_: Random) -> tuple[RunCase, Truth]:
    """s3-tier1-100gb.toml: 951 operations are saved up, four processes take them at 4 / 380 us
    (service, and the shared bus)."""
    stack = (STACKS / "s3-tier1-100gb.toml").read_text()
    probe = {**closed_load(1, 4), "warmup_for": "0s", "measure_for": "60s", "interval": "100ms"}
    return RunCase(stack, probe, {"block_size": "4k", "read": 50}), Truth(
        ("drop",), 951 / (4 / 380e-6 - 1000)
    )


def write_buffer(random: Random) -> tuple[RunCase, Truth]:
    """A buffer that fills: up to 30 % nothing is destaged, then 20 MiB/s."""
    mib = random.randrange(256, 512)
    stack = (
        f'[cache.c]\nwrite_bytes = "{mib}m"\nread_bytes = "16m"\nhit = "100us"\ndestage = {{ start'
        ' = 0.3, rate = "20m", idle = "60s" }\n[device.d]\nservers = 64\nservice ='
        ' "1ms"\n[volume.data]\nsize = "64g"\npath = ["c", "d"]\n'
    )
    # Queue depth 2 of 100 us: 20,000/s of 4 KiB, 78.1 MiB/s.
    into = 2 / 100e-6 * 4096 / 2**20
    full = 0.3 * mib / into + 0.7 * mib / (into - 20)
    probe = {**closed_load(2), "warmup_for": "0s", "measure_for": "20s", "interval": "100ms"}
    return RunCase(stack, probe, {"block_size": "4k", "read": 0}), Truth(("drop",), full)


def past_the_flash(_: Random) -> tuple[RunCase, Truth]:
    """s4-vsan.toml with a gigabyte of flash, writes only. When it is full is read off what was
    written in all: see `turned`."""
    stack = (STACKS / "s4-vsan.toml").read_text()
    stack = stack.replace('size = "64g"', 'size = "1g"').replace('size = "10g"', 'size = "20g"')
    probe = {"warmup_for": "0s", "measure_for": "60s", "interval": "1s"}
    return RunCase(stack, probe, {"block_size": "4k", "read": 0}), Truth(("drop",), -1.0)


def change_time(rows: list[dict[str, Any]], before_per_s: float) -> float:
    """When a rate changed that was `before_per_s` and is that of the second half, from what was
    done in all."""
    done = [row["reads"] + row["writes"] for row in rows if row["phase"] == "measure"]
    half = len(done) // 2
    after = sum(done[half:]) / (len(done) - half)
    return (sum(done) - after * len(done)) / (before_per_s - after)


OPEN, DEEP = poisson(3000), closed_load(8)
FAULTS: dict[str, Case] = {
    "stall of 2.5 s, closed, 1s": window("stall", 2.5, DEEP, "1s", STALLED),
    "stall of 2.5 s, closed, 100ms": window("stall", 2.5, DEEP, "100ms", STALLED),
    "stall of 2.5 s, open, 1s": window("stall", 2.5, OPEN, "1s", STALLED),
    "stall of 2.5 s, open, 100ms": window("stall", 2.5, OPEN, "100ms", STALLED),
    "stall of 0.4 s, open, 100ms": window("stall", 0.4, OPEN, "100ms", STALLED),
    "outage of 3 s, errors, closed, 1s": window("outage", 3.0, DEEP, "1s", FAILED),
    "outage of 3 s, errors, open, 100ms": window("outage", 3.0, OPEN, "100ms", FAILED),
    "outage that hangs, open, 1s": window("outage", 3.0, OPEN, "1s", STALLED, 'outage = "hang"\n'),
    "slow by 3 ms for 8 s, closed, 1s": window(
        "slow", 8.0, DEEP, "1s", SLOWED, 'slow_by = "3ms"\n'
    ),
    "slow by 3 ms for 8 s, open, 1s": window("slow", 8.0, OPEN, "1s", SLOWED, 'slow_by = "3ms"\n'),
    "slow by 1 ms for 8 s, open, 100ms": window(
        "slow", 8.0, OPEN, "100ms", SLOWED, 'slow_by = "1ms"\n'
    ),
    "disk 1.5 times as slow, closed, 1s": slow_disk(1.5, DEEP, "1s"),
    "disk 3 times as slow, closed, 100ms": slow_disk(3.0, DEEP, "100ms"),
    "disk 3 times as slow, open, 1s": slow_disk(3.0, OPEN, "1s"),
    "gp2 credits run out, 1s": credits_end,
    "tier-1 burst is used up, 100ms": saved_up,
    "write buffer is full, 100ms": write_buffer,
    "S4 past its flash, 1s": past_the_flash,
}
SMOKE = (
    "stall of 2.5 s, closed, 1s",
    "stall of 2.5 s, open, 100ms",
    "outage of 3 s, errors, closed, 1s",
    "slow by 3 ms for 8 s, open, 1s",
    "gp2 credits run out, 1s",
    "tier-1 burst is used up, 100ms",
    "S4 past its flash, 1s",
)


@dataclass(frozen=True)
class FaultReading:
    """One Run with a fault: how far from the truth what was told lies, in seconds; none where
    nothing fits."""

    interval_s: float
    begin_s: float | None
    end_s: float | None
    outage_s: float | None
    others: int

    @property
    def right(self) -> bool:
        slack = self.interval_s * 1.001
        return self.begin_s is not None and all(
            error is None or error <= slack for error in (self.begin_s, self.end_s, self.outage_s)
        )


def look(case: Case, seed: int) -> FaultReading:
    asked, truth = case(Random(seed))
    rows = intervals(asked, seed)
    at_s = change_time(rows, 1 / 150e-6) if case is past_the_flash else truth.at_s
    length = max(row["length_s"] for row in rows if row["phase"] == "measure")
    found = find_episodes(rows)
    fits = [e for e in found if e.kind in truth.kinds]
    if not fits:
        return FaultReading(length, None, None, None, len(found))
    best = min(fits, key=lambda e: abs(e.at_s - at_s))
    # A backlog that has to be worked off ends later: only where the load waits is the end of the
    # fault that of the episode.
    end = (
        None
        if truth.until_s is None
        else math.inf
        if best.until_s is None
        else abs(best.until_s - truth.until_s)
    )
    quiet = (
        None
        if truth.outage_s is None or best.kind != "outage"
        else abs(best.outage_s - truth.outage_s)
    )
    return FaultReading(length, abs(best.at_s - at_s), end, quiet, len(found) - 1)


def main() -> int:
    seeds = range(1, harness.arguments(__doc__, 10).seeds + 1)
    wrong = []
    print("### Stationary stacks: in how many Runs anything is reported\n")
    print(
        f"{len(seeds)} seeds each, virtual clock; made by `python -m tests.truth.timeline --seeds"
        f" {len(seeds)}`.\n"
    )
    print(
        "| stack and load | Runs | with anything reported | what |\n|---|---|---|---|", flush=True
    )
    alarms = runs = 0
    for name, asked in STATIONARY:
        found = [find_episodes(intervals(asked, seed)) for seed in seeds]
        kinds = sorted({e.kind for one in found for e in one})
        alarms, runs = alarms + sum(map(bool, found)), runs + len(found)
        print(
            f"| {name} | {len(found)} | {sum(map(bool, found))} | {', '.join(kinds) or '–'} |",
            flush=True,
        )
    print(f"| all | {runs} | {alarms} ({alarms / runs:.1%}) | |")
    if alarms > FALSE_ALARMS * runs:
        wrong.append(f"{alarms} of {runs} stationary Runs have something told")
    print("\n### Faults at random times: found within one interval\n")
    print(
        "Start: of the episode. End: where the load is closed, so that nothing is left to work off."
        " Outage: its seconds. Errors are medians. Others: episodes told beside it, over all"
        " Runs.\n"
    )
    print(
        "| fault, load, interval | Runs | right | start, error | end, error | outage, error |"
        " others |"
    )
    print("|---|---|---|---|---|---|---|", flush=True)
    for name, case in FAULTS.items():
        seen = [look(case, seed) for seed in seeds]
        right = sum(one.right for one in seen)
        columns = [
            _typical([getattr(one, key) for one in seen])
            for key in ("begin_s", "end_s", "outage_s")
        ]
        print(
            f"| {name} | {len(seen)} | {right} | {' | '.join(columns)} |"
            f" {sum(one.others for one in seen)} |",
            flush=True,
        )
        if right < FOUND * len(seen):
            wrong.append(f"{name}: {right} of {len(seen)}")
    seen_all = look(all_credits, 1)
    print(
        f"| cloud-gp2.toml as it is, 2000 s, 1s | 1 | {int(seen_all.right)} |"
        f" {_typical([seen_all.begin_s])} | – | – | {seen_all.others} |"
    )
    if not seen_all.right:
        wrong.append("cloud-gp2.toml as it is")
    return harness.verdict(wrong)


def _typical(values: list[float | None]) -> str:
    known = [value for value in values if value is not None]
    return f"{median(known) * 1000:,.0f} ms" if known else "–"


if __name__ == "__main__":
    sys.exit(main())
