"""Notes beside a time line, as codes with figures; `text.py` has their words."""

from collections.abc import Mapping
from dataclasses import field
from typing import Annotated, Literal

from pydantic import Field
from pydantic.dataclasses import dataclass

NoteKind = Literal[
    "no_record",
    "marks_left_out",
    "marks_undated",
    "marks_without_record",
    "marks_of_import",
    "recorder_stood_still",
    "ends_before_the_run",
    "no_intervals",
    "few_intervals",
]


@dataclass(frozen=True, config={"extra": "forbid"})
class Note:
    """What a reader should know, as a code."""

    kind: Annotated[
        NoteKind,
        Field(
            description=(
                "no_record: only intervals were kept. marks_left_out: the clock was virtual."
                " marks_undated: the file of an imported Run has no date."
                " marks_without_record, marks_of_import: where they stand is known roughly."
                " recorder_stood_still: rows were written late, at once."
                " ends_before_the_run: the file has no row of the last part of an imported Run."
                " no_intervals, few_intervals: little can be told."
            )
        ),
    ]
    figures: Annotated[
        Mapping[str, float | str], Field(description="Numbers and states, by name.")
    ] = field(default_factory=dict)
