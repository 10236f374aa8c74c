"""What happened in a Run, and when."""

from plimsoll.base.feature import Document, Feature, ReportEntry, Verb
from plimsoll.features.timeline.messages import message

FEATURE = Feature(
    verbs=(
        Verb(
            "timeline", "More questions", 80, "plimsoll.features.timeline.verb", message, reads=True
        ),
    ),
    reports=(ReportEntry("time", message, "plimsoll.features.timeline.page", 120),),
    documents={
        "timeline": Document(
            "what happened in a Run, and when",
            {"answer": ("plimsoll.judge.timeline.document:TimeLine", "`timeline`")},
        )
    },
)
