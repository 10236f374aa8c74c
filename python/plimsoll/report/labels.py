"""What a report says as a document: for whom it is, from whom, its number, its logo, its footer and
its boxes to stamp. It comes from the `[report]` table of the campaign's file, and flags replace
parts of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from plimsoll.base import logo
from plimsoll.report.describe import Letterhead
from plimsoll.report.messages import message

if TYPE_CHECKING:
    from plimsoll.report.describe import Page
    from plimsoll.report.request import ReportRequest
    from plimsoll.store import CampaignRow

TO_SIGN = "summary"
"""The report that has the boxes to stamp."""


@dataclass(frozen=True)
class ReportLabels:
    """Each is empty where nothing was said."""

    customer: str = ""
    author: str = ""
    document: str = ""
    logo: logo.Logo | None = None
    footer: str = ""
    stamps: tuple[str, ...] = ()

    @property
    def given(self) -> bool:
        """Whether there are any."""
        return self != ReportLabels()

    def over(self, other: ReportLabels) -> ReportLabels:
        """These, and the other ones where these are empty."""
        return replace(other, **{name: value for name, value in vars(self).items() if value})


def of_campaign(row: CampaignRow) -> ReportLabels:
    """Those in the file of a campaign."""
    table = row.spec.get("report") or {}
    address = table.get("logo")
    return ReportLabels(
        customer=table.get("customer", ""),
        author=table.get("author", ""),
        document=table.get("document", ""),
        logo=None if address is None else logo.of_url(address),
        footer=table.get("footer", ""),
        stamps=tuple(table.get("stamps", ())),
    )


def of_request(request: ReportRequest) -> ReportLabels:
    """Those of its first campaign and of its flags."""
    return request.labels.over(of_campaign(request.evidence.campaign))


def head(page: Page, request: ReportRequest, report: str) -> Page:
    """The page with what its labels say. The title of a document is the name of its campaign."""
    labels = of_request(request)
    if not labels.given:
        return page
    title = request.evidence.campaign.display_name or page.title
    rows = (
        (message("letter-subject"), title),
        (message("letter-customer"), labels.customer),
        (message("letter-author"), labels.author),
        (message("letter-document"), labels.document),
    )
    stamps = labels.stamps if report == TO_SIGN else ()
    letterhead = Letterhead(
        tuple(row for row in rows if row[1]), labels.logo, stamps, labels.author
    )
    footer = (
        message("footer-with-own", own=labels.footer, footer=page.footer)
        if labels.footer
        else page.footer
    )
    return replace(page, title=title, footer=footer, letterhead=letterhead)
