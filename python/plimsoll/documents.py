"""Documents that Plimsoll makes: each defined once, as a typed dictionary, for mypy, for who writes
it and for its JSON schema.

A document is a plain dictionary: it is made, kept and read without a conversion, also by a version
that knows fewer keys. What is read from a store may lack what an older version did not write
(`NotRequired`), and is checked against its schema where reading it stumbles (`shape.py`).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from pydantic import BaseModel

DRAFT = "https://json-schema.org/draft/2020-12/schema"

_WITHIN = re.compile(r"(?<!\n)\n(?!\n|- )")
"""A line break within a paragraph."""

JsonSchema: TypeAlias = dict[str, Any]
"""A JSON schema (draft 2020-12), as `plimsoll schema` prints it and `shape.py` reads it."""


def schema(title: str, document: Any) -> JsonSchema:
    """The JSON schema of a typed dictionary, called `title`; its own keys are open, those of its
    parts as they declare."""
    from pydantic import TypeAdapter

    made = TypeAdapter(document).json_schema(by_alias=True)
    described = {
        key: value for key, value in _untitled(made).items() if key != "additionalProperties"
    }
    return {"$schema": DRAFT, "title": title, **described, "additionalProperties": True}


def of_model(model: type[BaseModel], title: str | None = None) -> JsonSchema:
    """The JSON schema of a pydantic model, called `title`, or as the model is."""
    made = {"$schema": DRAFT, **model.model_json_schema()}
    return made if title is None else made | {"title": title}


def _untitled(of: Any) -> Any:
    """Without the titles that are made of names: they say nothing that the name does not."""
    if isinstance(of, list):
        return [_untitled(one) for one in of]
    if not isinstance(of, dict):
        return of
    return {
        key: _untitled(value)
        for key, value in of.items()
        if key != "title" or not isinstance(value, str)
    }


def flowing(of: Any) -> Any:
    """With each paragraph of a description on one line, however its docstring is broken."""
    if isinstance(of, list):
        return [flowing(one) for one in of]
    if not isinstance(of, dict):
        return of
    return {
        key: _WITHIN.sub(" ", value)
        if key == "description" and isinstance(value, str)
        else flowing(value)
        for key, value in of.items()
    }
