"""The figures beside the answer of a Point: throughput, latency, processor time and limiter of the
Run that the answer is from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import Field

from plimsoll.base.closed_model import ClosedModel
from plimsoll.judge import run_text

if TYPE_CHECKING:
    from plimsoll.store import Store


class Figures(ClosedModel):
    """Figures of a Run."""

    run: int = Field(description="the Run, in the store")
    bytes_per_s: float = Field(description="throughput")
    mean_ns: float | None = Field(description="mean response time")
    p99_ns: float | None = Field(description="99th percentile of the response time")
    at_least: list[str] = Field(
        description=(
            "mean_ns, p99_ns: those that are lower bounds, as operations that never finished stand"
            " in them"
        )
    )
    cpu_ns_per_io: float | None = Field(
        description=(
            "processor time that the generator, with the kernel beneath it, took for an operation;"
            " null on the virtual clock"
        )
    )
    limited_by: str = Field(
        description=(
            "who limited it; of described storage the element that is its bottleneck; unknown: not"
            " determined"
        )
    )


def of(store: Store, run: int) -> Figures | None:
    """The figures of this Run; None where it has no record."""
    record = store.record(run, intervals=False)
    if record is None:
        return None
    response = record["all"]["response_time_ns"]
    cpu = record["generator_cpu_ns_per_io"]
    return Figures(
        run=run,
        bytes_per_s=record["bytes_per_s"],
        mean_ns=response["mean"],
        p99_ns=response["p99"],
        at_least=[f"{name}_ns" for name in ("mean", "p99") if name in response["at_least"]],
        cpu_ns_per_io=None if cpu is None else cpu["user"] + cpu["system"],
        limited_by=run_text.limiter(record),
    )
