"""Configurations, targets and days beside each other."""

from plimsoll.base.feature import Document, Feature, ReportEntry, Verb
from plimsoll.features.compare.messages import message

FEATURE = Feature(
    verbs=(
        Verb(
            "compare",
            "More questions",
            50,
            "plimsoll.features.compare.verb",
            message,
            answers="plimsoll.features.compare.answering:compare",
            reads=True,
        ),
        Verb(
            "curve",
            "More questions",
            70,
            "plimsoll.features.compare.curve_verb",
            message,
            reads=True,
        ),
    ),
    reports=(
        ReportEntry(
            "compare",
            message,
            "plimsoll.features.compare.page",
            100,
            several=True,
            first="plimsoll.features.compare.first",
        ),
    ),
    documents={
        "compare": Document(
            "two or more configurations, compared",
            {"answer": ("plimsoll.features.compare.rules.document:CompareDocument", "`compare`")},
        ),
        "curve": Document(
            "response time over load, fitted",
            {"answer": ("plimsoll.features.compare.curve_document:CurvesDocument", "`curve`")},
        ),
    },
)
