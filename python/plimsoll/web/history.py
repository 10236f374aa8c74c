"""The history of the Run under way for a page that was opened later: its intervals from the store,
in as many steps as a plot can show.

It is read on request, since a long Run has thousands of intervals; the page adds later ones itself.
A step with several intervals has their mean rate, the response times of the worst one, and the sum
of their distributions. Percentiles are never averaged.
"""

from collections import Counter
from collections.abc import Iterable

from plimsoll.campaign.watch import interval_of
from plimsoll.store import Store, imports
from plimsoll.web.live_document import IntervalView
from plimsoll.web.live_view import interval_view

STEPS = 480
"""Limit of steps; a plot has about as many pixels."""
MOST_DISTRIBUTIONS = 1_000
"""With more intervals no distributions are read: each takes a third of a millisecond."""


def of(store: Store, campaign: int) -> list[IntervalView]:
    """The intervals of the newest Run of a campaign, oldest first."""
    row = store.campaign(campaign)
    runs = store.runs(campaign)
    # Imported Runs are not under way.
    if not runs or row is None or row.kind == imports.KIND:
        return []
    run = runs[-1]
    rows = [row for row in store.intervals(run.id) if row.document["phase"] != "drain"]
    with_bins = len(rows) <= MOST_DISTRIBUTIONS
    intervals = (interval_of(run.began_s, run.id, row, {}, with_bins=with_bins) for row in rows)
    return thin_intervals([interval_view(interval) for interval in intervals])


def thin_intervals(intervals: list[IntervalView], steps: int = STEPS) -> list[IntervalView]:
    """At most `steps` intervals, each combined from neighbours of one phase."""
    size = -(-len(intervals) // steps)
    if size < 2:
        return intervals
    found: list[IntervalView] = []
    group: list[IntervalView] = []
    for interval in intervals:
        if group and (len(group) == size or interval["phase"] != group[-1]["phase"]):
            found.append(_combine(group))
            group = []
        group.append(interval)
    return [*found, _combine(group)]


def _combine(group: list[IntervalView]) -> IntervalView:
    length = sum(part["s"] for part in group)
    last = group[-1]

    def rate(values: Iterable[float | None]) -> float | None:
        pairs = [
            (value, part["s"])
            for value, part in zip(values, group, strict=True)
            if value is not None
        ]
        seconds = sum(span for _, span in pairs)
        return sum(value * span for value, span in pairs) / seconds if seconds else None

    def worst(values: Iterable[int | None]) -> int | None:
        return max((value for value in values if value is not None), default=None)

    bins: Counter[int] = Counter()
    for part in group:
        for upper, count in part["bins"]:
            bins[upper] += count
    return {
        "run": last["run"],
        "index": last["index"],
        "at": last["at"],
        "phase": last["phase"],
        "s": length,
        "offered": rate(part["offered"] for part in group),
        "issued": rate(part["issued"] for part in group) or 0.0,
        "achieved": rate(part["achieved"] for part in group) or 0.0,
        "bytes": rate(part["bytes"] for part in group) or 0.0,
        "errors": sum(part["errors"] for part in group),
        "p50": worst(part["p50"] for part in group),
        "p95": worst(part["p95"] for part in group),
        "p99": worst(part["p99"] for part in group),
        "max": worst(part["max"] for part in group),
        "cpu": rate(part["cpu"] for part in group),
        "core": rate(part["core"] for part in group),
        "pressure": rate(part["pressure"] for part in group),
        "disk": rate(part["disk"] for part in group),
        "bins": sorted(bins.items()),
    }
