"""Every sentence about limits, said of made-up Runs, in one file that is read when it changes:
`limit_sentences.txt`. To make it again:

    .venv/bin/python -m tests.features.limits.limit_sentences
"""

import functools
import itertools
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np

from plimsoll.features.limits.rules import words
from plimsoll.features.limits.rules.finding import (
    Holder,
    LimitFinding,
    ModelFit,
    Observation,
    Parameter,
    Reason,
    SizeLaw,
    VolumeLimit,
    reason,
)
from plimsoll.features.limits.rules.grants import PacingRun
from plimsoll.features.limits.rules.judging import Silent, find_limits

KEPT = Path(__file__).with_suffix(".txt")
K, MIB = 1 << 10, 1 << 20
FEW = 3
"""Laws of each standing that are said."""
RANGES = (
    Parameter("ops_per_s", "operations/s", 3000.0, 2980.0, 3020.0),
    Parameter("read_bytes_per_s", "bytes/s", None, 2.0 * (1 << 20), None),
    Parameter("write_cost", "reads", None, None, 2.5),
    Parameter("floor", "operations/s", None, None, None),
)


def run(block: int, rate: float, depth: int = 256, **more: object) -> Observation:
    """A closed loop at a cap: N = X · R."""
    made = Observation("v", block, 100.0, depth, rate, depth / rate * 1e9, 60.0, 64 << 30)
    return replace(made, **more)


def two_depth_runs(rates: dict[int, float], **more: object) -> list[Observation]:
    """Each size at two depths."""
    return [run(block, rate, each, **more) for block, rate in rates.items() for each in (128, 256)]


def series(rates: list[float], depth: int = 64, **more: object) -> Observation:
    """A Run with its rate in each second."""
    return run(
        16 * K,
        sum(rates) / len(rates),
        depth,
        interval_s=1.0,
        interval_rates_per_s=tuple(rates),
        interval_latencies_ns=tuple(depth / max(one, 1.0) * 1e9 for one in rates),
        **more,
    )


def bucket(capacity: float, rate: float, burst: float, seconds: int) -> list[float]:
    """Operations in each second of a closed loop on a token bucket that is full at first."""
    done = [min(burst * t, capacity + rate * t) for t in range(seconds + 1)]
    return [after - before for before, after in itertools.pairwise(done)]


RATE_IN_SLICES = 2000.0


def in_slices(
    slice_s: float, interval_s: float, seconds: float, *, begins: float, passes_in: float
) -> list[float]:
    """Operations/s in each interval of a Run that begins at this share of a slice. What a slice
    grants passes in a share of it."""
    ends = np.arange(int(seconds / interval_s + 1e-9) + 1) * interval_s / slice_s + begins
    whole = np.floor(ends)
    passed = (whole + np.minimum(1, (ends - whole) / passes_in)) * RATE_IN_SLICES * slice_s
    return [float(one) for one in np.diff(passed) / interval_s]


def run_in_slices(slice_s: float, interval_s: float, depth: int) -> Observation:
    """A Run of 10 s on slices that grant 2,000 operations a second."""
    rates = in_slices(slice_s, interval_s, 10, begins=0, passes_in=0.01)
    made = series(rates, depth)
    return replace(made, interval_s=interval_s, seconds=10.0, interval_latencies_ns=())


def pacing_in_slices(slice_s: float, outstanding: int = 4, pause_ns: float = 0.0) -> PacingRun:
    """A closed loop on such slices: all but one operation of a slot and slice take 0.1 ms."""
    short_ns = 1e5
    each = round(RATE_IN_SLICES * slice_s / outstanding)
    waits = slice_s * 1e9 - (each - 1) * short_ns
    spans = np.tile([short_ns] * (each - 1) + [waits], 100)
    if pause_ns:
        spans[-1] += pause_ns
    mean = float(spans.mean())
    return PacingRun(
        16 * K,
        100.0,
        outstanding,
        outstanding / mean * 1e9,
        mean,
        float(spans.std()),
        float(np.median(spans)),
        float(spans.max()),
    )


