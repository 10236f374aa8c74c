"""Which of several settings matters: designed experiments."""

from __future__ import annotations

from plimsoll.base.feature import Design, Document, Feature, ReportEntry

FEATURE = Feature(
    reports=(
        ReportEntry(
            "factors",
            "which of several settings matters, by how much, how they act together, the best"
            " setting",
            "plimsoll.features.factors.page",
            40,
            first="plimsoll.features.factors.first",
        ),
    ),
    documents={
        "campaign": Document(
            "",
            {
                "factors": (
                    "plimsoll.features.factors.rules.document:Answer",
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
            tables="plimsoll.features.factors.factor_spec:TABLES",
            plan="plimsoll.features.factors.rules.study:Study",
            answer="plimsoll.features.factors.rules.document:Answer",
            flags="plimsoll.features.factors.flags",
        ),
    ),
)
