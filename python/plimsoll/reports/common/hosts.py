"""What each host had of a Run over several: the same table on the terminal and in a report, and
which hosts stand out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plimsoll import units
from plimsoll.live import odd_hosts
from plimsoll.reports.common.answer import outcome as outcome_words
from plimsoll.reports.describe import Column, Table
from plimsoll.reports.evidence.records import bounded

if TYPE_CHECKING:
    from plimsoll._record import HostFigures, SystemLoad
    from plimsoll.reports.evidence.run_figures import RunFigures

COLUMNS = (
    "Host",
    "Workers",
    "Achieved, IOPS",
    "MiB/s",
    "Mean response time",
    "p99",
    "p99 of own lag",
    "Generator CPU",
    "Host CPU",
    "Steal",
    "Clock known to",
    "Ended",
)


def table(figures: RunFigures) -> Table | None:
    """What each host had of a Run over several; None for one machine."""
    if not figures.hosts:
        return None
    words = (COLUMNS[0], COLUMNS[-1])
    caption = (
        f"{' '.join(odd(figures))} Counts add up to those of the Run; percentiles are each host's"
        " own and do not. The figures of the Run are computed from the distributions of all hosts."
    ).strip()
    columns = tuple(Column(name, number=name not in words) for name in COLUMNS)
    return Table("Host by host", columns, tuple(map(_row, figures.hosts)), caption)


def _row(host: HostFigures) -> tuple[str, ...]:
    figures = host["figures"]
    busy, steal = host.get("busy_share"), host.get("steal_share")
    load: SystemLoad | None = host.get("system_load")
    # Of the whole machine, whoever used it; records of older versions do not tell.
    cpu = None if load is None else load.get("cpu")
    outcome = host.get("outcome")
    return (
        host["name"],
        str(host["workers"]),
        units.rate(figures["achieved_rate_per_s"]),
        f"{figures['bytes_per_s'] / (1 << 20):,.1f}",
        bounded(figures["response_time_ns"], "mean"),
        bounded(figures["response_time_ns"], "p99"),
        bounded(figures["own_lag_ns"], "p99"),
        units.DASH if busy is None else units.share(busy),
        units.DASH if cpu is None else units.share(1 - cpu["idle"] - cpu["iowait"]),
        units.DASH if steal is None else units.share(steal),
        units.nanos(host["clock"]["offset_bound_ns"]),
        "lost" if outcome is None else outcome_words(outcome),
    )


def odd(figures: RunFigures) -> list[str]:
    """What sets single hosts apart, a sentence each; empty where they are alike."""
    hosts, open_loop = figures.hosts, figures.offered_rate_per_s is not None
    said = [f"{host['name']} {host['because']}." for host in hosts if host.get("outcome") is None]
    seen = [
        odd_hosts.HostPart(
            host["name"],
            host["workers"],
            host["figures"]["completed"],
            host["figures"]["achieved_rate_per_s"],
            host["figures"]["response_time_ns"].get("mean"),
            host["figures"]["own_lag_ns"].get("mean"),
            host["figures"]["own_lag_ns"].get("p99"),
        )
        for host in hosts
        if host.get("outcome") is not None
    ]
    return [*said, *odd_hosts.words(odd_hosts.odd(seen, open_loop=open_loop))]
