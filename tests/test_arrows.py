"""The diagram of ARCHITECTURE.md says what the imports say."""

import ast

import pytest

from tools import arrows


def test_a_row_depends_on_rows_below_it_alone() -> None:
    uses = {"cli": {"store", "units"}, "store": {"units"}, "units": set(), "texts": {"units"}}
    assert arrows.rows(uses) == [["cli"], ["store", "texts"], ["units"]]


def test_a_circle_is_refused_and_named() -> None:
    with pytest.raises(ValueError, match="search -> store -> search"):
        arrows.rows({"search": {"store"}, "store": {"search"}})


def test_imports_for_types_only_are_no_arrows() -> None:
    source = """
from plimsoll import units
if TYPE_CHECKING:
    from plimsoll.store import Store
def late():
    from plimsoll.judge import rate
    import plimsoll.search.curve
"""
    assert list(arrows.imports(ast.parse(source))) == ["units", "judge", "search"]
