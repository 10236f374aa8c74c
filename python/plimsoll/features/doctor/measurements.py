"""Measures with short Runs how fast and punctual the generator is, and how much the target varies
at rest.

Two Runs against `null:` (nothing behind the engine interface), then three of reads at queue depth 1
against the target: never a write. The judgement is a pure function of their figures, so that it is
tested without a disk.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from plimsoll.base.errors import Interruption, PlimsollError
from plimsoll.base.units import nanos
from plimsoll.features.doctor.finding import (
    Check,
    CheckResult,
    DoesNotApply,
    Floor,
    Scene,
    ShortRuns,
)
from plimsoll.features.doctor.messages import message
from plimsoll.features.doctor.text import percent
from plimsoll.native import session as execute
from plimsoll.native.machine import Unreadable

if TYPE_CHECKING:
    from plimsoll.native.record import ProbeRequest, RunRecord

GROUP = "measured"

RATE_PER_S = 10_000
"""Rate of the open loop against null: 1 s of it carries a p99, and every machine reaches it."""

FLOOR_RUNS = 3

LAG_WARN_NS = 50_000
"""Own lag counts from here on, or from 5 % of an objective's bound, whichever is more
(measurement.md, section 3)."""

LAG_STOP_NS = 1_000_000
"""With a lag of a millisecond on null, only objectives of 20 ms and more can be judged."""

CEILING_WARN_PER_S = 100_000
"""IOPS of one worker on null; a single flash disk does more."""

SPREAD_WARN = 0.15
"""Spread between three equal Runs that an undisturbed disk in a busy machine still shows."""


def measure(target: str | None, *, stop: execute.Stop, tell: Callable[[str], None]) -> ShortRuns:
    """Makes the Runs, about three seconds of them. Raises only Interruption; other errors become
    part of the result."""
    runs = ShortRuns()
    tell(message("measuring-generator"))
    try:
        closed = _run("null:", {"queue_depth": 32}, 0.5, stop)
        open_ = _run("null:", {"rate": RATE_PER_S, "arrivals": "poisson"}, 1.0, stop)
        runs = replace(
            runs,
            ceiling_per_s=closed["achieved_rate_per_s"],
            own_lag_p99_ns=open_["own_lag_ns"]["p99"],
        )
        if (machine := open_["machine"]) is not None:
            runs = replace(
                runs, stood_still=machine["stood_still_share"], kept_waiting=machine["waited_share"]
            )
    except Interruption:
        raise
    except PlimsollError as error:
        runs = replace(runs, why_no_calibration=error.message)
    if target is not None:
        tell(message("reading-target"))
        try:
            floor = [_floor(_run(target, {"queue_depth": 1}, 0.5, stop)) for _ in range(FLOOR_RUNS)]
            runs = replace(runs, floor=floor)
        except Interruption:
            raise
        except PlimsollError as error:
            runs = replace(runs, why_no_floor=error.message)
    return runs


def _run(target: str, load: ProbeRequest, measure_for_s: float, stop: execute.Stop) -> RunRecord:
    probe: ProbeRequest = {
        "workers": 1,
        "warmup_for": "200ms",
        "measure_for": f"{round(measure_for_s * 1000)}ms",
        "seed": 1,
        **load,
    }
    with execute.Session.open(
        {"target": target, "workload": {"block_size": "4k", "read": 100}}, stop=stop
    ) as session:
        return session.run(probe, role="doctor")


def _floor(record: RunRecord) -> Floor:
    latency = record["read"]["completion_latency_ns"]
    return Floor(
        record["outcome"],
        record["because"],
        latency["p50"],
        latency["p99"],
        record["read"]["count"],
    )


def _short_runs(scene: Scene) -> ShortRuns:
    if scene.measured is None:
        raise DoesNotApply(message("no-runs"))
    return scene.measured


def _generator(scene: Scene) -> list[CheckResult]:
    measured = _short_runs(scene)
    ceiling, lag = measured.ceiling_per_s, measured.own_lag_p99_ns
    if ceiling is None or lag is None:
        raise Unreadable(
            message("generator-on-null"), measured.why_no_calibration or message("no-p99")
        )
    values = {"ceiling_per_s": round(ceiling), "own_lag_p99_ns": lag, "rate_per_s": RATE_PER_S}
    text = message("generator", ceiling=f"{ceiling:,.0f}", lag=nanos(lag), rate=f"{RATE_PER_S:,}")
    if measured.stood_still is not None and measured.kept_waiting is not None:
        values |= {"stood_still_share": measured.stood_still, "waited_share": measured.kept_waiting}
        text = message(
            "generator-stalls",
            generator=text,
            stalled=percent(measured.stood_still),
            waited=percent(measured.kept_waiting),
        )
    if lag > LAG_STOP_NS:
        return [
            CheckResult(
                "stop",
                message("generator-too-late", generator=text, bound=nanos(lag * 20)),
                values,
            )
        ]
    if lag > LAG_WARN_NS:
        return [
            CheckResult(
                "warn",
                message("generator-late", generator=text, bound=nanos(lag * 20)),
                values,
            )
        ]
    return [CheckResult("warn" if ceiling < CEILING_WARN_PER_S else "ok", text, values)]


def _noise(scene: Scene) -> list[CheckResult]:
    measured = _short_runs(scene)
    name = scene.target().name
    if measured.why_no_floor is not None:
        raise Unreadable(message("target-at-depth-1", name=name), measured.why_no_floor)
    if not measured.floor:
        raise DoesNotApply(message("no-target-read"))
    cached = [floor for floor in measured.floor if floor.outcome == "cached"]
    # More than half must be cached: on a full machine the counters of one Run may come late.
    if len(cached) * 2 > len(measured.floor):
        text = message("cache-answered", because=cached[0].because)
        return [CheckResult("stop", text, {"outcome": "cached"}, f"plimsoll prepare {name}")]
    failed = next((floor for floor in measured.floor if floor.outcome == "failed"), None)
    if failed:
        return [
            CheckResult(
                "stop",
                message("read-failed", because=failed.because),
                {"outcome": "failed"},
                message("look-at-dmesg"),
            )
        ]
    halves = [floor.p50_ns for floor in measured.floor if floor.p50_ns]
    tails = [floor.p99_ns for floor in measured.floor if floor.p99_ns]
    if not halves:
        raise Unreadable(*message.refusal("target-at-depth-1", name=name))
    middle = statistics.median(halves)
    spread = (max(halves) - min(halves)) / middle
    tail = max(tails) if tails else None
    values = {
        "p50_ns": middle,
        "p99_ns": tail,
        "spread_share": round(spread, 4),
        "runs": len(halves),
        "reads": sum(floor.count for floor in measured.floor),
    }
    moves = {"p50": nanos(middle), "spread": percent(spread), "runs": len(halves)}
    text = message("noise-p99", **moves, p99=nanos(tail)) if tail else message("noise", **moves)
    return [CheckResult("warn" if spread > SPREAD_WARN else "ok", text, values)]


GENERATOR = Check(
    name="generator",
    group=GROUP,
    reads="two short Runs against null:",
    run=_generator,
)
NOISE_FLOOR = Check(
    name="noise_floor",
    group=GROUP,
    reads="three short Runs of reads at queue depth 1",
    run=_noise,
)
