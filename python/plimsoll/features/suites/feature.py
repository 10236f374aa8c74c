"""Standard suites, and tests over time."""

from __future__ import annotations

from plimsoll.feature import Document, Feature, ReportEntry, Verb

FEATURE = Feature(
    verbs=(
        Verb("suite", "More questions", 10, "plimsoll.cli.suite"),
        Verb("history", "More questions", 60, "plimsoll.cli.history"),
    ),
    reports=(
        ReportEntry(
            "suite",
            "a standard suite: its tests in its own order, its rounds to steady state, what"
            " deviates",
            "plimsoll.reports.suite.page",
            10,
            first="plimsoll.reports.suite.first",
        ),
    ),
    documents={
        "suite": Document(
            "a standard suite",
            {"answer": ("plimsoll.reports.suite.document:SuiteDocument", "`suite run`")},
        ),
        "history": Document(
            "tests over time",
            {"answer": ("plimsoll.judge.history.document:History", "`history`")},
        ),
    },
)
