"""The job files of other programs."""

from plimsoll.base.feature import Feature, FormEntry, Verb
from plimsoll.features.jobs.messages import message

_GROUP = "From other programs"
_HERE = "plimsoll.features.jobs"

FEATURE = Feature(
    verbs=(
        Verb("fio", _GROUP, 20, f"{_HERE}.fio_verb", message, called=("fio",), foreign=True),
        Verb(
            "vdbench",
            _GROUP,
            30,
            f"{_HERE}.vdbench_verb",
            message,
            called=("vdbench",),
            foreign=True,
        ),
        Verb("diskspd", _GROUP, 40, f"{_HERE}.diskspd_verb", message, foreign=True),
        Verb(
            "ndisk",
            _GROUP,
            50,
            f"{_HERE}.ndisk_verb",
            message,
            called=("ndisk", "ndisk64"),
            foreign=True,
        ),
        Verb("hcibench", _GROUP, 60, f"{_HERE}.hcibench_verb", message),
        Verb("iometer", _GROUP, 70, f"{_HERE}.iometer_verb", message),
    ),
    forms=(
        FormEntry(
            "fio",
            message,
            "plimsoll.features.jobs.as_fio",
            "application/json",
            80,
            text=True,
            rows=True,
            exchange=True,
        ),
    ),
)
