"""The Runs of a campaign as rows, for spreadsheets and programs: every data form has the same
figures. A Run that is no evidence (a setting changed under it, or a later attempt replaced it) has
a row too, which says so in `valid` and `not_valid_because`.

Forms for other programs have only the Runs that answer something. A distribution leaves as
completion latency where another program's word for it is that (fio's lat), else as the metric that
stands for the Run. Nothing is taken from percentiles.
"""

from __future__ import annotations

from collections.abc import Iterator

from plimsoll.report.evidence.evidence import Evidence, Run
from plimsoll.report.evidence.run_fields import FIELDS, Cell, Subject
from plimsoll.report.request import ReportRequest
from plimsoll.store.plans import is_answer

Row = dict[str, Cell]
"""Its values by the names of `FIELDS`."""


def of(request: ReportRequest) -> list[Row]:
    """The rows of every campaign that was asked for, one after the other."""
    return [row for evidence in (request.evidence, *request.others) for row in rows(evidence)]


def rows(evidence: Evidence) -> list[Row]:
    """One row per Run, in order."""
    subjects = (Subject(evidence, run) for run in evidence.runs)
    return [{field.name: field.read(subject) for field in FIELDS} for subject in subjects]


# -- for other programs ----------------------------------------------------------------------------

KINDS = ("read", "write", "trim")
STEPS = 64
"""To a doubling, as fio has them."""


def answering(request: ReportRequest) -> Iterator[tuple[Evidence, Run]]:
    """The Runs that answer something, campaign after campaign, in order."""
    for evidence in (request.evidence, *request.others):
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
    from plimsoll.native import histogram

    operations: dict[int, int] = {}
    half = 2.0 ** (0.5 / STEPS)
    for bound, many in histogram.buckets([blob], STEPS):
        if many:
            at = round(bound / half)
            operations[at] = operations.get(at, 0) + many
    return operations
