"""Documents against the schema that they keep.

That each schema is one is claimed once (`cli/test_contract.py`). `jsonschema.validate` looks at it
anew for every document, which takes ten times what the document takes.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import jsonschema


def keeps(document: Any, schema: Any) -> None:
    """Raises jsonschema.ValidationError where the document is not as the schema says."""
    _validator(json.dumps(schema)).validate(document)


@cache
def _validator(schema: str) -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(json.loads(schema))
