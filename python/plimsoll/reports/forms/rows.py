"""The Runs of a campaign as rows, for spreadsheets and programs: every data form has the same
figures. A Run that is no evidence (a setting changed under it, or a later attempt replaced it) has
a row too, which says so in `valid` and `not_valid_because`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plimsoll.reports.evidence.run_fields import FIELDS, Cell, Subject

if TYPE_CHECKING:
    from plimsoll.reports.evidence.evidence import Evidence
    from plimsoll.reports.request import Asked

Row = dict[str, Cell]
"""Its values by the names of `FIELDS`."""


def of(asked: Asked) -> list[Row]:
    """The rows of every campaign that was asked for, one after the other."""
    return [row for evidence in (asked.evidence, *asked.others) for row in rows(evidence)]


def rows(evidence: Evidence) -> list[Row]:
    """One row per Run, in order."""
    subjects = (Subject(evidence, run) for run in evidence.runs)
    return [{field.name: field.read(subject) for field in FIELDS} for subject in subjects]
