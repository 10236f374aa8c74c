"""The heat map of a grid on its live page: every place that is planned, filled as answers come."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from plimsoll.store import Store
from plimsoll.web import live_grid
from plimsoll.web.live_view import Watching
from tests.reports import planned, sample, searches

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "s.db") as opened:
        yield opened


def look(grid: live_grid.Grid) -> Any:
    return grid.look(grid.store.plans.far(grid.number))


def cells(shown: Any) -> dict[tuple[str, str, str], Any]:
    """By what its map is of, its row and its column."""
    return {
        (table["of"], row["name"], column): cell
        for table in shown["tables"]
        for row in table["rows"]
        for column, cell in zip(shown["columns"], row["cells"], strict=True)
    }


def test_a_grid_fills_place_by_place_with_the_rate_of_each_point(store: Store) -> None:
    number = planned.begin(store)
    grid = live_grid.Grid(store, number)
    first = look(grid)
    assert first == Watching(store, number).look()["grid"]
    assert (first["across"], first["down"]) == ("block size", "read %")
    assert first["columns"] == ["4 KiB", "64 KiB", "1 MiB"]
    assert [table["of"] for table in first["tables"]] == ["before", "after"]
    assert {cell["state"] for cell in cells(first).values()} == {"planned"}
    assert "No Point has its answer yet" in first["words"]

    points = store.plans.points(number)
    planned.answer(store, number, points[0])
    store.plans.start(points[1].id)
    planned.answer(store, number, points[2], outcome="generator_limited")
    seen = cells(look(grid))
    by_state = {cell["state"]: (key, cell) for key, cell in seen.items()}
    assert by_state["valid"][0] == ("before", "all reads", "4 KiB")
    assert by_state["valid"][1]["text"] == "8,000"
    assert by_state["running"][0] == ("before", "30 % read", "4 KiB")
    assert by_state["not valid"][1]["told"] == "it did not"
    assert by_state["not valid"][1]["share"] is None, "what is no evidence has no colour"

    for point in points[3:]:
        planned.answer(store, number, point)
    whole = look(grid)
    rates = {cell["share"]: cell["text"] for cell in cells(whole).values() if cell["share"]}
    assert rates[max(rates)] == "8,000"
    assert "160 to 8,000, logarithmic" in whole["words"]


def test_repeats_share_a_place_and_how_many_there_are_is_said(store: Store) -> None:
    number = planned.begin(store, repeats=2, targets=("before",))
    for point in store.plans.points(number)[:8]:
        planned.answer(store, number, point)
    seen = cells(look(live_grid.Grid(store, number)))
    assert len(seen) == 6
    assert {cell["told"] for cell in seen.values()} == {
        "valid; 1 of 2 repeats",
        "valid; 2 of 2 repeats",
    }
    # 8,000 and 2 % more: their mean.
    assert seen["", "all reads", "4 KiB"]["text"] == "8,080"


def test_noise_has_one_colour_and_a_wide_range_goes_by_its_logarithm() -> None:
    noise = live_grid._Scale([249.9, 250.1, 250.0])
    assert {noise.share(rate) for rate in (249.9, 250.0, 250.1)} == {0.5}
    assert "within 2 %" in noise.words
    wide = live_grid._Scale([10.0, 1_000.0])
    assert wide.share(100.0) == pytest.approx(0.5)
    narrow = live_grid._Scale([100.0, 200.0])
    assert narrow.share(150.0) == pytest.approx(0.5)
    assert "logarithmic" not in narrow.words


def test_what_is_no_grid_and_what_nobody_could_read_has_none(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert Watching(store, searches.searched(store)).look()["grid"] is None
    single = store.begin_campaign("run", sample.OBJECTIVE, "run", 1, "{}")
    assert Watching(store, single).look()["grid"] is None
    number = planned.begin(store)
    monkeypatch.setattr(live_grid, "MOST_POINTS", 5)
    assert Watching(store, number).look()["grid"] is None


def test_of_many_maps_those_that_moved_last_are_drawn(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_grid, "MOST_TABLES", 1)
    number = planned.begin(store)
    last = store.plans.points(number)[-1]
    planned.answer(store, number, last)
    shown = look(live_grid.Grid(store, number))
    assert [table["of"] for table in shown["tables"]] == ["after"]
    assert "1 more maps are in the report" in shown["words"]
