"""The kinds of campaign, with their questions and titles. ONE ENTRY PER KIND; features describe
their own kinds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from plimsoll.base.feature import CampaignKind, features
from plimsoll.store import imports

if TYPE_CHECKING:
    from plimsoll.store import CampaignRow

LINE_QUESTION = (
    "What is the highest offered rate that the target carries steadily while it meets the"
    " objective?"
)
DISK_QUESTION = (
    "What is the highest offered rate that this machine's disk carries steadily while it meets the"
    " objective?"
)

LINE = "plimsoll.search.document:FindDocument"


CORE = (
    CampaignKind(
        "run", question="What does the target do under this one load?", separate_runs=True
    ),
    CampaignKind("find", question=LINE_QUESTION, searches=True, result=LINE),
    CampaignKind("demo", question=DISK_QUESTION, searches=True, result=LINE),
    CampaignKind(
        "campaign",
        several=True,
        laid_out=True,
        title="Campaign '{name}'",
        elsewhere="How each Point ended: plimsoll campaign status --campaign {number} {store}.",
    ),
    CampaignKind(
        "grid",
        question="How does response time change with the offered rate?",
        several=True,
        title="Grid on {where}",
    ),
    CampaignKind(imports.KIND, laid_out=True),
)
"""The kinds of the core. To add one: an entry here."""

KINDS = (*CORE, *(kind for feature in features() for kind in feature.kinds))
"""Every kind."""


def of(campaign: CampaignRow) -> CampaignKind:
    """The kind of a campaign; an unknown kind has one question."""
    known = next((kind for kind in KINDS if kind.name == campaign.kind), None)
    return CampaignKind(campaign.kind) if known is None else known
