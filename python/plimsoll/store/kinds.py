"""The kinds of campaign, with their questions and titles. ONE ENTRY PER KIND; features describe
their own kinds.
"""

from functools import partial

from plimsoll.base.feature import CampaignKind, features
from plimsoll.store import CampaignRow, imports
from plimsoll.store.messages import message

LINE = "plimsoll.search.document:FindDocument"


def line_question() -> str:
    """The question of a load line."""
    return message("question-find")


CORE = (
    CampaignKind("run", question=partial(message, "question-run"), separate_runs=True),
    CampaignKind("find", question=line_question, searches=True, result=LINE),
    CampaignKind("demo", question=partial(message, "question-demo"), searches=True, result=LINE),
    CampaignKind(
        "campaign",
        several=True,
        laid_out=True,
        title=partial(message, "title-campaign"),
        elsewhere=partial(message, "campaign-elsewhere"),
    ),
    CampaignKind(
        "grid",
        question=partial(message, "question-grid"),
        several=True,
        title=partial(message, "title-grid"),
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
