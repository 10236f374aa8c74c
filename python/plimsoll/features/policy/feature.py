"""Storage policies: what they ask for, what is set, and whether it holds."""

from plimsoll.base.feature import Document, Feature, Pages, Verb
from plimsoll.features.policy.messages import message

FEATURE = Feature(
    verbs=(
        Verb("policy", "Limits that others enforce", 10, "plimsoll.features.policy.verb", message),
    ),
    documents={
        "policy": Document(
            "storage policies: what they ask for, what is set, and whether it holds",
            {
                "file": ("plimsoll.features.policy.file:PolicyFile", "read by `policy`"),
                "status": (
                    "plimsoll.features.policy.documents:PolicyStatus",
                    "`policy plan`, `show`, `apply`",
                ),
                "remove": ("plimsoll.features.policy.documents:PolicyRemoval", "`policy remove`"),
                "verify": ("plimsoll.features.policy.documents:PolicyVerify", "`policy verify`"),
                "place": ("plimsoll.features.policy.documents:PolicyPlace", "`policy place`"),
            },
        ),
    },
    pages=Pages(
        "plimsoll.features.policy.web_routes:routes",
        places=(("policies", lambda: message("page-title"), "/policies"),),
        flags="plimsoll.features.policy.web_flags",
    ),
)
