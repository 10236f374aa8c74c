"""The little that a search knows of its objectives' canonical text: which there are, and how long a period has to be seen.

What an objective means is decided on the native side (`measure::objective`); there its text is made canonical, too.
"""

from __future__ import annotations

import re

_UNITS_S = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1.0, "m": 60.0, "h": 3600.0}
_PERIOD = re.compile(r" over ([\d.]+)(ns|us|ms|s|m|h)\b")


def parts(text: str) -> list[str]:
    """The single objectives in a text, in their order."""
    return text.split(" and ")


def longest_period_s(text: str) -> float | None:
    """The longest period of a maximum among them, in seconds; none without one."""
    return max((float(n) * _UNITS_S[unit] for n, unit in _PERIOD.findall(text)), default=None)


_LATENCY = re.compile(r"(mean|p[\d.]+)\([a-z_]+, [a-z]+\) <= ([\d.]+)(ns|us|ms|s|m|h)")


def latency(text: str) -> tuple[str, float] | None:
    """The first bound on a latency: its statistic and its bound in ns; none without one."""
    for one in parts(text):
        if found := _LATENCY.fullmatch(one):
            return found[1], float(found[2]) * _UNITS_S[found[3]] * 1e9
    return None
