"""The guests of a policy file on described datastores: an action of `plimsoll policy`."""

from plimsoll.base.feature import ActionEntry, Document, Feature

FEATURE = Feature(
    verbs=(ActionEntry("policy", "plimsoll.features.policy_simulation.verb"),),
    documents={
        "policy": Document(
            "",
            {
                "simulate": (
                    "plimsoll.features.policy_simulation.document:PolicySimulate",
                    "`policy simulate`",
                )
            },
        ),
    },
)
