"""Objectives on the latency of syncs (fsync, fdatasync), which files of other programs tell apart
from that of writes: `p99(sync) <= 5ms` is short for `p99(completion_latency, flush) <= 5ms`.

The native side judges reads and writes, and only its grammar counts. So an objective on syncs is
parsed there as one on writes, and translated here. Runs that are measured here are not judged by
one."""

from __future__ import annotations

import re

NAMES = ("flush", "sync", "syncs", "fsync", "fdatasync")
"""Names of a sync in an objective; the first is the record's."""
LATENCY = "sync_latency"
"""The metric of the distribution of syncs of an imported Run. It is apart from that of operations,
which are merged: a sync is in no rate, and in no percentile of all operations either."""
_TERM = re.compile(r"\s*(?P<name>[\w.]+)\s*\((?P<arguments>[^()]*)\)(?P<rest>.*)", re.DOTALL)


def several(text: str) -> list[str]:
    """The single objectives of a text."""
    return " ".join(text.split()).split(" and ")


def has_syncs(text: str) -> bool:
    """Whether any objective of a text is on syncs."""
    return any(of_writes(objective) is not None for objective in several(text))


def of_writes(text: str) -> str | None:
    """A single objective on syncs as one on writes, for the native side; None for any other. A sync
    has one latency, from before its call until it returned."""
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
