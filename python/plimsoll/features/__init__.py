"""The features of this product: a folder for each, and its name here. Without a folder and its name
the product does everything else (docs in CONTRIBUTING.md)."""

FEATURES = (
    "compare",
    "suites",
    "limits",
    "promises",
    "factors",
    "scaling",
    "timeline",
    "sizing",
    "hosts",
    "doctor",
    "policy",
    "vcenter",
    "imports",
    "jobs",
)
"""In the order in which they are asked whose campaign it is."""
