"""The preflight of a machine and its targets."""

from __future__ import annotations

from plimsoll.feature import Document, Feature, Verb

FEATURE = Feature(
    verbs=(Verb("doctor", "Start here", 20, "plimsoll.cli.doctor"),),
    documents={
        "doctor": Document(
            "a preflight of a machine and its targets",
            {"answer": ("plimsoll.doctor.document:DoctorDocument", "`doctor`")},
        ),
    },
)
