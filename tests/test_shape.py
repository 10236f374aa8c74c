"""Whether a document is what its schema says: as another implementation tells it, one that is held
to the standard's own suite, over our own schemas and what damage makes."""

from __future__ import annotations

import copy
import functools
import json
import random
from pathlib import Path
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator

from plimsoll import execute, shape
from plimsoll.cli.schema import OWN, own

STACK = Path(__file__).resolve().parents[1] / "examples/stacks/mm1.toml"
PUT = (None, True, -1, 0, 1.5, 10**30, "x", "", [], ["x"], {}, {"x": 1})


@functools.cache
def schema(name: str) -> dict[str, Any]:
    found: dict[str, Any] = own(name) if name in OWN else json.loads(execute.schema(name))
    return found


@functools.cache
def a_record() -> Any:
    request: Any = {"target": f"stack:{STACK}", "virtual": True}
    probe: Any = {
        "rate": 500.0,
        "measure_for": "1s",
        "warmup_for": "100ms",
        "objective": "p99 <= 1s",
        "seed": 1,
        "stop_when_decided": False,
    }
    with execute.Session.open(request) as session:
        return session.run(probe, role="run")


A_CAMPAIGN = {
    "campaign": {
        "name": "x",
        "objective": ["p99 <= 1ms"],
        "levels": {"ideal": "mean <= 1ms"},
        "repeats": 2,
    },
    "target": [{"path": "null:", "name": "t"}],
    "workload": [{"read": [100, 0], "block_size": "4k"}],
    "load": {"rate": [1000, "1..2"]},
    "configuration": {
        "a": {"setting": {"name": "s", "set": "true", "read": ["true"], "restore": "true"}}
    },
}


def damaged(document: Any, draw: random.Random) -> Any:
    """With something changed, taken away or added anywhere."""
    document = copy.deepcopy(document)
    at = document
    while True:
        keys = list(at) if isinstance(at, dict) else list(range(len(at)))
        if not keys:
            break
        key = draw.choice(keys)
        if isinstance(at[key], dict | list) and at[key] and draw.random() < 0.7:
            at = at[key]
            continue
        if draw.random() < 0.3:
            del at[key]
        else:
            at[key] = draw.choice(PUT)
        break
    return document


@pytest.mark.parametrize(
    ("name", "document"), [("run_record", a_record), ("campaign", lambda: A_CAMPAIGN)]
)
def test_it_says_what_the_standard_says(name: str, document: Any) -> None:
    whole = document()
    # Unknown keys are let pass: a newer version writes more.
    open_ended = json.loads(
        json.dumps(schema(name)).replace(
            '"additionalProperties": false', '"additionalProperties": true'
        )
    )
    standard = Draft202012Validator(open_ended)
    assert shape.differs(whole, schema(name)) is None
    draw, wrong = random.Random(1), 0
    for _ in range(500):
        made = damaged(whole, draw)
        said = shape.differs(made, schema(name))
        assert (said is None) == standard.is_valid(made), (said, made)
        wrong += said is not None
    assert wrong > 200, "the damage is damage"


@pytest.mark.parametrize("name", [*OWN, *execute.SCHEMAS])
def test_every_keyword_of_our_schemas_is_understood(name: str) -> None:
    def used(schema: Any) -> set[str]:
        if not isinstance(schema, dict):
            return set()
        found = set(schema)
        for keyword in ("properties", "$defs"):
            found |= {word for one in schema.get(keyword, {}).values() for word in used(one)}
        for keyword in ("items", "additionalProperties"):
            found |= used(schema.get(keyword))
        for keyword in ("anyOf", "oneOf", "allOf", "prefixItems"):
            found |= {word for one in schema.get(keyword, ()) for word in used(one)}
        return found

    unknown = used(schema(name)) - shape.KNOWN
    # Of documents that no store holds.
    assert not unknown or name in ("stack_file", "promise", "size", "serve_request", "policy"), (
        unknown
    )


def test_it_says_where() -> None:
    record = json.loads(json.dumps(a_record()))
    record["all"]["response_time_ns"]["p99"] = "soon"
    assert (shape.differs(record, schema("run_record")) or "").startswith(
        "all.response_time_ns.p99 is no integer"
    )
    del record["all"]
    assert shape.differs(record, schema("run_record")) == "all is missing"
    assert shape.differs([], schema("run_record"), "Interval") == "it is no object"
    deep: Any = 1
    for _ in range(20_000):
        deep = [deep]
    assert shape.differs({"campaign": {"levels": {"x": deep}}}, schema("campaign"))
