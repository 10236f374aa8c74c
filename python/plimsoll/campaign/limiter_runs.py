"""Runs the scaling Runs that `judge.limiter` requests after a Run, and returns its finding. They
are stored like any other Run."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from plimsoll.base.errors import InputError, Interruption, UsageError
from plimsoll.judge.limiter import rules as limiter_rules
from plimsoll.native.session import Session, without, without_none
from plimsoll.native.values import ProbeValues, SessionValues
from plimsoll.search.ledger import probe_seed

if TYPE_CHECKING:
    from plimsoll.native.record import ProbeRequest, RunRecord, SessionRequest

MOST_RUNS = 24
"""Upper limit; a finding needs 3 to 14 Runs."""
WARMUP = "500ms"
INTERVAL = "100ms"
"""Short, since intervals show how evenly operations complete."""
SAME_LOAD_KEYS = {
    "arrivals",
    "max_outstanding",
    "rate",
    "rate_per",
    "objective",
    "drain_limit",
    "io_deadline",
    "queue_depth",
    "workers",
}
"""Keys of the Run's load that a scaling Run under the same load repeats."""


def who_limits(
    session: Session,
    request: SessionRequest,
    probe: ProbeRequest,
    record: RunRecord,
    *,
    reopen: Callable[[SessionRequest], Session],
    on_run: Callable[[limiter_rules.Ask, RunRecord | None], None],
) -> tuple[limiter_rules.Finding, dict[str, RunRecord | None]]:
    """The finding, and the scaling Runs by name.

    `reopen` closes the session and opens one with another request, since another block size is
    another workload. `on_run` gets every Run; None for one that the target refuses (a block size
    below its sector, say). Raises Interruption, without a finding; the Runs so far are stored.
    """
    runs: dict[str, RunRecord | None] = {}
    block_size: int | None = None
    for number in range(MOST_RUNS):
        finding = limiter_rules.judge(record, runs)
        ask = finding.ask
        if ask is None:
            return finding, runs
        load = _request(ask, probe, probe_seed(int(record["seed"]), "scaling", number))
        try:
            if ask.block_size_bytes != block_size:
                session = reopen(_with_blocks(request, ask.block_size_bytes))
                block_size = ask.block_size_bytes
            most = session.info["most_workers"]
            too_many = most is not None and (ProbeValues.of(load).workers or 1) > most
            runs[ask.name] = None if too_many else session.run(load, role="scaling")
        except Interruption:
            raise
        except (InputError, UsageError):
            runs[ask.name] = None
        on_run(ask, runs[ask.name])
    return limiter_rules.judge(record, runs), runs


def _request(ask: limiter_rules.Ask, probe: ProbeRequest, seed: int) -> ProbeRequest:
    """The load of a scaling Run."""
    load: ProbeRequest = {"workers": ask.workers or ProbeValues.of(probe).workers}
    if ask.same_load:
        load = without(probe, *(probe.keys() - SAME_LOAD_KEYS))
        if ask.workers is not None:
            load["workers"] = ask.workers
        if ask.max_outstanding is not None:
            load["max_outstanding"] = ask.max_outstanding
    elif ask.rate is not None:
        load |= {"rate": ask.rate, "arrivals": "constant"}
    else:
        load["queue_depth"] = ask.queue_depth
    probe_request: ProbeRequest = {
        **load,
        "warmup_for": WARMUP,
        "measure_for": f"{round(ask.measure_s * 1000)}ms",
        "interval": INTERVAL,
        "seed": seed,
        "stop_when_decided": False,
    }
    return without_none(probe_request)


def _with_blocks(request: SessionRequest, block_size: int | None) -> SessionRequest:
    """The session's request with this block size for reads and writes."""
    if block_size is None:
        return request
    size = str(block_size)
    return {
        **request,
        "workload": {
            **SessionValues.of(request).workload,
            "block_size": size,
            "write_block_size": size,
        },
    }
