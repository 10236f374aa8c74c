"""The figures of a Run are read once from its record, and its columns are named once: pages,
tables, rows, sheets and the terminal read those and look into no record."""

import re
from pathlib import Path

import pytest

import plimsoll
from plimsoll.report.evidence import records, run_figures
from plimsoll.report.evidence.evidence import gather
from plimsoll.report.evidence.run_fields import FIELDS, Subject
from plimsoll.report.forms import rows
from plimsoll.store import Store
from tests import stores
from tests.report import sample

ROOT = Path(plimsoll.__file__).parent
APART = ("answer_document.py", "campaign", "evidence", "factors", "first", "load_line", "summary")
REPORTS = sorted((ROOT / "report").rglob("*.py"))
READERS = (
    *(path for path in REPORTS if path.relative_to(ROOT).parts[1] not in APART),
    ROOT / "report/first/of_run.py",
    ROOT / "report/evidence/run_fields.py",
)
LOOK = re.compile(
    r"\brun\.record_or_empty\b|\.record\[|\.record\.get\(|records\.(of_kind|summary|metric)\("
)
"""How code looks into the record of a Run."""


@pytest.mark.parametrize("path", READERS, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_reader_looks_into_a_record(path: Path) -> None:
    found = LOOK.search(path.read_text())
    assert found is None, f"{found}: read it from RunFigures"


def test_the_look_is_recognized_where_there_is_one() -> None:
    assert LOOK.search("rate = run.record_or_empty['achieved_rate_per_s']")
    assert LOOK.search("figures.record['all']")


def test_a_run_without_a_record_has_every_column_and_no_figure(store: Store) -> None:
    campaign = stores.campaign(store, "run").abandon("run", ()).number
    (row,) = rows.rows(gather(store, campaign))
    assert list(row) == [field.name for field in FIELDS]
    figures = {name for name in row if "_ns_" in name or name.endswith(("_per_s", "_share", "_s"))}
    assert {row[name] for name in figures} == {None}


def test_columns_have_names_of_their_own() -> None:
    names = [field.name for field in FIELDS]
    assert len(set(names)) == len(names)


def test_a_latency_says_on_how_many_operations_it_rests_and_what_the_sample_carries() -> None:
    made, _ = sample.record(9_000.0, 4, 1)
    made["all"] |= {"errors": 3, "unfinished": 2}
    made["all"]["response_time_ns"] |= {"p99": None, "at_least": ["max"]}
    latency = run_figures.of(records.of(made)).latency("all", "response_time")
    assert latency.n == made["all"]["count"] - 3
    assert latency.text("p99") == "–"
    assert latency.text("max").startswith("> ")
    assert latency.lower_bounds == ("max",)


@pytest.mark.long
def test_a_column_is_written_as_the_field_writes_it(store: Store) -> None:
    evidence = gather(store, stores.demo(store))
    subject = Subject(evidence, evidence.measured_runs[0])
    told = {field.name: field.text(subject) for field in FIELDS}
    record = evidence.measured_runs[0].record_or_empty
    assert told["achieved_rate_per_s"] == f"{record['achieved_rate_per_s']:,.0f}"
    assert told["bytes_per_s"].endswith("MiB/s")
    assert told["working_set_bytes"] == "1 GiB"
    assert told["measure_s"] == f"{record['measure_s']:g} s"
