"""Standard suites, and tests over time."""

from __future__ import annotations

from functools import partial

from plimsoll.base.feature import Document, Feature, ReportEntry, Verb
from plimsoll.features.suites.messages import message

FEATURE = Feature(
    verbs=(
        Verb(
            "suite",
            "More questions",
            10,
            "plimsoll.features.suites.verb",
            partial(message, "summary-suite"),
        ),
        Verb(
            "history",
            "More questions",
            60,
            "plimsoll.features.suites.history_verb",
            partial(message, "summary-history"),
            reads=True,
        ),
    ),
    reports=(
        ReportEntry(
            "suite",
            lambda: message("report-title"),
            lambda: message("about-report"),
            "plimsoll.features.suites.page",
            10,
            first="plimsoll.features.suites.first",
        ),
    ),
    documents={
        "suite": Document(
            "a standard suite",
            {"answer": ("plimsoll.features.suites.document:SuiteDocument", "`suite run`")},
        ),
        "history": Document(
            "tests over time",
            {"answer": ("plimsoll.features.suites.history.document:History", "`history`")},
        ),
    },
)
