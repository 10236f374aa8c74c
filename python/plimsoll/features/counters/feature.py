"""What recorded counters say, and how much of what was bought volumes need."""

from plimsoll.base.feature import Document, Feature, Verb
from plimsoll.features.counters.messages import message

FEATURE = Feature(
    verbs=(
        Verb(
            "counters",
            "From other programs",
            30,
            "plimsoll.features.counters.verb",
            message,
            reads=True,
        ),
    ),
    documents={
        "counters": Document(
            "what recorded counters say",
            {
                "answer": ("plimsoll.features.counters.document:CountersAnswer", "`counters`"),
                "volumes": (
                    "plimsoll.features.counters.volumes:Volumes",
                    "read by `counters --volumes`",
                ),
                "offers": (
                    "plimsoll.features.counters.offers:Offers",
                    "read by `counters --offers`",
                ),
            },
        ),
    },
)
