"""What more workers, hosts or outstanding I/O give, and the queue depth that is enough."""

from functools import partial

from plimsoll.base.feature import CampaignKind, Document, Feature, ReportEntry, Verb
from plimsoll.features.scaling.messages import message

FEATURE = Feature(
    verbs=(Verb("depth", "More questions", 20, "plimsoll.features.scaling.verb", message),),
    reports=(ReportEntry("scaling", message, "plimsoll.features.scaling.page", 70),),
    documents={
        "depth": Document(
            "the queue depth that is enough",
            {"answer": ("plimsoll.features.scaling.depth_document:Depths", "`depth`")},
        ),
    },
    kinds=(
        CampaignKind(
            "depth",
            several=True,
            separate_runs=True,
            title=partial(message, "kind-title"),
            work=partial(message, "kind-work"),
            charts_of="scaling",
            report="plimsoll.features.scaling.of_depth:PARTS",
        ),
    ),
)
