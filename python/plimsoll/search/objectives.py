"""The little that a search knows of its objectives' canonical text: which there are, and how long a period has to be seen.

What an objective means is decided on the native side (`measure::objective`); there its text is made canonical, too.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_UNITS_S = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1.0, "m": 60.0, "h": 3600.0}
_PERIOD = re.compile(r" over ([\d.]+)(ns|us|ms|s|m|h)\b")


def parts(text: str) -> list[str]:
    """The single objectives in a text, in their order."""
    return text.split(" and ")


def longest_period_s(text: str) -> float | None:
    """The longest period of a maximum among them, in seconds; none without one."""
    return max((float(n) * _UNITS_S[unit] for n, unit in _PERIOD.findall(text)), default=None)


@dataclass(frozen=True)
class Bound:
    """A bound on a figure of a latency. `statistic` as it is written: mean, p99, p99.9."""

    statistic: str
    metric: str
    kind: str
    bound_ns: float


_BOUND = re.compile(r"(mean|p[\d.]+)\(([a-z_]+), ([a-z]+)\) <= ([\d.]+)(ns|us|ms|s|m|h)")


def bound_of(text: str) -> Bound | None:
    """The first bound on a figure of a latency; none without one."""
    for one in parts(text):
        if found := _BOUND.fullmatch(one):
            return Bound(found[1], found[2], found[3], float(found[4]) * _UNITS_S[found[5]] * 1e9)
    return None


def latency(text: str) -> tuple[str, float] | None:
    """The first bound on a latency: its statistic and its bound in ns; none without one."""
    found = bound_of(text)
    return None if found is None else (found.statistic, found.bound_ns)
