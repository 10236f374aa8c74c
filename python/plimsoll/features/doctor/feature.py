"""The preflight of a machine and its targets."""

from plimsoll.base.feature import Document, Feature, Verb
from plimsoll.features.doctor.messages import message

FEATURE = Feature(
    verbs=(Verb("doctor", "Start here", 20, "plimsoll.features.doctor.verb", message),),
    documents={
        "doctor": Document(
            "a preflight of a machine and its targets",
            {"answer": ("plimsoll.features.doctor.document:DoctorDocument", "`doctor`")},
        ),
    },
)
