"""Stores that earlier versions wrote are read whole: no damage, every report, the same answers.

`tests/fixtures/stores/DATE.db.xz` was written by the version of that day: a search on the virtual
clock, a Run, a check of a promise and a campaign of four Points. Most intervals and distributions
of the search were taken out, for size. When rows got checksums, the rows of the first were copied
into tables that have them.
"""

from __future__ import annotations

import lzma
from pathlib import Path

import pytest

from plimsoll.campaign import damage
from plimsoll.reports import registry
from plimsoll.reports.request import Asked
from plimsoll.store import Store

STORES = sorted((Path(__file__).parents[1] / "fixtures" / "stores").glob("*.db.xz"))
ANSWERS = {
    "find": (
        "The stack s1-storage-a.toml carries 160,100 IOPS (156,900 .. 162,900, 95 %) of 8 x vm: 8"
        " KiB random, 70 % read, with mean response time <= 1 ms. Plan with 156,900: it passed a"
        " fresh test, and 162,900 failed one."
    ),
    "run": (
        "The stack s1-storage-a.toml did 202,236 IOPS of 8 x vm: 8 KiB random, 70 % read, p99"
        " response time 5.1 ms."
    ),
    "campaign": (
        "Achieved, IOPS: 49,813 (rate 50,000 IOPS) to 100,370 (rate 100,000 IOPS). 3 of 4 Points"
        " met the objective. All 4 Points ended ok."
    ),
}
REPORTS = {
    "find": ["load-line", "scaling", "runs", "point", "summary"],
    "run": ["load-line", "runs", "point", "time", "summary"],
    "check": ["promises", "runs", "point", "time", "summary"],
    "campaign": ["grid", "runs", "point", "time", "summary"],
}


@pytest.fixture(params=STORES, ids=lambda path: path.name.partition(".")[0])
def earlier(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """The store, unpacked."""
    path = tmp_path / "earlier.db"
    path.write_bytes(lzma.decompress(request.param.read_bytes()))
    return path


def test_nothing_in_it_is_damage(earlier: Path) -> None:
    assert damage.of(earlier) is None


def test_every_report_of_it_is_made_and_answers_as_it_did(earlier: Path) -> None:
    with Store.open(earlier, create=False, read_only=True) as store:
        for row in store.campaigns():
            asked = Asked(store, (row.id,))
            fitting = [report.name for report in registry.fitting(asked.evidence)]
            assert fitting == REPORTS[row.kind]
            pages = [registry.build(name, asked) for name in fitting]
            assert pages[0].answer == ANSWERS.get(row.kind, pages[0].answer)
            assert all(page.answer for page in pages)
