"""The kinds of campaign that a store holds, and what reports know by the kind alone. ONE ENTRY PER
KIND.

What a campaign found is in its evidence; here is only what it asks, and how it is named.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

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


@dataclass(frozen=True)
class CampaignKind:
    """A kind of campaign."""

    name: str
    """As the store has it."""
    question: str = ""
    """What it asks; none where its Points say that."""
    several: bool = False
    """Whether it asks several questions: no one line, maximum or percentile speaks for it."""
    searches: bool = False
    """Whether it searches one load line."""
    laid_out: bool = False
    """Whether its questions may be laid out as a grid of Points."""
    title: str = "{where}"
    """What it is, by the targets where it ran and the `name` that its file gives it."""
    work: str = ""
    """What it does, where it ends with a verdict of its own."""
    elsewhere: str = ""
    """The command that shows the rest, with the `number` of the campaign and its `store`."""
    charts_of: str = ""
    """The report whose charts the summary shows."""


KINDS = (
    CampaignKind("run", question="What does the target do under this one load?"),
    CampaignKind("find", question=LINE_QUESTION, searches=True),
    CampaignKind(
        "demo",
        question=DISK_QUESTION,
        searches=True,
    ),
    CampaignKind(
        "campaign",
        several=True,
        laid_out=True,
        title="Campaign '{name}'",
        elsewhere="How each Point ended: plimsoll campaign status --campaign {number} {store}.",
    ),
    CampaignKind(
        "limits",
        question="Which cap limits the target, and by which law?",
        several=True,
        laid_out=True,
        title="Limits of {where}",
        work="A search for limits",
        elsewhere=(
            "Every law with its evidence: plimsoll limits --store {store} --campaign {number}."
        ),
        charts_of="limits",
    ),
    CampaignKind(
        "check",
        question="Does the target keep what was promised?",
        several=True,
        laid_out=True,
        title="Promises of {where}",
        work="A check of promises",
    ),
    CampaignKind(
        "grid",
        question="How does response time change with the offered rate?",
        several=True,
        title="Grid on {where}",
    ),
    CampaignKind("depth", several=True, title="Queue depths on {where}", charts_of="scaling"),
    CampaignKind(imports.KIND, laid_out=True),
)
"""Every kind. To add one: an entry here."""


def of(campaign: CampaignRow) -> CampaignKind:
    """The kind of a campaign; one that is not known here asks one question."""
    known = next((kind for kind in KINDS if kind.name == campaign.kind), None)
    return CampaignKind(campaign.kind) if known is None else known
