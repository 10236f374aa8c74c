"""What each host had of a Run over several: the same table on the terminal and in a report, and
which hosts stand out."""

from __future__ import annotations

from statistics import median
from typing import TYPE_CHECKING

from plimsoll import units
from plimsoll.reports.common.answer import bounded
from plimsoll.reports.common.answer import outcome as outcome_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from plimsoll._record import HostFigures

COLUMNS = (
    "Host",
    "Workers",
    "Achieved, IOPS",
    "MiB/s",
    "Mean response time",
    "p99",
    "p99 of own lag",
    "Generator CPU",
    "Steal",
    "Clock known to",
    "Ended",
)
SLOWER = 1.5
"""A host whose mean response time is so many times the median of all is named."""
BEHIND = 0.95
"""So is one that had less than this share of the rate that its workers were to offer."""
LATE_NS = 1_000_000
"""And one whose generator was late by more than this at p99 while the median host was not."""


def rows(hosts: Sequence[HostFigures]) -> list[list[str]]:
    """A row for each host, under COLUMNS."""
    return [_row(host) for host in hosts]


def _row(host: HostFigures) -> list[str]:
    figures = host["figures"]
    busy, steal = host.get("busy_share"), host.get("steal_share")
    outcome = host.get("outcome")
    return [
        host["name"],
        str(host["workers"]),
        units.rate(figures["achieved_rate_per_s"]),
        f"{figures['bytes_per_s'] / (1 << 20):,.1f}",
        bounded(figures["response_time_ns"], "mean"),
        bounded(figures["response_time_ns"], "p99"),
        bounded(figures["own_lag_ns"], "p99"),
        units.DASH if busy is None else units.share(busy),
        units.DASH if steal is None else units.share(steal),
        units.nanos(host["clock"]["offset_bound_ns"]),
        "lost" if outcome is None else outcome_words(outcome),
    ]


def odd(hosts: Sequence[HostFigures], *, open_loop: bool) -> list[str]:
    """What sets single hosts apart, a sentence each; empty where they are alike."""
    said = [f"{host['name']} {host['because']}." for host in hosts if host.get("outcome") is None]
    there = [host for host in hosts if host.get("outcome") is not None]
    if len(there) < 2:
        return said
    means = {
        host["name"]: mean
        for host in there
        if (mean := host["figures"]["response_time_ns"].get("mean"))
    }
    typical = median(means.values()) if means else 0.0
    said += [
        f"{name} is slower than the others: its mean response time is {units.nanos(mean)}, the"
        f" median host's {units.nanos(typical)}."
        for name, mean in means.items()
        if mean > SLOWER * typical
    ]
    each = {
        host["name"]: host["figures"]["achieved_rate_per_s"] / host["workers"] for host in there
    }
    usual = median(each.values())
    said += [
        f"{name} had {units.share(rate / usual)} of the IOPS that the median host had for each"
        " worker."
        for name, rate in each.items()
        if open_loop and usual and rate < BEHIND * usual
    ]
    lags = {
        host["name"]: lag
        for host in there
        if (lag := host["figures"]["own_lag_ns"].get("p99")) is not None
    }
    usually = median(lags.values()) if lags else 0
    said += [
        f"The generator on {name} was late: p99 of own lag {units.nanos(lag)}, the median host's"
        f" {units.nanos(usually)}."
        for name, lag in lags.items()
        if lag > LATE_NS > usually
    ]
    return said
