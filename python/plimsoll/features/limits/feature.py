"""The limits that others enforce, found from outside."""

from functools import partial

from plimsoll.base.feature import CampaignKind, Document, Feature, ReportEntry, Verb
from plimsoll.features.limits.messages import message

FEATURE = Feature(
    verbs=(Verb("limits", "More questions", 30, "plimsoll.features.limits.verb", message),),
    reports=(ReportEntry("limits", message, "plimsoll.features.limits.page", 20),),
    documents={
        "limits": Document(
            "the limits that volumes have",
            {"answer": ("plimsoll.features.limits.rules.document", "`limits`, in the store")},
        ),
    },
    kinds=(
        CampaignKind(
            "limits",
            question=partial(message, "kind-question"),
            several=True,
            laid_out=True,
            title=partial(message, "kind-title"),
            work=partial(message, "kind-work"),
            elsewhere=partial(message, "kind-elsewhere"),
            charts_of="limits",
            result="plimsoll.features.limits.rules.finding:LimitFinding",
            report="plimsoll.features.limits.first:PARTS",
        ),
    ),
)
