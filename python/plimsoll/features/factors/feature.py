"""Which of several settings matters: designed experiments."""

from functools import partial

from plimsoll.base.feature import Design, Document, Feature, ReportEntry
from plimsoll.features.factors.messages import message

FEATURE = Feature(
    reports=(
        ReportEntry(
            "factors",
            message,
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
            label=partial(message, "design-label"),
            summary=partial(message, "design-summary"),
            each=partial(message, "design-each"),
            question=partial(message, "design-question"),
            module="plimsoll.features.factors.design",
            tables="plimsoll.features.factors.factor_spec:TABLES",
            plan="plimsoll.features.factors.rules.study:Study",
            answer="plimsoll.features.factors.rules.document:Answer",
            flags="plimsoll.features.factors.flags",
        ),
    ),
)
