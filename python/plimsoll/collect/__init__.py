"""Any counter on the Run's own clock: what a command prints (`--collect`), what an exporter
publishes (`--scrape`).

Each sample is stamped when it arrives, with CLOCK_MONOTONIC, the clock of the Runs: so it can be
laid beside their intervals. Every collector has a thread and bounds of its own. One that hangs,
floods, prints rubbish or dies costs its own data and never delays a Run. Nothing here writes to a
store, prints, or knows what a Run is.
"""

from plimsoll.collect.collectors import Batch, Collectors, Remote, losses
from plimsoll.collect.intake import MOST_NAMES, MOST_VALUES_PER_S, Sample, Tally, shortened
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
    "shortened",
    "sources",
]
