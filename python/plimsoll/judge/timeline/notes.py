"""What to know beside a time line, as codes with figures; `text.py` says them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

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


@dataclass(frozen=True)
class Note:
    """What a reader should know, as a code; `text.note` says it."""

    kind: NoteKind
    figures: Mapping[str, float | str] = field(default_factory=dict)
