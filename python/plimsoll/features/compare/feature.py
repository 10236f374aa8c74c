"""Configurations, targets and days beside each other."""

from __future__ import annotations

from plimsoll.feature import Document, Feature, ReportEntry, Verb

FEATURE = Feature(
    verbs=(
        Verb("compare", "More questions", 50, "plimsoll.cli.compare"),
        Verb("curve", "More questions", 70, "plimsoll.cli.curve"),
    ),
    reports=(
        ReportEntry(
            "compare",
            "campaigns, configurations or targets compared: better, worse, the same, or not enough"
            " data",
            "plimsoll.reports.compare.page",
            100,
            several=True,
            first="plimsoll.reports.compare.first",
        ),
    ),
    documents={
        "compare": Document(
            "two or more configurations, compared",
            {"answer": ("plimsoll.judge.compare.document:CompareDocument", "`compare`")},
        ),
        "curve": Document(
            "response time over load, fitted",
            {"answer": ("plimsoll.judge.curve_document:CurvesDocument", "`curve`")},
        ),
    },
)
