"""The results of other programs."""

from __future__ import annotations

from plimsoll.feature import Document, Feature, Verb

FEATURE = Feature(
    verbs=(Verb("import", "From other programs", 10, "plimsoll.cli.import_"),),
    documents={
        "run": Document(
            "",
            {
                "imported": (
                    "plimsoll.formats.results.imported_run:ImportedRun",
                    "`import`, in the store",
                ),
            },
        ),
        "import": Document(
            "what came of the results of other programs",
            {"answer": ("plimsoll.campaign.importing:Import", "`import`")},
        ),
    },
)
