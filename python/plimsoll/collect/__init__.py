"""Collects counters on the clock of the Runs: from the output of a command (`--collect`) or from an
exporter (`--scrape`).

Each sample is stamped on arrival with CLOCK_MONOTONIC, the clock of the Runs, so that it can be
compared with their intervals. Every collector has its own thread and limits. A collector that
hangs, floods, prints garbage or dies loses its own data and never delays a Run. Nothing here writes
to a store, prints, or depends on Runs.
"""

from plimsoll.collect.collectors import Batch, Collectors, Remote, losses
from plimsoll.collect.intake import MOST_NAMES, MOST_VALUES_PER_S, Sample, Tally, shorten
from plimsoll.collect.source import EVERY, Source, sources

__all__ = [
    "EVERY",
    "MOST_NAMES",
    "MOST_VALUES_PER_S",
    "Batch",
    "Collectors",
    "Remote",
    "Sample",
    "Source",
    "Tally",
    "losses",
    "shorten",
    "sources",
]
