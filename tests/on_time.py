"""Runs on the real clock, on a machine that may stand still for as long as they take."""

from collections.abc import Callable

from tests.conftest import Ending

ENOUGH = 50
"""A machine that is late this often in a row is not merely busy."""


def on_time(command: Callable[..., Ending], *words: object) -> Ending:
    """What a Run said, begun anew as long as its generator did not get to run within Measure.

    A shared machine stalls for longer than the 50 ms that a test measures for, and then the Run
    rightly says that it is no evidence. All else that it says is given back as it is.
    """
    for _ in range(ENOUGH):
        ended = command(*words)
        if "issued no operation within Measure" not in ended.out:
            break
    return ended
