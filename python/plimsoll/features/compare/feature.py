"""Configurations, targets and days beside each other."""

from __future__ import annotations

from functools import partial

from plimsoll.base.feature import Document, Feature, ReportEntry, Verb
from plimsoll.features.compare.messages import message

FEATURE = Feature(
    verbs=(
        Verb(
            "compare",
            "More questions",
            50,
            "plimsoll.features.compare.verb",
            partial(message, "summary-compare"),
            answers="plimsoll.features.compare.answering:compare",
            reads=True,
        ),
        Verb(
            "curve",
            "More questions",
            70,
            "plimsoll.features.compare.curve_verb",
            partial(message, "summary-curve"),
            reads=True,
        ),
    ),
    reports=(
        ReportEntry(
            "compare",
            lambda: message("report-title"),
            lambda: message("about-report"),
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
