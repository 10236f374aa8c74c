"""`plimsoll elements`: the parts that a storage stack is described with."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from plimsoll.base.errors import UsageError
from plimsoll.cli import _options
from plimsoll.cli._options import argument
from plimsoll.cli.messages import message
from plimsoll.cli.terminal import screen

if TYPE_CHECKING:
    from plimsoll.native.model import Element

EXAMPLES = ("plimsoll elements", "plimsoll elements limit", "plimsoll elements --json")

WIDTH = 100
"""Columns of the reference of an element."""


def elements(
    name: str | None = argument("[NAME]", message("help-elements-name")),
    as_json: _options.Json = False,
) -> None:
    """List the storage elements of a stack (stack:FILE.toml), or the parameters of one."""
    from plimsoll.native import session as execute

    known = execute.elements()
    if name is None:
        return screen.names("elements", known, as_json=as_json)
    for element in known:
        if element["name"] == name:
            if as_json:
                return screen.document({"schema": "plimsoll.element/1", **element})
            return screen.lines(_reference(element))
    if name.startswith("stack:"):
        raise UsageError(*message.refusal("stack-is-no-element", name=name))
    names = ", ".join(element["name"] for element in known)
    raise UsageError(*message.refusal("unknown-element", name=name, names=names))


def _reference(element: Element) -> list[str]:
    """A paragraph for each parameter: name, how it is written and what it is when absent; below
    that what it says."""
    lines = [f"{element['name']}: {element['summary']}", ""]
    width = (
        max(
            len(name)
            for name in ["scope", *(parameter["name"] for parameter in element["parameters"])]
        )
        + 2
    )
    for parameter in element["parameters"]:
        # A line where it fits; a long list of words goes on under itself.
        lines += _hanging(
            f"  {parameter['name']:{width}}",
            message("element-parameter", unit=parameter["unit"], default=str(parameter["default"])),
        )
        lines += _hanging(" " * (width + 2), parameter["what"])
    scopes = message("element-scope", default=element["scope"])
    lines += _hanging(f"  {'scope':{width}}", scopes)
    lines += _hanging(" " * (width + 2), message("element-scope-about"))
    ends = message("element-ends-path" if element["ends_path"] else "element-goes-on")
    lines += ["", ends, ""]
    return [
        *lines,
        f"  [{element['name']}.it]",
        *(f"  {line}" for line in element["example"].splitlines()),
    ]


def _hanging(head: str, text: str) -> list[str]:
    # Not at hyphens: words such as esxi-mclock are copied from here.
    return textwrap.wrap(
        text, WIDTH, initial_indent=head, subsequent_indent=" " * len(head), break_on_hyphens=False
    )
