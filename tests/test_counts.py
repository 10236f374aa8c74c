"""The counts of the house: none above its bound, and bounds that only go down."""

from tools import counts


def test_a_figure_above_its_bound_or_without_one_is_named() -> None:
    figures = {"lines": 12, "schemas": 3, "new": 1}
    above = counts.find_excess(figures, {"lines": 11, "schemas": 3})
    assert above == ["lines: 12, and the bound is 11", "new: 1, and there is no bound"]


def test_bounds_go_down_and_never_up() -> None:
    assert counts.lower_bounds({"lines": 12, "schemas": 3}, {"lines": 11, "schemas": 5}) == {
        "lines": 11,
        "schemas": 3,
    }
