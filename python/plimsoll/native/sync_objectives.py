"""Objectives on the latency of syncs (fsync, fdatasync), which files of other programs tell apart
from that of writes: `p99(sync) <= 5ms` is short for `p99(completion_latency, flush) <= 5ms`.

The native side judges reads and writes, and its grammar is the one that holds. So an objective on
syncs is read there as one on writes, and put into its own words here. A Run that is measured here
is not judged by one."""

from __future__ import annotations

import re

NAMES = ("flush", "sync", "syncs", "fsync", "fdatasync")
"""What a sync may be called in an objective; the first is what a record calls it."""
LATENCY = "sync_latency"
"""The metric of the distribution of syncs of an imported Run, a name of its own: those of the
operations are added up, and a sync, which is in no rate, is in no percentile of all operations
either."""
_TERM = re.compile(r"\s*(?P<name>[\w.]+)\s*\((?P<arguments>[^()]*)\)(?P<rest>.*)", re.DOTALL)


def several(text: str) -> list[str]:
    """The objectives of a text, each by itself."""
    return " ".join(text.split()).split(" and ")


def has_syncs(text: str) -> bool:
    """Whether any of them is of syncs."""
    return any(of_writes(objective) is not None for objective in several(text))


def of_writes(text: str) -> str | None:
    """A single objective on syncs as one on writes, which the native side reads; none for any
    other. A sync has one latency, from before its call until it returned."""
    found = _TERM.fullmatch(text)
    if found is None:
        return None
    arguments = [argument.strip() for argument in found["arguments"].split(",")]
    if arguments[-1] not in NAMES:
        return None
    before = arguments[:-1] or ([] if found["name"] == "errors" else ["completion_latency"])
    return f"{found['name']}({', '.join([*before, 'write'])}){found['rest']}"


def of_syncs(canonical: str) -> str:
    """An objective on writes in its canonical form, as one on syncs."""
    return re.sub(r"\bwrite\)", f"{NAMES[0]})", canonical, count=1)
