"""Load lines from queueing theory and plain numpy: independent of Plimsoll's model on purpose.

Rates in operations/s, times in s. Where there is no formula, the waiting time comes from Lindley's recursion over a
sample large enough to be taken for the truth.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

SAMPLE = 8_000_000
"""Operations in a simulated sample: near a line at 97 % of capacity the line then varies by less than 0.2 %."""


def mm1_line(capacity: float, bound_s: float, percentile: float = 99.0) -> float:
    """P(R > d) = exp(−(µ − λ)·d) in M/M/1: the rate at which that is the share allowed."""
    return capacity + math.log(1 - percentile / 100) / bound_s


def deterministic_line(
    service_s: float,
    servers: int,
    bound_s: float,
    fixed_s: float,
    percentile: float = 99.0,
    *,
    operations: int = SAMPLE,
    seed: int = 2026,
) -> float:
    """The highest Poisson rate at which the percentile of wait + `fixed_s` stays within the bound; service is constant.

    With constant service and first come, first served, operation n waits for operation n − k: an Erlang-k renewal
    process at each of k servers. The same random numbers serve at every rate, so that the percentile is monotone in it.
    """
    rng = np.random.default_rng(seed)
    # Spacings of operations at one server (k of the Poisson gaps), at rate 1: one row per operation, one column per server.
    rows = operations // servers
    arrivals = np.cumsum(rng.exponential(size=rows * servers)).reshape(rows, servers)

    def percentile_of_response(rate: float) -> float:
        # W(n) = X(n) − min over j <= n of X(j), where X sums service − spacing (Lindley 1952, as a reflected walk).
        walk = np.arange(rows)[:, None] * service_s - (arrivals - arrivals[0]) / rate
        waits = walk - np.minimum.accumulate(walk, axis=0)
        # The walk starts empty: the first tenth is left out.
        return float(np.percentile(waits[rows // 10 :], percentile)) + fixed_s

    return highest(lambda rate: percentile_of_response(rate) <= bound_s, 0.0, servers / service_s)


def worst_of_a_period_line(
    capacity: float, bound_s: float, period_s: float, *, operations: int = SAMPLE, seed: int = 2026
) -> float:
    """The Poisson rate of M/M/1 at which a tenth of the periods see a response beyond the bound.

    The same random numbers serve at every rate.
    """
    rng = np.random.default_rng(seed)
    arrivals = np.cumsum(rng.exponential(size=operations))
    services = rng.exponential(size=operations) / capacity
    done = np.concatenate(([0.0], np.cumsum(services)[:-1]))

    def share_beyond(rate: float) -> float:
        at = arrivals / rate
        walk = done - at
        slow = walk - np.minimum.accumulate(walk) + services > bound_s
        periods = (at / period_s).astype(int)
        return float(len(np.unique(periods[slow]))) / (periods[-1] + 1)

    return highest(lambda rate: share_beyond(rate) <= 0.1, 0.0, capacity)


def highest(holds: Callable[[float], bool], low: float, high: float) -> float:
    """The highest number between the two at which a monotone claim holds, to four digits."""
    while high - low > 1e-4 * high:
        middle = (low + high) / 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return low