S0 = {4 * K: 3077.0, 8 * K: 3077.0, 64 * K: 3077.0, 128 * K: 2008.0, MIB: 251.0}
SMALL = {4 * K: 3077.0, 16 * K: 3077.0}
"""No rate is such that a figure lies on the edge between two of four digits."""


def with_holder(found: LimitFinding, who: str) -> LimitFinding:
    """The same where it is known who holds the cap."""
    [volume] = found.volumes
    [capped_by] = [one for one in volume.reasons if one.kind == "capped"]
    kind = {"policy_cap": "throttled", "target": "saturated", "cache": "cached"}[who]
    why = tuple(reason(kind, **one.figures) if one is capped_by else one for one in volume.reasons)
    signs = ({"kind": "alone", "figures": {"ns": 207_000.0}},)
    holder = Holder(who, 0.95, signs, None)
    return replace(found, volumes=(replace(volume, reasons=why, holder=holder),))


@functools.cache
def findings() -> dict[str, LimitFinding]:
    """What is said of, by the name of the case."""
    return {**_caps(), **_unproven(), **_bursts(), **_slices(), **_volumes(), **_left_out()}


def _caps() -> dict[str, LimitFinding]:
    s0 = find_limits(two_depth_runs(S0))
    weighted = {100.0: 3078.0, 0.0: 1539.0, 50.0: 2052.0}
    begun = {size: 3077 / max(1, -(-size // (32 * K))) for size in (4 * K, 32 * K, 64 * K)}
    return {
        "two caps": s0,
        "two caps, a throttle": with_holder(s0, "policy_cap"),
        "two caps, a saturated target": with_holder(s0, "target"),
        "two caps, a cache": with_holder(s0, "cache"),
        "sizes that cannot tell": find_limits(two_depth_runs(SMALL)),
        "started units": find_limits(two_depth_runs(begun)),
        "a write costs two reads": find_limits(
            [
                one
                for read, rate in weighted.items()
                for one in two_depth_runs({4 * K: rate, 64 * K: rate}, read_percent=read)
            ]
        ),
        "reads and writes apart": find_limits(
            [
                one
                for read, rate in {100.0: 3077.0, 0.0: 3077.0, 50.0: 6154.0}.items()
                for one in two_depth_runs({4 * K: rate, 64 * K: rate}, read_percent=read)
            ]
        ),
        "no law": find_limits(two_depth_runs({4 * K: 3077.0, 8 * K: 1013.0, 16 * K: 3077.0})),
    }


def _unproven() -> dict[str, LimitFinding]:
    rising = [run(4 * K, 5000, 8), run(4 * K, 9910, 16)]
    busy = [replace(one, worker_busy=0.97) for one in two_depth_runs({4 * K: 801_000.0})]
    return {
        "still rising": find_limits(rising),
        "one size rises, one is capped": find_limits([*rising, *two_depth_runs({16 * K: 3077.0})]),
        "less than the law": find_limits(
            two_depth_runs({4 * K: 3077.0, 8 * K: 911.0, MIB: 3077.0})
        ),
        "one depth": find_limits([run(4 * K, 3077.0)]),
        "a full worker": find_limits(busy),
        "a full machine": find_limits([replace(one, machine_full=0.99) for one in busy]),
        "neither flat nor rising": find_limits(
            [run(4 * K, 3077.0, 128), replace(run(4 * K, 3077.0), completion_latency_mean_ns=1e8)]
        ),
        "imprecise": find_limits(
            [series([3000.0, 1000.0, 2000.0, 4000.0] * 2, each) for each in (64, 128)]
        ),
    }


def _bursts() -> dict[str, LimitFinding]:
    return {
        "credits": find_limits(
            [
                series([3077.0] * 20, 32),
                series(bucket(54_000, 307, 3077, 100), 32),
                series([307.0] * 100, 64),
            ]
        ),
        "a burst in the first second": find_limits(
            [series(bucket(951, 1000, 1e9, 60), each) for each in (32, 64)]
        ),
        "a rate that rose, one that was disturbed": find_limits(
            [
                series([3077.0] * 14 + [2051.0] * 6, 32),
                series([2051.0] * 10 + [3077.0] * 20, 32),
                series([3077.0] * 20, 64),
            ]
        ),
    }


def _slices() -> dict[str, LimitFinding]:
    runs = [run_in_slices(0.2, length, depth) for length in (1.0, 0.12) for depth in (64, 128)]
    return {"slices": find_limits(runs, pacing_runs={"v": [pacing_in_slices(0.2)]})}


def _volumes() -> dict[str, LimitFinding]:
    sizes = {20: 103.0, 100: 307.7, 1000: 3077.0, 6000: 16_411.0, 8000: 16_411.0}
    return {
        "volumes of several sizes": find_limits(
            [
                one
                for size, rate in sizes.items()
                for one in two_depth_runs(
                    {4 * K: rate, 64 * K: rate}, volume=f"{size} GB", volume_bytes=size * 10**9
                )
            ]
        ),
        "volumes of two sizes": find_limits(
            [
                one
                for size in (100, 1000)
                for one in two_depth_runs(
                    {4 * K: size * 3.077, 64 * K: size * 3.077},
                    volume=f"{size} GB",
                    volume_bytes=size * 10**9,
                )
            ]
        ),
    }


def _left_out() -> dict[str, LimitFinding]:
    return {
        "nothing": find_limits([], [Silent("cached", "in memory")] * 2),
        "one that stopped answering": find_limits(
            [*two_depth_runs(SMALL), series([3077.0] * 10 + [0.0] * 10)]
        ),
    }


def reasons(found: LimitFinding) -> Iterator[Reason]:
    """Every reason that a finding holds."""
    yield from found.reasons
    for judged in (*found.volumes, *found.size_laws):
        yield from judged.reasons
        for model in (*filter(None, [judged.found]), *judged.tied, *judged.refuted):
            yield from model.reasons
    for law in found.size_laws:
        for model in law.not_excluded:
            yield from model.reasons
    for volume in found.volumes:
        yield from volume.noted
        for cell in volume.cells:
            yield from cell.reasons


def finding_sentences(found: LimitFinding) -> Iterator[str]:
    """Every sentence of a finding, of many laws the first."""
    yield f"{found.verdict}: {words.finding(found)}"
    for volume in found.volumes:
        yield from (f"  cell: {words.cell(one)}" for one in volume.cells if one.reasons)
        yield from (f"  burst: {words.burst(one)}" for one in volume.bursts)
        yield from (f"  note: {one}" for one in words.notes(volume))
        if volume.holder is not None:
            yield f"  holder: {words.holder(volume.holder)}"
        yield from _laws(volume)
    for law in found.size_laws:
        yield f"  over sizes: {words.size_law(law)}"
        yield from _laws(law)


def _laws(judged: VolumeLimit | SizeLaw) -> Iterator[str]:
    def law(standing: str, model: ModelFit) -> str:
        return f"  {standing}: {words.law(model)}: {words.fit(model)}"

    if judged.found is not None:
        yield law("found", judged.found)
    yield from (law("tied", model) for model in judged.tied[:FEW])
    yield from (law("not excluded", one) for one in getattr(judged, "not_excluded", ())[:FEW])
    yield from (law("refuted", model) for model in judged.refuted[:FEW])


def text() -> str:
    """The file."""
    parts = []
    for name, found in findings().items():
        parts.append("\n".join([f"{name}:", *dict.fromkeys(finding_sentences(found))]))
    parts.append("\n".join(["ranges:", *(f"  {words.range_text(one)}" for one in RANGES)]))
    return "\n\n".join(parts) + "\n"


if __name__ == "__main__":
    KEPT.write_text(text(), encoding="utf-8")
