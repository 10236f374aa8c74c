"""The terms of an objective that a search needs: its parts, its bound on latency, its longest
period. The native side parses them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from plimsoll.native.session import objective_terms

if TYPE_CHECKING:
    from plimsoll.native.record import RunRecord, Summary

SYNC_LATENCY = "sync_latency"
"""The name of the distribution of syncs of an imported Run. It is apart from those of operations,
which are merged: another program counts a sync in no rate and in no percentile of all."""


def parts(text: str) -> list[str]:
    """The single objectives in a text, in their order."""
    return [term.text for term in objective_terms(text)]


def of_completion(text: str) -> str:
    """The same objectives on completion latency, for Runs that have no response time."""
    return text.replace("response_time", "completion_latency")


def longest_period_s(text: str) -> float | None:
    """The longest period of a maximum among them, in seconds; none without one."""
    return max(
        (term.period_ns / 1e9 for term in objective_terms(text) if term.period_ns is not None),
        default=None,
    )


@dataclass(frozen=True)
class Bound:
    """A bound on a figure of a latency. `statistic` as it is written: mean, p99, p99.9."""

    statistic: str
    metric: Literal["response_time", "completion_latency"]
    kind: Literal["all", "read", "write", "flush"]
    bound_ns: float

    def spans(self, record: RunRecord) -> Summary:
        """The distribution that it bounds a figure of."""
        figures = record[self.kind]
        return (
            figures["response_time_ns"]
            if self.metric == "response_time"
            else figures["completion_latency_ns"]
        )

    def figure(self, record: RunRecord) -> float | None:
        """The bounded figure of a record, in ns; None where the sample cannot carry it, or the
        record does not have it."""
        found = dict(self.spans(record)).get(self.statistic.replace(".", "_"))
        return float(found) if isinstance(found, int | float) else None


def bound_of(text: str) -> Bound | None:
    """The first bound on a figure of a latency that records have; None without one. A maximum of a
    period is no such figure."""
    for term in objective_terms(text):
        if (
            term.statistic
            and term.metric
            and term.kind
            and term.bound_ns is not None
            and term.period_ns is None
        ):
            return Bound(term.statistic, term.metric, term.kind, float(term.bound_ns))
    return None


def latency(text: str) -> tuple[str, float] | None:
    """The first bound on a latency: its statistic and its bound in ns; none without one."""
    found = bound_of(text)
    return None if found is None else (found.statistic, found.bound_ns)
