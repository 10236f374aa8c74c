"""Documents that Plimsoll makes: each is defined once, for mypy, for writers and readers, and for
its JSON schema.

A document with readers is a frozen dataclass: `plain` serialises it, `read` parses it. A document
that is only passed on is a typed dictionary. `difference` checks a stored document against its
type.
"""

from __future__ import annotations

import dataclasses
import functools
import json
import re
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from plimsoll.base.messages import message

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from _typeshed import DataclassInstance
    from pydantic import TypeAdapter, ValidationError

    Type = TypeVar("Type")

DRAFT = "https://json-schema.org/draft/2020-12/schema"

_PARTS = "#/$defs/"
"""Prefix of a reference to a part of the same schema."""

_LINE_BREAK = re.compile(r"(?<!\n)\n(?!\n|- )")
"""A line break within a paragraph."""

JsonSchema: TypeAlias = dict[str, Any]
"""A JSON schema (draft 2020-12), as `plimsoll schema` prints it."""


def schema(title: str, document: Any) -> JsonSchema:
    """The JSON schema of a document of this type, called `title`. It is open to further keys unless
    its type says otherwise."""
    made = tidy(_adapter(document).json_schema(by_alias=True))
    further = made.pop("additionalProperties", True)
    return {"$schema": DRAFT, "title": title, **made, "additionalProperties": further}


def union(title: str, description: str, shapes: Mapping[str, JsonSchema]) -> JsonSchema:
    """The JSON schema of a document that is one of several shapes. Each stands under its name in
    `$defs`, with its own parts within it, so that equal names in two shapes do not meet."""

    def within(shape: str, key: str, value: Any) -> Any:
        if isinstance(value, str) and value.startswith(_PARTS):
            return f"{_PARTS}{shape}/$defs/{value.removeprefix(_PARTS)}"
        return _LEFT_OUT if key == "$schema" else value

    return {
        "$schema": DRAFT,
        "title": title,
        "description": description,
        "oneOf": [{"$ref": f"{_PARTS}{name}"} for name in shapes],
        "$defs": {
            name: _map_values(shape, partial(within, name)) for name, shape in shapes.items()
        },
    }


def tidy(raw: JsonSchema) -> JsonSchema:
    """A schema with each paragraph of a description on one line, and without titles that repeat
    names."""

    def change(key: str, value: Any) -> Any:
        if not isinstance(value, str):
            return value
        if key == "title":
            return _LEFT_OUT
        return _LINE_BREAK.sub(" ", value) if key == "description" else value

    tidied: JsonSchema = _map_values(raw, change)
    return tidied


_LEFT_OUT = object()
"""Marks a key that is dropped."""


def _map_values(document: Any, change: Callable[[str, Any], Any]) -> Any:
    """A copy with `change` applied to every value of a dictionary, at any depth."""
    if isinstance(document, list):
        return [_map_values(entry, change) for entry in document]
    if not isinstance(document, dict):
        return document
    values = {key: change(key, _map_values(value, change)) for key, value in document.items()}
    return {key: value for key, value in values.items() if value is not _LEFT_OUT}


class DocumentError(ValueError):
    """A document differs from its type; the text has the first difference."""


def plain(document: DataclassInstance) -> dict[str, object]:
    """A document as it is written: dictionaries and lists."""
    return dataclasses.asdict(document)


def read(document: object, type_: type[Type]) -> Type:
    """Parses a document of this type. Raises DocumentError where it differs; unknown keys of an
    open type are ignored."""
    from pydantic import ValidationError

    key: Any = type_
    try:
        # Through JSON, in which a list is a tuple as well, and no other types are mixed up. Names
        # of files may not be UTF-8: such characters are replaced.
        text = json.dumps(_whole(document), ensure_ascii=False, allow_nan=False)
        found: Type = _adapter(key).validate_json(text.encode("utf-8", "replace"), strict=True)
    except ValidationError as error:
        raise DocumentError(first_difference(error)) from None
    except RecursionError:
        raise DocumentError(message("difference-too-deep")) from None
    except ValueError:
        raise DocumentError(message("difference-not-finite")) from None
    return found


def difference(document: object, type_: Any) -> str | None:
    """The first difference of a document from its type; None without one. Unknown keys of an open
    type are no difference."""
    try:
        read(document, type_)
    except DocumentError as error:
        return str(error)
    return None


def first_difference(error: ValidationError) -> str:
    """The first difference in a validation error, in words."""
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    at = ".".join(str(part) for part in first["loc"]) or message("difference-it")
    if first["type"] == "missing":
        return message("difference-missing", key=at)
    return f"{at}: {first['msg'][:1].lower()}{first['msg'][1:]}"


def _whole(document: Any) -> Any:
    """The document with 5.0 as 5: in JSON they are one number."""
    if isinstance(document, dict):
        return {key: _whole(value) for key, value in document.items()}
    if isinstance(document, list | tuple):
        return [_whole(value) for value in document]
    return int(document) if isinstance(document, float) and document.is_integer() else document


@functools.cache
def _adapter(type_: Any) -> TypeAdapter[Any]:
    from pydantic import TypeAdapter

    return TypeAdapter(type_)
