"""The list of strategies: whoever must know something of one finds it there."""

import pytest

from plimsoll.campaign import point_runs
from plimsoll.cli.schema import own
from plimsoll.search import strategies
from plimsoll.search.budget import Budget
from plimsoll.search.strategies import STRATEGIES, Strategy
from plimsoll.web import form

BOTH = pytest.mark.parametrize("strategy", STRATEGIES, ids=lambda strategy: strategy.name)


def test_every_strategy_has_its_function_and_stands_in_the_schema_and_on_the_form() -> None:
    asked = tuple(strategy.name for strategy in STRATEGIES if strategy.of_points)
    assert tuple(point_runs.ASK) == asked
    field = own("campaign", "file")["$defs"]["Campaign"]["properties"]["strategy"]
    assert tuple(field["enum"]) == strategies.NAMES
    (shown,) = (one for one in form.FIELDS if one.name == "campaign.strategy")
    assert tuple(name for name, _ in shown.choices) == asked
    assert all(strategy.summary in field["description"] for strategy in STRATEGIES)


@BOTH
def test_what_it_spends_is_a_stage_of_a_search(strategy: Strategy) -> None:
    assert set(strategy.stages) <= set(Budget.demo().expected_s())
    assert bool(strategy.stages) == strategy.chooses_load == bool(strategy.grid_runs)


@BOTH
def test_a_point_that_left_nothing_has_an_empty_row(strategy: Strategy) -> None:
    assert strategy.shown({}, []) == strategies.PointAnswer()
    assert strategy.result()
