"""The tables of docs/reports.md: one file per report, and each table a function of Runs.

A new report is a file with `TABLES`, and its line below.
"""

from tests.stacks.tables import clouds, s0, s1, s3
from tests.stacks.tables.shape import Maker

TABLES: dict[str, Maker] = {**s0.TABLES, **s1.TABLES, **s3.TABLES, **clouds.TABLES}
