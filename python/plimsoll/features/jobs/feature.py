"""The job files of other programs."""

from __future__ import annotations

from plimsoll.base.feature import Feature, FormEntry, Verb

FEATURE = Feature(
    verbs=(
        Verb("fio", "From other programs", 20, "plimsoll.features.jobs.fio_verb", called=("fio",)),
        Verb(
            "vdbench",
            "From other programs",
            30,
            "plimsoll.features.jobs.vdbench_verb",
            called=("vdbench",),
        ),
        Verb("diskspd", "From other programs", 40, "plimsoll.features.jobs.diskspd_verb"),
        Verb(
            "ndisk",
            "From other programs",
            50,
            "plimsoll.features.jobs.ndisk_verb",
            called=("ndisk", "ndisk64"),
        ),
        Verb("hcibench", "From other programs", 60, "plimsoll.features.jobs.hcibench_verb"),
        Verb("iometer", "From other programs", 70, "plimsoll.features.jobs.iometer_verb"),
    ),
    forms=(
        FormEntry(
            "fio",
            "the Runs as fio's json+, with the distributions in bins",
            "plimsoll.features.jobs.as_fio",
            "application/json",
            80,
            text=True,
            rows=True,
            exchange=True,
        ),
    ),
)
