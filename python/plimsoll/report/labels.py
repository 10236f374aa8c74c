"""What a report says as a document: for whom it is, from whom, its number, its logo, its footer and
its boxes to stamp. It comes from the `[report]` table of the campaign's file, and flags replace
parts of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from plimsoll.base import logo
from plimsoll.report.describe import TO_SIGN, Letterhead, Page
from plimsoll.report.messages import message

if TYPE_CHECKING:
    from plimsoll.store import CampaignRow


@dataclass(frozen=True)
class ReportLabels:
    """Each is empty where nothing was said."""

    customer: str = ""
    author: str = ""
    document: str = ""
    logo: logo.Logo | None = None
    footer: str = ""
    stamps: tuple[str, ...] = ()

    def over(self, other: ReportLabels) -> ReportLabels:
        """These, and the other ones where these are empty."""
        return replace(other, **{name: value for name, value in vars(self).items() if value})


def of_campaign(row: CampaignRow) -> ReportLabels:
    """Those in the file of a campaign."""
    return of_values(row.spec.get("report") or {})


def of_values(values: Mapping[str, Any]) -> ReportLabels:
    """Labels by their names, as a campaign's file keeps them: a logo as a data URL, or a Logo."""
    known = {name: values[name] for name in ReportLabels.__dataclass_fields__ if name in values}
    if "logo" in known and isinstance(known["logo"], str):
        known["logo"] = logo.of_url(known["logo"])
    return ReportLabels(**{**known, "stamps": tuple(known.pop("stamps", ()))})


def head(page: Page, labels: ReportLabels, campaign: CampaignRow, report: str) -> Page:
    """The page with what its labels say. The title of a document is the name of its campaign."""
    if labels == ReportLabels():
        return page
    title = campaign.display_name or page.title
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
