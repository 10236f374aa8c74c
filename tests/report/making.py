"""Reports as the tests ask for them: with the other implementation's percentile curve, so that no
native build is needed."""

from pathlib import Path

from plimsoll.report import registry, writer
from plimsoll.report.describe import Page
from plimsoll.report.request import ReportRequest
from plimsoll.store import Store

from . import sample


def report_request(store: Store, *campaigns: int, run: int | None = None) -> ReportRequest:
    return ReportRequest(store, campaigns, run, sample.curve)


def page(store: Store, *campaigns: int, report: str | None = None, run: int | None = None) -> Page:
    """The page of a report; without a name of the one that answers the campaign."""
    of = report_request(store, *campaigns, run=run)
    return registry.build(report or writer.default(of), of)


def text(store: Store, campaign: int, form: str, report: str | None = None) -> str:
    """A report in a form that is text."""
    return writer.make(report_request(store, campaign), form, report).content.decode()


def write(store: Store, campaign: int, path: Path, *, force: bool = False) -> None:
    """As HTML, to a file."""
    writer.write(report_request(store, campaign), path, "html", force=force)
