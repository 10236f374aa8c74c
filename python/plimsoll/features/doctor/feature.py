"""The preflight of a machine and its targets."""

from __future__ import annotations

from plimsoll.base.feature import Document, Feature, Verb

FEATURE = Feature(
    verbs=(Verb("doctor", "Start here", 20, "plimsoll.features.doctor.verb"),),
    documents={
        "doctor": Document(
            "a preflight of a machine and its targets",
            {"answer": ("plimsoll.features.doctor.document:DoctorDocument", "`doctor`")},
        ),
    },
)
