"""Writes the tables of docs/reports.md from Runs, or with `--check` fails when one is not what the
Runs give.

`python -m tests.stacks.page`, with the installed command beside this Python. The words of the page
are written by hand; a table stands between `<!-- table NAME -->` and `<!-- end -->`, its name one
of tests/stacks/tables.
"""

import difflib
import re
import sys
from functools import cache

from tests.stacks.runs import ROOT
from tests.stacks.tables import TABLES

PAGE = ROOT / "docs" / "reports.md"
MARKED = re.compile(r"(<!-- table (?P<name>\S+) -->\n)(?P<table>.*?)(?=<!-- end -->)", re.DOTALL)


@cache
def table(name: str) -> str:
    """A table as the Runs give it, which are made once in a process."""
    return f"{TABLES[name]().markdown()}\n"


def fill_tables(page: str) -> str:
    """The page with each table as the Runs give it now."""
    names = [mark["name"] for mark in MARKED.finditer(page)]
    if unknown := [name for name in names if name not in TABLES]:
        raise SystemExit(f"{PAGE.name} has a table {unknown[0]}; known: {', '.join(TABLES)}")
    if missing := [name for name in TABLES if name not in names]:
        raise SystemExit(
            f"{PAGE.name} lacks the table {missing[0]}: write <!-- table {missing[0]} --> and <!--"
            " end -->"
        )
    return MARKED.sub(lambda mark: f"{mark[1]}{table(mark['name'])}", page)


def stale(page: str) -> list[str]:
    """How the page differs from what the Runs give."""
    return list(
        difflib.unified_diff(
            page.splitlines(), fill_tables(page).splitlines(), "the page", "the Runs", "", "", 0, ""
        )
    )


def main() -> int:
    page = PAGE.read_text()
    if "--check" not in sys.argv:
        PAGE.write_text(fill_tables(page))
        return 0
    if wrong := stale(page):
        print(
            f"{PAGE.name} is not what the Runs give: run 'python -m tests.stacks.page'",
            *wrong,
            sep="\n",
        )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
