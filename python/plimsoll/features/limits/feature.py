"""The limits that others enforce, found from outside."""

from __future__ import annotations

from plimsoll.feature import CampaignKind, Document, Feature, ReportEntry, Verb

FEATURE = Feature(
    verbs=(Verb("limits", "More questions", 30, "plimsoll.cli.limits"),),
    reports=(
        ReportEntry(
            "limits",
            "what cap was found, which laws the data refutes and which are tied",
            "plimsoll.reports.limits.page",
            20,
        ),
    ),
    documents={
        "limits": Document(
            "the limits that volumes have",
            {"answer": ("plimsoll.judge.limits.document", "`limits`, in the store")},
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
            result="plimsoll.judge.limits:LimitFinding",
            report="plimsoll.reports.limits.first:PARTS",
        ),
    ),
)
