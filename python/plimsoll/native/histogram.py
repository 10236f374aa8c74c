"""Figures of distributions in the store's form (HdrHistogram V2, deflated).

Percentiles are never averaged: callers give all blobs that belong together, and the native side
merges them first.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from plimsoll import _native
from plimsoll.base.errors import DamagedError, InputError
from plimsoll.native import record_reading
from plimsoll.native.session import translate_errors

if TYPE_CHECKING:
    from plimsoll.native.record import Summary

RESPONSE_TIME = ("response_time", "unfinished")
"""The distributions behind a percentile of response time: operations that never finished count with
their waiting time."""


def summary(blobs: Iterable[bytes]) -> Summary:
    """The figures of the merged distribution in nanoseconds; None where the sample cannot carry
    one."""
    with _from_a_store():
        figures = json.loads(_native.histogram_summary(list(blobs)))
    return record_reading.summary(figures)


def curve(blobs: Iterable[bytes], steps: int = 4) -> list[tuple[float, int]]:
    """The merged distribution as (percentile, nanoseconds), for drawing.

    The smallest value first, then towards 100, each halving of the distance in `steps` steps, as
    far as the sample carries.
    """
    with _from_a_store():
        return _native.histogram_curve(list(blobs), steps)


def buckets(blobs: Iterable[bytes], per_octave: int = 4) -> list[tuple[int, int]]:
    """Counts of the merged distribution as (upper bound in nanoseconds, count), so many buckets to
    a doubling."""
    with _from_a_store():
        return _native.histogram_buckets(list(blobs), per_octave)


def beyond(blobs: Iterable[bytes], bound_ns: int) -> tuple[int, int]:
    """How many samples the merged distribution holds, and how many of them lie beyond a bound in
    nanoseconds."""
    with _from_a_store():
        return _native.histogram_beyond(list(blobs), bound_ns)


def merge_intervals(
    documents: list[str], response_time: list[bytes], completion_latency: list[bytes]
) -> tuple[str, bytes, bytes]:
    """One interval in place of several that follow each other: its document (JSON) and its two
    distributions."""
    with _from_a_store():
        return _native.merge_intervals(documents, response_time, completion_latency)


@contextlib.contextmanager
def _from_a_store() -> Iterator[None]:
    """All distributions come from a store: an unreadable one is damage."""
    try:
        with translate_errors():
            yield
    except InputError as error:
        raise DamagedError(error.message, error.what_now) from None
