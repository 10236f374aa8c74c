"""How long tests wait for what must come: for as long as a machine may take on which others have
the processors and the disk. What never comes is a failure."""

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

PATIENCE_S = 300.0
"""Only a defect takes so long."""


def until(what: Callable[[], T], *, every_s: float = 0.02, why: str = "it did not come about") -> T:
    """The first answer that is true; looks this often."""
    end = time.monotonic() + PATIENCE_S
    while not (found := what()):
        assert time.monotonic() < end, why
        time.sleep(every_s)
    return found
