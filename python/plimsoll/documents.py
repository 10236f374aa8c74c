"""Documents that Plimsoll makes: each defined once, as a typed dictionary, for mypy, for who writes it and for its JSON schema.

A document is a plain dictionary: it is made, kept and read without a conversion, also by a version that knows fewer keys. What is
read from a store may lack what an older version did not write (`NotRequired`), and is checked against its schema where reading it
stumbles (`shape.py`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

DRAFT = "https://json-schema.org/draft/2020-12/schema"


def schema(title: str, document: type) -> dict[str, Any]:
    """The JSON schema of a document, called `title`; its own keys are open, those of its parts as they declare."""
    from pydantic import TypeAdapter

    made = TypeAdapter(document).json_schema(by_alias=True)
    described = {key: value for key, value in _untitled(made).items() if key != "additionalProperties"}
    return {"$schema": DRAFT, "title": title, **described, "additionalProperties": True}


def _untitled(of: Any) -> Any:
    """Without the titles that are made of names: they say nothing that the name does not."""
    if isinstance(of, list):
        return [_untitled(one) for one in of]
    if not isinstance(of, dict):
        return of
    kept: Mapping[str, Any] = (
        of if not isinstance(of.get("title"), str) else {k: v for k, v in of.items() if k != "title"}
    )
    return {key: _untitled(value) for key, value in kept.items()}
