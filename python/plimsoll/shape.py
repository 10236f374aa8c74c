"""Is a document what its JSON schema says? The part of JSON Schema 2020-12 that our own schemas
use, and where it first is not.

Asked when reading a store stumbled, to tell damage from a defect: the library that tests use for
this would be a dependency of everybody for that alone. Keys that a schema does not know are let
pass: a newer version writes more.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from plimsoll.documents import JsonSchema

_TYPES: Mapping[str, Callable[[object], bool]] = {
    "null": lambda value: value is None,
    "boolean": lambda value: isinstance(value, bool),
    "string": lambda value: isinstance(value, str),
    "array": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
    "number": lambda value: (
        isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
    ),
    "integer": lambda value: (
        not isinstance(value, bool)
        and (isinstance(value, int) or (isinstance(value, float) and value.is_integer()))
    ),
}
_BOUNDS: Mapping[str, Callable[[float, float], bool]] = {
    "minimum": lambda value, bound: value >= bound,
    "maximum": lambda value, bound: value <= bound,
    "exclusiveMinimum": lambda value, bound: value > bound,
    "exclusiveMaximum": lambda value, bound: value < bound,
}
_LENGTHS: Mapping[str, Callable[[int, int], bool]] = {
    "minItems": lambda length, bound: length >= bound,
    "maxItems": lambda length, bound: length <= bound,
    "minLength": lambda length, bound: length >= bound,
}
KNOWN = frozenset(
    (
        *_BOUNDS,
        *_LENGTHS,
        "$defs",
        "$ref",
        "$schema",
        "additionalProperties",
        "allOf",
        "anyOf",
        "const",
        "default",
        "description",
        "enum",
        "format",
        "items",
        "oneOf",
        "prefixItems",
        "properties",
        "required",
        "title",
        "type",
    )
)
"""The keywords that are understood, or mean nothing here."""


def differs(document: object, schema: JsonSchema, part: str | None = None) -> str | None:
    """Where it first is not as the schema says, or as its definition `part` does; none when it
    is."""
    whole = schema
    if part is not None:
        schema = whole["$defs"][part]
    try:
        return next(_differences(document, schema, whole, ""), None)
    except RecursionError:
        return "it is nested too deeply"


def _differences(
    value: Any, schema: JsonSchema | bool, whole: JsonSchema, at: str
) -> Iterator[str]:
    if not isinstance(schema, dict):
        if schema is False:
            yield f"{at or 'it'} must not be there"
        return
    if reference := schema.get("$ref"):
        yield from _differences(value, _followed(reference, whole), whole, at)
    for every in schema.get("allOf", ()):
        yield from _differences(value, every, whole, at)
    for several in ("anyOf", "oneOf"):
        branches = schema.get(several)
        if branches and all(
            next(_differences(value, one, whole, at), None) is not None for one in branches
        ):
            yield f"{at or 'it'} is none of what it may be"
    types = schema.get("type")
    if types is not None:
        names = [types] if isinstance(types, str) else types
        if not any(_TYPES[name](value) for name in names):
            yield f"{at or 'it'} is no {' or '.join(names)}"
            return
    if "const" in schema and value != schema["const"]:
        yield f"{at or 'it'} is not {schema['const']!r}"
    if "enum" in schema and value not in schema["enum"]:
        yield f"{at or 'it'} is none of what it may be"
    if _TYPES["number"](value):
        yield from (
            f"{at or 'it'} is out of its bounds"
            for name, fits in _BOUNDS.items()
            if name in schema and not fits(value, schema[name])
        )
    if isinstance(value, str | list):
        yield from (
            f"{at or 'it'} is too short or too long"
            for name, fits in _LENGTHS.items()
            if name in schema and not fits(len(value), schema[name])
        )
    if isinstance(value, dict):
        yield from _of_object(value, schema, whole, at)
    elif isinstance(value, list):
        yield from _of_list(value, schema, whole, at)


def _of_object(
    value: dict[str, object], schema: JsonSchema, whole: JsonSchema, at: str
) -> Iterator[str]:
    properties = schema.get("properties", {})
    for name in schema.get("required", ()):
        if name not in value:
            yield f"{_at(at, name)} is missing"
    others = schema.get("additionalProperties")
    for name, one in value.items():
        if name in properties:
            yield from _differences(one, properties[name], whole, _at(at, name))
        elif isinstance(others, dict):
            yield from _differences(one, others, whole, _at(at, name))


def _of_list(value: list[object], schema: JsonSchema, whole: JsonSchema, at: str) -> Iterator[str]:
    first = schema.get("prefixItems", ())
    for number, one in enumerate(value):
        each = first[number] if number < len(first) else schema.get("items", True)
        yield from _differences(one, each, whole, _at(at, str(number)))


def _followed(reference: str, whole: JsonSchema) -> Any:
    found: Any = whole
    for name in reference.removeprefix("#/").split("/") if reference != "#" else ():
        found = found[name]
    return found


def _at(before: str, name: str) -> str:
    return f"{before}.{name}" if before else name
