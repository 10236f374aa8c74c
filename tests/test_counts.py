"""The counts of the house: none above its bound, and bounds that only go down."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]


def tool() -> Any:
    """The tool as a module: it lies outside of every package."""
    spec = importlib.util.spec_from_file_location("counts", ROOT / "tools" / "counts.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_figure_above_its_bound_or_without_one_is_named() -> None:
    figures = {"lines": 12, "schemas": 3, "new": 1}
    above = tool().exceeded(figures, {"lines": 11, "schemas": 3})
    assert above == ["lines: 12, and the bound is 11", "new: 1, and there is no bound"]


def test_bounds_go_down_and_never_up() -> None:
    assert tool().lowered({"lines": 12, "schemas": 3}, {"lines": 11, "schemas": 5}) == {
        "lines": 11,
        "schemas": 3,
    }
