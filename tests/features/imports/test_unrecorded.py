"""A file with missing rows from import to every form: its gap is named, with its length and place,
and no form calls that time one without an outage."""

import json
import re
from pathlib import Path

import pytest

from tests.conftest import Plimsoll
from tests.features.vdbench_results import vdbench_writer as writer
from tests.features.vdbench_results.vdbench_writer import steady

MISSING = range(15, 27)


@pytest.fixture
def plimsoll_after_import(plimsoll: Plimsoll, tmp_path: Path) -> Plimsoll:
    (tmp_path / "v.txt").write_text(writer.output_text([steady(1_000.0, 40).without(*MISSING)]))
    ended = plimsoll("import", "v.txt", "--store", "s.db", code=0)
    assert "gap: v.txt, RD=run1: Nothing was recorded for 12 s" in ended.out
    assert "check:" not in ended.out
    return plimsoll


def test_the_time_line_names_the_gap(plimsoll_after_import: Plimsoll) -> None:
    said = plimsoll_after_import("timeline", "--store", "s.db").out
    assert "12 s were not recorded" in said
    assert "? nothing was recorded" in said
    assert said.count("?" * 12) == 1
    row = r"^ +13\.00 s +gap +nothing was recorded for 12 s: the file's own average"
    assert re.search(row, said, re.MULTILINE)
    assert "no outage" not in said
    told = json.loads(plimsoll_after_import("timeline", "--store", "s.db", "--json").out)
    (episode,) = told["episodes"]
    assert (episode["kind"], episode["at_s"], episode["until_s"]) == ("gap", 13.0, 25.0)
    assert (episode["unrecorded_s"], episode["outage_s"]) == (12.0, 0.0)


@pytest.mark.parametrize("report", ["time", "point", "runs", "summary"])
def test_every_report_says_that_time_was_not_recorded(
    plimsoll_after_import: Plimsoll, report: str
) -> None:
    said = plimsoll_after_import("report", report, "--store", "s.db", "--to", "md").out
    assert "12 s" in said
    assert "not recorded" in said or "Nothing was recorded" in said
    assert "no outage" not in said


def test_rows_of_zero_are_an_outage(plimsoll: Plimsoll, tmp_path: Path) -> None:
    rates = [*[1_000.0] * 14, *[0.0] * 12, *[1_000.0] * 14]
    truth = writer.Truth(tuple(map(writer.Interval, rates)))
    (tmp_path / "v.txt").write_text(writer.output_text([truth]))
    assert plimsoll("import", "v.txt", "--store", "s.db").code == 0
    told = json.loads(plimsoll("timeline", "--store", "s.db", "--json").out)
    (episode,) = told["episodes"]
    assert (episode["kind"], episode["outage_s"], episode["unrecorded_s"]) == ("outage", 12.0, 0.0)
