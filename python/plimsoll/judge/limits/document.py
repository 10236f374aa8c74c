"""The answer of `plimsoll limits` as a document: `plimsoll.limits/1`, and its JSON schema.

The types of `finding.py` are the document: what they hold is what is printed, under the same names.
"""

from __future__ import annotations

import dataclasses
from typing import Any

from plimsoll import documents
from plimsoll.judge.limits.finding import LimitFinding

SCHEMA = "plimsoll.limits/1"


def of(finding: LimitFinding) -> dict[str, object]:
    """The document of a finding."""
    return {"schema": SCHEMA, **_plain(dataclasses.asdict(finding))}


def _plain(value: Any) -> Any:
    """Tuples as lists, as JSON has them."""
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(inner) for inner in value]
    return value


def schema() -> documents.JsonSchema:
    """The JSON schema of the document. The command line adds where the Runs are kept."""
    from pydantic import TypeAdapter

    made = TypeAdapter(LimitFinding).json_schema(mode="serialization")
    for part in made["$defs"].values():
        part["additionalProperties"] = False
    properties = {
        "schema": {"const": SCHEMA, "title": "Schema", "type": "string"},
        **made["properties"],
    }
    return {
        "$schema": documents.DRAFT,
        **made,
        "title": SCHEMA,
        "properties": properties,
        "required": ["schema", *made["required"]],
    }
