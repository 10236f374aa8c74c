"""The limits that others enforce, found from outside."""

from __future__ import annotations

from plimsoll.base.feature import CampaignKind, Document, Feature, ReportEntry, Verb

FEATURE = Feature(
    verbs=(Verb("limits", "More questions", 30, "plimsoll.features.limits.verb"),),
    reports=(
        ReportEntry(
            "limits",
            "what cap was found, which laws the data refutes and which are tied",
            "plimsoll.features.limits.page",
            20,
        ),
    ),
    documents={
        "limits": Document(
            "the limits that volumes have",
            {"answer": ("plimsoll.features.limits.rules.document", "`limits`, in the store")},
        ),
    },
    kinds=(
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
            result="plimsoll.features.limits.rules:LimitFinding",
            report="plimsoll.features.limits.first:PARTS",
        ),
    ),
)
