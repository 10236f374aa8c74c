"""What the forms for other programs share: the Runs that answer something, their distributions, and
how steps of a distribution become values.

A distribution leaves as completion latency where another program's word for it is that (fio's lat),
else as the metric that stands for the Run. Nothing is taken from percentiles.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

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
        yield from ((evidence, run) for run in of_campaign(evidence))


def of_campaign(evidence: Evidence) -> Iterator[Run]:
    """The Runs of one campaign that answer something."""
    for run in evidence.measured:
        point, role = evidence.point_of(run), run.row.role
        stands = run.row.id not in evidence.invalid and role != "scaling"
        if stands and is_answer(point and point.strategy, role):
            yield run


def kinds(run: Run) -> Iterator[str]:
    """Those kinds of operations of which any were done; `all` where a file told them together."""
    yield from [kind for kind in KINDS if run.recorded.count(kind)] or ["all"]


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
