"""A Run of Plimsoll's own as a result of any program, so that the same rules hold for it."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import Any

from plimsoll.features.imports.results import agreement, plausibility, run_result
from plimsoll.features.imports.results.agreement import Finding
from plimsoll.features.imports.results.distributions import PERCENTILES
from plimsoll.judge import modes

NO_DISK = ("null", "stack")
"""Targets that are no storage: no disk limits how fast these are."""
_OF_DISKS = (
    "cache_answered",
    "memory_answered",
    "cache_rate",
    "above_disk_link",
    "beyond_one_disk",
    "faster_than_flash",
    "small_working_set",
    "sync_in_cache",
)


_LATENCY = "completion_latency"


def findings(
    record: Mapping[str, Any],
    intervals: Sequence[Mapping[str, Any]],
    histograms: Mapping[str, bytes] = MappingProxyType({}),
) -> Iterator[Finding]:
    """What the figures of a record show of each other. `histograms`: its distributions by kind and
    metric, which a store has and a document has not."""
    result = _result(record, intervals, histograms)
    kinds, found = agreement.remove_contradictions(result, result.kinds)
    no_disk = record["spec"]["target"]["kind"] in NO_DISK
    for finding in (*found, *plausibility.findings(result, kinds)):
        if not (no_disk and finding.code in _OF_DISKS):
            yield finding
    if leapt_s := record.get("wall_clock_leapt_s"):
        way = "ahead_s" if leapt_s > 0 else "back_s"
        yield Finding("clock_jumped", "all", {way: abs(leapt_s)})


def _result(
    record: Mapping[str, Any],
    intervals: Sequence[Mapping[str, Any]],
    histograms: Mapping[str, bytes],
) -> run_result.Result:
    spec, seconds = record["spec"], record["measure_s"]
    workload, load = spec["workload"], spec["load"]
    closed = load["kind"] == "closed"
    think = load["think"] if closed else None
    parts = tuple(_part(interval) for interval in intervals if interval["phase"] == "measure")
    return run_result.Result(
        name="",
        at="",
        line=None,
        kinds={
            kind: _operations(figures, seconds, histograms.get(f"{kind}.{_LATENCY}"))
            for kind in (*run_result.KINDS, run_result.FLUSH)
            if (figures := record[kind]) and figures["completed"]
        },
        seconds=seconds,
        workload=run_result.Workload(
            block_size_bytes=workload["block_size_bytes"],
            read_percent=workload["read_percent"],
            working_set_bytes=workload["working_set_bytes"],
            sync_every=sync["writes"] if (sync := workload["sync"]) else None,
            durable_writes=workload["durable_writes"],
            data=_data(workload),
        ),
        load=run_result.Load(
            # The whole working set is one, however many workers address it.
            workers=load["workers"],
            queue_depth=load["queue_depth"] if closed else None,
            offered_rate_per_s=record["offered_rate_per_s"],
            think_ns=think["mean_ns"] if think else None,
        ),
        target=spec["target"]["name"],
        target_kind=spec["target"]["kind"],
        engine=spec["engine"],
        direct=spec["access"] == "direct",
        parts=parts,
        clock_steps=tuple(_clock_steps(parts)),
    )


def _operations(
    figures: Mapping[str, Any], seconds: float | None, distribution: bytes | None
) -> run_result.Operations:
    done, moved = figures["completed"], figures["bytes"]
    return run_result.Operations(
        count=done,
        bytes=moved,
        errors=figures["errors"],
        rate_per_s=done / seconds if seconds else None,
        bytes_per_s=moved / seconds if seconds and moved is not None else None,
        completion=_latency(figures["completion_latency_ns"], done, distribution),
    )


def _latency(
    summary: Mapping[str, Any], count: int, distribution: bytes | None
) -> run_result.Latency:
    found = {percent: summary.get(name) for name, percent in PERCENTILES.items()}
    return run_result.Latency(
        count=count,
        mean=summary["mean"],
        stddev=summary["stddev"],
        min=summary["min"],
        max=summary["max"],
        percentiles={percent: value for percent, value in found.items() if value is not None},
        counts=None if distribution is None else modes.counts_of(distribution),
        width=modes.WIDTH,
    )


def _data(workload: Mapping[str, Any]) -> run_result.Data | None:
    """Of reads there is none: they read what is there."""
    payload = workload["payload"]
    if workload["read_percent"] in (None, 100.0):
        return None
    if payload["kind"] == "zero":
        return run_result.Data("zeros")
    if share := payload["compressible_percent"]:
        return run_result.Data("compressible", share)
    if share := payload["duplicate_percent"]:
        return run_result.Data("duplicates", share)
    return run_result.Data("random")


def _part(interval: Mapping[str, Any]) -> run_result.Part:
    done = interval["reads"] + interval["writes"]
    return run_result.Part(
        interval["start_s"],
        interval["length_s"],
        {"all": run_result.Operations(count=done, rate_per_s=done / interval["length_s"])},
    )


def _clock_steps(parts: Sequence[run_result.Part]) -> Iterator[run_result.ClockStep]:
    """Where an interval begins before the one ahead of it has ended, or long after: intervals
    follow each other on one clock, which never does that."""
    for before, after in pairwise(parts):
        by_s = after.start_s - (before.start_s + before.length_s)
        if abs(by_s) > max(before.length_s, after.length_s) / 2:
            yield run_result.ClockStep(before.start_s + before.length_s, by_s)
