"""Rows of one kind become one, and a figure that stands out still does."""

import pytest
from tools.short_tables import Columns, Grouping, Preface, first_of_each_name, without_reasons

TABLE = """before

| load | truth | right | sure |
|---|---|---|---|
| a disk | target | 5/5 | 0.90 |
| a wire | target | 3/5 | 0.80 |
| a cap | policy_cap | 5/5 | *0.95* |

after"""


def test_rows_of_a_group_are_one_with_their_ranges_and_sums() -> None:
    grouping = Grouping("load", "truth", {"load": "list", "right": "sum", "sure": "range"})
    assert grouping(TABLE).splitlines()[2:-2] == [
        "| truth | load | right | sure |",
        "|---|---|---|---|",
        "| target | a disk; a wire | 8/10 | 0.80 to 0.90 |",
        "| policy_cap | a cap | 5/5 | *0.95* |",
    ]


def test_a_table_that_is_not_there_is_an_error() -> None:
    with pytest.raises(ValueError, match="no table that begins with 'stack'"):
        Grouping("stack", "truth", {})(TABLE)


def test_a_table_without_a_column_has_the_others_as_they_were() -> None:
    assert Columns("load", ["truth", "sure"])(TABLE).splitlines()[2:5] == [
        "| load | right |",
        "|---|---|",
        "| a disk | 5/5 |",
    ]
    with pytest.raises(ValueError, match="'load' has no column 'wrong'"):
        Columns("load", ["wrong"])(TABLE)


def test_cells_that_are_alike_in_all_rows_become_a_sentence_before_the_table() -> None:
    assert Preface("All of M/M/1.")("| load |") == "All of M/M/1.\n\n| load |"


def test_a_miss_is_named_without_the_reasons_that_the_command_prints() -> None:
    text = "2 of 3 right.\n- S2: unknown for target: even: spaced\n- S3: cached"
    assert without_reasons(text) == "2 of 3 right.\n- S2: unknown for target\n- S3: cached"


def test_a_miss_that_was_printed_for_each_seed_stands_once_with_its_number() -> None:
    assert first_of_each_name("- S2: a cap\n- S2: a cap, too\n- S3: unknown") == (
        "- S2: a cap (2 times)\n- S3: unknown"
    )
