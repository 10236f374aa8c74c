"""The diagram of ARCHITECTURE.md says what the imports say."""

from __future__ import annotations

import ast
import importlib.util
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture(name="arrows", scope="module")
def arrows_tool() -> Any:
    """The tool as a module: it lies outside of every package."""
    spec = importlib.util.spec_from_file_location("arrows", ROOT / "tools" / "arrows.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_row_depends_on_rows_below_it_alone(arrows: Any) -> None:
    uses = {"cli": {"store", "units"}, "store": {"units"}, "units": set(), "texts": {"units"}}
    assert arrows.rows(uses) == [["cli"], ["store", "texts"], ["units"]]


def test_a_circle_is_refused_and_named(arrows: Any) -> None:
    with pytest.raises(ValueError, match="search -> store -> search"):
        arrows.rows({"search": {"store"}, "store": {"search"}})


def test_imports_for_types_only_are_no_arrows(arrows: Any) -> None:
    source = """
from plimsoll import units
if TYPE_CHECKING:
    from plimsoll.store import Store
def late():
    from plimsoll.judge import rate
    import plimsoll.search.curve
"""
    assert list(arrows.imports(ast.parse(source))) == ["units", "judge", "search"]
