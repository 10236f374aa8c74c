"""What a command does first that may have so much memory and no more (`tests/warm.py`)."""

import resource

LIMIT = 1 << 30
"""Bytes: what it needs and some for a document."""


def begin() -> None:
    """In the command, before it begins."""
    resource.setrlimit(resource.RLIMIT_DATA, (LIMIT, LIMIT))
