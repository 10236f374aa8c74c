"""Which first screen a campaign has, by what it asked: the one place that the reports of a campaign
and the shelf share. A report that answers a question of its own (a time line, scaling) brings its
own."""

from __future__ import annotations

from dataclasses import replace

from plimsoll.reports.compare import first as of_comparison
from plimsoll.reports.compare import report
from plimsoll.reports.describe import First
from plimsoll.reports.evidence import search_end, sweeps
from plimsoll.reports.evidence.evidence import Evidence, Run
from plimsoll.reports.factors import first as factors_first
from plimsoll.reports.factors import gathered
from plimsoll.reports.factors import page as of_factors
from plimsoll.reports.first import of_campaign, of_run, of_search, screen
from plimsoll.reports.first.summary import Summary
from plimsoll.reports.limits import first as of_limits
from plimsoll.reports.load_line import first as of_lines
from plimsoll.reports.load_line import lines
from plimsoll.reports.request import ReportRequest
from plimsoll.reports.scaling import first as of_scaling
from plimsoll.reports.scaling import ladders
from plimsoll.reports.suite import found as suite_found
from plimsoll.reports.suite import text as suite_text
from plimsoll.search.strategies import leaves


def of(asked: ReportRequest) -> First:
    """Of one campaign, or of several together."""
    return screen.draw([asked.evidence, *asked.others], summary(asked))


def summary(asked: ReportRequest) -> Summary:
    """The same without date, host and target."""
    evidence = asked.evidence
    if asked.others:
        return of_comparison.together(asked)
    if suite_found.is_suite(evidence):
        return suite_text.summary(suite_found.gather(evidence), evidence, asked.store)
    match evidence.campaign.kind:
        case "limits":
            return of_limits.summary(evidence)
        case "check":
            return of_campaign.promises(evidence)
        case "depth":
            return of_scaling.summary(ladders.ladders(asked.store, evidence))
        case "run" if evidence.answer.find is None:
            return of_run.summary(evidence, _asked_for(evidence))
    if of_factors.fits(evidence) is None:
        return factors_first.summary(gathered.of(evidence).answer)
    if evidence.points:
        if _lines(evidence):
            found = lines.gathered(asked)
            every = search_end.all_usable(evidence, [one.evidence for one in found if one.searched])
            return replace(of_lines.summary(found), usable=every)
        said = replace(
            of_campaign.of_points(asked.store, evidence), usable=search_end.all_usable(evidence)
        )
        return _compared(asked, said)
    if evidence.campaign.kind == "grid":
        return of_search.summary(evidence)
    found = lines.gathered(asked)
    return of_lines.summary(found) if len(found) > 1 else of_search.summary(evidence)


def _compared(asked: ReportRequest, told: Summary) -> Summary:
    """With how its configurations or targets compare, where it has several."""
    if report.why_not([asked.evidence]) is not None or sweeps.of_one(asked.evidence):
        return told
    found = of_comparison.summary(report.compared([asked.evidence], asked.store.histograms))
    return replace(told, rows=(("Compared", found.headline), *told.rows))


def _asked_for(evidence: Evidence) -> Run | None:
    """The Run that the answer rests on: scaling Runs tell who limited it."""
    every = [run for run in evidence.measured if run.row.role != "scaling"]
    return next(reversed(every or list(evidence.measured)), None)


def _lines(evidence: Evidence) -> bool:
    return any(leaves(point.strategy) == "line" for point in evidence.points) and lines.has_lines(
        evidence
    )
