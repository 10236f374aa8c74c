"""The report of a factor study: effects, factors to leave alone, interactions, the best setting,
and every Run."""

from plimsoll.base import units
from plimsoll.features.factors import charts, first, study_result
from plimsoll.features.factors import tables as factor_tables
from plimsoll.features.factors.messages import message
from plimsoll.features.factors.rules import words
from plimsoll.features.factors.rules.document import Answer
from plimsoll.report import conditions
from plimsoll.report.campaign import text as campaign_text
from plimsoll.report.common import answer as common
from plimsoll.report.common import tables
from plimsoll.report.describe import Figure, Page
from plimsoll.report.evidence.evidence import Evidence
from plimsoll.report.first import screen
from plimsoll.report.request import ReportRequest


def fits(evidence: Evidence) -> str | None:
    """The reason why a campaign has no such report, or None."""
    return study_result.why_not(evidence)


def build(request: ReportRequest) -> Page:
    """Describes the report."""
    evidence = request.evidence
    found = study_result.result_of(evidence)
    answer = found.answer
    return conditions.page(
        [evidence],
        title=message("page-title", campaign=campaign_text.subject(evidence)),
        answer=words.headline(answer),
        because=(*words.because(answer), *common.missing(evidence)),
        figures=_figures(answer),
        sections=(
            *charts.effect_charts(found),
            factor_tables.effects(answer),
            factor_tables.interactions(answer),
            factor_tables.best(answer),
            factor_tables.checks(found),
            factor_tables.time_table(answer),
            factor_tables.aliases(found),
            factor_tables.runs(found),
            # The table of the design has the levels of each Point.
            campaign_text.run_table(evidence, tables.every_run(evidence), with_parameters=False),
        ),
        extra={
            "factors": found.answer.model_dump(mode="json", by_alias=True),
            "study": found.study.model_dump(mode="json", by_alias=True),
        },
        first=screen.draw([evidence], first.summary(answer)),
    )


def _figures(answer: Answer) -> tuple[Figure, ...]:
    limit = words.share(answer.effect_that_matters)
    matter = sum(factor.verdict == "matters" for factor in answer.factors)
    figures = [
        Figure(
            message("number-of-factors-name"),
            message("number-of-factors", count=matter, factors=len(answer.factors)),
            message(
                "number-of-factors-note",
                limit=limit,
                confidence=units.significant_percent(answer.confidence, 3),
            ),
        ),
        Figure(
            message("noise"),
            words.share(answer.noise),
            message("noise-note", limit=words.share(answer.smallest_seen)),
        ),
    ]
    if answer.best is not None:
        low, high = answer.best.low, answer.best.high
        figures.append(
            Figure(
                message("best-setting"),
                words.figure(answer.response, answer.best.predicted),
                message(
                    "best-setting-note",
                    low=words.figure(answer.response, low),
                    high=words.figure(answer.response, high),
                ),
            )
        )
    return tuple(figures)
