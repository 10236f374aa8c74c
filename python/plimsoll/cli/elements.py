"""`plimsoll elements`: the parts that a storage stack is described with."""

from __future__ import annotations

from plimsoll.cli import _flags, _screen

EXAMPLES = ("plimsoll elements", "plimsoll elements --json")


def elements(as_json: _flags.Json = False) -> None:
    """List the storage elements that a stack (stack:FILE.toml) is made of."""
    from plimsoll import execute

    _screen.names("elements", execute.elements(), as_json=as_json)
