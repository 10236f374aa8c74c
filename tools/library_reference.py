"""The page of `docs/reference` on `import plimsoll`: every public name, from its docstring."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any

import plimsoll
from plimsoll.base import keys
from plimsoll.library import arguments

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

PAGE = "docs/reference/library.md"
HEAD = (
    "# `import plimsoll`\n\nMade by `make generate`.\n\n"
    "The public names; everything else is private. Programs to begin from:"
    " [library](../library.md). An argument is called like the flag of the command, with"
    ' underscores, and means the same: a size is bytes or a text ("8k"), a share a number or a text'
    ' ("70%"), a time a text ("60s"), a rate a number or a text ("80%", "1000..50000").'
)
KEYS = {
    "run": arguments.RunArguments,
    "find": arguments.FindArguments,
    "simulate": arguments.SimulateArguments,
    "check": arguments.CheckArguments,
}
"""What the functions take as keys, beside their own arguments."""
FUNCTIONS = ("run", "find", "simulate", "check", "compare", "read", "judge_results", "open")
ANSWERS = (
    "RunResult",
    "LoadLine",
    "SimulationResult",
    "CheckResult",
    "Comparison",
    "Campaign",
    "JudgeResult",
    "Store",
)
ERRORS = (
    "Error",
    "UsageError",
    "InputError",
    "NoTargetError",
    "InternalError",
    "RefusedError",
    "IoError",
    "NoSpaceError",
    "Interruption",
)
PROGRESS = ("Listener", "Stop")


def page() -> str:
    """The whole page."""
    parts = [HEAD, "## Functions", *(_function(name) for name in FUNCTIONS)]
    parts += ["## Keys", _keys()]
    shared = _common_members(ANSWERS)
    parts += ["## Answers", *(_class(name, shared) for name in ANSWERS), _shared_members(shared)]
    parts += ["## Errors", _errors()]
    parts += ["## Progress", *(_class(name) for name in PROGRESS)]
    return "\n\n".join(part.strip() for part in parts) + "\n"


def _function(name: str) -> str:
    function = getattr(plimsoll, name)
    own = [_parameter(one) for one in inspect.signature(function).parameters.values()]
    taken = [one for one in own if one]
    return f"### {name}\n\n`plimsoll.{name}({', '.join(taken)})`\n\n{_text(function)}"


def _parameter(one: inspect.Parameter) -> str:
    if one.kind is one.VAR_KEYWORD:
        return "**keys"
    if one.kind is one.VAR_POSITIONAL:
        return f"*{one.name}"
    return one.name if one.default is one.empty else f"{one.name}={one.default!r}"


def _keys() -> str:
    types: dict[str, str] = {}
    for of in KEYS.values():
        for name, value in of.__annotations__.items():
            written = value.__forward_arg__ if hasattr(value, "__forward_arg__") else str(value)
            types.setdefault(name, written)
    known = keys.WORKLOAD | keys.LOAD | keys.RUN
    groups: dict[str, list[str]] = {}
    for name in sorted(types, key=lambda one: (one not in known, one)):
        where = ", ".join(f"`{verb}`" for verb, of in KEYS.items() if name in of.__annotations__)
        groups.setdefault(where, []).append(f"`{name}: {types[name]}`")
    rows = [f"- {where}: {', '.join(names)}." for where, names in groups.items()]
    return "Their meanings: [keys and shared options](keys.md).\n\n" + "\n".join(rows)


def _class(name: str, shared: Collection[tuple[str, str]] = ()) -> str:
    """A class with its own members; what several classes have alike stands apart."""
    of = getattr(plimsoll, name)
    base = _base(name)
    inherited = () if base is None else tuple(_members(getattr(plimsoll, base)))
    own = [row for row in _members(of) if row not in shared and row not in inherited]
    rows = [f"- `{member}`: {text}" for member, text in own]
    more = "" if base is None else f"\n\nIt has what a `{base}` has{', and:' if rows else '.'}"
    return f"### {name}\n\n{_text(of)}{more}\n\n" + "\n".join(rows)


def _base(name: str) -> str | None:
    """The answer that this one derives from."""
    of = getattr(plimsoll, name)
    return next(
        (one for one in ANSWERS if one != name and issubclass(of, getattr(plimsoll, one))), None
    )


def _common_members(names: Sequence[str]) -> dict[tuple[str, str], list[str]]:
    """The members that several classes have alike, with the names of the classes."""
    classes: dict[tuple[str, str], list[str]] = {}
    for name in names:
        if _base(name) is not None:
            continue
        for member in _members(getattr(plimsoll, name)):
            classes.setdefault(member, []).append(name)
    return {member: having for member, having in classes.items() if len(having) > 1}


def _shared_members(shared: Mapping[tuple[str, str], Sequence[str]]) -> str:
    rows = [
        f"- `{member}` ({', '.join(having)}): {text}"
        for (member, text), having in sorted(shared.items())
    ]
    return "\n".join(["### Of several answers", "", *rows])


def _members(of: type) -> Iterator[tuple[str, str]]:
    """The public members of a class with what they are, those of its bases too."""
    for name in sorted(dir(of)):
        if name.startswith("_"):
            continue
        member = inspect.getattr_static(of, name)
        text = " ".join((inspect.getdoc(getattr(of, name)) or "").split())
        if isinstance(member, property) or not callable(getattr(of, name)):
            yield name, text
        else:
            yield _call(name, getattr(of, name)), text


def _call(name: str, method: Any) -> str:
    taken = list(inspect.signature(method).parameters.values())
    return f"{name}({', '.join(_parameter(one) for one in taken if one.name != 'self')})"


def _errors() -> str:
    rows = ["| error | exit code of the command | |", "|---|---|---|"]
    for name in ERRORS:
        of = getattr(plimsoll, name)
        rows.append(f"| `{name}` | {of.exit_code} | {' '.join(_text(of).split())} |")
    said = (
        "An error has `message`, `what_now`, and `exit_code`; as a text it is both in a line. All"
        " are `Error`s."
    )
    return said + "\n\n" + "\n".join(rows)


def _text(of: Any) -> str:
    return (inspect.getdoc(of) or "").strip()
