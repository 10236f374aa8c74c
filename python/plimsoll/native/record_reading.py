"""Parses records of Runs and their parts. Rust leaves absent values out of the JSON; here every key
of a type is filled in.

Those keys and their values are derived from Rust's types (`native/left_out.py`)."""

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
    """The request of a Run, every default filled in."""
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


def _fill_absent(document: Any, type_: str) -> Any:
    """Adds the absent keys to a document of this type and returns it. A value of another type stays
    unchanged; `documents.difference` finds that out."""
    if not isinstance(document, dict):
        return document
    if type_ in TAGGED:
        tag, types = TAGGED[type_]
        type_ = types.get(str(document.get(tag)), "")
    if type_ not in ABSENT:
        return document
    absent, parts = ABSENT[type_]
    if not absent.keys() <= document.keys():
        for key, value in absent.items():
            if key not in document:
                document[key] = value.copy() if isinstance(value, list | dict) else value
    for key, inner in parts.items():
        inside = document.get(key)
        if inside is None:
            continue
        if inner[0] == "[":
            for part in inside if isinstance(inside, list) else ():
                _fill_absent(part, inner[1:-1])
        elif inner[0] == "{":
            for part in inside.values() if isinstance(inside, dict) else ():
                _fill_absent(part, inner[1:-1])
        else:
            _fill_absent(inside, inner)
    return document
