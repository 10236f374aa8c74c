"""The reports of the core and of features. Each builds a `Page` and does not depend on how the
page is drawn."""

from dataclasses import replace
from importlib import import_module
from types import ModuleType

from plimsoll.base.errors import UsageError
from plimsoll.base.feature import ReportEntry, features
from plimsoll.base.messages import language
from plimsoll.report.describe import TO_SIGN, Page
from plimsoll.report.evidence.evidence import Evidence
from plimsoll.report.messages import message
from plimsoll.report.request import ReportRequest


class Report(ReportEntry):
    """A report with a name. Its module is imported on first use."""

    def fits(self, evidence: Evidence) -> str | None:
        """Why the report does not fit a campaign; None when it fits."""
        why: str | None = self._pages.fits(evidence)
        return why

    def build(self, request: ReportRequest) -> Page:
        """Describes the report, once for a request and a language: the page to sign takes charts of
        another report, which the document then has, too."""
        key = (self.name, language.get())
        if key not in request.pages:
            request.pages[key] = self._pages.build(request)
        return request.pages[key]

    def joins(self, request: ReportRequest) -> str | None:
        """Why the report cannot cover these campaigns together; None when it can."""
        why: str | None = message("covers-one-campaign")
        if self.several:
            why = self._pages.joins(request)
        return why

    @property
    def _pages(self) -> ModuleType:
        return import_module(self.module)


CORE = (
    ReportEntry("load-line", message, "plimsoll.report.load_line.page", 50, several=True),
    ReportEntry("grid", message, "plimsoll.report.grid.page", 60),
    ReportEntry("runs", message, "plimsoll.report.campaign.page", 80),
    ReportEntry("clients", message, "plimsoll.report.clients.page", 90),
    ReportEntry("point", message, "plimsoll.report.run.page", 110),
    ReportEntry(TO_SIGN, message, "plimsoll.report.summary.page", 130, several=True),
)
"""The reports of the core. To add one: a folder with a `page.py` beside this file, and a line
here."""

REPORTS = tuple(
    Report(*entry)
    for entry in sorted(
        (*CORE, *(entry for feature in features() for entry in feature.reports)),
        key=lambda entry: entry.place,
    )
)
"""Every report, the ones that answer a campaign first."""


def find_report(name: str) -> Report:
    """The report of this name. Raises UsageError, which lists the known ones."""
    for report in REPORTS:
        if report.name == name:
            return report
    known = ", ".join(report.name for report in REPORTS)
    raise UsageError(*message.refusal("no-such-report", name=name, names=known))


def fitting(evidence: Evidence) -> tuple[Report, ...]:
    """The reports that fit a campaign, the one that answers it first."""
    return tuple(report for report in REPORTS if report.fits(evidence) is None)


def build(name: str, request: ReportRequest) -> Page:
    """The page of a report. Raises UsageError as `refuse` does.

    A report over several campaigns states itself why they cannot be compared."""
    from dataclasses import asdict

    from plimsoll.report import conditions, first_screen, labels
    from plimsoll.report.common import tables

    refuse(name, request)
    page = _add_fit_notes(find_report(name).build(request), request)
    first = page.first or first_screen.of(request)
    page = conditions.trim_glossary(tables.without_constants(page))
    page = labels.head(page, request.letterhead, request.evidence.campaign, name)
    return replace(page, report=name, first=first, data=page.data | {"first": asdict(first)})


def to_sign(name: str, request: ReportRequest) -> Page | None:
    """The page to sign, which a printed report begins with. None before itself, before the report
    of one Run that was named, and where the campaigns cannot be summed up together."""
    if name in ("", TO_SIGN) or request.run is not None:
        return None
    try:
        return build(TO_SIGN, request)
    except UsageError:
        return None


def _add_fit_notes(page: Page, request: ReportRequest) -> Page:
    """Adds what a simulated storage's description states about its own fit under every chart:
    curves look measured whatever they rest on."""
    from plimsoll.report.describe import Chart, Note
    from plimsoll.report.evidence import model_basis as described

    fit_notes = described.fit_notes([request.evidence, *request.others])
    if not fit_notes:
        return page
    notes = tuple(Note(sentence, keep=True) for sentence in fit_notes)
    sections = tuple(
        replace(section, notes=(*section.notes, *notes)) if isinstance(section, Chart) else section
        for section in page.sections
    )
    return replace(page, sections=sections)


def refuse(name: str, request: ReportRequest) -> None:
    """Raises UsageError when there is no report of this name, or when it does not fit the
    request."""
    report = find_report(name)
    _refuse_several(report, request)
    why = None if len(request.campaigns) > 1 else report.fits(request.evidence)
    if why:
        known = ", ".join(report.name for report in fitting(request.evidence))
        raise UsageError(
            *message.refusal(
                "does-not-fit",
                name=name,
                campaign=request.campaigns[0],
                why=why,
                names=known or message("none"),
            )
        )


def default(request: ReportRequest) -> str:
    """The default report: the first that fits. For several campaigns the first that can cover
    them together, else the first that fits each of them."""
    if len(request.campaigns) == 1:
        return next(entry.name for entry in REPORTS if entry.fits(request.evidence) is None)
    together = [report for report in REPORTS if report.several]
    every = (request.evidence, *request.others)
    joined = (report for report in together if report.joins(request) is None)
    beside = (
        report for report in together if all(report.fits(evidence) is None for evidence in every)
    )
    return next(joined, next(beside, together[0])).name


def _refuse_several(report: Report, request: ReportRequest) -> None:
    numbers = request.campaigns
    if twice := next((number for number in numbers if numbers.count(number) > 1), None):
        raise UsageError(*message.refusal("named-twice", campaign=twice))
    if len(numbers) > 1 and not report.several:
        known = ", ".join(entry.name for entry in REPORTS if entry.several)
        raise UsageError(
            *message.refusal("covers-one-only", name=report.name, n=len(numbers), names=known)
        )
