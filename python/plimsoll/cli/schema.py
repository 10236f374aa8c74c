"""`plimsoll schema`: the published JSON schemas of what goes in and out."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from plimsoll.cli import _flags, _screen

EXAMPLES = ("plimsoll schema", "plimsoll schema run_record", "plimsoll schema stack > stack.schema.json")


def schema(
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", help="Which document. Without it: their names.")
    ] = None,
    as_json: _flags.Json = False,
) -> None:
    """Print the JSON schema of a document, or the names of the documents."""
    from plimsoll import execute

    if name is not None:
        # A schema is JSON with or without --json.
        _screen.document(json.loads(execute.schema(name)))
    elif as_json:
        _screen.document(list(execute.SCHEMAS))
    else:
        _screen.lines(execute.SCHEMAS)
