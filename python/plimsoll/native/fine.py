"""Packed figures of single intervals for the time line, which are kept when the intervals are
merged into coarser ones.

Eight whole numbers an interval (`Fine`), column by column, deflated: some ten bytes, where a sealed
interval takes one or two thousand. Without numpy, which keeping Runs does not need.
"""

from __future__ import annotations

import sys
import zlib
from array import array
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from plimsoll.base.errors import DamagedError
from plimsoll.native.interval_counts import completed_operations
from plimsoll.native.messages import message

if TYPE_CHECKING:
    from plimsoll.native.record import Interval

NONE = -1
"""Stands for an unknown value: arrivals of a closed load, response times where none ended,
completions of an interval in which this machine stood still."""
STILL = 0.5
"""An interval of which this machine stood still for this share or more says nothing of the storage:
what was missing in it was not asked for, or nobody looked whether it had come."""
MOST = 1 << 17
"""Intervals of one packing, at most: ten minutes of the shortest are 6,000. A larger packing is
damaged."""


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
    """The figures of an interval. Response times to the nanosecond: no interval is more exact."""
    spans, arrived = interval["response_time_ns"], interval["arrived"]
    if spans["mean"] is None:
        # An imported interval has completion latency only; one in which nothing ended has neither.
        spans = interval["completion_latency_ns"]
    return Fine(
        round(interval["start_s"] * 1e9),
        round(interval["length_s"] * 1e9),
        NONE if _stood_still(interval) else completed_operations(interval),
        NONE if arrived is None else arrived,
        interval["errors"] or 0,
        interval["backlog"] or 0,
        _whole(spans["mean"]),
        _whole(spans["p99"]),
    )


def _stood_still(interval: Interval) -> bool:
    stillness = interval["stillness"]
    return stillness is not None and stillness["stood_still_share"] >= STILL


def pack(rows: Iterable[Fine]) -> bytes:
    """Packs consecutive intervals."""
    packed = [array("q", column) for column in zip(*rows, strict=True)]
    if not packed:
        return zlib.compress(b"")
    starts, lengths = packed[:2]
    # An interval usually begins where the last one ended: the differences are zeros.
    for i in range(len(starts) - 1, 0, -1):
        starts[i] -= starts[i - 1] + lengths[i - 1]
    return zlib.compress(b"".join(map(_planes, packed)), 6)


def unpack(packed: bytes) -> list[Fine]:
    """The intervals of a packing. Raises DamagedError for an invalid one."""
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
        raise _damage_error(message("damage-not-whole"))
    found = [_column(plain[8 * many * i : 8 * many * (i + 1)]) for i in range(8)]
    starts, lengths = found[:2]
    for i in range(1, many):
        starts[i] += starts[i - 1] + lengths[i - 1]
    return found


def _damage_error(why: str) -> DamagedError:
    return DamagedError(message("merged-damaged", why=why))


def _planes(column: array[int]) -> bytes:
    """Byte planes: the lowest bytes of all numbers, then the next; the upper ones are all alike."""
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
