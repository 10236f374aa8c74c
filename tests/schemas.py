"""Documents against the schema that they keep.

That each schema is one is claimed once (`tests/cli/test_contract.py`). A schema is compiled once.
"""

import json
from functools import cache
from typing import Any

import jsonschema_rs


def keeps(document: Any, schema: Any) -> None:
    """Raises jsonschema_rs.ValidationError where the document is not as the schema says."""
    _compile(json.dumps(schema)).validate(document)


@cache
def _compile(schema: str) -> jsonschema_rs.Draft202012Validator:
    return jsonschema_rs.Draft202012Validator(json.loads(schema))
