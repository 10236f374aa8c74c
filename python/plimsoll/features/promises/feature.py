"""Promises and whether they are kept."""

from functools import partial

from plimsoll.base.feature import CampaignKind, Document, Feature, ReportEntry, Verb
from plimsoll.features.promises.messages import message

FEATURE = Feature(
    verbs=(
        Verb(
            "check",
            "Start here",
            50,
            "plimsoll.features.promises.verb",
            message,
            answers="plimsoll.features.promises.answering:check",
        ),
    ),
    reports=(ReportEntry("promises", message, "plimsoll.features.promises.page", 30),),
    documents={
        "check": Document(
            "a promise and its verdict",
            {
                "file": ("plimsoll.features.promises.rules.file:PromiseFile", "read by `check`"),
                "verdict": (
                    "plimsoll.features.promises.rules.document:Check",
                    "`check`, in the store",
                ),
            },
        ),
    },
    kinds=(
        CampaignKind(
            "check",
            question=partial(message, "kind-question"),
            several=True,
            laid_out=True,
            title=partial(message, "kind-title"),
            work=partial(message, "kind-work"),
            charts_of="promises",
            result="plimsoll.features.promises.rules.document:Check",
            report="plimsoll.features.promises.first:PARTS",
        ),
    ),
)
