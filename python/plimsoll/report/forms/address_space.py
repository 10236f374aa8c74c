"""Checks the limit of address space (`ulimit -v`) before using libraries that reserve gigabytes of
it and abort the process when refused.

The reserved space is no used memory and does not depend on the report."""

import os
from pathlib import Path

from plimsoll.base import posix
from plimsoll.base.errors import NoSpaceError
from plimsoll.report.messages import message

PICTURES = 96 << 30
"""Bytes that V8, which draws charts, reserves for its heaps: more than 61 GiB, at most 95."""
WORKBOOK = 5 << 29
"""The runtime of Go, which writes workbooks: it needed up to 1.8 GB with its threads."""


def require(needed: int, drawing: str) -> None:
    """Raises NoSpaceError where this process may not reserve so many bytes more."""
    limit = posix.limit("RLIMIT_AS")
    if limit is None:
        return
    taken = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    left = max(0, limit - taken * os.sysconf("SC_PAGE_SIZE"))
    if left < needed:
        raise NoSpaceError(
            *message.refusal(
                "not-enough-memory",
                drawing=drawing,
                needed=f"{needed / (1 << 30):.3g}",
                limit=limit >> 10,
                left=f"{left / (1 << 30):.3g}",
            )
        )
