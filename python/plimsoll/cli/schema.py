"""`plimsoll schema`: the published JSON schemas of what goes in and out."""

from __future__ import annotations

import json
from importlib import import_module
from typing import Annotated, Any

import typer

from plimsoll.cli import _flags, _screen

EXAMPLES = ("plimsoll schema", "plimsoll schema run_record", "plimsoll schema stack_file > stack.schema.json")

OWN = {
    "find": "plimsoll.search.document",
    "find_family": "plimsoll.search.family_document",
    "promise": "plimsoll.judge.promised",
    "check": "plimsoll.judge.verdict",
    "size": "plimsoll.judge.guests",
    "size_result": "plimsoll.judge.sized",
    "mark": "plimsoll.judge.timeline.marks",
    "timeline": "plimsoll.judge.timeline.document",
    "doctor": "plimsoll.doctor.document",
    "limits": "plimsoll.judge.limits.document",
    "compare": "plimsoll.reports.comparison",
    "curve": "plimsoll.reports.curve",
    "campaign": "plimsoll.campaign.spec",
    "campaign_plan": "plimsoll.campaign.planned",
    "campaign_status": "plimsoll.campaign.status",
    "pulse": "plimsoll.live.pulse",
    "watched": "plimsoll.campaign.watched",
}
"""Documents that are defined in Python, and the module whose `schema()` gives their JSON schema; the others are Rust's."""


def own(name: str) -> dict[str, Any]:
    """The schema of a document of ours."""
    made: dict[str, Any] = import_module(OWN[name]).schema()
    return made


def schema(
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", help="Which document. Without it: their names.")
    ] = None,
    as_json: _flags.Json = False,
) -> None:
    """Print the JSON schema of a document, or the names of the documents."""
    from plimsoll import execute

    names = (*execute.SCHEMAS, *OWN)
    if name in OWN:
        _screen.document(own(name))
    elif name is not None:
        # A schema is JSON with or without --json.
        _screen.document(json.loads(execute.schema(name)))
    elif as_json:
        _screen.document(list(names))
    else:
        _screen.lines(names)
