"""What the forms for other programs share: the Runs that answer something, their distributions, and
how steps of a distribution become values.

A distribution leaves as completion latency where another program's word for it is that (fio's lat),
else as the metric that stands for the Run. Nothing is taken from percentiles.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from plimsoll.reports.evidence import records
from plimsoll.store.plans import is_answer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from plimsoll.reports.evidence.evidence import Evidence, Run
    from plimsoll.reports.request import Asked

KINDS = ("read", "write", "trim")
STEPS = 64
"""To a doubling, as fio has them."""


def answering(asked: Asked) -> Iterator[tuple[Evidence, Run]]:
    """The Runs that answer something, campaign after campaign, in order."""
    for evidence in (asked.evidence, *asked.others):
        for run in evidence.runs:
            point = evidence.point_of(run)
            if (
                run.record is not None
                and run.row.id not in evidence.invalid
                and run.row.role != "scaling"
                and is_answer(point and point.strategy, run.row.role)
            ):
                yield evidence, run


def kinds(run: Run) -> Iterator[str]:
    """Those kinds of operations of which any were done; `all` where a file told them together."""
    done = [kind for kind in KINDS if records.of_kind(run.told, kind).get("count")]
    yield from done or ["all"]


def counts(blob: bytes) -> dict[int, int]:
    """A distribution as operations by the middle of a step in ns."""
    from plimsoll import histogram

    made: dict[int, int] = {}
    half = 2.0 ** (0.5 / STEPS)
    for bound, many in histogram.buckets([blob], STEPS):
        if many:
            at = round(bound / half)
            made[at] = made.get(at, 0) + many
    return made
