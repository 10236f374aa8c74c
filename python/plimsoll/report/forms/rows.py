"""The Runs of a campaign as rows, for spreadsheets and programs; all data forms share them. Runs
that do not count (a setting changed during them, or a later attempt replaced them) have a row too,
with the reason in `valid` and `not_valid_because`.

Forms for other programs only have Runs that are results. A distribution is exported as
completion latency where the other program has that term (fio's lat), else as the main metric of
the Run. Nothing is derived from percentiles."""

from collections.abc import Iterator

from plimsoll.report.evidence.evidence import Evidence, Run
from plimsoll.report.evidence.run_fields import FIELDS, Cell, Subject
from plimsoll.report.request import ReportRequest
from plimsoll.store.plans import is_answer

Row = dict[str, Cell]
"""A row: values by the names of `FIELDS`."""


def of(request: ReportRequest) -> list[Row]:
    """The rows of all requested campaigns, in order."""
    return [row for evidence in (request.evidence, *request.others) for row in rows(evidence)]


def rows(evidence: Evidence) -> list[Row]:
    """One row per Run, in order."""
    subjects = (Subject(evidence, run) for run in evidence.runs)
    return [{field.name: field.read(subject) for field in FIELDS} for subject in subjects]


# -- for other programs ----------------------------------------------------------------------------

KINDS = ("read", "write", "trim")
STEPS = 64
"""Steps per doubling, as in fio."""


def answering(request: ReportRequest) -> Iterator[tuple[Evidence, Run]]:
    """The Runs that are results, over all campaigns in order."""
    for evidence in (request.evidence, *request.others):
        yield from ((evidence, run) for run in of_campaign(evidence))


def of_campaign(evidence: Evidence) -> Iterator[Run]:
    """The Runs of one campaign that are results."""
    for run in evidence.measured_runs:
        point, role = evidence.point_of(run), run.row.role
        stands = run.row.id not in evidence.invalid and role != "scaling"
        if stands and is_answer(point and point.strategy, role):
            yield run


def kinds(run: Run) -> Iterator[str]:
    """The kinds of operations with any count; `all` when a file counts them together."""
    yield from [kind for kind in KINDS if run.required_measurement.count(kind)] or ["all"]


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
