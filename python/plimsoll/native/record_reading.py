"""Records of Runs, and their parts, as Rust wrote them: JSON in which a key is left out where there
is nothing to say. Read here, every key of their types is there.

Which keys those are, and what stands for each, is derived from Rust's types
(`native/left_out.py`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from plimsoll.native.left_out import ABSENT, TAGGED

if TYPE_CHECKING:
    from plimsoll.native.record import Interval, RunRecord, RunSpec, Summary


def run_record(document: Any) -> RunRecord:
    """A record, with or without its intervals."""
    record: RunRecord = _fill_absent(document, "RunRecord")
    record.setdefault("intervals", [])
    return record


def run_spec(document: Any) -> RunSpec:
    """What a Run was asked for, every default filled in."""
    spec: RunSpec = _fill_absent(document, "RunSpec")
    return spec


def interval(document: Any) -> Interval:
    """A sealed interval."""
    found: Interval = _fill_absent(document, "Interval")
    return found


def summary(document: Any) -> Summary:
    """The figures of a distribution."""
    found: Summary = _fill_absent(document, "Summary")
    return found


def _fill_absent(document: Any, of: str) -> Any:
    """The document itself, with what it lacks. What is no such document stays as it is: whoever has
    to know asks `documents.difference`."""
    if not isinstance(document, dict):
        return document
    if of in TAGGED:
        tag, types = TAGGED[of]
        of = types.get(str(document.get(tag)), "")
    if of not in ABSENT:
        return document
    absent, parts = ABSENT[of]
    for key, value in absent.items():
        if key not in document:
            document[key] = value.copy() if isinstance(value, list | dict) else value
    for key, part in parts.items():
        inside = document.get(key)
        if part[0] == "[":
            for part in inside if isinstance(inside, list) else ():
                _fill_absent(part, part[1:-1])
        elif part[0] == "{":
            for part in inside.values() if isinstance(inside, dict) else ():
                _fill_absent(part, part[1:-1])
        else:
            _fill_absent(inside, part)
    return document
