"""Storage policies: what they ask for, what is set, and whether it holds."""

from __future__ import annotations

from plimsoll.feature import Document, Feature, Pages, Verb

FEATURE = Feature(
    verbs=(Verb("policy", "Limits that others enforce", 10, "plimsoll.cli.policy"),),
    documents={
        "policy": Document(
            "storage policies: what they ask for, what is set, and whether it holds",
            {
                "file": ("plimsoll.policy.file:PolicyFile", "read by `policy`"),
                "status": (
                    "plimsoll.policy.documents:PolicyStatus",
                    "`policy plan`, `show`, `apply`",
                ),
                "remove": ("plimsoll.policy.documents:PolicyRemoved", "`policy remove`"),
                "verify": ("plimsoll.policy.documents:PolicyVerify", "`policy verify`"),
                "place": ("plimsoll.policy.documents:PolicyPlace", "`policy place`"),
                "simulate": (
                    "plimsoll.policy.simulation.document:PolicySimulate",
                    "`policy simulate`",
                ),
            },
        ),
    },
    pages=Pages("plimsoll.web.policies:routes", places=(("Policies", "/policies"),)),
)
