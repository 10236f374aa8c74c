"""How many guests fit."""

from plimsoll.base.feature import Document, Feature, Verb
from plimsoll.features.sizing.messages import message

FEATURE = Feature(
    verbs=(
        Verb("size", "More questions", 40, "plimsoll.features.sizing.verb", message, reads=True),
    ),
    documents={
        "size": Document(
            "how many guests fit",
            {
                "file": ("plimsoll.features.sizing.guests:SizeFile", "read by `size`"),
                "answer": ("plimsoll.features.sizing.document:SizeResult", "`size`"),
            },
        ),
    },
)
