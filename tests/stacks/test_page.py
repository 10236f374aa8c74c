"""docs/reports.md: its tables are what the Runs give, and a table that is not is found."""

import pytest

from tests.stacks import page
from tests.stacks.tables import TABLES


@pytest.mark.long
def test_every_table_of_the_page_is_what_the_runs_give() -> None:
    assert page.stale(page.PAGE.read_text()) == [], "run 'python -m tests.stacks.page'"


@pytest.mark.long
def test_a_figure_that_the_runs_do_not_give_is_found() -> None:
    text = page.PAGE.read_text()
    assert text.count("20,031.5 | 0.0 %") == 1
    wrong = page.stale(text.replace("20,031.5 | 0.0 %", "20,030.0 | 0.0 %"))
    assert [line[0] for line in wrong if not line.startswith(("---", "+++", "@@"))] == ["-", "+"]


def test_a_page_with_an_unknown_table_or_without_one_is_refused() -> None:
    text = page.PAGE.read_text()
    with pytest.raises(SystemExit, match="known: s0-sizes"):
        page.fill_tables(text.replace("<!-- table s0-sizes -->", "<!-- table s0-size -->"))
    first = next(iter(TABLES))
    with pytest.raises(SystemExit, match=f"lacks the table {first}"):
        page.fill_tables(text.replace(f"<!-- table {first} -->", ""))
