"""The study of a campaign with its results and answer, computed once for every report."""

from dataclasses import dataclass

from plimsoll.features.factors import factor_runs
from plimsoll.features.factors.messages import message
from plimsoll.features.factors.rules import analysis, study
from plimsoll.features.factors.rules.analysis import RunResponse, TooFewRunsError
from plimsoll.features.factors.rules.document import Answer
from plimsoll.features.factors.rules.study import Study
from plimsoll.report.evidence.evidence import Evidence


@dataclass(frozen=True)
class StudyResult:
    """A study with its results."""

    study: Study
    observed: tuple[RunResponse, ...]
    """Results of the design in run order."""
    confirming: tuple[RunResponse, ...]
    answer: Answer


def study_of(evidence: Evidence) -> Study | None:
    """The study of a campaign. None for another campaign."""
    return study.read(evidence.campaign.spec)


def why_not(evidence: Evidence) -> str | None:
    """The reason why a campaign has no answer of a study, or None."""
    if study_of(evidence) is None:
        return message("no-factor-study")
    try:
        result_of(evidence)
    except TooFewRunsError as error:
        return str(error)
    return None


def result_of(evidence: Evidence) -> StudyResult:
    """The result of a study. Raises TooFewRunsError."""
    return evidence.once(_gather)


def _gather(evidence: Evidence) -> StudyResult:
    design = study_of(evidence)
    assert design is not None, "a factor study"
    records = {run.row.id: run.record_or_empty for run in evidence.runs if run.record is not None}
    rows = [run.row for run in evidence.runs]
    found = factor_runs.of_points(design, evidence.points, evidence.planned_runs, rows, records.get)
    runs = len(design.runs)
    return StudyResult(
        design,
        tuple(found[:runs]),
        tuple(found[runs:]),
        analysis.analyse(design, found[:runs], found[runs:]),
    )
