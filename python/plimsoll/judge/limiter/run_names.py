"""The names of scaling Runs. A Run is kept under its English name and found again by it; a reader
sees the name in words."""

import re

from plimsoll.base import language, units
from plimsoll.base.messages import ENGLISH
from plimsoll.judge.messages import message

AGAIN = "again"
LONGER = "the same for longer"
MORE_WORKERS = "more workers at this rate"
HIGHER_CAP = "a higher in-flight cap"
LIGHT = "light"


def of_depth(depth: int) -> str:
    """A Run at another queue depth."""
    return f"depth {depth}"


def of_round(depth: int) -> str:
    """A Run in which half as many operations wait as the target has places."""
    return f"depth {depth}, a round and a half"


def of_workers(workers: int) -> str:
    """A Run with another number of workers."""
    return f"{workers} workers"


def of_size(block_size_bytes: int) -> str:
    """A Run with another block size."""
    with language.writing(ENGLISH):
        return f"blocks of {units.block_size(block_size_bytes)}"


def of_size_light(block_size_bytes: int) -> str:
    """The same at a light load."""
    return f"{of_size(block_size_bytes)}, light"


_PATTERNS = {
    "again": AGAIN,
    "longer": LONGER,
    "more-workers": MORE_WORKERS,
    "higher-cap": HIGHER_CAP,
    "light": LIGHT,
    "round": r"depth (?P<depth>\d+), a round and a half",
    "depth": r"depth (?P<depth>\d+)",
    "workers": r"(?P<workers>\d+) workers",
    "size-light": r"blocks of (?P<size>.+), light",
    "size": r"blocks of (?P<size>.+)",
}
"""Every name, by the code of its message `run-name-…`; the first that fits is meant."""


def words(name: str) -> str:
    """The name of a Run for a reader; one of another version stays as it is."""
    for code, pattern in _PATTERNS.items():
        if (found := re.fullmatch(pattern, name)) is not None:
            return message(f"run-name-{code}", **found.groupdict())
    return name
