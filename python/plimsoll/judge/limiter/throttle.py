"""The limiter of a rate that neither outstanding I/O nor workers raise: full servers, or a throttle
before servers that could do more.

Four signs, each with its reason (decision 0014-who-limited):

* **Places.** Rate x latency at a light load is how many operations are worked on at once. Below
  one, even a single server would be idle part of the time: not the work limits the rate, but a
  count of operations.
* **Evenness.** A throttle lets operations go by the clock: the counts of equal windows are equal.
  Servers whose service times vary by cv let counts vary by cv² of their mean (renewal theory),
  whatever their number. Windows in which a machine stood still are left out by taking the median
  deviation.
* **Size.** Smaller or larger operations change the work: full servers change their rate with it, a
  count of operations or of bytes does not.
* **Rounds.** Servers with constant service work in rounds: with half as many waiting as there are
  places, some operations wait a whole round and others none. At a throttle all wait alike.

Round numbers are no sign. Pure; called by `limiter` alone.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from plimsoll.judge.limiter import run_names
from plimsoll.judge.limiter.observations import RunFacts
from plimsoll.judge.limiter.signs import Sign, decides, sign

if TYPE_CHECKING:
    from plimsoll.judge.limiter.document import Who

LESS_THAN_ONE = 0.9
"""With fewer places than this not even one server would be full. Latency at a light load is known
to a few percent."""
ONE_SERVER_TOLERANCE = 0.04
"""This close to one place, it may be one server."""
EVEN_DISPERSION = 0.02
"""Dispersion up to which completions are evenly spaced: service times that vary by less than 14 %
look alike."""
BATCH_DISPERSION = 5.0
"""Dispersion over short windows that, beside even seconds, shows that shares of time are handed
out."""
SAME_RATE = 0.03
"""Rates or latencies this close are the same."""
LONGER_SHARE = 0.05
"""Latency at a light load that grows by this with the size: the work grew."""
EXPLAINED_SHARE = 0.5
"""Share of the added time between operations that the added time of an operation must explain."""
FEW_WAIT = 0.25
"""Median latency over mean, in a full queue. A queue served in order has about 1; where shares of
time are handed out, most operations pass at once and a few wait for the next share."""
STEADY_WANDER = 0.65
"""Wander (`RunFacts.wander`) up to which the count stays within a batch of a steady one."""
ROUND_SPREAD = 0.15
"""Spread of latency beside its mean, beyond that at a light load, where operations wait in
rounds."""
MEMORY_NS = 8_000.0
"""Latency at a light load below which no storage answers (a command to the fastest flash or 3D
XPoint drive takes longer)."""
TOO_EVEN_FACTOR = 8.0
"""Full servers would have at least this many times the dispersion of completions that are too
even."""
MAX_ROUND_SPREAD = 0.6
"""Spread beyond which it is no round: an operation in rounds waits one service time at most, and so
varies by less than this."""
UNEXPLAINED = 10.0
"""Dispersion that service times do not explain, where they vary by less than its root."""
UNEXPLAINED_EVEN = 1.0
"""The same where service times are alike when nothing waits."""
LIGHT_SHARE = 0.1
"""The light load, as a share of the flat rate."""
LARGEST_BYTES = 1 << 20
SMALLEST_BYTES = 512
OTHER_SIZES = decides("other_sizes")


@dataclass(frozen=True)
class RunRequest:
    """A Run that would decide it, and `why`, a code of `signs.question`. `rate` per s, constant;
    None is a closed loop at `queue_depth`."""

    name: str
    why: str
    queue_depth: int | None = None
    rate: float | None = None
    block_size_bytes: int | None = None


@dataclass(frozen=True)
class Answer:
    """target, policy_cap, cache or unknown; confidence 0 to 1."""

    value: Who
    confidence: float
    signs: tuple[Sign, ...]
    would_decide: Sign | None = None
    """As `signs.decides` makes it."""


@dataclass(frozen=True)
class ThrottleEvidence:
    """The Run at the flat rate, its request, and the other Runs by name."""

    top: RunFacts
    depth: int
    each: int
    so_far: tuple[Sign, ...]
    seen: Callable[[str], RunFacts | None]
    """None where it was not run, or nothing completed."""
    tried: Callable[[str], bool]
    kind: str


def judge(evidence: ThrottleEvidence) -> Answer | RunRequest:
    """The limiter of the flat rate, or the Run that would show more."""
    top = evidence.top
    light = evidence.seen(run_names.LIGHT)
    if light is None and evidence.tried(run_names.LIGHT):
        return Answer("unknown", 0.0, (*evidence.so_far, sign("nothing_alone")))
    if light is None:
        return RunRequest(run_names.LIGHT, "alone", rate=LIGHT_SHARE * top.rate_per_s)
    places = top.rate_per_s * light.typical_ns / 1e9
    varies = (light.spread_ns[0] / light.spread_ns[1]) ** 2
    signs = (*evidence.so_far, sign("alone", ns=light.typical_ns))
    if light.typical_ns < MEMORY_NS and evidence.kind != "null":
        larger = decides("larger_working_set")
        return Answer("cache", 0.7, (*signs, sign("faster_than_storage")), larger)
    even, how = _even_beside(top, varies)
    signs = (*signs, how)
    if even is False and _is_unexplained(top, varies):
        # Batches come from a throttle, or from work that comes and goes.
        seen = (*signs, sign("service_is_alike", share=varies**0.5))
        return Answer("unknown", 0.0, seen, OTHER_SIZES)
    if even is None:
        return Answer("target", 0.5, signs, decides("for_longer"))
    idle = sign("idle_servers", places=places)
    if not even:
        if places < LESS_THAN_ONE:
            return Answer("target", 0.6, (*signs, idle, sign("unseen_work")), OTHER_SIZES)
        return Answer("target", 0.9, (*signs, sign("as_service_varies")))
    if places < LESS_THAN_ONE:
        return Answer("policy_cap", 0.95, (*signs, idle))
    return _even_and_busy(evidence, light, places, signs)


def of_flat_loops(loops: Sequence[tuple[float | None, float | None]]) -> Answer | None:
    """The finding from closed loops of a flat rate alone, each with the dispersion of its
    completions and its median latency over the mean (None where unknown): a throttle, or unknown;
    None where servers explain them."""
    even = min((dispersion for dispersion, _ in loops if dispersion is not None), default=None)
    share = min((ratio for _, ratio in loops if ratio is not None), default=1.0)
    if share <= FEW_WAIT:
        # Storage that pauses looks the same: only even completions show a throttle.
        if even is not None and even <= EVEN_DISPERSION:
            return Answer("policy_cap", 0.8, (sign("most_pass", share=share),), OTHER_SIZES)
        return Answer("unknown", 0.0, (sign("few_wait", share=share),), OTHER_SIZES)
    if even is not None and even <= EVEN_DISPERSION:
        # Servers with constant service are as even as throttles.
        return Answer("unknown", 0.0, (sign("even", dispersion=even),), OTHER_SIZES)
    return None


def by_evenness(top: RunFacts) -> Answer:
    """The same without a Run at a light load."""
    even, how = _even(top)
    if even is False:
        return Answer("target", 0.85, (how, sign("as_service_varies")))
    return Answer("unknown", 0.0, (how,), decides("light_run"))


def _even(top: RunFacts) -> tuple[bool | None, Sign]:
    seconds = top.dispersion_of_seconds
    if top.dispersion is None:
        # There are only few intervals, of a second or more.
        if seconds is None:
            return None, sign("too_few_to_say")
        even = seconds <= EVEN_DISPERSION
        return even, sign("even_seconds_alone" if even else "uneven", dispersion=seconds)
    if top.dispersion <= EVEN_DISPERSION:
        return True, sign("even", dispersion=top.dispersion)
    batches = top.dispersion >= BATCH_DISPERSION or top.median_share <= FEW_WAIT
    if seconds is not None and seconds <= EVEN_DISPERSION and batches:
        return True, sign("even_seconds", dispersion=seconds)
    if top.median_share <= FEW_WAIT and top.wander is not None and top.wander <= STEADY_WANDER:
        return True, sign("even_batches", wander=top.wander)
    if top.dispersion_of_most is not None and top.dispersion_of_most <= EVEN_DISPERSION:
        # Varying service never gives half of all windows the same count; stalls of this machine
        # leave those windows alone.
        return True, sign("even_mostly", dispersion=top.dispersion_of_most)
    return False, sign("uneven", dispersion=top.dispersion)


def _is_unexplained(top: RunFacts, varies: float) -> bool:
    """Whether counts vary more than service times explain that vary so little when nothing waits.
    Windows in which this machine stood still are left out."""
    of_most = top.dispersion if top.dispersion_of_most is None else top.dispersion_of_most
    found = min(top.dispersion or 0.0, of_most or 0.0)
    least = (
        UNEXPLAINED_EVEN if varies <= EVEN_DISPERSION else max(UNEXPLAINED, UNEXPLAINED * varies)
    )
    return found >= least


def _even_beside(top: RunFacts, varies: float) -> tuple[bool | None, Sign]:
    """Evenness relative to the variation of service times when nothing waits (`varies`, the square
    of deviation over mean): full servers let counts vary as much."""
    even, how = _even(top)
    if even is not False or top.dispersion is None:
        return even, how
    if varies >= TOO_EVEN_FACTOR * top.dispersion:
        return True, sign("too_even", dispersion=top.dispersion, share=varies**0.5)
    batches = top.dispersion >= max(BATCH_DISPERSION, BATCH_DISPERSION * varies)
    if batches and top.wander is not None and top.wander <= STEADY_WANDER:
        # Every operation waits for several batches.
        return True, sign("even_batches", wander=top.wander)
    return even, how


def _even_and_busy(
    evidence: ThrottleEvidence, light: RunFacts, places: float, signs: tuple[Sign, ...]
) -> Answer | RunRequest:
    """Even completions, and latency enough to keep one server busy: constant service, or a throttle
    before many servers."""
    top = evidence.top
    if top.median_share <= FEW_WAIT:
        return Answer("policy_cap", 0.9, (*signs, sign("most_pass", share=top.median_share)))
    deviation, mean = light.spread_ns
    constant = deviation / mean <= math.sqrt(EVEN_DISPERSION)
    if constant and places > 1 + ONE_SERVER_TOLERANCE:
        # A depth at which half as many wait as there are places, in whole operations per worker.
        depth = max(1, round(1.5 * places / max(1, top.workers)))
        name = run_names.of_round(depth)
        some = evidence.seen(name)
        if some is None and not evidence.tried(name):
            return RunRequest(name, "rounds", queue_depth=depth)
        if some is not None and some.outstanding > places:
            spread = _spread(some, light)
            if ROUND_SPREAD < spread <= MAX_ROUND_SPREAD:
                return Answer("target", 0.85, (*signs, sign("rounds", places=places)))
            if spread > MAX_ROUND_SPREAD and _even_beside(some, (deviation / mean) ** 2)[0]:
                # No queue before servers makes operations wait so long while counts stay even.
                waits = sign("longer_than_a_round", share=spread)
                return Answer("policy_cap", 0.85, (*signs, waits))
    size = top.block_size_bytes
    if size is not None:
        for other in (size // 2, 2 * size, 16 * size):
            if not SMALLEST_BYTES <= other <= LARGEST_BYTES:
                continue
            found = _at_size(evidence, light, other, signs)
            if found is not None:
                return found
    if places <= 1 + ONE_SERVER_TOLERANCE:
        if not constant:
            differ = sign("differ_alone", share=deviation / mean)
            return Answer("policy_cap", 0.85, (*signs, differ))
        return Answer("target", 0.6, (*signs, sign("one_server")), OTHER_SIZES)
    untold = sign("no_size_told", places=places)
    return Answer("policy_cap", 0.7, (*signs, untold), decides("sizes_or_settings"))


def _spread(some: RunFacts, light: RunFacts) -> float:
    """Standard deviation of latency over its mean, less the deviation when nothing waits."""
    (busy, mean), (alone, _) = some.spread_ns, light.spread_ns
    return math.sqrt(max(0.0, busy**2 - alone**2)) / mean


def _at_size(
    evidence: ThrottleEvidence, light: RunFacts, other: int, signs: tuple[Sign, ...]
) -> Answer | RunRequest | None:
    """The finding from another block size, or the Run that it needs; None where it shows
    nothing."""
    top = evidence.top
    name, alone = run_names.of_size(other), run_names.of_size_light(other)
    full = evidence.seen(name)
    slow = evidence.seen(alone)
    if any(seen is None and evidence.tried(run) for seen, run in ((full, name), (slow, alone))):
        return None
    if full is None:
        return RunRequest(name, "size", queue_depth=evidence.depth, block_size_bytes=other)
    if slow is None:
        rate = LIGHT_SHARE * full.rate_per_s
        return RunRequest(alone, "size_alone", rate=rate, block_size_bytes=other)
    assert top.block_size_bytes is not None
    smaller = other < top.block_size_bytes
    one, many = ((full, slow), (top, light)) if smaller else ((top, light), (full, slow))
    rate = many[0].rate_per_s / one[0].rate_per_s
    work = many[1].completion_latency_median_ns / one[1].completion_latency_median_ns
    at_other = sign(
        "other_size",
        block_size_bytes=other,
        rate_per_s=full.rate_per_s,
        alone_ns=slow.completion_latency_median_ns,
    )
    signs = (*signs, at_other)
    if abs(rate - 1) <= SAME_RATE and work >= 1 + LONGER_SHARE:
        return Answer("policy_cap", 0.9, (*signs, sign("same_rate")))
    if rate >= 1 - SAME_RATE:
        return None
    between = 1e9 / many[0].rate_per_s - 1e9 / one[0].rate_per_s
    longer = many[1].completion_latency_median_ns - one[1].completion_latency_median_ns
    if longer < EXPLAINED_SHARE * between:
        return Answer("policy_cap", 0.85, (*signs, sign("same_work")))
    if smaller:
        return Answer("target", 0.8, (*signs, sign("rate_follows_work")))
    # Larger blocks may have met another limit.
    return None
