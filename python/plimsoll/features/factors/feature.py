"""Which of several settings matters: designed experiments."""

from __future__ import annotations

from plimsoll.feature import Design, Document, Feature, ReportEntry

FEATURE = Feature(
    reports=(
        ReportEntry(
            "factors",
            "which of several settings matters, by how much, how they act together, the best"
            " setting",
            "plimsoll.reports.factors.page",
            40,
            first="plimsoll.reports.factors.first",
        ),
    ),
    documents={
        "campaign": Document(
            "",
            {
                "factors": (
                    "plimsoll.judge.factors.document:Answer",
                    "in the status of a factor study",
                ),
            },
        ),
    },
    designs=(
        Design(
            strategy="factors",
            label="factors",
            summary="which of several settings matters",
            each="a design over the factors",
            question="Which of these settings matters, and by how much?",
            module="plimsoll.features.factors.design",
            tables="plimsoll.campaign.factor_spec:TABLES",
            plan="plimsoll.judge.factors.study:Study",
            answer="plimsoll.judge.factors.document:Answer",
        ),
    ),
)
