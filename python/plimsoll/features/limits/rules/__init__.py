"""Limits found from measurements: which law do the rates of a volume follow, and which laws do they
refute?

`find_limits(observations)` is the whole of it. `finding.py` has the types, `series.py` takes bursts
out of a Run's rate, `cells.py` gathers Runs into data with their errors and proofs, `models.py` is
the one list of laws, `fitting.py` fits and compares them, `judging.py` puts the answer together,
`comparing.py` names winners and evidence, `holder.py` finds what holds a cap. All of these return
codes with figures; `words.py` makes the sentences. Pure: no store, no clock, no printing.
"""

from plimsoll.features.limits.rules.cells import burst_of
from plimsoll.features.limits.rules.finding import (
    Burst,
    Cell,
    Datum,
    Holder,
    LimitFinding,
    ModelFit,
    Observation,
    Parameter,
    Separator,
    SizeLaw,
    VolumeLimit,
)
from plimsoll.features.limits.rules.judging import Silent, cells_of, find_limits, rate_per_s
from plimsoll.features.limits.rules.observing import run_observations

__all__ = [
    "Burst",
    "Cell",
    "Datum",
    "Holder",
    "LimitFinding",
    "ModelFit",
    "Observation",
    "Parameter",
    "Separator",
    "Silent",
    "SizeLaw",
    "VolumeLimit",
    "burst_of",
    "cells_of",
    "find_limits",
    "rate_per_s",
    "run_observations",
]
