"""What an operation takes of a budget, and how long credits last: THE ONE DEFINITION of each law in
Python. `limits` finds these laws, `policy`, `suggest` and `promises` reckon by them.

Described stacks and `serve` enforce the same (`storage/cost.rs`, `storage/meter.rs`,
`storage/elements/budget.rs`), and `tests/judge/test_budgets.py` holds the two together. A budget of
C per second of which an operation takes c carries C / c of them; where several hold, or reads and
writes differ, the seconds that an operation takes of each are compared or added. Sizes and shares
are numbers or arrays.
"""

from collections.abc import Callable
from typing import Any, Literal

Number = Any
"""A number, or an array of numbers."""

Counting = Literal["flat", "linear", "ceil"]
"""As how many operations one counts: as one; as its size in units, at least one; as the units that
it begins. A stack writes it as `cost`, with `none` for flat."""

PAGE_BYTES = 4096


def larger(one: Number, other: Number) -> Number:
    """The larger of two numbers, or of each two of arrays."""
    return one + (other - one) * (other > one)


COUNTINGS: dict[Counting, Callable[[Number, Number], Number]] = {
    "flat": lambda size, _: size * 0 + 1,
    "linear": lambda size, unit: larger(size / unit, 1),
    "ceil": lambda size, unit: larger(-(-size // unit), 1),
}
"""Operations that one of a size in bytes counts as, by the unit in bytes."""


def base_and_bytes_s(size: Number, ops_per_s: Number, bytes_per_s: Number) -> Number:
    """Seconds of one budget for a base and the bytes of an operation: the linear model."""
    return 1 / ops_per_s + size / bytes_per_s


def io_cost_s(size: Number, page_ops_per_s: float, bytes_per_s: float) -> Number:
    """The same as Linux's io.cost writes it: operations/s are of 4 KiB, and whole pages count."""
    page_s = PAGE_BYTES / bytes_per_s
    base_s = max(0.0, 1 / page_ops_per_s - page_s)
    return base_s + page_s * larger(size // PAGE_BYTES, 1)


def separate_s(read_share: Number, read_s: Number, write_s: Number) -> Number:
    """Seconds of an operation of a mix, where reads and writes have a budget each: those of the
    budget that is used up first."""
    return larger(read_share * read_s, (1 - read_share) * write_s)


def priced_s(read_share: Number, read_s: Number, write_s: Number) -> Number:
    """The same where both draw on one budget, each at a price of its own."""
    return read_share * read_s + (1 - read_share) * write_s


def credits_last_s(saved: float, burst_per_s: float, refill_per_s: float) -> float:
    """How long a bucket lasts that fills while it is spent."""
    return saved / (burst_per_s - refill_per_s)


def quantum(rate_per_s: float, slice_s: float) -> float:
    """What a budget in slices grants in each."""
    return rate_per_s * slice_s
