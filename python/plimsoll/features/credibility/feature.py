"""Whether a result can be believed, and for what."""

from plimsoll.base.feature import Document, Feature, Verb
from plimsoll.features.credibility.messages import message

FEATURE = Feature(
    verbs=(
        Verb(
            "judge",
            "From other programs",
            20,
            "plimsoll.features.credibility.verb",
            message,
            reads=True,
            answers="plimsoll.features.credibility.answering:judge",
        ),
    ),
    documents={
        "judge": Document(
            "what results can be used for",
            {"answer": ("plimsoll.features.credibility.document:Judgement", "`judge`")},
        ),
    },
)
