"""What is said: one folder per report, listed in REPORTS. Each builds a `Page` and knows nothing of
how it is drawn.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from importlib import import_module
from types import ModuleType

from plimsoll.errors import UsageError
from plimsoll.reports.describe import Page
from plimsoll.reports.evidence.evidence import Evidence
from plimsoll.reports.request import ReportRequest


@dataclass(frozen=True)
class Report:
    """A report that can be asked for by name; its module is loaded when it is.

    The module has `fits(evidence)`: why there is nothing to say of a campaign, in words, None where
    there is something. `build(asked)` describes the report. That of one that tells of `several`
    campaigns has `joins(asked)` too: why these cannot be told of together, None when they can.
    """

    name: str
    summary: str
    module: str
    several: bool = False
    """Whether it tells of several campaigns together, when several are asked for. The others are of
    one."""

    def fits(self, evidence: Evidence) -> str | None:
        """Why there is nothing to say of a campaign; None when there is something."""
        why: str | None = self._pages.fits(evidence)
        return why

    def build(self, asked: ReportRequest) -> Page:
        """Describes the report."""
        page: Page = self._pages.build(asked)
        return page

    def joins(self, asked: ReportRequest) -> str | None:
        """Why it cannot tell of these campaigns together; None when it can."""
        why: str | None = self._pages.joins(asked) if self.several else "it covers one campaign"
        return why

    @property
    def _pages(self) -> ModuleType:
        return import_module(f"plimsoll.reports.{self.module}")


REPORTS = (
    Report(
        "suite",
        "a standard suite: its tests in its own order, its rounds to steady state, what deviates",
        "suite.page",
    ),
    Report(
        "limits",
        "what cap was found, which laws the data refutes and which are tied",
        "limits.page",
    ),
    Report(
        "promises",
        "each promise: kept, broken or inconclusive, measured against what was promised",
        "promises.page",
    ),
    Report(
        "factors",
        "which of several settings matters, by how much, how they act together, the best setting",
        "factors.page",
    ),
    Report(
        "load-line",
        "response time and achieved rate over offered rate: knee, line, interval, horizon; lines"
        " laid over each other",
        "load_line.page",
        several=True,
    ),
    Report(
        "grid",
        "everything that was asked, laid out: tables side by side, bars, heat maps",
        "grid.page",
    ),
    Report(
        "scaling",
        "what more workers, hosts or outstanding I/O give, and what ends the gain",
        "scaling.page",
    ),
    Report("runs", "every Run of any campaign, with what was asked of it", "campaign.page"),
    Report(
        "clients",
        "each kind of client of a described storage over what was varied: what a neighbour costs"
        " the others",
        "clients.page",
    ),
    Report(
        "compare",
        "campaigns, configurations or targets compared: better, worse, the same, or not enough"
        " data",
        "compare.page",
        several=True,
    ),
    Report("point", "everything about one Run", "run.page"),
    Report(
        "time",
        "one Run over time: what happened when, response times as lines and as a heat map",
        "run.time_page",
    ),
    Report(
        "summary",
        "one page for whoever signs: question, answer, verdict, charts, what was not controlled",
        "summary.page",
        several=True,
    ),
)
"""Every report, the ones that answer a campaign first. To add one: a folder with a `page.py` beside
this file, and a line here."""


def named(name: str) -> Report:
    """The report of this name. Raises UsageError, which lists the known ones."""
    for report in REPORTS:
        if report.name == name:
            return report
    raise UsageError(
        f"there is no report '{name}'", f"The reports are: {', '.join(r.name for r in REPORTS)}."
    )


def fitting(evidence: Evidence) -> tuple[Report, ...]:
    """The reports that have something to say of a campaign, the one that answers it first."""
    return tuple(report for report in REPORTS if report.fits(evidence) is None)


def build(name: str, asked: ReportRequest) -> Page:
    """Describes a report. Raises UsageError as `refuse` does.

    Of several campaigns a report that tells of them together says itself what keeps them apart.
    """
    from dataclasses import asdict

    from plimsoll.reports import conditions, first_screen
    from plimsoll.reports.common import tables

    refuse(name, asked)
    page = _fitted(named(name).build(asked), asked)
    first = page.first or first_screen.of(asked)
    page = conditions.explained(tables.without_constants(page))
    return replace(page, report=name, first=first, data=page.data | {"first": asdict(first)})


def _fitted(page: Page, asked: ReportRequest) -> Page:
    """With what the description of a simulated storage says of its own fit under every chart:
    curves look measured whatever they rest on."""
    from plimsoll.reports.describe import Chart, Note
    from plimsoll.reports.evidence import described

    said = described.fitted([asked.evidence, *asked.others])
    if not said:
        return page
    notes = tuple(Note(one, keep=True) for one in said)
    sections = tuple(
        replace(one, notes=(*one.notes, *notes)) if isinstance(one, Chart) else one
        for one in page.sections
    )
    return replace(page, sections=sections)


def refuse(name: str, asked: ReportRequest) -> None:
    """Raises UsageError when there is no report of this name, or it has nothing to say of what was
    asked."""
    report = named(name)
    _refuse_several(report, asked)
    why = None if len(asked.campaigns) > 1 else report.fits(asked.evidence)
    if why:
        known = ", ".join(one.name for one in fitting(asked.evidence)) or "none"
        raise UsageError(
            f"the report '{name}' does not fit campaign {asked.campaigns[0]}: {why}",
            f"Reports that fit it: {known}.",
        )


def default(asked: ReportRequest) -> str:
    """The report that answers what was asked: the first that fits; of several campaigns the first
    that can tell of them together, else the one that lays whatever there is side by side."""
    if len(asked.campaigns) == 1:
        return next(one.name for one in REPORTS if one.fits(asked.evidence) is None)
    together = [report for report in REPORTS if report.several]
    every = (asked.evidence, *asked.others)
    joined = (report for report in together if report.joins(asked) is None)
    beside = (
        report for report in together if all(report.fits(evidence) is None for evidence in every)
    )
    return next(joined, next(beside, together[0])).name


def _refuse_several(report: Report, asked: ReportRequest) -> None:
    numbers = asked.campaigns
    if twice := next((number for number in numbers if numbers.count(number) > 1), None):
        raise UsageError(f"campaign {twice} is named twice", "Name each once.")
    if len(numbers) > 1 and not report.several:
        known = ", ".join(one.name for one in REPORTS if one.several)
        raise UsageError(
            f"the report '{report.name}' covers one campaign, and {len(numbers)} are named",
            f"Name one with --campaign. Of several together: {known}.",
        )
