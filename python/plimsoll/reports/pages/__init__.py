"""What is said: one file per report, listed in REPORTS. Each builds a `Page` and knows nothing of how it is drawn.

`fits` says why a report has nothing to say of a campaign; none when it has something.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Protocol, cast

from plimsoll.errors import UsageError

if TYPE_CHECKING:
    from plimsoll.reports.describe import Page
    from plimsoll.reports.evidence import Evidence
    from plimsoll.reports.pages.asked import Asked


class Pages(Protocol):
    """The module of a report."""

    def build(self, asked: Asked) -> Page:
        """Describes the report."""

    def fits(self, evidence: Evidence) -> str | None:
        """Why there is nothing to say of a campaign, in words; none when there is."""


@dataclass(frozen=True)
class Report:
    """A report that can be asked for by name; its module is loaded when it is."""

    name: str
    summary: str
    module: str

    @property
    def pages(self) -> Pages:
        """What builds it."""
        return cast("Pages", import_module(f"plimsoll.reports.pages.{self.module}"))


REPORTS = (
    Report(
        "load-line", "response time and achieved rate over offered rate: knee, line, interval, horizon", "load_line"
    ),
    Report("grid", "everything that was asked, laid out: tables side by side, bars, heat maps", "grid"),
    Report("runs", "every Run of any campaign, with what was asked of it", "runs"),
    Report("scaling", "what more workers, hosts or outstanding I/O give, and who ends it", "scaling"),
    Report("point", "everything about one Run", "point"),
)
"""Every report, the ones that answer a campaign first. To add one: a file in this folder, and a line here."""


def named(name: str) -> Report:
    """The report of this name. Raises UsageError, which lists the known ones."""
    for report in REPORTS:
        if report.name == name:
            return report
    raise UsageError(f"there is no report '{name}'", f"The reports are: {', '.join(r.name for r in REPORTS)}.")


def fitting(evidence: Evidence) -> tuple[Report, ...]:
    """The reports that have something to say of a campaign, the one that answers it first."""
    return tuple(report for report in REPORTS if report.pages.fits(evidence) is None)


def build(name: str, asked: Asked) -> Page:
    """Describes a report. Raises UsageError when there is none of this name, or it has nothing to say of the campaign."""
    from dataclasses import replace

    report = named(name)
    if why := report.pages.fits(asked.evidence):
        known = ", ".join(one.name for one in fitting(asked.evidence)) or "none"
        raise UsageError(
            f"the report '{name}' has nothing to say of campaign {asked.campaigns[0]}: {why}",
            f"Reports that fit it: {known}.",
        )
    return replace(report.pages.build(asked), report=name)
