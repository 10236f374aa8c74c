"""How many guests fit."""

from __future__ import annotations

from plimsoll.feature import Document, Feature, Verb

FEATURE = Feature(
    verbs=(Verb("size", "More questions", 40, "plimsoll.cli.size"),),
    documents={
        "size": Document(
            "how many guests fit",
            {
                "file": ("plimsoll.judge.sizing.guests:SizeFile", "read by `size`"),
                "answer": ("plimsoll.judge.sizing.document:SizeResult", "`size`"),
            },
        ),
    },
)
