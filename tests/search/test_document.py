"""The answer as a document: what is printed fits the schema that is published, in every way a
search can end."""

from __future__ import annotations

import math

import jsonschema_rs
import pytest

from plimsoll.search import document
from tests.schemas import keeps
from tests.search.model import Queue
from tests.search.test_load_line import run
from tests.truth import stairs

ENDINGS = {
    "found": Queue(),
    "client": Queue(capacity=1e6, client=2_000.0, bound_s=math.log(100) / 2e5),
    "not met": Queue(slow_below=1e9),
    "regimes": Queue(overload_share=0.9),
    "not monotone": Queue(slow_below=2_000.0),
    "stopped at once": Queue(stops_after=0),
    "stopped in the holds": Queue(stops_after=12),
    "failed": Queue(fails_after=3),
}


@pytest.mark.parametrize("ending", ENDINGS)
def test_every_ending_fits_the_schema(ending: str) -> None:
    schema = document.schema()
    jsonschema_rs.meta.validate(schema)
    shown = document.of(run(ENDINGS[ending]))
    keeps(shown, schema)
    assert list(shown) == list(schema["properties"])


def test_the_schema_is_not_met_by_anything_else() -> None:
    shown = document.of(run(Queue()))
    for broken in (
        {**shown, "schema": "plimsoll.find/2"},
        {**shown, "load_line": {}},
        {**shown, "events": [{"kind": "new"}]},
    ):
        with pytest.raises(jsonschema_rs.ValidationError):
            keeps(broken, document.schema())


@pytest.mark.parametrize("seed", [0, 1])
def test_nothing_is_planned_with_above_the_highest_rate_that_clearly_met_the_objective(
    seed: int,
) -> None:
    """Beside stalls of 3 ms hardly a Run meets 5 ms beyond doubt, though all together know the line
    well: nobody is told to plan on what no Run has shown."""
    result = stairs.result(stairs.CASES[0], "3 ms, 5 a second", seed, 62.0)
    met = [
        probe.rate
        for probe in result.probes
        if probe.offered_rate_per_s is not None and probe.verdict == "pass" and probe.estimates
    ]
    line = document.of(result)["load_line"]
    assert line["grade"] == "estimated"
    assert line["plan_per_s"] is None or line["plan_per_s"] <= max(met)
    assert bool(met) == (line["plan_per_s"] is not None)
