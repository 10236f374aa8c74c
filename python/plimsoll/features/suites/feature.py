"""Standard suites, and tests over time."""

from plimsoll.base.feature import Document, Feature, ReportEntry, Verb
from plimsoll.features.suites.messages import message

FEATURE = Feature(
    verbs=(
        Verb("suite", "More questions", 10, "plimsoll.features.suites.verb", message),
        Verb(
            "history",
            "More questions",
            60,
            "plimsoll.features.suites.history_verb",
            message,
            reads=True,
        ),
    ),
    reports=(
        ReportEntry(
            "suite",
            message,
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
