"""Values of a workload that a described storage does not distinguish: its simulation gives the same
rate for all of them.

Such figures follow from what the description leaves out (a service time without a block size, say).
They are no finding about 4k against 16k, and bytes per second computed from them are none at all.
Closed loops and maxima only: an offered rate is achieved alike wherever it is carried.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from typing_extensions import TypedDict

from plimsoll.base import language, units, workload_text
from plimsoll.base.errors import PlimsollError
from plimsoll.judge.messages import message
from plimsoll.native.session import parse_size

SAME_RATE = 0.01
"""Rates within this share of each other are the same: a simulation of some seconds is more
exact."""
_KEYS = ("block_size", "pattern", "read")
"""Keys of a workload that affect a real storage."""


@dataclass(frozen=True)
class Cell:
    """A Point of simulated storage: its request by key, and its rate."""

    target: str
    asked: Mapping[str, str]
    rate_per_s: float


@dataclass(frozen=True)
class Alike:
    """Values of one key that made no difference to a target."""

    target: str
    key: str
    values: tuple[str, ...]

    @property
    def words(self) -> str:
        """`storage A: block sizes 4k to 16k have the same IOPS by construction …`."""
        return message(f"alike-{self._kind}", target=self.target, **self._ends)

    @property
    def settings(self) -> str:
        """The values, as a part of a sentence: `between random and sequential`."""
        return message(f"alike-between-{self._kind}", **self._ends)

    @property
    def _kind(self) -> str:
        return f"{self.key}-{'range' if self._is_range else 'pair'}"

    @property
    def _is_range(self) -> bool:
        return len(self.values) > 2 and self.key != "pattern"

    @property
    def _ends(self) -> dict[str, str]:
        *others, last = (_VALUE_WORDS[self.key](value) for value in self.values)
        return {"first": others[0] if self._is_range else language.listing(others), "last": last}

    def to_json(self) -> AlikeDocument:
        """As it stands in a document."""
        return {
            "target": self.target,
            "key": self.key,
            "values": list(self.values),
            "because": self.words,
        }


def _share(percent: str) -> str:
    """A share of reads, as it was asked for."""
    return units.significant_percent(float(percent) / 100, 6)


_VALUE_WORDS: Mapping[str, Callable[[str], str]] = {
    "block_size": str,
    "pattern": workload_text.pattern,
    "read": _share,
}
"""How the values of each key are written."""


class AlikeDocument(TypedDict):
    """values of a workload that a described storage cannot tell apart"""

    target: str
    key: str
    values: list[str]
    because: str


def alike(cells: Iterable[Cell]) -> tuple[Alike, ...]:
    """The values that each target does not distinguish, in the order of targets and keys."""
    by_target: dict[str, list[Cell]] = {}
    for cell in cells:
        by_target.setdefault(cell.target, []).append(cell)
    found = (
        Alike(target, key, values)
        for target, mine in by_target.items()
        for key in _KEYS
        if (values := _same(mine, key))
    )
    return tuple(found)


def sentences(found: Iterable[Alike]) -> Iterator[str]:
    """A sentence for each target, in lower case and without a full stop."""
    for target, group in groupby(found, key=lambda one: one.target):
        first, *more = group
        if not more:
            yield first.words
            continue
        settings = language.listing(one.settings for one in (first, *more))
        sizes = "-sizes" if first.key == "block_size" else ""
        yield message(f"alike-several{sizes}", target=target, settings=settings)


def _same(cells: Sequence[Cell], key: str) -> tuple[str, ...]:
    """The longest run of neighbouring values whose rates are the same under every combination of
    the other keys; empty for none."""
    rates: dict[tuple[tuple[str, str], ...], dict[str, list[float]]] = {}
    for cell in cells:
        if key in cell.asked:
            rest = tuple(sorted((k, v) for k, v in cell.asked.items() if k != key))
            rates.setdefault(rest, {}).setdefault(cell.asked[key], []).append(cell.rate_per_s)
    groups = [
        {value: statistics.fmean(samples) for value, samples in group.items()}
        for group in rates.values()
    ]
    values = sorted({value for group in groups for value in group}, key=_order)
    spans = (
        tuple(values[first:stop])
        for first in range(len(values))
        for stop in range(len(values), first + 1, -1)
    )
    return max((span for span in spans if _is_same(groups, span)), key=len, default=())


def _is_same(groups: Sequence[Mapping[str, float]], span: Sequence[str]) -> bool:
    groups_of_span = [[group[value] for value in span if value in group] for group in groups]
    return any(len(rates) == len(span) for rates in groups_of_span) and all(
        max(rates) <= min(rates) * (1 + SAME_RATE) for rates in groups_of_span if rates
    )


def _order(value: str) -> tuple[int, float, str]:
    try:
        return 0, float(parse_size(value)), value
    except PlimsollError:
        return 1, 0.0, value
