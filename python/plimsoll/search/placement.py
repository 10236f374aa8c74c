"""The grade of a line, and whether its ends place one rate. Apart from `grades.py`, so that reading
a stored answer loads nothing of what searches compute with."""

import math
from typing import Literal

Grade = Literal["confirmed", "estimated", "bounded"]
CONFIDENCE = 0.95
"""Of an estimated interval."""
UNPLACED_RATIO = 3.0
"""An estimate whose ends lie this far apart, as a ratio, has no useful middle."""


def is_placed(grade: Grade, low: float | None, high: float | None) -> bool:
    """Whether the ends of a line lie near enough to report one rate. Only an estimate may fail
    this: a bound has one end, and holds are never so far apart."""
    return grade != "estimated" or (high or math.inf) <= UNPLACED_RATIO * (low or 0.0)
