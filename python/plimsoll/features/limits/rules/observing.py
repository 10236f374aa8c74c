"""Reads observations out of the records of Runs (`plimsoll schema run record`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plimsoll.features.limits.rules.finding import Observation
from plimsoll.judge.even import even
from plimsoll.judge.limiter.observations import RunFacts
from plimsoll.native.interval_counts import completed_operations, timed_operations

if TYPE_CHECKING:
    from plimsoll.native.record import (
        ClientFigures,
        ClientGroup,
        Interval,
        RunRecord,
        RunSpec,
        Workload,
    )


def run_observations(
    record: RunRecord, *, run_id: int | None = None, rested: RunRecord | None = None
) -> list[Observation]:
    """The observations of a Run: one, or one for each client of a described stack with several.

    Empty for an open load, for a mix of block sizes, where nothing completed, and for outcomes that
    are no evidence about the target. `rested`: the record of the rest just before. Several clients
    come without a series, because intervals cover all of them together.
    """
    if record["outcome"] != "ok" or record["offered_rate_per_s"] is not None:
        return []
    spec = record["spec"]
    clients = record["clients"]
    if len(clients) > 1:
        described = {group["name"]: group for group in spec["clients"]}
        by_client = [
            _client_observation(record, part, described[part["name"]], run_id) for part in clients
        ]
        return [observation for observation in by_client if observation is not None]
    workload = spec["workload"] if not clients else spec["clients"][0]["workload"]
    block, latency = _block(workload), record["all"]["completion_latency_ns"]["mean"]
    if block is None or latency is None or record["achieved_rate_per_s"] <= 0:
        return []
    imported = "imported" in record
    if imported and not (record["outstanding_mean"] and spec["load"]["workers"]):
        return []
    intervals = even(record["intervals"])
    # Imported files say nothing about the client's machine.
    client = None if imported else RunFacts.of(record)
    # The last interval is shorter where Measure is no multiple of its length.
    length = intervals[0]["length_s"] if intervals else 0.0
    full_intervals = [
        interval for interval in intervals if abs(interval["length_s"] - length) < 0.01 * length
    ]
    if imported and not all(map(_complete, full_intervals)):
        full_intervals = []
    return [
        Observation(
            volume=spec["target"]["name"],
            block_bytes=block,
            read_percent=workload["read_percent"],
            outstanding=record["outstanding_mean"],
            rate_per_s=record["achieved_rate_per_s"],
            completion_latency_mean_ns=latency,
            seconds=record["measure_s"] or 0.0,
            volume_bytes=_volume_bytes(spec),
            interval_s=length,
            interval_rates_per_s=tuple(
                completed_operations(observation) / observation["length_s"]
                for observation in full_intervals
            ),
            interval_latencies_ns=tuple(
                observation["completion_latency_ns"]["mean"] or 0.0
                for observation in full_intervals
            ),
            rested_s=(
                0.0
                if rested is None
                else rested["warmup_s"] + rested["measure_s"] + rested["drain_s"]
            ),
            rested_operations=0 if rested is None else rested["all"]["count"],
            run_id=run_id,
            workers=spec["load"]["workers"],
            worker_busy=None if client is None else client.busy,
            machine_full=None if client is None else client.machine_full,
            seen=client if not clients else None,
        )
    ]


def _complete(interval: Interval) -> bool:
    """Whether an interval has its rate and, unless nothing completed, its latency: a file may have
    only one of them."""
    counted: tuple[int | None, ...] = (interval["reads"], interval["writes"])
    if None in counted:
        return False
    return not timed_operations(interval) or interval["completion_latency_ns"]["mean"] is not None


def _client_observation(
    record: RunRecord, part: ClientFigures, group: ClientGroup, run_id: int | None
) -> Observation | None:
    block, latency = _block(group["workload"]), part["all"]["completion_latency_ns"]["mean"]
    if (
        block is None
        or latency is None
        or part["achieved_rate_per_s"] <= 0
        or part["offered_rate_per_s"] is not None
    ):
        return None
    stack = record["spec"]["target"]["stack"]
    assert stack is not None, "only a described stack has clients"
    described = stack["clients"].get(part["name"])
    volumes = described["volumes"] if described else []
    alone = len(volumes) == 1 and part["clients"] == 1
    return Observation(
        volume=f"{record['spec']['target']['name']} ({volumes[0] if alone else part['name']})",
        block_bytes=block,
        read_percent=group["workload"]["read_percent"],
        outstanding=part["outstanding_mean"],
        rate_per_s=part["achieved_rate_per_s"],
        completion_latency_mean_ns=latency,
        seconds=record["measure_s"] or 0.0,
        volume_bytes=stack["volumes"][volumes[0]]["size_bytes"] if alone else None,
        run_id=run_id,
    )


def _block(workload: Workload) -> int | None:
    """The one block size of a workload; none for a mix, or where reads and writes differ."""
    read = workload["read_percent"]
    share: object = read
    if not isinstance(share, int | float):
        # Imported Runs may lack it.
        return None
    blocks = (workload["read_blocks"] if read > 0 else []) + (
        workload["write_blocks"] if read < 100 else []
    )
    sizes = {entry["bytes"] for entry in blocks}
    return int(sizes.pop()) if len(sizes) == 1 else None


def _volume_bytes(spec: RunSpec) -> int | None:
    """The size of the measured volume; None where there were several."""
    target = spec["target"]
    if target["members"]:
        return None
    stack = target["stack"]
    if stack and (
        len(stack["volumes"]) != 1 or next(iter(stack["volumes"].values()))["count"] != 1
    ):
        return None
    size: object = target["size_bytes"]
    return size if isinstance(size, int) else None
