"""Policies from found load lines: an action of `plimsoll policy`."""

from plimsoll.base.feature import ActionEntry, Document, Feature

FEATURE = Feature(
    verbs=(ActionEntry("policy", "plimsoll.features.suggest.verb"),),
    documents={
        "suggest": Document(
            "a policy that was written from found load lines",
            {
                "answer": (
                    "plimsoll.features.suggest.document:SuggestionDocument",
                    "`policy suggest`",
                )
            },
        ),
    },
)
