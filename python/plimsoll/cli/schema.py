"""`plimsoll schema`: the published JSON schemas of what goes in and out."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from plimsoll.cli import _flags, _screen

EXAMPLES = ("plimsoll schema", "plimsoll schema run_record", "plimsoll schema stack_file > stack.schema.json")


def schema(
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", help="Which document. Without it: their names.")
    ] = None,
    as_json: _flags.Json = False,
) -> None:
    """Print the JSON schema of a document, or the names of the documents."""
    from plimsoll import execute

    names = (*execute.SCHEMAS, "find")
    if name == "find":
        from plimsoll.search import document

        _screen.document(document.schema())
    elif name is not None:
        # A schema is JSON with or without --json.
        _screen.document(json.loads(execute.schema(name)))
    elif as_json:
        _screen.document(list(names))
    else:
        _screen.lines(names)
