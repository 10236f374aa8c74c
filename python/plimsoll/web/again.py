"""The file of a campaign that asks the same as an earlier one, for the button to run it again."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from plimsoll.web.form import text_value

if TYPE_CHECKING:
    from plimsoll.store import CampaignRow

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_OWN_KEYS = ("file",)
"""Keys of a stored campaign that its file did not have."""


def toml(row: CampaignRow) -> str | None:
    """The file; None where a file cannot ask the same."""
    spec = row.spec
    if row.kind == "campaign":
        tables = {key: value for key, value in spec.items() if key not in _OWN_KEYS}
        # A logo is kept as its bytes, and a file names where it lies.
        if "report" in tables:
            report = tables["report"].items()
            tables["report"] = {key: value for key, value in report if key != "logo"}
        return _document(tables)
    if row.kind != "find" or row.strategy != "load_line" or "session" not in spec:
        return None
    if spec.get("arrivals") not in (None, "poisson"):
        return None
    session = spec["session"]
    if any(map(session.get, _SAID_OTHERWISE)):
        return None
    campaign = {
        "name": _name(session["target"]),
        "strategy": "load_line",
        "objective": row.objective,
        "virtual": bool(session.get("virtual")) or None,
    }
    tables = {
        "campaign": campaign,
        "target": {"path": session["target"]},
        "workload": session["workload"],
    }
    return _document(tables)


_SAID_OTHERWISE = (
    "more_targets",
    "workload_toml",
    "workload_file",
    "stack_parameters",
    "engine",
    "cached",
)
"""Parts of a search that the file of a campaign would have to say in another way."""


def _name(target: str) -> str:
    return target.rpartition("/")[2].rpartition(":")[2]


def _document(tables: Mapping[str, Any]) -> str:
    """The tables as TOML. Values are what a file of TOML had, so that there is no other kind."""
    lines: list[str] = []
    for key, value in tables.items():
        several = isinstance(value, list)
        for table in value if several else [value]:
            lines.append(f"[[{_key(key)}]]" if several else f"[{_key(key)}]")
            lines += [
                f"{_key(name)} = {_value(inner)}"
                for name, inner in table.items()
                if inner is not None
            ]
            lines.append("")
    return "\n".join(lines)


def _key(name: str) -> str:
    return name if _BARE_KEY.fullmatch(name) else text_value(name)


def _value(value: object) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return text_value(value)
        case list():
            return f"[{', '.join(map(_value, value))}]"
        case dict():
            inner = ", ".join(
                f"{_key(key)} = {_value(of)}" for key, of in value.items() if of is not None
            )
            return f"{{ {inner} }}"
        case float() if value == int(value):
            return str(int(value))
        case _:
            return repr(value)
