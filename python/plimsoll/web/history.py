"""What the Run under way did before its live page was opened: its intervals from the store, in as
many steps as a plot can show.

Read once when somebody asks for it, since a long Run has thousands; what comes afterwards the page
has itself. Of several intervals in a step rates are those of all of them, response times those of
the worst one, and the distributions are added up: percentiles are never averaged.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from plimsoll.campaign.watch import interval_of
from plimsoll.store import imports
from plimsoll.web.live_view import interval_view

if TYPE_CHECKING:
    from collections.abc import Iterable

    from plimsoll.store import Store
    from plimsoll.web.live_document import IntervalView

STEPS = 480
"""Of a history: a plot has about as many pixels."""
MOST_DISTRIBUTIONS = 1_000
"""Intervals whose distributions are read: each takes a third of a millisecond."""


def of(store: Store, campaign: int) -> list[IntervalView]:
    """The newest Run of a campaign, oldest first; empty where none has begun."""
    row = store.campaign(campaign)
    runs = store.runs(campaign)
    # What another program measured is no Run that goes on.
    if not runs or row is None or row.kind == imports.KIND:
        return []
    run = runs[-1]
    rows = [row for row in store.intervals(run.id) if row.document["phase"] != "drain"]
    with_bins = len(rows) <= MOST_DISTRIBUTIONS
    intervals = (interval_of(run.began_s, run.id, row, {}, with_bins=with_bins) for row in rows)
    return thinned([interval_view(interval) for interval in intervals])


def thinned(shown: list[IntervalView], steps: int = STEPS) -> list[IntervalView]:
    """At most so many, each of neighbours of one phase."""
    each = -(-len(shown) // steps)
    if each < 2:
        return shown
    found: list[IntervalView] = []
    group: list[IntervalView] = []
    for one in shown:
        if group and (len(group) == each or one["phase"] != group[-1]["phase"]):
            found.append(_together(group))
            group = []
        group.append(one)
    return [*found, _together(group)]


def _together(group: list[IntervalView]) -> IntervalView:
    length = sum(one["s"] for one in group)
    last = group[-1]

    def rate(values: Iterable[float | None]) -> float | None:
        pairs = [
            (value, one["s"]) for value, one in zip(values, group, strict=True) if value is not None
        ]
        seconds = sum(span for _, span in pairs)
        return sum(value * span for value, span in pairs) / seconds if seconds else None

    def worst(values: Iterable[int | None]) -> int | None:
        return max((value for value in values if value is not None), default=None)

    bins: Counter[int] = Counter()
    for one in group:
        for upper, count in one["bins"]:
            bins[upper] += count
    return {
        "run": last["run"],
        "index": last["index"],
        "at": last["at"],
        "phase": last["phase"],
        "s": length,
        "offered": rate(one["offered"] for one in group),
        "issued": rate(one["issued"] for one in group) or 0.0,
        "achieved": rate(one["achieved"] for one in group) or 0.0,
        "bytes": rate(one["bytes"] for one in group) or 0.0,
        "errors": sum(one["errors"] for one in group),
        "p50": worst(one["p50"] for one in group),
        "p95": worst(one["p95"] for one in group),
        "p99": worst(one["p99"] for one in group),
        "max": worst(one["max"] for one in group),
        "cpu": rate(one["cpu"] for one in group),
        "core": rate(one["core"] for one in group),
        "pressure": rate(one["pressure"] for one in group),
        "disk": rate(one["disk"] for one in group),
        "bins": sorted(bins.items()),
    }
