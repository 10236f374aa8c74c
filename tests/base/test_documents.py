"""Where a document is not what its type says: as another implementation tells it from the schema,
one that is held to the standard's own suite, over our own documents and what damage makes."""

import copy
import functools
import json
import random
from pathlib import Path
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator

from plimsoll.base import documents
from plimsoll.features.compare.rules.document import CompareDocument
from plimsoll.features.promises.rules.document import Check
from plimsoll.native import session as execute
from plimsoll.native.record import Interval, RunRecord

STACK = Path(__file__).resolve().parents[2] / "examples/stacks/mm1.toml"
PUT = (None, True, 1.5, "x", "", [], ["x"], {}, {"x": 1})
"""No number that only a bound could refuse: bounds are the schema's alone."""


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


def damaged_copy(document: Any, draw: random.Random) -> Any:
    """A copy with something changed, taken away or added anywhere."""
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


@pytest.mark.long
def test_it_finds_whatever_the_schema_refuses() -> None:
    whole = a_record()
    standard = Draft202012Validator(json.loads(execute.schema("run_record")))
    assert documents.difference(whole, RunRecord) is None
    draw, wrong = random.Random(1), 0
    for _ in range(200):
        made = damaged_copy(whole, draw)
        said = documents.difference(made, RunRecord)
        assert said is not None or standard.is_valid(made), made
        wrong += said is not None
    assert wrong > 80, "the damage is damage"


def test_it_says_where() -> None:
    record = json.loads(json.dumps(a_record()))
    record["all"]["response_time_ns"]["p99"] = "soon"
    assert (
        documents.difference(record, RunRecord)
        == "all.response_time_ns.p99: input should be a valid integer"
    )
    del record["all"]
    assert documents.difference(record, RunRecord) == "all is missing"
    assert (documents.difference([], Interval) or "").startswith("it: input should be")
    assert documents.difference({"schema": "plimsoll.compare/9"}, CompareDocument) == (
        "schema: input should be 'plimsoll.compare/1'"
    )
    assert documents.difference({}, Check) == "verdict is missing"


@pytest.mark.parametrize(
    ("told", "why"),
    [(float("nan"), "not finite"), (float("inf"), "not finite"), (True, "bytes_per")],
)
def test_what_no_figure_is_is_none(told: object, why: str) -> None:
    assert why in (documents.difference({**a_record(), "bytes_per_s": told}, RunRecord) or "")


def test_a_document_that_is_nested_without_end_is_none() -> None:
    deep: Any = 1
    for _ in range(20_000):
        deep = [deep]
    assert documents.difference({**a_record(), "all": deep}, RunRecord) is not None


def test_a_count_may_be_written_as_a_float() -> None:
    record = json.loads(json.dumps(a_record()))
    record["all"]["count"] = float(record["all"]["count"])
    assert documents.difference(record, RunRecord) is None


def test_names_that_are_no_utf8_are_names() -> None:
    record = json.loads(json.dumps(a_record()))
    record["spec"]["target"]["name"] = "a\udcff"
    assert documents.difference(record, RunRecord) is None
