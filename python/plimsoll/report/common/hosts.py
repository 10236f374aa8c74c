"""The figures of each host of a Run, as a table for terminal and report, and the hosts that
stand out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plimsoll.base import language, units
from plimsoll.live import odd_hosts
from plimsoll.report.common.answer import outcome as outcome_words
from plimsoll.report.describe import Table
from plimsoll.report.evidence.records import latency_text
from plimsoll.report.messages import message

if TYPE_CHECKING:
    from plimsoll.native.record import HostFigures
    from plimsoll.report.evidence.run_figures import RunFigures


def table(figures: RunFigures) -> Table | None:
    """The figures of each host of a Run over several; None for one machine."""
    if not figures.hosts:
        return None
    name, ended = message("about-host"), message("column-ended")
    return Table.of(
        message("host-by-host"),
        figures.hosts,
        {
            name: lambda host: host["name"],
            message("column-workers"): lambda host: str(host["workers"]),
            message("column-achieved"): lambda host: units.rate(
                host["figures"]["achieved_rate_per_s"]
            ),
            "MiB/s": lambda host: units.decimal(host["figures"]["bytes_per_s"] / (1 << 20), 1),
            message("column-mean-response"): lambda host: latency_text(
                host["figures"]["response_time_ns"], "mean"
            ),
            "p99": lambda host: latency_text(host["figures"]["response_time_ns"], "p99"),
            message("column-own-lag"): lambda host: latency_text(
                host["figures"]["own_lag_ns"], "p99"
            ),
            message("generator-cpu"): lambda host: units.share(host["busy_share"]),
            message("column-host-cpu"): lambda host: units.share(_processors_busy(host)),
            message("column-steal"): lambda host: units.share(host["steal_share"]),
            message("column-clock"): lambda host: units.nanos(host["clock"]["offset_bound_ns"]),
            ended: lambda host: (
                outcome_words(host["outcome"]) if host["outcome"] else message("host-lost")
            ),
        },
        texts=(name, ended),
        caption=language.sentences([*odd(figures), message("hosts-caption")]),
    )


def _processors_busy(host: HostFigures) -> float | None:
    """Processor load of the whole machine; None for a host that was lost."""
    load = host["system_load"]
    cpu = None if load is None else load["cpu"]
    return None if cpu is None else 1 - cpu["idle"] - cpu["iowait"]


def odd(figures: RunFigures) -> list[str]:
    """How single hosts differ from the others, one sentence each; empty when all are alike."""
    hosts, open_loop = figures.hosts, figures.offered_rate_per_s is not None
    sentences = [
        message("host-because", host=host["name"], because=host["because"])
        for host in hosts
        if host["outcome"] is None
    ]
    parts = [
        odd_hosts.HostPart(
            host["name"],
            host["workers"],
            host["figures"]["completed"],
            host["figures"]["achieved_rate_per_s"],
            host["figures"]["response_time_ns"]["mean"],
            host["figures"]["own_lag_ns"]["mean"],
            host["figures"]["own_lag_ns"]["p99"],
        )
        for host in hosts
        if host["outcome"] is not None
    ]
    return [*sentences, *odd_hosts.words(odd_hosts.find_odd(parts, open_loop=open_loop))]
