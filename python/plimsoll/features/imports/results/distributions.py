"""Encodes distributions from counts in the form of the store (HdrHistogram V2, deflated, three
digits, 1 ns to 2^42 ns), and computes the latency figures of a record.

In Python and not in the native side, because files have a few hundred steps. The layout is
https://github.com/HdrHistogram/HdrHistogram (V2); the tests read it with two other
implementations."""

import functools
import math
import struct
import zlib
from collections.abc import Mapping

from plimsoll.base.rules import LONGEST_SPAN_NS
from plimsoll.features.imports.numbers import carries
from plimsoll.features.imports.results.run_result import Latency
from plimsoll.native import histogram
from plimsoll.native.record import Summary
from plimsoll.store.imported_run import Document
from plimsoll.store.unknown_figures import NO_LATENCY, LatencyFigures

MOST_OPERATIONS = 1 << 53
"""A billion a second for a hundred days. What counts more is damaged."""
PERCENTILES = {"p50": 50.0, "p90": 90.0, "p95": 95.0, "p99": 99.0, "p99_9": 99.9, "p99_99": 99.99}
WIDE = 0.05
"""Steps of a distribution that are wider than this share of their value."""
_STEPS_LOG2 = 10
"""Half of the 2,048 steps of a doubling that three digits take."""
_V2, _V2_DEFLATED = 0x1C849313, 0x1C849314


def encode_histogram(counts: Mapping[int, int]) -> bytes:
    """HdrHistogram V2, deflated, of so many operations by ns. Raises ValueError for more operations
    than there can be: such a distribution is damaged."""
    steps: dict[int, int] = {}
    for value, many in counts.items():
        if many > 0:
            at = _index(min(max(0, value), LONGEST_SPAN_NS))
            steps[at] = steps.get(at, 0) + many
    if (total := sum(steps.values())) > MOST_OPERATIONS:
        raise ValueError(f"its distribution counts {total:,} operations")
    payload = bytearray()
    next_at = 0
    for at in sorted(steps):
        if at > next_at:
            # A run of steps without operations is a negative number: zigzag makes it odd.
            _add_leb128(payload, 2 * (at - next_at) - 1)
        _add_leb128(payload, 2 * steps[at])
        next_at = at + 1
    whole = struct.pack(">iiiiqqd", _V2, len(payload), 0, 3, 1, LONGEST_SPAN_NS, 1.0) + payload
    # 1: a few hundred bytes, of two thousand files.
    packed = zlib.compress(whole, 1)
    return struct.pack(">ii", _V2_DEFLATED, len(packed)) + packed


def _index(value: int) -> int:
    bucket = (value | 0x7FF).bit_length() - _STEPS_LOG2 - 1
    return (bucket << _STEPS_LOG2) + (value >> bucket)


def _add_leb128(to: bytearray, value: int) -> None:
    """Seven bits a byte, the lowest first. The ninth byte, which has all of its bits for the value,
    is not reached: MOST_OPERATIONS takes 54 bits."""
    while value >= 0x80:
        to.append(value & 0x7F | 0x80)
        value >>= 7
    to.append(value)


def _within(latency: Latency, figures: Document) -> dict[str, tuple[int, int]]:
    """The bucket that each percentile lies in, ns; no longer than the longest operation."""
    counts, made = latency.counts or {}, {}
    total, ordered = sum(counts.values()), sorted(counts)
    for name, percent in PERCENTILES.items():
        if figures.get(name) is None:
            continue
        rank, below = math.ceil(total * percent / 100), 0
        value = next(at for at in ordered if (below := below + counts[at]) >= rank)
        low, high = min(
            (bucket for bucket in latency.buckets if bucket[0] <= value <= bucket[1]),
            key=lambda bucket: bucket[1] - bucket[0],
        )
        most = latency.max
        made[name] = (low, high if most is None or most < low else min(high, round(most)))
    return made


@functools.lru_cache(maxsize=8)
def _summary(blob: bytes) -> Summary:
    """Cached: for reads alone the distributions of reads and of all operations are equal."""
    return histogram.summary([blob])


def summary(latency: Latency | None, blob: bytes | None) -> Document:
    """The latency figures of a record. Percentiles come from the distribution if there is one, else
    from the file as far as the sample carries them."""
    if latency is None or not latency.has_values:
        return NO_LATENCY
    made = LatencyFigures(NO_LATENCY)
    if blob is not None:
        figures = dict(_summary(blob))
        made = LatencyFigures({name: figures[name] for name in NO_LATENCY})
    else:
        for name, percent in PERCENTILES.items():
            percentile_ns = latency.percentiles.get(percent)
            if percentile_ns is not None and carries(latency.count, percent):
                made[name] = round(percentile_ns)
    if blob is not None and (latency.width or 0.0) > WIDE:
        # The middle of a wide step is no operation's own time.
        made["min"] = made["max"] = None
    if blob is not None and latency.buckets and latency.counts:
        made["within"] = _within(latency, made)
    # Figures computed by the program from every value are more exact than steps.
    if latency.mean is not None:
        made["mean"] = latency.mean
        made["stddev"] = latency.stddev
    if latency.min is not None:
        made["min"] = round(latency.min)
    if latency.max is not None:
        made["max"] = round(latency.max)
    return made
