"""An offered rate as text (`--rate`, `load.rate`), parsed here only: operations/s, a share of the
maximum (`80%`), or a profile; of all together, or of each client or target (`1250/client`)."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, cast, get_args

from plimsoll.base.messages import message

if TYPE_CHECKING:
    from plimsoll.native.record import ProbeRequest

LARGEST_SHARE = 10.0
"""Shares of the maximum above this are a mistake."""
Each = Literal["client", "target"]
"""A rate may be that of each of these."""
EACH: tuple[Each, ...] = get_args(Each)


@dataclass(frozen=True)
class OfferedRate:
    """A rate: exactly one of `per_s`, `share` and `profile` is set."""

    per_s: float | None = None
    """Operations/s, which need not be a rate that can be offered: that is checked in Rust."""
    share: float | None = None
    """Of the maximum: 0.8 of `80%`."""
    profile: str | None = None
    """A rate that changes in the course of Measure, as text: Rust reads it."""
    each: Each | None = None
    """The rate is that of each of these; None: of all together."""

    def request(self, maximum_per_s: float | None = None) -> ProbeRequest:
        """The keys of a Run's request. A share needs the maximum, and has no rate without it."""
        keys: ProbeRequest = {} if self.each is None else {"rate_per": self.each}
        if self.per_s is not None:
            keys["rate"] = self.per_s
        if self.share is not None and maximum_per_s is not None:
            keys["rate"] = round_rate(self.share * maximum_per_s)
        if self.profile is not None:
            keys["rate_profile"] = self.profile
        return keys


def round_rate(rate: float) -> float:
    """A rate with four significant digits, so that the offered rate is the reported one."""
    return float(f"{rate:.4g}")


def of(written: float | str) -> OfferedRate:
    """Parses a rate. Raises ValueError for a percentage that cannot be offered, and for a rate of
    each of something unknown."""
    if not isinstance(written, str):
        return OfferedRate(per_s=written)
    if written.strip().endswith("%") and "/" not in written:
        return OfferedRate(share=_share(written))
    amount: str = written
    each: Each | None = None
    if "/" in written:
        amount, _, word = (part.strip() for part in written.rpartition("/"))
        each = next((known for known in EACH if known == word), None)
        if each is None or not amount or amount.endswith("%"):
            raise ValueError(message("rate-unreadable", rate=written))
    try:
        per_s = float(amount)
    except ValueError:
        per_s = math.inf
    # Rust parses the rest as a profile, and reports a text that is no rate.
    return (
        OfferedRate(per_s=per_s, each=each)
        if math.isfinite(per_s)
        else OfferedRate(profile=amount, each=each)
    )


def of_load(load: Mapping[str, object]) -> OfferedRate | None:
    """The rate of a load of a Point; None for a closed loop."""
    written = load.get("rate")
    return None if written is None else of(cast("float | str", written))


def share_of(load: Mapping[str, object]) -> float | None:
    """The share of the maximum that a load offers; None for any other load."""
    offered = of_load(load)
    return None if offered is None else offered.share


def _share(written: str) -> float:
    try:
        share = float(written.strip()[:-1]) / 100
    except ValueError:
        share = float("nan")
    if not 0 < share <= LARGEST_SHARE:
        raise ValueError(message("rate-no-share", rate=written))
    return share
