"""The names of what varies in a plan, for those who read it."""

from __future__ import annotations

from plimsoll.campaign.messages import message

NAMED = (
    "configuration",
    "target",
    "test",
    "workload",
    "load",
    "repeat",
    "block_size",
    "write_block_size",
    "align",
    "read",
    "trim",
    "pattern",
    "working_set",
    "working_set_offset",
    "fsync_every",
    "fdatasync_every",
    "durable_writes",
    "payload",
    "compressible",
    "duplicates",
    "verify",
    "workers",
    "queue_depth",
    "rate",
    "arrivals",
    "max_outstanding",
    "think_time",
    "cap_rate",
    "cap_bytes",
    "bursts",
    "hosts",
)
"""Keys of tables, and what a plan has beside them."""


def name(factor: str) -> str:
    """A factor in words; parameters, and the factors of a design, keep their own names."""
    return message(f"factor-{factor}") if factor in NAMED else factor.replace("_", " ")
