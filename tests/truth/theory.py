"""Load lines from queueing theory and plain numpy: independent of Plimsoll's model on purpose.

Rates in operations/s, times in s. Where there is no formula, the waiting time comes from Lindley's
recursion over a sample large enough to be taken for the truth.
"""

import heapq
import math
from collections.abc import Callable

import numpy as np

SAMPLE = 8_000_000
"""Operations in a simulated sample: near a line at 97 % of capacity the line then varies by less
than 0.2 %."""


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
    """The highest Poisson rate at which the percentile of wait + `fixed_s` stays within the bound;
    service is constant.

    With constant service and first come, first served, operation n waits for operation n − k: an
    Erlang-k renewal process at each of k servers. The same random numbers serve at every rate, so
    that the percentile is monotone in it.
    """
    rng = np.random.default_rng(seed)
    # Spacings of operations at one server (k of the Poisson gaps), at rate 1: one row per
    # operation, one column per server.
    rows = operations // servers
    arrivals = np.cumsum(rng.exponential(size=rows * servers)).reshape(rows, servers)

    def percentile_of_response(rate: float) -> float:
        # W(n) = X(n) − min over j <= n of X(j), where X sums service − spacing (Lindley 1952, as a
        # reflected walk).
        walk = np.arange(rows)[:, None] * service_s - (arrivals - arrivals[0]) / rate
        waits = walk - np.minimum.accumulate(walk, axis=0)
        # The walk starts empty: the first tenth is left out.
        return float(np.percentile(waits[rows // 10 :], percentile)) + fixed_s

    return highest(lambda rate: percentile_of_response(rate) <= bound_s, 0.0, servers / service_s)


def mmk_line(servers: int, service_s: float, bound_s: float, percentile: float = 99.0) -> float:
    """The rate of M/M/k at which the percentile of response time is the bound.

    An arrival waits with the probability C of Erlang, then for an exponential time of rate k·µ − λ
    (Gross and Harris).
    """
    mu, allowed = 1 / service_s, 1 - percentile / 100

    def beyond(rate: float) -> float:
        offered = rate / mu
        terms = [offered**n / math.factorial(n) for n in range(servers)]
        last = offered**servers / math.factorial(servers) * servers / (servers - offered)
        waits = last / (sum(terms) + last)
        drain = servers * mu - rate
        alone = math.exp(-mu * bound_s)
        if abs(drain - mu) < 1e-9 * mu:
            return alone * (1 + waits * mu * bound_s)
        return alone + waits * mu / (mu - drain) * (math.exp(-drain * bound_s) - alone)

    return highest(lambda rate: beyond(rate) <= allowed, 0.0, servers * mu * (1 - 1e-9))


def _line_of_one_server(
    services: Callable[[np.ndarray], np.ndarray],
    bound_s: float,
    capacity: float,
    operations: int,
    seed: int,
) -> float:
    """The Poisson rate at which 1 % of the operations of one server take longer than the bound;
    `services` from uniform numbers."""
    rng = np.random.default_rng(seed)
    arrivals = np.cumsum(rng.exponential(size=operations))
    service = services(rng.random(operations))
    done = np.concatenate(([0.0], np.cumsum(service)[:-1]))

    def share_beyond(rate: float) -> float:
        walk = done - arrivals / rate
        return float(
            np.mean((walk - np.minimum.accumulate(walk) + service)[operations // 10 :] > bound_s)
        )

    return highest(lambda rate: share_beyond(rate) <= 0.01, 0.0, capacity)


def bimodal_line(
    fast_s: float,
    slow_s: float,
    slow_share: float,
    bound_s: float,
    *,
    operations: int = SAMPLE,
    seed: int = 2026,
) -> float:
    """One server whose operations are fast, or slow with a given probability; p99 within the
    bound."""
    capacity = 1 / (fast_s + slow_share * (slow_s - fast_s))
    return _line_of_one_server(
        lambda drawn: np.where(drawn < slow_share, slow_s, fast_s),
        bound_s,
        capacity,
        operations,
        seed,
    )


def drifting_line(
    capacity: float,
    factor: float,
    slow_for_s: float,
    slow_every_s: float,
    bound_s: float,
    *,
    operations: int = SAMPLE,
    seed: int = 2026,
) -> float:
    """M/M/1 whose service takes `factor` times as long in the first `slow_for_s` of every
    `slow_every_s`; p99 within the bound.

    Work is served at a rate that depends on the time alone, so time is changed for work: in units
    of work done the queue is a plain M/G/1 with shifted arrivals, and Lindley's recursion holds
    there. (A service that began in a slow time goes on at the pace of the time that it is in, where
    the model keeps the pace that it began with: one service in a thousand.)
    """
    rng = np.random.default_rng(seed)
    arrivals = np.cumsum(rng.exponential(size=operations))
    services = rng.exponential(size=operations) / capacity
    done = np.concatenate(([0.0], np.cumsum(services)[:-1]))
    slow_work = slow_for_s / factor
    a_turn = slow_work + slow_every_s - slow_for_s

    def work(at: np.ndarray) -> np.ndarray:
        turns, within = np.divmod(at, slow_every_s)
        return turns * a_turn + np.where(
            within < slow_for_s, within / factor, slow_work + within - slow_for_s
        )

    def time_of(done_work: np.ndarray) -> np.ndarray:
        turns, within = np.divmod(done_work, a_turn)
        return turns * slow_every_s + np.where(
            within < slow_work, within * factor, slow_for_s + within - slow_work
        )

    def share_beyond(rate: float) -> float:
        at = arrivals / rate
        began = work(at)
        walk = done - began
        ended = began + walk - np.minimum.accumulate(walk) + services
        return float(np.mean((time_of(ended) - at)[operations // 10 :] > bound_s))

    return highest(lambda rate: share_beyond(rate) <= 0.01, 0.0, capacity)


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


def shared_queue_mean_s(
    rate: float,
    servers: int,
    read: float,
    read_s: float,
    write_s: float,
    *,
    operations: int = 4_000_000,
    seed: int = 2026,
) -> float:
    """Mean response time where k servers share one queue and service is constant for reads and for
    writes (Kiefer and Wolfowitz)."""
    rng = np.random.default_rng(seed)
    arrivals = np.cumsum(rng.exponential(size=operations)) / rate
    services = np.where(rng.random(operations) < read, read_s, write_s)
    free, spent = [0.0] * servers, 0.0
    for n, (at, service) in enumerate(zip(arrivals.tolist(), services.tolist(), strict=True)):
        done = max(at, free[0]) + service
        heapq.heapreplace(free, done)
        if n >= operations // 10:
            spent += done - at
    return spent / (operations - operations // 10)


def highest(holds: Callable[[float], bool], low: float, high: float) -> float:
    """The highest number between the two at which a monotone claim holds, to four digits."""
    while high - low > 1e-4 * high:
        middle = (low + high) / 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return low
