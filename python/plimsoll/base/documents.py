"""Documents that Plimsoll makes: each is defined once, for mypy, for those who write and read it,
and for its JSON schema.

A document that readers look into is a frozen dataclass: `plain` is what is written of it, `read`
makes it of what was written. A document that is only handed on is a typed dictionary. Whether one
that was kept is what its type says, `difference` tells.
"""

from __future__ import annotations

import dataclasses
import functools
import json
import re
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from _typeshed import DataclassInstance
    from pydantic import TypeAdapter, ValidationError

    Type = TypeVar("Type")

DRAFT = "https://json-schema.org/draft/2020-12/schema"

_PARTS = "#/$defs/"
"""How a reference to a part of the same schema begins."""

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
        "$defs": {name: _map_values(shape, partial(within, name)) for name, shape in shapes.items()},
    }


def tidy(raw: JsonSchema) -> JsonSchema:
    """Each paragraph of a description on one line, however its docstring is broken; no titles that
    are made of names: they say nothing that the name does not."""

    def change(key: str, value: Any) -> Any:
        if not isinstance(value, str):
            return value
        if key == "title":
            return _LEFT_OUT
        return _LINE_BREAK.sub(" ", value) if key == "description" else value

    tidied: JsonSchema = _map_values(raw, change)
    return tidied


_LEFT_OUT = object()
"""In place of the value of a key that shall not be there."""


def _map_values(document: Any, change: Callable[[str, Any], Any]) -> Any:
    """A copy in which every value of a dictionary, at any depth, is what `change` makes of it."""
    if isinstance(document, list):
        return [_map_values(entry, change) for entry in document]
    if not isinstance(document, dict):
        return document
    values = {key: change(key, _map_values(value, change)) for key, value in document.items()}
    return {key: value for key, value in values.items() if value is not _LEFT_OUT}


class DocumentError(ValueError):
    """A document is not what its type says; the text says where it first is not."""


def plain(document: DataclassInstance) -> dict[str, object]:
    """A document as it is written: dictionaries and lists."""
    return dataclasses.asdict(document)


def read(document: object, type_: type[Type]) -> Type:
    """What was written, as a document of this type. Raises DocumentError where it is none; a key
    that an open type does not know is passed over."""
    from pydantic import ValidationError

    key: Any = type_
    try:
        # As JSON, in which a list is a tuple as well, and nothing else is taken for another type.
        # Names of files may be no UTF-8: what stands for such a letter is one.
        text = json.dumps(_whole(document), ensure_ascii=False, allow_nan=False)
        found: Type = _adapter(key).validate_json(text.encode("utf-8", "replace"), strict=True)
    except ValidationError as error:
        raise DocumentError(first_difference(error)) from None
    except RecursionError:
        raise DocumentError("it is nested too deeply") from None
    except ValueError:
        raise DocumentError("a number in it is not finite") from None
    return found


def difference(document: object, type_: Any) -> str | None:
    """Where a document first is not what its type says; None when it is. A key that an open type
    does not know is no difference."""
    try:
        read(document, type_)
    except DocumentError as error:
        return str(error)
    return None


def first_difference(error: ValidationError) -> str:
    """Where a document first is not what its type says."""
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    at = ".".join(str(part) for part in first["loc"]) or "it"
    if first["type"] == "missing":
        return f"{at} is missing"
    return f"{at}: {first['msg'][:1].lower()}{first['msg'][1:]}"


def _whole(document: Any) -> Any:
    """With 5.0 as 5: to JSON they are one number."""
    if isinstance(document, dict):
        return {key: _whole(value) for key, value in document.items()}
    if isinstance(document, list | tuple):
        return [_whole(value) for value in document]
    return int(document) if isinstance(document, float) and document.is_integer() else document


@functools.cache
def _adapter(type_: Any) -> TypeAdapter[Any]:
    from pydantic import TypeAdapter

    return TypeAdapter(type_)
