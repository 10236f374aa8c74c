"""What happened in a Run, and when."""

from __future__ import annotations

from plimsoll.base.feature import Document, Feature, ReportEntry, Verb

FEATURE = Feature(
    verbs=(Verb("timeline", "More questions", 80, "plimsoll.features.timeline.verb", reads=True),),
    reports=(
        ReportEntry(
            "time",
            "one Run over time: what happened when, response times as lines and as a heat map",
            "plimsoll.features.timeline.page",
            120,
        ),
    ),
    documents={
        "timeline": Document(
            "what happened in a Run, and when",
            {"answer": ("plimsoll.judge.timeline.document:TimeLine", "`timeline`")},
        )
    },
)
