"""The answer of `plimsoll limits` as a document: `plimsoll.limits/1`, and its JSON schema.

The types of `finding.py` are the document: what they hold is what is printed, under the same names.
Beside the codes it has their sentences (`TEXTS`), made in `words.py` when it is written.
"""

import dataclasses
from collections.abc import Callable, Mapping
from typing import Any

from plimsoll.base import documents
from plimsoll.base.errors import DamagedError
from plimsoll.features.limits.messages import message
from plimsoll.features.limits.rules import words
from plimsoll.features.limits.rules.finding import (
    Burst,
    Cell,
    Holder,
    LimitFinding,
    ModelFit,
    SizeLaw,
    VolumeLimit,
)

SCHEMA = "plimsoll.limits/1"

Texts = Mapping[str, Callable[[Any], str | tuple[str, ...] | None]]

TEXTS: Mapping[type, Texts] = {
    LimitFinding: {"because": words.finding},
    VolumeLimit: {"because": words.volume, "notes": words.notes},
    SizeLaw: {"because": words.size_law},
    ModelFit: {"words": words.law, "because": words.fit},
    Cell: {"proof_words": words.cell},
    Burst: {"because": words.burst},
    Holder: {"because": words.holder, "would_decide": words.holder_decides},
}
"""The sentences that stand beside the codes, by the type that holds the codes."""


def of(finding: LimitFinding) -> dict[str, object]:
    """The document of a finding."""
    return {"schema": SCHEMA, **_plain(finding)}


def _plain(value: Any) -> Any:
    """Tuples as lists, as JSON has them, and the sentences of what holds codes behind its first
    key."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        first, *others = ((one.name, getattr(value, one.name)) for one in dataclasses.fields(value))
        texts = [(name, made(value)) for name, made in TEXTS.get(type(value), {}).items()]
        return {name: _plain(inner) for name, inner in (first, *texts, *others)}
    if isinstance(value, Mapping):
        return {key: _plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(inner) for inner in value]
    return value


def read(kept: Mapping[str, Any]) -> LimitFinding:
    """The finding of a stored document. Raises DamagedError where it is not whole: a finding must
    not be shown as if nothing had been found."""
    from pydantic import TypeAdapter, ValidationError

    try:
        finding: LimitFinding = TypeAdapter(LimitFinding).validate_python(kept)
        # A code without words cannot come from our own documents.
        of(finding)
    except ValidationError as error:
        raise DamagedError(message("not-whole", why=documents.first_difference(error))) from None
    except (KeyError, ValueError, IndexError, TypeError, ArithmeticError) as error:
        raise DamagedError(message("not-whole", why=error)) from None
    return finding


def schema() -> documents.JsonSchema:
    """The JSON schema of the document. The command line adds where the Runs are kept."""
    from pydantic import TypeAdapter

    made = documents.tidy(TypeAdapter(LimitFinding).json_schema(mode="serialization"))
    parts = {**made["$defs"], LimitFinding.__name__: made}
    for part in made["$defs"].values():
        part["additionalProperties"] = False
    for type_, texts in TEXTS.items():
        part = parts[type_.__name__]
        first, *others = part["properties"].items()
        part["properties"] = dict((first, *((name, _text(name)) for name in texts), *others))
        part["required"] += texts
    properties = {"schema": {"const": SCHEMA, "type": "string"}, **made["properties"]}
    return {
        "$schema": documents.DRAFT,
        **made,
        "title": SCHEMA,
        "properties": properties,
        "required": ["schema", *made["required"]],
    }


def _text(name: str) -> dict[str, object]:
    if name == "would_decide":
        return {"anyOf": [{"type": "string"}, {"type": "null"}]}
    if name == "notes":
        return {"items": {"type": "string"}, "type": "array"}
    return {"type": "string"}
