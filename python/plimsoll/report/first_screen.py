"""Chooses the first screen of a campaign by its kind, for reports and the shelf. Features and
some reports (time line, scaling) bring their own."""

from collections.abc import Iterator
from dataclasses import replace
from types import ModuleType

from plimsoll.base.feature import firsts
from plimsoll.report.common import of_kind
from plimsoll.report.describe import First
from plimsoll.report.evidence import search_end
from plimsoll.report.evidence.evidence import Evidence, Run
from plimsoll.report.first import of_campaign, of_grid, of_run, of_search, screen
from plimsoll.report.first.summary import Summary
from plimsoll.report.load_line import first as of_lines
from plimsoll.report.load_line import lines
from plimsoll.report.request import ReportRequest
from plimsoll.search.strategies import leaves


def of(request: ReportRequest) -> First:
    """The first screen of one campaign, or of several together."""
    return screen.draw([request.evidence, *request.others], summary(request))


def summary(request: ReportRequest) -> Summary:
    """The first screen without date, host and target."""
    found = _of_feature(request)
    if found is not None:
        return found
    evidence = request.evidence
    if request.others:
        return of_lines.summary(lines.gather_lines(request))
    if evidence.campaign.kind == "run" and evidence.answer.find is None:
        return of_run.summary(evidence, _asked_for(evidence))
    if evidence.points:
        return _of_points(request)
    if evidence.campaign.kind == "grid":
        return of_search.summary(evidence)
    several = lines.gather_lines(request)
    return of_lines.summary(several) if len(several) > 1 else of_search.summary(evidence)


def _of_feature(request: ReportRequest) -> Summary | None:
    """The summary by the feature that answers this kind of campaign; None when the core does."""
    of_its_kind = of_kind.of(request.evidence).summary
    if of_its_kind is not None and not request.others:
        return of_its_kind(request.store, request.evidence)
    for module in _headlines("summary_of"):
        if (answered := module.summary_of(request)) is not None:
            summary_of_feature: Summary = answered
            return summary_of_feature
    return None


def _headlines(function: str) -> Iterator[ModuleType]:
    """The modules of features that have this function."""
    for module in firsts():
        if hasattr(module, function):
            yield module


def _of_points(request: ReportRequest) -> Summary:
    evidence = request.evidence
    if _lines(evidence):
        found = lines.gather_lines(request)
        every = search_end.all_usable(evidence, [line.evidence for line in found if line.searched])
        return replace(of_lines.summary(found), usable=every)
    finding = of_grid.gather(request)
    of_points = of_campaign.of_points(request.store, evidence, finding)
    more = (
        [row for module in _headlines("beside") for row in module.beside(request)]
        if finding is None
        else []
    )
    return replace(of_points, usable=search_end.all_usable(evidence), rows=(*more, *of_points.rows))


def _asked_for(evidence: Evidence) -> Run | None:
    """The Run that the answer rests on. Scaling Runs only help to find its limiter."""
    every = [run for run in evidence.measured_runs if run.row.role != "scaling"]
    return next(reversed(every or list(evidence.measured_runs)), None)


def _lines(evidence: Evidence) -> bool:
    return any(leaves(point.strategy) == "line" for point in evidence.points) and lines.has_lines(
        evidence
    )
