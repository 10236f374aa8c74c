"""The answer of a family of searches as a document: `plimsoll.find_family/1`, and its JSON schema."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from plimsoll.search import document

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from plimsoll.search.family import FamilyResult
    from plimsoll.search.grid import GridLine

SCHEMA = "plimsoll.find_family/1"


def of(
    result: FamilyResult,
    *,
    over: str,
    objective: str | None,
    workloads: Mapping[str, Mapping[str, Any]],
    campaigns: Mapping[str, int],
    grids: Mapping[str, tuple[GridLine, GridLine]],
) -> dict[str, Any]:
    """The document of a family. The mappings go by the label of a line; a line without a grid beside it has none."""
    return {
        "schema": SCHEMA,
        "over": over,
        "objective": objective,
        "lines": [
            {
                "label": found.member.label,
                "workload": dict(workloads[found.member.label]),
                "campaign": campaigns.get(found.member.label),
                "expected_share_of_maximum": found.start.share if found.start else None,
                "grids": [
                    {"rate_per_s": grid.rate_per_s, "rates": grid.rates, "test_seconds": grid.seconds}
                    for grid in grids.get(found.member.label, ())
                ],
                "find": document.of(found.result),
            }
            for found in result.lines
        ],
        "test_seconds": result.test_seconds,
    }


def of_runs(lines: Sequence[tuple[str, Mapping[str, str], int, Mapping[str, Any]]]) -> dict[str, Any]:
    """The same of lines that were read from Runs: of each its label, what sets it apart, its campaign, its `plimsoll.find/1`."""
    objectives = {str(found["load_line"]["objective"]) for *_, found in lines}
    return {
        "schema": SCHEMA,
        "over": "settings",
        "objective": objectives.pop() if len(objectives) == 1 else None,
        "lines": [
            {
                "label": label, "workload": dict(differs), "campaign": campaign, "expected_share_of_maximum": None, "grids": [],
                "find": dict(found),
            }
            for label, differs, campaign, found in lines
        ],
        "test_seconds": sum(float(found["test_seconds"]) for *_, found in lines),
    }  # fmt: skip


def schema() -> dict[str, Any]:
    """The JSON schema of the document."""
    grid = {
        "type": "object",
        "description": "a grid of equally spaced rates, run beside the search on the same session",
        "properties": {
            "rate_per_s": {"type": ["number", "null"], "description": "its line; null when nothing crossed"},
            "rates": {"type": "integer", "description": "rates that it ran"},
            "test_seconds": {"type": "number", "description": "warm-up and drain included"},
        },
        "required": ["rate_per_s", "rates", "test_seconds"],
        "additionalProperties": False,
    }
    find = document.schema()
    del find["$schema"]
    line = {
        "type": "object",
        "properties": {
            "label": {"type": "string", "description": "which line, as it is told"},
            "workload": {
                "type": "object",
                "description": "what sets it apart: read, percent, or block_size, as typed; of a line read from Runs each setting by its name",
            },
            "campaign": {"type": ["integer", "null"], "description": "that holds its Runs, in the store"},
            "expected_share_of_maximum": {
                "type": ["number", "null"],
                "description": "where its search began, from the lines known by then; null for the first",
            },
            "grids": {"type": "array", "items": grid, "description": "two with --beside-grid, else none"},
            "find": find,
        },
        "required": ["label", "workload", "campaign", "expected_share_of_maximum", "grids", "find"],
        "additionalProperties": False,
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": SCHEMA,
        "type": "object",
        "description": "the answer of `plimsoll find` with a list after --read or --block-size",
        "properties": {
            "schema": {"const": SCHEMA},
            "over": {
                "enum": ["read", "block_size", "nothing", "settings"],
                "description": "what differs from line to line; settings: of lines read from Runs, what each `workload` names",
            },
            "objective": {
                "type": ["string", "null"],
                "description": "the same for all, in canonical form; null where lines were read for different ones",
            },
            "lines": {"type": "array", "items": line},
            "test_seconds": {"type": "number", "description": "of all searches, without grids"},
        },
        "required": ["schema", "over", "objective", "lines", "test_seconds"],
        "additionalProperties": True,
    }
