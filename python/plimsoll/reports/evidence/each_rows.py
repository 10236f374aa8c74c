"""The figures of each client (VM) or target of the Runs of a campaign: a summary for the row of a
Run, and rows of their own, one per client and Run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from plimsoll.reports.evidence.evidence import Evidence

OF_RUN = (
    "each_rate_per_s_fewest",
    "each_rate_per_s_most",
    "each_response_time_ns_mean_best",
    "each_response_time_ns_mean_worst",
    "each_response_time_ns_p99_worst",
)
"""Columns of a Run. Over all of its clients or targets, of whatever kind."""

NAMES = (
    "run",
    "each_of",
    "name",
    "kind",
    "offered_rate_per_s",
    "achieved_rate_per_s",
    "bytes_per_s",
    "operations",
    "errors",
    "unfinished",
    "response_time_ns_mean",
    "response_time_ns_p50",
    "response_time_ns_p99",
    "response_time_ns_max",
    "at_least",
)
"""Columns of a client or target."""


def of_run(record: Mapping[str, Any]) -> dict[str, str | int | float | None]:
    """What the row of a Run says of them; empty cells where it has none."""
    told = record.get("each") or {}
    every = told.get("figures") or []
    rates = [one["achieved_rate_per_s"] for one in every]
    means = [one["mean_ns"] for one in every if one["mean_ns"] is not None]
    tails = [one["p99_ns"] for one in every if one["p99_ns"] is not None]
    values = (
        min(rates, default=None),
        max(rates, default=None),
        min(means, default=None),
        max(means, default=None),
        # Of those that have one: who got too few operations has none.
        max(tails, default=None),
    )
    return {
        "each_of": told.get("of"),
        "each_count": len(every) or None,
        **dict(zip(OF_RUN, values, strict=True)),
    }


def rows(evidence: Evidence) -> Iterator[tuple[str | int | float | None, ...]]:
    """The values of `NAMES`, Run after Run."""
    for run in evidence.runs:
        told = run.told.get("each")
        for one in told["figures"] if told else ():
            yield (
                run.row.id,
                told["of"] if told else None,
                one["name"],
                one.get("group"),
                one.get("offered_rate_per_s"),
                one["achieved_rate_per_s"],
                one["bytes_per_s"],
                one["count"],
                one["errors"],
                one["unfinished"],
                one["mean_ns"],
                one["p50_ns"],
                one["p99_ns"],
                one["max_ns"],
                " ".join(one.get("at_least") or ()),
            )
