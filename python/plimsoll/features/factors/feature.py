"""Which of several settings matters: designed experiments."""

from __future__ import annotations

from plimsoll.feature import Document, Feature, ReportEntry

FEATURE = Feature(
    name="factors",
    reports=(
        ReportEntry(
            "factors",
            "which of several settings matters, by how much, how they act together, the best"
            " setting",
            "plimsoll.reports.factors.page",
            40,
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
    headline="plimsoll.reports.factors.first",
)
