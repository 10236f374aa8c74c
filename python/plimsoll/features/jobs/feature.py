"""The job files of other programs."""

from __future__ import annotations

from plimsoll.feature import Feature, FormEntry, Verb

FEATURE = Feature(
    verbs=(
        Verb("fio", "From other programs", 20, "plimsoll.cli.fio", called=("fio",)),
        Verb("vdbench", "From other programs", 30, "plimsoll.cli.vdbench", called=("vdbench",)),
        Verb("diskspd", "From other programs", 40, "plimsoll.cli.diskspd"),
        Verb("ndisk", "From other programs", 50, "plimsoll.cli.ndisk", called=("ndisk", "ndisk64")),
        Verb("hcibench", "From other programs", 60, "plimsoll.cli.hcibench"),
        Verb("iometer", "From other programs", 70, "plimsoll.cli.iometer"),
    ),
    forms=(
        FormEntry(
            "fio",
            "the Runs as fio's json+, with the distributions in bins",
            "plimsoll.reports.forms.as_fio",
            "application/json",
            80,
            text=True,
            rows=True,
            exchange=True,
        ),
    ),
)
