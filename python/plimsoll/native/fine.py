"""What the time line reads of single intervals, packed: it outlives the intervals themselves when
those are merged into coarser ones.

Eight whole numbers an interval (`Fine`), column by column, deflated: some ten bytes, where the
interval as it was sealed takes one or two thousand. Knows neither store nor judgement. Without
numpy: whoever keeps Runs needs no arrays.
"""

from __future__ import annotations

import sys
import zlib
from array import array
from typing import TYPE_CHECKING, NamedTuple

from plimsoll.base.errors import DamagedError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from plimsoll.native.model import Interval

NONE = -1
"""Stands for what is not known: operations of a closed load, response times where none ended."""
MOST = 1 << 17
"""Intervals in one packing, at most: ten minutes of the shortest are 6,000. What says more is not
ours."""


class Fine(NamedTuple):
    """One interval. Times in nanoseconds since the start of Measure, response times in
    nanoseconds."""

    start_ns: int
    length_ns: int
    completed: int
    arrived: int
    errors: int
    backlog: int
    mean_ns: int
    p99_ns: int


def of(interval: Interval) -> Fine:
    """What is read of an interval. Response times to the nanosecond: no interval tells more."""
    spans, arrived = interval["response_time_ns"], interval["arrived"]
    if spans["mean"] is None:
        # Of an imported interval only completion latency is told; of one in which nothing ended
        # neither is.
        spans = interval["completion_latency_ns"]
    return Fine(
        round(interval["start_s"] * 1e9),
        round(interval["length_s"] * 1e9),
        interval["reads"] + interval["writes"],
        NONE if arrived is None else arrived,
        interval["errors"] or 0,
        interval["backlog"] or 0,
        _whole(spans["mean"]),
        _whole(spans["p99"]),
    )


def pack(rows: Iterable[Fine]) -> bytes:
    """Intervals that follow each other, as they are kept."""
    kept = [array("q", column) for column in zip(*rows, strict=True)]
    if not kept:
        return zlib.compress(b"")
    starts, lengths = kept[:2]
    # Where an interval begins is where the last one ended: then nothing but zeros is kept.
    for i in range(len(starts) - 1, 0, -1):
        starts[i] -= starts[i - 1] + lengths[i - 1]
    return zlib.compress(b"".join(map(_planes, kept)), 6)


def unpack(packed: bytes) -> list[Fine]:
    """What `pack` was given. Raises DamagedError for what it did not make."""
    return [Fine(*row) for row in zip(*columns(packed), strict=True)]


def columns(packed: bytes) -> list[array[int]]:
    """The same column by column, in the order of `Fine`: for arrays, which take a tenth of the
    memory."""
    opened = zlib.decompressobj()
    try:
        plain = opened.decompress(packed, MOST * 64)
    except zlib.error as error:
        raise _damage_error(str(error)) from None
    many, rest = divmod(len(plain), 64)
    if rest or not opened.eof:
        raise _damage_error("it is not whole")
    found = [_column(plain[8 * many * i : 8 * many * (i + 1)]) for i in range(8)]
    starts, lengths = found[:2]
    for i in range(1, many):
        starts[i] += starts[i - 1] + lengths[i - 1]
    return found


def _damage_error(why: str) -> DamagedError:
    return DamagedError(
        f"what is kept of intervals that were merged cannot be read ({why}): the store is damaged"
        " here"
    )


def _planes(column: array[int]) -> bytes:
    """The lowest bytes of all numbers, then the next: the upper ones are all alike."""
    if sys.byteorder == "big":
        column.byteswap()
    plain = column.tobytes()
    return b"".join(plain[i::8] for i in range(8))


def _column(planes: bytes) -> array[int]:
    many = len(planes) // 8
    plain = bytearray(len(planes))
    for i in range(8):
        plain[i::8] = planes[i * many : (i + 1) * many]
    column = array("q", bytes(plain))
    if sys.byteorder == "big":
        column.byteswap()
    return column


def _whole(value: float | None) -> int:
    return NONE if value is None else round(value)
