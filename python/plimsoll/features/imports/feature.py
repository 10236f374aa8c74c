"""The results of other programs."""

from plimsoll.base.feature import Document, Feature, ResultsEntry, Verb
from plimsoll.features.imports.messages import message

FEATURE = Feature(
    verbs=(
        Verb(
            "import",
            "From other programs",
            10,
            "plimsoll.features.imports.verb",
            message,
            answers="plimsoll.features.imports.answering:read",
        ),
    ),
    documents={
        "run": Document(
            "", {"imported": ("plimsoll.store.imported_run:ImportedRun", "`import`, in the store")}
        ),
        "import": Document(
            "what came of the results of other programs",
            {"answer": ("plimsoll.features.imports.importing:Import", "`import`")},
        ),
    },
    sources=(ResultsEntry("plimsoll.features.imports.results.formats"),),
)
